"""Tables for lessons: the learner has one seat, and the script of the lesson plays the others."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.play.lesson import Lesson, lesson_of
from ludex.core.play.table import Table
from ludex.table.room.refused import Refused
from ludex.table.room.rows import Made, SeatPlan
from ludex.table.server.bodies import SeatMade, TableMade
from ludex.table.server.replay import replayed_header
from ludex.table.server.table_server import TableServer
from ludex.table.server.tokens import hashed, new_secret

SCRIPT = "random"
"""The bot at the seats that the script plays. It never decides anything."""


def expect_lesson(game: Game[Any, Any]) -> Lesson:
    """Return the lesson of a game. Refuse a game that has none."""
    lesson = lesson_of(game)
    if lesson is None:
        raise Refused(404, "no-lesson", f"There is no lesson for {game.title} yet.")
    return lesson


async def begin_lesson(server: TableServer, game: Game[Any, Any], host: str, base: str, owner: str = "") -> TableMade:
    """Make the table of a lesson for a person. Its chance is the same every time, so that the lesson fits it."""
    server.limits.make_table(host, server.clock.now())
    lesson = expect_lesson(game)
    table: Table[Any] = await server.workers.tables.run(host, lesson.start, game)
    history = table.history
    secret = new_secret()
    plans = tuple(
        SeatPlan("person", name, "", hashed(secret)) if seat == lesson.seat else SeatPlan("bot", name, SCRIPT)
        for seat, name in enumerate(lesson.names)
    )
    made = [
        SeatMade(seat, plan.kind, plan.name, secret if seat == lesson.seat else None) for seat, plan in enumerate(plans)
    ]
    header = replayed_header(game.name, None, table.settings, history, server.clock.now(), host)
    first = Made(
        version=game.version,
        seats=plans,
        undo="never",
        history=msgspec.json.decode(history.to_json()),
        lesson=msgspec.to_builtins(lesson),
    )
    return await server.found(header, game, first, made, base, maker=owner)
