"""Promises of a document about an engine for Automation (number 003), one promise for each test.

The document describes an engine by another team: how a turn goes, what is offered when, what cards cost, and how the
game ends. Its promises are said in our own words. Where our default differs from its letter (there any card may be
played in the MONEY phase), both are tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import ludex
from ludex import BadSetting, Move, Player, Request, Table
from ludex.games.automation import (
    CARDS,
    Automation,
    BuyCard,
    CardDefinition,
    EndPhase,
    Engine,
    GainCard,
    GameResult,
    PlayCard,
    PlayerResult,
    View,
)
from ludex.games.automation.components import TYPES
from ludex.players import Bot

GAME = ludex.game("automation")
BASE = CARDS["base"]


class MyPlayer(Player):
    """The document's own example: always the first option."""

    def decide(self, request: Request) -> Move:
        return request.options[0]


class Watcher(Player):
    """Decides at random, usually to continue, and records all requests."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.random = Random(name)
        self.asked: list[Request] = []

    def decide(self, request: Request) -> Move:
        self.asked.append(request)
        going_on = request.options[:-1]
        return self.random.choice(going_on) if going_on and self.random.random() < 0.9 else request.options[-1]

    def asked_in(self, phase: str) -> list[Request]:
        return [request for request in self.asked if request.view.phase == phase]


def watch(**settings: Any) -> tuple[list[Watcher], Engine, GameResult]:
    watchers = [Watcher(name) for name in ("Alice", "Bob", "Charlie")]
    engine = Engine(watchers, seed=3, **settings)
    return watchers, engine, engine.play()


Watched = tuple[list[Watcher], Engine, GameResult]
ACTIONS = {"Refactor": 4, "Code Review": 2, "Evergreen Test": 2}


@pytest.fixture(scope="module", params=["money", "any"])
def watched(request: pytest.FixtureRequest) -> Watched:
    """Played by our MONEY phase, and by the document's."""
    return watch(money_phase=request.param, start=ACTIONS, turn_limit=25)


def decisions(request: Request, kind: type[Move]) -> Counter[str]:
    return Counter(move.card for move in request.options if isinstance(move, kind))  # type: ignore[attr-defined]


def each_of(*names: str) -> Counter[str]:
    return Counter(set(names))


# Overview and core components


def test_engine_play_returns_a_game_result() -> None:
    """An engine is built from a list of players; playing it gives a result."""
    result = Engine([MyPlayer("Alice"), MyPlayer("Bob")], seed=1).play()
    assert isinstance(result, GameResult)
    assert all(isinstance(player, PlayerResult) for player in result.player_results)


def test_player_turns_are_managed(watched: Watched) -> None:
    """Turns go round the table, and all players decide only in their own turns."""
    watchers, engine, _ = watched
    order = [str(event) for event in engine.table.events() if "begins turn" in str(event)]
    turns = (0, 1), (1, 1), (2, 1), (0, 2), (1, 2)
    assert order[:5] == [f"seat {seat} begins turn {turn}." for seat, turn in turns]
    for seat, watcher in enumerate(watchers):
        assert {request.view.turn for request in watcher.asked} == {seat}


def test_phases_follow_each_other(watched: Watched) -> None:
    """Every turn is ACTION, then MONEY, then BUY; CLEANUP asks nothing, nor does an ACTION phase without actions."""
    for watcher in watched[0]:
        turns: dict[int, list[str]] = {}
        for request in watcher.asked:
            phases = turns.setdefault(request.view.seats[request.seat].turns, [])
            if phases[-1:] != [request.view.phase]:
                phases.append(request.view.phase)
        assert set(map(tuple, turns.values())) == {("ACTION", "MONEY", "BUY"), ("MONEY", "BUY")}


def test_the_gain_phase_is_the_expanded_editions() -> None:
    """The document names a GAIN phase and a gain decision that none of its cards uses; the expanded Refactor does."""
    rich = {"start": {"Refactor": 4}, "turn_limit": 10}
    assert not any(watcher.asked_in("GAIN") for watcher in watch(**rich)[0])
    gains = [request for watcher in watch(edition="expanded", **rich)[0] for request in watcher.asked_in("GAIN")]
    assert gains
    assert all(isinstance(move, GainCard) for request in gains for move in request.options)


