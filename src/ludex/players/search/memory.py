"""The memory of a search from one decision to the next: worlds in which everything went as it did at the table.

Most playouts pass through the seat's next choice. If a playout looked to the seat there as the table looks now, then
its world is not only possible: it is one in which the bot that plays on would have made the very moves that were made.
Newly dealt worlds contain nothing of that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.core.language.record import Layout, States

Numbers = npt.NDArray[np.int64]

MOST = 2000
"""The most playouts of a decision whose worlds are stored."""


class Notes(NamedTuple):
    """Room for playouts: the world at the seat's next choice, the seat's view of it, and 1 if it was reached."""

    worlds: States
    seen: States
    reached: Numbers


class Memory:
    """The worlds of one decision, and those of earlier decisions that may be useful for each seat."""

    def __init__(self, layout: Layout, playouts: int) -> None:
        room = min(playouts, MOST)
        self._notes = Notes(layout.new(room), layout.new(room), np.zeros(room, np.int64))
        self._candidates = np.zeros(room, np.int64)
        self._noted = 0
        self._kept: dict[int, tuple[States, States]] = {}

    def begin(self, record: States, seat: int) -> States:
        """Begin a decision, and return the worlds from the last one in which the seat's view equals its record."""
        self._noted = 0
        worlds, seen = self._kept.get(seat, (record[:0], record[:0]))
        fitting: States = worlds[_as_bytes(seen) == _as_bytes(record[:1])]
        return fitting

    def room(self, first: int, last: int) -> Notes:
        """Return room for a range of playouts, counted from those that were noted last."""
        notes = Notes(*(field[self._noted + first : self._noted + last] for field in self._notes))
        notes.reached[:] = 0
        return notes

    def note(self, candidates: Numbers, worlds: int) -> None:
        """Note that these candidates were played in some more worlds, one after the other in each."""
        last = self._noted + worlds * len(candidates)
        places = self._candidates[self._noted : last]
        places[:] = np.resize(candidates, len(places))
        self._noted = last

    def keep(self, seat: int, candidate: int) -> None:
        """End a decision, and store the worlds of the chosen candidate for the next one."""
        noted = min(self._noted, len(self._candidates))
        useful = (self._candidates[:noted] == candidate) & (self._notes.reached[:noted] > 0)
        self._kept[seat] = self._notes.worlds[:noted][useful], self._notes.seen[:noted][useful]


def _as_bytes(states: States) -> npt.NDArray[np.void]:
    records: npt.NDArray[np.void] = states.view(np.dtype((np.void, states.dtype.itemsize)))
    return records
