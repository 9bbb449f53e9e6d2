"""Strategies for Automation, from naive to strong.

The bots follow plans (data/plans.toml): what to buy in which order, and which actions to play. They all make the
decisions that cards require in the same way: lose the worst card, take the most expensive one, always reveal.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ludex.author import Rows, Weights, bot, field_of, is_a, packed, rule
from ludex.author.advanced import BotRule
from ludex.games.automation.components import (
    AUTOMATION_CARD,
    BITCOIN,
    BUG,
    CARDS,
    COST,
    EDITIONS,
    FRAMEWORK,
    METHOD,
    NAMES,
    TYPE,
)
from ludex.games.automation.moves import BuyCard, DiscardCard, EndPhase, GainCard, PlayCard, TrashCard
from ludex.games.automation.state import (
    ACTION_PHASE,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    MONEY_PHASE,
    PLAY_TWICE,
    TRASH,
    State,
    due,
)

PLANS: dict[str, dict[str, Any]] = tomllib.loads(
    files("ludex.games.automation").joinpath("data/plans.toml").read_text()
)
STAGES = 4
"""The most stages a plan can have."""
STAGE_NUMBERS = range(1, STAGES + 1)
NO_LIMIT = 9
"""The limit of cards of which any number is wanted."""
UNWANTED = -5
"""The degree of a card that a plan does not name. Its limit is 1, so that a fit tries single copies first."""
NO_CARD = 1_000
"""Worth more than any card."""
Plan: TypeAlias = Sequence[int]
"""A plan as numbers, in the order of `plan_ranges`."""
LAST = -1
"""The end of a stage that has none."""


DEGREES = (-10, 10)
"""The least and the greatest degree to which a card is wanted, or played early. Up to 0 it never is."""
WISHES = ("want", "limit")
"""The numbers of a card in a stage: how much it is wanted, and the most copies of it."""


def plan_ranges() -> dict[str, tuple[int, int]]:
    """Return the names of all numbers of a plan, each with its least and greatest value.

    >>> plan_ranges()["expanded.1.Hack.want"], plan_ranges()["expanded.play.Hack"]
    ((-10, 10), (-10, 10))
    """
    ranges: dict[str, tuple[int, int]] = {}
    for edition in EDITIONS:
        for stage in STAGE_NUMBERS:
            ranges[f"{edition}.{stage}.until"] = (LAST, 7)
            for name in CARDS[edition]:
                ranges[f"{edition}.{stage}.{name}.want"] = DEGREES
                ranges[f"{edition}.{stage}.{name}.limit"] = (0, NO_LIMIT)
        ranges |= {f"{edition}.play.{name}": DEGREES for name in CARDS[edition]}
    return ranges


RANGES = plan_ranges()
_PLACE = {name: place for place, name in enumerate(RANGES)}
UNTIL = np.array([[_PLACE[f"{e}.{stage}.until"] for stage in STAGE_NUMBERS] for e in EDITIONS])
"""The places of the numbers of Frameworks at which stages end, by edition and stage."""
WANTED, LIMITS = (
    np.array(
        [[[_PLACE.get(f"{e}.{stage}.{name}.{wish}", 0) for name in NAMES] for stage in STAGE_NUMBERS] for e in EDITIONS]
    )
    for wish in WISHES
)
"""The places of wishes and of limits, by edition, stage and kind. No card is offered in an edition without it."""
PLAYED = np.array([[_PLACE.get(f"{edition}.play.{name}", 0) for name in NAMES] for edition in EDITIONS])
"""The places of the numbers that say how early an action is played, by edition and kind."""


def plan_numbers(plan: Mapping[str, Any]) -> dict[str, int]:
    """Return a plan as numbers by name.

    >>> numbers = plan_numbers(PLANS["big-money"])
    >>> [numbers[f"base.1.{name}.want"] for name in ("Framework", "Dogecoin", "Ethereum")]
    [3, 2, 1]
    """
    numbers = dict.fromkeys(RANGES, UNWANTED)
    for name in RANGES:
        if name.endswith(".until"):
            numbers[name] = LAST
        elif name.endswith(".limit"):
            numbers[name] = 1
    for edition in EDITIONS:
        for place, name in enumerate(reversed(plan.get("play", ())), 1):
            if name in CARDS[edition]:
                numbers[f"{edition}.play.{name}"] = place
        for stage, step in enumerate(plan[edition], 1):
            numbers[f"{edition}.{stage}.until"] = step.get("until", LAST)
            for place, wish in enumerate(reversed(step["buy"]), 1):
                name, _, limit = wish.rpartition(" ") if wish[-1].isdigit() else (wish, "", NO_LIMIT)
                numbers[f"{edition}.{stage}.{name}.want"] = place
                numbers[f"{edition}.{stage}.{name}.limit"] = int(limit)
    return numbers


@rule
def follow_plan(s: State, seat: int, options: Rows, count: int, dice: Any, plan: Plan) -> int:
    """Decide by a plan."""
    decision = due(s)
    if decision == ACTION_PHASE or decision == PLAY_TWICE:
        return next_action(s, plan, options, count)
    if decision == MONEY_PHASE:
        return most_expensive(s, PlayCard, options, count)
    if decision == BUY_PHASE:
        return most_wanted(s, seat, plan, BuyCard, options, count)
    if decision == GAIN:
        return most_wanted(s, seat, plan, GainCard, options, count)
    if decision == TRASH:
        return least_worth_owning(s, options, count)
    if decision == DISCARD_ANY or decision == DISCARD_DOWN:
        return least_worth_holding(s, decision, options, count)
    return int(options[0, 0])


@rule
def most_wanted(s: State, seat: int, plan: Plan, kind: Any, options: Rows, count: int) -> int:
    """Buy or gain the card that the plan wants most. If one must be gained and none is wanted, the most expensive."""
    stage = 0
    while stage < STAGES - 1 and s.supply[FRAMEWORK] <= plan[UNTIL[s.edition, stage]]:
        stage += 1
    best, most = packed(EndPhase), 0
    for row in range(count):
        if is_a(options[row, 0], kind):
            card = field_of(options[row, 0], kind)
            want = plan[WANTED[s.edition, stage, card]]
            limit = plan[LIMITS[s.edition, stage, card]]
            if want > most and (limit == NO_LIMIT or owned(s, seat, card) < limit):
                best, most = options[row, 0], want
    if most == 0 and not is_a(options[count - 1, 0], EndPhase):
        return most_expensive(s, kind, options, count)
    return int(best)


@rule
def owned(s: State, seat: int, card: int) -> int:
    """Count the copies of a card that the seat in turn owns."""
    return int(s.hand[seat, card] + s.deck[seat, card] + s.discard[seat, card] + s.played[card])


@rule
def next_action(s: State, plan: Plan, options: Rows, count: int) -> int:
    """Play the action that the plan plays first, if it plays any of those in hand."""
    best, most = packed(EndPhase), 0
    for row in range(count):
        if is_a(options[row, 0], PlayCard):
            place = plan[PLAYED[s.edition, field_of(options[row, 0], PlayCard)]]
            if place > most:
                best, most = options[row, 0], place
    return int(best)


@rule
def most_expensive(s: State, kind: Any, options: Rows, count: int) -> int:
    """Choose the card that costs most. The phase is ended only if there is no card."""
    best, most = packed(EndPhase), -1
    for row in range(count):
        if is_a(options[row, 0], kind):
            cost = COST[s.edition, field_of(options[row, 0], kind)]
            if cost > most:
                best, most = options[row, 0], cost
    return int(best)


@rule
def least_worth_holding(s: State, decision: int, options: Rows, count: int) -> int:
    """Discard what does nothing in hand, Bugs and points, and only if more must go the cheapest card."""
    best, least = packed(EndPhase), NO_CARD
    for row in range(count):
        if is_a(options[row, 0], DiscardCard):
            worth = worth_in_hand(s, field_of(options[row, 0], DiscardCard))
            if worth < least and (decision == DISCARD_DOWN or worth <= 0):
                best, least = options[row, 0], worth
    return int(best)


@rule
def least_worth_owning(s: State, options: Rows, count: int) -> int:
    """Trash a Bug, a Method or a Bitcoin before anything else."""
    best, least = packed(EndPhase), NO_CARD
    for row in range(count):
        if is_a(options[row, 0], TrashCard):
            worth = worth_owning(s, field_of(options[row, 0], TrashCard))
            if worth < least:
                best, least = options[row, 0], worth
    return int(best)


@rule
def worth_in_hand(s: State, card: int) -> int:
    if card == BUG or TYPE[s.edition, card] == AUTOMATION_CARD:
        return 0
    return int(1 + COST[s.edition, card])


@rule
def worth_owning(s: State, card: int) -> int:
    if card == BUG:
        return -3
    if card == METHOD and s.supply[FRAMEWORK] > 3:
        return -2
    if card == BITCOIN:
        return -1
    return int(2 * COST[s.edition, card] + (TYPE[s.edition, card] == AUTOMATION_CARD))


def _weights(name: str) -> Weights:
    file = files("ludex.games.automation").joinpath(f"data/weights/{name}.json")
    return Weights(RANGES, Path(str(file)), start=plan_numbers(PLANS[name]))


BOTS: Mapping[str, BotRule] = {
    name: bot(follow_plan, weights=_weights(name), about=plan["about"], held_out=plan.get("held_out", False))
    for name, plan in PLANS.items()
}
