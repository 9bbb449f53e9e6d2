"""The rules of betting, the showdown and the pot, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused, told

from ludex import Table
from ludex.core.game.template import template_of
from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards import View, library_game
from ludex.games.cards.components import mask_of
from ludex.games.cards.genome import BettingPhase, Chips, Match
from ludex.games.cards.parts.betting.showdown import card_total, poker_value

ACES, KINGS, NOTHING = "AC AD 2C 3D 4H", "KC KD 2D 3H 5C", "7C 8D 9H JC 2S"


def chips(table: Table[View]) -> list[int]:
    return [seat.chips for seat in table.view().seats]


def one_hand(name: str = "simple-poker", **changes: Any) -> Any:
    return genome(name, match=Match(hands=1), **changes)


def test_everybody_pays_the_ante() -> None:
    view = library_game("simple-poker").new(3, seed=1).view()
    assert [(seat.chips, seat.stake) for seat in view.seats] == [(99, 1)] * 3


def test_to_call_is_to_pay_what_the_others_paid() -> None:
    table = lay_out("simple-poker", ACES, KINGS, NOTHING)
    assert options(table) == {"call", "raise"}
    assert refused(table, "fold") == "nothing-to-fold"
    play(table, "raise, call")
    assert [seat.stake for seat in table.view().seats] == [3, 3, 1]
    assert options(table) == {"call", "raise", "fold"}


def test_after_a_raise_everybody_else_answers_again() -> None:
    table = play(lay_out("simple-poker", ACES, KINGS, NOTHING), "call, call, raise")
    assert table.waiting == (0,)
    assert play(table, "call").waiting == (1,)
    assert table.view().hand_number == 0
    assert play(table, "call").view().hand_number == 1


def test_there_are_only_so_many_raises_in_a_round() -> None:
    table = play(lay_out("simple-poker", ACES, KINGS, NOTHING), "raise, raise, raise")
    assert refused(table, "raise") == "no-more-raises"


def test_a_raise_needs_chips_beyond_the_call() -> None:
    table = lay_out("simple-poker", ACES, KINGS, chips=[100, 2], stake=[95, 3], turn=1)
    assert refused(table, "raise") == "no-more-raises"
    assert options(table) == {"call", "fold"}


def test_a_seat_with_too_few_chips_pays_what_it_has_and_stays_in() -> None:
    table = lay_out(one_hand(), ACES, KINGS, chips=[2, 98], stake=[1, 99], todo=["seat 0"])
    assert chips(play(table, "call")) == [102, 98]


def test_a_seat_that_folds_leaves_what_it_paid_to_the_others() -> None:
    table = play(lay_out(one_hand(), NOTHING, KINGS), "raise, fold")
    assert chips(table) == [101, 99]
    assert any("folds" in sentence for sentence in told(table))


def test_the_best_hand_of_those_still_in_gets_the_pot() -> None:
    table = play(lay_out(one_hand(), NOTHING, KINGS, ACES), "raise, call, fold")
    assert chips(table) == [97, 104, 99]


def test_equal_hands_share_the_pot_and_the_odd_chip_goes_left_of_the_dealer() -> None:
    rules = genome("betting-war", match=Match(hands=1))
    table = play(lay_out(rules, "AC", "2C", "AD", chips=[49, 49, 49]), "call, call, call")
    assert chips(table) == [51, 49, 50]


def test_nobody_wins_an_empty_pot() -> None:
    rules = genome("simple-poker", chips=Chips(100, ante=0), match=Match(hands=1))
    table = play(lay_out(rules, ACES, KINGS, chips=[100, 100], stake=[0, 0]), "call, call")
    assert chips(table) == [100, 100]
    assert not any("from the pot" in sentence for sentence in told(table))


def test_a_seat_without_chips_is_out_of_the_match() -> None:
    table = play(lay_out("simple-poker", ACES, KINGS, chips=[98, 0], stake=[51, 51], todo=["seat 0"]), "call")
    assert table.outcome is not None
    assert table.outcome.reason == "only one seat is left"


def poker(cards: str) -> int:
    game = library_game("simple-poker")
    return poker_value(load_twin(template_of(game, 2, game.settings()), 0), mask_of(cards.split()))


LADDER = {
    "high card": "AC KD 9H 5S 3C",
    "a pair": "2C 2D 9H 5S 3C",
    "two pairs": "2C 2D 3H 3S 4C",
    "three of a kind": "2C 2D 2H 5S 3C",
    "straight": "3C 4D 5H 6S 7C",
    "flush": "2C 4C 6C 8C TC",
    "full house": "2C 2D 2H 3S 3C",
    "four of a kind": "2C 2D 2H 2S 3C",
    "straight flush": "3C 4C 5C 6C 7C",
}


@pytest.mark.parametrize(("worse", "better"), list(zip(LADDER, list(LADDER)[1:], strict=False)))
def test_poker_hands_rank_in_their_order(worse: str, better: str) -> None:
    assert poker(LADDER[worse]) < poker(LADDER[better])


def test_straight_may_begin_with_the_ace_and_is_the_lowest_then() -> None:
    assert poker("KC AC QD JH TS") > poker("9C KC QD JH TS") > poker("AC 2D 3H 4S 5C") > poker("AC AD AH KS QS")
    assert poker("6C 2D 3H 4S 5C") > poker("AC 2D 3H 4S 5C")


def test_no_straight_goes_around_the_corner() -> None:
    assert poker("QC KD AH 2S 3C") < poker(LADDER["a pair"])


def test_flush_needs_five_cards_of_one_suit() -> None:
    assert poker("2C 4C 6C 8C TD") < poker(LADDER["a pair"])


def test_between_equal_kinds_the_cards_that_are_there_most_often_decide_first() -> None:
    assert poker("3C 3D 2H 4S 5C") > poker("2C 2D AH KS QC")
    assert poker("AC AD 5H 4S 2C") < poker("AH AS 5C 4D 3C")
    assert poker("3C 3D 3H 2S 2C") > poker("2D 2H 2C AS AC")


@pytest.mark.parametrize(
    ("cards", "points"),
    [("KC QD", 20), ("AC KD", 21), ("AC AD", 12), ("AC 9D 5H", 15), ("KC QD 5H", 25), ("AC 5D", 16)],
)
def test_blackjack_counts_an_ace_as_eleven_or_one(cards: str, points: int) -> None:
    assert card_total(mask_of(cards.split())) == points


@pytest.mark.parametrize(
    ("own", "dealers", "won"),
    [("KC QD", "KD 9C", 5), ("KC 9D", "KD QC", -5), ("KC 9D", "KD 9C", 0), ("KC 9D", "KD 6C TS", 5)],
)
def test_blackjack_is_played_against_the_dealer_alone(own: str, dealers: str, won: int) -> None:
    """Seat 1 deals; where it has drawn above 21, it has lost."""
    table = lay_out(genome("blackjack", match=Match(hands=1)), own, dealers)
    play(table, "pass" if table.waiting == (1,) else "pass, pass")
    assert chips(table) == [100 + won, 100 - won]


def test_blackjack_is_lost_above_21_whatever_the_dealer_has() -> None:
    table = lay_out(genome("blackjack", match=Match(hands=1)), "KC 9D 5H", "KD 6C TS", turn=1, turns=1)
    assert chips(play(table, "pass")) == [95, 105]


def test_nobody_plays_blackjack_for_more_than_the_dealer_can_pay() -> None:
    """The hand before leaves seat 0, which deals next, 7 chips: seat 1 plays for 5 of them, seat 2 for 2, and seat 3
    for none, so it sits the hand out."""
    hands = ("KC 9D", "KD 6C", "KH 6D", "KS QS")
    table = lay_out("blackjack", *hands, chips=[7, 96, 197, 95], stake=[5], score=[12, 96, 197, 95])
    play(table, "pass, pass, pass, pass")
    view = table.view()
    assert (view.dealer, [seat.stake for seat in view.seats]) == (0, [0, 5, 2, 0])
    assert [seat.playing for seat in view.seats] == [True, True, True, False]


def test_the_dealer_of_blackjack_pays_every_winner_in_full() -> None:
    table = lay_out(
        genome("blackjack", match=Match(hands=1)),
        *("KC 9D", "KD QD", "KH 7D"),
        chips=[95, 191, 7],
        stake=[5, 2],
        score=[100, 193, 7],
    )
    assert chips(play(table, "pass, pass, pass")) == [105, 195, 0]


def test_the_dealer_of_blackjack_draws_below_17_and_stands_from_there() -> None:
    low = lay_out("blackjack", "KC 9D", "KD 6C", turn=1, turns=1)
    assert options(low) == {"draw"}
    assert refused(low, "pass") == "must-act"
    high = lay_out("blackjack", "KC 9D", "KD 7C", turn=1, turns=1)
    assert options(high) == {"pass"}
    assert refused(high, "draw") == "nothing-there"


def test_betting_is_left_out_where_nobody_could_answer() -> None:
    rules = one_hand(phases=(BettingPhase(), BettingPhase()))
    table = lay_out(rules, ACES, KINGS, chips=[1, 98], stake=[50, 51], todo=["seat 0"])
    assert play(table, "call").outcome is not None, "seat 0 has no chips for the second round"
