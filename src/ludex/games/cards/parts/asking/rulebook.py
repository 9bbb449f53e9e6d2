"""Sentences of the rulebook about asking."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.asking.genome import AskPhase


def ask_sentences(genome: Genome, phase: AskPhase) -> Iterator[str]:
    yield "Ask another player for all their cards of a rank of which you hold at least one."
    yield "If they have any, you get them all and ask again."
    yield "If they have none, draw a card from the stock, as long as there are any, and your turn is over."
    yield "If you have no cards, or nobody else has any, draw a card first; if the stock is empty then, pass."
