"""Moves that a seat may take back without the consent of others.

A seat may take back its own last move without asking if

- it did not end the game, drew nothing by chance, and showed the seat nothing that it could not know;
- no other seat can have acted on it. Either it is still a secret: no other seat can distinguish it from the seat's
  other legal moves, as with a sealed bid before the bids are opened. Or it is within the seat's turn: the seat
  also made the move before it, and no other seat owes a decision now.

A move without any alternative is a secret only if, as far as others know, another one was possible, as with the sealed
bid of a seat that has no money left. A pass that all seats saw is not a secret, even if the seat could do nothing else.

A bid, a pass or a purchase in an auction is therefore final: it answers the move of another seat, or is answered by
one. Anything can be taken back if all seats agree.
"""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import numpy as np

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.language.chance import new_dice
from ludex.core.language.events import EVERYONE, Log, new_log
from ludex.core.language.record import States

REDEALS = 400
"""Number of redeals tried to see whether a move showed the mover something it could not know."""
WORLDS = 40
"""Number of redeals tried to see whether others must consider another move possible."""
CHOICES = 64
"""Number of other moves tried to see whether others can distinguish a move from them."""

Seen: TypeAlias = tuple[bytes, list[list[int]]]
"""A seat's view of a state, and the events that led to it."""


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
        self.owing = game.machine.kernel.waiting(after, 0)
        self.seats = int(before["seats"][0])
        self.dice = new_dice(hashlib.blake2b(after.tobytes(), digest_size=32, person=b"ludex undo").digest())
        self.before["rng"] = self.dice["rng"]  # other moves may draw
        self.log = new_log(game.max_events)
        self._play(before.copy(), packed, self.log)

    def why_final(self) -> str:
        """Return the reason why the mover cannot take it back alone, or an empty text."""
        if not self.owing:
            return "ended the game."
        if not self._within_a_turn() and (seat := self._who_can_tell()) is not None:
            return f"is known to {'spectators' if seat < 0 else f'seat {seat}'}: what was said stays said."
        if self._showed_secrets():
            return "revealed something the seat could not know."
        return ""

    def _within_a_turn(self) -> bool:
        """Return whether the mover moved before, and no other seat owes a decision now."""
        return self.earlier in (None, self.seat) and self.owing == 1 << self.seat

    def _who_can_tell(self) -> int | None:
        """Return a seat that can distinguish the move from another legal move of the mover; None if it is a secret."""
        others: list[int] = [seat for seat in (*range(self.seats), -1) if seat != self.seat]
        ours = {seat: self._seen(self.after, self.log, seat) for seat in others}
        rows = packed_rows(self.game.machine.kernel, self.before, self.seat, self.game.max_options)
        ends = [packed for first, last in rows for packed in {first, last}]
        if set(ends) == {self.packed}:
            return next((seat for seat in others if not self._could_be_another(seat, ours[seat])), None)
        for packed in ends[:: max(1, len(ends) // CHOICES)]:
            if packed != self.packed:
                other, log = self.before.copy(), new_log(self.game.max_events)
                self._play(other, packed, log)
                for seat in others:
                    if self._seen(other, log, seat) != ours[seat]:
                        return seat
        return None

    def _could_be_another(self, seat: int, ours: Seen) -> bool:
        """Return whether a seat cannot be sure of a forced move: it did not see it, or another seems possible.

        What the seat cannot know is redealt until the mover has another move that looks the same to the seat.
        """
        if ours == self._seen(self.before, new_log(self.game.max_events), seat):
            return True
        kernel = self.game.machine.kernel
        for _ in range(WORLDS):
            world = self.before.copy()
            kernel.redeal(world, 0, seat, self.dice)
            for first, last in packed_rows(kernel, world, self.seat, self.game.max_options):
                for packed in {first, last} - {self.packed}:
                    other, log = world.copy(), new_log(self.game.max_events)
                    self._play(other, packed, log)
                    if self._seen(other, log, seat) == ours:
                        return True
        return False

    def _showed_secrets(self) -> bool:
        """Return whether the seat would have seen something else after its move if secrets had been different."""
        now = self._seen(self.after, self.log, self.seat)
        kernel = self.game.machine.kernel
        for _ in range(REDEALS):
            other, log = self.before.copy(), new_log(self.game.max_events)
            kernel.redeal(other, 0, self.seat, self.dice)
            if kernel.why_not(other, 0, self.seat, self.packed) == 0 and (
                self._play(other, self.packed, log) or self._seen(other, log, self.seat) != now
            ):
                return True
        return False

    def _play(self, states: States, packed: int, log: Log) -> bool:
        """Play on a copy, and return whether chance was used."""
        chance = states["rng"].copy()
        self.game.machine.kernel.play(states, 0, self.seat, packed, log)
        return not np.array_equal(states["rng"], chance)

    def _seen(self, states: States, log: Log, seat: int) -> Seen:
        """Return a seat's view of a state and the events that led to it, regardless of their order."""
        hidden = states.copy()
        self.game.machine.kernel.hide(hidden, 0, seat)
        rows = log[1 : log[0, 0] + 1].tolist()
        told = [[row[0], *row[2:]] for row in rows if row[1] == EVERYONE or (seat >= 0 and row[1] >> seat & 1)]
        return hidden.tobytes(), sorted(told)
