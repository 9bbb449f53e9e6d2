"""Memory that tables of a game share, and the options of a seat as pairs of packed moves."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from ludex.core.events import new_log
from ludex.core.kernel import Kernel, direct
from ludex.core.record import Layout, States

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Options as pairs of packed moves, each the first and the last of a range."""
Look: TypeAlias = tuple[bytes, Pairs]
"""What a seat may know, as the bytes of its hidden state, and what it may do."""

FIRST = -1
"""In place of a seat: the first that owes a decision."""
EVERY = -2
"""In place of a seat: every one that owes a decision."""
CHANCE = slice(0, 32)
"""Where `rng` lies in every record: its first bytes."""

_PAIR = struct.Struct("=2q")
_FOUND = struct.Struct("=4q")


class Buffers:
    """Memory that a thread has once for a game, and in which the moves of all its tables are made.

    A table gives its state as bytes and takes back bytes: whatever goes wrong in between changes no table. Compiled
    rules get these arrays and plain numbers, and nothing else, so the arrays' types are looked at only once.

    The first of the `states` is the state itself; each of the others is hidden for one seat. `told` are the numbers of
    the log, and `seen` the bytes of the first hidden state.
    """

    def __init__(self, layout: Layout, seats: int, max_options: int, max_events: int) -> None:
        self.log = new_log(max_events)
        self.told = self.log.reshape(-1).data
        self.states = layout.new(1 + seats)
        self.hidden = self.states[1:2]
        self.rows = np.zeros((seats * max_options, 2), np.int64)
        self.found = np.zeros(4 + 2 * seats, np.int64)
        self.drew = self.found[:1].data
        self._found = self.found.data.cast("B")
        self._offered = self.rows.view(np.uint8).reshape(-1).data
        self._memory, *self._seen = (self.states[at : at + 1].view(np.uint8).data for at in range(1 + seats))
        self._chance = self._memory[CHANCE]
        self.seen = self._seen[0]
        self._entries: tuple[Any, Any] = None, None
        self._direct: tuple[Callable[..., int], Callable[..., Any]]

    def turn(self, kernel: Kernel, memory: bytes, chance: bytes, seat: int, packed: int, then: int = FIRST) -> int:
        """Execute a move on a state, or say why not. What the seat `then` may know and do afterwards is found out."""
        if self._entries[0] is not kernel.turn:
            self._use(kernel)
        self._memory[:] = memory
        self._chance[:] = chance
        return self._direct[0](self.states, seat, packed, then, self.log, self.rows, self.found)

    def look(self, kernel: Kernel, memory: bytes, then: int) -> None:
        """Find out what the seat `then` may know and do."""
        if self._entries[1] is not kernel.look:
            self._use(kernel)
        self._memory[:] = memory
        self._direct[1](self.states, then, self.rows, self.found)

    def _use(self, kernel: Kernel) -> None:
        """Use the rules as the kernel has them now: interpreted ones may have been compiled meanwhile."""
        turn, look = kernel.turn, kernel.look
        self._direct = (
            direct(turn, self.states, 0, 0, 0, self.log, self.rows, self.found),
            direct(look, self.states, 0, self.rows, self.found),
        )
        self._entries = turn, look

    def memory(self) -> bytes:
        """The state after a turn."""
        return bytes(self._memory)

    def after(self, kernel: Kernel) -> tuple[int, int, int, dict[int, Look]]:
        """Whether the turn drew by chance, who owes a decision, why the game is over, and what seats may know and do.

        A game may offer more than it said it would.
        """
        drew, mask, over, count = _FOUND.unpack_from(self._found)
        looks: dict[int, Look] = {}
        first = 0
        for at in range(count):
            seat, rows = _PAIR.unpack_from(self._found, _FOUND.size + at * _PAIR.size)
            end = first + rows
            if end > len(self.rows):
                pairs = tuple(packed_rows(kernel, self.states[:1], seat, rows))
            elif rows == 1:  # most often, and read in half the time
                pairs = (_PAIR.unpack_from(self._offered, first * _PAIR.size),)
            else:
                pairs = tuple(_PAIR.iter_unpack(self._offered[first * _PAIR.size : end * _PAIR.size]))
            looks[seat] = bytes(self._seen[at]), pairs
            first = end
        return drew, mask, over, looks


class ThreadsBuffers(threading.local):
    """The buffers of a game, each thread its own."""

    def __init__(self, layout: Layout, seats: int, max_options: int, max_events: int) -> None:
        self.buffers = Buffers(layout, seats, max_options, max_events)


def packed_rows(kernel: Kernel, states: States, seat: int, capacity: int) -> list[tuple[int, int]]:
    """What `legal` offers a seat, as pairs. The buffer grows if the game offers more than it said it would."""
    out = np.zeros((capacity, 2), np.int64)
    count = kernel.legal(states, 0, seat, out)
    if count > capacity:
        return packed_rows(kernel, states, seat, count)
    return [(first, last) for first, last in out[:count].tolist()]
