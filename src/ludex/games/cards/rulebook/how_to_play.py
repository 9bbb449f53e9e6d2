"""Introductions to card games: goal, hand and end in a few sentences, written from the genome."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.deal.rulebook import hands_sentence
from ludex.games.cards.parts.registry import PHASES, SCORING_IN_SHORT
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.rulebook import trump_sentences
from ludex.games.cards.parts.turns.rulebook import hand_end_sentences, turns_sentence
from ludex.games.cards.rulebook import end_sentences
from ludex.games.cards.wording import many


@lru_cache(maxsize=128)
def how_to_play(genome: Genome) -> str:
    """Write how to play a genome, as Markdown.

    >>> from ludex.games.cards import create_spades_genome
    >>> print(how_to_play(create_spades_genome()).splitlines()[2])
    **Goal.** Have the highest score at the end. Winning at least the number of tricks bid scores 10 points for each \
trick bid. Winning fewer costs 10 points for each trick bid. Too many tricks beyond the bid, called bags, cost points \
in the long run.
    """
    paragraphs = [
        "## How to play",
        f"**Goal.** {' '.join(_goal(genome))}",
        f"**A hand.** {' '.join(_deal(genome))}",
        *_hand(genome),
        f"**The end.** {' '.join(end_sentences(genome))}",
    ]
    return "\n\n".join(paragraphs) + "\n"


def _goal(genome: Genome) -> Iterator[str]:
    if genome.chips:
        yield "Have the most chips at the end."
    elif genome.match.low_wins:
        yield "Have the lowest score at the end: points are bad."
    else:
        yield "Have the highest score at the end."
    if genome.teams:
        yield "Partners play as one team."
    for tell in SCORING_IN_SHORT:
        yield from tell(genome)


def _deal(genome: Genome) -> Iterator[str]:
    yield "A match is a single hand." if genome.match.hands == 1 else "A match is played in hands."
    if genome.chips and genome.chips.ante:
        who = "Each player except the dealer stakes" if genome.ranking == "blackjack" else "Each player first pays"
        yield f"{who} {many(genome.chips.ante, 'chip')}."
    yield f"{hands_sentence(genome).split('. ')[0].rstrip('.')}."
    yield from list(trump_sentences(genome))[:1]


def _hand(genome: Genome) -> Iterator[str]:
    steps: list[str] = []
    for phase in genome.phases:
        told = PHASES[type(phase)].in_short(genome, phase)
        if isinstance(phase, TURN_PHASES):
            steps += [] if steps else [turns_sentence(genome).removesuffix(" On your turn:")]
            steps.append(told)
        else:
            if steps:
                yield " ".join(steps)
                steps = []
            yield told
    if genome.book:
        steps.append(f"{many(genome.book, 'card').capitalize()} of the same rank are laid down at once.")
    steps += list(hand_end_sentences(genome))[:1]
    if steps:
        yield " ".join(steps)
    elif any(isinstance(phase, TrickPhase) for phase in genome.phases):
        yield "When all tricks have been played, the hand is scored."
