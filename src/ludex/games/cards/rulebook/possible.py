"""What can happen in a genome's hands: a rulebook says nothing about what cannot."""

from __future__ import annotations

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.schema import (
    AskPhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    Genome,
    PlayPhase,
    TrickPhase,
)

SMALLEST = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""What cards count at least, as in blackjack, from the ace up."""


def most_tricks(genome: Genome, phase: TrickPhase) -> int:
    """How many tricks a hand has at most."""
    return min(hand_sizes(genome)[1], phase.tricks or 52, genome.turn_limit)


def ranks_matter(genome: Genome) -> bool:
    """Whether one rank is ever higher than another."""
    return genome.ranking in ("poker", "high card") or any(
        isinstance(phase, TrickPhase)
        or (isinstance(phase, PlayPhase) and (phase.sets or phase.to == "capture" or _compares(phase)))
        for phase in genome.phases
    )


def _compares(phase: PlayPhase) -> bool:
    return any(word in ("beats top", "adjacent") for group in phase.allow for word in group)


def won_cards_count(genome: Genome) -> bool:
    """Whether cards that were won are worth anything."""
    return bool(genome.majorities or (genome.card_scoring and genome.card_scoring.source == "won"))


def draws_from_stock(genome: Genome) -> bool:
    """Whether any card is drawn from the stock after the deal."""
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


def can_take_from_pile(genome: Genome) -> bool:
    """Whether players draw from the pile before they discard."""
    return any(isinstance(phase, DrawPhase) and phase.source in ("pile", "either") for phase in genome.phases)


def all_can_pass(genome: Genome) -> bool:
    """Whether all players can pass in a row."""
    turns = [phase for phase in genome.phases if isinstance(phase, DrawPhase | PlayPhase | ClaimPhase | AskPhase)]
    last = genome.phases[-1]
    for phase in turns:
        if isinstance(phase, PlayPhase) and _can_pass(genome, phase):
            return True
        if isinstance(phase, AskPhase) and (genome.book != 4 or genome.deck.without):
            return True
        if isinstance(phase, DrawPhase) and (phase.when == "optional" or (phase is last and _runs_dry(genome, phase))):
            return True
    return False


def _can_pass(genome: Genome, phase: PlayPhase) -> bool:
    if phase.sets:
        return False
    if phase.skip == "always":
        return True
    if ("anything",) in phase.allow:
        return False
    starts = any(len(group) == 1 and group[0][:5] == "rank " for group in phase.allow)
    whole = not genome.deal.cards and not genome.deck.without
    return not (whole and starts and phase.to == "table" and ("adjacent",) in phase.allow)


def _runs_dry(genome: Genome, phase: DrawPhase) -> bool:
    """Whether there may be nothing to draw while a hand goes on."""
    return phase.source != "neighbour" or genome.hand_ends not in ("first out", "one left")


def can_reach_limit(genome: Genome) -> bool:
    """Whether turns can go on until their limit ends the hand."""
    if genome.turn_rounds:
        return False
    phases = genome.phases
    if all(isinstance(phase, PlayPhase) for phase in phases) and not genome.effects:
        plays = genome.deck.size * (1 if not all_can_pass(genome) and not _passes(genome) else genome.seats[1])
        return genome.turn_limit < plays
    return True


def _passes(genome: Genome) -> bool:
    """Whether single players pass now and then."""
    return any(
        isinstance(phase, PlayPhase) and (phase.sets or phase.skip == "always" or ("anything",) not in phase.allow)
        for phase in genome.phases
    )


def can_draw_so_often(genome: Genome, phase: DrawPhase) -> bool:
    """Whether the number of cards can end the drawing before the points do."""
    cards = sorted(SMALLEST[(RANKS.index(rank) + 1) % 13] for rank in genome.deck.ranks for _ in range(4))
    return sum(cards[: hand_sizes(genome)[0] + phase.count - 1]) < phase.limit
