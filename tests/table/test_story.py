"""The story of a finished game over HTTP, and the sections of the log."""

from __future__ import annotations

import pytest

import ludex
from ludex.core.show.look import Sections
from ludex.games.modern_art.events import RoundBegan
from tests.table.house import House

pytestmark = pytest.mark.anyio


async def test_a_story_is_told_only_after_the_end(house: House) -> None:
    table = await house.make("automation", people=1, bots=1, settings={"turn_limit": 2})
    await table.sit()
    early = await house.http.get(f"/api/tables/{table.id}/story")
    assert (early.status_code, early.json()["code"]) == (409, "not-over")
    await house.quiet()
    while (await table.state(0))["options"]:
        await table.move(0, "end phase")
        await house.quiet()
    story = (await house.http.get(f"/api/tables/{table.id}/story")).json()
    state = await table.state()
    assert [one["title"] for one in story["rounds"]] == ["Turn 1", "Turn 2"]
    assert story["scores"] == story["rounds"][-1]["standing"] == state["outcome"]["scores"]
    assert story["rounds"][-1]["at"] == len(table.room.state.movers)


async def test_a_forfeited_game_has_no_turning_point(house: House) -> None:
    table = await house.make("automation", people=2, bots=0)
    await table.sit()
    await (await table.line(0)).answer("resign")
    story = (await house.http.get(f"/api/tables/{table.id}/story")).json()
    assert story["turning"] == ""


async def test_low_scores_are_told_as_people_count_them(house: House) -> None:
    table = await house.make("hearts", people=1, bots=3)
    await table.sit()
    await house.quiet()
    await (await table.line(0)).answer("resign")
    story = (await house.http.get(f"/api/tables/{table.id}/story")).json()
    assert story["low_wins"] is True
    assert all(score >= 0 for score in story["scores"])


async def test_lines_of_the_log_tell_chapters_and_sections(house: House) -> None:
    table = await house.make("modern-art", people=1, bots=3)
    await table.sit()
    while not any(event.get("closes") for event in (await table.state(0))["events"]):
        await house.quiet()
        if (await table.state(0))["options"]:
            await table.move(0)
    events = (await table.state(0))["events"]
    assert next(event["chapter"] for event in events if "chapter" in event) == "Round 1"
    sold = next(event for event in events if event.get("closes"))
    assert sold["type"] in ("LotSold", "CardUnsold")
    assert events[events.index(sold) + 1].get("more") or events[events.index(sold) + 1]["n"] == sold["n"] + 1


def test_every_game_of_the_five_systems_declares_the_chapters_of_its_log() -> None:
    for name in ("automation", "modern-art", "power-grid", "diplomacy", "spades"):
        sections: Sections = ludex.game(name).look.sections
        assert sections.chapters, name
        assert sections.opens or sections.closes, name
    assert ludex.game("modern-art").look.sections.chapter(RoundBegan(3, 0)) == "Round 3"
