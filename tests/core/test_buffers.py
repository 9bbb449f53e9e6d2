"""Buffers: moves are made in memory that a thread's tables share, and tables get nothing but bytes of it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ludex
from ludex import Game, Table, UnreadableMove
from ludex.core.compile.compiled_rules import Kernel
from ludex.core.compile.table_buffers import EVERY, FIRST, Buffers, packed_rows
from ludex.core.language.events import EVERYONE, NUMBERS
from ludex.core.play.move_log import visible_rows

from .outcry import Outcry
from .sealed import Sealed
from .tiny import Cards


def found_one_by_one(table: Table[Any], seat: int) -> tuple[bytes, tuple[tuple[int, int], ...]]:
    """Return what a seat may know and do, computed by the rules themselves."""
    rows = packed_rows(table.game.machine.kernel, table.engine.record_in_full(), seat, table.game.max_options)
    return table.record(seat).tobytes(), tuple(rows)


@pytest.mark.parametrize("game", [Cards(), Sealed(), Outcry(), ludex.game("modern-art")], ids=lambda game: game.name)
@pytest.mark.parametrize("then", [FIRST, EVERY, 1], ids=["first", "every", "seat 1"])
def test_whatever_seat_a_turn_looks_at_every_seat_gets_what_the_rules_give_it(game: Game, then: int) -> None:
    chance = random.Random(5)
    table: Table[Any] = game.new(3, seed=5)
    while table.waiting and len(table.played) < 60:
        for asked in table.waiting:
            request = table.request(asked)
            assert (request.memory, request.options.rows) == found_one_by_one(table, asked)
        seat = chance.choice(table.waiting)
        first, last = chance.choice(table.engine.offered(seat))
        table.engine.play_packed(seat, chance.randint(first, last), then)
    assert len(table.played) > 2


def test_seats_are_offered_all_their_moves_where_there_is_no_room_for_those_of_every_seat() -> None:
    game, table = Outcry(), Outcry().new(3, seed=5)
    buffers = Buffers(game.machine.layout, 3, 1, game.max_events)
    assert len(table.waiting) == 3
    buffers.look(game.machine.kernel, table.engine.memory_in_full(), EVERY)
    looks = buffers.after(game.machine.kernel)[3]
    assert sum(len(rows) for _, rows in looks.values()) > len(buffers.rows)
    assert looks == {seat: found_one_by_one(table, seat) for seat in table.waiting}


def test_a_look_never_goes_beyond_the_buffers_whoever_is_said_to_wait() -> None:
    game, table = Outcry(), Outcry().new(3, seed=5)
    buffers = Buffers(game.machine.layout, 2, game.max_options, game.max_events)
    buffers.look(game.machine.kernel, table.engine.memory_in_full(), EVERY)
    assert list(buffers.after(game.machine.kernel)[3]) == [0, 1]


@pytest.mark.parametrize("memory", [b"", bytes(3), bytes(100_000), None, np.zeros(3)])
def test_what_is_no_state_never_gets_to_the_rules(memory: Any) -> None:
    game = ludex.game("automation")
    with pytest.raises((TypeError, ValueError)):
        game.machine.buffers.turn(game.machine.kernel, memory, bytes(32), 0, 0)
    with pytest.raises((TypeError, ValueError)):
        game.machine.buffers.look(game.machine.kernel, memory, FIRST)


@pytest.mark.parametrize("packed", [None, "0", 0.0, b"0", [0], -1, 10**9, 10**30])
def test_what_is_no_packed_move_is_refused_and_changes_nothing(packed: Any) -> None:
    table = ludex.game("automation").new(2, seed=7)
    digest, state = table.digest, table.engine.memory_in_full()
    with pytest.raises((TypeError, UnreadableMove)):
        table.engine.play_packed(0, packed)
    assert (table.digest, table.engine.memory_in_full(), len(table.played)) == (digest, state, 0)
    table.play(0, "end phase")


def test_buffers_go_over_to_rules_that_were_compiled_meanwhile() -> None:
    """The same bytes before and after, and the kernel is asked again each time."""

    class Going(Kernel):
        """A kernel that runs interpreted until it is switched."""

    game = ludex.game("automation")
    table = game.new(2, seed=7)
    packed = table.engine.offered(0)[0][0]
    kernel = Going()
    buffers = Buffers(game.machine.layout, 4, game.max_options, game.max_events)
    results = []
    for rules in (game.machine.interpreted, game.machine.compiled, game.machine.interpreted):
        kernel.turn, kernel.look, kernel.legal = rules.turn, rules.look, rules.legal
        assert buffers.turn(kernel, table.engine.memory_in_full(), bytes(range(32)), 0, packed) == 0
        results.append((buffers.memory(), buffers.after(kernel)))
        buffers.look(kernel, buffers.memory(), FIRST)
        assert buffers.after(kernel)[1:] == results[0][1][1:]
    assert results[0] == results[1] == results[2]


def test_a_seat_is_told_those_rows_of_events_that_it_may_know() -> None:
    chance = random.Random(3)
    for _ in range(200):
        sorts = (EVERYONE, 0, 1, 2, 1 << 9, chance.getrandbits(40))
        readers = chance.choices(sorts, k=chance.randrange(9))
        rows = [NUMBERS.pack(7, bits, *range(6)) for bits in readers]
        for seat in (0, 1, 7, 8, 9, 39):
            visible = [row for row, bits in zip(rows, readers, strict=True) if bits == EVERYONE or bits >> seat & 1]
            assert visible_rows(b"".join(rows), seat) == b"".join(visible)
