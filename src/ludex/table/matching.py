"""Finding another player: people who ask for the same game at about the same time sit at one table."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from ludex.table import acts
from ludex.table.keeper import strongest
from ludex.table.refused import Refused
from ludex.table.state import TableState
from ludex.table.tokens import hashed, new_secret
from ludex.table.wire import FindPlayer, NewTable, SeatFound, SeatWish

if TYPE_CHECKING:
    from ludex.table.hall import Hall

PATIENCE = 900.0
"""Seconds for which somebody who asked for another player is thought to wait."""
MOST = 50
"""How many waiting tables are looked at."""


class Matching:
    """Seats people with others, one request for a game after the other: two who ask at once do not miss each other.

    Servers that share a database do not wait for one another, so there two tables can still be made at the same moment.
    """

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def find(self, wish: FindPlayer, host: str, base: str) -> SeatFound:
        """A seat beside somebody who waits, or at a new table at which others can sit down. Bots fill the rest."""
        game = await self._hall.find_game(wish.game)  # unknown names need no turn
        async with self._turns[game.name]:
            return await self._beside(wish, base) or await self._wait(wish, host, base)

    async def _beside(self, wish: FindPlayer, base: str) -> SeatFound | None:
        listed = await self._hall.store.list("open", wish.game, MOST)
        since = self._hall.watch.now() - PATIENCE
        fresh = [one.table for one in reversed(listed) if one.created > since and one.table not in wish.mine]
        for table in fresh:
            try:
                return await self._sit(table, wish, base)
            except Refused:
                continue  # somebody else was quicker
        return None

    async def _sit(self, table: str, wish: FindPlayer, base: str) -> SeatFound:
        room = await self._hall.room(table)
        secret = new_secret()
        taken: list[int] = []

        def make(state: TableState) -> list[Any]:
            taken[:] = [acts.free_seat(state, None)]
            if state.seats[taken[0]].name:
                raise Refused(409, "taken", "The free seats are meant for somebody.")
            return acts.sit(state, taken[0], wish.name or "Guest", wish.entropy, hashed(secret))

        await room.act(make)
        token = f"{table}.{secret}"
        return SeatFound(table, taken[0], token, f"{base}/join/{token}", waiting=False)

    async def _wait(self, wish: FindPlayer, host: str, base: str) -> SeatFound:
        game = await self._hall.find_game(wish.game)
        bots = (SeatWish(kind="bot", bot=strongest(game)) for _ in range(game.usual_seats - 2))
        seats = SeatWish(name=wish.name or "Guest"), SeatWish(), *bots
        made = await self._hall.create(NewTable(wish.game, seats, public=True), host, base)
        mine = made.seats[0]
        return SeatFound(made.id, 0, mine.token or "", mine.link or "", waiting=True)
