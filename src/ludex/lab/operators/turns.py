"""Turns: their steps, how a hand of turns ends, conditions and effects."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards import Genome
from ludex.games.cards.genome import (
    TURN_PHASES,
    AskPhase,
    CardPoints,
    CardScoring,
    ClaimPhase,
    Deal,
    DiscardPhase,
    DrawPhase,
    Phase,
    PlayPhase,
)
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.generator import some_condition
from ludex.lab.operators.base import (
    MutationOperator,
    PhaseOperator,
    has,
    has_room,
    nudged,
    other_than,
    replace,
    steps_of_turn,
    takes_steps,
    with_phase,
)


def with_steps(genome: Genome, steps: tuple[Phase, ...]) -> Genome:
    """The genome with other steps of a turn, where its turns were."""
    before = [number for number, phase in enumerate(genome.phases) if isinstance(phase, TURN_PHASES)]
    others = tuple(phase for phase in genome.phases if not isinstance(phase, TURN_PHASES))
    place = before[0] if before else len(others)
    return replace(genome, phases=(*others[:place], *steps, *others[place:]))


def some_step(kind: type[Phase], rng: Random) -> Phase:
    """A new step of a turn."""
    if kind is DrawPhase:
        source: Any = rng.choice(("stock", "stock", "either", "pile", "neighbour"))
        return DrawPhase(source, rng.choice(("always", "stuck")), rng.randint(1, 2), reshuffle=rng.random() < 0.5)
    if kind is DiscardPhase:
        return DiscardPhase(1, rng.random() < 0.3, rng.random() < 0.3, rng.random() < 0.2)
    return PlayPhase(allow=((some_condition(rng),), (some_condition(rng),)), skip=rng.choice(("stuck", "always")))


def missing_steps(genome: Genome) -> list[type[Phase]]:
    """Steps that a turn could also have."""
    kinds: list[type[Phase]] = [DrawPhase, DiscardPhase] if genome.chips else [DrawPhase, PlayPhase, DiscardPhase]
    return [kind for kind in kinds if not has(genome, kind)]


class AddTurnPhaseMutation(MutationOperator):
    """A turn has one more step: drawing first, playing next, discarding last."""

    part = "phases"
    needs = "turns made of steps, and a step that they do not have"

    def applies(self, genome: Genome) -> bool:
        return takes_steps(genome) and has_room(genome) and bool(missing_steps(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        order = {DrawPhase: 0, PlayPhase: 1, DiscardPhase: 2}
        new = some_step(rng.choice(missing_steps(genome)), rng)
        steps = sorted((*steps_of_turn(genome), new), key=lambda step: order[type(step)])  # type: ignore[index]
        return with_steps(genome, tuple(steps))


class RemoveTurnPhaseMutation(MutationOperator):
    """A turn has one step less."""

    part = "phases"
    needs = "turns of several steps"

    def applies(self, genome: Genome) -> bool:
        return len(steps_of_turn(genome)) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        steps = steps_of_turn(genome)
        place = rng.randrange(len(steps))
        return with_steps(genome, (*steps[:place], *steps[place + 1 :]))


class SwapTurnPhasesMutation(MutationOperator):
    """The steps of a turn come in another order."""

    part = "phases"
    needs = "turns of several steps"

    def applies(self, genome: Genome) -> bool:
        return len(steps_of_turn(genome)) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        steps = list(steps_of_turn(genome))
        rng.shuffle(steps)
        return with_steps(genome, tuple(steps))


class ReplaceTurnMutation(MutationOperator):
    """Turns become something else altogether: claims, questions, sets, draws from the neighbour, or drawing and
    playing. What a hand then needs to end and to score comes with them."""

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

    def kept(self, before: Genome, after: Genome) -> bool:
        return [type(step) for step in steps_of_turn(before)] != [type(step) for step in steps_of_turn(after)]


class MutateDrawPhaseMutation(PhaseOperator):
    """Cards are drawn from elsewhere, at another time, in another number, or from a stock that is shuffled again."""

    part = "phases"
    needs = "drawing"
    kind = DrawPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        def tweaked(phase: DrawPhase) -> DrawPhase:
            ways = (
                {"source": other_than(rng, phase.source, ("stock", "pile", "either", "neighbour"))},
                {"when": other_than(rng, phase.when, ("always", "stuck", "optional"))},
                {"count": nudged(rng, phase.count, 1, 6)},
                {"limit": nudged(rng, phase.limit, 5, 40)},
                {"reshuffle": not phase.reshuffle},
            )
            return replace(phase, **rng.choice(ways))

        return with_phase(genome, DrawPhase, tweaked)


class MutatePlayPhaseMutation(PhaseOperator):
    """Cards are played elsewhere, passing is allowed or not, ranks become wild or tame, or cards are played in sets."""

    part = "phases"
    needs = "playing"
    kind = PlayPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        rank = rng.choice(genome.deck.ranks)

        def tweaked(phase: PlayPhase) -> PlayPhase:
            what = rng.randrange(4)
            if what == 0:
                return replace(phase, to=other_than(rng, phase.to, ("pile", "table", "capture")))
            if what == 1:
                return replace(phase, skip=other_than(rng, phase.skip, ("stuck", "always")))
            if what == 2:
                wild = phase.wild.replace(rank, "") if rank in phase.wild else phase.wild + rank
                return replace(phase, wild="" if len(wild) > 3 else wild)
            return replace(phase, sets=not phase.sets, to="pile", wild="")

        changed = with_phase(genome, PlayPhase, tweaked)
        play = next(phase for phase in changed.phases if isinstance(phase, PlayPhase))
        return with_steps(changed, (play,)) if play.sets else changed


class MutateDiscardPhaseMutation(PhaseOperator):
    """Another number of cards is discarded, face up or face down, of one's own will, or for new ones."""

    part = "phases"
    needs = "discarding"
    kind = DiscardPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        def tweaked(phase: DiscardPhase) -> DiscardPhase:
            name = rng.choice(("count", "optional", "face_down", "refill"))
            value = nudged(rng, phase.count, 1, 5) if name == "count" else not getattr(phase, name)
            return replace(phase, **{name: value})

        return with_phase(genome, DiscardPhase, tweaked)


