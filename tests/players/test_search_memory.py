"""The memory of a search from one decision to the next, interpreted, on the tiny game of cards."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.author import bot, packed, rule
from ludex.core.game.game import Game
from ludex.core.play.table import Table
from ludex.players import Search
from ludex.players.search import SearchSettings
from ludex.players.search.look import Look
from ludex.players.search.playouts import BEST
from tests.core.tiny import CardsState, Keep, Stake, variant


@rule
def telling(s: CardsState, seat: int, options: Any, count: int, dice: Any) -> int:
    """Stakes one with a good card, and nothing with a bad one."""
    return packed(Stake, 1) if s.card[seat] >= 3 and s.money[seat] > 0 else packed(Keep)


@pytest.fixture
def game() -> Game:
    return variant(bots={"telling": bot(telling)}, moves_tell=True)


def look(search: Search, table: Table[Any], seat: int = 0) -> Look:
    """Return the search's look ahead."""
    record = table.request(seat).record
    assert record is not None
    return search._look(table.game.machine.interpreted, record.copy(), seat)


def play_on(table: Table[Any], made: Look, *replies: str) -> None:
    """Make the move that was found, and then the others'."""
    table.play(0, table.game.moves.unpack(made.moves[made.chosen]))
    for seat, reply in enumerate(replies, 1):
        table.play(seat, reply)


@pytest.mark.parametrize(("reply", "cards"), [("stake 1", {3, 4, 5}), ("keep", {0, 1, 2})])
def test_worlds_are_kept_in_which_the_others_would_have_done_what_they_did(
    game: Game, reply: str, cards: set[int]
) -> None:
    search, table = Search(game, 200, seed=1), game.new(2, seed=5)
    play_on(table, look(search, table), reply)
    kept = look(search, table).kept
    assert len(kept) >= 10
    assert set(kept["card"][:, 1].tolist()) == cards


def test_kept_worlds_look_to_the_seat_like_the_table(game: Game) -> None:
    search, table = Search(game, 200, seed=1), game.new(3, seed=5)
    play_on(table, look(search, table), "keep", "stake 1")
    record = table.request(0).record
    assert record is not None
    kept = look(search, table).kept.copy()
    assert len(kept) > 0
    for place in range(len(kept)):
        game.machine.interpreted.hide(kept, place, 0)
        assert kept[place].tobytes() == record[0].tobytes()


def test_nothing_is_kept_if_nobody_would_have_done_that(game: Game) -> None:
    search, table = Search(game, 200, seed=1), game.new(2, seed=5)
    play_on(table, look(search, table), "stake 3")
    assert len(look(search, table).kept) == 0


def test_every_other_world_is_one_of_those_kept(game: Game) -> None:
    """After a stake the other seat's card is at least 3 in all stored worlds, and any card in new ones."""
    search, table = Search(game, 400, seed=1), game.new(2, seed=5)
    play_on(table, look(search, table), "stake 1")
    search.settings = SearchSettings(playouts=400, horizon=1)
    made = look(search, table)
    cards = made.outcomes[: made.visits.min(), 0, BEST] - 1
    count = min(len(made.kept), (len(cards) + 1) // 2)
    assert count >= 3
    assert cards[::2][:count].min() >= 3
    assert cards[1::2].min() < 3


def test_a_search_that_reuses_nothing_keeps_nothing(game: Game) -> None:
    search, table = Search(game, 200, seed=1, reuse=False), game.new(2, seed=5)
    play_on(table, look(search, table), "keep")
    assert len(look(search, table).kept) == 0


def test_only_games_whose_moves_tell_something_reuse_worlds_by_themselves() -> None:
    for tell in (False, True):
        silent = variant(bots={"telling": bot(telling)}, moves_tell=tell)
        search, table = Search(silent, 200, seed=1), silent.new(2, seed=5)
        play_on(table, look(search, table), "keep")
        assert (len(look(search, table).kept) > 0) == tell


def test_seats_of_one_search_do_not_mix(game: Game) -> None:
    search, table = Search(game, 200, seed=1), game.new(2, seed=5)
    made = look(search, table)
    table.play(0, game.moves.unpack(made.moves[made.chosen]))
    other = look(search, table, 1)
    assert len(other.kept) == 0
    table.play(1, "keep")
    assert len(look(search, table).kept) > 0


def test_two_decisions_are_the_same_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr("ludex.players.search.look.InterpretedKernel", type(None))  # it is given all parts, then
    found = []
    for cores in (1, 3):
        search, table = Search(game, 200, seed=1, cores=cores), game.new(2, seed=5)
        play_on(table, look(search, table), "stake 1")
        made = look(search, table)
        found.append((made.kept.tobytes(), made.outcomes.tobytes(), made.chosen))
    assert found[0] == found[1]


def test_no_more_worlds_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr("ludex.players.search.memory.MOST", 90)
    search, table = Search(game, 200, seed=1), game.new(2, seed=5)
    play_on(table, look(search, table), "stake 1")
    assert 0 < len(look(search, table).kept) <= 90
