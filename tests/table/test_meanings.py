"""The table handles moves of any game by their meanings, not by their names."""

from __future__ import annotations

import pytest

import ludex
from ludex.core.compile.move_dispatch import pace_of
from ludex.table.room.automatic import seconds_to_think
from tests.table.house import House, first_of

pytestmark = pytest.mark.anyio


async def test_drawing_a_card_is_not_offering_a_draw(house: House) -> None:
    table = await house.make("gin-rummy", people=2)
    await table.sit()
    line = await table.line((await table.state())["waiting"][0])
    assert (await line.answer("offer", what="draw"))["code"] == "no-draws"
    page = (await house.http.get(f"/tables/{table.id}")).text
    assert "Offer a draw" not in page


async def test_a_draw_is_offered_where_the_game_has_one(house: House) -> None:
    table = await house.make("diplomacy-lagoon", people=3)
    page = (await house.http.get(f"/tables/{table.id}")).text
    assert "Offer a draw" in page


@pytest.mark.parametrize(("name", "means"), [("modern-art", {"pass", "bid"}), ("power-grid", {"pass", "bid"})])
def test_standing_orders_find_passes_and_bids_in_games_with_auctions(name: str, means: set[str]) -> None:
    assert {kind.means for kind in ludex.game(name).moves.kinds} - {""} == means


async def test_how_long_a_bot_thinks_goes_by_its_pace_and_tells_nothing_of_its_options(house: House) -> None:
    table = await house.make("modern-art", people=1, pace="human")
    await table.sit()
    state = table.room.state
    assert state.table is not None
    for seat in state.table.waiting:
        decision = state.table.request(seat).decision
        least, most = pace_of(state.game.bots, "hard").decisions.get(decision, pace_of(state.game.bots, "hard").usual)
        assert least <= seconds_to_think(state, seat, "hard") <= most


async def test_people_who_mistype_an_address_get_a_page_and_programs_a_problem(house: House) -> None:
    person = await house.http.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert (person.status_code, "Go to the home page" in person.text) == (404, True)
    program = await house.http.get("/nowhere", headers={"accept": "application/json"})
    assert (program.status_code, program.json()["code"]) == (404, "no-page")


async def test_a_reason_names_other_players_by_their_names(house: House) -> None:
    table = await house.make("power-grid", people=3)
    await table.sit()
    built: list[tuple[int, str]] = []
    while not built or table.room.state.waiting[0] == built[0][0]:
        seat = table.room.state.waiting[0]
        options = (await table.state(seat))["options"]
        if options[0].get("city") and not built:
            built.append((seat, options[0]["city"]))
            await table.move(seat)
        else:
            await table.move(seat, first_of(options[-1:]))
    (builder, city), seat = built[0], table.room.state.waiting[0]
    line = await table.line(seat)
    line.say("why", press=[["build", city]], begun=[])
    assert f"{city} is full: P{builder} built there" in (await line.hear("why"))["sentence"]
