"""A viewer of a live table, and the messages that wait for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludex.table.room.chat import Line
from ludex.table.room.messages import encode
from ludex.table.room.state import SPECTATOR, TableState

if TYPE_CHECKING:
    from ludex.table.room.room import Room

MOST_WAITING, MOST_WAITING_BYTES = 500, 256 * 1024
"""Most answers, and most bytes of answers, that may wait for a client to read the previous ones."""


def do_nothing() -> None:
    """Do nothing, for viewers without a sender."""


class Viewer:
    """A client who watches a table, from a seat or as a spectator. Messages are made when they can be sent."""

    def __init__(
        self,
        room: Room,
        seats: tuple[int, ...],
        form: str,
        perspective: int,
        since: int | None,
        chat: int | None = None,
    ) -> None:
        self.room = room
        self.seats = seats
        self._hashes = {seat: room.state.hash_of(seat) for seat in seats}
        self.form = form
        self.perspective = perspective
        self.since = since
        self.number = -1
        self.stale = True
        self.chat = room.state.chat.first_for(perspective, chat)
        self.outbox: list[bytes] = []
        self._waiting = 0
        self.person = self.device = ""
        """The mark of the person, and the hash of the token of their device."""
        self.blocked: frozenset[str] = frozenset()
        """The persons whose messages are hidden from this viewer."""
        self.gone: str | None = None
        self.wake: Callable[[], None] = do_nothing
        """Called when there is something to send. The sender sets it."""

    def send(self, message: Any) -> None:
        """Send a message before the next state."""
        data = encode(message)
        self.outbox.append(data)
        self._waiting += len(data)
        self.wake()

    @property
    def overfull(self) -> bool:
        """True if more answers wait than the limits allow."""
        return self._waiting > MOST_WAITING_BYTES or len(self.outbox) > MOST_WAITING

    def refresh(self) -> None:
        """Send a new state when it can be sent."""
        self.stale = True
        self.wake()

    def look(self, seat: int) -> None:
        """Switch to the perspective of another seat."""
        self.perspective, self.since, self.chat = seat, None, self.room.state.chat.first_for(seat, None)
        self.refresh()

    def drop_lost_seats(self) -> bool:
        """Remove the seats that other players have now. Return whether any was removed."""
        state = self.room.state
        own = tuple(seat for seat in self.seats if self._still_has(state, seat))
        if own == self.seats:
            return False
        self.seats = own
        if self.perspective not in own:
            self.look(own[0] if own else SPECTATOR)
        return True

    def _still_has(self, state: TableState, seat: int) -> bool:
        owner = state.seats[seat].owner
        return state.hash_of(seat) == self._hashes[seat] if not self.person or owner != self.person else True

    def take(self) -> list[bytes]:
        """Return the messages to send now."""
        if self.room.saving:
            return []  # unsaved data is not sent; the room wakes the viewer when it is saved
        messages, self.outbox, self._waiting = self.outbox, [], 0
        if self.room.damaged:
            return messages  # answers only: the state is read again first
        state = self.room.state
        if self.stale:
            self.stale = False
            self.number = state.counts[self.perspective]
            messages.append(self._state_message())
            self.since = state.lines[self.perspective]
            self.room.viewers.served()
        if self.chat < state.chat.total:
            lines = state.chat.after(self.chat, self.perspective)
            shown = (one for one in lines if state.seats[one[1].seat].owner not in self.blocked)
            messages += [encode(line_data(state, n, line)) for n, line in shown]
            self.chat = state.chat.total
        return messages

    def _state_message(self) -> bytes:
        room = self.room
        here, now = room.viewers.here, room.scheduler.now()
        return room.perspectives.message(self.perspective, self.form, self.since, here, self.seats, now)


def line_data(state: TableState, number: int, line: Line) -> dict[str, Any]:
    """Return a line of the chat as data."""
    return {
        "type": "chat",
        "n": number,
        "seat": line.seat,
        "name": state.names[line.seat],
        "text": line.text,
        "to": line.to,
        "at": round(line.at, 1),
    }
