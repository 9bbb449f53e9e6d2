"""The base classes of operators, and functions that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, TypeVar

import msgspec

from ludex.author import LudexError, quote
from ludex.games.cards.genome.canonical import canonical
from ludex.games.cards.genome.fields import declared, replace
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.genome.repairs import repaired
from ludex.games.cards.genome.schema import TURN_PHASES, Genome, Phase
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase

ATTEMPTS = 12
"""Number of attempts at changing a genome before an operator returns it unchanged."""

Kind = TypeVar("Kind", bound=msgspec.Struct)


class DoesNotApply(LudexError):
    """Raised by an operator that has nothing to change in a genome."""


class MutationOperator(ABC):
    """A way to change a genome: one rule is added, removed or changed.

    An operator keeps the genome coherent: rules that a change makes impossible are repaired. It is pure, and all
    randomness comes from the `random.Random` passed to it, so that the same seed makes the same game.
    """

    part: ClassVar[str]
    """The part of a game that it changes."""
    needs: ClassVar[str]
    """A description of what a game must have for it to apply."""
    tidies: ClassVar[bool] = False
    """True if it leaves the rules unchanged."""

    @property
    def name(self) -> str:
        """The name by which it is looked up."""
        return type(self).__name__

    @abstractmethod
    def applies(self, genome: Genome) -> bool:
        """Return whether it makes sense for this genome."""

    @abstractmethod
    def change(self, genome: Genome, rng: Random) -> Genome:
        """Attempt a change. The result may need repair, and may equal the genome."""

    def survives(self, before: Genome, after: Genome) -> bool:
        """Return whether a change has survived the repair; by default, whether the rules differ."""
        return canonical(after) != canonical(before)

    def apply(self, genome: Genome, rng: Random) -> Genome:
        """Return the genome with a change and without problems, or unchanged if a dozen attempts fail.

        Raises `DoesNotApply` for genomes to which the operator does not apply.
        """
        if not self.applies(genome):
            raise self.refusal(genome)
        for _ in range(ATTEMPTS):
            changed = repaired(self.change(genome, rng))
            if changed is not None and changed != genome and self.survives(genome, changed):
                return changed
        return genome

    def refusal(self, genome: Genome) -> DoesNotApply:
        """Return the error for a genome that it cannot change."""
        return DoesNotApply(f"{self.name} does not apply to {quote(genome.name)}: it needs {self.needs}")


class PhaseOperator(MutationOperator):
    """An operator for games that have a phase of some kind."""

    kind: ClassVar[type[Phase]]

    def applies(self, genome: Genome) -> bool:
        return has(genome, self.kind)


class PartOperator(MutationOperator):
    """An operator for games that have a certain part: a list that is not empty, or an optional scoring."""

    field: ClassVar[str]

    def applies(self, genome: Genome) -> bool:
        return bool(getattr(genome, self.field))


def with_one_change(part: Kind, rng: Random) -> Kind:
    """Change one field of a part, by what its declaration says about values near another."""
    ways = [{name: kind.change(rng, getattr(part, name))} for name, kind in declared(type(part)).items()]
    return replace(part, **rng.choice(ways))


def without_remarks(genome: Genome) -> Genome:
    """Return a game without the sentences about it, which its rules no longer support."""
    return replace(genome, about="", simplified="")


def with_phase(genome: Genome, kind: type[Phase], change: Callable[[Any], Phase | None]) -> Genome:
    """Return the genome with its first phase of a kind changed, or removed if the change is None."""
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
    """Return the genome with one more phase."""
    return replace(genome, phases=(*genome.phases[:place], phase, *genome.phases[place:]))


def has_room(genome: Genome) -> bool:
    """Return whether another phase fits."""
    return len(genome.phases) < 8


def sees_cards(genome: Genome) -> bool:
    """Return whether it is a trick-taking game in which players choose their cards."""
    tricks = phase_of(genome, TrickPhase)
    return tricks is not None and not tricks.blind


def steps_of_turn(genome: Genome) -> tuple[Phase, ...]:
    """Return the steps of a turn."""
    return tuple(phase for phase in genome.phases if isinstance(phase, TURN_PHASES))


def takes_steps(genome: Genome) -> bool:
    """Return whether turns are made of steps that can be combined: not of claims, questions or sets."""
    steps = steps_of_turn(genome)
    single = any(
        isinstance(step, ClaimPhase | AskPhase) or (isinstance(step, PlayPhase) and step.sets) for step in steps
    )
    return bool(steps) and not single


def other_than(rng: Random, current: Any, values: Sequence[Any]) -> Any:
    """Choose a value other than the current one, or the current one if it is the only value."""
    others = [value for value in values if value != current]
    return rng.choice(others) if others else current


def without_item(items: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    """Return a list without one item."""
    return (*items[:place], *items[place + 1 :])


def with_item(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """Return a list with one item replaced."""
    return (*items[:place], item, *items[place + 1 :])


def maybe(rng: Random, chance: float = 0.3) -> bool:
    """Return True with this chance."""
    return rng.random() < chance


def with_steps(genome: Genome, steps: tuple[Phase, ...]) -> Genome:
    """Return the genome with different steps of a turn, at the place of the old ones."""
    before = [number for number, phase in enumerate(genome.phases) if isinstance(phase, TURN_PHASES)]
    others = tuple(phase for phase in genome.phases if not isinstance(phase, TURN_PHASES))
    place = before[0] if before else len(others)
    return replace(genome, phases=(*others[:place], *steps, *others[place:]))
