"""One game in progress, for environments that step one game at a time: whose turn, features, masks and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ludex.batch.batch import Rewards, reward_number
from ludex.batch.loops import SCORE, settle
from ludex.core.compile.compiled_rules import Kernel, direct
from ludex.core.compile.observing import encode, new_memory
from ludex.core.compile.playout import milestone
from ludex.core.compile.table_buffers import CHANCE, EVERY, Look, Pairs
from ludex.core.game.features import Features
from ludex.core.game.game import Game
from ludex.core.game.position import write_position
from ludex.core.game.registry import game as find_game
from ludex.core.game.request import Rejection, Request
from ludex.core.game.template import template_of
from ludex.core.language.chance import chance_of, secret_seed
from ludex.core.language.errors import IllegalMove
from ludex.core.language.record import States
from ludex.core.language.rule import loop, warmed_by

Observation: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.int8]
OVER = -1
"""In place of the seat to move: the game is over."""


class Purse(NamedTuple):
    """The rewards of one game: arrays with one row, named as in the desk of a batch."""

    rewards: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int64]
    margins: npt.NDArray[np.float64]
    milestones: npt.NDArray[np.int64]
    results: npt.NDArray[np.int64]
    sides: npt.NDArray[np.int64]


def new_purse(seats: int) -> Purse:
    """Return a purse without rewards."""
    return Purse(
        np.zeros((1, seats), np.float32),
        np.zeros((1, seats), np.int64),
        np.zeros((1, seats)),
        np.zeros(1, np.int64),
        np.zeros((seats, 2), np.int64),
        np.zeros(seats, np.int64),
    )


def _write_once(game: Game, kernel: Kernel) -> None:
    seats = game.seats[0]
    features = game.features(seats)
    seen, memory = new_memory(game.machine.layout)
    kernel.entry(write_features)(seen, memory, features.plan, 0, np.zeros(features.size, np.float32))


def _settle_once(game: Game, kernel: Kernel) -> None:
    states = template_of(game, game.seats[0], game.settings())
    kernel.entry(settle_game)(states, new_purse(game.seats[0]), 0, True, False)


@warmed_by(_write_once, bulk=True)
@loop
def write_features(states: States, memory: Any, plan: Any, seat: int, out: Any) -> None:
    """Write the features of a record that is already as the seat sees it. `memory` is the record's own."""
    encode(states[0], memory, plan, seat, out)


@warmed_by(_settle_once, bulk=True)
@loop
def settle_game(states: States, purse: Any, reward: int, begins: bool, ends: bool) -> bool:
    """Give the rewards that are due at the beginning, at a milestone or at the end. Returns whether there were any."""
    passed = milestone(states[0]) if reward == SCORE else 0
    due = ends or (reward == SCORE and (begins or passed != purse.milestones[0]))
    if due:
        settle(states[0], 0, purse, reward, begins, ends)
        purse.milestones[0] = passed
    return bool(due)


