"""Somebody who looks on at a live table, and what there is to tell them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludex.table.state import SPECTATOR, Line, TableState
from ludex.table.wire import encode

if TYPE_CHECKING:
    from ludex.table.room import Room


def _nobody_listens() -> None:
    """For viewers that nothing is sent to yet."""


class Viewer:
    """Somebody who looks on, from a seat or not. What is to be told is made when it can be sent."""

    def __init__(
        self, room: Room, seats: tuple[int, ...], form: str, eyes: int, since: int | None, heard: int | None = None
    ) -> None:
        self.room = room
        self.seats = seats
        self._keys = {seat: room.state.hash_of(seat) for seat in seats}
        self.form = form
        self.eyes = eyes
        self.since = since
        self.number = -1
        self.stale = True
        self.chat = room.first_line(eyes, heard)
        self.outbox: list[bytes] = []
        self.gone: str | None = None
        self.wake: Callable[[], None] = _nobody_listens
        """Called when there is something to take: set by whoever sends it."""

    def tell(self, message: Any) -> None:
        """Send a message before the next state."""
        self.outbox.append(encode(message))
        self.wake()

    def poke(self) -> None:
        """Send a new state when it can be sent."""
        self.stale = True
        self.wake()

    def look(self, seat: int) -> None:
        """Look with other eyes."""
        self.eyes, self.since, self.chat = seat, None, self.room.first_line(seat, None)
        self.poke()

    def keep_own(self) -> bool:
        """Lose the seats that others have now. Whether any was lost."""
        state = self.room.state
        kept = tuple(seat for seat in self.seats if state.hash_of(seat) == self._keys[seat])
        if kept == self.seats:
            return False
        self.seats = kept
        if self.eyes not in kept:
            self.look(kept[0] if kept else SPECTATOR)
        return True

    def take(self) -> list[bytes]:
        """What is to be sent now."""
        if self.room.saving:
            return []  # what is not saved is told to nobody; the room wakes us when it is
        messages, self.outbox = self.outbox, []
        state = self.room.state
        if self.stale:
            self.stale = False
            self.number = state.counts[self.eyes]
            messages.append(self.room.message(self))
            self.since = state.lines[self.eyes]
            self.room.served()
        if self.chat < len(state.chat):
            messages += [encode(line_data(state, n, line)) for n, line in self._heard(state)]
            self.chat = len(state.chat)
        return messages

    def _heard(self, state: TableState) -> list[tuple[int, Line]]:
        """The new lines that this viewer may read, each with its number among those."""
        heard = [line for line in state.chat if line.to is None or self.eyes in line.to]
        new = sum(line.to is None or self.eyes in line.to for line in state.chat[self.chat :])
        return list(enumerate(heard, 1))[len(heard) - new :]


def line_data(state: TableState, number: int, line: Line) -> dict[str, Any]:
    """A line of the chat as data."""
    return {
        "type": "chat",
        "n": number,
        "seat": line.seat,
        "name": state.names[line.seat],
        "text": line.text,
        "to": line.to,
        "at": round(line.at, 1),
    }
