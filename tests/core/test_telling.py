"""Events are reported in few lines."""

from __future__ import annotations

import ludex
from ludex.core.show.telling import told_in_short
from ludex.games.automation.events import CardDrawn
from ludex.games.cards.events import Asked, CardPlayed
from ludex.games.modern_art.events import BidPlaced, Passed
from ludex.games.power_grid.events import BidMade


def test_raises_of_several_bots_are_one_line() -> None:
    bids = [BidPlaced(1, 5), BidPlaced(2, 6), BidPlaced(1, 9)]
    assert told_in_short(bids) == ["seat 1 bids 5, seat 2 6, seat 1 9."]


def test_what_several_do_alike_is_said_once() -> None:
    told = told_in_short([BidPlaced(1, 5), Passed(2), Passed(3), BidPlaced(0, 6)])
    assert told == ["seat 1 bids 5.", "seat 2 passes (seat 3 too).", "seat 0 bids 6."]


def test_cards_of_a_trick_are_one_sentence_with_their_suits() -> None:
    assert told_in_short([CardPlayed(1, "6H"), CardPlayed(2, "8H")]) == ["seat 1 plays 6H, seat 2 8H."]


def test_questions_to_different_players_are_never_run_together() -> None:
    asked = [Asked(1, 0, "jack", 2), Asked(1, 2, "5", 0)]
    assert told_in_short(asked) == [
        "seat 1 asks seat 0 for jacks, and gets 2.",
        "seat 1 asks seat 2 for 5s, and gets 0.",
    ]


def test_numbers_that_are_the_same_everywhere_are_said_once() -> None:
    assert told_in_short([BidMade(1, 4, 6), BidMade(2, 4, 7)]) == ["seat 1 bids 6 for plant 4, seat 2 7."]


def test_what_one_seat_draws_is_counted() -> None:
    drawn = [CardDrawn(0, card) for card in ("Bitcoin", "Bitcoin", "Method")]
    assert told_in_short(drawn) == ["seat 0 draws 2 × Bitcoin, Method."]


def test_nothing_is_left_out_of_a_whole_game() -> None:
    """Every seat and every number of the events is in the report."""
    table = ludex.game("modern-art").new(3, seed=4, starter=0)
    events = table.events(0)
    told = " ".join(told_in_short(events))
    for event in events:
        assert str(event).rstrip(".").split()[-1] in told
