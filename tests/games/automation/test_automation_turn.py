"""Setup, the phases of a turn, drawing, and the end of the game: the same in both editions."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import pytest

from ludex.games.automation.components import EDITIONS, Edition

from .position import GAME, cards, deck, discard, ended, hand, offered, play, position, supply, told

seats_1_to_4 = pytest.mark.parametrize("seats", GAME.seats)
both_editions = pytest.mark.parametrize("edition", EDITIONS)


# Setup


@both_editions
@seats_1_to_4
def test_all_start_with_seven_bitcoin_and_three_methods_five_of_them_in_hand(edition: Edition, seats: int) -> None:
    table = GAME.new(seats, seed=3, edition=edition)
    for seat in range(seats):
        assert hand(table, seat) + deck(table, seat) == cards("7 Bitcoin, 3 Method")
        assert hand(table, seat).total() == 5
        assert discard(table, seat).total() == 0


@both_editions
@seats_1_to_4
def test_starting_cards_are_not_taken_from_the_supply(edition: Edition, seats: int) -> None:
    left = supply(GAME.new(seats, edition=edition))
    assert (left["Bitcoin"], left["Method"]) == (60, 14)


@both_editions
@seats_1_to_4
def test_there_are_ten_bugs_for_every_seat(edition: Edition, seats: int) -> None:
    assert supply(GAME.new(seats, edition=edition))["Bug"] == 10 * seats


@seats_1_to_4
def test_seat_0_begins_with_one_action_one_buy_and_no_money(seats: int) -> None:
    view = GAME.new(seats).view(0)
    assert (view.turn, view.phase, view.actions, view.buys, view.money) == (0, "MONEY", 1, 1, 0)
    assert [seat.turns for seat in view.seats] == [1] + [0] * (seats - 1)


@pytest.mark.parametrize("seats", [0, 5])
def test_no_table_for_fewer_than_one_or_more_than_four(seats: int) -> None:
    with pytest.raises(ValueError, match=f"automation is for 1 to 4 seats, not {seats}"):
        GAME.new(seats)


# ACTION


def test_in_the_action_phase_only_action_cards_and_the_end_are_offered() -> None:
    table = position(hands=["Refactor, Code Review, 2 Bitcoin, Method, Bug"])
    assert offered(table) == ["play Refactor", "play Code Review", "end phase"]


def test_an_action_phase_without_action_cards_passes_by_itself_and_is_told() -> None:
    table = play(position(hands=["", "5 Bitcoin"], phase="BUY"), "0: end phase")
    assert (table.waiting, table.view(1).phase, table.view(1).actions) == ((1,), "MONEY", 1)
    assert told(table)[-2:] == ["seat 1 begins turn 1.", "seat 1 holds no action card to play."]


def test_the_first_action_phase_passes_by_itself_too() -> None:
    table = GAME.new(2, seed=1)
    assert (table.view(0).phase, offered(table)[-1]) == ("MONEY", "end phase")
    assert str(table.events()[-1]) == "seat 0 holds no action card to play."


def test_an_action_phase_with_an_action_card_is_asked_for() -> None:
    table = play(position(hands=["", "4 Bitcoin, Refactor"], phase="BUY"), "0: end phase")
    assert (table.view(1).phase, offered(table)) == ("ACTION", ["play Refactor", "end phase"])
    assert told(table)[-1] == "seat 1 begins turn 1."


def test_when_the_last_action_card_is_played_the_phase_passes_with_actions_left() -> None:
    table = play(position(hands=["Refactor"], decks=["Bitcoin"]), "play Refactor")
    assert (table.view(0).phase, table.view(0).actions) == ("MONEY", 1)
    assert told(table)[-1] == "seat 0 holds no action card to play."


def test_when_the_actions_run_out_nothing_is_told_about_the_hand() -> None:
    assert told(play(position(hands=["2 Code Review"]), "play Code Review")) == ["seat 0 plays Code Review."]


def test_playing_an_action_consumes_one() -> None:
    table = play(position(hands=["Evergreen Test, Refactor"], actions=2), "play Evergreen Test")
    assert table.view(0).actions == 1
    assert offered(table) == ["play Refactor", "end phase"]


def test_without_actions_left_the_money_phase_begins() -> None:
    table = play(position(hands=["2 Code Review"]), "play Code Review")
    assert (table.view(0).phase, table.view(0).actions) == ("MONEY", 0)


def test_actions_can_be_left_unused() -> None:
    table = play(position(hands=["Refactor"]), "end phase")
    assert (table.view(0).phase, table.view(0).actions) == ("MONEY", 1)
    assert hand(table) == cards("Refactor")


# MONEY


def test_in_the_money_phase_only_money_and_the_end_are_offered() -> None:
    table = position(hands=["Bitcoin, Dogecoin, Method, Refactor, Bug"], phase="MONEY")
    assert offered(table) == ["play Bitcoin", "play Dogecoin", "end phase"]


def test_money_adds_its_value_and_stays_in_play() -> None:
    table = play(position(hands=["Bitcoin, Ethereum, Dogecoin"], phase="MONEY"), "play Dogecoin", "play Ethereum")
    assert table.view(0).money == 5
    assert table.view(0).played == ("Ethereum", "Dogecoin")
    assert hand(table) == cards("Bitcoin")


def test_the_money_phase_lasts_until_it_is_ended_even_with_no_money_left() -> None:
    table = play(position(hands=["Bitcoin"], phase="MONEY"), "play Bitcoin")
    assert offered(table) == ["end phase"]
    assert play(table, "end phase").view(0).phase == "BUY"


def test_in_the_documents_money_phase_any_card_may_be_played_but_only_money_is_worth_something() -> None:
    table = position(hands=["Bitcoin, Method, Bug, Code Review"], phase="MONEY", money_phase="any")
    assert offered(table) == ["play Bitcoin", "play Method", "play Bug", "play Code Review", "end phase"]
    play(table, "play Method", "play Bug", "play Code Review", "play Bitcoin")
    view = table.view(0)
    assert (view.money, view.actions, view.buys) == (1, 1, 1)
    assert view.played == ("Bitcoin", "Method", "Bug", "Code Review")


def test_an_action_played_as_money_has_no_effect_and_hits_nobody() -> None:
    hands = ["Hack, Daily Scrum, IPO", "5 Bitcoin"]
    table = position("expanded", hands=hands, decks=["9 Bug", "9 Bug"], phase="MONEY", money_phase="any")
    play(table, "0: play Hack", "0: play Daily Scrum", "0: play IPO", "0: end phase")
    assert (hand(table), hand(table, 1)) == (cards(""), cards("5 Bitcoin"))
    assert (table.view(0).money, table.view(0).buys) == (0, 1)


# BUY


def test_every_affordable_card_left_in_the_supply_is_offered() -> None:
    table = position(phase="BUY", money=3, left={"Method": 0})
    assert offered(table) == ["buy Bitcoin", "buy Ethereum", "buy Bug", "buy Refactor", "end phase"]


def test_a_purchase_costs_one_buy_and_the_price_and_goes_to_the_discard_pile() -> None:
    table = play(position(phase="BUY", money=9, buys=2), "buy Dogecoin")
    assert (table.view(0).money, table.view(0).buys) == (3, 1)
    assert discard(table) == cards("Dogecoin")
    assert supply(table)["Dogecoin"] == 29


def test_the_same_card_can_be_bought_with_every_buy() -> None:
    table = play(position(phase="BUY", money=6, buys=3), "buy Ethereum", "buy Ethereum")
    assert discard(table) == cards("2 Ethereum")
    assert "buy Bitcoin" in offered(table)


def test_without_buys_left_the_turn_is_over() -> None:
    table = play(position(seats=2, phase="BUY", money=9), "0: buy Ethereum")
    assert (table.view(1).turn, table.view(1).phase) == (1, "MONEY")


def test_a_buy_phase_in_which_nothing_is_affordable_is_still_ended_by_the_player() -> None:
    table = position("expanded", phase="BUY", money=0, left={"Bug": 0})
    assert offered(table) == ["end phase"]


def test_money_does_not_last_beyond_the_turn() -> None:
    table = play(position(seats=2, phase="BUY", money=9), "0: end phase")
    assert (table.view(1).money, table.view(1).actions, table.view(1).buys) == (0, 1, 1)


# CLEANUP


def test_cleanup_discards_hand_and_played_cards_and_draws_five() -> None:
    table = position(hands=["2 Method"], decks=["6 Bitcoin"], discards=["Bug"], played="Dogecoin", phase="BUY")
    play(table, "end phase")
    assert discard(table) == cards("2 Method, Dogecoin, Bug")
    assert (hand(table), deck(table)) == (cards("5 Bitcoin"), cards("Bitcoin"))
    assert table.view(0).played == ()


def test_what_was_bought_can_be_drawn_in_the_same_cleanup() -> None:
    table = play(position(hands=["2 Bitcoin"], phase="BUY", money=6), "buy Dogecoin")
    assert hand(table) == cards("2 Bitcoin, Dogecoin")


def test_seats_take_turns_clockwise_and_count_them() -> None:
    table = position(hands=["", "", ""], phase="BUY")
    turn = ["end phase"] * 2
    play(table, "0: end phase", *(f"1: {move}" for move in turn), *(f"2: {move}" for move in turn), "0: end phase")
    assert [seat.turns for seat in table.view().seats] == [2, 1, 1]


def test_alone_one_turn_follows_another() -> None:
    table = play(position(phase="BUY"), "0: end phase", "0: end phase")
    assert (table.view(0).seats[0].turns, table.view(0).phase) == (2, "BUY")


# Drawing


def test_every_card_of_the_deck_is_equally_likely_to_be_drawn() -> None:
    """Of 5 cards out of 7 Bitcoin and 3 Methods, k are Methods as often as C(3, k) C(7, 5 - k) / C(10, 5) says."""
    games = 3_000
    found = Counter(hand(GAME.new(1, seed))["Method"] for seed in range(games))
    for methods in range(4):
        expected = games * comb(3, methods) * comb(7, 5 - methods) / comb(10, 5)
        assert abs(found[methods] - expected) < 4 * sqrt(expected)


def test_cards_are_drawn_from_the_deck_before_the_discard_pile_is_touched() -> None:
    table = play(position(hands=["Evergreen Test"], decks=["3 Bug"], discards=["5 Dogecoin"]), "play Evergreen Test")
    assert (hand(table), deck(table), discard(table)) == (cards("3 Bug"), cards(""), cards("5 Dogecoin"))
    assert not any("shuffles" in line for line in told(table))


def test_the_discard_pile_becomes_the_deck_in_the_middle_of_drawing() -> None:
    table = play(position(hands=["Evergreen Test"], decks=["Bug"], discards=["5 Dogecoin"]), "play Evergreen Test")
    assert (hand(table), deck(table)) == (cards("Bug, 2 Dogecoin"), cards("3 Dogecoin"))
    assert discard(table) == cards("")
    assert "seat 0 shuffles the discard pile into a new deck." in told(table)


def test_with_deck_and_discard_pile_empty_no_more_is_drawn() -> None:
    table = play(position(hands=["Evergreen Test"], decks=["Bug"], discards=["Dogecoin"]), "play Evergreen Test")
    assert hand(table) == cards("Bug, Dogecoin")
    assert told(table)[-1] == "seat 0 draws 2 cards."


def test_with_nothing_to_draw_nothing_is_told() -> None:
    table = play(position(hands=["Evergreen Test"]), "play Evergreen Test")
    assert told(table) == ["seat 0 plays Evergreen Test."]


def test_cards_in_play_are_not_shuffled_into_the_deck() -> None:
    table = position(hands=["Refactor, Evergreen Test"], discards=["Bug"], played="Dogecoin")
    play(table, "play Refactor", "play Evergreen Test")
    assert hand(table) == cards("Bug")
    assert table.view(0).played == ("Dogecoin", "Refactor", "Evergreen Test")


def test_a_small_deck_gives_a_small_hand_at_cleanup() -> None:
    table = play(position(hands=["Method"], decks=["Bitcoin"], phase="BUY"), "end phase")
    assert hand(table) == cards("Method, Bitcoin")


# The end


def test_the_game_ends_when_the_last_framework_is_bought() -> None:
    table = play(position(seats=2, phase="BUY", money=8, left={"Framework": 1}), "buy Framework")
    assert table.outcome is not None
    assert ended(table).reason == "all Frameworks are bought"
    assert (table.waiting, table.view(0).phase) == ((), "OVER")
    assert told(table)[-1] == "The game is over."


def test_the_turn_in_which_the_last_framework_is_bought_is_played_to_its_end() -> None:
    table = play(position(phase="BUY", money=13, buys=3, left={"Framework": 1}), "buy Framework")
    assert table.outcome is None
    play(table, "buy Module")
    assert table.outcome is None
    assert ended(play(table, "end phase")).scores == (9,)


def test_a_last_framework_that_is_gained_ends_the_game_too() -> None:
    table = position("expanded", hands=["Refactor, Dogecoin"], left={"Framework": 1}, seats=2)
    play(table, "play Refactor", "trash Dogecoin", "gain Framework")
    assert table.outcome is None
    assert ended(play(table, "end phase", "end phase")).winners == (0,)


def test_other_empty_piles_do_not_end_the_game() -> None:
    empty = dict.fromkeys(("Module", "Method", "Bug", "Bitcoin", "Refactor"), 0)
    assert play(position(phase="BUY", left=empty), "end phase").outcome is None


def test_one_framework_left_does_not_end_the_game() -> None:
    assert play(position(phase="BUY", left={"Framework": 1}), "end phase").outcome is None


def test_scores_count_all_cards_wherever_they_lie() -> None:
    table = position(
        hands=["Method, Dogecoin", "2 Bug"],
        decks=["Module", "Code Review"],
        discards=["Framework", "Module"],
        played="Method",
        phase="BUY",
        money=8,
        left={"Framework": 1},
    )
    assert [seat.score for seat in table.view().seats] == [11, 1]
    assert ended(play(table, "buy Framework")).scores == (17, 1)


def test_a_score_can_be_negative() -> None:
    assert position(hands=["3 Bug, 2 Dogecoin"]).view().seats[0].score == -3


def test_of_equal_scores_the_one_with_fewer_turns_is_ahead() -> None:
    hands = ["", "Framework", "Module"]
    table = position(hands=hands, phase="BUY", money=8, left={"Framework": 1}, turns=[5, 4, 4])
    outcome = ended(play(table, "buy Framework"))
    assert outcome.scores == (6, 6, 3)
    assert (outcome.ranks, outcome.winners) == ((2, 1, 3), (1,))


def test_equal_scores_after_equal_turns_share_the_rank() -> None:
    hands = ["Framework", "", "Module"]
    table = position(hands=hands, turn=1, phase="BUY", money=8, left={"Framework": 1}, turns=[5, 5, 4])
    outcome = ended(play(table, "buy Framework"))
    assert (outcome.ranks, outcome.winners) == ((1, 1, 3), (0, 1))


def test_more_points_are_ahead_whatever_the_turns() -> None:
    hands = ["Method", "Framework"]
    table = position(hands=hands, phase="BUY", money=8, left={"Framework": 1}, turns=[9, 8])
    assert ended(play(table, "buy Framework")).winners == (0,)


def test_the_turn_limit_ends_the_game_after_the_last_seats_last_turn() -> None:
    table = GAME.new(2, seed=1, turn_limit=2)
    turn = ("end phase",) * 2
    play(table, *turn, *turn, *turn)
    assert (table.outcome, table.view(1).seats[1].turns) == (None, 2)
    play(table, *turn)
    assert ended(table).reason == "the turn limit was reached"
    assert [seat.turns for seat in table.view().seats] == [2, 2]


def test_frameworks_bought_out_in_the_last_turn_are_the_reason_given() -> None:
    table = position(phase="BUY", money=8, left={"Framework": 1}, turn_limit=1)
    assert ended(play(table, "buy Framework")).reason == "all Frameworks are bought"


def test_the_turn_limit_is_fifty_unless_another_is_given() -> None:
    table = position(phase="BUY", turns=[49])
    assert play(table, "end phase").outcome is None
    assert play(table, *["end phase"] * 2).outcome is not None


def test_after_the_end_nothing_is_left_of_the_turn() -> None:
    view = play(position(phase="BUY", money=9, buys=2, actions=1, left={"Framework": 0}), "end phase").view(0)
    assert (view.actions, view.buys, view.money, view.played) == (0, 0, 0, ())
