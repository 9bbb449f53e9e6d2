"""Playouts for a review: several moves of one decision, in the same worlds, and the budget for all of them.

The compiled loop is that of the search. A world depends on the decision and its number alone, so every move of a
decision is played with the same luck, and the number of cores makes no difference.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from ludex.core.compile.compiled_rules import InterpretedKernel
from ludex.core.game.game import Game
from ludex.core.language.chance import chance_of, game_seeds, secret_seed
from ludex.players.review.decisions import Decision
from ludex.players.review.values import ReviewSettings
from ludex.players.search.judging import LEADER, Floats
from ludex.players.search.look import Part
from ludex.players.search.memory import Memory
from ludex.players.search.playouts import BEST, MEAN, NO_TREE, OWN, RANK, WON, Orders, play_on

TO_THE_END = 0
"""The milestones and the horizon of a playout that ends with the game."""
FIRST_WORLDS = 2
"""The number of worlds with which every stage begins."""
PATIENCE, POLL = 120.0, 0.1
"""Seconds for which a review waits for the compiler, and between two looks."""
TRIES = 30
"""The most worlds that are dealt to find one that fits the moves of the others."""


class Trial:
    """Some moves of one decision, and the results of their playouts: axes for worlds, moves and results."""

    def __init__(self, decision: Decision, moves: Sequence[int], stage: int = 0, milestones: int = TO_THE_END) -> None:
        self.decision = decision
        self.moves = tuple(moves)
        self.stage = stage
        """Trials of different stages have different worlds, so that a choice by one does not bias the other."""
        self.milestones = milestones
        self.outcomes: Floats = np.zeros((0, len(self.moves), RANK + 1))

    @property
    def worlds(self) -> int:
        """The number of worlds in which every move was played."""
        return len(self.outcomes)

    @property
    def won(self) -> Floats:
        """The share of the win in every world, for every move."""
        return self.outcomes[..., WON]

    @property
    def leads(self) -> Floats:
        """The lead of the seat's side in every world, for every move."""
        one = self.outcomes
        lead: Floats = one[..., OWN] - LEADER * one[..., BEST] - (1 - LEADER) * one[..., MEAN]
        return lead


class Budget:
    """A limit of time or of playouts, of which every stage gets a share."""

    def __init__(
        self,
        settings: ReviewSettings,
        progress: Callable[[float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._progress, self._clock = settings, progress, clock
        self._began = clock()
        self._lock = threading.Lock()
        self.playouts = 0

    def begin(self) -> None:
        """Start counting: what was spent so far was preparation."""
        self._began, self.playouts = self._clock(), 0

    @property
    def counts(self) -> bool:
        """True if playouts are counted, and not the time."""
        return self._settings.playouts > 0

    @property
    def used(self) -> float:
        """The share that is used."""
        if self.counts:
            return self.playouts / self._settings.playouts
        return (self._clock() - self._began) / self._settings.seconds

    def spend(self, playouts: int) -> None:
        """Count playouts, and report progress."""
        with self._lock:
            self.playouts += playouts
            if self._progress is not None:
                self._progress(min(self.used, 1.0))

    def fits(self, until: float, since: tuple[float, int], cost: int) -> int:
        """Return how many times a number of playouts fits into the budget until a share of it is used.

        `since` are the share and the playouts at the start of the stage, from which its speed is known.
        """
        left = until - self.used
        if self.counts:
            return int(left * self._settings.playouts / cost + 1e-9)
        share, playouts = since
        each = (self.used - share) / max(self.playouts - playouts, 1)
        return int(left / max(each * cost, 1e-12))


class Playing:
    """Plays trials of one game, on some cores."""

    def __init__(self, game: Game, settings: ReviewSettings, budget: Budget) -> None:
        self.game, self.budget = game, budget
        self.kernel = game.machine.kernel
        self.bot_name = game.bots_by_strength[-1]
        self.bot = game.machine.bot_slots[self.bot_name]
        self.seed = settings.seed
        self.cores = settings.cores
        self._seed = secret_seed(settings.seed)
        self._parts: SimpleQueue[Part] = SimpleQueue()
        for _ in range(1 if isinstance(self.kernel, InterpretedKernel) else self.cores):
            self._parts.put(Part(game))
        self._no_notes = Memory(game.machine.layout, 0).room(0, 0)
        self.kernel.entry(play_on)

    def await_rules(self) -> None:
        """Wait until the loop of playouts is compiled, if a background process compiles it, but not for ever."""
        compiles, began = getattr(self.kernel, "compiles", bool), time.monotonic()
        while compiles() and time.monotonic() - began < PATIENCE:
            time.sleep(POLL)

    def orders(self, seat: int, milestones: int = TO_THE_END) -> Orders:
        """Return the parameters of playouts for a seat."""
        return Orders(
            first=0,
            last=0,
            seat=seat,
            bot=self.bot,
            horizon=TO_THE_END,
            milestones=milestones,
            tree=NO_TREE,
            width=1,
            tries=TRIES,
        )

    def seed_of(self, trial: Trial) -> bytes:
        """Return the seed of a trial's worlds."""
        return chance_of(self._seed, trial.decision.number, trial.stage)

    def play(self, trial: Trial, worlds: int) -> None:
        """Play a trial in some more worlds."""
        part = self._parts.get()
        try:
            outcomes = np.zeros((worlds, len(trial.moves), RANK + 1))
            rows = np.stack([np.arange(len(trial.moves)), np.array(trial.moves)], 1)
            orders = self.orders(trial.decision.seat, trial.milestones)._replace(last=worlds)
            seeds = game_seeds(self.seed_of(trial), trial.worlds, worlds)
            states = trial.decision.record(self.game)
            part.begin(len(trial.moves), worlds, orders)
            part.play(self.kernel, states, orders, rows, outcomes, seeds, states[:0], self._no_notes)
        finally:
            self._parts.put(part)
        trial.outcomes = np.concatenate([trial.outcomes, outcomes])
        self.budget.spend(worlds * len(trial.moves))

    def play_all(self, trials: Sequence[Trial], until: float, most: int) -> None:
        """Play all trials in turn until a share of the budget is used, or each was played in `most` worlds.

        First each is played in a few worlds. Then the numbers grow as far as the budget allows.
        """
        since = self.budget.used, self.budget.playouts
        with ThreadPoolExecutor(self.cores) as pool:
            count = FIRST_WORLDS
            while trials and count > 0:
                list(pool.map(lambda trial, count=count: self._play_if_time(trial, count, until), trials))
                trials = [trial for trial in trials if trial.worlds < most]
                fit = self.budget.fits(until, since, max(sum(len(trial.moves) for trial in trials), 1))
                least = min((trial.worlds for trial in trials), default=0)
                count = min(fit, 2 * count, most - least)

    def _play_if_time(self, trial: Trial, worlds: int, until: float) -> None:
        if self.budget.counts or self.budget.used < until:
            self.play(trial, worlds)
