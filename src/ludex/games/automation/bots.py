"""Strategies for Automation, from naive to strong.

The bots follow plans (data/plans.toml): what to buy in which order, and which actions to play. They all make the
decisions that cards require in the same way: lose the worst card, take the most expensive one, always reveal.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.author import Rows, bot, field_of, is_a, packed, rule
from ludex.author.advanced import BotRule
from ludex.games.automation.components import (
    AUTOMATION_CARD,
    BITCOIN,
    BUG,
    COST,
    EDITIONS,
    FRAMEWORK,
    KINDS,
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
NO_LIMIT = 127
NO_CARD = 1_000
"""Worth more than any card."""
LAST = -1
"""The end of a stage that has none."""


def plan_tables(plans: list[dict[str, Any]]) -> tuple[npt.NDArray[np.int64], ...]:
    """Return plans as tables of numbers.

    By plan, edition, stage and kind: how much a card is wanted, and the most copies of it. By plan, edition and stage:
    when the stage ends. By plan and kind: how early an action is played. 0 means never.
    """
    wanted = np.zeros((len(plans), len(EDITIONS), STAGES, KINDS), np.int64)
    limits = np.full_like(wanted, NO_LIMIT)
    until = np.full((len(plans), len(EDITIONS), STAGES), LAST, np.int64)
    played = np.zeros((len(plans), KINDS), np.int64)
    for p, plan in enumerate(plans):
        for place, name in enumerate(reversed(plan.get("play", ())), 1):
            played[p, NAMES.index(name)] = place
        for e, edition in enumerate(EDITIONS):
            for stage, step in enumerate(plan[edition]):
                until[p, e, stage] = step.get("until", LAST)
                for place, wish in enumerate(reversed(step["buy"]), 1):
                    name, _, limit = wish.rpartition(" ") if wish[-1].isdigit() else (wish, "", NO_LIMIT)
                    wanted[p, e, stage, NAMES.index(name)] = place
                    limits[p, e, stage, NAMES.index(name)] = int(limit)
    return wanted, limits, until, played


WANTED, LIMITS, UNTIL, PLAYED = plan_tables(list(PLANS.values()))


@rule
def follow_plan(s: State, seat: int, options: Rows, count: int, dice: Any, plan: int) -> int:
    """Decide by a plan."""
    decision = due(s)
    if decision == ACTION_PHASE or decision == PLAY_TWICE:
        return next_action(plan, options, count)
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
def most_wanted(s: State, seat: int, plan: int, kind: Any, options: Rows, count: int) -> int:
    """Buy or gain the card that the plan wants most. If one must be gained and none is wanted, the most expensive."""
    stage = 0
    while stage < STAGES - 1 and s.supply[FRAMEWORK] <= UNTIL[plan, s.edition, stage]:
        stage += 1
    best, most = packed(EndPhase), 0
    for row in range(count):
        if is_a(options[row, 0], kind):
            card = field_of(options[row, 0], kind)
            want = WANTED[plan, s.edition, stage, card]
            if want > most and owned(s, seat, card) < LIMITS[plan, s.edition, stage, card]:
                best, most = options[row, 0], want
    if most == 0 and not is_a(options[count - 1, 0], EndPhase):
        return most_expensive(s, kind, options, count)
    return int(best)


@rule
def owned(s: State, seat: int, card: int) -> int:
    """Count the copies of a card that the seat in turn owns."""
    return int(s.hand[seat, card] + s.deck[seat, card] + s.discard[seat, card] + s.played[card])


@rule
def next_action(plan: int, options: Rows, count: int) -> int:
    """Play the action that the plan plays first, if it plays any of those in hand."""
    best, most = packed(EndPhase), 0
    for row in range(count):
        if is_a(options[row, 0], PlayCard):
            place = PLAYED[plan, field_of(options[row, 0], PlayCard)]
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


BOTS: Mapping[str, BotRule] = {
    name: bot(follow_plan, number, about=plan["about"]) for number, (name, plan) in enumerate(PLANS.items())
}