class OneGame:
    """One game in progress, on a bare record.

    If several seats owe a decision at once, they are asked one after the other, in the order of seats after the one
    that moved last.

    >>> game = OneGame("automation", 2)
    >>> game.begin(7)
    >>> game.turn, game.observation(0).shape, int(game.mask(0).sum())
    (0, (161,), 2)
    >>> game.play(game.packed(0, 20)), game.play(game.packed(0, 0))
    (False, True)
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        settings: Mapping[str, Any] | None = None,
        rewards: Rewards = "share",
    ) -> None:
        self.game: Game = find_game(game) if isinstance(game, str) else game
        given = dict(settings or {})
        self._settings = self.game.read_settings(given)
        self._template = template_of(self.game, self.game.usual_seats if seats is None else seats, self._settings)
        self.seats = int(self._template["seats"][0])
        self.features: Features = self.game.features(self.seats, **given)
        self.actions = self.game.actions
        self._reward = reward_number(rewards)
        self._kernel: Kernel = self.game.machine.kernel
        self.purse = new_purse(self.seats)
        self.rewards = self.purse.rewards[0]
        """The rewards of every seat since `clear_rewards`."""
        seen, views = new_memory(self.game.machine.layout)
        self._seen, self._seen_bytes = seen, seen.view(np.uint8).data
        self._encoding = seen, views, self.features.plan
        row = np.zeros(self.features.size, np.float32)
        self._write = direct(self._kernel.entry(write_features), *self._encoding, 0, row)
        purse = self._template, self.purse, 0, False, False
        self._settle_game = direct(self._kernel.entry(settle_game), *purse)
        self.turn = OVER
        """The seat to move, or `OVER`."""

    def begin(self, seed: int) -> None:
        """Begin a new game. The seed decides all its chance."""
        self._seed, self._number = secret_seed(seed), 0
        states = self._template.copy()
        states.view(np.uint8).data[CHANCE] = chance_of(self._seed, 0)
        self._kernel.setup(states, 0)
        states["rng"] = 0
        self._memory = states.tobytes()
        self.game.machine.buffers.look(self._kernel, self._memory, 0)
        self.clear_rewards()
        self._continue(self.seats - 1)
        self._settle(begins=True)

    def clear_rewards(self) -> None:
        """Set all rewards to 0."""
        self.rewards[:] = 0
        self.paid = False
        """True if rewards were given since `clear_rewards`."""

    def play(self, move: int, seat: int | None = None) -> bool:
        """Play a packed move of the seat to move, or of another that owes a decision. False if it is illegal."""
        seat = self.turn if seat is None else seat
        if not 0 <= move < self.game.moves.size or not self.owes(seat):
            return False
        buffers, then = self.game.machine.buffers, (seat + 1) % self.seats
        chance = chance_of(self._seed, self._number + 1)
        if buffers.turn(self._kernel, self._memory, chance, seat, move, then):
            return False
        self._number += 1
        self._memory = buffers.memory()
        self._continue(seat)
        if self.turn == OVER or self._reward == SCORE:
            self._settle()
        return True

    def end(self) -> None:
        """End the game without a result. No seat owes a decision any more."""
        self.turn, self._owing = OVER, 0

    def offers(self, seat: int, move: int) -> bool:
        """Return True if a packed move is among the legal moves of a seat."""
        return any(first <= move <= last for first, last in self.rows(seat))

    def owes(self, seat: int) -> bool:
        """Return True if a seat owes a decision."""
        return bool(self._owing >> seat & 1)

    @property
    def scores(self) -> list[int]:
        """The scores at the end of the game, or for the reward "score" at the last milestone."""
        found: list[int] = self.purse.scores[0].tolist()
        return found

    def packed(self, seat: int, action: Any) -> int:
        """Return the packed move of a seat's action, or -1 if its form or its row is not possible."""
        try:
            if self.actions.flat:
                return int(action)
            row, place = map(int, action)
        except (TypeError, ValueError):
            return -1
        rows = self.rows(seat)
        if not 0 <= row < len(rows) or not 0 <= place <= rows[row][1] - rows[row][0]:
            return -1
        return rows[row][0] + place

    def observation(self, seat: int) -> Observation:
        """Return the features of a seat."""
        out: Observation = np.empty(self.features.size, np.float32)
        self._seen_bytes[:] = self.look(seat)[0]
        self._write(*self._encoding, seat, out)
        return out

    def mask(self, seat: int) -> Mask:
        """Return 1 for every legal action of a seat (or row of them), all 0 if it owes no decision."""
        mask: Mask = np.zeros(self.actions.size, np.int8)
        rows = self.rows(seat)
        if not self.actions.flat:
            mask[: len(rows)] = 1
            return mask
        for first, last in rows:
            if first == last:
                mask[first] = 1
            else:
                mask[first : last + 1] = 1
        return mask

    def places(self, seat: int) -> npt.NDArray[np.int64]:
        """Return how many places there are in each row of a seat's legal moves."""
        places = np.zeros(self.actions.size, np.int64)
        rows = self.rows(seat)
        places[: len(rows)] = [last - first + 1 for first, last in rows]
        return places

    def rows(self, seat: int) -> Pairs:
        """Return the legal moves of a seat as ranges of packed moves. There are none if it owes no decision."""
        return self.look(seat)[1] if self.owes(seat) else ()

    def look(self, seat: int) -> Look:
        """Return what a seat may know, as the bytes of its hidden record, and its legal moves."""
        found = self._looks.get(seat)
        if found is None:
            if self.owes(seat):
                self._look_again(EVERY)
            else:
                states = self.game.machine.layout.load(self._memory)
                self._kernel.hide(states, 0, seat)
                self._looks[seat] = states.tobytes(), ()
            found = self._looks[seat]
        return found

    def request(self, seat: int) -> Request[Any]:
        """Return the question to a seat that owes a decision, for a player."""
        return Request.from_parts(self.game, seat, *self.look(seat))

    def draw(self, seat: int) -> str:
        """Draw the game as text, as a seat sees it."""
        return self.game.look.draw(self.game.machine.view_of(self.look(seat)[0], seat))

    def refusal(self, seat: int, action: Any) -> IllegalMove:
        """Return the error for an illegal action, with the reason."""
        told = f"seat {seat}, action {np.asarray(action).tolist()}"
        packed = self.packed(seat, action)
        if not 0 <= packed < self.game.moves.size:
            expected = f"a number from 0 to {self.actions.size - 1}"
            if not self.actions.flat:
                expected = f"a row from 0 to {len(self.rows(seat)) - 1}, and a place in it (`places`)"
            return IllegalMove(Rejection("no-such-action", f"{told}: expected {expected}."))
        rejection = reject(self.game, self._settings, self._memory, seat, packed)
        return IllegalMove(Rejection(rejection.code, f"{told}: {rejection.sentence}"))

    def _continue(self, last: int) -> None:
        """Find out whose turn it is after a move of the seat `last`."""
        _, self._owing, _, self._looks = self.game.machine.buffers.after(self._kernel)
        self.turn = next_seat(self._owing, last, self.seats) if self._owing else OVER
        if self._owing and self.turn not in self._looks:
            self._look_again(self.turn)

    def _look_again(self, then: int) -> None:
        buffers = self.game.machine.buffers
        buffers.look(self._kernel, self._memory, then)
        self._looks |= buffers.after(self._kernel)[3]

    def _settle(self, *, begins: bool = False) -> None:
        if not begins or self._reward == SCORE:
            states = self.game.machine.layout.load(self._memory)
            ends = self.turn == OVER and not begins
            self.paid |= self._settle_game(states, self.purse, self._reward, begins, ends)


def reject(game: Game, settings: Any, memory: bytes, seat: int, packed: int) -> Rejection:
    """Return why a packed move, which is illegal, is refused in a state that is given as bytes."""
    table = game.position(write_position(game, game.machine.layout.load(memory), settings))
    rejection = table.check(seat, game.moves.unpack(packed))
    assert rejection is not None
    return rejection


def next_seat(owing: int, last: int, seats: int) -> int:
    """Return the next seat after the last one to move that owes a decision.

    >>> next_seat(0b1001, 1, 4), next_seat(0b0001, 1, 4)
    (3, 0)
    """
    later = owing >> last + 1
    if later:
        return last + 1 + (later & -later).bit_length() - 1
    return (owing & -owing).bit_length() - 1
