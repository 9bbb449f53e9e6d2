"""Dead rules: those without which every game goes the same way. They are found by playing without them.

The same games are played with and without a rule, by the same bots with the same chance. If every move and every score
is the same, the rule never did anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.games.cards import BadGenome, CardGame, Genome
from ludex.games.cards.genome import Phase
from ludex.lab.watching import Watched, Watcher, seeds_of

RULES = (
    "phases",
    "effects",
    "trump",
    "bowers",
    "book",
    "knockout",
    "contract_variant",
    "trick_scoring",
    "card_scoring",
    "order_scoring",
    "majorities",
    "sweep_points",
)
"""The fields of a genome that hold rules which can be left out."""
FIRST, ALL = 24, 160
"""How many games show that a rule is alive, and how many without any difference that it is dead."""
BOTS = ("random", "greedy")
UNSEEN = ("face_down",)
"""Fields about who sees what: bots that do not look show nothing about them."""


class Removal(msgspec.Struct, frozen=True):
    """A rule that can be left out: its place, and the game without it."""

    path: str
    genome: Genome


def removals(genome: Genome) -> Iterator[Removal]:
    """Every rule that can be left out so that a game remains.

    >>> from ludex.games.cards import LIBRARY
    >>> [removal.path for removal in removals(LIBRARY["whist"]())]
    ['phases[0].follow', 'trump']
    """
    for name in RULES:
        for path, value in _without(name, getattr(genome, name), _default(Genome, name)):
            bare = msgspec.structs.replace(genome, **{name: value})
            try:
                CardGame(bare)
            except BadGenome:
                continue
            yield Removal(path, bare)


def _default(kind: type[msgspec.Struct], name: str) -> Any:
    field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
    return field.default


def _without(path: str, value: Any, default: Any) -> Iterator[tuple[str, Any]]:
    """Every way to leave out something of a value: all of it, one of a list, or a part of a part."""
    if isinstance(value, bool):
        if value and path.rpartition(".")[2] not in UNSEEN:
            yield path, False
    elif isinstance(value, str):
        if default in ("", "none") and value != default:
            yield path, default
    elif isinstance(value, msgspec.Struct):
        if default is None:
            yield path, None
        for field in msgspec.structs.fields(type(value)):
            for inner, changed in _without(f"{path}.{field.name}", getattr(value, field.name), field.default):
                yield inner, msgspec.structs.replace(value, **{field.name: changed})
    elif isinstance(value, tuple):
        yield from _without_items(path, value)


def _without_items(path: str, items: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    for place, item in enumerate(items):
        rest = (*items[:place], *items[place + 1 :])
        if not isinstance(item, int | str):
            yield f"{path}[{place}]", rest
        if isinstance(item, Phase):
            for inner, changed in _without(f"{path}[{place}]", item, msgspec.NODEFAULT):
                yield inner, (*items[:place], changed, *items[place + 1 :])


class Sample(msgspec.Struct, frozen=True):
    """Games of a genome, by which others are compared with it."""

    seats: int
    bot: str
    seed: str
    games: Watched

    @classmethod
    def of(cls, genome: Genome, seats: int, bot: str, seed: str) -> Sample:
        """Play the sample."""
        watcher = Watcher(CardGame(genome), seats)
        return cls(seats, bot, seed, watcher.play([bot] * seats, seeds_of(seed, ALL)))

    def changed(self, genome: Genome, count: int = ALL) -> npt.NDArray[np.bool_]:
        """Which of the first games go another way by other rules."""
        watcher = Watcher(CardGame(genome), self.seats)
        after = watcher.play([self.bot] * self.seats, seeds_of(self.seed, count))
        moves = after.traces != self.games.traces[:count]
        return np.asarray(moves | (after.scores != self.games.scores[:count]).any(axis=1))


def samples(genome: Genome, seed: str) -> list[Sample]:
    """Games of all bots, with as few and as many players as the game is for: some rules need more than two."""
    return [Sample.of(genome, seats, bot, f"{seed} rules") for seats in sorted(set(genome.seats)) for bot in BOTS]


def dead_rules(genome: Genome, seed: str) -> tuple[list[Removal], int]:
    """The rules that never do anything, and how many rules there are."""
    known = samples(genome, seed)
    found = list(removals(genome))
    dead = [
        removal
        for removal in found
        if not any(sample.changed(removal.genome, games).any() for games in (FIRST, ALL) for sample in known)
    ]
    return dead, len(found)


def without_dead_rules(genome: Genome, seed: str) -> tuple[Genome, float]:
    """The game without its dead rules, and the share of its rules that were alive.

    Rules are left out one by one, since two that do the same are only both dead as long as the other is there.
    """
    dead, count = dead_rules(genome, seed)
    share = 1 - len(dead) / count if count else 1.0
    for _ in range(count):
        if not dead:
            break
        genome = dead[0].genome
        dead, _ = dead_rules(genome, seed)
    return genome, share


def fired(genome: Genome, seed: str) -> dict[str, float]:
    """For every rule that can be left out, the share of games that it changes.

    A rule that changes no game is dead.
    """
    known = samples(genome, seed)
    return {
        removal.path: float(np.mean([sample.changed(removal.genome) for sample in known]))
        for removal in removals(genome)
    }
