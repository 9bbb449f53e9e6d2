"""The laws that always hold are noticed when they are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .position import play, position

HANDS = "Manuel open, Manuel hidden", "Sigrid open", "Daniel open"


def set_cell(name: str, *index: int, to: int) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        if index:
            state[name][index] = to
        else:
            state[name] = to

    return change


def owe_a_card(state: Any) -> None:
    """The sum is right, but a hand holds less than nothing."""
    state["hand"][0, 0], state["deck"][0] = -1, state["deck"][0] + 2


BREAKS = [
    (set_cell("deck", 3, to=9), "cards of every kind are neither made nor lost"),
    (owe_a_card, "cards of every kind are neither made nor lost"),
    (set_cell("hand_size", 1, to=2), "hands and deck are as large as the cards in them"),
    (set_cell("deck_size", to=3), "hands and deck are as large as the cards in them"),
    (
        set_cell("played", 2, to=6),
        "the round's cards lie in front of seats, in the middle, or unsold, at most five by each artist",
    ),
    (
        set_cell("played", 2, to=1),
        "the round's cards lie in front of seats, in the middle, or unsold, at most five by each artist",
    ),
    (set_cell("money", 1, to=101), "money comes and goes only through the bank, and nobody has less than nothing"),
    (set_cell("money", 1, to=-1), "money comes and goes only through the bank, and nobody has less than nothing"),
]


@pytest.mark.parametrize(("change", "law"), BREAKS)
def test_a_broken_law_is_named(change: Callable[[Any], None], law: str) -> None:
    table = position(*HANDS)
    change(table._states[0])
    assert table.broken_law() == law


def test_a_standing_bid_must_be_payable() -> None:
    table = play(position(*HANDS), "0: play Manuel open", "1: bid 60")
    table._states["money"][0, :2] = [150, 50]
    assert table.broken_law() == "nobody bids or asks for more than they have"


def test_a_sealed_bid_must_be_payable() -> None:
    table = play(position(*HANDS), "0: play Manuel hidden", "1: seal 60")
    table._states["money"][0, :2] = [150, 50]
    assert table.broken_law() == "nobody bids or asks for more than they have"
