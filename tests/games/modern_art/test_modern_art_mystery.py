"""The mystery player, for three."""

from __future__ import annotations

import pytest

from ludex import BadSetting, Table
from ludex.games.modern_art import AwaitingCard, MysteryOffer, RoundEnding

from .position import GAME, money, offered, owns, play, played, position, sell_out

HANDS = "Manuel one offer, Manuel double, Daniel open", "Sigrid open, Manuel open", "Daniel open"
ONLY_RAFAEL = (
    "2 Manuel open, 2 Manuel one offer, 2 Manuel hidden, 2 Manuel fixed price, Manuel double, 2 Sigrid open, "
    "2 Sigrid one offer, 3 Sigrid hidden, 3 Sigrid fixed price, 2 Sigrid double, Daniel open, 3 Daniel one offer, "
    "3 Daniel hidden, 3 Daniel fixed price, 2 Daniel double, 3 Ramon open, 3 Ramon one offer, 3 Ramon hidden, "
    "3 Ramon fixed price, 3 Ramon double"
)
"""With these gone the deck is full of Rafaels, and nothing is left to chance."""


def finished(mystery_size: int = 5) -> Table:
    """Seat 0 has auctioned a card; the mystery player's cards are all by Rafael."""
    table = position(*HANDS, gone=ONLY_RAFAEL, round=3, mystery=True, mystery_size=mystery_size)
    return play(table, "0: play Manuel one offer", "1: bid 3", "2: pass", "0: pass")


def test_it_is_dealt_as_for_four_and_the_fourth_hand_is_face_down() -> None:
    view = GAME.new(3, seed=1, mystery=True).view(0)
    assert [seat.hand_size for seat in view.seats] == [9, 9, 9]
    assert (view.mystery_size, view.deck_size) == (9, 34)


def test_it_gets_its_cards_in_later_rounds_too() -> None:
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", unsold="4 Rafael open", mystery=True)
    sell_out(play(table, "0: play Rafael hidden"))
    assert (table.view().mystery_size, [seat.hand_size for seat in table.view().seats]) == (13, [5, 5, 5])


@pytest.mark.parametrize("seats", [4, 5])
def test_it_joins_three_only(seats: int) -> None:
    with pytest.raises(BadSetting, match=f"joins a game of 3 seats, not of {seats}"):
        GAME.new(seats, mystery=True)


def test_after_their_auction_players_may_turn_over_a_card() -> None:
    table = finished()
    assert table.view().phase == MysteryOffer(0, 5)
    assert (table.waiting, offered(table)) == ((0,), "turn mystery card, decline")


def test_it_may_be_left() -> None:
    table = play(finished(), "0: decline")
    assert (table.view().phase, table.view().mystery_size, played(table)[4]) == (AwaitingCard(1), 5, 0)


def test_a_turned_card_counts_is_not_auctioned_and_nobody_owns_it() -> None:
    table = play(finished(), "0: turn mystery card")
    assert (table.view().phase, table.view().mystery_size) == (AwaitingCard(1), 4)
    assert (played(table)[4], [card.artist for card in table.view().unsold]) == (1, ["Rafael Silveira"])
    assert [owns(table, seat).total() for seat in range(3)] == [0, 1, 0]
    assert money(table) == [103, 97, 100]


def test_a_turned_card_can_be_the_fifth_and_the_player_left_of_the_turner_starts() -> None:
    """With four cards of every artist on the table, any card is a fifth."""
    fours = (
        f"{name} hidden, {name} fixed price, {name} double"
        for name in ("Manuel", "Sigrid", "Daniel", "Ramon", "Rafael")
    )
    unsold = ", ".join((*fours, "Sigrid one offer", "Daniel one offer", "Ramon one offer", "Rafael one offer"))
    table = position(*HANDS, unsold=unsold, mystery=True)
    play(table, "0: play Manuel one offer", "1: bid 3", "2: pass", "0: pass", "0: turn mystery card")
    phase = table.view().phase
    assert isinstance(phase, RoundEnding)
    assert (len(phase.unsold), phase.seat, max(played(table))) == (1, 0, 5)
    sell_out(table)
    assert (table.view().round, table.view().phase, table.view().unsold) == (2, AwaitingCard(1), ())


def test_the_player_who_added_the_second_card_is_asked_having_held_the_auction() -> None:
    table = position(*HANDS, mystery=True)
    play(table, "0: play Manuel double", "0: decline", "1: add Manuel open", "0: pass", "1: pass", "2: pass")
    assert table.view().phase == MysteryOffer(1, 9)


def test_a_double_that_nobody_joined_is_an_auction_too() -> None:
    table = play(position(*HANDS, mystery=True), "0: play Manuel double", *["decline"] * 3)
    assert table.view().phase == MysteryOffer(0, 9)


def test_without_mystery_cards_nobody_is_asked() -> None:
    assert finished(mystery_size=0).view().phase == AwaitingCard(1)


def test_hands_can_be_empty_before_round_four_and_the_round_ends() -> None:
    table = play(position("Manuel open", "", "", round=2, mystery=True), "0: play Manuel open")
    assert isinstance(table.view().phase, RoundEnding)
    sell_out(table)
    assert (table.view().round, [seat.hand_size for seat in table.view().seats]) == (3, [4, 4, 4])


def test_a_fourth_round_without_any_card_is_not_played() -> None:
    table = sell_out(play(position("Manuel open", "", "", round=3, mystery=True), "0: play Manuel open"))
    assert table.outcome is not None
