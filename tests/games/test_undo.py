"""Taking back is not an oracle, and what was said to others stays said: on the games themselves."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.power_grid.position import play, position

from ludex import Table, UndoRefused
from ludex.games.cards import LIBRARY, CardGame


def try_to_take_back(table: Table, seat: int) -> bool:
    """Return whether the seat could take back the last move alone; the table stays unchanged."""
    try:
        table.branch().undo(seat)
    except UndoRefused:
        return False
    return True


@pytest.mark.parametrize("seats", [3, 6])
def test_no_question_of_go_fish_is_taken_back_by_the_asker(seats: int) -> None:
    """An answer always tells something, be it that the cards were not there."""
    table = CardGame(LIBRARY["go-fish"]()).new(seats, seed=3)
    random = Random(1)
    while table.outcome is None and len(table.played) < 60:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(list(table.options(seat))))
        assert not try_to_take_back(table, seat), table.played[-1]
    assert len(table.played) > 40


def power_grid(*moves: str) -> Table:
    """Two seats in the auction of Power Grid, after some moves."""
    return play(position(round_number=2, seats=3), *moves)


@pytest.mark.parametrize(
    "moves",
    [
        ("0: open plant 4 bid 4",),
        ("0: open plant 4 bid 4", "1: bid 5"),
        ("0: open plant 4 bid 4", "1: pass"),
        ("0: open plant 4 bid 4", "1: bid 5", "2: pass", "0: pass"),
        ("0: pass",),
    ],
)
def test_a_bid_and_a_pass_are_public_at_once(moves: tuple[str, ...]) -> None:
    table = power_grid(*moves)
    assert not try_to_take_back(table, table.played[-1].seat)
    table.undo(agreed=range(3))
    assert len(table.played) == len(moves) - 1
