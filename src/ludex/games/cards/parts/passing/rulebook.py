"""Sentences of the rulebook about passing."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.wording import listed, many

ORDINALS = ("first", "second", "third", "fourth")


def passing_sentences(genome: Genome, phase: PassPhase) -> Iterator[str]:
    ways = {"left": "to the left", "right": "to the right", "across": "across the table", "hold": "not at all"}
    yield f"**Passing.** All players choose {many(phase.cards, 'card')} at the same time, without seeing what the"
    yield "others choose. When all have chosen, the cards are passed on face down,"
    directions = phase.directions[: genome.match.hands]
    if len(set(directions)) == 1:
        yield f"{ways[directions[0]]}."
        return
    first, *later = zip((ways[way] for way in directions), ORDINALS, strict=False)
    hands = [f"{first[0]} in the first hand", *(f"{way} in the {ordinal}" for way, ordinal in later)]
    again = "; then in the same order again" if genome.match.hands > len(directions) else ""
    yield f"{listed(hands)}{again}."
