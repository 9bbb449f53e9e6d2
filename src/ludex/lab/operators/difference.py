"""What two genomes have different: field by field, and in the words of their rulebooks."""

from __future__ import annotations

import difflib
from typing import Any

import msgspec

from ludex.games.cards import Genome
from ludex.games.cards.genome import Phase
from ludex.games.cards.genome.paths import leaves
from ludex.games.cards.rulebook import rule_sentences

NAMES = {"format", "name", "title", "about", "simplified"}


class Change(msgspec.Struct, frozen=True):
    """A value of a genome that another has different. None: it is not there."""

    place: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.place}: {_shown(self.before)} → {_shown(self.after)}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else msgspec.json.encode(value).decode()


def diff(before: Genome, after: Genome) -> list[Change]:
    """Every value that two genomes have different, names and sentences about the game left out.

    Phases are compared with phases of their kind.

    >>> from ludex.games.cards import LIBRARY
    >>> for change in diff(LIBRARY["spades"](), LIBRARY["partnership-spades"]()):
    ...     print(change)
    teams: [] → [[0,2],[1,3]]
    """
    old, new = _values(before), _values(after)
    paths = [*old, *(path for path in new if path not in old)]
    return [Change(path, old.get(path), new.get(path)) for path in paths if old.get(path) != new.get(path)]


def _values(genome: Genome) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in genome.__struct_fields__:
        part = getattr(genome, name)
        if name == "phases":
            values |= _phases(part)
        elif name not in NAMES:
            values |= {name: part} if isinstance(part, tuple) and _is_flat(part) else dict(leaves(part, name))
    return values


def _is_flat(items: tuple[Any, ...]) -> bool:
    """Whether a list is best read as a whole."""
    return not any(isinstance(item, msgspec.Struct) for item in items)


def _phases(phases: tuple[Phase, ...]) -> dict[str, Any]:
    """Phases by their kind, and the order they come in."""
    values: dict[str, Any] = {}
    tags: list[str] = []
    for phase in phases:
        tag = str(phase.__struct_config__.tag)
        tags.append(tag)
        place = tag if tags.count(tag) == 1 else f"{tag} {tags.count(tag)}"
        values |= {f"{place}.{field}": getattr(phase, field) for field in phase.__struct_fields__}
    return {"phases": tags} | values


def rule_changes(before: Genome, after: Genome) -> list[str]:
    """What the rulebook of one game says otherwise than that of another: `- ` before what no longer holds, `+ ` before
    what does now.

    >>> from ludex.games.cards import LIBRARY
    >>> for line in rule_changes(LIBRARY["spades"](), LIBRARY["partnership-spades"]())[:2]:
    ...     print(line)
    - Four players.
    + Four players in two teams: seats 0 and 2 against seats 1 and 3.
    """
    old, new = rule_sentences(before), rule_sentences(after)
    lines = difflib.ndiff(old, new)
    return [line for line in lines if line.startswith(("- ", "+ "))]
