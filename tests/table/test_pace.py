"""The speed of bots: changed by a player for all, skipped until a player's turn, and stored."""

from __future__ import annotations

import pytest

from ludex.table.room.snapshot import restore_snapshot, take_snapshot
from ludex.table.room.state import TableState
from tests.table.house import House, Made, make_house

pytestmark = pytest.mark.anyio


async def table_after_my_move(house: House, **more: object) -> Made:
    """Return a table of Spades at which the person has just moved, and three calm bots are to follow."""
    table = await house.make("spades", people=1, bots=3, pace="human", **more)
    await table.sit()
    while not (await table.state(0))["options"]:
        await house.pass_time(2)
    await table.move(0)
    await house.quiet()
    assert not (await table.state(0))["options"]
    return table


async def test_a_player_changes_the_speed_for_all_and_the_log_tells_it(house: House) -> None:
    table = await table_after_my_move(house)
    ann, eve = await table.line(0), await table.line()
    await eve.state()
    assert (await ann.answer("pace", pace="instant"))["type"] == "done"
    told = await eve.state(lambda state: state["pace"] == "instant")
    assert [event["say"] for event in told["events"]] == ["P0 sets the speed of the bots to immediate."]
    before = house.clock.now()
    await house.quiet()
    assert (await table.state(0))["options"], "the bots have answered"
    assert house.clock.now() == before


async def test_quick_bots_take_a_quarter_of_their_time(house: House) -> None:
    table = await table_after_my_move(house)
    state = table.room.state
    calm = table.room.scheduler.next_due()
    assert calm is not None
    await (await table.line(0)).answer("pace", pace="quick")
    quick = table.room.scheduler.next_due()
    assert quick is not None
    since = state.asked_since[calm.seat]
    assert quick.at - since == pytest.approx((calm.at - since) / 4)


async def test_skipping_ends_with_the_next_own_decision(house: House) -> None:
    table = await table_after_my_move(house)
    ann, before = await table.line(0), house.clock.now()
    assert (await ann.answer("skip"))["type"] == "done"
    await house.quiet()
    state = await table.state(0)
    assert state["options"]
    assert house.clock.now() == before
    assert (state["skipping"], state["pace"]) == (False, "human")
    await table.move(0)
    await house.quiet()
    assert not (await table.state(0))["options"], "bots think again"
    assert (await table.state(0))["skipping"] is False


@pytest.mark.parametrize(
    ("message", "code"), [({"type": "skip"}, "your-turn"), ({"type": "pace", "pace": "hasty"}, "unreadable")]
)
async def test_pointless_wishes_are_refused(house: House, message: dict[str, str], code: str) -> None:
    table = await house.make("spades", people=1, bots=3)
    await table.sit()
    await house.quiet()
    ann = await table.line(0)
    assert (await ann.answer(message.pop("type"), **message))["code"] == code


async def test_only_players_may_change_the_speed_and_only_where_bots_play(house: House) -> None:
    table = await house.make("automation", people=2, bots=0)
    await table.sit()
    assert (await (await table.line()).answer("pace", pace="quick"))["code"] == "not-yours"
    assert (await (await table.line(0)).answer("pace", pace="quick"))["code"] == "no-bots"


async def test_the_speed_survives_a_restart_and_a_snapshot() -> None:
    house = await make_house()
    table = await table_after_my_move(house)
    ann = await table.line(0)
    await ann.answer("pace", pace="quick")
    await ann.answer("skip")
    state = table.room.state
    assert state.skipping == {0}
    copy = TableState(state.header, state.game)
    assert restore_snapshot(copy, take_snapshot(state))
    assert (copy.pace, copy.skipping) == ("quick", {0})
    again = await make_house(house.server.store, house.clock)
    read = await again.server.load(table.id)
    assert read is not None
    assert read.pace == "quick"
    await again.close()
