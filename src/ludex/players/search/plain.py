"""A plain information set Monte Carlo tree search, to measure the search of this package against.

It knows nothing of a game but its rules: every playout deals what the seat cannot know at random, goes down one tree
that serves all worlds, adds a node and plays on with random moves. Every seat prefers what was best for itself. No
bot proposes a move, and bids and claims say nothing about hidden cards.
"""

from __future__ import annotations

import time
from functools import cached_property

from ludex.players.search.look import Look
from ludex.players.search.tree import CHILD, MOVE, MOVER, SIBLING, VISITS

ROOT = 1
"""The node of the decision itself."""
PLAIN_WIDTH = 40
"""The number of moves that are tried at a node before one is tried again. Some games have thousands."""


class PlainLook(Look):
    """One look ahead in which the tree chooses the first move too."""

    def run(self) -> None:
        """Play until the budget is spent."""
        if self.settings.milliseconds:
            self._play_until(time.perf_counter() + self.settings.milliseconds / 1000)
        else:
            self._play(self.settings.playouts)
        self._found = self._count()
        self.moves = tuple(self._found)

    def _worlds_needed(self) -> int:
        return self.settings.playouts

    def _count(self) -> dict[int, tuple[int, float]]:
        """Return the number of visits of every move that was tried, and the sum of its values, over all cores."""
        found: dict[int, tuple[int, float]] = {}
        for part in self.parts:
            tree, worth = part.tree, part.worth
            child = int(tree[ROOT, CHILD])
            while child:
                if tree[child, MOVER] == self.orders.seat and tree[child, VISITS]:
                    visits, total = found.get(int(tree[child, MOVE]), (0, 0.0))
                    found[int(tree[child, MOVE])] = visits + int(tree[child, VISITS]), total + float(worth[child])
                child = int(tree[child, SIBLING])
        return found

    @cached_property
    def chosen(self) -> int:
        """The index of the move that was tried most often, and of those the one with the best results."""
        return max(range(len(self.moves)), key=lambda place: self._found[self.moves[place]])

    def judge(self, place: int) -> tuple[int, float, float]:
        """Return the number of playouts of a move, their mean value, and the largest spread that fits it."""
        visits, total = self._found[self.moves[place]]
        value = total / visits
        return visits, value, (value * (1 - value)) ** 0.5
