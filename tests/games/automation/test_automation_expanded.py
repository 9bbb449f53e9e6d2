"""The effects of the expanded edition's kingdom cards on the seat that plays them; attacks are in a separate file."""

from __future__ import annotations

import pytest

from ludex import Table

from .position import GAME, INTERPRETED, cards, deck, discard, hand, offered, play, position, supply, told, trash

EMPTY_CHEAP_PILES = dict.fromkeys(("Bitcoin", "Method", "Bug", "Backlog", "Monitoring"), 0)


def counters(table: Table) -> tuple[int, int, int]:
    view = table.view(0)
    return view.actions, view.buys, view.money


# Plain bonuses


def test_code_review_gives_a_card_and_two_actions() -> None:
    table = play(position("expanded", hands=["Code Review"], decks=["2 Bitcoin"]), "play Code Review")
    assert (counters(table), hand(table)) == ((2, 1, 0), cards("Bitcoin"))


def test_ipo_gives_two_cards_an_action_and_two_money() -> None:
    table = play(position("expanded", hands=["IPO"], decks=["3 Bitcoin"]), "play IPO")
    assert (counters(table), hand(table)) == ((1, 1, 2), cards("2 Bitcoin"))


def test_monitoring_gives_two_cards() -> None:
    table = play(position("expanded", hands=["Monitoring"], decks=["3 Bitcoin"]), "play Monitoring")
    assert (counters(table), hand(table), table.view(0).phase) == ((0, 1, 0), cards("2 Bitcoin"), "MONEY")


# Backlog


def test_backlog_gives_an_action_and_asks_what_to_discard() -> None:
    table = play(position("expanded", hands=["Backlog, 2 Bug, Bitcoin"]), "play Backlog")
    assert (table.view(0).phase, counters(table)) == ("DISCARD", (1, 1, 0))
    assert offered(table) == ["discard Bitcoin", "discard Bug", "end phase"]


def test_backlog_can_discard_nothing_and_then_draws_nothing() -> None:
    table = play(position("expanded", hands=["Backlog, 2 Bug"], decks=["5 Dogecoin"]), "play Backlog", "end phase")
    assert (hand(table), table.view(0).phase) == (cards("2 Bug"), "MONEY")


def test_backlog_draws_as_many_as_were_discarded_and_only_then() -> None:
    table = position("expanded", hands=["Backlog, 2 Bug, Bitcoin"], decks=["5 Dogecoin"])
    play(table, "play Backlog", "discard Bug", "discard Bug")
    assert hand(table) == cards("Bitcoin")
    play(table, "end phase")
    assert (hand(table), discard(table)) == (cards("Bitcoin, 2 Dogecoin"), cards("2 Bug"))


def test_backlog_draws_by_itself_once_the_whole_hand_is_discarded() -> None:
    table = position("expanded", hands=["Backlog, Bug, Bitcoin"], decks=["5 Dogecoin"])
    play(table, "play Backlog", "discard Bug", "discard Bitcoin")
    assert (hand(table), table.view(0).phase) == (cards("2 Dogecoin"), "MONEY")


def test_backlog_with_an_empty_hand_asks_nothing() -> None:
    table = play(position("expanded", hands=["Backlog"], decks=["5 Dogecoin"]), "play Backlog")
    assert (table.view(0).phase, hand(table)) == ("MONEY", cards(""))


def test_backlog_can_draw_again_what_it_discarded() -> None:
    table = play(position("expanded", hands=["Backlog, 2 Bug"]), "play Backlog", "discard Bug", "discard Bug")
    assert (hand(table), discard(table)) == (cards("2 Bug"), cards(""))


# Tech Debt


@pytest.mark.parametrize("empty", [0, 1, 2, 3])
def test_tech_debt_gives_its_bonuses_and_discards_a_card_for_every_empty_pile(empty: int) -> None:
    left = dict.fromkeys(["Bug", "Hack", "Module"][:empty], 0)
    table = position("expanded", hands=["Tech Debt, 3 Bitcoin"], decks=["Method"], left=left)
    play(table, "play Tech Debt", *["discard Bitcoin"] * empty)
    assert (counters(table), table.view(0).phase) == ((1, 1, 1), "MONEY")
    assert hand(table) == cards("Method") + cards(f"{3 - empty} Bitcoin" if empty < 3 else "")


