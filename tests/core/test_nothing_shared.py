"""Objects that a player holds are not shared with a table or with another player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
import pytest

import ludex
from ludex import Game, Move, Referee, Request, Table
from ludex.core.game.registry import game_names
from ludex.core.language.views import GameView, field_names
from tests.typed import not_none

from .scripted import Scripted
from .tiny import Cards, Draw, Keep, Stake

HARMLESS = (int, float, str, bytes, bool, type(None), range)


def parts(value: Any) -> Iterator[Any]:
    """Everything inside a value that could be changed, by whatever means."""
    if isinstance(value, HARMLESS):
        return
    if isinstance(value, tuple | frozenset):
        inside: Any = value
    else:
        yield value
        inside = (
            [*value, *value.values()]
            if isinstance(value, dict | MappingProxyType)
            else [getattr(value, name) for name in field_names(type(value))]
            if isinstance(value, msgspec.Struct | GameView)
            else value
            if isinstance(value, list | set)
            else vars(value).values()
        )
    for part in inside:
        yield from parts(part)


def handed_over(request: Request) -> list[Any]:
    return [part for value in (request.view, request.events, request.options[:50]) for part in parts(value)]


@pytest.mark.parametrize("name", game_names())
def test_two_requests_have_no_part_in_common(name: str) -> None:
    """It is checked on every move of the first part of a game."""
    game = ludex.game(name)
    chance = random.Random(name)
    table = game.new(seed=1)
    for _ in range(40):
        if not table.waiting:
            break
        seat = table.waiting[0]
        since = max(0, len(table.played) - 2)
        one, other = (handed_over(table.request(seat, since=since)) for _ in range(2))
        common = {id(part): part for part in one}.keys() & {id(part) for part in other}
        assert not common, [part for part in one if id(part) in common]
        table.play(seat, chance.choice(table.options(seat)))


def spoil(value: Any) -> None:
    """Change a frozen value by all means."""
    for name in field_names(type(value)):
        if isinstance(value, msgspec.Struct):
            msgspec.structs.force_setattr(value, name, 7)
        try:
            object.__setattr__(value, name, 7)
        except (AttributeError, TypeError):
            continue


@pytest.mark.parametrize("spoilt", ["options", "view", "events", "rejection"])
def test_what_is_done_to_a_request_reaches_no_table(spoilt: str) -> None:
    class Spoiler(Scripted):
        def decide(self, request: Request) -> Any:
            answer = super().decide(request)
            for part in request.options if spoilt == "options" else parts(getattr(request, spoilt)):
                spoil(part)
            return answer

    script = [Stake(3), Stake(15), None, Draw()]
    tables = []
    for kind in (Scripted, Spoiler):
        table = Cards().new(2, seed=1)
        Referee(table, [kind(*script), kind(*script)]).play()
        tables.append(table)
    assert tables[0].history == tables[1].history
    assert [str(move) for move in Cards().new(2, seed=1).options(0)][:2] == ["keep", "draw"]


def test_a_move_from_the_options_can_be_spoilt_without_harm() -> None:
    options = Cards().new(2, seed=1).options(0)
    stake = next(move for move in options if isinstance(move, Stake))
    msgspec.structs.force_setattr(stake, "amount", 17)
    assert "stake 17" not in map(str, Cards().new(2, seed=1).options(0))


def test_what_was_checked_is_what_is_executed() -> None:
    """A seat that decides together with others cannot change its answer while they are still asked."""
    from .sealed import Bid, Sealed

    mine = Bid(4)

    def changes(request: Request) -> Move:
        if request.seat == 0:
            return mine
        msgspec.structs.force_setattr(mine, "amount", 9)
        return Bid(5)

    table = Sealed().new(3, seed=1)
    Referee(table, [changes] * 3).play()
    assert table.view().bid == (4, 5, 5)


def test_the_names_of_a_records_fields_are_the_players_own() -> None:
    table = Cards().new(2, seed=1)
    record = not_none(table.request(0).record)
    names = list(not_none(record.dtype.names))
    record.dtype.names = (*names[:-1], "spoilt")
    assert "spoilt" not in not_none(table.game.machine.layout.dtype.names)
    assert "spoilt" not in not_none(not_none(table.request(0).record).dtype.names)


def test_the_bytes_of_a_record_are_the_record() -> None:
    request = Cards().new(2, seed=1).request(0)
    assert request.memory == not_none(request.record).tobytes()
    assert request.memory is not None
    assert Request(0).memory is None
    assert Request(0, record=np.zeros(1, [("a", np.int8)])).memory == b"\0"


MAPPINGS: dict[str, Callable[[Game], Any]] = {
    "bots": lambda game: game.bots,
    "bot_slots": lambda game: game.machine.bot_slots,
    "labels": lambda game: game.labels,
    "reasons": lambda game: game.machine.reasons,
    "laws": lambda game: game.machine.laws,
    "endings": lambda game: game.machine.endings,
}


@pytest.mark.parametrize("case", MAPPINGS)
@pytest.mark.parametrize("name", ["automation", "modern-art", "power-grid", "diplomacy", "spades"])
def test_what_all_tables_of_a_game_share_cannot_be_changed(name: str, case: str) -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        MAPPINGS[case](ludex.game(name))["random"] = 1


def test_keeping_a_request_keeps_nothing_of_the_table_alive() -> None:
    import gc
    import weakref

    table: Table = Cards().new(2, seed=1)
    kept = table.request(0)
    known = weakref.ref(table)
    del table
    gc.collect()
    assert known() is None
    assert kept.options[0] == Keep()
