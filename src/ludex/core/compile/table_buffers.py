"""Memory that tables of a game share, and the options of a seat as pairs of packed moves."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from ludex.core.compile.compiled_rules import Kernel, direct
from ludex.core.language.errors import BrokenRule
from ludex.core.language.events import new_log
from ludex.core.language.record import Layout, States

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Options as pairs of packed moves, each the first and the last of a range."""
Look: TypeAlias = tuple[bytes, Pairs]
"""A seat's knowledge, as the bytes of its hidden state, and its options."""

FIRST = -1
"""In place of a seat: the first one that owes a decision."""
EVERY = -2
"""In place of a seat: every one that owes a decision."""
CHANCE = slice(0, 32)
"""The position of `rng` in every record: its first bytes."""

_PAIR = struct.Struct("=2q")
_FOUND = struct.Struct("=4q")


class Buffers:
    """Memory that a thread allocates once for a game, and in which the moves of all its tables are made.

    A table passes its state as bytes and gets bytes back, so that a failure in between changes no table. Compiled rules
    receive only these arrays and plain numbers, so the arrays' types are checked only once.

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
        """Execute a move on a state, or return why not. Then find out what the seat `then` may know and do."""
        if self._entries[0] is not kernel.turn:
            self._use(kernel)
        self._memory[:] = memory
        self._chance[:] = chance
        try:
            return self._direct[0](self.states, seat, packed, then, self.log, self.rows, self.found)
        except IndexError as error:
            raise _left_its_array(error) from None

    def look(self, kernel: Kernel, memory: bytes, then: int) -> None:
        """Find out what the seat `then` may know and do."""
        if self._entries[1] is not kernel.look:
            self._use(kernel)
        self._memory[:] = memory
        try:
            self._direct[1](self.states, then, self.rows, self.found)
        except IndexError as error:
            raise _left_its_array(error) from None

    def _use(self, kernel: Kernel) -> None:
        """Use the kernel's current rules: interpreted ones may have been compiled in the meantime."""
        turn, look = kernel.turn, kernel.look
        self._direct = (
            direct(turn, self.states, 0, 0, 0, self.log, self.rows, self.found),
            direct(look, self.states, 0, self.rows, self.found),
        )
        self._entries = turn, look

    def memory(self) -> bytes:
        """Return the state after a turn."""
        return bytes(self._memory)

    def after(self, kernel: Kernel) -> tuple[int, int, int, dict[int, Look]]:
        """Return the use of chance, the seats that owe a decision, the ending, and what those seats may know and do.

        A game may offer more rows than it declared.
        """
        drew, mask, over, count = _FOUND.unpack_from(self._found)
        looks: dict[int, Look] = {}
        first = 0
        for at in range(count):
            seat, rows = _PAIR.unpack_from(self._found, _FOUND.size + at * _PAIR.size)
            end = first + rows
            if end > len(self.rows):
                pairs = tuple(packed_rows(kernel, self.states[:1], seat, rows))
            elif rows == 1:  # the most frequent case, and twice as fast
                pairs = (_PAIR.unpack_from(self._offered, first * _PAIR.size),)
            else:
                pairs = tuple(_PAIR.iter_unpack(self._offered[first * _PAIR.size : end * _PAIR.size]))
            looks[seat] = bytes(self._seen[at]), pairs
            first = end
        return drew, mask, over, looks


def _left_its_array(error: IndexError) -> BrokenRule:
    return BrokenRule(f"the rules cannot continue from this state, and nothing was changed: {error}")


class ThreadsBuffers(threading.local):
    """The buffers of a game, separate for each thread."""

    def __init__(self, layout: Layout, seats: int, max_options: int, max_events: int) -> None:
        self.buffers = Buffers(layout, seats, max_options, max_events)


def packed_rows(kernel: Kernel, states: States, seat: int, capacity: int) -> list[tuple[int, int]]:
    """Return what `legal` offers a seat, as pairs. The buffer grows if the game offers more rows than it declared."""
    out = np.zeros((capacity, 2), np.int64)
    count = kernel.legal(states, 0, seat, out)
    if count > capacity:
        return packed_rows(kernel, states, seat, count)
    return [(first, last) for first, last in out[:count].tolist()]
