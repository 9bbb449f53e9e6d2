"""Safety: origins, headers, cookies, limits, junk, and nothing secret in a log."""

from __future__ import annotations

import logging
from collections import defaultdict
from random import Random

import httpx
import msgspec
import pytest

from ludex.table.room.messages import MOST_MESSAGE
from ludex.table.server.bodies import MOST_BODY
from ludex.table.server.limits import Limits
from ludex.table.server.tokens import new_id, new_secret, seats_of_token
from tests.table.house import ENTROPY, Closed, House, Line, make_house

pytestmark = pytest.mark.anyio


# --- tokens


def test_ids_and_secrets_cannot_be_guessed() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len({new_secret() for _ in range(1000)}) == 1000


def test_every_seat_is_compared_whatever_the_first_one_says() -> None:
    compared: list[str] = []

    class Counted(str):
        def __bool__(self) -> bool:
            compared.append(self)
            return True

    hashes = [Counted("0" * 64) for _ in range(5)]
    assert seats_of_token("abcdefghijkm.x", hashes) == ()
    assert len(compared) == 5


async def test_a_links_token_is_exchanged_for_a_cookie_at_once(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    answer = await house.http.get(f"/join/{table.tokens[0]}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table.id}")
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert f"tables/{table.id}" in cookie
        assert "Secure" not in cookie, "this server is reached over http"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


async def test_over_https_cookies_are_secure(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    transport = httpx.ASGITransport(app=house.app)
    async with httpx.AsyncClient(transport=transport, base_url="https://table.test") as secure:
        answer = await secure.get(f"/join/{table.tokens[0]}")
    assert "Secure" in answer.headers["set-cookie"]


async def test_a_cookie_is_as_good_as_a_token(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    cookie = {"cookie": f"seat-ab={table.tokens[0]}; other=1; seat-cd=mnpqrstuvwxy.x"}
    answer = await house.http.post(f"/api/tables/{table.id}/seats", json={"entropy": ENTROPY}, headers=cookie)
    assert answer.status_code == 201
    line = Line(house.app, table.id, tuple(cookie.items()))
    house.lines.append(line)
    await line.hello()
    assert (await line.state())["you"] == 0


async def test_two_links_in_one_browser_are_two_seats(house: House) -> None:
    table = await house.make("automation", people=2)
    cookie = f"seat-1={table.tokens[0]}; seat-2={table.tokens[1]}"
    line = Line(house.app, table.id, (("cookie", cookie),))
    house.lines.append(line)
    await line.hello()
    assert (await line.state())["mine"] == [0, 1]


async def test_a_forged_link_opens_nothing(house: House) -> None:
    table = await house.make("automation", people=1)
    for token in (f"{table.id}.{'A' * 32}", f"{table.id}.", "junk", "mnpqrstuvwxy.abc"):
        answer = await house.http.get(f"/join/{token}")
        assert answer.status_code in (403, 404)
        assert "set-cookie" not in answer.headers
        page = await house.http.get(f"/join/{token}", headers={"accept": "text/html,*/*"})
        assert page.status_code == answer.status_code
        assert "Go to the home page" in page.text, "people are not shown JSON"


async def test_a_forged_token_closes_the_socket(house: House) -> None:
    table = await house.make("automation", people=1)
    line = await house.line(table.id, f"{table.id}.{'A' * 32}")
    assert (await line.next())["code"] == "not-yours"
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 4403, "for good: the page does not come back by itself"


async def test_a_page_that_stalled_before_its_hello_may_come_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.table.app.socket_route.HELLO_WITHIN", 0.01)
    table = await house.make("automation", people=1)
    line = Line(house.app, table.id)
    await line.opened()
    assert (await line.next())["code"] == "no-hello"
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 1013


async def test_a_server_that_is_about_to_stop_sends_pages_away_for_a_moment_only(house: House) -> None:
    table = await house.make("automation", people=1)
    await house.server.close()
    line = Line(house.app, table.id)
    await line.hello()
    assert (await line.next())["code"] == "closing"
    with pytest.raises(Closed) as closed:
        await line.next()
    assert closed.value.code == 1013


# --- origins and headers


@pytest.mark.parametrize("origin", ["https://evil.test", "http://table.test.evil.test", "null", "http://evil.test:80"])
async def test_pages_of_other_addresses_get_no_socket(house: House, origin: str) -> None:
    table = await house.make("automation", people=1)
    line = Line(house.app, table.id, (("origin", origin),))
    with pytest.raises(Closed):
        await line.hello(table.tokens[0])


async def test_our_own_pages_and_those_we_allow_get_a_socket(house: House) -> None:
    house.server.origins = frozenset({"https://club.test"})
    table = await house.make("automation", people=1)
    for origin in ("http://table.test", "https://club.test"):
        line = Line(house.app, table.id, (("origin", origin),))
        house.lines.append(line)
        await line.hello()
        assert (await line.state())["you"] is None


async def test_pages_of_other_addresses_change_nothing(house: House) -> None:
    body = {"game": "automation", "seats": [{}]}
    answer = await house.http.post("/api/tables", json=body, headers={"origin": "https://evil.test"})
    assert (answer.status_code, answer.json()["code"]) == (403, "other-origin")


async def test_a_sandbox_is_made_by_a_press_of_our_own_page_only(house: House) -> None:
    for method in ("GET", "HEAD"):
        assert (await house.http.request(method, "/sandbox?game=automation")).status_code == 405
    for origin in ("https://evil.test", "null"):
        answer = await house.http.post("/sandbox?game=automation", headers={"origin": origin})
        assert answer.status_code == 403
    assert not house.server.rooms
    page = await house.http.get("/games/automation")
    assert page.headers["referrer-policy"] == "same-origin", "or the browser would hide where the form comes from"
    made = await house.http.post("/sandbox?game=automation", headers={"origin": "http://table.test"})
    assert (made.status_code, made.headers["location"]) == (303, f"/tables/{next(iter(house.server.rooms))}")


async def test_nothing_is_made_by_asking(house: House) -> None:
    table = await house.make("automation", people=2, public=True)
    rows = await house.server.store.rows(table.id)
    asked = 0
    for route in house.app.routes:
        if "GET" in (getattr(route, "methods", None) or ()):
            names = defaultdict(lambda: "x", table=table.id, game="automation", at="0", token=table.tokens[0])
            path = str(getattr(route, "path", "")).format_map(names)
            for query in ("", "?game=automation"):
                answer = await house.http.get(path + query, headers={"authorization": f"Bearer {table.tokens[0]}"})
                assert answer.status_code < 500
                asked += 1
    assert asked > 30
    assert list(house.server.rooms) == [table.id]
    assert await house.server.store.rows(table.id) == rows


@pytest.mark.parametrize("path", ["/healthz", "/api/games", "/nowhere", "/api/tables/abcdefghijkm", "/"])
async def test_every_answer_has_the_safe_headers(house: House, path: str) -> None:
    headers = (await house.http.get(path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


# --- limits


async def test_an_address_that_asks_too_much_is_told_to_wait() -> None:
    house = await make_house(limits=Limits(requests=1, burst=5))
    for _ in range(5):
        assert (await house.http.get("/healthz")).status_code == 200
    answer = await house.http.get("/healthz")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
    assert answer.headers["retry-after"]
    house.clock.advance(2)
    assert (await house.http.get("/healthz")).status_code == 200
    await house.close()


@pytest.mark.parametrize("path", ["/", "/games", "/games/spades", "/games/spades/style.css", "/new", "/design"])
async def test_pages_are_limited_like_the_api(path: str) -> None:
    house = await make_house(limits=Limits(requests=1, burst=3))
    assert [(await house.http.get(path)).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    page = await house.http.get(path)
    assert page.headers["retry-after"]
    assert "Go to the home page" in page.text
    await house.close()


async def test_tables_per_address_are_limited() -> None:
    house = await make_house(limits=Limits(tables_per_hour=3))
    body = {"game": "automation", "seats": [{}]}
    codes = [(await house.http.post("/api/tables", json=body)).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]
    await house.close()


async def test_messages_that_come_too_fast_are_refused() -> None:
    house = await make_house(limits=Limits(messages=1, message_burst=3))
    table = await house.make("automation", people=1, bots=0)
    line = await table.line(0)
    answers = [await line.answer("ping") for _ in range(5)]
    assert [a["type"] for a in answers] == ["pong", "pong", "pong", "refused", "refused"]
    assert answers[-1]["code"] == "too-fast"
    await house.close()


async def test_connections_per_address_are_limited() -> None:
    house = await make_house(limits=Limits(connections=2))
    table = await house.make("automation", people=1, bots=0)
    await table.line()
    second = await table.line()
    third = Line(house.app, table.id)
    with pytest.raises(Closed):
        await third.hello()
    await second.close()
    await table.line()
    await house.close()


async def test_names_and_chat_are_limited(house: House) -> None:
    body = {"game": "automation", "seats": [{"name": "x" * 25}]}
    assert (await house.http.post("/api/tables", json=body)).status_code == 400
    table = await house.make("automation", people=1, bots=0)
    line = await table.line(0)
    line.say("say", text="x" * 501)
    assert (await line.hear("refused"))["code"] == "unreadable"
    assert (await line.answer("say", text="\u202e \u0000"))["code"] == "nothing-said"


async def test_bodies_are_limited(house: House) -> None:
    answer = await house.http.post("/api/genomes", content=b"x" * (MOST_BODY + 1))
    assert answer.status_code == 413

    async def parts() -> object:
        for _ in range(20):
            yield b"[" * 65536

    answer = await house.http.post("/api/genomes", content=parts())  # type: ignore[arg-type]  # an async iterator
    assert answer.status_code in (400, 413)


# --- junk, repeated, reordered, oversized, stale


JUNK: list[bytes | str] = [
    "",
    "null",
    "[]",
    "{}",
    '{"type":"move"}',
    '{"type":"move","move":"end phase"}',
    '{"type":"move","move":"end phase","number":-1}',
    '{"type":"move","move":"end phase","number":1e99}',
    '{"type":"move","move":"end phase","number":0,"extra":1}',
    '{"type":"nothing"}',
    '{"type":"hello"}',
    '{"type":"sit","entropy":"xyz"}',
    '{"type":"orders","bid":-5}',
    '{"type":"answer","offer":99,"yes":true}',
    '{"type":"look","seat":99}',
    '{"type":"move","move":{"type":"Nothing","x":{}},"number":0}',
    '{"type":"move","move":' + "[" * 5000 + "]" * 5000 + ',"number":0}',
    "[" * 20000,
    '{"type":"say","text":"' + "x" * (MOST_MESSAGE + 5) + '"}',
    '{"type":"move","move":"' + "x" * 30000 + '","number":0}',
]


async def test_junk_is_refused_and_the_socket_stays_open(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    line = await table.line(0)
    before = await line.state()
    rows = len(await house.server.store.rows(table.id))
    for junk in JUNK:
        line.send(junk)
        answer = await line.hear("refused")
        assert answer["code"]
        assert "Traceback" not in answer["sentence"]
    line.send_bytes(b"\xff\xfe\x00")
    await line.hear("refused")
    assert len(await house.server.store.rows(table.id)) == rows
    assert (await table.state(0))["view"] == before["view"]
    assert (await line.answer("ping"))["type"] == "pong"


@pytest.mark.parametrize(
    "first", ["", "{", '{"type":"move","move":"x","number":0}', '{"type":"hello","as":"spy"}', "\x00"]
)
async def test_whoever_does_not_say_hello_is_closed(house: House, first: str) -> None:
    table = await house.make("automation", people=1)
    line = Line(house.app, table.id)
    await line.opened()
    line.send(first)
    assert (await line.next())["type"] == "refused"
    with pytest.raises(Closed):
        await line.next()


async def test_messages_repeated_and_reordered_do_no_harm(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    line = await table.line(0)
    await line.state()
    sent = []
    for number in range(12):
        move = {"type": "move", "move": "end phase", "number": number, "id": f"m{number}"}
        sent.append(msgspec.json.encode(move))
    dice = Random(3)
    for _ in range(4):
        dice.shuffle(sent)
        for message in sent:
            line.send(message)
    await line.drain()
    moves = [row.data for row in await house.server.store.rows(table.id) if row.kind == "move"]
    ids = [msgspec.json.decode(data)["id"] for data in moves]
    assert ids == [f"m{number}" for number in range(len(ids))], "each once, and each for the decision it answers"
    accepted = [m for m in line.heard if m["type"] == "accepted"]
    for name in set(ids):
        assert len({m["number"] for m in accepted if m["id"] == name}) == 1


# --- nothing secret outside


async def test_no_token_and_no_seed_in_a_log(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    table = await house.make("automation", people=2)
    await table.sit()
    room = table.room
    await house.http.get(f"/join/{table.tokens[0]}")
    with monkeypatch.context() as patched:
        patched.setattr(room.state, "made", None)  # so that something fails inside
        for path in (f"/api/tables/{table.id}", f"/join/{table.tokens[0]}"):
            await house.http.get(path, headers={"authorization": f"Bearer {table.tokens[0]}"})
    secret = str(table.tokens[0]).partition(".")[2]
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("httpx"))
    assert secret not in ours
    assert room.state.header.seed.hex() not in caplog.text


async def test_a_fault_inside_shows_no_traceback(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()

    def broken(*_: object) -> None:
        raise RuntimeError("a secret path")

    monkeypatch.setattr(table.room.perspectives, "message", broken)
    answer = await house.http.get(f"/api/tables/{table.id}")
    assert answer.status_code == 500
    assert answer.json()["code"] == "fault"
    assert "secret path" not in answer.text


async def test_the_seed_is_told_only_when_the_game_is_over(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    seed = table.room.state.header.seed.hex()
    await table.move(0)
    during = await house.http.get(f"/api/tables/{table.id}/history")
    assert seed not in during.text
    assert during.json()["moves"] == []
    line = await table.line(0)
    await line.answer("resign")
    after = await house.http.get(f"/api/tables/{table.id}/history")
    assert after.json()["seed"]
    assert len(after.json()["moves"]) == 1
