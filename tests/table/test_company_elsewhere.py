"""Presence at a table, whichever server the clients are connected to; and tables that are abandoned."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.table.server.table_server import PRUNE_EVERY
from ludex.table.store.pruning import DAY
from tests.table.house import House, Made, make_house, settled, two_houses

pytestmark = pytest.mark.anyio


async def sweep(*houses: House) -> None:
    """A round of every server, twice: to say it, and to hear it."""
    for _ in range(2):
        for house in houses:
            await house.server.sweep()
    await settled()


def here(state: dict[str, Any]) -> list[bool]:
    return [seat["here"] for seat in state["seats"]]


async def test_people_at_another_server_are_here_until_they_go() -> None:
    house, other = await two_houses()
    table = await house.make("gin-rummy", people=2)
    there = Made(other, table.made)
    await table.sit()
    ann, bob = await table.line(0), await there.line(1)
    await bob.state()
    await sweep(house, other)
    assert here((await ann.drain())[-1]) == [True, True]
    assert here(bob.heard[-1] if not (told := await bob.drain()) else told[-1]) == [True, True]
    assert here(await table.state()) == [True, True]
    await bob.close()
    await sweep(house, other)
    assert here((await ann.drain())[-1]) == [True, False]
    await ann.close()
    await house.close()
    await other.close()


async def test_people_of_a_server_that_died_are_not_here() -> None:
    house, other = await two_houses()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    ann, bob = await table.line(0), await Made(other, table.made).line(1)
    await bob.state()
    await sweep(house, other)
    house.clock.advance(10.0)  # the other says nothing any more
    await sweep(house)
    assert here((await ann.drain())[-1]) == [True, False]
    await bob.close()
    await house.close()
    await other.close()


async def test_old_tables_are_deleted_if_the_host_says_so() -> None:
    house = await make_house()
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    house.clock.advance(100 * DAY)
    await house.server.sweep()  # it sleeps
    await house.server.sweep()
    assert (await house.http.get(f"/api/tables/{table.id}")).status_code == 200, "without a limit all are kept"
    await house.server._put_away(table.room)
    house.server.keep_days = 30.0
    await house.server.sweep()
    assert (await house.http.get(f"/api/tables/{table.id}")).status_code == 404
    new = await house.make("gin-rummy", people=2)
    house.clock.advance(31 * DAY + PRUNE_EVERY)
    await house.server.sweep()
    await house.server.sweep()
    assert (await house.http.get(f"/api/tables/{new.id}")).status_code == 404, "nobody ever came"
    await house.close()
