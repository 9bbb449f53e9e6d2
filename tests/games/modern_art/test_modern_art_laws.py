"""The laws that always hold are noticed when they are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludex.core.language.errors import BadPosition
from ludex.core.language.interpreted_state import load_twin
from ludex.games.modern_art.laws import (
    BID_TOO_SOON,
    BID_UNPAYABLE,
    CALLED_THRICE,
    CARDS_LOST,
    DECK_SHORT,
    MONEY_LOST,
    NO_MYSTERY_CARD,
    ROUND_OVER,
    SIZE_WRONG,
    TABLE_WRONG,
    audit,
)

from .position import GAME, play, position

HANDS = "Manuel open, Manuel hidden, Manuel one offer, Manuel double", "Sigrid open", "Daniel open"
ALL_BUT_A_FEW = (
    "2 Sigrid one offer, 3 Sigrid hidden, 3 Sigrid fixed price, 2 Sigrid double, 3 Daniel one offer, 3 Daniel hidden, "
    "3 Daniel fixed price, 2 Daniel double, 3 Ramon open, 3 Ramon one offer, 3 Ramon hidden, 3 Ramon fixed price, "
    "3 Ramon double"
)


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
    s = load_twin(position(*HANDS).engine.record_in_full(), 0)
    assert audit(s) == 0
    change(s)
    assert audit(s) == law


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        ({"hand": [{"Ramon Martins (open)": 4}]}, CARDS_LOST),
        ({"played": {"Daniel Melim": 1}}, TABLE_WRONG),
        ({"phase": "open auction", "card": None}, TABLE_WRONG),
    ],
)
def test_a_position_that_breaks_a_law_is_refused(broken: dict[str, Any], law: int) -> None:
    with pytest.raises(BadPosition, match=f"the position breaks a law: {law}"):
        GAME.position(position(*HANDS).position().but(**broken))


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"hand": [{"Ramon Martins (open)": -1}]}, "field 'hand' holds -1: expected 0 to 4"),
        ({"played": {"Daniel Melim": 6}}, "field 'played' holds 6: expected 0 to 5"),
        ({"money": [201, -1, 100]}, "field 'money' holds -1: expected 0 to 3000"),
    ],
)
def test_a_number_that_its_field_does_not_allow_is_refused(broken: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        GAME.position(position(*HANDS).position().but(**broken))


@pytest.mark.parametrize("moves", [("0: play Manuel open", "1: bid 60"), ("0: play Manuel hidden", "1: seal 60")])
def test_a_standing_or_sealed_bid_must_be_payable(moves: tuple[str, ...]) -> None:
    table = play(position(*HANDS), *moves)
    with pytest.raises(BadPosition, match=str(BID_UNPAYABLE)):
        GAME.position(table.position().but(money=[150, 50, 100]))


def test_a_fifth_card_of_an_artist_has_ended_the_round() -> None:
    position(*HANDS, unsold="2 Rafael open, 2 Rafael hidden")
    with pytest.raises(BadPosition, match=str(ROUND_OVER)):
        position(*HANDS, unsold="3 Rafael open, 2 Rafael hidden")


def test_the_deck_must_last_for_the_rounds_to_come() -> None:
    position(*HANDS, gone=ALL_BUT_A_FEW, round=3)
    with pytest.raises(BadPosition, match=str(DECK_SHORT)):
        position(*HANDS, gone=ALL_BUT_A_FEW)


def test_only_a_mystery_player_has_mystery_cards() -> None:
    with pytest.raises(BadPosition, match=str(NO_MYSTERY_CARD)):
        GAME.position(position(*HANDS).position().but(mystery_size=3))
    asked = play(position(*HANDS, mystery=True), "0: play Manuel one offer", "1: bid 3", "2: pass", "0: pass")
    with pytest.raises(BadPosition, match=str(NO_MYSTERY_CARD)):
        GAME.position(asked.position().but(mystery_size=0))


def test_nothing_is_bid_before_a_double_is_complete() -> None:
    doubled = play(position(*HANDS), "0: play Manuel double")
    with pytest.raises(BadPosition, match=str(BID_TOO_SOON)):
        GAME.position(doubled.position().but(price=40))


def test_an_auction_does_not_go_on_after_the_third_call() -> None:
    open_auction = play(position(*HANDS, closing="hammer"), "0: play Manuel open", "1: bid 5", "0: pass", "2: pass")
    GAME.position(open_auction.position().but(calls=2))
    with pytest.raises(BadPosition, match=str(CALLED_THRICE)):
        GAME.position(open_auction.position().but(calls=3))
