"""Stores of evolved games: a map of elites, with the best game of every kind, or a plain population."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import log
from random import Random

import msgspec

from ludex.core.language.errors import BadSetting, quote
from ludex.games.cards import Genome
from ludex.lab.measures import Measures

Cell = tuple[str | int, ...]
"""A family, and the bins of two measures."""
STRIVING = 12
"""Number of random cells of a family whose fittest game becomes a parent, every other time."""


class Creature(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a run, with its ancestry."""

    id: int
    genome: Genome
    measures: Measures
    fitness: float
    parents: tuple[int, ...] = ()
    operator: str = ""
    """The operator applied to the parents; empty for a game that was there at the beginning."""
    changes: tuple[str, ...] = ()
    born: int = 0
    """The generation in which it was made."""
    island: int = 0
    origin: str = ""
    """The library game that it descends from."""

    @property
    def made_by(self) -> str:
        """A readable description of the operator applied to the parents."""
        return re.sub("(?<=[a-z])(?=[A-Z])", " ", self.operator).lower().replace(" + ", ", ")


class Descriptor(msgspec.Struct, frozen=True):
    """One axis of the map: a measure, divided into bins at equal distances (or equal ratios)."""

    name: str
    low: float
    high: float
    bins: int
    ratios: bool = False

    def bin(self, measures: Measures) -> int:
        """Return the bin that a game falls into.

        >>> DESCRIPTORS["skill"].bin(Measures(skill=0.0)), DESCRIPTORS["skill"].bin(Measures(skill=1.0))
        (0, 5)
        """
        value = float(getattr(measures, self.name))
        low, high = self.low, self.high
        if self.ratios:
            value, low, high = log(max(value, 1e-9)), log(low), log(high)
        return min(self.bins - 1, max(0, int((value - low) / (high - low) * self.bins)))

    def label(self, number: int) -> str:
        """Return a readable label for a bin.

        >>> DESCRIPTORS["luck"].label(0)
        '0–17 %'
        """
        edges = [number / self.bins, (number + 1) / self.bins]
        if self.ratios:
            values = [self.low * (self.high / self.low) ** edge for edge in edges]
            return f"{values[0]:.0f}–{values[1]:.0f}"
        first, last = (self.low + (self.high - self.low) * edge for edge in edges)
        return f"{first:.0%}–{last:.0%}".replace("%–", "–").replace("%", " %")


DESCRIPTORS = {
    known.name: known
    for known in (
        Descriptor("length", 3.0, 400.0, 6, ratios=True),
        Descriptor("skill", 0.0, 1.0, 6),
        Descriptor("luck", 0.0, 1.0, 6),
        Descriptor("interaction", 0.0, 1.0, 6),
        Descriptor("uncertainty", 0.0, 1.0, 6),
        Descriptor("choice", 0.0, 1.0, 6),
        Descriptor("novelty", 0.0, 1.0, 6),
    )
}


def read_descriptors(names: Sequence[str]) -> tuple[Descriptor, ...]:
    """Look up the two axes of a map by name; they must differ.

    >>> [side.name for side in read_descriptors(["length", "skill"])]
    ['length', 'skill']
    """
    unknown = [name for name in names if name not in DESCRIPTORS]
    if unknown:
        raise BadSetting(f"games cannot be mapped by {quote(unknown[0])}; choose two of {', '.join(DESCRIPTORS)}")
    if len(names) != 2 or len(set(names)) != 2:
        raise BadSetting(f"a map has two different sides, not {len(names)}: e.g. length,skill")
    return tuple(DESCRIPTORS[name] for name in names)


class Archive:
    """A map of elites: each cell holds the fittest game of its family that falls into it."""

    def __init__(self, sides: Sequence[Descriptor]) -> None:
        self.sides = tuple(sides)
        self.cells: dict[Cell, Creature] = {}

    def cell_of(self, measures: Measures) -> Cell:
        """Return the cell that a game belongs to."""
        return (measures.family, *(side.bin(measures) for side in self.sides))

    def welcomes(self, fitness: float, measures: Measures) -> bool:
        """Return whether a game would be stored."""
        if not measures.viable:
            return False
        kept = self.cells.get(self.cell_of(measures))
        return kept is None or fitness > kept.fitness

    def add(self, creature: Creature) -> bool:
        """Store a game if it is the fittest of its cell, and return whether it is."""
        if not self.welcomes(creature.fitness, creature.measures):
            return False
        self.cells[self.cell_of(creature.measures)] = creature
        return True

    def choose(self, random: Random) -> Creature:
        """Choose a parent: every other time from any cell, otherwise the fittest of up to twelve cells of a family.

        If all cells were always equally likely, most games would be made from poor ones, and the best games would be
        worse than those that plain hill climbing finds with the same number of games. All families are equally likely,
        so that none of them crowds out the rest.
        """
        cells = sorted(self.cells)
        if random.random() < 0.5:
            return self.cells[random.choice(cells)]
        family = random.choice(sorted({cell[0] for cell in cells}, key=str))
        own = [cell for cell in cells if cell[0] == family]
        drawn = [self.cells[cell] for cell in random.sample(own, min(len(own), STRIVING))]
        return min(drawn, key=lambda creature: (-creature.fitness, creature.id))

    def __iter__(self) -> Iterator[Creature]:
        return (self.cells[cell] for cell in sorted(self.cells))

    def __len__(self) -> int:
        return len(self.cells)


class Pool:
    """A plain population: the fittest of a generation stay (elitism), and parents are the better of three."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.members: list[Creature] = []

    def welcomes(self, fitness: float, measures: Measures) -> bool:
        """Return whether a game would be stored."""
        full = len(self.members) >= self.size
        return measures.viable and (not full or fitness > self.members[-1].fitness)

    def add(self, creature: Creature) -> bool:
        """Store a game if it is among the fittest, and return whether it is."""
        if not self.welcomes(creature.fitness, creature.measures):
            return False
        self.members.append(creature)
        self.members.sort(key=lambda member: (-member.fitness, member.id))
        del self.members[self.size :]
        return True

    def choose(self, random: Random) -> Creature:
        """Choose a parent: the fittest of three random games."""
        return min((random.choice(self.members) for _ in range(3)), key=lambda member: (-member.fitness, member.id))

    def __iter__(self) -> Iterator[Creature]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)
