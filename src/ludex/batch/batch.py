"""`Batch`: many games of one kind, step by step, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from sys import getrefcount
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ludex.arena.processes import available_cores
from ludex.batch.loops import (
    BOT_FAULT,
    NEW_GAME,
    TOO_MANY_ROWS,
    Desk,
    pick_moves,
    read_actions,
    step_games,
)
from ludex.core.compile.compiled_rules import InterpretedKernel, Kernel, direct
from ludex.core.compile.observing import new_memory
from ludex.core.game.game import Game
from ludex.core.game.position import write_position
from ludex.core.game.registry import game as find_game
from ludex.core.game.request import Rejection
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, new_dice, secret_seed
from ludex.core.language.errors import BadSetting, BrokenRule, IllegalMove, UnreadableMove, quote
from ludex.core.language.events import new_log
from ludex.core.language.rule import OWN_LOOPS, Loop
from ludex.core.play.table import Table

Rewards: TypeAlias = Literal["share", "rank", "score"]
"""Rewards of a batch: the share of the win, the rank, or differences of scores."""
Seed: TypeAlias = int | str | bytes

SMALLEST_PART = 64
"""The fewest environments for which a further core is used."""


DESK = 7
"""The place of the desk among the arguments of the compiled loop."""
MOST_USED = 4
"""The most arrays of observations that wait to be used again."""


class _Used(NamedTuple):
    """An array of observations that was given to others, and the arguments of the compiled loop that write to it."""

    array: npt.NDArray[np.float32]
    parts: list[tuple[Any, ...]]
    holders: int
    """Its number of references when no one else holds it."""


class Batch:
    """Many environments, each with one game in progress. All arrays are made once, and every step writes to them.

    A *learner* decides for every seat without a bot. An environment always waits for one decision, that of the seat in
    `turn`. If several seats owe a decision at once (sealed bids, secret orders), they are asked one after the other, in
    the order of seats after the one that moved last. A game that ends is replaced by a new one in the same step.

    >>> batch = Batch("automation", 4, seats=2, seed=1, bots={1: "big-money"})
    >>> batch.turn.tolist(), batch.masks.shape, batch.rewards.shape
    ([0, 0, 0, 0], (4, 103), (4, 2))
    >>> batch.step(batch.random_actions())
    >>> batch.done.tolist()
    [False, False, False, False]
    """

    turn: npt.NDArray[np.int64]
    """The seat to move in each environment."""
    rows: npt.NDArray[np.int64]
    """The legal moves: rows of the first and the last number of a range of moves. Only `counts` of them are valid."""
    counts: npt.NDArray[np.int64]
    """The number of valid rows."""
    masks: npt.NDArray[np.bool_]
    """The legal actions: True at the number of every legal move, or at every valid row (`game.actions.flat`)."""
    observations: npt.NDArray[np.float32]
    """The features of the seat to move (`features.names`)."""
    final_observations: npt.NDArray[np.float32]
    """The features at the end of the games that are `done`, of the seats whose actions were the last."""
    rewards: npt.NDArray[np.float32]
    """The rewards of every seat for the last step, those of moves by bots included."""
    scores: npt.NDArray[np.int64]
    """The scores of every seat at the end of the last game, or for the reward "score" at the last milestone."""
    done: npt.NDArray[np.bool_]
    """True where a game ended in the last step, and a new one has begun."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        seats: int | None = None,
        settings: Mapping[str, Any] | None = None,
        seed: Seed = 0,
        bots: Mapping[int, str] | None = None,
        rewards: Rewards = "share",
        cores: int | None = None,
    ) -> None:
        self.game: Game = find_game(game) if isinstance(game, str) else game
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
            raise BadSetting(f"{quote(n)} environments: expected at least 1")
        self.n = int(n)
        self._settings = self.game.read_settings(dict(settings or {}))
        self._template = template_of(self.game, self.game.usual_seats if seats is None else seats, self._settings)
        self.seats = int(self._template["seats"][0])
        self.features = self.game.features(self.seats, **dict(settings or {}))
        self.actions = self.game.actions
        self.bots = dict(bots or {})
        self._reward = reward_number(rewards)
        self._kernel: Kernel = self.game.machine.kernel
        self._make_arrays()
        self._make_parts(cores)
        self.reset(seed)

    def _make_arrays(self) -> None:
        game, n, seats = self.game, self.n, self.seats
        self.states = game.machine.layout.new(n)
        """The whole records, secrets and chance included: for tests and for saving, never for players."""
        self._chains, self._dice = DICE.new(n), DICE.new(n)
        self._moves = np.full(n, NEW_GAME, np.int64)
        self._places = np.arange(n)
        self._nowhere, self._fine = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self.turn = np.zeros(n, np.int64)
        self.rows = np.zeros((n, game.max_options, 2), np.int64)
        self.counts = np.zeros(n, np.int64)
        self.masks = np.zeros((n, self.actions.size), np.bool_)
        self.observations = np.zeros((n, self.features.size), np.float32)
        self.renews_observations = False
        """True if every step writes its observations to an array that no one else holds. Earlier ones then stay."""
        self._used: list[_Used] = []
        self.final_observations = np.zeros((n, self.features.size), np.float32)
        self.rewards = np.zeros((n, seats), np.float32)
        self.scores = np.zeros((n, seats), np.int64)
        self.done = np.zeros(n, np.bool_)
        self._margins = np.zeros((n, seats))
        self._milestones = np.zeros(n, np.int64)
        self._faults = np.zeros(n, np.int64)
        self._slots = np.full(seats, -1, np.int64)
        for seat, bot in self.bots.items():
            if seat not in range(seats):
                raise BadSetting(f"a bot for seat {quote(seat)}: expected 0 to {seats - 1}")
            if bot not in game.machine.bot_slots:
                raise BadSetting(f"{game.name} has no bot {quote(bot)}; it has {', '.join(game.machine.bot_slots)}")
            self._slots[seat] = game.machine.bot_slots[bot]
        if (self._slots >= 0).all():
            raise BadSetting("every seat has a bot: leave at least one to the learner")

    def _make_parts(self, cores: int | None) -> None:
        """Divide the environments among cores."""
        interpreted = isinstance(self._kernel, InterpretedKernel)
        most = 1 if interpreted else max(1, self.n // SMALLEST_PART)
        self.cores = min(cores or available_cores(), most)
        """The number of cores in use."""
        ends = [self.n * part // self.cores for part in range(self.cores + 1)]
        self._slices = [slice(*ends[part : part + 2]) for part in range(self.cores)]
        self._parts = [self._part(part) for part in self._slices]
        self._step = direct(self._kernel.entry(step_games), *self._parts[0])
        self._offers = self.rows, self.counts, self.masks, int(self.actions.flat)
        given = self._moves[:, None], self._nowhere, *self._offers, self._moves, self._fine
        self._read_actions = direct(self._kernel.entry(read_actions), *given)
        self._pool = ThreadPoolExecutor(self.cores - 1) if self.cores > 1 else None

    def _part(self, part: slice) -> tuple[Any, ...]:
        """Return the arguments of the compiled loop for some environments."""
        game = self.game
        desk = Desk(
            self.turn[part],
            self.rows[part],
            self.counts[part],
            self.masks[part],
            self.observations[part],
            self.final_observations[part],
            self.rewards[part],
            self.scores[part],
            self.done[part],
            self._margins[part],
            self._milestones[part],
            self._faults[part],
            self._slots,
            new_log(0),
            np.zeros((self.seats, 2), np.int64),
            np.zeros(self.seats, np.int64),
        )
        seen, memory = new_memory(game.machine.layout)
        return (
            self.states[part],
            self._template,
            self._chains[part],
            self._dice[part],
            seen,
            game.machine.layout.new(),
            self._moves[part],
            desk,
            memory,
            self.features.plan,
            int(self.actions.flat),
            self._reward,
        )

    def reset(self, seed: Seed | None = None) -> None:
        """Begin a new game in every environment. With a seed, all games from now on follow from it."""
        if seed is not None:
            seeds = game_seeds(secret_seed(seed), 0, self.n)
            self._chains["rng"] = seeds[:, :4]
            self._choosing = new_dice(secret_seed(f"{seed!r} random actions"))
        self._moves[:] = NEW_GAME
        self._run()

    def step(self, actions: npt.ArrayLike, *, afresh: npt.NDArray[np.bool_] | None = None) -> None:
        """Play an action in every environment, and continue to the learner's next decision.

        Where `game.actions.flat`, actions are numbers of moves, one for each environment. Otherwise they have two
        columns: a row of `rows`, and a place in it. If one of them is illegal, `IllegalMove` is raised, and nothing has
        changed in any environment. Where `afresh` is True, the action is ignored and a new game begins without a
        result for the last one.
        """
        given = np.asarray(actions)
        if self._read(given, self._nowhere if afresh is None else afresh):
            self._refuse(int(self._fine.argmin()), given)
        self._run()

    def legal(self, actions: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, one for each environment.

        >>> batch = Batch("automation", 3, seed=1)
        >>> batch.legal([0, 20, 500]).tolist()
        [True, False, False]
        """
        self._read(np.asarray(actions), self._nowhere)
        return self._fine.copy()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every environment, each move equally likely. The seed of the batch decides."""
        moves = np.zeros(self.n, np.int64)
        self._kernel.entry(pick_moves)(self.rows, self.counts, self._choosing, moves)
        if self.actions.flat:
            return moves
        inside = (self.rows[:, :, 0] <= moves[:, None]) & (moves[:, None] <= self.rows[:, :, 1])
        inside &= np.arange(self.rows.shape[1]) < self.counts[:, None]
        row = inside.argmax(axis=1)
        return np.stack([row, moves - self.rows[self._places, row, 0]], axis=1)

    def table(self, environment: int) -> Table[Any]:
        """Return a table in the state of an environment: to look at, to print, or to play on. The batch is not changed.

        Its chance is different from that of the environment.
        """
        states = self.states[environment : environment + 1].copy()
        return self.game.position(write_position(self.game, states, self._settings))

    def close(self) -> None:
        """End the threads of the batch."""
        if self._pool is not None:
            self._pool.shutdown()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n:,} games of {self.game.name} with {self.seats} seats>"

    def _renew_observations(self) -> None:
        """Continue with an array of observations that no one else holds: one of the last ones, or a new one."""
        found = next((used for used in self._used if getrefcount(used.array) == used.holders), None)
        if found is None:
            array = np.zeros_like(self.observations)
            parts = [
                (*part[:DESK], part[DESK]._replace(observations=array[where]), *part[DESK + 1 :])
                for part, where in zip(self._parts, self._slices, strict=True)
            ]
            free = getrefcount(array)  # in place of this function, `found` holds it from now on
            found = _Used(array, parts, free)
            self._used = [found, *self._used[: MOST_USED - 1]]
        self.observations, self._parts = found.array, found.parts

    def _run(self) -> None:
        if self.renews_observations:
            self._renew_observations()
        waiting = [self._pool.submit(self._step, *part) for part in self._parts[1:]] if self._pool else []
        self._step(*self._parts[0])
        for part in waiting:
            part.result()
        if self._faults.any():
            self._raise_fault()

    def _raise_fault(self) -> None:
        at = int(self._faults.argmax() if self._faults.max() > 0 else self._faults.argmin())
        fault, where = int(self._faults[at]), f"environment {at}"
        self._faults[:] = 0
        if fault <= BOT_FAULT:
            seat = BOT_FAULT - fault
            raise BrokenRule(f"{where}: the bot {self.bots[seat]!r} at seat {seat} chose an illegal move")
        if fault == TOO_MANY_ROWS:
            raise BrokenRule(f"{where}: more than {self.game.max_options} rows of legal moves: raise `max_options`")
        raise BrokenRule(f"{where}: game after game ended before the learner had anything to decide")

    def _read(self, actions: npt.NDArray[Any], afresh: npt.NDArray[np.bool_]) -> int:
        """Write the moves of actions, and return the number of those that are illegal."""
        shape = (self.n,) if self.actions.flat else (self.n, 2)
        if actions.shape != shape or actions.dtype.kind not in "iu":
            what = f"{actions.dtype} of shape {actions.shape}"
            raise UnreadableMove(f"actions are {what}: expected whole numbers of shape {shape}")
        given = np.ascontiguousarray(actions, np.int64).reshape(self.n, -1)
        return int(self._read_actions(given, afresh, *self._offers, self._moves, self._fine))

    def _refuse(self, at: int, actions: npt.NDArray[Any]) -> None:
        """Raise the error for an illegal action, with the environment and the reason."""
        seat, action = int(self.turn[at]), actions[at].tolist()
        where = f"environment {at}, seat {seat}, action {action}"
        if not self.actions.flat:
            rows = self.counts[at]
            inside = 0 <= action[0] < rows
            last = self.rows[at, action[0], 1] - self.rows[at, action[0], 0] if inside else 0
            expected = f"a place from 0 to {last} in row {action[0]}" if inside else f"a row from 0 to {rows - 1}"
            raise IllegalMove(Rejection("no-such-action", f"{where}: expected {expected}."))
        if not 0 <= action < self.actions.size:
            expected = f"a number from 0 to {self.actions.size - 1}"
            raise IllegalMove(Rejection("no-such-action", f"{where}: expected {expected}."))
        rejection = self.table(at).check(seat, self.actions.to_move(action))
        assert rejection is not None
        raise IllegalMove(Rejection(rejection.code, f"{where}: {rejection.sentence}"))


def step_once(game: Game, kernel: Kernel) -> None:
    """Use the loop of a batch once."""
    _Once(game, kernel)


def pick_once(game: Game, kernel: Kernel) -> None:
    """Choose random moves once."""
    rows, one = np.zeros((1, game.max_options, 2), np.int64), np.ones(1, np.int64)
    kernel.entry(pick_moves)(rows, one, new_dice(secret_seed(0)), np.zeros(1, np.int64))


def read_once(game: Game, kernel: Kernel) -> None:
    """Read actions once."""
    rows, one, no = np.zeros((1, game.max_options, 2), np.int64), np.ones(1, np.int64), np.zeros(1, np.bool_)
    masks = np.ones((1, game.actions.size), np.bool_)
    kernel.entry(read_actions)(one[:, None] * 0, no, rows, one, masks, int(game.actions.flat), one, no)


def reward_number(rewards: Rewards) -> int:
    """Return the number of a kind of rewards in the loops."""
    if rewards not in get_args(Rewards):
        raise BadSetting(f"rewards {quote(rewards)}: expected one of {', '.join(get_args(Rewards))}")
    return get_args(Rewards).index(rewards)


class _Once(Batch):
    """A batch with the rules of a given kernel."""

    def __init__(self, game: Game, kernel: Kernel) -> None:
        self._given = kernel
        super().__init__(game, 1, seats=game.seats[0], cores=1)

    def _make_parts(self, cores: int | None) -> None:
        self._kernel = self._given
        super()._make_parts(cores)


OWN_LOOPS[step_games] = Loop(step_once, "", True)
OWN_LOOPS[pick_moves] = Loop(pick_once, "", True)
OWN_LOOPS[read_actions] = Loop(read_once, "", True)
