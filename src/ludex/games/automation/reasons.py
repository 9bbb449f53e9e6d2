"""Reasons that several refusals share."""

from __future__ import annotations

from typing import Any

from ludex.author import reason
from ludex.games.automation.components import CARDS, EDITIONS, KINDS, NAMES, SHIELD, CardDefinition
from ludex.games.automation.state import DISCARD_DOWN, GAIN, PHASES, REVEAL, State, due


def hand_in_words(s: State, seat: int) -> str:
    held = [(name, int(count)) for name, count in zip(NAMES, s.hand[seat], strict=True) if count]
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in held) or "nothing"


def printed(s: State, move: Any) -> CardDefinition:
    """Return the card that a move names, in the edition that is played."""
    return CARDS[EDITIONS[s.edition]][move.card]


NOT_IN_HAND = reason("not-in-hand", "there is no {card} in your hand. You hold {hand}.", hand=hand_in_words)


def what_to_do(s: State, seat: int) -> str:
    """Describe what a seat has to do, with the numbers that matter."""
    decision, limit = due(s), s.todo_count[s.depth - 1] if s.depth else 0
    if decision == DISCARD_DOWN:
        return f"discard a card, {s.hand_size[seat] - limit} in all"
    if decision == GAIN:
        return f"gain a card costing up to {limit}"
    if decision == REVEAL and not any(SHIELD[s.edition, card] * s.hand[seat, card] for card in range(KINDS)):
        return "end the phase, as you hold nothing to reveal"
    return PHASES[decision][1]


WRONG_DECISION = reason(
    "wrong-decision",
    "this is the {phase} phase: {due}.",
    phase=lambda s, seat: PHASES[due(s)][0],
    due=what_to_do,
)
MUST_GO_ON = reason("must-go-on", "you cannot stop here: {due}.", due=what_to_do)
