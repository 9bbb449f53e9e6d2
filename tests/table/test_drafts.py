"""Drafts at the online table: written in any sequence, hidden from the other players, submitted together."""

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


async def test_ready_for_a_season_does_not_hand_in_the_next_one_whatever_others_do(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=3)
    await table.sit()
    ann, bob, cem = [await table.line(seat) for seat in range(3)]
    made = (await table.state(0))["draft"]["made"]
    await bob.answer("draft", done=True)
    assert (await ann.answer("draft", done=True, made=made))["type"] == "done", "that Bob is ready makes no difference"
    await cem.answer("draft", done=True)
    assert 0 in (await table.state(0))["waiting"], "the next season"
    refused = await ann.answer("draft", done=True, made=made)
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert 0 in (await table.state(0))["waiting"]


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


async def test_a_viewer_who_looks_while_a_long_draft_is_read_in_a_thread_leaves_it_as_it_is(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=2)
    await table.sit()
    state = table.room.state
    written = state.draft(0)
    assert written is not None
    written.take(written.choices[:1])
    state.draft(0)  # as the event loop does for every state of this seat that is sent
    assert len(written.moves) == 1
