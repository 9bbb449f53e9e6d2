"""The skill ladder: random, greedy, and searches that look further ahead, each against the best of those below it.

A game of the ladder is a single hand. Every deal is played once with each side in the hands of the stronger player, so
that the cards are the same for both. The searches know no more than their seat does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, prod, sqrt
from typing import Any

import msgspec
import numpy as np

from ludex.core.chance import new_dice, secret_seed
from ludex.core.record import States
from ludex.core.request import Request
from ludex.games.cards import BadGenome, CardGame, Genome
from ludex.games.cards.genome import Match
from ludex.lab.luck import edge_of, rotated
from ludex.lab.watching import Array, Watched, Watcher, seeds_of
from ludex.players import is_compiled
from ludex.players.search import Search, SearchSettings, read_search

PLAYERS = ("random", "greedy", "search-100", "search-1000")
EXPLAINED = 4
"""Of so many decisions of a search, one is explained: judging every option takes longer than choosing one."""


class Thoughts:
    """What searches think of decisions: how many options each took seriously, and how much better its best one is."""

    def __init__(self) -> None:
        self.decisions = 0
        self.noted: list[tuple[float, float]] = []


class Rung(msgspec.Struct, frozen=True):
    """One step of the ladder."""

    player: str
    against: str
    """The best of those below."""
    games: int
    share: float
    """The share of hands that the player won."""
    edge: float
    """How much that is more than its fair share: 0 nothing, 1 always."""
    low: float
    """The lower end of the edge's 95 % interval, from the spread between deals."""
    high: float

    @property
    def counted(self) -> float:
        """The part of the edge that counts: halfway between it and the lower end of its interval, and at least 0."""
        return min(1.0, max(0.0, (self.edge + self.low) / 2))

    @property
    def climbs(self) -> bool:
        """Whether the player is better, beyond chance."""
        return self.low > 0


class Ladder(msgspec.Struct, frozen=True):
    """How far skill goes."""

    rungs: tuple[Rung, ...]
    effective: float = 1.0
    """Effective options of the best search: exp(entropy of its visits), on average."""
    spread: float = 0.0
    """How much better the search thinks its best option is than the average of all, from 0 to 1."""

    @property
    def skill(self) -> float:
        """How far the ladder leads, from 0 to 1. Every step that climbs leaves less that is still to be won.

        >>> step = Rung("greedy", "random", 100, 0.75, 0.5, 0.5, 0.5)
        >>> Ladder((step,)).skill, Ladder((step, step)).skill
        (0.5, 0.75)
        """
        return 1 - prod(1 - rung.counted for rung in self.rungs)

    @property
    def top(self) -> str:
        """The last player that is better than those below, beyond chance; empty if none is."""
        return next((rung.player for rung in reversed(self.rungs) if rung.climbs), "")


def one_hand(genome: Genome) -> CardGame:
    """The same game with matches of a single hand, or as it is if it has none.

    >>> from ludex.games.cards import LIBRARY
    >>> one_hand(LIBRARY["spades"]()).genome.match.hands
    1
    """
    match = Match(hands=1, low_wins=genome.match.low_wins)
    try:
        return CardGame(msgspec.structs.replace(genome, match=match))
    except BadGenome:
        return CardGame(genome)


