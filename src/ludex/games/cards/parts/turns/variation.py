"""Random turns, and operators that change them."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.phasing import has
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.card_points.genome import CardPoints, CardScoring
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.drawing.variation import some_step_of_drawing
from ludex.games.cards.parts.operators import (
    MutationOperator,
    PartOperator,
    has_room,
    other_than,
    steps_of_turn,
    takes_steps,
    with_steps,
)
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.playing.variation import some_condition

ALL_OUT: dict[str, Any] = {"hand_ends": "all out", "effects": (), "book": 0}
"""The end of hands that are dealt again."""


def some_turns(rng: Random, limits: tuple[int, ...], books: tuple[int, ...], again: bool = False) -> dict[str, Any]:
    """Make a random end for hands of turns, as fields of a genome."""
    limit = {"turn_limit": rng.choice(limits)}
    if again:
        return {**limit, "hand_ends": "all out", "book": 0}
    return {**limit, "hand_ends": rng.choice(("first out", "one left", "all out")), "book": rng.choice(books)}


def rounds(count: int) -> dict[str, Any]:
    """Give every player this number of turns in a hand, as a field of a genome."""
    return {"turn_rounds": count}


def counted_rounds(genome: Genome) -> dict[str, Any]:
    """End hands after a number of rounds and in no other way, as fields of a genome."""
    return {"turn_rounds": genome.turn_rounds or 1, "hand_ends": "phases"}


class MutateHandEndMutation(MutationOperator):
    """Changes how a hand of turns ends, its limit of turns, or whether rounds are counted."""

    part = "phases"
    needs = "turns"

    def applies(self, genome: Genome) -> bool:
        return bool(steps_of_turn(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        ends = ("first out", "one left", "all out", "phases")
        ways: tuple[dict[str, Any], ...] = (
            {"hand_ends": other_than(rng, genome.hand_ends, ends)},
            {"turn_rounds": nudged(rng, genome.turn_rounds, 0, 12)},
            {"turn_limit": nudged(rng, genome.turn_limit, 20, 500, 20)},
        )
        return replace(genome, **rng.choice(ways))


class MutateBookMutation(MutationOperator):
    """Lets equal cards be put down as soon as enough of them are held, or stops doing so."""

    part = "phases"
    needs = "turns, and no chips"

    def applies(self, genome: Genome) -> bool:
        return bool(steps_of_turn(genome)) and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        deal = replace(genome.deal, again=False)
        return replace(genome, book=other_than(rng, genome.book, (0, 2, 3, 4)), deal=deal)


def some_step(kind: type[Phase], rng: Random) -> Phase:
    """Make a new step of a turn."""
    if kind is DrawPhase:
        return some_step_of_drawing(rng)
    if kind is DiscardPhase:
        return DiscardPhase(1, rng.random() < 0.3, rng.random() < 0.3, rng.random() < 0.2)
    return PlayPhase(allow=((some_condition(rng),), (some_condition(rng),)), skip=rng.choice(("stuck", "always")))


def missing_steps(genome: Genome) -> list[type[Phase]]:
    """Return the steps that a turn could also have."""
    kinds: list[type[Phase]] = [DrawPhase, DiscardPhase] if genome.chips else [DrawPhase, PlayPhase, DiscardPhase]
    return [kind for kind in kinds if not has(genome, kind)]


class AddTurnPhaseMutation(MutationOperator):
    """Adds a step to a turn: drawing first, playing next, discarding last."""

    part = "phases"
    needs = "turns made of steps, and a step that they do not have"

    def applies(self, genome: Genome) -> bool:
        return takes_steps(genome) and has_room(genome) and bool(missing_steps(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        order = {DrawPhase: 0, PlayPhase: 1, DiscardPhase: 2}
        new = some_step(rng.choice(missing_steps(genome)), rng)
        steps = sorted((*steps_of_turn(genome), new), key=lambda step: order[type(step)])  # type: ignore[index]  # a step of a turn
        return with_steps(genome, tuple(steps))


class RemoveTurnPhaseMutation(MutationOperator):
    """Removes a step of a turn."""

    part = "phases"
    needs = "turns of several steps"

    def applies(self, genome: Genome) -> bool:
        return len(steps_of_turn(genome)) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        steps = steps_of_turn(genome)
        place = rng.randrange(len(steps))
        return with_steps(genome, (*steps[:place], *steps[place + 1 :]))


class SwapTurnPhasesMutation(MutationOperator):
    """Changes the order of a turn's steps."""

    part = "phases"
    needs = "turns of several steps"

    def applies(self, genome: Genome) -> bool:
        return len(steps_of_turn(genome)) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        steps = list(steps_of_turn(genome))
        rng.shuffle(steps)
        return with_steps(genome, tuple(steps))


class ReplaceTurnMutation(MutationOperator):
    """Replaces turns altogether: by claims, questions, sets, draws from the neighbour, or drawing and
    playing. The ending and the scoring of a hand are adapted."""

    part = "phases"
    needs = "turns, and no chips"

    def applies(self, genome: Genome) -> bool:
        return bool(steps_of_turn(genome)) and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        turns: tuple[tuple[Phase, ...], ...] = (
            (ClaimPhase(rng.randint(1, 4)),),
            (AskPhase(),),
            (PlayPhase(sets=True),),
            (DrawPhase("neighbour"),),
            (some_step(DrawPhase, rng), some_step(PlayPhase, rng)),
        )
        steps = rng.choice(turns)
        collects = isinstance(steps[0], AskPhase) or steps == (DrawPhase("neighbour"),)
        book = rng.choice((2, 4)) if collects else 0
        ends: Any = rng.choice(("one left", "all out") if collects else ("first out", "one left"))
        deal = replace(genome.deal, again=False)
        changed = replace(with_steps(genome, steps), hand_ends=ends, book=book, deal=deal)
        if collects and not genome.card_scoring:
            changed = replace(changed, card_scoring=CardScoring((CardPoints(1),)))
        return changed

    def survives(self, before: Genome, after: Genome) -> bool:
        return [type(step) for step in steps_of_turn(before)] != [type(step) for step in steps_of_turn(after)]


class MutateOrderScoringMutation(PartOperator):
    """Changes the points for the order of going out."""

    part = "scoring"
    needs = "points for going out"
    field = "order_scoring"

    def change(self, genome: Genome, rng: Random) -> Genome:
        points = list(genome.order_scoring)
        what = rng.randrange(3)
        if what == 0 and len(points) < genome.seats[1]:
            points.append(max(points[-1] - 1, 0))
        elif what == 1 and len(points) > 1:
            points.pop()
        else:
            place = rng.randrange(len(points))
            points[place] = nudged(rng, points[place], -5, 10)
        return replace(genome, order_scoring=tuple(points))


OPERATORS = (
    MutateHandEndMutation(),
    MutateBookMutation(),
    AddTurnPhaseMutation(),
    RemoveTurnPhaseMutation(),
    SwapTurnPhasesMutation(),
    ReplaceTurnMutation(),
    MutateOrderScoringMutation(),
)
