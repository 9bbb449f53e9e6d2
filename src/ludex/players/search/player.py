"""The player that looks ahead, and how it explains itself."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.core.chance import DICE, chance_of, game_seeds, secret_seed
from ludex.core.events import new_log
from ludex.core.game import Game, packed_rows
from ludex.core.kernel import InterpretedKernel, Kernel
from ludex.core.moves import Move
from ludex.core.record import States
from ludex.core.request import Player, Request
from ludex.core.rule import OWN_LOOPS, Loop
from ludex.core.warm import first_position
from ludex.players.search.candidates import Candidates, find_candidates
from ludex.players.search.judging import choose, halve, worths
from ludex.players.search.playouts import NO_TREE, RANK, TREE, WHOLE_TREE, play_on
from ludex.players.search.settings import TREES, SearchSettings, check_settings
from ludex.players.search.tree import NODES

LEAST_WORLDS = 8
"""In how many worlds every candidate is tried at least, if there are playouts for it."""
MOST_WORLDS = 5_000
PATH = 64
"""The tree is at most so deep."""


class Tried(NamedTuple):
    """What a search thinks of an option: from 0 to 1 what it is worth and how far its playouts spread; how many."""

    move: Move
    visits: int
    value: float
    spread: float


class Search(Player[Any]):
    """A player that looks ahead in any game.

    It compares the moves that the game's bots propose, bids near theirs, and as many other options as it can afford. A
    bot plays each of them on in worlds that differ in what the seat cannot know, to where the game is scored next or to
    its end. Then the worse half is dropped, and so on with the rest until the playouts or the time are used up.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> table = game.new(2, seed=7)
    >>> Search(game, playouts=50).decide(table.request(0))
    PlayCard(card='Bitcoin')
    """

    def __init__(
        self, game: Game, playouts: int | SearchSettings | None = None, *, seed: int = 0, **settings: Any
    ) -> None:
        if isinstance(playouts, SearchSettings):
            chosen = playouts
        else:
            chosen = SearchSettings(**settings) if playouts is None else SearchSettings(playouts=playouts, **settings)
        check_settings(game, chosen)
        super().__init__(chosen.name)
        self.settings = chosen
        self._game = game
        self._seed = secret_seed(seed)
        self._decisions = 0
        self._parts = [_Part(game) for _ in range(chosen.cores)]

    def decide(self, request: Request[Any]) -> Move:
        """Search for the best option. If there is only one, answer at once."""
        if request.memory is None:
            raise ValueError("a search needs the request's record")
        if len(request.options) == 1:
            return request.options[0]
        states = np.frombuffer(bytearray(request.memory), self._game.layout.dtype)
        return self._game.moves.unpack(self.find(self._game.kernel, states, request.seat))

    def evaluate(self, request: Request[Any]) -> list[Tried]:
        """What the search thinks of the options it compared, best first.

        >>> import ludex
        >>> game = ludex.game("automation")
        >>> table = game.new(2, seed=7)
        >>> found = Search(game, 40).evaluate(table.request(0))
        >>> sorted(str(tried.move) for tried in found), sum(tried.visits for tried in found)
        (['end phase', 'play Bitcoin'], 40)
        """
        if request.record is None:
            raise ValueError("a search needs the request's record")
        look = self._look(self._game.kernel, request.record.copy(), request.seat)
        chosen = look.choose()
        told = [look.judge(place) for place in range(len(look.moves))]
        order = sorted(range(len(told)), key=lambda place: (place != chosen, -told[place][0], -told[place][1]))
        return [Tried(self._game.moves.unpack(look.moves[p]), *told[p]) for p in order]

    def find(self, kernel: Kernel, states: States, seat: int) -> int:
        """The packed move that is found by the rules of a kernel on a hidden record."""
        look = self._look(kernel, states, seat)
        return look.moves[look.choose()]

    def _look(self, kernel: Kernel, states: States, seat: int) -> _Look:
        settings, slots = self.settings, self._game.bot_slots
        bot = slots[settings.bot] if settings.bot else len(slots) - 1 if len(slots) > 2 else 0
        most = settings.options
        if not settings.milliseconds:
            most = max(2, min(most, settings.playouts // LEAST_WORLDS))
        seed = chance_of(self._seed, self._decisions)
        self._decisions += 1
        rows = packed_rows(kernel, states, seat, self._game.max_options)
        found = find_candidates(self._game, kernel, states, seat, rows, bot, most, seed)
        tree = TREES[settings.tree] if settings.tree else WHOLE_TREE if bot < 2 else NO_TREE
        orders = np.array(
            [0, 0, bot, settings.horizon, settings.milestones, tree, 12 if bot < 2 else 1, settings.tries]
        )
        look = _Look(self, kernel, states, seat, found, orders, seed)
        look.run()
        return look


class _Look:
    """One look ahead: the candidates of a decision, and how their playouts ended."""

    def __init__(
        self, player: Search, kernel: Kernel, states: States, seat: int, found: Candidates, orders: Any, seed: bytes
    ) -> None:
        self.settings = player.settings
        self.kernel, self.states, self.seat, self.orders = kernel, states, seat, orders
        self.moves = found.moves
        self.parts = player._parts if not isinstance(kernel, InterpretedKernel) else player._parts[:1]
        self.alive = np.arange(len(self.moves))
        self.worlds = 0
        most = MOST_WORLDS if self.settings.milliseconds else self.settings.playouts
        most = min(most, MOST_WORLDS)
        self.seeds = game_seeds(seed, 0, most)
        self.outcomes = np.zeros((most, len(self.moves), RANK + 1))
        self.visits = np.zeros(len(self.moves), np.int64)
        for part in self.parts:
            part.begin(len(self.moves), self.settings.playouts if not self.settings.milliseconds else 100_000, orders)

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
        """Play worlds until the time is up: first a few, then as many as fit."""
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
        """Play the candidates that are left on in some more worlds; returns in how many."""
        first = self.worlds
        last = min(first + count, len(self.seeds))
        rows = np.stack([self.alive, np.array(self.moves)[self.alive]], 1)
        cuts = np.linspace(first, last, len(self.parts) + 1).astype(int)
        jobs = [(part, int(a), int(b)) for part, a, b in zip(self.parts, cuts[:-1], cuts[1:], strict=True) if b > a]
        if len(jobs) > 1:
            with ThreadPoolExecutor(len(jobs)) as pool:
                list(pool.map(lambda job: self._play_part(*job, rows), jobs))
        else:
            for job in jobs:
                self._play_part(*job, rows)
        self.worlds = last
        self.visits[self.alive] += last - first
        return last - first

    def _play_part(self, part: _Part, first: int, last: int, rows: npt.NDArray[np.int64]) -> None:
        orders = self.orders.copy()
        orders[:2] = first, last
        part.play(self.kernel, self.states, self.seat, orders, rows, self.outcomes, self.seeds)

    def choose(self) -> int:
        """The place of the move to make."""
        worth = worths(self.outcomes[: self.worlds, self.alive]) if self.worlds else np.zeros((1, len(self.alive)))
        return int(self.alive[choose(worth, self.settings.caution)])

    def judge(self, place: int) -> tuple[int, float, float]:
        """Of a candidate: its playouts, what it is worth, and how far they spread."""
        visits = int(self.visits[place])
        if visits == 0:
            return 0, 0.5, 0.0
        worth = worths(self.outcomes[:visits, [p for p in range(len(self.moves)) if self.visits[p] >= visits]])
        at = [p for p in range(len(self.moves)) if self.visits[p] >= visits].index(place)
        return visits, float(worth[:, at].mean()), float(worth[:, at].std())


class _Part:
    """What one core needs: memory for worlds, a tree and a log."""

    def __init__(self, game: Game) -> None:
        self._worlds = game.layout.new(2)
        self._options = np.zeros((game.max_options, 2), np.int64)
        self._results = np.zeros((game.seats[-1] + 1, 2), np.int64)
        self._norms = np.zeros((game.seats[-1] + 1, 2))
        self._path = np.zeros(PATH, np.int64)
        self._dice = DICE.new()
        self._tree = np.zeros((1, 6), np.int64)
        self._worth = np.zeros(1)

    def begin(self, candidates: int, playouts: int, orders: Any) -> None:
        """Forget the last decision."""
        room = 1 + candidates + (playouts if orders[TREE] else 0)
        if len(self._tree) < room:
            self._tree = np.zeros((room, 6), np.int64)
            self._worth = np.zeros(room)
        self._tree[: 1 + candidates] = 0
        self._worth[: 1 + candidates] = 0
        self._tree[0, NODES] = 1 + candidates
        self._norms[:] = 0

    def play(
        self, kernel: Kernel, states: States, seat: int, orders: Any, rows: Any, outcomes: Any, seeds: Any
    ) -> None:
        """Play candidates on in some worlds."""
        kernel.entry(play_on)(
            states,
            0,
            seat,
            orders,
            rows,
            outcomes,
            seeds,
            self._worlds,
            self._tree,
            self._worth,
            self._path,
            self._norms,
            self._options,
            new_log(0),
            self._results,
            self._dice,
        )


def search_once(game: Game, kernel: Kernel) -> None:
    """Use the search once, with one world and one move."""
    states = first_position(game)
    seat = _first_to_decide(game, states)
    part = _Part(game)
    orders = np.array([0, 1, 0, 1, 0, 0, 1, 1])
    part.begin(1, 1, orders)
    rows = np.array([[0, packed_rows(game.interpreted, states, seat, game.max_options)[0][0]]], np.int64)
    part.play(kernel, states, seat, orders, rows, np.zeros((1, 1, RANK + 1)), game_seeds(secret_seed(0), 0, 1))


def _first_to_decide(game: Game, states: States) -> int:
    mask = game.interpreted.waiting(states, 0)
    return int((mask & -mask).bit_length() - 1)


OWN_LOOPS[play_on] = Loop(search_once, "", False)