def test_decision_types(watched: Watched) -> None:
    """Playing, buying, gaining and ending a phase are separate types."""
    offered = {type(move) for watcher in watched[0] for request in watcher.asked for move in request.options}
    assert offered == {PlayCard, BuyCard, EndPhase}
    assert GainCard in GAME.moves.kinds


def test_card_definitions_are_immutable() -> None:
    """A definition is a value with fixed properties, shared by all copies of the card."""
    bitcoin = BASE["Bitcoin"]
    assert isinstance(bitcoin, CardDefinition)
    with pytest.raises(AttributeError):
        bitcoin.cost = 5  # type: ignore[misc]  # that it is forbidden is what is tested


def test_card_types() -> None:
    """Cards are of one of four types."""
    assert set(TYPES) == {"money", "automation", "action", "bug"} == {card.type for card in BASE.values()}


def test_results_hold_name_score_and_ending_deck(watched: Watched) -> None:
    """A player's result holds their name, their score, and all cards they own at the end."""
    _, engine, result = watched
    assert {player.name for player in result.player_results} == {"Alice", "Bob", "Charlie"}
    for player in result.player_results:
        seat = engine.table.players.index(player.name)
        owned = dict(engine.table.view().seats[seat].owned)
        assert Counter(card.name for card in player.ending_deck) == owned
        assert player.score == sum(card.points for card in player.ending_deck)


# Initialization


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_to_four_players(count: int) -> None:
    """The engine takes one to four players."""
    players = [MyPlayer(f"player {number}") for number in range(count)]
    assert len(Engine(players, seed=1, turn_limit=2).play().player_results) == count


@pytest.mark.parametrize("count", [0, 5])
def test_no_other_number_of_players(count: int) -> None:
    """Any other number is an error of the caller, not of a player."""
    with pytest.raises(BadSetting, match=f"automation is for 1 to 4 seats, not {count}"):
        Engine([MyPlayer("Alice")] * count)


def test_a_class_in_place_of_a_player_is_refused() -> None:
    """The caller meant a player of that class."""
    with pytest.raises(
        BadSetting, match=r"the player of seat 1 is the class MyPlayer: pass MyPlayer\(\), not the class"
    ):
        Engine([MyPlayer("Alice"), MyPlayer])  # type: ignore[list-item]  # wrong on purpose


@pytest.mark.parametrize("wrong", [0, -1, True, 2.5, "3"])
def test_max_retries_is_a_whole_number(wrong: Any) -> None:
    """Anything else is an error of the caller."""
    with pytest.raises(BadSetting, match=r"max_retries is .*: expected a whole number"):
        Engine([MyPlayer("Alice")], max_retries=wrong)


def test_starting_cards() -> None:
    """All players start with 7 Bitcoin and 3 Method, five of these cards in hand."""
    watchers, _, _ = watch(turn_limit=1)
    for watcher in watchers:
        first = watcher.asked[0].view
        assert dict(first.seats[first.seat].owned) == {"Bitcoin": 7, "Method": 3}
        assert len(first.hand) == 5


def test_the_starting_hand_is_shuffled() -> None:
    """The hand is dealt from a shuffled deck: hands differ."""
    assert len({GAME.new(1, seed).view(0).hand for seed in range(40)}) == 4


# The ACTION phase


def test_a_turn_starts_with_one_action(watched: Watched) -> None:
    """A turn begins in the ACTION phase, with one action. Without action cards in hand, MONEY follows at once."""
    for request in first_of_each_turn(watched):
        can_act = any(BASE[card].type == "action" for card in request.view.hand)
        assert (request.view.phase, request.view.actions) == ("ACTION" if can_act else "MONEY", 1)


def first_of_each_turn(watched: Watched) -> Iterator[Request]:
    for seat, watcher in enumerate(watched[0]):
        turns = [request.view.seats[seat].turns for request in watcher.asked]
        asked = zip(watcher.asked, turns, [0, *turns], strict=False)
        yield from (request for request, turn, last in asked if turn != last)


def test_action_options(watched: Watched) -> None:
    """A decision for each action card in hand (equal cards make one), and always the end of the phase."""
    asked = [request for watcher in watched[0] for request in watcher.asked_in("ACTION")]
    assert len(asked) > 70
    for request in asked:
        in_hand = [card for card in request.view.hand if BASE[card].type == "action"]
        assert decisions(request, PlayCard) == each_of(*in_hand)
        assert request.options[-1] == EndPhase()


