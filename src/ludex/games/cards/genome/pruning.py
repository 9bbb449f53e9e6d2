"""Taking rules out of a genome: which there are, and the game without one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ludex.games.cards.genome.canonical import canonical
from ludex.games.cards.genome.fields import Count, Flag, Inline, Word, declared
from ludex.games.cards.genome.paths import get_at, replaced, steps_of
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.genome.repairs import repaired
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.playing.genome import PlayPhase

LISTS = ("effects", "majorities", "order_scoring")
PARTS = ("contract_scoring", "trick_scoring", "card_scoring")


def _words() -> Iterator[str]:
    """Find the single values of a genome that can be left out."""
    for name, kind in declared(Genome).items():
        if isinstance(kind, Inline):
            yield from (f"{name}.{field}" for field, one in kind.fields if not (kind.essential or one.essential))
        elif isinstance(getattr(kind, "inner", kind), Flag | Word | Count) and not kind.essential:
            yield name


WORDS = tuple(_words())


def rules_of(genome: Genome) -> list[str]:
    """Return the paths of all single rules that `without_rule` can take out of a game.

    >>> from ludex.games.cards import LIBRARY
    >>> rules_of(LIBRARY["uno-style"]())[:2]
    ['phases[0]', 'phases[0].when']
    """
    return list(_rules(genome))


def _rules(genome: Genome) -> Iterator[str]:
    for number, phase in enumerate(genome.phases):
        place = f"phases[{number}]"
        if len(genome.phases) > 1:
            yield place
        usual = type(phase)()
        for name, kind in declared(type(phase)).items():
            if not kind.essential and getattr(phase, name) != getattr(usual, name):
                yield f"{place}.{name}"
        if isinstance(phase, PlayPhase) and not phase.sets:
            yield from _conditions(phase, place)
    yield from (f"{name}[{number}]" for name in LISTS for number in range(len(getattr(genome, name))))
    yield from (name for name in PARTS if getattr(genome, name))
    if genome.card_scoring and len(genome.card_scoring.values) > 1:
        yield from (f"card_scoring.values[{number}]" for number in range(len(genome.card_scoring.values)))
    if genome.trick_scoring:
        yield from (f"trick_scoring.levels[{number}]" for number in range(len(genome.trick_scoring.levels)))
    yield from (path for path in WORDS if get_at(genome, path) != _usual(genome, path))


def _conditions(phase: PlayPhase, place: str) -> Iterator[str]:
    for number, group in enumerate(phase.allow):
        if len(phase.allow) > 1:
            yield f"{place}.allow[{number}]"
        if len(group) > 1:
            yield from (f"{place}.allow[{number}][{word}]" for word in range(len(group)))


def _usual(genome: Genome, path: str) -> Any:
    """Return the usual value at a path."""
    *above, name = steps_of(genome, path)
    part: Any = genome
    for step in above:
        part = part[step] if isinstance(step, int) else getattr(part, step)
    field = next(field for field in msgspec.structs.fields(part) if field.name == name)
    if field.default is msgspec.NODEFAULT:
        raise BadGenome(f"{path!r} cannot be left out: every game has one")
    return field.default


def without_rule(genome: Genome, path: str) -> Genome | None:
    """Return the game without the rule at a path, and without what made sense only with it; None where no game is left.

    Items are taken out of their list, and fields become as usual. The result is in canonical form.

    >>> from ludex.games.cards import LIBRARY
    >>> plain = without_rule(LIBRARY["spades"](), "bidding")
    >>> [type(phase).__name__ for phase in plain.phases], plain.contract_scoring
    (['TrickPhase'], None)
    """
    steps = steps_of(genome, path)
    get_at(genome, path)
    if isinstance(steps[-1], int):
        above = steps[:-1]
        items = genome
        for step in above:
            items = items[step] if isinstance(step, int) else getattr(items, step)  # type: ignore[index]  # a list then
        number = steps[-1]
        rest = (*items[:number], *items[number + 1 :])  # type: ignore[index]  # the path leads into a list
        without = replaced(genome, above, rest)
    else:
        without = replaced(genome, steps, _usual(genome, path))
    sound = repaired(without)
    return canonical(sound) if sound else None
