"""The viewers of a live table: who is connected, and which of them a change concerns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludex.table.room.rows import Chatted, Drafted, Hooked, Moved, Ordered, Owned, Payload, Skipped, Undone
from ludex.table.room.viewer import Viewer

if TYPE_CHECKING:
    from ludex.table.room.room import Room

_NOT_FOR_ALL = (Moved, Undone, Chatted, Owned)
"""Rows that some viewers may not notice: they are sent to viewers according to their effects."""
_OWN = (Ordered, Drafted, Hooked, Skipped)
"""Rows that are sent only to the seat that caused them."""


class Viewers:
    """The viewers of one table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._viewers: set[Viewer] = set()
        self._here: frozenset[int] = frozenset()
        self._elsewhere: frozenset[int] = frozenset()
        self._seated = room.state.reseated
        self.gone_since = room.server.clock.now()
        """Time at which the last viewer left, or at which the table was woken."""

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __len__(self) -> int:
        return len(self._viewers)

    def enter(
        self,
        seats: tuple[int, ...],
        form: str,
        perspective: int,
        since: int | None,
        chat: int | None = None,
        person: str = "",
        device: str = "",
        blocked: frozenset[str] = frozenset(),
    ) -> Viewer:
        """Add a viewer, who may have a part of the log and of the chat already."""
        lines = self._room.state.lines[perspective]
        known = since if since is not None and since <= lines else None
        viewer = Viewer(self._room, seats, form, perspective, known, chat)
        viewer.person, viewer.device, viewer.blocked = person, device, blocked
        self._viewers.add(viewer)
        self._count()
        if len(self._viewers) == 1:
            self._room.scheduler.schedule()  # bots continue at their normal pace
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self._viewers.discard(viewer)
        self._count()
        if not self._viewers:
            self._room.perspectives.forget()
            self.gone_since = self._room.server.clock.now()

    @property
    def connected(self) -> frozenset[int]:
        """The seats whose people are connected to this process."""
        return frozenset(seat for viewer in self._viewers for seat in viewer.seats)

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people are connected, to this or another process."""
        return self._here

    @property
    def any(self) -> bool:
        """True if there are viewers here, or people connected to another process."""
        return bool(self._viewers or self._elsewhere)

    def set_elsewhere(self, seats: frozenset[int]) -> None:
        """Set the seats whose people are connected to other processes, as far as this is known."""
        if seats != self._elsewhere:
            self._elsewhere = seats
            self._count()

    def _count(self) -> None:
        here = self.connected | self._elsewhere
        if here != self._here:
            self._here = here
            self._room.perspectives.presence += 1
            for viewer in self._viewers:
                viewer.refresh()

    def notify(self, payloads: Sequence[Payload]) -> None:
        """Send every viewer the part of saved rows that they may know."""
        state = self._room.state
        public, own = False, []
        for payload in payloads:
            if isinstance(payload, _OWN):
                own.append(payload.seat)
            elif type(payload) not in _NOT_FOR_ALL:
                public = True
            elif isinstance(payload, Owned) and payload.without:
                self._sign_out(payload.without)
        self._drop_lost_seats()
        for viewer in self._viewers:
            seen = viewer.perspective
            changed = viewer.number != state.counts[seen] or viewer.since != state.lines[seen]
            if public or changed or seen in own:
                viewer.refresh()
            elif state.chat.total > viewer.chat:
                viewer.wake()
        if not self._viewers:
            self._room.perspectives.forget()

    def refresh(self) -> None:
        """Send every viewer a new state."""
        self._drop_lost_seats()
        for viewer in self._viewers:
            viewer.refresh()

    def forget(self) -> None:
        """Check on the next occasion who has which seat: players may have sat down at another process."""
        self._seated = -1

    def _drop_lost_seats(self) -> None:
        """Remove seats from viewers who have left them, or whose seat another player has taken."""
        if self._seated == self._room.state.reseated:
            return
        self._seated = self._room.state.reseated
        lost = [viewer for viewer in self._viewers if viewer.drop_lost_seats()]
        if lost:
            self._count()

    def block(self, person: str, blocked: frozenset[str]) -> None:
        """Hide the messages of blocked persons from now on."""
        for viewer in self._viewers:
            if viewer.person == person:
                viewer.blocked = blocked

    def _sign_out(self, device: str) -> None:
        """Disconnect a device. It can connect again as a guest."""
        for viewer in self._viewers:
            if viewer.device == device:
                viewer.gone = viewer.gone or "restart"
                viewer.wake()

    def wake_waiting(self) -> None:
        """Let viewers send the messages that waited until the table was saved."""
        for viewer in self._viewers:
            if viewer.stale or viewer.outbox:
                viewer.wake()

    def served(self) -> None:
        """Discard the cached messages once every viewer has the latest state."""
        for viewer in self._viewers:
            if viewer.stale:
                return
        self._room.perspectives.forget()

    def dismiss(self, why: str) -> None:
        """Disconnect all viewers."""
        for viewer in self._viewers:
            viewer.gone = viewer.gone or why
            viewer.wake()
