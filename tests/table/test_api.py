"""The HTTP API: games, genomes, replays, sandboxes, branches, notices, health, counters, and its own description."""

from __future__ import annotations

import jsonschema
import msgspec
import pytest

import ludex
from ludex.table.room.refused import Refused
from ludex.table.server.notices import check_url
from tests.table.house import House, Made, first_of

pytestmark = pytest.mark.anyio


# --- games and genomes


async def test_games_are_listed_and_described(house: House) -> None:
    names = [game["name"] for game in (await house.http.get("/api/games")).json()["games"]]
    assert names == list(ludex.game_names())
    game = (await house.http.get("/api/games/modern-art")).json()
    assert {setting["name"] for setting in game["settings"]} == {
        "deck",
        "double_money",
        "mystery",
        "closing",
        "starter",
    }
    assert game["rulebook"]
    jsonschema.Draft202012Validator.check_schema(game["schema"])


async def test_what_programs_are_sent_fits_the_schema_of_the_game(house: House) -> None:
    for name in ("modern-art", "power-grid", "spades"):
        table = await house.make(name, people=1)
        await table.sit()
        await house.quiet()
        schema = (await house.http.get(f"/api/games/{name}")).json()["schema"]
        state = await table.state(0)
        for part, value in (("view", state["view"]), ("options", state["options"])):
            jsonschema.validate(value, {**schema[part], "$defs": schema["$defs"]})


async def test_an_unknown_game_is_not_there(house: House) -> None:
    assert (await house.http.get("/api/games/chess")).status_code == 404


async def test_a_genome_is_checked_stored_and_played(house: House) -> None:
    genome = ludex.game("whist").definition
    for given in (genome, msgspec.json.encode(genome).decode()):
        found = (await house.http.post("/api/genomes", json={"genome": given})).json()
        assert found["problems"] == []
        assert found["rulebook"]
    assert (await house.http.get(f"/api/games/{found['name']}")).json()["title"] == "Whist"
    table = await house.make(found["name"], people=1, bots=3)
    await table.sit()
    await house.quiet()
    assert (await table.move(0)).status_code == 200
    await house.server._put_away(table.room)
    assert (await table.state(0))["status"] == "playing", "woken without the file"


async def test_what_is_wrong_with_a_genome_is_told_with_its_place(house: House) -> None:
    genome = dict(ludex.game("whist").definition or {})
    genome["teams"] = [[0, 2], [1]]
    found = (await house.http.post("/api/genomes", json={"genome": genome})).json()
    assert found["name"] is None
    assert found["problems"][0]["path"] == "teams"
    broken = (await house.http.post("/api/genomes", json={"genome": '{\n "name": oops}'})).json()
    assert (broken["problems"][0]["line"], broken["problems"][0]["column"]) == (2, 10)
    for junk in ("[]", "null", '{"name": 1}', "[" * 60000, '{"phases": [' * 200):
        found = (await house.http.post("/api/genomes", json={"genome": junk})).json()
        assert found["problems"]
    long = await house.http.post("/api/genomes", json={"genome": " " * 70_000})
    assert (long.status_code, long.json()["sentence"]) == (
        413,
        "A genome of 70,000 characters: expected at most 65,536, for one game.",
    )


# --- replays, sandboxes, branches


async def finished(house: House) -> Made:
    """A table whose game is over."""
    table = await house.make("modern-art", people=3, on_leave="end")
    await table.sit()
    for _ in range(12):
        seat = (await table.state())["waiting"][0]
        await table.move(seat)
    line = await table.line(0)
    await line.answer("resign")
    return table


async def test_a_finished_game_is_seen_move_by_move_through_any_eyes(house: House) -> None:
    table = await finished(house)
    path = f"/api/tables/{table.id}/frames"
    hands = []
    for seat in range(3):
        frame = (await house.http.get(f"{path}/0", params={"seat": seat})).json()
        assert (frame["at"], frame["moves"], frame["you"]) == (0, 12, seat)
        hands.append(frame["view"]["hand"])
    assert len({str(hand) for hand in hands}) == 3
    frame = (await house.http.get(f"{path}/5", params={"as": "page"})).json()
    assert frame["board"]
    assert frame["move"]["text"]
    assert frame["events"]
    assert (await house.http.get(f"{path}/13")).status_code == 404
    assert (await house.http.get(f"{path}/0", params={"seat": 9})).status_code == 404


