"""Dead rules: those whose removal changes no game. They are found by playing without them.

The same games are played with and without a rule, by the same bots with the same seeds. If every move and every score
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
"""Number of games that are enough to show that most rules are alive."""
GAMES = 160
"""Number of games without any difference after which a rule counts as dead."""
MOST_MOVES = 20_000
"""Approximate limit of moves: long games need fewer plays."""
BOTS = ("random", "greedy")
UNSEEN = ("face_down",)
"""Fields about visibility: bots that ignore it show nothing about them."""


class Removal(msgspec.Struct, frozen=True):
    """A rule that can be removed: its path, and the game without it."""

    path: str
    genome: Genome


def removals(genome: Genome) -> Iterator[Removal]:
    """Yield every rule that can be removed so that a different game remains.

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
    """Recorded games of a genome, for comparison with games of variants."""

    seats: int
    bot: str
    seed: str
    games: Watched
    played: int
    """Number of games played so far, for the sample and for comparisons."""
    decides: bool = False
    """True if some game has had a different winner without a rule, since this was last set to False."""

    @classmethod
    def of(cls, genome: Genome, seats: int, bot: str, seed: str, games: int) -> Sample:
        """Play a sample of games."""
        watcher = Watcher(CardGame(genome), seats)
        first = watcher.play([bot] * seats, seeds_of(seed, min(games, FIRST)))
        count = min(games, max(FIRST, int(MOST_MOVES / max(float(first.moves.mean()), 1.0))))
        played = first if count <= len(first.moves) else watcher.play([bot] * seats, seeds_of(seed, count))
        return cls(seats, bot, seed, played, watcher.played)

    def changed(self, genome: Genome, most: int) -> npt.NDArray[np.bool_]:
        """Return which of the first games turn out differently under other rules."""
        watcher = Watcher(CardGame(genome), self.seats)
        count = min(most, len(self.games.moves))
        after = watcher.play([self.bot] * self.seats, seeds_of(self.seed, count))
        self.played += watcher.played
        moves = after.traces != self.games.traces[:count]
        won, wins = watcher.shares(after.scores), watcher.shares(self.games.scores[:count])
        self.decides |= bool((won != wins).any())
        return np.asarray(moves | (after.scores != self.games.scores[:count]).any(axis=1))


def samples(genome: Genome, seed: str, games: int) -> list[Sample]:
    """Play games of all bots with the lowest and highest number of players: some rules need more than two."""
    seed = f"{seed} rules"
    return [Sample.of(genome, seats, bot, seed, games) for seats in sorted(set(genome.seats)) for bot in BOTS]


class Dead(msgspec.Struct, frozen=True):
    """The rules of a game that never do anything."""

    removals: tuple[Removal, ...]
    idle: tuple[str, ...]
    """Rules that change games, but never who wins."""
    rules: int
    """Number of rules that can be removed."""
    games: int
    """Number of games played to find the dead rules."""


def dead_rules(genome: Genome, seed: str, games: int = GAMES) -> Dead:
    """Find the rules that never do anything."""
    known = samples(genome, seed, games)
    found = list(removals(genome))
    dead, idle = list[Removal](), list[str]()
    for removal in found:
        for sample in known:
            sample.decides = False
        if not any(sample.changed(removal.genome, most).any() for most in (FIRST, games) for sample in known):
            dead.append(removal)
        elif not any(sample.decides for sample in known) and not _turns(known, removal, games):
            idle.append(removal.path)
    return Dead(tuple(dead), tuple(idle), len(found), sum(sample.played for sample in known))


def _turns(known: list[Sample], removal: Removal, games: int) -> bool:
    """Return whether some game has a different winner without a rule, in as many games as there are."""
    for sample in known:
        sample.changed(removal.genome, games)
        if sample.decides:
            return True
    return False


class Simplified(msgspec.Struct, frozen=True):
    """A game without its dead rules."""

    genome: Genome
    use: float
    """Share of its rules that were alive, and that ever change who wins."""
    games: int
    """Number of games played to find the dead rules."""


def without_dead_rules(genome: Genome, seed: str, games: int = GAMES) -> Simplified:
    """Remove dead rules one by one: of two rules with the same effect, each is dead only while the other is there.

    Rules that can never matter, such as points for cards that are not in the deck, are removed first.
    """
    genome = canonical(genome)
    found = dead_rules(genome, seed, games)
    use = 1 - (len(found.removals) + len(found.idle)) / found.rules if found.rules else 1.0
    played = found.games
    for _ in range(found.rules):
        if not found.removals:
            break
        genome = found.removals[0].genome
        found = dead_rules(genome, seed, games)
        played += found.games
    return Simplified(genome, use, played)


def fired(genome: Genome, seed: str, games: int = GAMES) -> dict[str, float]:
    """Return, for every rule that can be removed, the share of games that it changes.

    A rule that changes no game is dead.
    """
    known = samples(genome, seed, games)
    return {
        removal.path: float(np.concatenate([sample.changed(removal.genome, games) for sample in known]).mean())
        for removal in removals(genome)
    }
