"""Lessons at a table: the place in the lesson, moves that do not fit it, and the moves of its script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ludex.core.language.moves import Move
from ludex.core.play.lesson import Lesson
from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused
from ludex.table.room.rows import Moved, Payload
from ludex.table.room.state import TableState

PACE, QUICK = 1.1, 0.45
"""Seconds between two moves of a script, so that a learner can follow them; `QUICK` in a long one."""
LONG = 8
"""Moves from which a script is a long one."""


def lesson_at(state: TableState) -> Lesson | None:
    """Return the lesson of a table, or None at other tables."""
    return None if state.made.lesson is None else _read(encode(state.made.lesson))


@lru_cache(64)
def _read(data: bytes) -> Lesson:
    return msgspec.json.decode(data, type=Lesson)


def expect_fitting(state: TableState, packed: Sequence[int]) -> None:
    """Refuse legal moves that do not fit the lesson of a table."""
    lesson = lesson_at(state)
    if lesson is not None and state.table is not None:
        _refuse(lesson.objection(state.table, [state.game.moves.unpack(move) for move in packed]))


def expect_fitting_draft(state: TableState, entries: Iterable[Move], done: bool) -> None:
    """Refuse entries of a draft that do not fit the lesson of a table."""
    lesson = lesson_at(state)
    if lesson is not None and state.table is not None:
        _refuse(lesson.draft_objection(state.table, entries, done))


def _refuse(objection: str | None) -> None:
    if objection is not None:
        raise Refused(409, "not-this-time", objection)


def scripted(state: TableState) -> tuple[int, str] | None:
    """Return the move that the lesson's script makes now: the seat, and the move's text."""
    lesson = lesson_at(state)
    if lesson is None or state.table is None or state.over:
        return None
    return lesson.where(len(state.table.played)).scripted


def seconds_before(state: TableState) -> float:
    """Return the time before the next move of the script."""
    lesson = lesson_at(state)
    if lesson is None or state.table is None:
        return PACE
    step = lesson.steps[lesson.where(len(state.table.played)).last]
    return QUICK if len(step.script) >= LONG else PACE


def play_script(state: TableState) -> list[Payload]:
    """Return the row of the next move of the script."""
    found = scripted(state)
    if found is None or state.table is None:
        return []
    seat, text = found
    return [Moved(seat, state.game.moves.pack(move), "bot") for move in state.table.read_line(seat, text)]


def place_in_lesson(state: TableState) -> dict[str, Any] | None:
    """Return the place in the lesson as data for the learner's page."""
    lesson = lesson_at(state)
    if lesson is None or state.table is None:
        return None
    where = lesson.where(len(state.table.played))
    return {"first": where.first, "last": where.last, "scripting": where.scripted is not None}