@pytest.mark.usefixtures("untraced")
def test_an_action_costs_one_and_applies_its_effects(watched: Watched) -> None:
    """Playing an action consumes one action and gives the printed actions, buys, money and cards."""
    _, engine, _ = watched
    played = 0
    for before, after, seat, move in steps(engine.table):
        if before.phase != "ACTION" or not isinstance(move, PlayCard):
            continue
        card = BASE[move.card]
        now = after.seats[seat]
        assert after.actions == before.actions - 1 + card.actions
        assert after.buys == before.buys + card.buys
        assert after.money == before.money + card.money
        drawable = before.seats[seat].deck_size + before.seats[seat].discard_size
        assert now.hand_size == before.seats[seat].hand_size - 1 + min(card.cards, drawable)
        played += 1
    assert played > 50


@cache
def steps(table: Table) -> list[tuple[View, View, int, Move]]:
    """For every move of a finished game: the mover's view before and after it."""
    history = table.history
    tables = [history.replay(at=number) for number in range(len(history.moves) + 1)]
    return [
        (before.view(entry.seat), after.view(entry.seat), entry.seat, GAME.moves.parse(entry.move))
        for entry, (before, after) in zip(history.moves, pairwise(tables), strict=True)
    ]


def test_the_action_phase_ends_without_actions_or_by_the_player(watched: Watched) -> None:
    """The ACTION phase continues until the player ends it, no action is left, or no action card is left to play."""
    for before, after, _, move in steps(watched[1].table):
        if before.phase == "ACTION":
            can_act = after.actions > 0 and any(BASE[card].type == "action" for card in after.hand)
            assert (after.phase == "MONEY") == (move == EndPhase() or not can_act)


# The MONEY phase


def test_money_options_by_the_document() -> None:
    """With money_phase="any": a decision for each unplayed card in hand, and always the end of the phase."""
    for watcher in watch(money_phase="any", start=ACTIONS, turn_limit=10)[0]:
        for request in watcher.asked_in("MONEY"):
            assert decisions(request, PlayCard) == each_of(*request.view.hand)
            assert request.options[-1] == EndPhase()


def test_money_options_by_default() -> None:
    """Our default offers money only: nothing else has a money value to add there."""
    for watcher in watch(start=ACTIONS, turn_limit=10)[0]:
        for request in watcher.asked_in("MONEY"):
            assert decisions(request, PlayCard) == each_of(*(c for c in request.view.hand if BASE[c].type == "money"))
            assert request.options[-1] == EndPhase()


def test_played_money_adds_its_value(watched: Watched) -> None:
    """A played card adds its money value; the phase continues until the player ends it."""
    for before, after, _, move in steps(watched[1].table):
        if before.phase != "MONEY":
            continue
        if isinstance(move, PlayCard):
            card = BASE[move.card]
            assert after.money == before.money + (card.money if card.type == "money" else 0)
            assert (after.phase, len(after.hand)) == ("MONEY", len(before.hand) - 1)
        else:
            assert (after.phase, after.money) == ("BUY", before.money)


# The BUY phase


def test_a_turn_starts_with_one_buy(watched: Watched) -> None:
    """A turn begins with one buy."""
    assert all(request.view.buys == 1 for request in first_of_each_turn(watched))


def test_buy_options(watched: Watched) -> None:
    """A decision for each affordable card in the supply, and always the end of the phase."""
    for watcher in watched[0]:
        for request in watcher.asked_in("BUY"):
            affordable = [p.card for p in request.view.supply if p.count and p.cost <= request.view.money]
            assert decisions(request, BuyCard) == each_of(*affordable)
            assert request.options[-1] == EndPhase()


def test_a_purchase(watched: Watched) -> None:
    """It costs one buy and the price; the card goes to the discard pile; without buys the phase is over."""
    bought = 0
    for before, after, seat, move in steps(watched[1].table):
        if not isinstance(move, BuyCard):
            continue
        bought += 1
        assert Counter(dict(after.seats[seat].owned)) == Counter(dict(before.seats[seat].owned)) + Counter([move.card])
        assert stock(after, move.card) == stock(before, move.card) - 1
        if before.buys > 1:
            assert (after.phase, after.buys) == ("BUY", before.buys - 1)
            assert after.money == before.money - BASE[move.card].cost
            assert Counter(after.discard) == Counter(before.discard) + Counter([move.card])
        else:
            assert after.turn != seat or after.phase == "OVER"
    assert bought > 30


