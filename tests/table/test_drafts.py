"""Drafts at the online table: written in any sequence, seen by nobody else, handed in together."""

from __future__ import annotations

import pytest

from tests.table.house import House

pytestmark = pytest.mark.anyio


async def test_orders_are_written_replaced_and_handed_in_together(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=2)
    await table.sit()
    ann = await table.line(0)
    first = (await table.state(0))["draft"]
    assert first["moves"] == []
    unit = first["missing"][0]
    assert (await ann.answer("draft", write=f"{unit} H"))["type"] == "done"
    draft = (await table.state(0))["draft"]
    assert draft["moves"] == [f"{unit} H"]
    assert unit not in draft["missing"]
    await ann.answer("draft", erase=unit)
    assert (await table.state(0))["draft"]["moves"] == []
    await ann.answer("draft", done=True)
    assert 0 not in (await table.state(0))["waiting"]


async def test_a_draft_survives_in_the_rows_and_an_order_that_is_not_allowed_is_refused(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=2)
    await table.sit()
    ann = await table.line(0)
    refused = await ann.answer("draft", write="A PAR - BUR")
    assert refused["type"] == "refused"
    assert (await table.state(0))["draft"]["moves"] == []


async def test_nobody_else_is_told_that_somebody_writes(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=3)
    await table.sit()
    ann, bob = await table.line(0), await table.line(1)
    unit = (await table.state(0))["draft"]["missing"][0]
    assert [(await line.answer("ping"))["type"] for line in (ann, bob)] == ["pong", "pong"]
    before = await table.state(1), await table.state()
    await ann.answer("draft", write=f"{unit} H")
    assert (await table.state(1), await table.state()) == before
    bob.say("ping")
    while (message := await bob.next())["type"] != "pong":
        assert message["type"] != "state"


async def test_games_without_drafts_say_so(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    ann = await table.line((await table.state())["waiting"][0])
    assert (await ann.answer("draft", write="pass"))["code"] == "no-draft"
