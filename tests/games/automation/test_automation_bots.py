"""Decisions of the shipped bots. Their strength is tested by the arena, and their legality by the kit."""

from __future__ import annotations

import pytest

from ludex import Request, Table
from ludex.arena import simulate
from ludex.games.automation.bots import PLANS, STAGES
from ludex.games.automation.components import CARDS, EDITIONS, Edition
from ludex.players import Bot

from .position import GAME, play, position

PLANNERS = list(PLANS)
planners = pytest.mark.parametrize("bot", PLANNERS)


def wants(bot: str, table: Table) -> str:
    """Return the decision of a bot at the seat that is asked."""
    seat = table.waiting[0]
    request = Request(seat, table.view(seat), table.options(seat), record=table.record(seat))
    return str(Bot(GAME, bot).decide(request))


def test_every_game_also_has_random_and_first() -> None:
    assert list(GAME.machine.bot_slots) == ["random", "first", *PLANNERS]


@pytest.mark.parametrize("edition", EDITIONS)
@planners
def test_plans_name_cards_of_their_edition_and_fit_their_stages(bot: str, edition: Edition) -> None:
    stages = PLANS[bot][edition]
    assert 1 <= len(stages) <= STAGES
    for stage in stages:
        for wish in stage["buy"]:
            assert wish.rstrip("0123456789 ") in CARDS[edition]
    actions = {name for e in EDITIONS for name, card in CARDS[e].items() if card.type == "action"}
    assert set(PLANS[bot].get("play", ())) <= actions


@pytest.mark.parametrize(("money", "wanted"), [(8, "Framework"), (7, "Dogecoin"), (6, "Dogecoin"), (5, "Ethereum")])
def test_big_money_buys_the_most_expensive_money_or_a_framework(money: int, wanted: str) -> None:
    assert wants("big-money", position(phase="BUY", money=money)) == f"buy {wanted}"


def test_big_money_buys_nothing_rather_than_a_bitcoin() -> None:
    assert wants("big-money", position(phase="BUY", money=2)) == "end phase"


def test_big_money_plays_no_action() -> None:
    assert wants("big-money", position(hands=["Refactor, Code Review"])) == "end phase"


@planners
def test_planners_play_every_coin(bot: str) -> None:
    table = position(hands=["Bitcoin, Dogecoin, Method"], phase="MONEY")
    for wanted in ("play Dogecoin", "play Bitcoin", "end phase"):
        assert wants(bot, table) == wanted
        play(table, wanted)


@planners
def test_planners_reveal_against_every_attack(bot: str) -> None:
    table = play(position("expanded", hands=["Hack", "Monitoring"]), "play Hack")
    assert wants(bot, table) == "reveal Monitoring"


@planners
def test_planners_discard_to_a_hack_what_does_nothing_in_hand(bot: str) -> None:
    table = play(position("expanded", hands=["Hack", "Bitcoin, 2 Dogecoin, Bug"]), "play Hack")
    assert wants(bot, table) == "discard Bug"
    table = play(position("expanded", hands=["Hack", "Bitcoin, 2 Dogecoin, Framework"]), "play Hack")
    assert wants(bot, table) == "discard Framework"


@planners
def test_planners_trash_a_bug_before_anything_else(bot: str) -> None:
    table = play(position("expanded", hands=["Refactor, Bug, Bitcoin, Framework"]), "play Refactor")
    assert wants(bot, table) == "trash Bug"


@planners
def test_planners_trash_methods_early_and_keep_them_late(bot: str) -> None:
    hands = ["Refactor, Method, Bitcoin, IPO"]
    early = play(position("expanded", hands=hands), "play Refactor")
    assert wants(bot, early) == "trash Method"
    late = play(position("expanded", hands=hands, left={"Framework": 3}), "play Refactor")
    assert wants(bot, late) == "trash Bitcoin"


def test_big_money_action_plays_the_first_of_its_list() -> None:
    assert wants("big-money-action", position("expanded", hands=["Hack, Evergreen Test, IPO"])) == "play IPO"
    assert wants("big-money-action", position("expanded", hands=["Hack, Evergreen Test"])) == "play Evergreen Test"
    assert wants("big-money-action", position("expanded", hands=["Hack"])) == "end phase"


@planners
def test_planners_backlog_only_what_does_nothing_in_hand(bot: str) -> None:
    table = play(position("expanded", hands=["Backlog, Bug, Bitcoin"]), "play Backlog")
    assert wants(bot, table) == "discard Bug"
    assert wants(bot, play(table, "discard Bug")) == "end phase"


@planners
def test_planners_gain_a_card_even_when_the_plan_wants_none(bot: str) -> None:
    table = play(position("expanded", hands=["Refactor, Bug"]), "play Refactor", "trash Bug")
    assert wants(bot, table).startswith("gain ")


@pytest.mark.parametrize("edition", EDITIONS)
@planners
def test_every_planner_beats_random(bot: str, edition: Edition) -> None:
    result = simulate(GAME, [bot, "random"], 200, seed=1, rotate=True, settings={"edition": edition})
    assert result.seats[0].low > 0.95
