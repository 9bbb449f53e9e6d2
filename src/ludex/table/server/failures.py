"""Tables that cannot be continued: an exception in their rules or bots stops that table, and nothing else.

A table that has failed three times is put aside. This is stored, so a restart does not try again; a different version
of Ludex does. Visitors get an explanation, and can download the public part of the game.
"""

from __future__ import annotations

import logging
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.fairness import commitment
from ludex.table.room.messages import encode
from ludex.table.room.refused import Refused, put_aside
from ludex.table.room.rows import Forfeited, Left, Made, Moved, Payload, Sat, Undone, read_payload
from ludex.table.server.games import Games
from ludex.table.store import Header, Row, Saved

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

VERSION = version("ludex")
KIND = "aside"
"""The kind of the documents that describe failures."""
MOST_FAILURES = 3
"""Failures after which a table is put aside."""

_log = logging.getLogger("ludex.table")


class Failure(msgspec.Struct, frozen=True):
    """The number of failures of a table, the version that failed, and whether its game had ended before."""

    count: int
    version: str
    over: bool


class Failures:
    """The tables of a server that failed, and those that were put aside."""

    def __init__(self, server: TableServer) -> None:
        self._server = server

    async def failure(self, table: str) -> Failure | None:
        """Return the failures of a table with this version, if any. Raises `Refused` if the table is put aside."""
        found = await self._read(table)
        if found is not None and found.count >= MOST_FAILURES:
            raise put_aside(table)
        return found

    async def note(self, saved: Saved, what: str, error: BaseException) -> Refused:
        """Count a failure, and put the table aside after the third. Returns the refusal for the waiting clients."""
        table = saved.header.id
        before = await self._read(table)
        over = saved.status == "over" if before is None else before.over
        failure = Failure(1 if before is None else before.count + 1, VERSION, over)
        _log.error("table %s: %s failed (%d): %s", table, what, failure.count, type(error).__name__, exc_info=error)
        await self._server.store.put(KIND, table, encode(failure))
        if failure.count < MOST_FAILURES:
            return Refused(503, "cannot-open", "This table cannot be opened at the moment. Try again later.")
        self._server.metrics.add("tables_aside")
        await self.silence(saved)
        return put_aside(table)

    async def silence(self, saved: Saved) -> None:
        """List a table as one at which nothing is due, so that the server does not wake it again and again."""
        players = _players(_made(await self._server.store.rows(saved.header.id)))
        summary = {"title": saved.header.game, "players": players, "free": 0, "seats": saved.header.seats}
        await self._server.store.set_listing(saved.header.id, saved.status, encode(summary), None)

    async def forget(self, table: str) -> None:
        """Forget the failures of a table that works again."""
        await self._server.store.remove(KIND, table)

    async def record(self, table: str) -> bytes:
        """Return the public part of a table that cannot be opened, as JSON.

        For a game that had ended, that is everything. Otherwise the seed and the moves are left out, because a
        different version may be able to continue the game.
        """
        saved, failure = await self._server.store.load(table), await self._read(table)
        if saved is None:
            raise Refused(404, "no-table", "There is no such table.")
        rows = await self._server.store.rows(table)
        over = saved.status == "over" if failure is None else failure.over
        return await self._server.workers.tables.run(
            saved.header.host, _record, self._server.games, saved.header, rows, over
        )

    async def _read(self, table: str) -> Failure | None:
        data = await self._server.store.get(KIND, table)
        found = None if data is None else msgspec.json.decode(data, type=Failure)
        return found if found is not None and found.version == VERSION else None


def _made(rows: tuple[Row, ...]) -> Made:
    """Read how a table was made, as far as that can be read."""
    first = _payload(rows[0]) if rows else None
    return first if isinstance(first, Made) else Made("", ())


def _players(made: Made) -> list[str]:
    """Return the names of the seats. At an anonymous table they are hidden."""
    return ["" if made.anonymous and plan.kind == "person" else plan.name for plan in made.seats]


def _payload(row: Row) -> Payload | None:
    """Read a row, if it can be read: it may be what keeps the table from being opened."""
    try:
        return read_payload(row.kind, row.data)
    except Exception:
        return None


def _record(games: Games, header: Header, rows: tuple[Row, ...], over: bool) -> bytes:
    made = _made(rows)
    found: dict[str, Any] = {
        "table": header.id,
        "game": header.game,
        "version": made.version,
        "definition": None if header.definition is None else msgspec.Raw(header.definition),
        "settings": msgspec.Raw(header.settings),
        "created": header.created,
        "players": _players(made),
        "commitment": commitment(header.seed),
        "complete": over,
        "seed": header.seed.hex() if over else None,
        "entropy": [],
        "moves": [],
        "history": made.history if over else None,
    }
    if over:
        payloads = [_payload(row) for row in rows]
        found["entropy"] = [[one.seat, one.entropy] for one in payloads if isinstance(one, Sat)]
        game = _game(games, header)
        found["moves"] = [_told(game, one) for one in payloads if isinstance(one, _TOLD)]
    return encode(found)


_TOLD = (Moved, Undone, Left, Forfeited)
"""Rows that a record contains. All others are about people and not about the game."""


def _game(games: Games, header: Header) -> Game[Any, Any] | None:
    try:
        return games.of(header.game, header.definition)
    except Exception:
        return None  # the moves are then written as numbers


def _told(game: Game[Any, Any] | None, payload: Payload) -> dict[str, Any]:
    """Return a row of a record, with a move as text if it can be read."""
    found: dict[str, Any] = {"kind": payload.kind, **msgspec.to_builtins(payload)}
    if isinstance(payload, Moved) and game is not None:
        try:
            found["text"] = str(game.moves.unpack(payload.move))
        except Exception:
            return found
    return found
