"""A process in which servers die: one after the other makes a table, and ends within a step of it.

Run as `python -m tests.table.store.mortal URL HOW THEN`. The first server dies before the first statement of the step,
the second before its second statement, and so on, until one survives. For the database, the moment after a statement is
the moment before the next one; so only the moment after a commit is added.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import sys
from collections.abc import Callable
from typing import Any, Literal, NoReturn

import msgspec
import psycopg

import ludex
from ludex.table.server import table_server
from ludex.table.store import open_store
from tests.table.house import House, Made, make_house

How = Literal["resign", "leave", "time-out", "take"]
SEAT = 0
"""The seat that is left or taken."""
MOVES = 3
"""Fewest moves before the step."""
MINUTE = 60.0
CLOCK = {"per_move": MINUTE, "timeout": "forfeit"}
SECRET = "ab" * 16
KILLED = 9
GAMES = {"civil-disorder": "diplomacy-lagoon"}
"""Games by the choice that they are needed for. Others are played at Modern Art."""
WRITES_ROWS = ("INSERT INTO rows", "COPY rows")
POLL = "PRAGMA data_version"
"""The statement with which an idle writer looks for rows of other processes: it runs at any time."""


class Attempt(msgspec.Struct):
    """One server's step: the table, and what happened until the server died."""

    made: dict[str, Any]
    tokens: list[str | None]
    rows: int
    """The number of rows before the step."""
    died: str = ""
    """The statement before which the server died, or the commit after which it did."""
    saved: bool = False
    """True if the rows of the step were committed."""
    told: bool = False
    """True if the player had an answer."""


class Fate:
    """The end of this process, a number of moments after it was set."""

    def __init__(self) -> None:
        self._left = 0
        self._attempt: Attempt | None = None
        self._writing = False

    def set(self, attempt: Attempt, moments: int) -> None:
        """Let the process die after a number of moments."""
        self._attempt, self._left = attempt, moments

    def before(self, statement: str) -> None:
        """Note a statement that is about to run."""
        if self._attempt is not None and statement != POLL:
            self._pass(f"before {statement}")
            self._writing |= any(words in statement for words in WRITES_ROWS)

    def after(self, statement: str) -> None:
        """Note a statement that has run."""
        if self._attempt is not None and statement == "COMMIT":
            self._attempt.saved |= self._writing
            self._writing = False
            self._pass(f"after {statement}")

    def _pass(self, moment: str) -> None:
        assert self._attempt is not None
        self._left -= 1
        if self._left == 0:
            self._attempt.died = moment
            end(self._attempt, KILLED)


FATE = Fate()


class Mortal:
    """A driver's connection that counts its statements."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def execute(self, sql: str | bytes, *values: Any) -> Any:
        statement = sql.decode() if isinstance(sql, bytes) else sql
        FATE.before(statement)
        found = self._raw.execute(sql, *values)
        FATE.after(statement)
        return found

    def cursor(self) -> Any:
        FATE.before("COPY rows")  # the only use of a cursor
        return self._raw.cursor()


def mortal(connect: Callable[..., Any]) -> Callable[..., Mortal]:
    """Let a driver's function return connections that count."""
    return lambda *args, **named: Mortal(connect(*args, **named))


async def prepare(house: House, how: How, then: str) -> Made:
    """Make a table at which the step is possible: three persons play, and only the seat has to decide."""
    table = await house.make(GAMES.get(then, "modern-art"), people=3, clock=CLOCK, on_leave=then, public=True)
    await table.sit()
    while (waiting := table.room.state.waiting) != (SEAT,) or len(table.room.state.movers) < MOVES:
        assert (await table.move(waiting[-1])).status_code == 200
    if how == "take":
        await take_step(table, "resign")
        house.http.cookies.clear()
    return table


async def take_step(table: Made, how: How) -> None:
    """Leave the seat or take it. Bots do nothing until the clock is advanced again."""
    if how == "take":
        body = {"name": "Dan", "seat": SEAT, "secret": SECRET}
        answer = await table.post("seats", None, body)
        assert answer.status_code == 201, answer.text
        table.tokens[SEAT] = answer.json()["token"]
    elif how == "time-out":
        table.house.clock.advance(MINUTE)
        await table.room.settle()
    else:
        line = await table.line(SEAT)
        assert (await line.answer(how))["type"] == "done"


async def attempt(url: str, how: How, then: str, moments: int) -> NoReturn:
    """Make a table, take the step, and die after a number of moments, or survive the step."""
    house = await make_house(open_store(url))
    table = await prepare(house, how, then)
    await asyncio.gather(*house.server._tasks)
    found = Attempt(table.made, table.tokens, table.room.state.number)
    FATE.set(found, moments)
    await take_step(table, how)
    found.told = True
    await asyncio.gather(*house.server._tasks)
    end(found, 0)


def end(found: Attempt, code: int) -> NoReturn:
    """End the process as a kill does, after a report."""
    os.write(1, msgspec.json.encode(found) + b"\n")
    os._exit(code)


def main(url: str, how: How, then: str) -> None:
    """Let one server after the other die, until one survives."""
    table_server.MANY_ROWS = 1  # a snapshot after every request
    for driver in (sqlite3, psycopg):
        driver.connect = mortal(driver.connect)  # type: ignore[attr-defined]  # of these two modules
    ludex.game(GAMES.get(then, "modern-art"))
    for moments in itertools.count(1):
        child = os.fork()
        if not child:
            asyncio.run(attempt(url, how, then, moments))
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code != KILLED:
            sys.exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]  # the test's own words
