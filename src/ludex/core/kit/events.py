"""A check that events reveal nothing that a seat may not know.

A move is replayed in other worlds: with redealt secrets, with different chance, with a different choice of the mover. A
seat whose hidden state is the same in two of them must have received the same events. Order does not count: two cards
drawn the other way round are the same two cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.language.chance import new_dice
from ludex.core.language.events import EVERYONE, Log, new_log
from ludex.core.language.options import is_among
from ludex.core.language.record import States

CHOICES = 4
"""Number of other choices of the mover that are tried, and of other draws of chance."""
CHANCE = 32
"""The end of chance in a record's bytes."""


class PlayedMove:
    """A move that was played: the states before and after it, and the events noted."""

    def __init__(self, game: Game, before: States, mover: int, packed: int, after: States, log: Log) -> None:
        self.game = game
        self.before = before
        self.mover = mover
        self.packed = packed
        self.after = after
        self.log = log
        self.seats = int(before["seats"][0])
        self.drew = not np.array_equal(before["rng"], after["rng"])
        self._seen: dict[int, bytes] = {}

    def seen_by(self, seat: int) -> bytes:
        """Return the state after the move, as a seat sees it."""
        if seat not in self._seen:
            self._seen[seat] = _seen_by(self.game, self.after, seat)
        return self._seen[seat]

    def leak(self, random: Random) -> str:
        """Describe an event that reveals something that its seat cannot see; otherwise return an empty text."""
        return next(self._leaks(random), "")

    def _leaks(self, random: Random) -> Iterator[str]:
        for seat in range(-1, self.seats):
            other = self.before.copy()
            self.game.machine.compiled.redeal(other, 0, seat, new_dice(random.randbytes(32)))
            other["rng"] = self.before["rng"]
            if self.game.machine.compiled.why_not(other, 0, self.mover, self.packed) == 0:
                yield from self._differences(other, self.packed, [seat])
        everybody = range(-1, self.seats)
        for _ in range(CHOICES if self.drew else 0):
            other = self.before.copy()
            other["rng"][0] = np.frombuffer(random.randbytes(CHANCE), "<u8")
            yield from self._differences(other, self.packed, everybody)
        sealed = self.game.machine.compiled.waiting(self.before, 0) != 1 << self.mover
        others = [seat for seat in everybody if seat != self.mover]
        for packed in self._choices(random):
            yield from self._differences(self.before.copy(), packed, others, spoken=not sealed)

    def _choices(self, random: Random) -> set[int]:
        """Return some other legal moves of the mover: its neighbours, probably of the same kind, and random ones."""
        rows = packed_rows(self.game.machine.compiled, self.before, self.mover, self.game.max_options)
        near = [at for at in (self.packed - 1, self.packed + 1) if is_among(at, rows)]
        far = [random.randint(*random.choice(rows)) for _ in range(CHOICES - len(near))]
        return {*near, *far} - {self.packed}

    def _differences(self, other: States, packed: int, seats: Any, spoken: bool = False) -> Iterator[str]:
        """Play in another world, and compare the events of seats that cannot distinguish it from ours.

        If only one seat decides, its choice is `spoken`: all seats may learn the kind of move, and its fields too,
        unless the record stores them as a secret.
        """
        if spoken and type(self.game.moves.unpack(packed)) is not type(self.game.moves.unpack(self.packed)):
            return
        log = new_log(self.game.max_events)
        self.game.machine.compiled.play(other, 0, self.mover, packed, log)
        if spoken and other.tobytes()[CHANCE:] == self.after.tobytes()[CHANCE:]:
            return
        for seat in seats:
            ours, theirs = _noted_for(self.log, seat), _noted_for(log, seat)
            if ours != theirs and _seen_by(self.game, other, seat) == self.seen_by(seat):
                who = f"seat {seat}" if seat >= 0 else "spectators"
                said = [self._words(log_, seat) for log_ in (self.log, log)]
                move, instead = (self.game.moves.unpack(at) for at in (self.packed, packed))
                world = f"after {instead} in place of {move}" if packed != self.packed else "in another world"
                yield f"events tell {who} what the view does not: {said[0]}; {world}, which looks the same, {said[1]}"

    def _words(self, log: Log, seat: int) -> list[str]:
        return [repr(s.event) for s in self.game.events.read(log) if s.visible_to(seat if seat >= 0 else None)]


def leak_at_opening(game: Game, states: States, log: Log, random: Random) -> str:
    """Describe an event before the first move that reveals a secret to a seat; else return an empty text."""
    for seat in range(-1, int(states["seats"][0])):
        for _ in range(CHOICES if log[0, 0] else 0):
            other, theirs = states.copy(), new_log(game.max_events)
            game.machine.compiled.redeal(other, 0, seat, new_dice(random.randbytes(32)))
            game.machine.compiled.opening(other, 0, theirs)
            if _noted_for(log, seat) != _noted_for(theirs, seat):
                who = f"seat {seat}" if seat >= 0 else "spectators"
                return f"opening tells {who} what the view does not"
    return ""


def _noted_for(log: Log, seat: int) -> list[list[int]]:
    """Return the rows of events that a seat may know, sorted, without their visibility."""
    rows = log[1 : log[0, 0] + 1].tolist()
    return sorted([row[0], *row[2:]] for row in rows if row[1] == EVERYONE or (seat >= 0 and row[1] >> seat & 1))


def _seen_by(game: Game, states: States, seat: int) -> bytes:
    copy = states.copy()
    game.machine.compiled.hide(copy, 0, seat)
    return copy.tobytes()
