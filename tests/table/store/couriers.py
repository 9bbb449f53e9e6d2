"""Processes that deliver notices and die: `python -m tests.table.store.couriers MODE URL GOALS`.

`die`: one server after the other makes a table whose first player has notices, and ends within the delivery: the first
before its first statement, the next one some statements later, until one survives. What a dead one has left over is
delivered by another one before the next begins. `work`: one server delivers until nothing is left, or until it is
killed.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import sys
from typing import Any, Literal

import msgspec
import psycopg

import ludex
from ludex.table.server.limits import Limits
from ludex.table.server.mail import Mailer, MailServer
from ludex.table.store.address import find_source
from ludex.table.store.sql import SqlStore
from tests.table.house import House, make_house
from tests.table.noticed import SITE, seated
from tests.table.persons import Browser
from tests.table.store.mortal import FATE, KILLED, Attempt, end, mortal

Mode = Literal["die", "work"]
OVER_AT_ONCE = -1.0
"""Seconds for which the servers that die claim notices, so that the next one need not wait."""
SHORT = 1.0
"""Seconds for which the servers that are killed claim notices."""


class Goals(msgspec.Struct):
    """The receivers on this machine, and the person who has notices."""

    mail: int
    cookie: str
    stride: int = 1
    """Statements between one death and the next."""


async def house_at(url: str, goals: Goals, claim: float) -> House:
    """A server that delivers to the receivers."""
    house = await make_house(SqlStore(find_source(url), claim=claim), limits=Limits.none())
    house.server.public_url, house.server.local_webhooks = SITE, True
    house.server.notices.mailer = Mailer(MailServer("127.0.0.1", goals.mail, False, "", "", "ludex@table.test"))
    return house


async def deliver(house: House) -> None:
    """Deliver everything."""
    while tasks := await house.server.notices.begin():
        await asyncio.gather(*tasks)


async def attempt(url: str, goals: Goals, moments: int) -> None:
    """Make a table, deliver, and die after a number of moments (0: never)."""
    house = await house_at(url, goals, OVER_AT_ONCE)
    found = Attempt({}, [], 0)
    if moments:
        table = await house.make("automation", people=2, bots=0)
        async with Browser(house) as ann:
            ann.cookie = goals.cookie
            await seated(ann, table, 0, "Ann")
        await table.sit(1)
        found.made = table.made
        FATE.set(found, moments)
    await deliver(house)
    end(found, 0)


def die(url: str, goals: Goals) -> None:
    """Let one server after the other die, until one survives."""
    for driver in (sqlite3, psycopg):
        driver.connect = mortal(driver.connect)  # type: ignore[attr-defined]  # of these two modules
    ludex.game("automation")
    for moments in itertools.count(1, goals.stride):
        code = in_child(attempt(url, goals, moments))
        if code != KILLED:
            sys.exit(code)
        if code := in_child(attempt(url, goals, 0)):
            sys.exit(code)


def in_child(work: Any) -> int:
    """Run work in a forked process, and return its exit code."""
    child = os.fork()
    if not child:
        asyncio.run(work)
    work.close()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


async def work(url: str, goals: Goals) -> None:
    """Deliver until nothing is left."""
    house = await house_at(url, goals, SHORT)
    print("ready", flush=True)
    while True:
        await deliver(house)
        await asyncio.sleep(0.05)
        house.clock.advance(1.0)


if __name__ == "__main__":
    mode, address, data = sys.argv[1:]
    wanted = msgspec.json.decode(data, type=Goals)
    if mode == "die":
        die(address, wanted)
    else:
        asyncio.run(work(address, wanted))
