"""The operator's view of a server: tables, reports, limits, and deleting old tables.

Nothing hidden is shown before a game is over: neither private messages nor the names at an anonymous table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.server.limits import FAR
from ludex.table.server.peace import REPORT, Report
from ludex.table.server.persons import DAY, PERSON
from ludex.table.store.interface import Status

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

HIDDEN = "(a private message, shown after the game)"
MOST_TABLES = 100
STATUSES: tuple[Status, ...] = ("playing", "open", "over")


async def overview(server: TableServer) -> dict[str, Any]:
    """Return the data of the operator's page."""
    store = server.store
    return {
        "counts": dict(await store.count()),
        "live": len(server.rooms),
        "sockets": server.sockets,
        "persons": len(await store.belongings(None, PERSON)),
        "keep_days": server.keep_days,
        "limits": {name: None if value >= FAR else value for name, value in sorted(server.limits.budgets.items())},
        "tables": [await _tables(server, status) for status in STATUSES],
        "reports": await reports(server),
    }


async def _tables(server: TableServer, status: Status) -> dict[str, Any]:
    found = await server.store.list(status, limit=MOST_TABLES)
    shown = [
        {
            "id": one.table,
            "game": one.game,
            "created": one.created,
            "players": msgspec.json.decode(one.summary or b"{}").get("players", []),
        }
        for one in found
    ]
    return {"status": status, "tables": shown}


async def reports(server: TableServer) -> list[dict[str, Any]]:
    """Return all reports, the newest first."""
    stored = sorted(await server.store.belongings(None, REPORT), key=lambda one: -one.at)
    read = [(one, msgspec.json.decode(one.data, type=Report)) for one in stored]
    listed = await server.store.listed([report.table for _, report in read])
    running = {one.table for one in listed if one.status != "over"}
    return [
        {
            "id": one.name,
            "at": one.at,
            **msgspec.to_builtins(report),
            "lines": [
                {"text": HIDDEN if line.private and report.table in running else line.text, "at": line.at}
                for line in report.lines
            ],
        }
        for one, report in read
    ]


async def close_report(server: TableServer, identity: str) -> bool:
    """Delete a report."""
    found = await server.store.belonging(REPORT, identity)
    return found is not None and await server.store.disown(REPORT, identity, found.person)


async def prune(server: TableServer, days: float) -> int:
    """Delete tables at which nothing has happened for a number of days, at most as many as in one round."""
    gone = await server.store.prune(server.clock.now() - days * DAY, 200)
    await server.reviews.forget(gone)
    server.metrics.add("tables_deleted", len(gone))
    return len(gone)
