"""What several refusals share."""

from __future__ import annotations

from typing import Any

from ludex.author import reason
from ludex.games.automation.components import CARDS, EDITIONS, NAMES, CardDefinition
from ludex.games.automation.state import State


def hand_in_words(s: State, seat: int) -> str:
    held = [(name, int(count)) for name, count in zip(NAMES, s.hand[seat], strict=True) if count]
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in held) or "nothing"


def printed(s: State, move: Any) -> CardDefinition:
    """The card that a move names, in the edition that is played."""
    return CARDS[EDITIONS[s.edition]][move.card]


NOT_IN_HAND = reason("not-in-hand", "there is no {card} in your hand. You hold {hand}.", hand=hand_in_words)
