"""Novelty: the distance of a game from those of the library, in the way it plays and in its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from ludex.games.cards import Genome

NAMING = ("format", "name", "title", "about", "simplified")
"""Fields of a genome that are not rules."""


class Neighbour(msgspec.Struct, frozen=True):
    """A known game and its distances, each from 0 (the same) to 1."""

    name: str
    behaviour: float
    text: float

    @property
    def distance(self) -> float:
        """The mean of both distances."""
        return (self.behaviour + self.text) / 2


class Known(msgspec.Struct, frozen=True):
    """A game to compare with."""

    name: str
    behaviour: tuple[float, ...]
    rules: frozenset[str]


def statements_of(genome: Genome) -> frozenset[str]:
    """Return the rules of a genome as a set of statements, without names and default values.

    >>> from ludex.games.cards import LIBRARY
    >>> sorted(statements_of(LIBRARY["whist"]()))[:3]
    ['match.hands=100', 'match.target=5', 'phases=trick']
    """
    written: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(genome))
    usual: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(Genome(name="", title="", phases=())))
    told = {name: value for name, value in written.items() if name not in NAMING and value != usual.get(name)}
    return frozenset(_statements("", told))


def _statements(path: str, value: Any) -> Iterator[str]:
    """Yield every leaf with its path. Positions in lists are ignored; only their contents count."""
    if isinstance(value, Mapping):
        kind = value.get("type")
        here = f"{path}.{kind}" if kind else path
        if kind:
            yield f"{path}={kind}"
        for name, inner in value.items():
            if name != "type":
                yield from _statements(f"{here}.{name}".strip("."), inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _statements(path, inner)
    else:
        yield f"{path}={msgspec.json.encode(value).decode()}"


def neighbours(behaviour: Sequence[float], rules: frozenset[str], known: Sequence[Known]) -> list[Neighbour]:
    """Return the known games, the nearest first."""
    found = [
        Neighbour(other.name, _behaviour_gap(behaviour, other.behaviour), text_gap(rules, other.rules))
        for other in known
    ]
    return sorted(found, key=lambda neighbour: (neighbour.distance, neighbour.name))


def _behaviour_gap(one: Sequence[float], other: Sequence[float]) -> float:
    """Return three times the mean distance of numbers from 0 to 1, so that games of different families reach 1."""
    return min(1.0, 3 * float(np.abs(np.array(one) - np.array(other)).mean()))


def text_gap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of rules that only one of the two has (Jaccard distance)."""
    both = one | other
    return 1 - len(one & other) / len(both) if both else 0.0
