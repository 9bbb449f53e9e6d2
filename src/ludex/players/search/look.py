"""One look ahead: the candidates of a decision, played out until the budget is spent."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.core.compile.compiled_rules import InterpretedKernel, Kernel
from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.game.warm import first_position
from ludex.core.language.chance import DICE, game_seeds, secret_seed
from ludex.core.language.events import new_log
from ludex.core.language.record import States
from ludex.core.language.rule import OWN_LOOPS, Loop
from ludex.players.search.judging import Floats, choose, halve, worths
from ludex.players.search.memory import Memory, Notes
from ludex.players.search.playouts import NO_TREE, RANK, Desk, Orders, play_on
from ludex.players.search.settings import SearchSettings
from ludex.players.search.tree import NODES, WALK

Numbers = npt.NDArray[np.int64]

MOST_WORLDS, WORLDS_A_MILLISECOND = 50_000, 50
"""Largest numbers of worlds: in all, because more are not needed to tell candidates apart, and for each millisecond."""
PATH = 64
"""Largest depth of the tree."""
MOST_NODES = 100_000
"""Number of nodes of a tree that grows for a time, and not for a number of playouts."""


class Look:
    """One look ahead: the candidates of a decision, and the outcomes of their playouts."""

    def __init__(
        self,
        settings: SearchSettings,
        parts: Sequence[Part],
        kernel: Kernel,
        states: States,
        moves: tuple[int, ...],
        orders: Orders,
        seed: bytes,
        memory: Memory,
        pool: Sequence[int],
    ) -> None:
        self.settings = settings
        self.kernel, self.states, self.moves, self.orders = kernel, states, moves, orders
        self.parts = parts[:1] if isinstance(kernel, InterpretedKernel) else parts
        self.alive = np.arange(len(self.moves))
        self.worlds = 0
        most = min(settings.milliseconds * WORLDS_A_MILLISECOND or self._worlds_needed(), MOST_WORLDS)
        self.seeds = game_seeds(seed, 0, most)
        self.outcomes = np.zeros((most, len(self.moves), RANK + 1))
        self.visits = np.zeros(len(self.moves), np.int64)
        self._judged: dict[int, dict[int, Floats]] = {}
        self.memory = memory
        self.kept = memory.begin(states, orders.seat)
        for part in self.parts:
            part.begin(len(moves), MOST_NODES if settings.milliseconds else settings.playouts, orders, pool)

    def _worlds_needed(self) -> int:
        """Return the most worlds in which the playouts can be played: two candidates are left to the end."""
        return self.settings.playouts // 2 + len(self.moves)

    def run(self) -> None:
        """Try all candidates, drop the worse half, and so on until one or two are left and the budget is spent."""
        if len(self.moves) == 1:
            return
        rounds = max(1, int(np.ceil(np.log2(len(self.moves)))))
        started, spent = time.perf_counter(), 0
        for number in range(rounds):
            if self.settings.milliseconds:
                self._play_until(started + self.settings.milliseconds / 1000 * (number + 1) / rounds)
            else:
                share = (self.settings.playouts - spent) // (rounds - number)
                spent += self._play(max(1, share // len(self.alive))) * len(self.alive)
            if number + 1 < rounds:
                values = worths(self.outcomes[: self.worlds, self.alive]).mean(0)
                self.alive = self.alive[halve(values, 1)]

    def _play_until(self, end: float) -> None:
        """Play worlds until the time is up: first a few, then as many as the time allows."""
        count = len(self.parts)
        while self.worlds < len(self.seeds):
            began = time.perf_counter()
            if began >= end and self.worlds >= 2:
                return
            self._play(count)
            now = time.perf_counter()
            fit = int((end - now) / max(now - began, 1e-7) * count * 0.7)
            count = max(len(self.parts), min(fit, 8 * count))

    def _play(self, count: int) -> int:
        """Play the remaining candidates in some more worlds, and return the number of these worlds."""
        first = self.worlds
        last = min(first + count, len(self.seeds))
        rows = np.stack([self.alive, np.array(self.moves)[self.alive]], 1)
        cuts = np.linspace(first, last, len(self.parts) + 1).astype(int)
        jobs = [(part, int(a), int(b)) for part, a, b in zip(self.parts, cuts[:-1], cuts[1:], strict=True) if b > a]
        if len(jobs) > 1:
            with ThreadPoolExecutor(len(jobs)) as pool:
                list(pool.map(lambda job: self._play_part(job[0], job[1], job[2], rows), jobs))
        else:
            for part, begin, end in jobs:
                self._play_part(part, begin, end, rows)
        self.worlds = last
        self.memory.note(self.alive, last - first)
        self.visits[self.alive] += last - first
        return last - first

    def _play_part(self, part: Part, first: int, last: int, rows: Numbers) -> None:
        orders = self.orders._replace(first=first, last=last)
        kept = self.kept[(first + 1) // 2 : (last + 1) // 2]
        notes = self.memory.room(len(rows) * (first - self.worlds), len(rows) * (last - self.worlds))
        part.play(self.kernel, self.states, orders, rows, self.outcomes, self.seeds, kept, notes)

    @cached_property
    def chosen(self) -> int:
        """The index of the chosen candidate, once the budget is spent."""
        worth = worths(self.outcomes[: self.worlds, self.alive]) if self.worlds else np.zeros((1, len(self.alive)))
        return int(self.alive[choose(worth, self.settings.caution)])

    def judge(self, place: int) -> tuple[int, float, float]:
        """Return the number of playouts of a candidate, its value, and their spread.

        Candidates were played in different numbers of worlds, and the value of a lead depends on the candidates that
        were compared. A candidate is therefore compared with the chosen one in the worlds in which both were played.
        """
        visits = int(self.visits[place])
        if visits == 0:
            return 0, 0.5, 0.0
        own, chosen = self._worth_then(place, visits), self._worth_then(self.chosen, visits)
        best = self._worth_then(self.chosen, int(self.visits[self.chosen])).mean()
        return visits, float(np.clip(best + (own - chosen).mean(), 0, 1)), float(own.std())

    def _worth_then(self, place: int, worlds: int) -> Floats:
        """Return the value of a candidate in the first worlds, among those that were played in all of them."""
        if worlds not in self._judged:
            compared = np.flatnonzero(self.visits >= worlds)
            self._judged[worlds] = dict(zip(compared.tolist(), worths(self.outcomes[:worlds, compared]).T, strict=True))
        return self._judged[worlds][place]


class Part:
    """The memory of one core for worlds, a tree and a log."""

    def __init__(self, game: Game) -> None:
        self._worlds = game.machine.layout.new(2)
        self._options = np.zeros((game.max_options, 2), np.int64)
        self._results = np.zeros((game.seats[-1] + 1, 2), np.int64)
        self._norms = np.zeros((game.seats[-1] + 1, 2))
        self._path = np.zeros(PATH, np.int64)
        self._dice = DICE.new()
        self._walk = WALK.new()
        self._tree = np.zeros((1, 6), np.int64)
        self._worth = np.zeros(1)
        self._pool = np.zeros(1, np.int64)
        self._models = np.zeros(game.seats[-1], np.int64)

    @property
    def tree(self) -> Numbers:
        """The tree that has grown since `begin`, node by node."""
        return self._tree

    @property
    def worth(self) -> Floats:
        """The sums of the results of every node of the tree."""
        return self._worth

    @property
    def world(self) -> States:
        """The world in which the last playout ended."""
        return self._worlds[1:]

    def begin(self, candidates: int, playouts: int, orders: Orders, pool: Sequence[int] = ()) -> None:
        """Prepare for a new decision. `pool` has the slots of the bots that stand for the other seats, if it is not the
        bot of the playouts."""
        self._pool = np.array(pool or (orders.bot,), np.int64)
        first = 2 + candidates  # the nodes that are there from the beginning
        room = first + (playouts if orders.tree else 0)
        if len(self._tree) < room:
            self._tree = np.zeros((room, 6), np.int64)
            self._worth = np.zeros(room)
        self._tree[:first] = 0
        self._worth[:first] = 0
        self._tree[0, NODES] = first
        self._norms[:] = 0

    def play(
        self,
        kernel: Kernel,
        states: States,
        orders: Orders,
        rows: Numbers,
        outcomes: Any,
        seeds: Any,
        kept: States,
        notes: Notes,
    ) -> None:
        """Play candidates out in some worlds."""
        desk = Desk(
            self._tree,
            self._worth,
            self._path,
            self._norms,
            self._options,
            new_log(0),
            self._results,
            self._pool,
            self._models,
        )
        kernel.entry(play_on)(
            states, orders, rows, outcomes, seeds, desk, self._worlds, self._walk, self._dice, kept, *notes
        )


def search_once(game: Game, kernel: Kernel) -> None:
    """Use the search once, with one world and one move.

    What the seat may not know must be hidden, as at a table, because rules that redeal rely on that.
    """
    states = first_position(game)
    seat = _first_to_decide(game, states)
    game.machine.interpreted.hide(states, 0, seat)
    part = Part(game)
    orders = Orders(first=0, last=1, seat=seat, bot=0, horizon=1, milestones=0, tree=NO_TREE, width=1, tries=1)
    part.begin(1, 1, orders)
    rows = np.array([[0, packed_rows(game.machine.interpreted, states, seat, game.max_options)[0][0]]], np.int64)
    seeds, notes = game_seeds(secret_seed(0), 0, 1), Memory(game.machine.layout, 1).room(0, 1)
    part.play(kernel, states, orders, rows, np.zeros((1, 1, RANK + 1)), seeds, states[:0], notes)


def _first_to_decide(game: Game, states: States) -> int:
    mask = game.machine.interpreted.waiting(states, 0)
    return int((mask & -mask).bit_length() - 1)


OWN_LOOPS[play_on] = Loop(search_once, "", False)
