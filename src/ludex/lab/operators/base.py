"""What every operator is, and what operators share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

import msgspec

from ludex.core.errors import LudexError, quote
from ludex.games.cards import Genome, canonical, repaired
from ludex.games.cards.genome import TURN_PHASES, AskPhase, ClaimPhase, Phase, PlayPhase, TrickPhase

ATTEMPTS = 12
"""How often an operator tries to change a genome before it leaves it as it is."""

replace = msgspec.structs.replace
Kind = TypeVar("Kind", bound=msgspec.Struct)


class DoesNotApply(LudexError):
    """An operator was asked to change a genome that has nothing for it to change."""


class MutationOperator(ABC):
    """A way to change a genome: one rule is added, removed or made different.

    An operator keeps the genome coherent: what a change makes impossible is repaired with it. It is pure, and all
    chance comes from the `random.Random` that it is given, so that the same seed makes the same game.
    """

    part: ClassVar[str]
    """The part of a game that it is about."""
    needs: ClassVar[str]
    """What a game must have for it to apply, in words."""
    tidies: ClassVar[bool] = False
    """Whether it leaves the rules as they are."""

    @property
    def name(self) -> str:
        """The name by which it is found."""
        return type(self).__name__

    @abstractmethod
    def applies(self, genome: Genome) -> bool:
        """Whether it makes sense for this genome."""

    @abstractmethod
    def change(self, genome: Genome, rng: Random) -> Genome:
        """One attempt at a change. It may need repair, and may come to nothing."""

    def kept(self, before: Genome, after: Genome) -> bool:
        """Whether a change has survived the repair: by default, whether the rules are other ones."""
        return canonical(after) != canonical(before)

    def apply(self, genome: Genome, rng: Random) -> Genome:
        """The genome with a change, without problems; or as it was, where a dozen attempts came to nothing.

        Genomes to which the operator does not apply are refused.
        """
        if not self.applies(genome):
            raise self.refusal(genome)
        for _ in range(ATTEMPTS):
            changed = repaired(self.change(genome, rng))
            if changed is not None and changed != genome and self.kept(genome, changed):
                return changed
        return genome

    def refusal(self, genome: Genome) -> DoesNotApply:
        """Why it does not change a genome."""
        return DoesNotApply(f"{self.name} does not apply to {quote(genome.name)}: it needs {self.needs}")


class PhaseOperator(MutationOperator):
    """An operator for games that have a phase of some kind."""

    kind: ClassVar[type[Phase]]

    def applies(self, genome: Genome) -> bool:
        return has(genome, self.kind)


class PartOperator(MutationOperator):
    """An operator for games that have some part at all: a list that is not empty, a scoring that is there."""

    field: ClassVar[str]

    def applies(self, genome: Genome) -> bool:
        return bool(getattr(genome, self.field))


def without_remarks(genome: Genome) -> Genome:
    """A game without the sentences about it, which its rules no longer bear out."""
    return replace(genome, about="", simplified="")


def phase_of(genome: Genome, kind: type[Kind]) -> Kind | None:
    """The first phase of a kind."""
    return next((phase for phase in genome.phases if isinstance(phase, kind)), None)


def has(genome: Genome, *kinds: type[Phase]) -> bool:
    """Whether a game has a phase of one of these kinds."""
    return any(isinstance(phase, kinds) for phase in genome.phases)


def with_phase(genome: Genome, kind: type[Phase], change: Callable[[Any], Phase | None]) -> Genome:
    """The genome with its first phase of a kind changed, or without it where the change is None."""
    phases: list[Phase] = []
    changed = False
    for phase in genome.phases:
        if isinstance(phase, kind) and not changed:
            changed = True
            other = change(phase)
            phases += [other] if other else []
        else:
            phases.append(phase)
    return replace(genome, phases=tuple(phases))


def inserted(genome: Genome, place: int, phase: Phase) -> Genome:
    """The genome with one more phase."""
    return replace(genome, phases=(*genome.phases[:place], phase, *genome.phases[place:]))


def has_room(genome: Genome) -> bool:
    """Whether another phase fits."""
    return len(genome.phases) < 8


def sees_cards(genome: Genome) -> bool:
    """Whether it is a game of tricks in which players choose their cards."""
    tricks = phase_of(genome, TrickPhase)
    return tricks is not None and not tricks.blind


def steps_of_turn(genome: Genome) -> tuple[Phase, ...]:
    """The steps of a turn."""
    return tuple(phase for phase in genome.phases if isinstance(phase, TURN_PHASES))


def takes_steps(genome: Genome) -> bool:
    """Whether turns are made of steps that can be combined: not of claims, questions or sets."""
    steps = steps_of_turn(genome)
    single = any(
        isinstance(step, ClaimPhase | AskPhase) or (isinstance(step, PlayPhase) and step.sets) for step in steps
    )
    return bool(steps) and not single


def other_than(rng: Random, current: Any, values: Sequence[Any]) -> Any:
    """One of some values, but not the current one; that only where there is no other."""
    others = [value for value in values if value != current]
    return rng.choice(others) if others else current


def nudged(rng: Random, value: int, low: int, high: int, step: int = 1) -> int:
    """A number near another one: one or two steps away, or at times anywhere in the range."""
    if rng.random() < 0.2:
        return rng.randrange(low, high + 1, step)
    return min(max(value + rng.choice((-2, -1, 1, 2)) * step, low), high)


def without_item(items: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    """A list without one item."""
    return (*items[:place], *items[place + 1 :])


def with_item(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """A list with another item at a place."""
    return (*items[:place], item, *items[place + 1 :])
