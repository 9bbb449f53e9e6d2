"""Strategies for Automation, from naive to strong.

The bots follow plans (data/plans.toml): what to buy in which order, and which actions to play. They all answer what
cards ask for in the same way: throw away the worst card, take the most expensive one, always reveal.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.author import Rows, bot, field_of, is_a, packed, rule
from ludex.core.dispatch import BotRule
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
from ludex.games.automation.moves import BuyCard, DiscardCard, EndPhase, GainCard, PlayCard, RevealCard, TrashCard
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
def follow_plan(s: State, seat: int, options: Rows, count: int, dice: Any, plan: int) -> int:
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
def card_of(move: int) -> int:
    """The card that a move names."""
    if is_a(move, PlayCard):
        return field_of(move, PlayCard)
    if is_a(move, BuyCard):
        return field_of(move, BuyCard)
    if is_a(move, GainCard):
        return field_of(move, GainCard)
    if is_a(move, DiscardCard):
        return field_of(move, DiscardCard)
    if is_a(move, TrashCard):
        return field_of(move, TrashCard)
    return field_of(move, RevealCard)


@rule
def wish(s: State, seat: int, plan: int, options: Rows, count: int) -> int:
    """The card that the plan wants most. If a card must be gained and none is wanted, the most expensive one."""
    stage = 0
    while stage < STAGES - 1 and s.supply[FRAMEWORK] <= UNTIL[plan, s.edition, stage]:
        stage += 1
    best, most = packed(EndPhase), 0
    for row in range(count):
        move = options[row, 0]
        if not is_a(move, EndPhase):
            card = card_of(move)
            want = WANTED[plan, s.edition, stage, card]
            if want > most and owned(s, seat, card) < LIMITS[plan, s.edition, stage, card]:
                best, most = move, want
    if most == 0 and not is_a(options[count - 1, 0], EndPhase):
        return most_expensive(s, options, count)
    return int(best)


@rule
def owned(s: State, seat: int, card: int) -> int:
    """How many copies of a card the seat in turn owns."""
    return int(s.hand[seat, card] + s.deck[seat, card] + s.discard[seat, card] + s.played[card])


@rule
def next_action(plan: int, options: Rows, count: int) -> int:
    """The action that the plan plays first, if it plays any of those in hand."""
    best, most = packed(EndPhase), 0
    for row in range(count):
        move = options[row, 0]
        if not is_a(move, EndPhase) and PLAYED[plan, card_of(move)] > most:
            best, most = move, PLAYED[plan, card_of(move)]
    return int(best)


@rule
def most_expensive(s: State, options: Rows, count: int) -> int:
    """The card that costs most. The phase is ended only if there is no card."""
    best, most = packed(EndPhase), -1
    for row in range(count):
        move = options[row, 0]
        if not is_a(move, EndPhase) and COST[s.edition, card_of(move)] > most:
            best, most = move, COST[s.edition, card_of(move)]
    return int(best)


@rule
def throw_away(s: State, seat: int, decision: int, options: Rows, count: int) -> int:
    """The card that helps least.

    Bugs and points do nothing in hand, and only they are discarded voluntarily; after them comes the cheapest card.
    A Bug, a Method or a Bitcoin is trashed before anything else.
    """
    best, least = packed(EndPhase), 1_000
    for row in range(count):
        move = options[row, 0]
        if not is_a(move, EndPhase):
            worth = worth_in_hand(s, card_of(move)) if decision != TRASH else worth_owning(s, card_of(move))
            if worth < least and (decision != DISCARD_ANY or worth <= 0):
                best, least = move, worth
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
