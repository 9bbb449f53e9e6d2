"""Finding another player: people who request the same game at about the same time sit at one table."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from ludex.table.room import actions
from ludex.table.room.refused import Refused
from ludex.table.room.state import TableState
from ludex.table.server.bodies import FindPlayer, NewSeat, NewTable, SeatFound
from ludex.table.server.peace import expect_welcome
from ludex.table.server.tokens import hashed, new_secret

if TYPE_CHECKING:
    from ludex.table.server.table_server import TableServer

PATIENCE = 900.0
"""Seconds for which a person who requested another player is assumed to wait."""
MOST = 50
"""Most waiting tables that are considered."""


class Matching:
    """The queue in which people find each other: one request for a game at a time, so that two requests meet.

    Servers that share a database do not wait for one another, so there two tables can still be made simultaneously.
    """

    def __init__(self, server: TableServer) -> None:
        self._server = server
        self._queue: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def find(self, wanted: FindPlayer, host: str, base: str, owner: str = "") -> SeatFound:
        """Return a seat next to a waiting person, or at a new table at which others can join. Bots fill the rest."""
        game = await self._server.find_game(wanted.game)  # unknown names need no turn
        async with self._queue[game.name]:
            return await self._beside(wanted, base, owner) or await self._wait(wanted, host, base, owner)

    async def _beside(self, wanted: FindPlayer, base: str, owner: str) -> SeatFound | None:
        listed = await self._server.store.list("open", wanted.game, MOST)
        since = self._server.clock.now() - PATIENCE
        fresh = [one.table for one in reversed(listed) if one.created > since and one.table not in wanted.mine]
        for table in fresh:
            try:
                return await self._sit(table, wanted, base, owner)
            except Refused:
                continue  # another player was quicker
        return None

    async def _sit(self, table: str, wanted: FindPlayer, base: str, owner: str) -> SeatFound:
        room = await self._server.room(table)
        await expect_welcome(self._server, room.state, owner)
        secret = new_secret()
        taken: list[int] = []

        def make(state: TableState) -> list[Any]:
            taken[:] = [actions.free_seat(state, None)]
            if state.seats[taken[0]].name:
                raise Refused(409, "taken", "The remaining seats are reserved.")
            return actions.sit(state, taken[0], wanted.name or "Guest", wanted.entropy, hashed(secret), owner)

        await room.act(make)
        token = f"{table}.{secret}"
        return SeatFound(table, taken[0], token, f"{base}/join/{token}", waiting=False)

    async def _wait(self, wanted: FindPlayer, host: str, base: str, owner: str) -> SeatFound:
        game = await self._server.find_game(wanted.game)
        bots = (NewSeat(kind="bot", bot=game.bots_by_strength[-1]) for _ in range(game.usual_seats - 2))
        seats = NewSeat(name=wanted.name or "Guest"), NewSeat(), *bots
        made = await self._server.create(NewTable(wanted.game, seats, public=True), host, base, owner, mine=(0,))
        mine = made.seats[0]
        return SeatFound(made.id, 0, mine.token or "", mine.link or "", waiting=True)
