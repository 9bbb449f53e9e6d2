"""The games of a person, on whatever device they were begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ludex.table.room.refused import Refused
from ludex.table.server.leaving_site import seats_of_person

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

MOST = 60
"""Most games in the list, the newest first."""
MOST_WOKEN = 20
"""Most tables that are woken to find out whose turn it is."""
ORDER = {"playing": 0, "open": 1, "over": 2}


async def my_games(server: TableServer, mark: str) -> list[dict[str, Any]]:
    """Return the games of a person: those that wait for them first, finished ones last."""
    seats = await seats_of_person(server, mark)
    found, woken = [], 0
    for listed in (await server.store.listed(list(seats)))[:MOST]:
        summary = msgspec.json.decode(listed.summary or b"{}")
        woken += listed.status == "playing" and listed.table not in server.rooms
        turn = listed.status == "playing" and woken <= MOST_WOKEN
        found.append(
            {
                "id": listed.table,
                "game": listed.game,
                "title": summary.get("title", listed.game),
                "players": summary.get("players", []),
                "status": listed.status,
                "created": listed.created,
                "seats": seats[listed.table],
                "your_turn": turn and await _waits_for(server, listed.table, mark),
            }
        )
    return sorted(found, key=lambda one: (not one["your_turn"], ORDER[one["status"]], -one["created"]))


async def _waits_for(server: TableServer, table: str, mark: str) -> bool:
    """Return whether a table waits for a person."""
    try:
        state = (await server.room(table)).state
    except Refused:
        return False
    return not state.paused and any(state.seats[seat].owner == mark and not bot for seat, bot in state.deciders())
