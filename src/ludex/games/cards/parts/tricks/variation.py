"""Random tricks, and operators that change them."""

from __future__ import annotations

from random import Random

from ludex.games.cards.components import SUITS
from ludex.games.cards.genome.fields import declared, nudged, random_part, replace
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.genome.scoring import scores_points
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.deal.genome import Deck
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PartOperator,
    PhaseOperator,
    maybe,
    other_than,
    with_phase,
)
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.passing.variation import WAYS
from ludex.games.cards.parts.tricks.genome import Level, TrickPhase, TrickScoring
from ludex.games.cards.parts.trumps.checks import NO_TRUMP

FLAGS = tuple(name for name, kind in declared(TrickPhase).items() if kind.packed and name not in ("blind", "take"))
"""The rules of tricks that are turned on and off independently."""


class MutateTrickPhaseMutation(PhaseOperator):
    """Reverses one rule of tricks: following, trumping, which card wins, what may be led, how many tricks."""

    part = "phases"
    needs = "tricks"
    kind = TrickPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        what = rng.choice((*FLAGS, "breaking", "breaking", "tricks", "first_lead"))

        def tweaked(phase: TrickPhase) -> TrickPhase:
            if what == "breaking":
                return replace(phase, breaking=other_than(rng, phase.breaking, ("none", "trump", *SUITS)))
            if what == "tricks":
                return replace(phase, tricks=rng.choice((0, rng.randint(1, max(hand_sizes(genome)[1], 1)))))
            if what == "first_lead":
                card = rng.choice(genome.deck.ranks) + rng.choice("CDHS")
                return replace(phase, first_lead="" if phase.first_lead else card)
            return replace(phase, **{what: not getattr(phase, what)})

        changed = with_phase(genome, TrickPhase, tweaked)
        tricks = phase_of(changed, TrickPhase)
        if tricks and tricks.by_rank and what == "by_rank":
            changed = replace(changed, **NO_TRUMP)
        return changed


class ToggleBlindMutation(MutationOperator):
    """Lets cards be turned up unseen, as in War, or chosen again. Rules that need a choice are removed."""

    part = "phases"
    needs = "tricks without bids"

    def applies(self, genome: Genome) -> bool:
        return has(genome, TrickPhase) and not has(genome, BiddingPhase, AuctionPhase)

    def change(self, genome: Genome, rng: Random) -> Genome:
        take = rng.random() < 0.3

        def tweaked(phase: TrickPhase) -> TrickPhase:
            if phase.blind:
                return replace(phase, blind=False, take=False)
            free = replace(
                phase, breaking="none", unbreakable=False, first_lead="", clean_start=False, must_trump=False
            )
            return replace(free, blind=True, take=take, tricks=0 if take else phase.tricks)

        changed = with_phase(genome, TrickPhase, tweaked)
        tricks = phase_of(changed, TrickPhase)
        return with_phase(changed, PassPhase, lambda phase: None) if tricks and tricks.blind else changed


class MutateTrickScoringMutation(PartOperator):
    """Changes the points for tricks, the book, or the levels."""

    part = "scoring"
    needs = "points for tricks"
    field = "trick_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        scoring = genome.trick_scoring or TrickScoring()
        most = min(hand_sizes(genome)[1], 26)
        what = rng.randrange(3)
        if what == 0:
            return replace(genome, trick_scoring=replace(scoring, points=nudged(rng, scoring.points, -5, 10)))
        if what == 1:
            return replace(genome, trick_scoring=replace(scoring, book=nudged(rng, scoring.book, 0, most)))
        levels = list(scoring.levels)
        if levels and rng.random() < 0.5:
            levels.pop(rng.randrange(len(levels)))
        elif len(levels) < 4:
            levels.append(Level(rng.randint(1, most), rng.randint(1, 10)))
        return replace(genome, trick_scoring=replace(scoring, levels=tuple(sorted(levels, key=lambda x: x.tricks))))


class ToggleKnockoutMutation(MutationOperator):
    """Eliminates players without a trick from the match, or stops doing so."""

    part = "scoring"
    needs = "tricks, no teams, and other points where it is to be dropped"

    def applies(self, genome: Genome) -> bool:
        return has(genome, TrickPhase) and not genome.teams and (scores_points(genome) or not genome.knockout)

    def change(self, genome: Genome, rng: Random) -> Genome:
        hands = genome.match.hands if genome.match.hands > 1 else rng.randint(3, 9)
        return replace(genome, knockout=not genome.knockout, match=replace(genome.match, hands=hands))


class ReverseTricksMutation(PhaseOperator):
    """Reverses the aim of tricks: the lowest card takes them and the lowest score wins, or neither."""

    part = "match"
    needs = "tricks"
    kind = TrickPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        low = not genome.match.low_wins
        changed = replace(genome, match=replace(genome.match, low_wins=low))
        return with_phase(changed, TrickPhase, lambda phase: replace(phase, low_wins=low))


def phases_with_tricks(rng: Random, bidding: bool, deck: Deck) -> tuple[Phase, ...]:
    """Make tricks, with passing and bids before them at times."""
    blind = not bidding and maybe(rng, 0.15)
    unseen = {"breaking": "none"} if blind else {}
    trick: TrickPhase = random_part(TrickPhase, rng, deck.ranks, blind=blind, take=False, **unseen)
    trick = replace(trick, take=blind and maybe(rng, 0.5))
    low = rng.randint(0, 2)
    ways = tuple(rng.choices(WAYS, k=rng.randint(1, 4)))
    return (
        *([PassPhase(rng.randint(1, 3), ways)] if maybe(rng, 0.2) else ()),
        *([BiddingPhase(low, rng.randint(low, 13), maybe(rng, 0.6))] if bidding else ()),
        trick,
    )


def some_tricks(rng: Random, deck: Deck) -> TrickPhase:
    """Make tricks in which players choose their cards."""
    tricks: TrickPhase = random_part(TrickPhase, rng, deck.ranks, blind=False, take=False)
    return tricks


def some_trick_scoring(rng: Random) -> TrickScoring:
    levels = (Level(3, 2), Level(5, 9)) if maybe(rng) else ()
    return TrickScoring(rng.choice((-1, 1, 1, 2, 3)), rng.randint(0, 4), levels)


OPERATORS = (
    MutateTrickPhaseMutation(),
    ToggleBlindMutation(),
    MutateTrickScoringMutation(),
    ToggleKnockoutMutation(),
    ReverseTricksMutation(),
)
