"""Interaction: how much a seat's moves change the options and the results of the other seats."""

from __future__ import annotations

from random import Random

import msgspec
import numpy as np

from ludex.lab.choice import Decision, decisions, moves_in
from ludex.lab.watching import ROWS, Watcher, seeds_of


class Interaction(msgspec.Struct, frozen=True):
    """The influence of players on each other."""

    options: float
    """Average difference between the next seat's options after two moves: 0 for the same, 1 for none in common."""
    results: float
    """Share of a seat's result that depends on the moves of others: 0 for nothing, 1 for everything."""

    @property
    def value(self) -> float:
        """The mean of both."""
        return (self.options + self.results) / 2


def interaction(watcher: Watcher, seed: str, positions: int, deals: int, repeats: int = 4) -> Interaction:
    """Compare the positions after two moves, and a seat's results when only others, or only the seat, play differently.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> interaction(Watcher(game, kernel=game.machine.interpreted), "1", 4, 4).value
    0.0
    """
    return Interaction(_of_options(watcher, seed, positions), _of_results(watcher, seed, deals, repeats))


def _of_options(watcher: Watcher, seed: str, positions: int) -> float:
    random = Random(f"{seed} two moves")
    found = [_distance(watcher, decision, random) for decision in decisions(watcher, f"{seed} others", positions)]
    compared = [distance for distance in found if distance is not None]
    return float(np.mean(compared)) if compared else 0.0


def _distance(watcher: Watcher, decision: Decision, random: Random) -> float | None:
    """Return the Jaccard distance between the next other seat's options after two moves; None if there are none."""
    first, second = random.sample(decision.options.tolist(), 2)
    slots = watcher.slots([None] * watcher.seats).copy()
    slots[0, decision.seat] = watcher.game.machine.bot_slots["first"]
    chance = seeds_of(random.random().hex(), 1)
    sets = []
    for move in (first, second):
        after = watcher.go_on(decision.states, slots, chance, moves=np.array([move]))
        rows = int(after.notes[0, ROWS])
        sets.append({(int(after.states["turn"][0]), option) for option in moves_in(after, rows)} if rows else set())
    both = sets[0] | sets[1]
    return 1 - len(sets[0] & sets[1]) / len(both) if both else None


def _of_results(watcher: Watcher, seed: str, deals: int, repeats: int) -> float:
    """Return the share of the spread of a side's score, for a fixed deal, that the others' moves cause."""
    side = watcher.sides[0]
    chance = np.repeat(seeds_of(f"{seed} others' deals", deals), repeats, axis=0)
    chance[:, 4:] = seeds_of(f"{seed} others' moves", deals * repeats)[:, 4:]
    spread, means = list[float](), list[float]()
    for own, others in (("greedy", "random"), ("random", "greedy")):
        bots = [own if other == side else others for other in watcher.sides]
        scores = watcher.play(bots, chance).scores[:, 0].reshape(deals, repeats).astype(float)
        spread.append(float(scores.var(axis=1, ddof=1).mean()) ** 0.5)
        means.append(float(scores.mean()))
    total = sum(spread)
    if total == 0:  # one player wins all games, and the other none: both matter, and nothing tells which one more
        return 0.5 if means[0] != means[1] else 0.0
    return spread[0] / total