def climb(watcher: Watcher, seed: str, hands: Sequence[int], players: Sequence[str] = PLAYERS) -> Ladder:
    """Let every player but the first play against the best of those below it, about so many `hands` for each step.

    `watcher` plays the hands: a game made by `one_hand`.

    >>> from ludex.games.cards import LIBRARY
    >>> game = one_hand(LIBRARY["old-maid"]())
    >>> climb(Watcher(game, kernel=game.interpreted), "1", [6], ["random", "greedy"]).skill
    0.0
    """
    best, sides = players[0], max(watcher.sides) + 1
    rungs: list[Rung] = []
    thoughts = Thoughts()
    for player, wanted in zip(players[1:], hands, strict=True):
        deals = max(2, wanted // sides)
        shares = _compare(watcher, f"{seed} {player}", deals, player, best, thoughts)
        rung = _rung(player, best, deals * sides, shares, sides)
        rungs.append(rung)
        best = player if rung.edge > 0 else best
    effective, spread = np.array(thoughts.noted).mean(axis=0) if thoughts.noted else (1.0, 0.0)
    return Ladder(tuple(rungs), float(effective), float(spread))


def _rung(player: str, against: str, games: int, shares: Any, sides: int) -> Rung:
    """A step from the strong player's share of every deal."""
    share = float(shares.mean())
    error = 1.96 * float(shares.std(ddof=1)) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    low, high = edge_of(share - error, sides), edge_of(share + error, sides)
    return Rung(player, against, games, share, edge_of(share, sides), low, high)


def _compare(watcher: Watcher, seed: str, deals: int, strong: str, weak: str, thoughts: Thoughts) -> Any:
    """What share of every deal the stronger player wins, over all sides it plays for."""
    sides = max(watcher.sides) + 1
    if is_compiled(watcher.game, strong) and is_compiled(watcher.game, weak):
        return np.einsum("dtt->dt", rotated(watcher, seed, deals, strong, weak)).mean(axis=1)
    shares = np.zeros((deals, sides))
    for deal, chance in enumerate(seeds_of(seed, deals)):
        for turn in range(sides):
            names = [strong if side == turn else weak for side in watcher.sides]
            scores = play_hand(watcher, names, chance, thoughts)
            shares[deal, turn] = watcher.shares(scores)[0, turn]
    return shares.mean(axis=1)


def play_hand(watcher: Watcher, names: Sequence[str], chance: Any, thoughts: Thoughts) -> Array:
    """Play one game between bots and searches, and give the scores. What searches think of decisions is noted."""
    bots = watcher.slots([name if is_compiled(watcher.game, name) else None for name in names])
    dice = new_dice(secret_seed(f"{chance.tolist()}"))
    thinkers = {
        name: Search(watcher.game, _settings(watcher.game, name), seed=int(chance[4]) % 2**31)
        for name in names
        if not is_compiled(watcher.game, name)
    }
    found = watcher.play(bots, chance[None], keep=True)
    while found.endings[0] == 0:
        seat = int(found.states["turn"][0])
        move = _think(watcher, thinkers[names[seat]], found, thoughts)
        found = watcher.step(found.states, bots, dice, move)
    return found.scores


def _settings(game: CardGame, name: str) -> SearchSettings:
    """A search for the ladder: it keeps no worlds, since what counts here is how far it looks ahead."""
    return msgspec.structs.replace(read_search(game, name), reuse=False)


def _think(watcher: Watcher, player: Search, found: Watched, thoughts: Thoughts) -> int:
    """The move that a search likes best. Of some decisions it is noted how many options were taken seriously."""
    seat = int(found.states["turn"][0])
    seen = _as_seen(watcher, found.states, seat)
    thoughts.decisions += 1
    if thoughts.decisions % EXPLAINED != 1:
        return player.find(watcher.game.kernel, seen, seat)
    judged = player.evaluate(Request(seat, record=seen))
    visits = np.array([tried.visits for tried in judged], float)
    worths = np.array([tried.value for tried in judged])
    parts = visits / max(visits.sum(), 1.0)
    entropy = -sum(part * log(part) for part in parts.tolist() if part > 0)
    thoughts.noted.append((exp(entropy), max(0.0, float(worths.max() - worths.mean()))))
    return int(watcher.game.moves.pack(judged[0].move))


def _as_seen(watcher: Watcher, states: States, seat: int) -> States:
    """The position as a seat sees it."""
    hidden = states.copy()
    watcher.game.kernel.hide(hidden, 0, seat)
    return hidden
