"""The ready-check, reliability, ratings by choice, and secret votes for a draw."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from ludex.cli import app
from ludex.table.room.clock import ManualClock
from ludex.table.room.readiness import FRESH, WITHIN
from ludex.table.room.records import RESULT, SERVER
from ludex.table.server.ratings import RATING, Player, Result, fold, scale_of
from ludex.table.store import open_store
from tests.table.house import ENTROPY, House, Made, make_house, two_houses
from tests.table.persons import Browser

DAY = 86400.0
HOUR = 3600.0


# The ready-check


@pytest.mark.anyio
async def test_a_game_with_long_deadlines_waits_until_those_are_ready_who_came_long_ago(house: House) -> None:
    table = await house.make("spades", people=2, clock={"per_move": DAY})
    await table.sit(0)
    house.clock.advance(FRESH + 1)
    await table.sit(1)
    state = await table.state(0)
    assert state["status"] == "open"
    assert [seat["ready"] for seat in state["seats"]] == [False, True, True, True]
    line, other = await table.line(0), await table.line(1)
    assert (await other.answer("ready"))["code"] == "not-asked"
    assert (await other.answer("pause"))["type"] == "refused"
    assert (await line.answer("ready"))["type"] == "done"
    state = await table.state(0)
    assert state["status"] == "playing"
    assert "P0 is ready." in [event.get("say") for event in state["events"]]
    assert "ready" not in state["seats"][0]


@pytest.mark.anyio
@pytest.mark.parametrize("clock", [None, {"per_move": 60.0}, {"per_player": HOUR}])
async def test_a_game_without_long_deadlines_begins_at_once(house: House, clock: Any) -> None:
    table = await house.make("spades", people=2, clock=clock)
    await table.sit(0)
    house.clock.advance(FRESH + 1)
    await table.sit(1)
    assert (await table.state(0))["status"] == "playing"


@pytest.mark.anyio
async def test_players_who_have_just_come_are_ready(house: House) -> None:
    table = await house.make("spades", people=2, clock={"per_move": DAY})
    await table.sit(0)
    house.clock.advance(FRESH - 1)
    await table.sit(1)
    assert (await table.state(0))["status"] == "playing"


@pytest.mark.anyio
async def test_players_who_do_not_answer_lose_their_seats_and_may_come_back(house: House) -> None:
    table = await house.make("spades", people=3, clock={"per_move": DAY})
    await table.sit(0)
    house.clock.advance(FRESH + 1)
    await table.sit(1, 2)
    await house.pass_time(WITHIN - HOUR, step=HOUR)
    assert (await table.state(1))["seats"][0]["sat"]
    await house.pass_time(HOUR + 60, step=600)
    state = await table.state(1)
    assert not state["seats"][0]["sat"]
    assert state["seats"][0]["free"]
    assert (await table.state(0))["you"] == 0, "their link is still valid"
    await table.sit(0)
    state = await table.state(1)
    assert [seat["ready"] for seat in state["seats"]] == [True, False, False, True]


@pytest.mark.anyio
async def test_who_is_asked_survives_a_restart_of_the_server() -> None:
    one, two = await two_houses()
    table = await one.make("spades", people=2, clock={"per_move": DAY})
    await table.sit(0)
    one.clock.advance(FRESH + 1)
    await table.sit(1)
    await one.server.keep_snapshot(table.room)
    room = await two.server.room(table.id)
    line = await two.line(table.id, table.tokens[0])
    assert (await line.state())["seats"][0]["ready"] is False
    assert (await line.answer("ready"))["type"] == "done"
    assert room.state.status == "playing"
    await one.close()
    await two.close()


# Reliability


async def public_table(house: House, *people: Browser, **more: Any) -> Made:
    seats = len(people)
    body = {"pace": "instant", "public": True, **more}
    table = await house.make("spades", people=seats, **body)
    for seat, browser in enumerate(people):
        await browser.join(table, seat)
        await browser.sit(table, seat, f"Name{seat}")
    return table


async def shown(browser: Browser, table: Made) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await browser.get(f"/api/tables/{table.id}/players")).json()["players"]
    return found


@pytest.mark.anyio
async def test_reliability_counts_decisions_in_time_and_games_left(house: House, ann: Browser, bo: Browser) -> None:
    table = await public_table(house, ann, bo, clock={"per_move": 60.0}, bots=2)
    await house.quiet()
    assert (await shown(bo, table))[0] == {
        "seat": 0, "rating": None, "games": 0, "left": 0, "decisions": 0, "in_time": None
    }  # fmt: skip
    first = table.room.state.waiting[0]
    mover = (ann, bo)[first]
    await house.pass_time(61, step=5)
    state = await mover.state(table)
    option = state["options"][0]
    move = {name: value["low"] if isinstance(value, dict) else value for name, value in option.items()}
    made = await mover.post(f"/api/tables/{table.id}/moves", {"move": move, "number": state["number"]})
    assert made.status_code == 200, made.text
    line = await mover.line(table)
    assert (await line.answer("leave"))["type"] == "done"
    later = await public_table(house, ann, bo)
    found = (await shown(bo, later))[first]
    assert (found["games"], found["left"], found["decisions"], found["in_time"]) == (1, 1, 2, 0.5)


@pytest.mark.anyio
async def test_private_tables_count_for_nothing_and_show_nothing(house: House, ann: Browser, bo: Browser) -> None:
    table = await public_table(house, ann, bo, public=False)
    refused = await ann.get(f"/api/tables/{table.id}/players")
    assert (refused.status_code, refused.json()["code"]) == (403, "not-public")
    assert (await (await ann.line(table)).answer("leave"))["type"] == "done"
    later = await public_table(house, ann, bo)
    assert (await shown(bo, later))[0]["games"] == 0


@pytest.mark.anyio
async def test_an_anonymous_table_shows_no_records_before_its_end(house: House, ann: Browser, bo: Browser) -> None:
    table = await public_table(house, ann, bo, anonymous=True)
    assert await shown(bo, table) == []
    for browser in (ann, bo):
        assert (await (await browser.line(table)).answer("resign"))["type"] == "done"
    assert len(await shown(bo, table)) == 2 or table.room.state.over


# Ratings


@pytest.mark.anyio
@pytest.mark.parametrize("wrong", [{"public": False}, {"hints": True}, {"undo": "free"}, {"sandbox": True}])
async def test_a_rated_table_is_public_and_fair(house: House, wrong: dict[str, Any]) -> None:
    body = {"game": "spades", "seats": [{}] * 4, "public": True, "rated": True, **wrong}
    answer = await house.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-rateable")


@pytest.mark.anyio
async def test_guests_and_persons_who_sit_there_already_take_no_rated_seat(house: House, ann: Browser) -> None:
    table = await house.make("spades", people=2, public=True, rated=True)
    guest = await table.post("seats", 0, {"name": "Guest", "entropy": ENTROPY, "seat": 0})
    assert (guest.status_code, guest.json()["code"]) == (409, "rated")
    await ann.join(table, 0)
    await ann.join(table, 1)
    await ann.sit(table, 0, "Ann")
    again = await ann.post(f"/api/tables/{table.id}/seats", {"name": "Ann", "seat": 1, "entropy": ENTROPY})
    assert again.json()["code"] == "rated"


@pytest.mark.anyio
async def test_every_bot_of_a_rated_table_has_a_fixed_place(house: House) -> None:
    def body(bot: str) -> dict[str, Any]:
        return {"game": "automation", "public": True, "rated": True, "seats": [{}, {"kind": "bot", "bot": bot}]}

    scale = scale_of(await house.server.find_game("automation"))
    assert scale["search"] == scale["architect"] == 25.0 > scale["big-money"] > scale["random"]
    for bot in scale:
        assert (await house.http.post("/api/tables", json=body(bot))).status_code == 201, bot
        assert (
            f'<td class="number">{scale[bot]:.1f}' in (await house.http.get("/games/automation")).text or bot == "first"
        )
    refused = await house.http.post("/api/tables", json=body("search-100ms"))
    assert (refused.status_code, refused.json()["code"]) == (409, "not-rateable")


async def rated_game(house: House, winner: Browser, loser: Browser) -> Made:
    """A rated game for two, from which one of them resigns."""
    table = await house.make("gin-rummy", people=2, bots=0, public=True, rated=True, pace="instant")
    for seat, browser in enumerate((winner, loser)):
        await browser.join(table, seat)
        await browser.sit(table, seat, f"Name{seat}")
    assert (await (await loser.line(table)).answer("resign"))["type"] == "done"
    assert table.room.state.over
    return table


@pytest.mark.anyio
async def test_ratings_follow_from_rated_games_and_only_from_them(house: House, ann: Browser, bo: Browser) -> None:
    unrated = await house.make("gin-rummy", people=2, bots=0, public=True)
    for seat, browser in enumerate((ann, bo)):
        await browser.join(unrated, seat)
        await browser.sit(unrated, seat, f"Name{seat}")
    assert (await (await ann.line(unrated)).answer("resign"))["type"] == "done"
    await house.server.ratings.update()
    assert await house.server.store.belongings(None, RATING) == ()
    table = await rated_game(house, ann, bo)
    await house.server.ratings.update()
    one, two = await shown(ann, table)
    assert one["rating"]["points"] > 25 > two["rating"]["points"]
    assert one["rating"]["games"] == 1
    assert one["rating"]["provisional"]
    mine = (await ann.get("/api/me")).json()["person"]
    assert mine["ratings"] == [{"game": "gin-rummy", **one["rating"]}]
    assert mine["record"]["games"] == 2


@pytest.mark.anyio
async def test_a_deleted_person_leaves_the_ratings_of_others_as_they_are(
    house: House, ann: Browser, bo: Browser
) -> None:
    await rated_game(house, ann, bo)
    await rated_game(house, bo, ann)
    await house.server.ratings.update()
    mark, other = await ann.mark(), await bo.mark()
    before = await house.server.ratings.of(other, "gin-rummy")
    assert (await ann.post("/api/me/delete", {"sure": True})).status_code == 200
    house.server.ratings.note("gin-rummy")
    await house.server.ratings.update()
    assert await house.server.ratings.of(other, "gin-rummy") == before
    assert before is not None
    assert mark not in repr(await house.server.store.belongings(None))


@pytest.mark.anyio
async def test_ratings_recomputed_from_stored_histories_are_the_same(tmp_path: Path) -> None:
    address, clock = f"sqlite:///{tmp_path}/ludex.db", ManualClock()
    house = await make_house(open_store(address), clock)
    async with Browser(house) as ann, Browser(house) as bo:
        tables = []
        for pair in ((ann, bo), (bo, ann), (ann, bo)):
            tables.append((await rated_game(house, *pair)).id)
            clock.advance(10)
        await house.server.ratings.update()
        mark = await ann.mark()
        right = await house.server.ratings.of(mark, "gin-rummy")
    await house.close()
    run = await asyncio.to_thread(CliRunner().invoke, app, ["db", "ratings", address, "--recompute"])
    assert run.exit_code == 0, run.output
    assert run.stdout == "3 results checked, 0 of deleted tables.\nAll ratings are the same.\n"
    store = open_store(address)
    await store.open()
    (rating, *_) = await store.belongings(mark, RATING)
    await store.own([msgspec.structs.replace(rating, data=b'{"mu":99.0,"sigma":1.0,"games":3}')])
    (result, *_) = await store.belongings(SERVER, RESULT)
    await store.own([msgspec.structs.replace(result, data=result.data.replace(b'"ranks":[1,2]', b'"ranks":[2,1]'))])
    await store.close()
    run = await asyncio.to_thread(CliRunner().invoke, app, ["db", "ratings", address, "--recompute", "--json"])
    found = msgspec.json.decode(run.stdout)
    assert found["wrong_results"] == [result.name]
    assert f"gin-rummy.{mark}" in found["wrong_ratings"]
    assert right is not None
    listed = await asyncio.to_thread(CliRunner().invoke, app, ["db", "ratings", address])
    assert listed.stdout == "gin-rummy: 2 persons\n"


PLAYERS = st.lists(st.sampled_from(["ann", "bo", "cy"]), min_size=2, max_size=3, unique=True)


@given(st.lists(st.tuples(PLAYERS, st.permutations([1, 2, 3])), max_size=8))
def test_the_fold_of_results_is_always_the_same_and_bots_keep_their_place(games: list[Any]) -> None:
    results = [
        (
            f"t{number}",
            Result("g", float(number), (*map(Player, people), Player(bot="b", place=0.5)), (*ranks[: len(people)], 2)),
        )
        for number, (people, ranks) in enumerate(games)
    ]
    rated = fold(results)
    assert rated == fold(results)
    assert {person for _, person in rated} == {person for people, _ in games for person in people}
    assert sum(one.games for one in rated.values()) == sum(len(people) for people, _ in games)


def test_winning_against_a_stronger_bot_is_worth_more() -> None:
    def after(place: float) -> float:
        return fold([("t", Result("g", 1.0, (Player("ann"), Player(bot="b", place=place)), (1, 2)))])["g", "ann"].mu

    assert after(1.0) > after(0.5) > after(0.1) > 25


# Secret votes for a draw


@pytest.mark.anyio
async def test_a_secret_vote_for_a_draw_is_shown_to_its_power_alone(house: House) -> None:
    secret = await house.make("diplomacy", people=2, bots=5, secret_draws=True)
    open_one = await house.make("diplomacy", people=2, bots=5)
    for table in (secret, open_one):
        await table.sit()
        await house.quiet()
        voter = await table.line(0)
        await voter.state()
        before = await table.state(1)
        assert (await voter.answer("offer", what="draw"))["type"] == "done"
        mine, theirs = await table.state(0), await table.state(1)
        assert mine["view"]["vote"] == "VOTE DRAW"
        assert theirs["view"]["vote"] is None
        assert ("offers a draw" in str(theirs["events"])) == (table is open_one)
        changed = {name for name in theirs if theirs[name] != before[name]}
        assert changed == (set() if table is secret else {"offers", "log", "events"}), "not even a number changes"
    assert (await secret.state(1))["secret_draws"] is True
    again = await (await secret.line(0)).answer("offer", what="draw")
    assert again["type"] == "refused"


@pytest.mark.anyio
async def test_a_draw_includes_all_survivors(house: House) -> None:
    """All powers with units have to vote for it in one phase, and then share the centres."""
    from ludex.core.game.registry import game

    table = game("diplomacy").new(seats=7, seed=1)
    for seat in range(6):
        table.play(seat, "VOTE DRAW")
        assert table.outcome is None
    table.play(6, "VOTE DRAW")
    while table.outcome is None:
        seat = table.waiting[0]
        table.play(seat, table.options(seat)[0])
    assert table.outcome is not None
    assert table.outcome.ranks == (1,) * 7
    assert "draw" in table.outcome.reason