async def test_a_running_game_shows_no_frames_and_no_position(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    for path in ("frames/0", "position"):
        answer = await house.http.get(f"/api/tables/{table.id}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


async def test_a_history_of_the_table_replays(house: House) -> None:
    table = await finished(house)
    text = (await house.http.get(f"/api/tables/{table.id}/history")).text
    history = ludex.History.from_json(text)
    assert history.verify().digest == (await table.state())["digest"]


async def test_a_history_from_elsewhere_is_watched_or_gone_on_with(house: House) -> None:
    table = await finished(house)
    text = (await house.http.get(f"/api/tables/{table.id}/history")).text
    answer = await house.http.post("/api/histories", json={"history": text})
    assert answer.status_code == 201, answer.text
    watched = Made(house, answer.json())
    state = await watched.state()
    assert (state["status"], state["digest"]) == ("over", (await table.state())["digest"])
    frames = [
        (await house.http.get(f"/api/tables/{t.id}/frames/7", params={"seat": 1})).json() for t in (table, watched)
    ]
    assert frames[0]["view"] == frames[1]["view"]
    await house.server._put_away(watched.room)
    assert (await watched.state())["digest"] == state["digest"]
    going = ludex.game("whist").new(4, seed=5)
    going.play(going.waiting[0], going.options(going.waiting[0])[0])
    answer = await house.http.post("/api/histories", json={"history": msgspec.json.decode(going.history.to_json())})
    mine = Made(house, answer.json())
    assert (await mine.state(0))["sandbox"]
    seat = (await mine.state(0))["waiting"][0]
    assert (await mine.move(seat)).status_code == 200
    line = await mine.line(0)
    for _ in range(2):
        assert (await line.answer("undo"))["type"] == "done"


async def test_a_history_that_was_tampered_with_is_refused(house: House) -> None:
    table = await finished(house)
    history = (await house.http.get(f"/api/tables/{table.id}/history")).json()
    for changes in ({"seed": "00" * 32}, {"game": "../x.json"}, {"moves": history["moves"][:-1]}, {"version": "9"}):
        answer = await house.http.post("/api/histories", json={"history": {**history, **changes}})
        assert answer.status_code in (404, 409), answer.text
    assert (await house.http.post("/api/histories", json={"history": "junk"})).json()["code"] == "bad-history"


async def test_going_on_from_a_move_is_a_sandbox_of_ones_own(house: House) -> None:
    table = await finished(house)
    answer = await table.post("branch", None, {"at": 4})
    made = Made(house, answer.json())
    state = await made.state(0)
    frame = (await house.http.get(f"/api/tables/{table.id}/frames/4", params={"seat": 0})).json()
    assert state["sandbox"]
    assert state["view"] == frame["view"]
    assert len(set(made.tokens)) == 1


async def test_a_running_game_is_branched_with_what_one_cannot_know_dealt_again(house: House) -> None:
    table = await house.make("spades", people=4)
    await table.sit()
    assert (await table.post("branch", 1, {"at": 0})).json()["code"] == "not-over"
    true = [await table.state(seat) for seat in range(4)]
    changed = 0
    for _ in range(3):
        made = Made(house, (await table.post("branch", 1, {})).json())
        shown = [await made.state(seat) for seat in range(4)]
        assert shown[1]["view"]["hand"] == true[1]["view"]["hand"]
        changed += shown[2]["view"]["hand"] != true[2]["view"]["hand"]
    assert changed == 3


async def test_in_a_sandbox_all_seats_are_mine_and_moves_are_taken_back_freely(house: House) -> None:
    game = ludex.game("automation")
    position = msgspec.json.decode(game.new(2, seed=3).position().but(money=9).to_json())
    body = {"game": "automation", "seats": [{}, {}], "sandbox": True, "position": position}
    table = Made(house, (await house.http.post("/api/tables", json=body)).json())
    state = await table.state(0)
    assert (state["status"], state["view"]["money"], state["mine"]) == ("playing", 9, [0, 1])
    line = await table.line(0)
    for _ in range(6):
        await table.move((await table.state())["waiting"][0])
    for _ in range(6):
        assert (await line.answer("undo"))["type"] == "done"
    assert (await table.state(0))["view"] == state["view"]
    assert (await house.http.get(f"/api/tables/{table.id}/position")).json()["state"]["money"] == 9


async def test_a_position_that_breaks_a_law_is_refused(house: House) -> None:
    body = {"game": "automation", "seats": [{}, {}], "sandbox": True, "position": {"seats": 2, "nonsense": 1}}
    answer = await house.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "bad-setting")


# --- turn notices


async def test_a_turn_notice_is_sent_once_retried_and_never_twice(house: House) -> None:
    sent: list[tuple[str, bytes, str]] = []
    answers = [503, 500, 200]

    async def send(url: str, body: bytes, identity: str) -> int:
        sent.append((url, body, identity))
        return answers.pop(0) if answers else 200

    house.server.notices.send = send
    table = await house.make("automation", people=2)
    await table.sit()
    put = await table.post("webhook", 1, {"url": "https://chat.test/hook?x=1"}, method="PUT")
    assert put.status_code == 200
    while 1 not in (await table.state())["waiting"]:
        assert sent == []
        await table.move(0)
    deliver = house.server.notices.deliver
    assert await deliver() == 0
    assert await deliver() == 0, "not before it is time to try again"
    house.clock.advance(6)
    assert await deliver() == 0
    house.clock.advance(16)
    assert await deliver() == 1
    house.clock.advance(1000)
    assert await deliver() == 0
    assert len({identity for _, _, identity in sent}) == 1
    assert len(sent) == 3
    body = msgspec.json.decode(sent[-1][1])
    assert (body["seat"], body["table"]) == (1, table.id)
    assert "your turn" in body["text"]
    await table.move(1)
    await deliver()
    assert len(sent) == 3, "their own move is no news to them"


async def test_a_notice_that_a_crash_may_have_lost_is_posted_by_whoever_wakes_the_table(house: House) -> None:
    sent: list[str] = []

    async def send(url: str, body: bytes, identity: str) -> int:
        sent.append(identity)
        return 200

    house.server.notices.send = send
    table = await house.make("automation", people=2)
    await table.sit()
    await table.post("webhook", 0, {"url": "https://chat.test/"}, method="PUT")
    for _ in range(2):
        await house.server._put_away(table.room)
        await house.server.room(table.id)
        await house.server.notices.deliver()
    assert len(sent) == 1


@pytest.mark.parametrize(
    "url", ["ftp://x", "file:///etc/passwd", "javascript:1", "http://", "https://a b", "http://u:p@x", "http://[::1"]
)
def test_a_webhook_is_the_address_of_a_web_server(url: str) -> None:
    with pytest.raises(Refused):
        check_url(url)


# --- health and counters


async def test_healthz_and_metrics(house: House) -> None:
    house.server.serves_metrics = True
    assert (await house.http.get("/healthz")).json()["status"] == "ok"
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    await table.move(0)
    await table.move(0, "dance")
    text = (await house.http.get("/metrics")).text
    assert 'ludex_rows_total{kind="move"} 1' in text
    assert 'ludex_refused_total{code="unreadable-move"} 1' in text
    assert "ludex_tables_live 1" in text


# --- the description of itself


async def test_every_route_of_the_api_is_described(house: House) -> None:
    described = (await house.http.get("/openapi.json")).json()["paths"]
    served = {
        (str(getattr(route, "path", "")), method.lower())
        for route in house.app.routes
        for method in getattr(route, "methods", None) or ()
        if getattr(route, "path", "").startswith("/api") and method != "HEAD"
    }
    assert served == {
        (path, method) for path, found in described.items() for method in found if path.startswith("/api")
    }


def test_first_of_takes_the_lowest_of_a_range() -> None:
    assert first_of([{"type": "Bid", "amount": {"low": 3, "high": 9}}]) == {"type": "Bid", "amount": 3}


async def test_a_browser_asks_each_time_whether_a_script_has_changed(house: House) -> None:
    first = await house.http.get("/static/live.js")
    assert first.headers["cache-control"] == "no-cache"
    again = await house.http.get("/static/live.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
