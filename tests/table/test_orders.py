"""Standing orders: the player's own, shown, cancellable, never guessed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.table.house import House, Made

pytestmark = pytest.mark.anyio


async def auction(house: House, kind: str = "open", **more: Any) -> tuple[Made, int]:
    """A table of Modern Art at which an auction of a kind has begun, and its auctioneer."""
    for _ in range(40):
        table = await house.make("modern-art", people=3, **more)
        await table.sit()
        starter = (await table.state())["waiting"][0]
        options = (await table.state(starter))["options"]
        found = next((option for option in options if option.get("auction") == kind), None)
        if found:
            await table.move(starter, found)
            return table, starter
    raise AssertionError("no such card in forty hands")


async def test_passing_on_this_lot_passes_whenever_asked_and_ends_with_the_lot(house: House) -> None:
    table, seller = await auction(house)
    bob, cy = [seat for seat in range(3) if seat != seller]
    line = await table.line(bob)
    assert (await line.answer("orders", skip=True))["type"] == "done"
    await house.quiet()
    assert bob not in (await table.state())["waiting"]
    await table.move(cy, "bid 5")
    await house.quiet()
    assert bob not in (await table.state())["waiting"], "asked again after a bid, and passed again"
    assert (await table.state(bob))["orders"]["skip"]
    await table.move(seller, "pass")
    await house.quiet()
    assert (await table.state(bob))["orders"] is None, "sold: the orders are gone"


@pytest.mark.parametrize("wish", [{"skip": True}, {"bid": 30}])
async def test_orders_about_a_lot_are_not_given_for_the_next_one(house: House, wish: dict[str, Any]) -> None:
    table, seller = await auction(house)
    bob = (seller + 1) % 3
    line = await table.line(bob)
    refused = await line.answer("orders", lot="another lot", **wish)
    assert (refused["type"], refused["code"]) == ("refused", "stale")
    assert "another lot" in refused["sentence"]
    assert (await table.state(bob))["orders"] is None
    lot = (await table.state(bob))["lot"]
    assert (await line.answer("orders", lot=lot, **wish))["type"] == "done"


async def test_bidding_up_to_a_limit_raises_by_the_least_and_then_passes(house: House) -> None:
    table, seller = await auction(house)
    bob, cy = [seat for seat in range(3) if seat != seller]
    line = await table.line(bob)
    await line.answer("orders", bid=12)
    await house.quiet()
    phase = (await table.state())["view"]["phase"]
    assert (phase["bidder"], phase["bid"]) == (bob, 1)
    await table.move(cy, "bid 11")
    await house.quiet()
    assert (await table.state())["view"]["phase"]["bid"] == 12
    await table.move(cy, "bid 13")
    await house.quiet()
    phase = (await table.state())["view"]["phase"]
    assert (phase["bidder"], phase["bid"]) == (cy, 13)
    assert bob in phase["declined"]


async def test_a_sealed_limit_is_sealed_and_shown_to_nobody(house: House) -> None:
    table, seller = await auction(house, "hidden")
    bob, cy = [seat for seat in range(3) if seat != seller]
    line, eve = await table.line(bob), await table.line()
    await line.answer("orders", bid=33)
    await house.quiet()
    assert not any(b"33" in raw and b'"bid":33' in raw for raw in eve.raw)
    for seat in (seller, cy):
        await table.move(seat, "seal 2")
    assert (await table.state())["view"]["last_sale"]["price"] == 33


async def test_orders_are_the_players_own_secret(house: House) -> None:
    table, seller = await auction(house)
    bob, cy = [seat for seat in range(3) if seat != seller]
    line, eve, other = await table.line(bob), await table.line(), await table.line(cy)
    await eve.drain()
    await other.drain()
    await line.answer("orders", bid=40)
    told = [m for m in await other.drain() + await eve.drain() if m["type"] == "state"]
    assert all(m["orders"] is None for m in told)
    assert not any(b'"bid":40' in raw for raw in eve.raw + other.raw)


async def test_orders_are_cancelled_at_will(house: House) -> None:
    table, seller = await auction(house)
    bob = next(seat for seat in range(3) if seat != seller)
    line = await table.line(bob)
    await line.answer("orders", bid=5)
    await line.answer("orders")
    assert (await table.state(bob))["orders"] is None


async def test_without_a_lot_there_is_nothing_to_bid_on(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    line = await table.line(0)
    assert (await line.answer("orders", bid=5))["code"] == "no-lot"


async def test_an_only_card_is_played_but_a_choice_is_left_to_the_player(house: House) -> None:
    table = await house.make("spades", people=4)
    await table.sit()
    lines = [await table.line(seat) for seat in range(4)]
    for line in lines:
        await line.answer("orders", only=True)
    for _ in range(60):
        await house.quiet()
        state = await table.state()
        seat = state["waiting"][0]
        options = (await table.state(seat))["options"]
        assert len(options) > 1 or "low" in str(options)
        await table.move(seat)
        if len(table.room.state.movers) > 52:
            break
    kinds = [row.data for row in await house.server.store.rows(table.id) if row.kind == "move"]
    assert any(b'"by":"orders"' in data for data in kinds)


async def test_passing_while_one_cannot_act_plays_only_bare_words(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    line = await table.line(0)
    await line.answer("orders", **{"pass": True})
    for _ in range(40):
        await house.quiet()
        seat = (await table.state())["waiting"][0]
        options = (await table.state(seat))["options"]
        assert seat == 1 or len(options) > 1, "a single bare word is played by the orders"
        await table.move(seat)
    rows = [msgspec.json.decode(row.data) for row in await house.server.store.rows(table.id) if row.kind == "move"]
    played = [table.room.state.game.moves.unpack(row["move"]) for row in rows if row.get("by") == "orders"]
    assert played
    assert all(len(move.tokens) == 1 for move in played)
