"""Reading and changing a genome by path: `match.hands`, `phases[0].min_bid`, or `bidding.min_bid` for short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from ludex.author import quote
from ludex.author.advanced import TOO_DEEP
from ludex.games.cards.genome.misfits import misfits
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.schema import Genome, Phase

_STEP = re.compile(r"\.?([A-Za-z_]\w*)|\[(\d{1,4})\]")
_PHASES = {str(kind.__struct_config__.tag): kind for kind in get_args(Phase)}
_GENOME = msgspec.inspect.type_info(Genome)

Steps = tuple[str | int, ...]


def get_at(genome: Genome, path: str) -> Any:
    """Return the part of a genome at a path. A kind of phase stands for the first phase of that kind.

    >>> from ludex.games.cards import create_spades_genome
    >>> spades = create_spades_genome()
    >>> get_at(spades, "phases[0].max_bid"), get_at(spades, "bidding.max_bid"), get_at(spades, "match.target")
    (13, 13, 500)
    """
    part: Any = genome
    for step in steps_of(genome, path):
        part = _within(part, step, path)
    return part


def edited(genome: Genome, edits: Mapping[str, Any]) -> Genome:
    """Return the genome with different values at some paths, one edit after the other.

    A value is a part of a genome or plain JSON. An index one past the end of a list adds an item. Values that do not
    fit their place are refused. Whether the result is a game is another question: `problems` answers it.

    >>> from ludex.games.cards import create_spades_genome
    >>> shorter = edited(create_spades_genome(), {"bidding.max_bid": 6, "deal.cards": 6, "match": {"hands": 10}})
    >>> shorter.phases[0].max_bid, shorter.deal.cards, shorter.match.hands
    (6, 6, 10)
    """
    for path, value in edits.items():
        steps = steps_of(genome, path)
        kind = _kind_at(genome, steps, path)
        plain = _plain(value)
        wrong = list(misfits(plain, kind, path))
        if wrong:
            raise BadGenome("this edit does not fit", wrong)
        genome = msgspec.convert(msgspec.to_builtins(replaced(genome, steps, plain)), Genome)
    return genome


def with_edits(genome: Genome, edits: Mapping[str, Any]) -> Genome:
    """Edit a genome like `edited`, with values that are known to fit: parts of genomes, not JSON."""
    for path, value in edits.items():
        genome = replaced(genome, steps_of(genome, path), value)
    return genome


def steps_of(genome: Genome, path: str) -> Steps:
    """Return a path as names and numbers, with the place of a phase where its kind is named.

    >>> from ludex.games.cards import create_spades_genome
    >>> steps_of(create_spades_genome(), "trick.breaking")
    ('phases', 1, 'breaking')
    """
    if not isinstance(path, str):
        raise BadGenome(f"{quote(path)} is not a path. Write one as in match.hands or phases[0].min_bid")
    steps: list[str | int] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if not found or (at == 0) != (path[at] not in ".["):
            raise BadGenome(f"{quote(path)} is not a path. Write one as in match.hands or phases[0].min_bid")
        steps.append(found[1] or int(found[2]))
        at = found.end()
    if not steps:
        raise BadGenome("the path is empty. Write one as in match.hands or phases[0].min_bid")
    if steps[0] in _PHASES:
        steps[:1] = ["phases", _place_of(genome, str(steps[0]))]
    return tuple(steps)


def _place_of(genome: Genome, tag: str) -> int:
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, _PHASES[tag]):
            return number
    raise BadGenome(f"{quote(genome.name)} has no phase of type {quote(tag)}")


def _within(part: Any, step: str | int, path: str) -> Any:
    if isinstance(step, int) and isinstance(part, tuple) and step < len(part):
        return part[step]
    if isinstance(step, str) and isinstance(part, msgspec.Struct) and step in part.__struct_fields__:
        return getattr(part, step)
    raise BadGenome(f"{quote(path)} leads nowhere: {_choices(part, step)}")


def _choices(part: Any, step: str | int) -> str:
    """List the steps that lead somewhere."""
    if isinstance(part, msgspec.Struct):
        return f"choose one of {', '.join(part.__struct_fields__)} instead of {quote(str(step))}"
    if isinstance(part, tuple):
        return f"the list has {len(part)} items, counted from 0"
    return f"there is nothing below {quote(part)}"


def replaced(part: Any, steps: Steps, value: Any) -> Any:
    """Return a part of a genome with another value some steps below it."""
    if not steps:
        return value
    first, rest = steps[0], steps[1:]
    if isinstance(first, int):
        inside = replaced(part[first], rest, value) if rest else value
        return (*part[:first], inside, *part[first + 1 :])
    return msgspec.structs.replace(part, **{first: replaced(getattr(part, first), rest, value)})


@cache
def _types_in(kind: type[msgspec.Struct]) -> dict[str, msgspec.inspect.Type]:
    """Return the types of the fields of a part."""
    fields = msgspec.inspect.type_info(kind)
    assert isinstance(fields, msgspec.inspect.StructType)
    return {field.name: field.type for field in fields.fields}


def _kind_at(genome: Genome, steps: Steps, path: str) -> msgspec.inspect.Type:
    """Return the type that a value at a path must have."""
    part: Any = genome
    kind: msgspec.inspect.Type = _GENOME
    for number, step in enumerate(steps):
        last = number + 1 == len(steps)
        if isinstance(part, tuple) and isinstance(step, int) and step <= len(part):
            kind = _item_kind(kind, step, path)
            if step == len(part) and last:
                return kind
        elif isinstance(part, msgspec.Struct) and step in part.__struct_fields__:
            kind = _types_in(type(part))[str(step)]
        part = _within(part, step, path)
    return kind


def _item_kind(kind: msgspec.inspect.Type, step: int, path: str) -> msgspec.inspect.Type:
    if isinstance(kind, msgspec.inspect.TupleType):
        if step < len(kind.item_types):
            return kind.item_types[step]
        raise BadGenome(f"{quote(path)} leads nowhere: the list always has {len(kind.item_types)} items")
    assert isinstance(kind, msgspec.inspect.VarTupleType)
    return kind.item_type


def _plain(value: Any) -> Any:
    """Return a value as JSON; what JSON cannot hold becomes a text, which then does not fit."""
    try:
        return msgspec.to_builtins(value, enc_hook=repr)
    except RecursionError:
        raise BadGenome(f"this edit does not fit: {TOO_DEEP}") from None


def leaves(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every single value of a genome with its path.

    >>> from ludex.games.cards.genome import Match
    >>> list(leaves(Match(hands=3), "match"))[:2]
    [('match.hands', 3), ('match.target', 0)]
    """
    if isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            yield from leaves(getattr(part, name), f"{path}.{name}" if path else name)
    elif isinstance(part, tuple) and part:
        for number, item in enumerate(part):
            yield from leaves(item, f"{path}[{number}]")
    else:
        yield path, part
