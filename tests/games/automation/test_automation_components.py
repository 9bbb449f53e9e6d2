"""The printed cards, and the effects of the cards of the base edition."""

from __future__ import annotations

import pytest

from ludex.games.automation import CARDS, CardDefinition
from ludex.games.automation.components import EDITIONS, KINDS, NAMES, Edition

from .position import GAME, cards, hand, offered, play, position
from .reference import ATTACKS, PRINTED

both_editions = pytest.mark.parametrize("edition", EDITIONS)
every_card = pytest.mark.parametrize(
    ("edition", "card"), [(edition, card) for edition in PRINTED for card in PRINTED[edition]]
)


# Printed


@both_editions
def test_an_edition_has_exactly_the_cards_of_its_list(edition: Edition) -> None:
    assert CARDS[edition].keys() == PRINTED[edition].keys()


@every_card
def test_numbers_are_as_printed(edition: Edition, card: str) -> None:
    ours, printed = CARDS[edition][card], PRINTED[edition][card]
    assert ours.name == card
    for what in ("type", "cost", "points", "money", "cards", "actions", "buys"):
        assert getattr(ours, what) == getattr(printed, what), what


@every_card
def test_supply_is_as_printed_and_only_bugs_go_by_seats(edition: Edition, card: str) -> None:
    for seats in GAME.seats:
        times = seats if card == "Bug" else 1
        assert CARDS[edition][card].supply_for(seats) == times * PRINTED[edition][card].supply


@both_editions
def test_attacks_are_the_cards_that_hit_others(edition: Edition) -> None:
    assert {card for card, printed in CARDS[edition].items() if printed.attack} == set(ATTACKS[edition])


def test_only_monitoring_protects() -> None:
    shields = [(edition, card) for edition in EDITIONS for card, printed in CARDS[edition].items() if printed.shield]
    assert shields == [("expanded", "Monitoring")]


def test_a_definition_cannot_be_changed() -> None:
    bitcoin: CardDefinition = CARDS["base"]["Bitcoin"]
    with pytest.raises(AttributeError):
        bitcoin.money = 100  # type: ignore[misc]  # that it is forbidden is what is tested


@both_editions
def test_the_kinds_of_an_edition_are_the_first_of_all_names(edition: Edition) -> None:
    """The rules count kinds from 0 to the edition's number of cards: a card added to the wrong list would be lost."""
    assert set(NAMES[: len(CARDS[edition])]) == set(CARDS[edition])
    assert len(set(NAMES)) == KINDS


def test_the_course_later_made_bitcoin_cost_one() -> None:
    assert "buy Bitcoin" in offered(position("base", phase="BUY", money=0))
    assert "buy Bitcoin" not in offered(position("expanded", phase="BUY", money=0))
    assert "buy Bitcoin" in offered(position("expanded", phase="BUY", money=1))


# Played: money and points


@both_editions
@pytest.mark.parametrize(("coin", "value"), [("Bitcoin", 1), ("Ethereum", 2), ("Dogecoin", 3)])
def test_money_is_worth_its_value(edition: Edition, coin: str, value: int) -> None:
    table = play(position(edition, hands=[coin], phase="MONEY"), f"play {coin}")
    assert table.view(0).money == value


@both_editions
@pytest.mark.parametrize(("card", "points"), [("Method", 1), ("Module", 3), ("Framework", 6), ("Bug", -1), ("IPO", 0)])
def test_points_count_while_owned(edition: Edition, card: str, points: int) -> None:
    if card in CARDS[edition]:
        assert position(edition, decks=[f"2 {card}"]).view(0).seats[0].score == 2 * points


@every_card
def test_a_card_is_bought_for_its_price_and_not_for_less(edition: Edition, card: str) -> None:
    cost = PRINTED[edition][card].cost
    assert f"buy {card}" in offered(position(edition, phase="BUY", money=cost))
    assert cost == 0 or f"buy {card}" not in offered(position(edition, phase="BUY", money=cost - 1))
    assert play(position(edition, phase="BUY", money=10, buys=2), f"buy {card}").view(0).money == 10 - cost


# Played: the actions of the base edition


def test_refactor_gives_an_action_and_a_card() -> None:
    table = play(position(hands=["2 Refactor"], decks=["3 Bitcoin"]), "play Refactor", "play Refactor")
    view = table.view(0)
    assert (view.phase, view.actions, view.buys, view.money) == ("MONEY", 1, 1, 0)
    assert hand(table) == cards("2 Bitcoin")


def test_code_review_gives_a_buy_and_two_money() -> None:
    table = play(position(hands=["Code Review"], decks=["3 Bitcoin"]), "play Code Review")
    view = table.view(0)
    assert (view.phase, view.actions, view.buys, view.money, view.hand) == ("MONEY", 0, 2, 2, ())


def test_money_of_actions_and_of_coins_adds_up() -> None:
    table = position(hands=["Code Review, 2 Ethereum"])
    play(table, "play Code Review", "play Ethereum", "play Ethereum", "end phase", "buy Ethereum", "buy Ethereum")
    assert table.view(0).seats[0].owned == (("Ethereum", 4), ("Code Review", 1))


def test_evergreen_test_gives_three_cards() -> None:
    table = play(position(hands=["Evergreen Test", "5 Bitcoin"], decks=["4 Bitcoin", ""]), "play Evergreen Test")
    assert (table.view(0).phase, hand(table)) == ("MONEY", cards("3 Bitcoin"))


def test_evergreen_test_of_the_base_edition_hits_nobody() -> None:
    table = play(position(hands=["Evergreen Test", ""]), "0: play Evergreen Test")
    assert table.view().seats[1].owned == ()


def test_an_action_that_was_drawn_can_be_played() -> None:
    table = play(position(hands=["Refactor"], decks=["Code Review"]), "play Refactor", "play Code Review")
    assert table.view(0).buys == 2
