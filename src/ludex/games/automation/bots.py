"""Strategies for Automation, from naive to strong. Each is a rule, so that it runs compiled inside simulations.

The bots follow plans (data/plans.toml): what to buy in which order, and which actions to play. They all answer what
cards ask for in the same way: throw away the worst card, take the most expensive one, always reveal.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.core import State, rule
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
from ludex.games.automation.moves import END
from ludex.games.automation.rules.stack import due
from ludex.games.automation.state import (
    ACTION_PHASE,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    MONEY_PHASE,
    PLAY_TWICE,
    TRASH,
)

PLANS: dict[str, dict[str, Any]] = tomllib.loads(files(__package__).joinpath("data/plans.toml").read_text())
STAGES = 4
"""The most stages a plan can have."""
NO_LIMIT = 127
LAST = -1
"""The end of a stage that has none."""


def plan_tables(plans: list[dict[str, Any]]) -> tuple[npt.NDArray[np.int64], ...]:
    """Plans as tables of numbers.

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
def follow(s: State, seat: int, plan: int, options: Any, count: int) -> int:
    """Decide by a plan."""
    decision = due(s)
    if decision == BUY_PHASE or decision == GAIN:
        return wish(s, seat, plan, options, count)
    if decision == ACTION_PHASE or decision == PLAY_TWICE:
        return next_action(plan, options, count)
    if decision == MONEY_PHASE:
        return most_expensive(s, options, count)
    if decision == DISCARD_DOWN or decision == DISCARD_ANY or decision == TRASH:
        return throw_away(s, seat, decision, options, count)
    return int(options[0, 0])


@rule
def wish(s: State, seat: int, plan: int, options: Any, count: int) -> int:
    """The card that the plan wants most. If a card must be gained and none is wanted, the most expensive one."""
    stage = 0
    while stage < STAGES - 1 and s.supply[FRAMEWORK] <= UNTIL[plan, s.edition, stage]:
        stage += 1
    best, most = END, 0
    for row in range(count):
        kind = options[row, 0] % KINDS
        want = WANTED[plan, s.edition, stage, kind]
        if options[row, 0] != END and want > most and owned(s, seat, kind) < LIMITS[plan, s.edition, stage, kind]:
            best, most = options[row, 0], want
    if most == 0 and options[count - 1, 0] != END:
        return most_expensive(s, options, count)
    return int(best)


@rule
def owned(s: State, seat: int, kind: int) -> int:
    """How many cards of a kind the seat in turn owns."""
    return int(s.hand[seat, kind] + s.deck[seat, kind] + s.discard[seat, kind] + s.played[kind])


@rule
def next_action(plan: int, options: Any, count: int) -> int:
    """The action that the plan plays first, if it plays any of those in hand."""
    best, most = END, 0
    for row in range(count):
        move = options[row, 0]
        if move != END and PLAYED[plan, move % KINDS] > most:
            best, most = move, PLAYED[plan, move % KINDS]
    return int(best)


@rule
def most_expensive(s: State, options: Any, count: int) -> int:
    """The card that costs most. The phase is ended only if there is no card."""
    best, most = END, -1
    for row in range(count):
        move = options[row, 0]
        if move != END and COST[s.edition, move % KINDS] > most:
            best, most = move, COST[s.edition, move % KINDS]
    return int(best)


@rule
def throw_away(s: State, seat: int, decision: int, options: Any, count: int) -> int:
    """The card that helps least.

    Bugs and points do nothing in hand, and only they are discarded voluntarily; after them comes the cheapest card.
    A Bug, a Method or a Bitcoin is trashed before anything else.
    """
    best, least = END, 1_000
    for row in range(count):
        move = options[row, 0]
        if move != END:
            worth = worth_in_hand(s, move % KINDS) if decision != TRASH else worth_owning(s, move % KINDS)
            if worth < least and (decision != DISCARD_ANY or worth <= 0):
                best, least = move, worth
    return int(best)


@rule
def worth_in_hand(s: State, kind: int) -> int:
    if kind == BUG or TYPE[s.edition, kind] == AUTOMATION_CARD:
        return 0
    return int(1 + COST[s.edition, kind])


@rule
def worth_owning(s: State, kind: int) -> int:
    if kind == BUG:
        return -3
    if kind == METHOD and s.supply[FRAMEWORK] > 3:
        return -2
    if kind == BITCOIN:
        return -1
    return int(2 * COST[s.edition, kind] + (TYPE[s.edition, kind] == AUTOMATION_CARD))


@rule
def big_money(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Buys the most expensive money or Framework it can afford, plays every coin, never an action."""
    return follow(s, seat, 0, options, count)


@rule
def big_money_action(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Big money with the action that helps it most: Evergreen Test, in the expanded edition IPO."""
    return follow(s, seat, 1, options, count)


@rule
def architect(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """A plan in stages: build the deck, then take Frameworks, then whatever gives points."""
    return follow(s, seat, 2, options, count)


BOTS: dict[str, Callable[..., Any]] = dict(zip(PLANS, (big_money, big_money_action, architect), strict=True))
