"""The log of a table as it is sent to viewers. A line is written once, for all who may read it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.events import EVERYONE, Event
from ludex.core.show.page import Seating, split_at_seats
from ludex.table.room.messages import encode
from ludex.table.room.state import SPECTATOR, TableState

FIRST_EVENTS = 200
"""Most lines of the log sent to a viewer who has none yet."""
MOST_EVENTS = 500
"""Most lines of the log sent at once. A viewer who has missed more gets the latest lines."""
_NOTHING = msgspec.Raw(b"[]")


class Log:
    """The lines of one table, as JSON."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._written: dict[int, list[tuple[int, bytes]]] = {}
        self._reseated = -1
        self._names: dict[int, bytes] = {}

    def forget(self) -> None:
        """Discard the written lines, so that they are written again on the next request."""
        self._written.clear()

    def since(self, perspective: int, since: int | None) -> msgspec.Raw:
        """Return a viewer's log after the first `since` lines. A viewer who has none gets the latest lines."""
        state = self._state
        total = state.lines[perspective]
        count = min(total, FIRST_EVENTS) if since is None else min(MOST_EVENTS, max(0, total - since))
        if not count:
            return _NOTHING
        bit = 1 << (len(state.seats) if perspective == SPECTATOR else perspective)
        found: list[bytes] = []
        at = len(state.steps)
        while len(found) < count and at > 0:
            at -= 1
            if state.steps[at].noticed & bit:
                seen = [line for readers, line in self._lines(at) if readers & bit]
                for place, line in enumerate(seen, 1):
                    more = b"" if place == len(seen) else b'"more":true,'
                    found.append(b'{"n":%d,%b%b' % (total - len(found), more, line))
        del found[count:]
        found.reverse()
        return msgspec.Raw(b"[" + b",".join(found) + b"]")

    def since_last_move(self, seat: int, most: int) -> tuple[list[str], int]:
        """Return the sentences that a seat may read after its last move, and the number of those left out.

        If there are more than `most`, the latest are returned.
        """
        state, found = self._state, list[str]()
        for at in reversed(range(len(state.steps))):
            step = state.steps[at]
            if step.move and state.movers[step.move - 1] == seat:
                break
            if step.noticed >> seat & 1:
                lines = (line for readers, line in self._lines(at) if readers >> seat & 1)
                found += [msgspec.json.decode(b"{" + line)["say"] for line in lines]
        return found[:most][::-1], max(0, len(found) - most)

    def _lines(self, at: int) -> list[tuple[int, bytes]]:
        """Return the lines of a step, the last one first: its readers as bits, and its JSON without the number."""
        if self._reseated != self._state.reseated:
            self._reseated = self._state.reseated
            self._names = _names_in_json(Seating(self._state.names, roles=self._state.game.seat_names))
            self._written.clear()
        lines = self._written.get(at)
        if lines is None:
            step = self._state.steps[at]
            lines = [self._line(row) for row in self._state.event_rows(step)]
            if step.text:
                lines.append((EVERYONE, encode({"say": step.text, "type": "Table"})[1:]))
            lines.reverse()
            self._written[at] = lines
        return lines

    def _line(self, row: tuple[int, ...]) -> tuple[int, bytes]:
        everyone_seated = (1 << len(self._state.seats)) - 1
        readers = row[1] if row[1] == EVERYONE else row[1] & everyone_seated  # never viewers without a seat
        parts = _read_event(self._state.game, row)
        return readers, b"".join([part if isinstance(part, bytes) else self._name(part) for part in parts])

    def _name(self, part: int) -> bytes:
        known = self._names.get(part)
        return known if known is not None else b"seat %d" % max(part, -1 - part)


def _names_in_json(seating: Seating) -> dict[int, bytes]:
    """Return the names of the seats: within a sentence by their number, and at its beginning by -1 - number."""
    names = [seating.name(seat) for seat in range(seating.seats)]
    within = {seat: encode(name)[1:-1] for seat, name in enumerate(names)}
    return within | {-1 - seat: encode(name[:1].upper() + name[1:])[1:-1] for seat, name in enumerate(names)}


@lru_cache(8192)
def _read_event(game: Game[Any, Any], row: tuple[int, ...]) -> tuple[bytes | int, ...]:
    """Return the line of an event as JSON without its first brace, with numbers for names: see `_names_in_json`.

    The same events occur repeatedly, at different tables too.
    """
    event = game.events.read_row(row)
    parts = split_at_seats(game.look.shown(str(event)))
    first = str(parts.pop(0))
    line: list[bytes | int] = [b'"say":"' + encode(first[:1].upper() + first[1:])[1:-1]]
    line += [part if isinstance(part, int) else encode(part)[1:-1] for part in parts]
    if not first and parts:
        line[1] = -1 - int(parts[0])
    return *line, b'",' + _section(game, event) + encode(event)[1:]


def _section(game: Game[Any, Any], event: Event) -> bytes:
    """Return the place of an event among the sections of the log: fields of a JSON object, each with its comma."""
    sections, kind = game.look.sections, type(event)
    title = sections.chapter(event)
    chapter = b'"chapter":%b,' % encode(title) if title else b""
    return chapter + b'"opens":true,' * (kind in sections.opens) + b'"closes":true,' * (kind in sections.closes)
