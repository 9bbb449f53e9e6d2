"""Sentences of the rulebook about drawing."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.betting.rulebook import BLACKJACK_POINTS
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.wording import in_words, many

SMALLEST = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The lowest values of cards, as in blackjack, from the ace up."""


def can_draw_so_often(genome: Genome, phase: DrawPhase) -> bool:
    """Return True if the number of cards can end the drawing before the points do."""
    cards = sorted(SMALLEST[(RANKS.index(rank) + 1) % 13] for rank in genome.deck.ranks for _ in range(4))
    return sum(cards[: hand_sizes(genome)[0] + phase.count - 1]) < phase.limit


def draws_from_stock(genome: Genome) -> bool:
    """Return True if any card is drawn from the stock after the deal."""
    return (
        genome.deal.again
        or any(effect.does == "draw" for effect in genome.effects)
        or any(
            isinstance(phase, AskPhase)
            or (isinstance(phase, DrawPhase) and phase.source in ("stock", "either"))
            or (isinstance(phase, DiscardPhase) and phase.refill)
            for phase in genome.phases
        )
    )


def draw_sentences(genome: Genome, phase: DrawPhase) -> Iterator[str]:
    source = {
        "stock": "from the stock",
        "pile": "from the top of the pile",
        "either": "from the stock or from the top of the pile",
        "neighbour": "at random from the hand of the next player who has any",
    }[phase.source]
    if phase.when == "always":
        yield f"Draw {many(phase.count, 'card')} {source}."
    elif phase.when == "stuck" and phase.count == 1:
        yield f"If you cannot play, draw one card {source}."
    elif phase.when == "stuck":
        yield f"If you cannot play, draw cards {source} until you can, but at most {in_words(phase.count)}."
    else:
        yield f"Draw cards {source} one at a time for as long as you like, or stand. You must stop when you have"
        often = f", or have drawn {many(phase.count, 'card')}" if can_draw_so_often(genome, phase) else ""
        yield f"{phase.limit} points or more{often}."
        yield BLACKJACK_POINTS
    if phase.when == "optional" and genome.ranking == "blackjack":
        yield "The dealer has no choice, but draws below 17 points and stands at 17 or more."
    if phase.reshuffle:
        yield "When the stock is empty, all cards of the pile except the top one are shuffled to form a new stock."