def test_tech_debt_draws_before_it_discards() -> None:
    table = play(position("expanded", hands=["Tech Debt"], decks=["Bug"], left={"Hack": 0}), "play Tech Debt")
    assert offered(table) == ["discard Bug"]


def test_a_hand_smaller_than_the_tech_debt_is_discarded_whole() -> None:
    left = dict.fromkeys(["Bug", "Hack", "Module"], 0)
    table = position("expanded", hands=["Tech Debt, Bitcoin"], decks=["Method"], left=left)
    play(table, "play Tech Debt", "discard Bitcoin", "discard Method")
    assert (hand(table), table.view(0).phase) == (cards(""), "MONEY")


def test_tech_debt_on_an_empty_hand_asks_nothing() -> None:
    table = play(position("expanded", hands=["Tech Debt"], left={"Hack": 0}), "play Tech Debt")
    assert (table.view(0).phase, counters(table)) == ("MONEY", (1, 1, 1))


@pytest.mark.parametrize("left_out", ["Bug", "Method"])
def test_a_pile_that_an_option_leaves_out_is_no_empty_pile(left_out: str) -> None:
    """Method is in the starting deck here: that does not make it a pile of the supply."""
    start = {"Bitcoin": 0, "Method": 4, "Tech Debt": 1}
    table = GAME.new(1, edition="expanded", start=start, supply={left_out: 0})
    assert play(table, "play Tech Debt").view(0).phase == "MONEY"


# Refactor


def test_refactor_trashes_a_card_for_one_that_costs_up_to_two_more() -> None:
    table = position("expanded", hands=["Refactor, Ethereum, Bitcoin"])
    play(table, "play Refactor")
    assert (table.view(0).phase, offered(table)) == ("TRASH", ["trash Bitcoin", "trash Ethereum"])
    play(table, "trash Ethereum")
    assert (table.view(0).phase, table.view(0).limit) == ("GAIN", 5)
    assert "gain Module" in offered(table)
    assert "gain Dogecoin" not in offered(table)
    play(table, "gain Module")
    assert (hand(table), discard(table), trash(table)) == (cards("Bitcoin"), cards("Module"), cards("Ethereum"))
    assert supply(table)["Module"] == 7


def test_neither_the_trashing_nor_the_gaining_of_refactor_is_a_choice() -> None:
    table = play(position("expanded", hands=["Refactor, Bug"]), "play Refactor")
    assert "end phase" not in offered(table)
    assert "end phase" not in offered(play(table, "trash Bug"))


def test_refactor_may_gain_something_cheaper_or_the_same_card() -> None:
    table = position("expanded", hands=["Refactor, Dogecoin"])
    options = offered(play(table, "play Refactor", "trash Dogecoin"))
    assert {"gain Bug", "gain Dogecoin", "gain Framework"} <= set(options)


def test_a_refactored_bug_gives_a_card_for_up_to_two() -> None:
    table = play(position("expanded", hands=["Refactor, Bug"]), "play Refactor", "trash Bug")
    assert offered(table) == ["gain Bitcoin", "gain Method", "gain Bug", "gain Backlog", "gain Monitoring"]


def test_refactor_gains_nothing_where_nothing_cheap_enough_is_left() -> None:
    table = position("expanded", hands=["Refactor, Bug"], left=EMPTY_CHEAP_PILES)
    play(table, "play Refactor", "trash Bug")
    assert (table.view(0).phase, discard(table)) == ("MONEY", cards(""))
    assert trash(table)["Bug"] == 11


def test_refactor_with_an_empty_hand_does_nothing() -> None:
    table = play(position("expanded", hands=["Refactor"]), "play Refactor")
    assert (table.view(0).phase, discard(table)) == ("MONEY", cards(""))