def stock(view: View, card: str) -> int:
    return next(pile.count for pile in view.supply if pile.card == card)


# CLEANUP


def test_cleanup(watched: Watched) -> None:
    """Automatic: hand and played cards are discarded and five new cards drawn, with a shuffle if needed."""
    ended = 0
    for before, after, seat, _ in steps(watched[1].table):
        if before.phase == "BUY" and after.seats[seat].turns == before.seats[seat].turns and after.phase != "BUY":
            ended += 1
            mine = after.seats[seat]
            owned = sum(count for _, count in mine.owned)
            assert mine.hand_size == min(5, owned)
            assert mine.hand_size + mine.deck_size + mine.discard_size == owned
            assert after.played == ()
    assert ended == 75


# Game end and scoring


def test_the_game_ends_when_all_eight_frameworks_are_bought() -> None:
    """The game ends when all eight Frameworks are bought, and the result says so."""
    engine = Engine([Bot(GAME, "big-money"), Bot(GAME, "big-money")], seed=1)
    result = engine.play()
    assert result.reason == "all Frameworks are bought"
    assert sum(card.name == "Framework" for player in result.player_results for card in player.ending_deck) == 8


def test_players_who_never_buy_are_stopped_by_the_turn_limit() -> None:
    """The document has no other end. We add a limit of 50 turns per player, or another, so that every game ends."""
    result = Engine([lambda request: request.options[-1]], seed=1).play()
    assert result.reason == "the turn limit was reached"


@pytest.mark.parametrize(
    ("card", "points"), [("Method", 1), ("Module", 3), ("Framework", 6), ("Bug", -1), ("Dogecoin", 0), ("Refactor", 0)]
)
def test_points(card: str, points: int) -> None:
    """The score is the sum of the points on all cards a player owns. Money and actions have none."""
    start = {"Bitcoin": 1, "Method": 0, card: 2}
    result = Engine([lambda request: request.options[-1]], seed=1, start=start, turn_limit=1).play()
    assert result.player_results[0].score == 2 * points


def test_results_are_sorted_by_score() -> None:
    """Results come sorted, with the highest score first."""
    for seed in range(5):
        players = [Bot(GAME, "random", seed), MyPlayer("first"), Bot(GAME, "big-money"), Watcher("Dora")]
        scores = [player.score for player in Engine(players, seed=seed, turn_limit=15).play().player_results]
        assert scores == sorted(scores, reverse=True)


# Card definitions and stacks


@pytest.mark.parametrize(
    ("card", "printed"),
    {
        "Bitcoin": {"cost": 0, "money": 1},
        "Ethereum": {"cost": 3, "money": 2},
        "Dogecoin": {"cost": 6, "money": 3},
        "Method": {"cost": 2, "points": 1},
        "Module": {"cost": 5, "points": 3},
        "Framework": {"cost": 8, "points": 6},
        "Bug": {"cost": 0, "points": -1},
        "Refactor": {"cost": 2, "actions": 1, "cards": 1},
        "Code Review": {"cost": 5, "buys": 1, "money": 2},
        "Evergreen Test": {"cost": 4, "cards": 3},
    }.items(),
)
def test_card_numbers(card: str, printed: dict[str, int]) -> None:
    """The cards have the numbers that the document lists, and no others."""
    shown = {what: getattr(BASE[card], what) for what in ("money", "points", "actions", "cards", "buys")}
    assert {"cost": BASE[card].cost} | {what: value for what, value in shown.items() if value} == printed


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_supply(seats: int) -> None:
    """The supply at the start has the stacks that the document lists, with 10 Bugs per player."""
    assert {pile.card: pile.count for pile in GAME.new(seats).view().supply} == {
        "Bitcoin": 60,
        "Ethereum": 40,
        "Dogecoin": 30,
        "Method": 14,
        "Module": 8,
        "Framework": 8,
        "Bug": 10 * seats,
        "Refactor": 10,
        "Code Review": 10,
        "Evergreen Test": 10,
    }


def test_the_game_of_the_document_is_the_default() -> None:
    """Without settings, the engine plays with the document's cards."""
    assert Engine([MyPlayer("Alice")]).table.view().edition == "base"
    assert isinstance(Engine([MyPlayer("Alice")]).table.game, Automation)
