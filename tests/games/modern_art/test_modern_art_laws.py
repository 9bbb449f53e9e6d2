"""The laws that always hold are noticed when they are broken."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.errors import BadPosition

from .position import GAME, play, position

HANDS = "Manuel open, Manuel hidden", "Sigrid open", "Daniel open"
DECK = position(*HANDS).position().state["deck"]
CARDS = "cards of every kind are neither made nor lost"
SIZES = "hands and deck are as large as the cards in them"
TABLE = "the round's cards lie in front of seats, in the middle, or unsold, at most five by each artist"
MONEY = "money comes and goes only through the bank, and nobody has less than nothing"
BIDS = "nobody bids or asks for more than they have"


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        ({"deck": {**DECK, "Manuel Carvalho (fixed price)": 9}}, CARDS),
        ({"hand": [{"Ramon Martins (open)": -1}], "deck": {**DECK, "Ramon Martins (open)": 4}}, CARDS),
        ({"hand_size": [2, 2, 1]}, SIZES),
        ({"deck_size": 3}, SIZES),
        ({"played": {"Daniel Melim": 6}}, TABLE),
        ({"played": {"Daniel Melim": 1}}, TABLE),
        ({"money": [100, 101, 100]}, MONEY),
        ({"money": [201, -1, 100]}, MONEY),
    ],
)
def test_a_broken_law_is_named(broken: dict[str, Any], law: str) -> None:
    with pytest.raises(BadPosition, match=f"the position breaks a law: {law}"):
        GAME.position(position(*HANDS).position().but(**broken))


@pytest.mark.parametrize("moves", [("0: play Manuel open", "1: bid 60"), ("0: play Manuel hidden", "1: seal 60")])
def test_a_standing_or_sealed_bid_must_be_payable(moves: tuple[str, ...]) -> None:
    table = play(position(*HANDS), *moves)
    with pytest.raises(BadPosition, match=BIDS):
        GAME.position(table.position().but(money=[150, 50, 100]))
