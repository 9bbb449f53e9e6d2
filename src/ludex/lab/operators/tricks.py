"""Tricks and passing."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from ludex.games.cards import Genome
from ludex.games.cards.components import SUITS
from ludex.games.cards.genome import BiddingPhase, Direction, PassPhase, TrickPhase
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.lab.operators.base import (
    MutationOperator,
    PhaseOperator,
    has,
    has_room,
    inserted,
    nudged,
    other_than,
    phase_of,
    replace,
    sees_cards,
    with_item,
    with_phase,
    without_item,
)

WAYS: Any = get_args(Direction)
CYCLES: tuple[tuple[Direction, ...], ...] = (
    ("left",),
    ("left", "right"),
    ("left", "right", "hold"),
    ("left", "right", "across", "hold"),
)
FLAGS = ("follow", "must_trump", "low_wins", "unbreakable", "clean_start", "by_rank")


def passes_cards(genome: Genome) -> bool:
    """Whether cards are ever passed on."""
    passing = phase_of(genome, PassPhase)
    return passing is not None and any(way != "hold" for way in passing.directions[: genome.match.hands])


class AddPassPhaseMutation(MutationOperator):
    """Cards are passed on before anything else happens."""

    part = "phases"
    needs = "tricks whose cards players see, and no passing yet"

    def applies(self, genome: Genome) -> bool:
        return sees_cards(genome) and not has(genome, PassPhase) and has_room(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        cards = rng.randint(1, min(3, max(hand_sizes(genome)[0], 1)))
        return inserted(genome, 0, PassPhase(cards, rng.choice(CYCLES)))


class RemovePassPhaseMutation(MutationOperator):
    """No cards are passed on."""

    part = "phases"
    needs = "passing"

    def applies(self, genome: Genome) -> bool:
        return passes_cards(genome)

    def change(self, genome: Genome, rng: Random) -> Genome:
        return with_phase(genome, PassPhase, lambda phase: None)

    def kept(self, before: Genome, after: Genome) -> bool:
        return not has(after, PassPhase)


class MutatePassPhaseMutation(PhaseOperator):
    """Another number of cards is passed on, or another way."""

    part = "phases"
    needs = "passing"
    kind = PassPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        def tweaked(phase: PassPhase) -> PassPhase:
            ways = phase.directions
            what, place = rng.randrange(4), rng.randrange(len(ways))
            if what == 0:
                return replace(phase, cards=nudged(rng, phase.cards, 1, 6))
            if what == 1 and len(ways) < 4:
                return replace(phase, directions=(*ways, rng.choice(WAYS)))
            if what == 2 and len(ways) > 1:
                return replace(phase, directions=without_item(ways, place))
            return replace(phase, directions=with_item(ways, place, other_than(rng, ways[place], WAYS)))

        return with_phase(genome, PassPhase, tweaked)


class MutateTrickPhaseMutation(PhaseOperator):
    """One rule of tricks is turned round: following, trumping, which card wins, what may be led, how many tricks."""

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
            changed = replace(changed, trump="none", bowers=False)
        return changed


class ToggleBlindMutation(MutationOperator):
    """Cards are turned up unseen, as in War, or chosen again. What needs a choice goes with it."""

    part = "phases"
    needs = "tricks without bids"

    def applies(self, genome: Genome) -> bool:
        return has(genome, TrickPhase) and not has(genome, BiddingPhase)

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


OPERATORS = (
    AddPassPhaseMutation(),
    RemovePassPhaseMutation(),
    MutatePassPhaseMutation(),
    MutateTrickPhaseMutation(),
    ToggleBlindMutation(),
)
