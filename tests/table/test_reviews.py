"""Reviews at the online table: only of finished games, computed once, within the limits of an address."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

import ludex
from ludex.players.review import Review, ReviewSettings
from ludex.table.server.limits import Limits
from tests.table.house import House, Made, make_house

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def quickly(request: pytest.FixtureRequest) -> None:
    """Reviews take few playouts here."""
    if "house" in request.fixturenames:
        request.getfixturevalue("house").server.reviews.settings = ReviewSettings(playouts=400)


async def finished(house: House) -> Made:
    """A game that is over, watched by its history."""
    table = ludex.game("knockout-whist").new(2, seed=3, players=["Ann", "Bob"])
    while table.waiting:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    answer = await house.http.post("/api/histories", json={"history": table.history.to_json()})
    assert answer.status_code == 201, answer.text
    return Made(house, answer.json())


async def ask(house: House, table: Made, method: str = "GET", **query: str) -> httpx.Response:
    """Ask for a review."""
    body: dict[str, Any] | None = {} if method == "POST" else None
    return await house.http.request(method, f"/api/tables/{table.id}/review", json=body, params=query)


async def reviewed(house: House, table: Made, **query: str) -> dict[str, Any]:
    """Begin a review, and wait until it is done."""
    answer = await ask(house, table, "POST", **query)
    while answer.json()["status"] == "working":  # the clock stands still, so that frequent questions would be refused
        tasks = [one.task for one in house.server.reviews._working.values() if one.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        answer = await ask(house, table, **query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_running_game_has_no_review(house: House) -> None:
    table = await house.make("spades", people=4)
    for method in ("GET", "POST"):
        assert (await ask(house, table, method)).json()["code"] == "not-dealt"
    await table.sit()
    for method in ("GET", "POST"):
        answer = await ask(house, table, method)
        assert answer.status_code == 409
        assert answer.json() == {"code": "not-over", "sentence": "The review is available once the game is over."}
    assert house.server.reviews._working == {}


async def test_a_finished_game_is_reviewed_for_programs_and_for_pages(house: House) -> None:
    table = await finished(house)
    assert (await ask(house, table)).json() == {"status": "none", "done": 0.0}
    found = await reviewed(house, table)
    review = Review.from_json(ludex_json(found["review"]))
    assert review.players == ("Ann", "Bob")
    assert found["status"] == "done"
    page = (await ask(house, table, **{"as": "page"})).json()["page"]
    assert "<svg" in page["chart"]
    assert "Ann" in page["legend"]
    assert [moment["number"] for moment in page["moments"]] == [moment.number for moment in review.moments]
    assert not any("seat 0 chose" in moment["html"] for moment in page["moments"])


def ludex_json(value: Any) -> bytes:
    """Return data as JSON again."""
    import msgspec

    return msgspec.json.encode(value)


async def test_a_second_visitor_gets_the_stored_review(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await finished(house)
    first = await reviewed(house, table)

    def fail(*_: Any) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr("ludex.table.server.reviews.compute", fail)
    assert await reviewed(house, table) == first
    await house.server._put_away(table.room)
    assert await reviewed(house, table) == first, "also after the table slept"


async def test_two_visitors_at_once_share_one_computation(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.table.server import reviews

    computed: list[int] = []
    true = reviews.compute

    def count(table: Any, settings: Any, tell: Any) -> Review:
        computed.append(1)
        return true(table, settings, tell)

    monkeypatch.setattr(reviews, "compute", count)
    table = await finished(house)
    first, second = await asyncio.gather(reviewed(house, table), reviewed(house, table))
    assert first == second
    assert computed == [1]


async def test_progress_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    from ludex.table.server import reviews

    wait, true = threading.Event(), reviews.compute

    def slowly(table: Any, settings: Any, tell: Any) -> Review:
        tell(0.25)
        wait.wait(60)
        return true(table, settings, tell)

    monkeypatch.setattr(reviews, "compute", slowly)
    table = await finished(house)
    answer = (await ask(house, table, "POST")).json()
    while answer["done"] == 0.0:
        await asyncio.sleep(0.01)
        answer = (await ask(house, table)).json()
    assert answer == {"status": "working", "done": 0.25}
    wait.set()
    assert (await reviewed(house, table))["status"] == "done"


async def test_a_review_that_fails_can_be_requested_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("out of luck")

    table = await finished(house)
    with monkeypatch.context() as patched:
        patched.setattr("ludex.table.server.reviews.compute", fail)
        assert (await reviewed(house, table))["status"] == "none"
    assert (await reviewed(house, table))["status"] == "done"


async def test_an_address_gets_a_limited_number_of_reviews() -> None:
    house = await make_house(limits=Limits(reviews_per_hour=1))
    house.server.reviews.settings = ReviewSettings(playouts=400)
    first, second = await finished(house), await finished(house)
    await reviewed(house, first)
    answer = await ask(house, second, "POST")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
    assert (await ask(house, first)).json()["status"] == "done", "what is stored costs nothing"
    await house.close()


async def test_reviews_wait_in_a_short_line(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    wait = threading.Event()
    monkeypatch.setattr("ludex.table.server.reviews.compute", lambda *_: wait.wait(60))
    tables = [await finished(house) for _ in range(3)]
    answers = [await ask(house, table, "POST") for table in tables]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "busy"
    wait.set()


async def test_a_position_before_a_moment_is_played_on_from(house: House) -> None:
    table = await finished(house)
    answer = await house.http.post(f"/api/tables/{table.id}/branch", json={"at": 3})
    sandbox = Made(house, answer.json())
    assert (await sandbox.state(0))["status"] == "playing"


async def test_the_review_of_a_deleted_table_is_deleted(house: House) -> None:
    table = await finished(house)
    await reviewed(house, table)
    await house.server._put_away(table.room)
    house.server.keep_days = 1.0
    house.clock.advance(3 * 86_400)
    await house.server._prune(house.clock.now())
    assert await house.server.store.get("review", table.id) is None
