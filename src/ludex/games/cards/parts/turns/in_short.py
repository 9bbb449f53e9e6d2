"""The order of going out in short."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.turns.rulebook import order_sentences


def order_in_short(genome: Genome) -> Iterator[str]:
    """Say what going out brings."""
    yield from list(order_sentences(genome))[:1]
