"""Dead rules: those without which every game goes the same way. They are found by playing without them.

The same games are played with and without a rule, by the same bots with the same chance. If every move and every score
is the same, the rule never did anything.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.games.cards import CardGame, Genome, canonical, rules_digest, rules_of, without_rule
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


class Sample(msgspec.Struct):
    """Games of a genome, by which others are compared with it."""

    seats: int
    bot: str
    seed: str
    games: Watched
    played: int
    """Games that were played so far, for the sample and to compare with it."""

    @classmethod
    def of(cls, genome: Genome, seats: int, bot: str, seed: str, games: int) -> Sample:
        """Play the sample."""
        watcher = Watcher(CardGame(genome), seats)
        first = watcher.play([bot] * seats, seeds_of(seed, min(games, FIRST)))
        count = min(games, max(FIRST, int(MOST_MOVES / max(float(first.moves.mean()), 1.0))))
        played = first if count <= len(first.moves) else watcher.play([bot] * seats, seeds_of(seed, count))
        return cls(seats, bot, seed, played, watcher.played)

    def changed(self, genome: Genome, most: int) -> npt.NDArray[np.bool_]:
        """Which of the first games go another way by other rules."""
        watcher = Watcher(CardGame(genome), self.seats)
        count = min(most, len(self.games.moves))
        after = watcher.play([self.bot] * self.seats, seeds_of(self.seed, count))
        self.played += watcher.played
        moves = after.traces != self.games.traces[:count]
        return np.asarray(moves | (after.scores != self.games.scores[:count]).any(axis=1))


def samples(genome: Genome, seed: str, games: int) -> list[Sample]:
    """Games of all bots, with as few and as many players as the game is for: some rules need more than two."""
    seed = f"{seed} rules"
    return [Sample.of(genome, seats, bot, seed, games) for seats in sorted(set(genome.seats)) for bot in BOTS]


class Dead(msgspec.Struct, frozen=True):
    """The rules of a game that never do anything."""

    removals: tuple[Removal, ...]
    rules: int
    """How many rules the game has that can be left out."""
    games: int
    """How many games were played to find that."""


def dead_rules(genome: Genome, seed: str, games: int = GAMES) -> Dead:
    """Find the rules that never do anything."""
    known = samples(genome, seed, games)
    found = list(removals(genome))
    dead = tuple(
        removal
        for removal in found
        if not any(sample.changed(removal.genome, most).any() for most in (FIRST, games) for sample in known)
    )
    return Dead(dead, len(found), sum(sample.played for sample in known))


class Simplified(msgspec.Struct, frozen=True):
    """A game without its dead rules."""

    genome: Genome
    use: float
    """The share of its rules that were alive."""
    games: int
    """How many games were played to find that."""


def without_dead_rules(genome: Genome, seed: str, games: int = GAMES) -> Simplified:
    """Leave dead rules out one by one, since two that do the same are only both dead as long as the other is there.

    What can never matter, such as points for cards that are not in the deck, goes first.
    """
    genome = canonical(genome)
    found = dead_rules(genome, seed, games)
    use = 1 - len(found.removals) / found.rules if found.rules else 1.0
    played = found.games
    for _ in range(found.rules):
        if not found.removals:
            break
        genome = found.removals[0].genome
        found = dead_rules(genome, seed, games)
        played += found.games
    return Simplified(genome, use, played)


def fired(genome: Genome, seed: str, games: int = GAMES) -> dict[str, float]:
    """For every rule that can be left out, the share of games that it changes.

    A rule that changes no game is dead.
    """
    known = samples(genome, seed, games)
    return {
        removal.path: float(np.concatenate([sample.changed(removal.genome, games) for sample in known]).mean())
        for removal in removals(genome)
    }
