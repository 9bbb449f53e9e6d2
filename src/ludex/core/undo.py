"""Who may take back what alone.

A seat may take back its own last move without asking if

- it did not end the game, drew nothing by chance, and showed the seat nothing that it could not know;
- nobody else can have acted on it. Either it is still a secret: no other seat can tell it from the seat's other legal
  moves, as with a sealed bid before the bids are opened. Or it is in the midst of the seat's own turn: the move before
  it was the seat's own too, and nobody else owes a decision now.

So what is said to others stays said: a bid, a pass, a purchase in an auction answers the move of another seat, or is
answered by one. Anything can be taken back if all seats agree.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from ludex.core.buffers import packed_rows
from ludex.core.chance import new_dice
from ludex.core.events import EVERYONE, Log, new_log
from ludex.core.game import Game
from ludex.core.record import States

REDEALS = 400
"""How many other deals are tried to see whether a move showed the mover something it could not know."""
CHOICES = 64
"""How many other moves are tried to see whether others can tell a move from them."""


class LastMove:
    """The last move of a table, which drew nothing by chance.

    The states before and after it come without chance; `earlier` is the seat that moved before, or None.
    """

    def __init__(
        self, game: Game[Any, Any], before: States, seat: int, packed: int, after: States, earlier: int | None
    ) -> None:
        self.game = game
        self.before = before
        self.seat = seat
        self.packed = packed
        self.after = after
        self.earlier = earlier
        self.owing = game.kernel.waiting(after, 0)
        self.seats = int(before["seats"][0])
        self.dice = new_dice(hashlib.blake2b(after.tobytes(), digest_size=32, person=b"ludex undo").digest())
        self.before["rng"] = self.dice["rng"]  # other moves may draw
        self.log = new_log(game.max_events)
        self._play(before.copy(), packed, self.log)

    def why_final(self) -> str:
        """Why the mover cannot take it back alone, or an empty text."""
        if not self.owing:
            return "ended the game."
        if not self._within_a_turn() and (seat := self._who_can_tell()) is not None:
            return f"is known to {'spectators' if seat < 0 else f'seat {seat}'}: what was said stays said."
        if self._showed_secrets():
            return "revealed something the seat could not know."
        return ""

    def _within_a_turn(self) -> bool:
        """Whether the mover moved before, and nobody else owes a decision now."""
        return self.earlier in (None, self.seat) and self.owing == 1 << self.seat

    def _who_can_tell(self) -> int | None:
        """A seat that can tell the move from another legal move of the mover; None if it is a secret."""
        others: list[int] = [seat for seat in (*range(self.seats), -1) if seat != self.seat]
        ours = {seat: self._seen(self.after, self.log, seat) for seat in others}
        rows = packed_rows(self.game.kernel, self.before, self.seat, self.game.max_options)
        ends = [packed for first, last in rows for packed in {first, last}]
        for packed in ends[:: max(1, len(ends) // CHOICES)]:
            if packed != self.packed:
                other, log = self.before.copy(), new_log(self.game.max_events)
                self._play(other, packed, log)
                for seat in others:
                    if self._seen(other, log, seat) != ours[seat]:
                        return seat
        return None

    def _showed_secrets(self) -> bool:
        """Would the seat have seen something else after its move, had what it could not know been otherwise?"""
        now = self._seen(self.after, self.log, self.seat)
        kernel = self.game.kernel
        for _ in range(REDEALS):
            other, log = self.before.copy(), new_log(self.game.max_events)
            kernel.redeal(other, 0, self.seat, self.dice)
            if kernel.why_not(other, 0, self.seat, self.packed) == 0 and (
                self._play(other, self.packed, log) or self._seen(other, log, self.seat) != now
            ):
                return True
        return False

    def _play(self, states: States, packed: int, log: Log) -> bool:
        """Play on a copy; whether chance was used."""
        chance = states["rng"].copy()
        self.game.kernel.play(states, 0, self.seat, packed, log)
        return not np.array_equal(states["rng"], chance)

    def _seen(self, states: States, log: Log, seat: int) -> tuple[bytes, list[list[int]]]:
        """What a seat sees of a state, and what it was told on the way there, in whatever order."""
        hidden = states.copy()
        self.game.kernel.hide(hidden, 0, seat)
        rows = log[1 : log[0, 0] + 1].tolist()
        told = [[row[0], *row[2:]] for row in rows if row[1] == EVERYONE or (seat >= 0 and row[1] >> seat & 1)]
        return hidden.tobytes(), sorted(told)