class MutateKnockingMutation(MutationOperator):
    """Players may knock when they discard, may no longer, with other numbers, or for another bonus.

    Players who may knock draw as many cards as they discard, and a hand ends with the knock.
    """

    part = "phases"
    needs = "discarding, and no chips"

    def applies(self, genome: Genome) -> bool:
        return has(genome, DiscardPhase) and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        knocking = genome.knocking_phase
        if knocking:
            ways = (
                {"knock": nudged(rng, knocking.knock, 0, 60, 5)},
                {"knock_bonus": nudged(rng, knocking.knock_bonus, 0, 50, 5)},
                {"knock": -1},
            )
            changes = rng.choice(ways)
            return with_phase(genome, DiscardPhase, lambda phase: replace(phase, **changes))
        deal = genome.deal if genome.deal.cards else Deal(min(hand_sizes(genome)[0] // 2 + 1, 10), starter=True)
        knock = rng.choice((5, 10, 20))
        changed = replace(genome, deal=deal)
        return with_phase(changed, DiscardPhase, lambda phase: replace(phase, count=1, refill=False, knock=knock))


class MutateClaimPhaseMutation(PhaseOperator):
    """Another number of cards may be claimed at once."""

    part = "phases"
    needs = "claims"
    kind = ClaimPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        cards = rng.randint(1, 4)
        return with_phase(genome, ClaimPhase, lambda phase: replace(phase, cards=cards))


class MutateHandEndMutation(MutationOperator):
    """A hand of turns ends in another way, after other numbers of turns, or with rounds that are counted."""

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
    """Equal cards are put down as soon as enough of them are held, or are not."""

    part = "phases"
    needs = "turns, and no chips"

    def applies(self, genome: Genome) -> bool:
        return bool(steps_of_turn(genome)) and not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        deal = replace(genome.deal, again=False)
        return replace(genome, book=other_than(rng, genome.book, (0, 2, 3, 4)), deal=deal)


OPERATORS = (
    AddTurnPhaseMutation(),
    RemoveTurnPhaseMutation(),
    SwapTurnPhasesMutation(),
    ReplaceTurnMutation(),
    MutateDrawPhaseMutation(),
    MutatePlayPhaseMutation(),
    MutateDiscardPhaseMutation(),
    MutateKnockingMutation(),
    MutateClaimPhaseMutation(),
    MutateHandEndMutation(),
    MutateBookMutation(),
)
