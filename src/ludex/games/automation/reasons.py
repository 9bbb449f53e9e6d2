"""Why a move is not allowed, where several rules refuse it for the same reason; and what their sentences quote."""

from __future__ import annotations

from typing import Any

from ludex.author import reason
from ludex.games.automation.components import CARDS, EDITIONS, NAMES, CardDefinition
from ludex.games.automation.state import PHASES, State, due


def phase_name(s: State, seat: int) -> str:
    return PHASES[due(s)][0]


def what_to_do(s: State, seat: int) -> str:
    return PHASES[due(s)][1]


def hand_in_words(s: State, seat: int) -> str:
    return ", ".join(name for name, count in zip(NAMES, s.hand[seat], strict=True) for _ in range(count)) or "nothing"


def printed(s: State, move: Any) -> CardDefinition:
    """The card that a move names, in the edition that is played."""
    return CARDS[EDITIONS[s.edition]][move.card]


WRONG_DECISION = reason("wrong-decision", "this is the {phase} phase: {due}.", phase=phase_name, due=what_to_do)
NOT_IN_HAND = reason("not-in-hand", "there is no {card} in your hand. You hold {hand}.", hand=hand_in_words)
