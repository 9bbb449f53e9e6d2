"""Points for cards in short."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.wording import award, card_worths, most_of

FEW = 3
"""Most worths in a short text."""


def card_points_in_short(genome: Genome) -> Iterator[str]:
    """Say what cards bring."""
    scoring = genome.card_scoring
    if scoring is not None:
        worths = card_worths(scoring.values)
        told = "; ".join(worths) if len(worths) <= FEW else "the rules list the worth of each"
        where = "you win" if scoring.source == "won" else "left in your hand"
        if scoring.to == "winner":
            where = "left in the other hands" if scoring.source == "hand" else "that all players have won"
            yield f"The first player to run out of cards scores for the cards {where}: {told[:1].lower()}{told[1:]}."
        else:
            yield f"The cards {where} count: {told[:1].lower()}{told[1:]}."
        if scoring.moon:
            yield "A side that wins all of them scores nothing, and the others score them instead."
    for most in genome.majorities:
        yield f"{award(most.points)} for winning the most {most_of(most)}."
