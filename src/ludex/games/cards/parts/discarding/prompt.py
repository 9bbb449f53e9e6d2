"""The question for a card to discard."""

from __future__ import annotations

from ludex.games.cards.moves import Discard, Knock, Skip
from ludex.games.cards.parts.asked import Asked
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.wording import many


def discard_prompt(asked: Asked) -> str:
    """Ask for a card to discard, and say whether the player may knock or stop."""
    phase = asked.phase(DiscardPhase)
    if not asked.may(Discard):
        return "You have no card to discard: continue."
    if phase.refill:
        stop = ", or keep the cards you have" if asked.may(Skip) else ""
        return f"Exchange up to {many(phase.count, 'card')}: choose a card to replace{stop}."
    stop = ", or stop" if asked.may(Skip) else ""
    where = "face down" if phase.face_down else "onto the pile"
    knock = f" Your unmatched cards can count {phase.knock} or less: you may knock and end the hand."
    return f"Discard a card {where}{stop}.{knock if asked.may(Knock) else ''}"
