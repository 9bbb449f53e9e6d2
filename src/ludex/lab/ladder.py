"""The skill ladder: random, greedy, and deeper and deeper searches, each against the best player below it.

A game of the ladder is a single hand. Every deal is played once with the stronger player on each side, so that the
cards are the same for both. The searches know no more than their seat does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, prod, sqrt
from typing import Any

import msgspec
import numpy as np

from ludex.core.game.request import Request
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.record import States
from ludex.games.cards import BadGenome, CardGame, Genome
from ludex.games.cards.genome import Match
from ludex.lab.luck import edge_of, rotated
from ludex.lab.watching import Array, Watched, Watcher, seeds_of
from ludex.players.search import Search, SearchSettings, read_search

PLAYERS = ("random", "greedy", "search-100", "search-1000", "tree-400")
FLOOR = 0.25
"""The most that `greedy` over `random` counts in skill."""
POTS = 32
"""Number of hands from which the size of the pot is estimated."""
EXPLAINED = 4
"""One in this many decisions of a search is explained: judging every option takes longer than choosing one."""


def is_independent(player: str) -> bool:
    """Return whether a player is a tree search with random playouts, which shares nothing with the game's bots.

    >>> is_independent("tree-100"), is_independent("search-100")
    (True, False)
    """
    return player.startswith("tree-")


class Thoughts:
    """Records of how searches judge decisions: the options each took seriously, and the advantage of its best one."""

    def __init__(self) -> None:
        self.decisions = 0
        self.noted: list[tuple[float, float]] = []


class Rung(msgspec.Struct, frozen=True):
    """One step of the ladder."""

    player: str
    against: str
    """The best player below."""
    games: int
    share: float
    """Share of hands that the player won."""
    edge: float
    """The share above the fair one, scaled: 0 for none, 1 for winning always."""
    low: float
    """Lower end of the edge's 95 % interval, from the spread between deals."""
    high: float

    @property
    def counted(self) -> float:
        """The part of the edge that counts: halfway between it and the lower end of its interval, and at least 0."""
        return min(1.0, max(0.0, (self.edge + self.low) / 2))

    @property
    def climbs(self) -> bool:
        """True if the player is better, beyond chance."""
        return self.low > 0


class Ladder(msgspec.Struct, frozen=True):
    """The rungs of a game's ladder, and how its best search decides."""

    rungs: tuple[Rung, ...]
    effective: float = 1.0
    """Average number of effective options of the best search: exp(entropy of its visits)."""
    spread: float = 0.0
    """Average advantage of the best option over the mean of all, as judged by the search, from 0 to 1."""
    limit: float = 1.0
    """The most that the depth can be, since searches win no more than this over one-line players."""

    @property
    def floor(self) -> float:
        """The part of the edge of `greedy` over `random` that counts."""
        return self.rungs[0].counted if self.rungs else 0.0

    @property
    def depth(self) -> float:
        """The edge of searches over `greedy`: by the game's own searches, and by an independent one where there is one.

        Every step of the own searches that climbs reduces what is left to win. With an independent search, the mean of
        both counts.
        """
        own = 1 - prod(1 - rung.counted for rung in self.rungs[1:] if not is_independent(rung.player))
        independent = [rung.counted for rung in self.rungs[1:] if is_independent(rung.player)]
        return min(self.limit, (own + max(independent)) / 2 if independent else own)

    @property
    def skill(self) -> float:
        """A quarter for the floor, and three for the depth, from 0 to 1.

        >>> step = Rung("greedy", "random", 100, 1.0, 1.0, 1.0, 1.0)
        >>> Ladder((step,)).skill, Ladder((step, step)).skill
        (0.25, 1.0)
        """
        return FLOOR * self.floor + (1 - FLOOR) * self.depth

    @property
    def most(self) -> float:
        """The most that skill may be: by the upper ends of the intervals."""
        floor = max(0.0, self.rungs[0].high) if self.rungs else 0.0
        depth = max((max(0.0, rung.high) for rung in self.rungs[1:]), default=1.0)
        return min(1.0, FLOOR * floor + (1 - FLOOR) * min(self.limit, depth))

    @property
    def top(self) -> str:
        """The last player that is better than those below, beyond chance; empty if there is none."""
        return next((rung.player for rung in reversed(self.rungs) if rung.climbs), "")


def one_hand(genome: Genome) -> CardGame:
    """Return the same game with matches of a single hand, or the game itself if it has no matches.

    >>> from ludex.games.cards import LIBRARY
    >>> one_hand(LIBRARY["spades"]()).genome.match.hands
    1
    """
    match = Match(hands=1, low_wins=genome.match.low_wins)
    try:
        return CardGame(msgspec.structs.replace(genome, match=match))
    except BadGenome:
        return CardGame(genome)


