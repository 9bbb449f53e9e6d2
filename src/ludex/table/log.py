"""The log of a table as viewers are sent it. A line is written once, for all who may read it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.events import EVERYONE, NUMBERS
from ludex.core.game import Game
from ludex.core.page import Seating
from ludex.table.state import SPECTATOR, Step, TableState, event_rows
from ludex.table.wire import encode

FIRST_EVENTS = 200
"""How much of the log a viewer gets who has nothing of it yet."""
_NOTHING = msgspec.Raw(b"[]")


class Log:
    """The lines of one table, as JSON."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._written: dict[tuple[int, bytes, str], list[tuple[int, bytes]]] = {}

    def forget(self) -> None:
        """Write everything again when somebody looks."""
        self._written.clear()

    def since(self, viewer: int, since: int | None) -> msgspec.Raw:
        """What stands in a viewer's log after the first `since` lines. Those who have nothing get the end of it."""
        state = self._state
        total = state.lines[viewer]
        count = min(total, FIRST_EVENTS) if since is None else max(0, total - since)
        if not count:
            return _NOTHING
        bit = 1 << (len(state.seats) if viewer == SPECTATOR else viewer)
        found: list[bytes] = []
        for step in reversed(state.steps):
            if len(found) >= count:
                break
            if step.noticed & bit:
                found += [line for readers, line in self._lines(step) if readers & bit]
        numbers = range(total, total - count, -1)
        lines = [b'{"n":%d,%b' % line for line in zip(numbers, found, strict=False)]
        return msgspec.Raw(b"[" + b",".join(reversed(lines)) + b"]")

    def _lines(self, step: Step) -> list[tuple[int, bytes]]:
        """The lines of a step, the last one first: who may read it as bits, and its JSON but for the number."""
        key = self._state.reseated, step.rows, step.text
        lines = self._written.get(key)
        if lines is None:
            seating = Seating(self._state.names)
            lines = [self._line(row, seating) for row in event_rows(step)]
            if step.text:
                lines.append((EVERYONE, encode({"say": step.text, "type": "Table"})[1:]))
            lines.reverse()
            self._written[key] = lines
        return lines

    def _line(self, row: list[int], seating: Seating) -> tuple[int, bytes]:
        readers = row[1] if row[1] == EVERYONE else row[1] & (1 << seating.seats) - 1  # never those who have no seat
        sentence, fields = _read_event(self._state.game, *row)
        said = seating.say(sentence)
        return readers, b'"say":%b,%b' % (encode(said[:1].upper() + said[1:]), fields)


@lru_cache(8192)
def _read_event(game: Game[Any, Any], *row: int) -> tuple[str, bytes]:
    """The sentence of an event, and its fields as JSON but for the first brace. The same ones come again and again."""
    event = game.events.read_rows(NUMBERS.pack(*row))[0].event
    return str(event), encode(event)[1:]
