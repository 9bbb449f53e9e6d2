"""Tables are small: a server holds thousands of them."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import ludex
from ludex import Game, Table

FRESH, PLAYED = 10_000, 38_000
"""Bytes of a fresh table, and of one after a hundred moves: ten thousand of them in 400 MB, with room for the rest."""


@pytest.fixture(autouse=True, scope="module")
def frozen() -> None:
    """Collections need not examine what exists already: a process with compiled games has millions of objects."""
    gc.collect()
    gc.freeze()


def bytes_of(make: Callable[[int], Any], count: int) -> float:
    """Return the memory of what is made, each: the lesser of two trials. What all share is made before."""
    make(0)
    return min(_one_trial(make, count) for _ in range(2))


def _one_trial(make: Callable[[int], Any], count: int) -> float:
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = [make(number) for number in range(count)]
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(made)


def in_the_midst(game: Game) -> Table:
    """Return a table after a hundred moves at random, or at its end."""
    dice = random.Random(7)
    table: Table = game.new(game.seats[-1], seed=7)
    while table.waiting and len(table.played) < 100:
        seat = table.waiting[0]
        options = table.options(seat)
        table.play(seat, options[dice.randrange(len(options))])
    return table


@pytest.mark.parametrize("name", ludex.game_names())
def test_a_fresh_table_takes_ten_kilobytes(name: str) -> None:
    game = ludex.game(name)
    assert bytes_of(lambda seed: game.new(game.seats[-1], seed=seed), 4) <= FRESH


@pytest.mark.parametrize("name", ["automation", "modern-art", "power-grid", "diplomacy-lagoon", "hearts", "blackjack"])
def test_ten_thousand_tables_of_a_hundred_moves_take_400_megabytes(name: str) -> None:
    """The same game twice: what unpacked moves and options all tables share is there already."""
    game = ludex.game(name)
    assert bytes_of(lambda _: in_the_midst(game), 1) <= PLAYED


def test_a_table_of_diplomacy_keeps_its_states_compressed() -> None:
    """The largest record: seven of its states would be half of the memory."""
    game = ludex.game("diplomacy-lagoon")
    assert bytes_of(lambda _: in_the_midst(game), 1) < 14 * game.machine.layout.size
