"""Servers die at every step of a delivery, and two servers share one outbox: no notice is lost, and none is doubled.

A message whose answer got lost is sent again. It then has the same id, by which its receiver recognizes it: the
`Message-ID` of e-mail, the `Topic` of a message to a browser, the `Idempotency-Key` of a webhook.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections import Counter
from random import Random

import msgspec
import pytest

from ludex.table.room.messages import encode
from ludex.table.server.limits import Limits
from ludex.table.store import Notice
from ludex.table.store.sql import SqlStore
from tests.table.house import make_house
from tests.table.noticed import Outside, connect, outside
from tests.table.persons import Browser
from tests.table.store.couriers import Goals, Mode
from tests.table.store.mortal import Attempt
from tests.table.store.places import InDatabase

pytestmark = pytest.mark.anyio

WAYS = ("push", "mail", "hook")


def arrived(out: Outside) -> list[Counter[str]]:
    """The ids of all messages, by way, with the number of times that each has arrived."""
    mail = [message["Message-ID"] for message in out.mail.messages if "Confirm" not in message["Subject"]]
    push = [headers["topic"] for _, headers, _ in out.push.taken]
    hook = [re.findall(rb"Idempotency-Key: (\S+)", heard)[0].decode() for heard in out.hook.heard]
    return [Counter(mail), Counter(push), Counter(hook)]


async def person(out: Outside, ann: Browser) -> None:
    """Make a person with all ways."""
    table = await out.house.make("spades", people=1)
    await ann.join(table, 0)
    await out.subscribe(ann)
    await out.confirm(ann)
    await out.choose(ann, url=out.hook.url)


async def courier(mode: Mode, url: str, goals: Goals) -> Process:
    environment = {**os.environ, "LUDEX_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "tests.table.store.couriers", mode, url, encode(goals).decode()]
    return await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.PIPE)


async def expect_each_once_through_deaths(database: InDatabase, stride: int) -> None:
    house = await make_house(database())
    async with outside(house) as out, Browser(house) as ann:
        await person(out, ann)
        assert ann.cookie is not None
        process = await courier("die", database.url, Goals(out.mail.port, ann.cookie, stride))
        said, _ = await process.communicate()
        assert process.returncode == 0
        attempts = [msgspec.json.decode(line, type=Attempt) for line in said.splitlines()]
        begun = [one for one in attempts if one.made]
        deaths = sum(bool(one.died) for one in begun)
        assert deaths >= 4, "each claims, expands, claims again and sends, at least"
        for way, found in zip(WAYS, arrived(out), strict=True):
            assert len(found) == len(begun), f"{way}: {len(begun)} turns"
            assert max(found.values()) <= 2, "only a message whose answer got lost is sent again"
            assert found.total() - len(found) <= deaths
    await house.close()


async def test_a_death_at_some_steps_of_a_delivery_loses_and_doubles_nothing(sqlite_place: InDatabase) -> None:
    await expect_each_once_through_deaths(sqlite_place, 9)


@pytest.mark.deep
async def test_a_death_at_every_step_of_a_delivery_loses_and_doubles_nothing(database: InDatabase) -> None:
    await expect_each_once_through_deaths(database, 1)


async def post(out: Outside, ann: Browser, number: int) -> None:
    """Put messages for one person into the outbox, in turns by every way."""
    mark, name = await ann.mark(), (await ann.get("/api/me/notices")).json()["devices"][0]["id"]
    more = {"table": "abcdefghijkm", "title": "Spades", "text": "Ann, it is your turn.", "more": "Now: play."}
    more |= {"game": "spades", "seat": "0", "name": "Ann", "lang": "en"}
    notices = [
        Notice(f"n{n}.{WAYS[n % 3]}", encode({"kind": WAYS[n % 3], "to": name, **more}), 1000.0, person=mark)
        for n in range(number)
    ]
    await out.house.server.store.post(notices)


async def expect_each_once_through_kills(database: InDatabase, number: int, kills: int) -> None:
    """Let two servers deliver, and kill one or the other again and again."""
    dice = Random(number)
    house = await make_house(database())
    async with outside(house) as out, Browser(house) as ann:
        await person(out, ann)
        await post(out, ann, number)
        assert ann.cookie is not None
        goals = Goals(out.mail.port, ann.cookie)
        workers = [await courier("work", database.url, goals) for _ in range(2)]
        begun = out.sent
        for kill in range(kills):
            victim = kill % 2
            assert workers[victim].stdout is not None
            await workers[victim].stdout.readline()  # type: ignore[union-attr]  # just checked
            while out.sent - begun < number * (kill + 0.5) / (kills + 1):
                await asyncio.sleep(dice.random() / 100)
            workers[victim].send_signal(signal.SIGKILL)
            await workers[victim].wait()
            workers[victim] = await courier("work", database.url, goals)
        while sum(len(found) for found in arrived(out)) < number:
            await asyncio.sleep(0.05)
        left = [1]
        while left:  # the last ones have arrived, and are now noted down
            await asyncio.sleep(0.05)
            left = await undelivered(house.server.store)  # type: ignore[arg-type]  # a store in a database
        for one in workers:
            one.send_signal(signal.SIGKILL)
            await one.wait()
        found = arrived(out)
        assert sum(len(one) for one in found) == number
        doubled = sum(one.total() - len(one) for one in found)
        print(f"{number} notices, {kills} kills: none lost, {doubled} sent again with the same id")
        assert doubled <= kills * 60, "only those that a killed server was sending"
    await house.close()


async def undelivered(store: SqlStore) -> list[int]:
    """The notices that are not noted down as delivered."""
    return await store._read(
        lambda database: [row[0] for row in database.query("SELECT id FROM notices WHERE NOT delivered AND data <> ''")]
    )


async def test_two_servers_that_are_killed_lose_and_double_nothing(sqlite_place: InDatabase) -> None:
    await expect_each_once_through_kills(sqlite_place, 60, 1)


@pytest.mark.deep
async def test_a_thousand_notices_through_ten_kills(database: InDatabase) -> None:
    await expect_each_once_through_kills(database, 1000, 10)


async def test_of_two_servers_that_deliver_together_one_sends_each_message(database: InDatabase) -> None:
    house, other = [await make_house(database(), limits=Limits.none()) for _ in range(2)]
    async with outside(house) as out, Browser(house) as ann:
        await person(out, ann)
        await post(out, ann, 90)
        connect(other, out.mail)
        for _ in range(30):
            await asyncio.gather(house.server.notices.deliver(), other.server.notices.deliver())
            for one in (house, other):
                one.clock.advance(3)
        assert [(len(found), found.total()) for found in arrived(out)] == [(30, 30)] * 3
    for one in (house, other):
        await one.close()
