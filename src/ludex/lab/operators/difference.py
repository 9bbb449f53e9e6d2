"""Differences between two genomes: field by field, and in the words of their rulebooks."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

import msgspec

from ludex.games.cards import Genome
from ludex.games.cards.genome import Phase
from ludex.games.cards.genome.spelling import spell_out
from ludex.games.cards.rulebook import rule_sentences

NAMES = {"format", "name", "title", "about", "simplified"}


class Change(msgspec.Struct, frozen=True):
    """A value that differs between two genomes. None if it is absent."""

    place: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.place}: {_shown(self.before)} → {_shown(self.after)}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else msgspec.json.encode(value).decode()


def diff(before: Genome, after: Genome) -> list[Change]:
    """Return every value that differs between two genomes, except names and sentences about the game.

    Phases are compared with phases of their kind. A part that only one of the two has is listed as a whole.

    >>> from ludex.games.cards import LIBRARY
    >>> for change in diff(LIBRARY["spades"](), LIBRARY["partnership-spades"]()):
    ...     print(change)
    teams: [] → [[0,2],[1,3]]
    """
    names = [name for name in before.__struct_fields__ if name not in NAMES and name != "phases"]
    rest = (change for name in names for change in _compared(name, getattr(before, name), getattr(after, name)))
    return [*_compared_phases(before.phases, after.phases), *rest]


def _compared(place: str, old: Any, new: Any) -> Iterator[Change]:
    """Yield the differences between two values at a path."""
    if old == new:
        return
    if isinstance(old, msgspec.Struct) and type(old) is type(new):
        for name in old.__struct_fields__:
            yield from _compared(f"{place}.{name}", getattr(old, name), getattr(new, name))
    elif isinstance(old, tuple) and _has_parts(old + new):
        yield from _compared_lists(place, old, new)
    else:
        yield Change(place, spell_out(old), spell_out(new))


def _has_parts(items: tuple[Any, ...]) -> bool:
    """Return whether a list is best compared item by item."""
    return any(isinstance(item, msgspec.Struct) for item in items)


def _compared_lists(place: str, old: tuple[Any, ...], new: tuple[Any, ...]) -> Iterator[Change]:
    """Yield items that only one list has, and differences between items at the same index."""
    gone = {number: item for number, item in enumerate(old) if item not in new}
    come = {number: item for number, item in enumerate(new) if item not in old}
    if not gone and not come:
        yield Change(place, spell_out(old), spell_out(new))
    for number in sorted(gone.keys() | come.keys()):
        yield from _compared(f"{place}[{number}]", gone.get(number), come.get(number))


def _compared_phases(old: tuple[Phase, ...], new: tuple[Phase, ...]) -> Iterator[Change]:
    mine, other = _by_kind(old), _by_kind(new)
    kinds = [type(phase) for phase in old], [type(phase) for phase in new]
    if kinds[0] != kinds[1]:
        yield Change("phases", list(mine), list(other))
    for kind in dict.fromkeys((*mine, *other)):
        yield from _compared(kind, mine.get(kind), other.get(kind))


def _by_kind(phases: tuple[Phase, ...]) -> dict[str, Phase]:
    """Return phases by their kind; a second one of a kind has a number."""
    found: dict[str, Phase] = {}
    for phase in phases:
        tag = str(phase.__struct_config__.tag)
        same = sum(type(other) is type(phase) for other in found.values())
        found[f"{tag} {same + 1}" if same else tag] = phase
    return found


def rule_changes(before: Genome, after: Genome) -> list[str]:
    """List the differences between two rulebooks: `-` before removed sentences, `+` before added ones.

    >>> from ludex.games.cards import LIBRARY
    >>> for line in rule_changes(LIBRARY["spades"](), LIBRARY["partnership-spades"]())[:2]:
    ...     print(line)
    - Four players.
    + Four players in two teams: seats 0 and 2 against seats 1 and 3.
    """
    old, new = rule_sentences(before), rule_sentences(after)
    lines = difflib.ndiff(old, new)
    return [line for line in lines if line.startswith(("- ", "+ "))]
