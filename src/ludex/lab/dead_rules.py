"""Dead rules: those without which every game goes the same way. They are found by playing without them.

The same games are played with and without a rule, by the same bots with the same chance. If every move and every score
is the same, the rule never did anything.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.games.cards import CardGame, Genome, rules_digest, rules_of, without_rule
from ludex.lab.watching import Watched, Watcher, seeds_of

FIRST = 24
"""So many games show of most rules that they are alive."""
GAMES = 160
"""So many games without any difference show that a rule is dead."""
MOST_MOVES = 20_000
"""Fewer are enough where games are long: about so many moves."""
BOTS = ("random", "greedy")
UNSEEN = ("face_down",)
"""Fields about who sees what: bots that do not look show nothing about them."""


class Removal(msgspec.Struct, frozen=True):
    """A rule that can be left out: its place, and the game without it."""

    path: str
    genome: Genome


def removals(genome: Genome) -> Iterator[Removal]:
    """Every rule that can be left out so that another game remains.

    >>> from ludex.games.cards import LIBRARY
    >>> [removal.path for removal in removals(LIBRARY["whist"]())]
    ['trick_scoring', 'trump', 'match.target']
    """
    for path in rules_of(genome):
        if path.rpartition(".")[2] in UNSEEN:
            continue
        bare = without_rule(genome, path)
        if bare is not None and rules_digest(bare) != rules_digest(genome):
            yield Removal(path, bare)


class Sample(msgspec.Struct, frozen=True):
    """Games of a genome, by which others are compared with it."""

    seats: int
    bot: str
    seed: str
    games: Watched

    @classmethod
    def of(cls, genome: Genome, seats: int, bot: str, seed: str, games: int) -> Sample:
        """Play the sample."""
        watcher = Watcher(CardGame(genome), seats)
        first = watcher.play([bot] * seats, seeds_of(seed, min(games, FIRST)))
        count = min(games, max(FIRST, int(MOST_MOVES / max(float(first.moves.mean()), 1.0))))
        played = first if count <= len(first.moves) else watcher.play([bot] * seats, seeds_of(seed, count))
        return cls(seats, bot, seed, played)

    def changed(self, genome: Genome, most: int) -> npt.NDArray[np.bool_]:
        """Which of the first games go another way by other rules."""
        watcher = Watcher(CardGame(genome), self.seats)
        count = min(most, len(self.games.moves))
        after = watcher.play([self.bot] * self.seats, seeds_of(self.seed, count))
        moves = after.traces != self.games.traces[:count]
        return np.asarray(moves | (after.scores != self.games.scores[:count]).any(axis=1))


def samples(genome: Genome, seed: str, games: int) -> list[Sample]:
    """Games of all bots, with as few and as many players as the game is for: some rules need more than two."""
    seed = f"{seed} rules"
    return [Sample.of(genome, seats, bot, seed, games) for seats in sorted(set(genome.seats)) for bot in BOTS]


def dead_rules(genome: Genome, seed: str, games: int = GAMES) -> tuple[list[Removal], int]:
    """The rules that never do anything, and how many rules there are."""
    known = samples(genome, seed, games)
    found = list(removals(genome))
    dead = [
        removal
        for removal in found
        if not any(sample.changed(removal.genome, most).any() for most in (FIRST, games) for sample in known)
    ]
    return dead, len(found)


def without_dead_rules(genome: Genome, seed: str, games: int = GAMES) -> tuple[Genome, float]:
    """The game without its dead rules, and the share of its rules that were alive.

    Rules are left out one by one, since two that do the same are only both dead as long as the other is there.
    """
    dead, count = dead_rules(genome, seed, games)
    share = 1 - len(dead) / count if count else 1.0
    for _ in range(count):
        if not dead:
            break
        genome = dead[0].genome
        dead, _ = dead_rules(genome, seed, games)
    return genome, share


def fired(genome: Genome, seed: str, games: int = GAMES) -> dict[str, float]:
    """For every rule that can be left out, the share of games that it changes.

    A rule that changes no game is dead.
    """
    known = samples(genome, seed, games)
    return {
        removal.path: float(np.concatenate([sample.changed(removal.genome, games) for sample in known]).mean())
        for removal in removals(genome)
    }
