"""The reason why something on the board cannot be played, from the tokens that it stands for."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

import ludex
from ludex.core.game.position import write_position
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.play.table import Table
from ludex.core.play.why_not import MOST_TRIED, NOTHING_MEANT, why_not
from ludex.core.show.page import Seating
from ludex.players import make_player

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("automation", 2, {"edition": "expanded"}),
    ("modern-art", 3, {}),
    ("power-grid", 3, {}),
    ("diplomacy", 7, {}),
    ("spades", 4, {}),
    ("hearts", 4, {}),
    ("gin-rummy", 2, {}),
    ("president", 4, {}),
]


def pressed_things(table: Table[Any], seat: int) -> list[list[tuple[str, ...]]]:
    page = table.game.look.page(table.view(seat), Seating.unnamed(table.seats, seat))
    texts = re.findall(r'data-press="([^"]*)"', page.board + page.hand)
    return [[tuple(one.split("|")) for one in html.unescape(text).split(";")] for text in texts]


def can_be_pressed(table: Table[Any], seat: int, thing: list[tuple[str, ...]]) -> bool:
    paths = [tuple(map(str, path)) for path in table.options(seat).paths]
    return any(
        path[at : at + len(one)] == one or any("…" in token for token in path)
        for one in thing
        for path in paths
        for at in range(len(path))
    )


@pytest.mark.parametrize(("name", "seats", "settings"), GAMES)
def test_everything_on_the_board_says_why(name: str, seats: int, settings: dict[str, Any]) -> None:
    game = ludex.game(name)
    table = game.new(seats, seed=3, **settings)
    player = make_player(game, "random", seed=1)
    codes = set()
    for number in range(60):
        if table.outcome is not None:
            break
        seat = table.waiting[0]
        before = table.digest
        for thing in pressed_things(table, seat) if number % 6 == 0 else ():
            if not can_be_pressed(table, seat, thing):
                found = why_not(table, seat, thing)
                codes.add(found.code)
                assert found.sentence.endswith("."), found
        assert table.digest == before
        table.play(seat, player.decide(table.request(seat)))
    assert codes


def test_the_rules_own_words() -> None:
    table = ludex.game("power-grid").new(3, seed=5)
    seat = table.waiting[0]
    future = table.view(seat).future[0].number
    assert "is not in the current market" in why_not(table, seat, [(f"plant {future}",)]).sentence
    assert "time to open an auction" in why_not(table, seat, [("buy", "coal")]).sentence


def test_a_fuel_that_no_plant_burns_says_so_and_nothing_about_amounts() -> None:
    game = ludex.game("power-grid")
    table: Table[Any] = game.new(3, seed=0)
    player: Any = make_player(game, "random", seed=1)
    while "buy oil 3" not in map(str, table.options(table.waiting[0])):  # more than there is uranium for sale
        table.play(table.waiting[0], player.decide(table.request(table.waiting[0])))
    found = why_not(table, table.waiting[0], [("buy", "uranium")])
    assert found.sentence == "your plants have room for 0 more uranium."


def test_what_only_a_verb_leads_to_is_not_for_now() -> None:
    table = ludex.game("power-grid").new(3, seed=5)
    plant = table.view(0).current[0].number
    assert why_not(table, table.waiting[0], [("run", f"plant {plant}"), (f"discard {plant}",)]) == NOTHING_MEANT


def test_a_target_before_its_unit_asks_for_the_unit_first() -> None:
    table = ludex.game("diplomacy").new(seed=1)
    draft = table.draft(2)
    assert draft is not None
    assert why_not(table, 2, [("BUR",)], options=draft.choices).sentence == "Choose A MAR or A PAR first."
    assert why_not(table, 2, [("MOS",)], options=draft.choices).sentence == "Choose F BRE, A MAR or A PAR first."
    refused = why_not(table, 2, [("MOS",)], begun=("A PAR",), options=draft.choices)
    assert refused.code == "cannot-reach"
    assert "A PAR cannot reach MOS" in refused.sentence


def test_what_no_move_names_is_not_for_now() -> None:
    table = ludex.game("automation").new(2, seed=7)
    assert why_not(table, 0, [("fly", "to the moon")]) == NOTHING_MEANT
    assert why_not(table, 0, [("x",) * 8] * 8, begun=("y",) * 8) == NOTHING_MEANT


def test_only_a_few_moves_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ludex.game("diplomacy").new(seed=1)
    tried: list[Any] = []
    check = Table.check

    def counted(self: Table[Any], seat: int, move: Any) -> Any:
        tried.append(move)
        return check(self, seat, move)

    monkeypatch.setattr(Table, "check", counted)
    for thing in pressed_things(table, 2):
        tried.clear()
        why_not(table, 2, thing, begun=("A PAR",))
        assert len(tried) <= MOST_TRIED


@pytest.mark.parametrize(("name", "seats", "settings"), GAMES)
def test_dealing_again_what_a_seat_cannot_know_changes_no_reason(
    name: str, seats: int, settings: dict[str, Any]
) -> None:
    game = ludex.game(name)
    table = game.new(seats, seed=4, **settings)
    player = make_player(game, "random", seed=2)
    compared = 0
    for number in range(24):
        seat = table.waiting[0]
        if number % 8 == 0:
            states = table.engine.record_in_full()
            game.machine.kernel.redeal(states, 0, seat, new_dice(secret_seed(9)))
            other = game.position(write_position(game, states, table.settings))
            for thing in pressed_things(table, seat):
                assert why_not(other, seat, thing) == why_not(table, seat, thing)
                compared += 1
        table.play(seat, player.decide(table.request(seat)))
    assert compared
