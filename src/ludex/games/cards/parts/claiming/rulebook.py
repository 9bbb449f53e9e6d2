"""Sentences of the rulebook about claims."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.wording import NAME, many


def claim_sentences(genome: Genome, phase: ClaimPhase) -> Iterator[str]:
    ranks = [NAME[rank] for rank in genome.deck.ranks]
    most = f"one to {many(phase.cards, 'card')}" if phase.cards > 1 else "one card"
    they = "they are all" if phase.cards > 1 else "it is"
    yield f"Lay {most} face down and claim that {they} of the rank that is due, whether it is true or not."
    if len(ranks) > 1:
        yield f"The first claim is {ranks[0]}s, the next {ranks[1]}s, and so on;"
        yield f"after {ranks[-1]}s come {ranks[0]}s again."
    yield "Clockwise, the other players then believe the claim or doubt it."
    yield "At the first doubt the cards are turned up. If any of them is of another rank, you take all the cards that"
    yield "lie face down; otherwise the player who doubted takes them."
