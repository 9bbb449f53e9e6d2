"""Which version of the rules a genome is played by: only games that a change of the rules affects get a new one."""

from __future__ import annotations

from ludex.games.cards.genome.schema import DiscardPhase, DrawPhase, Genome, PlayPhase, TrickPhase


def rules_version(genome: Genome) -> str:
    """Version 2 where one of its rules is used, version 1 elsewhere.

    >>> from ludex.games.cards import LIBRARY
    >>> rules_version(LIBRARY["spades"]()), rules_version(LIBRARY["gin-rummy"]())
    ('1', '2')
    """
    changed = (
        any(isinstance(phase, TrickPhase) and phase.take for phase in genome.phases),  # cards taken stay known
        any(isinstance(phase, DrawPhase) and phase.source in ("pile", "either") for phase in genome.phases),
        any(isinstance(phase, PlayPhase) and phase.to == "capture" for phase in genome.phases),  # the last card's sweep
        genome.ranking == "blackjack",  # no stakes that the dealer cannot pay
        genome.deal.starter and any(isinstance(phase, PlayPhase) and phase.wild for phase in genome.phases),
        _draws_from_a_reshuffled_stock(genome),
        genome.deal.few_seats > 0,
    )
    return "2" if any(changed) else "1"


def _draws_from_a_reshuffled_stock(genome: Genome) -> bool:
    """Whether cards are drawn outside the draw phase, in a game in which an empty stock is made of the pile."""
    reshuffles = any(isinstance(phase, DrawPhase) and phase.reshuffle for phase in genome.phases)
    refills = any(isinstance(phase, DiscardPhase) and phase.refill for phase in genome.phases)
    return reshuffles and (refills or any(effect.does == "draw" for effect in genome.effects))