def test_refactor_can_trash_another_refactor() -> None:
    table = play(position("expanded", hands=["2 Refactor"]), "play Refactor", "trash Refactor", "gain Dogecoin")
    assert (trash(table), table.view(0).phase) == (cards("Refactor"), "MONEY")


def test_trashed_points_are_lost() -> None:
    table = play(position("expanded", hands=["Refactor, Module"]), "play Refactor", "trash Module", "gain Bug")
    assert table.view(0).seats[0].score == -1


# Daily Scrum


def test_daily_scrum_gives_four_cards_and_a_buy_and_a_card_to_everyone_else() -> None:
    hands = ["Daily Scrum", "Bug", "2 Bug"]
    table = play(position("expanded", hands=hands, decks=["5 Bitcoin", "Method", "Method"]), "play Daily Scrum")
    assert (counters(table), hand(table)) == ((0, 2, 0), cards("4 Bitcoin"))
    assert (hand(table, 1), hand(table, 2)) == (cards("Bug, Method"), cards("2 Bug, Method"))


def test_others_shuffle_for_daily_scrum_and_draw_nothing_from_nothing() -> None:
    table = position("expanded", hands=["Daily Scrum", "", ""], discards=["", "2 Bug", ""])
    play(table, "play Daily Scrum")
    assert (hand(table, 1), deck(table, 1), hand(table, 2)) == (cards("Bug"), cards("Bug"), cards(""))
    assert "seat 1 shuffles the discard pile into a new deck." in told(table)


def test_the_next_seat_draws_first_for_daily_scrum() -> None:
    table = position("expanded", hands=["", "Daily Scrum", ""], decks=["Bug", "", "Bug"], turn=1)
    play(table, "1: play Daily Scrum")
    assert told(table) == ["seat 1 plays Daily Scrum.", "seat 2 draws 1 card.", "seat 0 draws 1 card."]


def test_daily_scrum_is_no_attack() -> None:
    table = position("expanded", hands=["Daily Scrum", "Monitoring"], decks=["", "Bug"])
    assert play(table, "0: play Daily Scrum").view(0).phase == "MONEY"


# Parallelization


def test_parallelization_asks_for_an_action_card_to_play_twice() -> None:
    table = play(position("expanded", hands=["Parallelization, IPO, Bitcoin"]), "play Parallelization")
    assert (table.view(0).phase, counters(table)) == ("ACTION", (0, 1, 0))
    assert offered(table) == ["play IPO", "end phase"]


def test_a_card_played_twice_does_everything_twice_and_costs_no_action() -> None:
    table = position("expanded", hands=["Parallelization, IPO"], decks=["5 Bitcoin"])
    play(table, "play Parallelization", "play IPO")
    assert (counters(table), hand(table)) == ((2, 1, 4), cards("4 Bitcoin"))
    assert table.view(0).played == ("Parallelization", "IPO")
    assert told(table).count("seat 0 plays IPO.") == 2


def test_parallelization_without_an_action_in_hand_asks_nothing() -> None:
    table = play(position("expanded", hands=["Parallelization, 2 Bitcoin"]), "play Parallelization")
    assert table.view(0).phase == "MONEY"


def test_parallelization_may_be_declined() -> None:
    table = position("expanded", hands=["Parallelization, IPO"], decks=["5 Bug"])
    play(table, "play Parallelization", "end phase")
    assert (table.view(0).phase, hand(table)) == ("MONEY", cards("IPO"))


def test_parallelization_twice_plays_two_cards_twice_each() -> None:
    table = position("expanded", hands=["2 Parallelization, IPO, Code Review"], decks=["9 Bitcoin"])
    play(table, "play Parallelization", "play Parallelization", "play IPO")
    assert (counters(table), offered(table)) == ((2, 1, 4), ["play Code Review", "end phase"])
    play(table, "play Code Review")
    assert (counters(table), hand(table)) == ((6, 1, 4), cards("6 Bitcoin"))


def test_the_second_half_of_a_doubled_parallelization_may_be_declined() -> None:
    table = position("expanded", hands=["2 Parallelization, IPO, Code Review"], decks=["9 Bitcoin"])
    play(table, "play Parallelization", "play Parallelization", "play IPO", "end phase")
    assert (table.view(0).phase, counters(table)) == ("ACTION", (2, 1, 4))


