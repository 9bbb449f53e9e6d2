"""What a search keeps from one decision to the next: the worlds in which everything went as it then went at the table.

Most playouts pass through the seat's next choice. If a playout looked to the seat there as the table looks now, then
its world is not only possible: it is one in which the bot that plays on would have made the very moves that were made.
Worlds that are dealt anew know nothing of that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.core.record import Layout, States

Numbers = npt.NDArray[np.int64]

MOST = 2000
"""Of so many playouts of a decision the worlds are kept."""


class Notes(NamedTuple):
    """Room for playouts: the world as it stands at the seat's next choice, as the seat sees it there, and whether the
    playout came so far."""

    worlds: States
    seen: States
    reached: Numbers


class Memory:
    """The worlds of one decision, and of those before it the ones that may be of use for each seat."""

    def __init__(self, layout: Layout, playouts: int) -> None:
        room = min(playouts, MOST)
        self._notes = Notes(layout.new(room), layout.new(room), np.zeros(room, np.int64))
        self._candidates = np.zeros(room, np.int64)
        self._noted = 0
        self._kept: dict[int, tuple[States, States]] = {}

    def begin(self, record: States, seat: int) -> States:
        """Begin a decision: the worlds from the last one that look to the seat just like its record."""
        self._noted = 0
        worlds, seen = self._kept.get(seat, (record[:0], record[:0]))
        fitting: States = worlds[_as_bytes(seen) == _as_bytes(record[:1])]
        return fitting

    def room(self, first: int, last: int) -> Notes:
        """Room for the playouts from one to another, counted from those that were noted last."""
        notes = Notes(*(field[self._noted + first : self._noted + last] for field in self._notes))
        notes.reached[:] = 0
        return notes

    def note(self, candidates: Numbers, worlds: int) -> None:
        """Note that these candidates were played on in some more worlds, one after the other in each."""
        last = self._noted + worlds * len(candidates)
        places = self._candidates[self._noted : last]
        places[:] = np.resize(candidates, len(places))
        self._noted = last

    def keep(self, seat: int, candidate: int) -> None:
        """End a decision: worth keeping for the next one is what followed from the candidate that was chosen."""
        noted = min(self._noted, len(self._candidates))
        useful = (self._candidates[:noted] == candidate) & (self._notes.reached[:noted] > 0)
        self._kept[seat] = self._notes.worlds[:noted][useful], self._notes.seen[:noted][useful]


def _as_bytes(states: States) -> npt.NDArray[np.void]:
    records: npt.NDArray[np.void] = states.view(np.dtype((np.void, states.dtype.itemsize)))
    return records
