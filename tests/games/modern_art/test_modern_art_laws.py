"""The laws that always hold are noticed when they are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludex.core.errors import BadPosition
from ludex.core.twin import load_twin
from ludex.games.modern_art.laws import BID_UNPAYABLE, CARDS_LOST, MONEY_LOST, SIZE_WRONG, TABLE_WRONG, audit

from .position import GAME, play, position

HANDS = "Manuel open, Manuel hidden", "Sigrid open", "Daniel open"


def lose_a_card(s: Any) -> None:
    s.deck[3] -= 1


def owe_a_card(s: Any) -> None:
    """The sum is right, but a hand holds less than nothing."""
    s.hand[0, 0], s.deck[0] = -1, s.deck[0] + 2


def miscount_a_hand(s: Any) -> None:
    s.hand_size[1] += 1


def miscount_the_deck(s: Any) -> None:
    s.deck_size -= 1


def find_money(s: Any) -> None:
    s.money[1] += 1


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (lose_a_card, CARDS_LOST),
        (owe_a_card, CARDS_LOST),
        (miscount_a_hand, SIZE_WRONG),
        (miscount_the_deck, SIZE_WRONG),
        (find_money, MONEY_LOST),
    ],
)
def test_what_cannot_follow_from_a_position_is_noticed_in_the_record(change: Callable[[Any], None], law: int) -> None:
    s = load_twin(position(*HANDS).record_in_full(), 0)
    assert audit(s) == 0
    change(s)
    assert audit(s) == law


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        ({"hand": [{"Ramon Martins (open)": 4}]}, CARDS_LOST),
        ({"hand": [{"Ramon Martins (open)": -1}]}, CARDS_LOST),
        ({"played": {"Daniel Melim": 6}}, TABLE_WRONG),
        ({"played": {"Daniel Melim": 1}}, TABLE_WRONG),
        ({"money": [201, -1, 100]}, MONEY_LOST),
    ],
)
def test_a_position_that_breaks_a_law_is_refused(broken: dict[str, Any], law: int) -> None:
    with pytest.raises(BadPosition, match=f"the position breaks a law: {law}"):
        GAME.position(position(*HANDS).position().but(**broken))


@pytest.mark.parametrize("moves", [("0: play Manuel open", "1: bid 60"), ("0: play Manuel hidden", "1: seal 60")])
def test_a_standing_or_sealed_bid_must_be_payable(moves: tuple[str, ...]) -> None:
    table = play(position(*HANDS), *moves)
    with pytest.raises(BadPosition, match=str(BID_UNPAYABLE)):
        GAME.position(table.position().but(money=[150, 50, 100]))
