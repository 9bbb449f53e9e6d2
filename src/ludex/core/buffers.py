"""Memory that tables of a game share, and the options of a seat as pairs of packed moves."""

from __future__ import annotations

import struct
import threading
from typing import TypeAlias

import numpy as np

from ludex.core.events import new_log
from ludex.core.kernel import Kernel
from ludex.core.record import Layout, States

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Options as pairs of packed moves, each the first and the last of a range."""

_PAIR = struct.Struct("=2q")


class Buffers(threading.local):
    """Memory that every thread has once for a game: a log, rows of options, a hidden state, what a turn finds out.

    `told` are the numbers of the log, `offered` the bytes of the rows, and `seen` those of the hidden state.
    """

    def __init__(self, layout: Layout, max_options: int, max_events: int) -> None:
        self.log = new_log(max_events)
        self.told = self.log.reshape(-1).data
        self.capacity = max_options
        self.rows = np.zeros((max_options, 2), np.int64)
        self.hidden = layout.new()
        self.out = np.zeros(5, np.int64)
        self.offered = self.rows.view(np.uint8).reshape(-1).data
        self.seen = self.hidden.view(np.uint8).data

    def pairs(self, count: int) -> Pairs:
        """The first rows of options, as pairs of packed moves."""
        return tuple(_PAIR.iter_unpack(self.offered[: count * _PAIR.size]))


def packed_rows(kernel: Kernel, states: States, seat: int, capacity: int) -> list[tuple[int, int]]:
    """What `legal` offers a seat, as pairs. The buffer grows if the game offers more than it said it would."""
    out = np.zeros((capacity, 2), np.int64)
    count = kernel.legal(states, 0, seat, out)
    if count > capacity:
        return packed_rows(kernel, states, seat, count)
    return [(first, last) for first, last in out[:count].tolist()]
