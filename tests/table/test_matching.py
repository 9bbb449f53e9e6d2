"""Finding another player: who is seated with whom."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.table.house import ENTROPY, House

pytestmark = pytest.mark.anyio


async def find(house: House, game: str = "go-fish", **more: Any) -> dict[str, Any]:
    answer = await house.http.post("/api/matches", json={"game": game, "entropy": ENTROPY, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_people_who_ask_at_the_same_moment_sit_at_one_table(house: House) -> None:
    ann, bob, cem = await asyncio.gather(*(find(house, name=name) for name in ("Ann", "Bob", "Cem")))
    assert (ann["table"], ann["seat"], ann["waiting"]) == (bob["table"], 0, True)
    assert (bob["seat"], bob["waiting"]) == (1, False)
    assert cem["waiting"], "the third waits for a fourth"
    seats = (await house.http.get(f"/api/tables/{ann['table']}")).json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person", "bot", "bot"], "bots fill the rest"


async def test_nobody_is_seated_with_themselves_or_at_a_table_at_which_nobody_waits_any_more(house: House) -> None:
    first = await find(house)
    again = await find(house, mine=[first["table"]])
    assert again["table"] != first["table"]
    house.clock.advance(901)
    late = await find(house)
    assert late["waiting"]
    assert late["table"] not in (first["table"], again["table"])


async def test_only_listed_tables_of_the_same_game_are_looked_at(house: House) -> None:
    await house.make("go-fish", people=2, bots=1)
    await house.make("hearts", people=2, public=True)
    assert (await find(house))["waiting"]
    answer = await house.http.post("/api/matches", json={"game": "nosuch"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-game")


async def test_two_guests_without_a_name_are_told_apart(house: House) -> None:
    first = await find(house)
    headers = {"authorization": f"Bearer {first['token']}"}
    sat = await house.http.post(f"/api/tables/{first['table']}/seats", json={"entropy": ENTROPY}, headers=headers)
    assert sat.status_code == 201
    await find(house)
    state = (await house.http.get(f"/api/tables/{first['table']}")).json()
    assert (state["status"], [seat["name"] for seat in state["seats"][:2]]) == ("playing", ["Guest", "Guest 2"])