def test_three_parallelizations_nest() -> None:
    """The second is played twice; its first time it plays the third twice: three cards are doubled in all."""
    table = position("expanded", hands=["3 Parallelization, 2 IPO, Code Review"], decks=["20 Bitcoin"])
    play(table, "play Parallelization", "play Parallelization", "play Parallelization", "play IPO", "play IPO")
    assert (counters(table), offered(table)) == ((4, 1, 8), ["play Code Review", "end phase"])
    play(table, "play Code Review")
    assert (counters(table), hand(table)) == ((8, 1, 8), cards("10 Bitcoin"))


def test_all_parallelizations_of_a_game_can_nest() -> None:
    table = position("expanded", hands=["10 Parallelization, IPO", "", "", ""])
    play(table, *["play Parallelization"] * 10, "play IPO")
    assert (table.view(0).phase, counters(table)) == ("MONEY", (2, 1, 4))


def test_as_many_parallelizations_as_settings_allow_can_nest() -> None:
    """A starting deck of 20 and a supply of 20 can come together in one hand."""
    twenty = {"Parallelization": 20}
    hands = ["40 Parallelization, Hack", *["5 Monitoring"] * 3]
    table = position("expanded", hands=hands, game=INTERPRETED, start=twenty, supply=twenty)
    play(table, *["0: play Parallelization"] * 40, "0: play Hack")
    assert table.waiting == (1,)
    play(table, *["1: reveal Monitoring", "2: reveal Monitoring", "3: reveal Monitoring"] * 2)
    assert (table.view(0).phase, counters(table)) == ("MONEY", (0, 1, 4))


def test_refactor_twice_trashes_and_gains_twice() -> None:
    table = position("expanded", hands=["Parallelization, Refactor, Bug, Dogecoin"])
    play(table, "play Parallelization", "play Refactor", "trash Bug", "gain Method", "trash Dogecoin", "gain Framework")
    assert (discard(table), trash(table)) == (cards("Method, Framework"), cards("Bug, Dogecoin"))
    assert table.view(0).phase == "MONEY"


def test_refactor_twice_with_one_card_in_hand_happens_once() -> None:
    table = position("expanded", hands=["Parallelization, Refactor, Bug"])
    play(table, "play Parallelization", "play Refactor", "trash Bug", "gain Method")
    assert (table.view(0).phase, trash(table)) == ("MONEY", cards("Bug"))


def test_daily_scrum_twice_lets_everyone_else_draw_twice() -> None:
    table = position("expanded", hands=["Parallelization, Daily Scrum", ""], decks=["9 Bitcoin", "9 Method"])
    play(table, "play Parallelization", "play Daily Scrum")
    assert (counters(table), hand(table), hand(table, 1)) == ((0, 3, 0), cards("8 Bitcoin"), cards("2 Method"))


def test_backlog_twice_discards_and_draws_twice() -> None:
    table = position("expanded", hands=["Parallelization, Backlog, 2 Bug"], decks=["9 Bitcoin"])
    play(table, "play Parallelization", "play Backlog", "discard Bug", "end phase", "discard Bug", "discard Bitcoin")
    assert (hand(table), counters(table)) == (cards("2 Bitcoin"), (2, 1, 0))


def test_tech_debt_twice_discards_twice() -> None:
    table = position("expanded", hands=["Parallelization, Tech Debt"], decks=["2 Bug"], left={"Hack": 0})
    play(table, "play Parallelization", "play Tech Debt", "discard Bug", "discard Bug")
    assert (hand(table), counters(table)) == (cards(""), (2, 1, 2))


def test_a_parallelized_card_that_draws_actions_may_go_on_with_the_actions_it_gave() -> None:
    table = position("expanded", hands=["Parallelization, Code Review"], decks=["2 Monitoring"])
    play(table, "play Parallelization", "play Code Review", "play Monitoring", "play Monitoring")
    assert (counters(table), table.view(0).phase) == ((2, 1, 0), "MONEY")