def hand_watcher(genome: Genome) -> Watcher:
    """Return a watcher of single hands. Where chips are bet, a hand is won by as much as the chips that it brings.

    The pot is the largest lead after hands in which one side always raises and the others never fold.
    """
    watcher = Watcher(one_hand(genome))
    if genome.chips is not None:
        bots = ["always raise, keep the highest" if side == 0 else "never doubt" for side in watcher.sides]
        scores = watcher.play(bots, seeds_of("pot", POTS)).scores
        watcher.pot = max(1, int(np.ptp(scores, axis=1).max()))
    return watcher


def climb(watcher: Watcher, seed: str, hands: Sequence[int], players: Sequence[str] = PLAYERS) -> Ladder:
    """Let every player except the first play against the best of those below it, about `hands` hands per step.

    An independent search plays against the second player, whatever the others have reached.

    `watcher` plays the hands: a game made by `one_hand`.

    >>> from ludex.games.cards import LIBRARY
    >>> game = one_hand(LIBRARY["old-maid"]())
    >>> climb(Watcher(game, kernel=game.machine.interpreted), "1", [6], ["random", "greedy"]).skill
    0.0
    """
    best, sides = players[0], max(watcher.sides) + 1
    base = players[1]
    rungs: list[Rung] = []
    thoughts = Thoughts()
    for player, wanted in zip(players[1:], hands, strict=True):
        deals = max(2, wanted // sides)
        against = base if is_independent(player) else best
        shares = compare(watcher, f"{seed} {player}", deals, player, against, thoughts)
        rung = _rung(player, against, deals * sides, shares, sides)
        rungs.append(rung)
        best = player if rung.edge > 0 and against == best and not is_independent(player) else best
    effective, spread = np.array(thoughts.noted).mean(axis=0) if thoughts.noted else (1.0, 0.0)
    return Ladder(tuple(rungs), float(effective), float(spread))


def _rung(player: str, against: str, games: int, shares: Any, sides: int) -> Rung:
    """Make a step of the ladder from the strong player's share of every deal."""
    share = float(shares.mean())
    error = 1.96 * float(shares.std(ddof=1)) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    low, high = edge_of(share - error, sides), edge_of(share + error, sides)
    return Rung(player, against, games, share, edge_of(share, sides), low, high)


def compare(watcher: Watcher, seed: str, deals: int, strong: str, weak: str, thoughts: Thoughts) -> Any:
    """Return the share of every deal that the stronger player wins, over all sides it plays for."""
    sides = max(watcher.sides) + 1
    if watcher.plays(strong) and watcher.plays(weak):
        return np.einsum("dtt->dt", rotated(watcher, seed, deals, strong, weak)).mean(axis=1)
    shares = np.zeros((deals, sides))
    for deal, chance in enumerate(seeds_of(seed, deals)):
        for turn in range(sides):
            names = [strong if side == turn else weak for side in watcher.sides]
            scores = play_hand(watcher, names, chance, thoughts)
            shares[deal, turn] = watcher.shares(scores)[0, turn]
    return shares.mean(axis=1)


def play_hand(watcher: Watcher, names: Sequence[str], chance: Any, thoughts: Thoughts) -> Array:
    """Play one game between bots and searches, note how searches judge decisions, and return the scores."""
    bots = watcher.slots([name if watcher.plays(name) else None for name in names])
    dice = new_dice(secret_seed(f"{chance.tolist()}"))
    thinkers = {
        name: Search(watcher.game, _settings(watcher.game, name), seed=int(chance[4]) % 2**31)
        for name in names
        if not watcher.plays(name)
    }
    found = watcher.play(bots, chance[None], keep=True)
    while found.endings[0] == 0:
        seat = int(found.states["turn"][0])
        move = _think(watcher, thinkers[names[seat]], found, thoughts)
        found = watcher.step(found.states, bots, dice, move)
    return found.scores


def _settings(game: CardGame, name: str) -> SearchSettings:
    """Return the settings of a search for the ladder: without stored worlds, since only its depth counts here."""
    return msgspec.structs.replace(read_search(game, name), reuse=False)


def _think(watcher: Watcher, player: Search, found: Watched, thoughts: Thoughts) -> int:
    """Return the move that a search likes best. For some decisions, note how many options were taken seriously."""
    seat = int(found.states["turn"][0])
    seen = _as_seen(watcher, found.states, seat)
    thoughts.decisions += 1
    if thoughts.decisions % EXPLAINED != 1:
        return player.find(watcher.game.machine.kernel, seen, seat)
    judged = player.evaluate(Request(seat, record=seen))
    visits = np.array([tried.visits for tried in judged], float)
    worths = np.array([tried.value for tried in judged])
    parts = visits / max(visits.sum(), 1.0)
    entropy = -sum(part * log(part) for part in parts.tolist() if part > 0)
    thoughts.noted.append((exp(entropy), max(0.0, float(worths.max() - worths.mean()))))
    return int(watcher.game.moves.pack(judged[0].move))


def _as_seen(watcher: Watcher, states: States, seat: int) -> States:
    """Return the position as a seat sees it."""
    hidden = states.copy()
    watcher.game.machine.kernel.hide(hidden, 0, seat)
    return hidden
