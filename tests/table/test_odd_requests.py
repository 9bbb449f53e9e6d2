"""Odd requests and a store in trouble: 4xx or 503 with a sentence, never 500 and never a traceback."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from psycopg import errors

from ludex.table.server import health
from ludex.table.store import StoreLost
from ludex.table.store.postgres import PostgresDatabase, PostgresSource
from ludex.table.store.sql import SqlStore
from ludex.table.store.sqlite import SqliteDatabase
from tests.table.house import Closed, House, Line, Made, make_house
from tests.table.store.conftest import database, make_database, postgres, postgres_place, sqlite_place  # noqa: F401  (fixtures)
from tests.table.store.places import InDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture
async def stored(database: InDatabase) -> AsyncIterator[House]:  # noqa: F811  (a fixture)
    """A server on SQLite, and one on a real PostgreSQL."""
    made = await make_house(database())
    yield made
    await made.close()


async def ask(house: House, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, dict[str, Any]]:
    """Ask as a program does. The answer is a problem with a sentence, or fine."""
    answer = await house.http.request(method, path, content=body, **more)
    assert answer.status_code < 500 or answer.status_code == 503, (method, path, body, answer.text)
    if answer.status_code < 400:
        return answer.status_code, {}
    assert "Traceback" not in answer.text
    if answer.headers["content-type"].startswith("text/html"):
        assert "Go to the home page" in answer.text
        return answer.status_code, {}
    if answer.headers["content-type"].startswith("text/plain"):
        assert answer.text.strip()
        return answer.status_code, {}
    found: dict[str, Any] = answer.json()
    assert found["sentence"].strip()
    return answer.status_code, found


PLACES = [
    "/api/tables?game={}",
    "/api/tables?what={}",
    "/api/tables?limit={}",
    "/api/tables/{}",
    "/api/tables/{}/history",
    "/api/games/{}",
    "/api/games/genome-{}",
    "/games/{}",
    "/games/genome-{}",
    "/games/spades/art/{}.svg",
    "/new?game={}",
    "/new?game=genome-{}",
    "/design?game={}",
    "/tables/{}",
    "/tables/{}/replay",
    "/join/{}",
    "/join/abcdefghijkm.{}",
    "/static/{}",
    "/{}",
]
ODD = [
    "%00",
    "a%00b",
    "%FF%FE",
    "%ED%A0%80",
    "%E2%80%AE",
    "..%2F..%2Fetc%2Fpasswd",
    "9" * 400,
    "1e999",
    "nan",
    "-1",
    "%0A",
]


async def test_odd_addresses_are_refused_with_a_sentence(stored: House) -> None:
    stored.server.limits.burst = 1e9
    for place in PLACES:
        for odd in ODD:
            await ask(stored, "GET", place.format(odd))


TEXTS = ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00\\ud800", "\\u202e", "\\uffff", "x" * 10_000]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:14])
async def test_odd_texts_in_every_field_are_refused_or_cleaned(stored: House, text: str) -> None:
    table = await stored.make("automation", people=2)
    bodies = {
        "/api/tables": [
            f'{{"game":"{text}","seats":[{{}}]}}',
            f'{{"game":"genome-{text}","seats":[{{}}]}}',
            f'{{"game":"automation","seats":[{{"name":"{text}"}},{{}}]}}',
            f'{{"game":"automation","seats":[{{"kind":"bot","bot":"{text}"}},{{}}]}}',
            f'{{"game":"automation","seats":[{{}},{{}}],"settings":{{"{text}":"{text}"}}}}',
            f'{{"game":"automation","seats":[{{}},{{}}],"sandbox":true,"position":{{"{text}":"{text}"}}}}',
        ],
        f"/api/tables/{table.id}/seats": [f'{{"name":"{text}"}}', f'{{"entropy":"{text}"}}'],
        f"/api/tables/{table.id}/moves": [
            f'{{"move":"{text}","number":0}}',
            f'{{"move":"end phase","number":0,"id":"{text}"}}',
        ],
        "/api/matches": [
            f'{{"game":"{text}"}}',
            f'{{"game":"genome-{text}"}}',
            f'{{"game":"automation","name":"{text}","mine":["{text}"]}}',
        ],
        "/api/genomes": [
            f'{{"genome":"{text}"}}',
            f'{{"genome":{{"name":"{text}","title":"{text}"}}}}',
            '{"genome":"{\\"name\\":\\"' + text.replace("\\", "\\\\") + '\\"}"}',
        ],
        "/api/histories": [f'{{"history":"{text}"}}', f'{{"history":{{"game":"{text}"}}}}'],
    }
    for place, given in bodies.items():
        for body in given:
            await ask(stored, "POST", place, body.encode(), headers={"authorization": f"Bearer {table.tokens[0]}"})
    hook = f'{{"url":"https://a.test/{text}"}}'.encode()
    await ask(
        stored, "PUT", f"/api/tables/{table.id}/webhook", hook, headers={"authorization": f"Bearer {table.tokens[0]}"}
    )


async def test_odd_texts_over_a_socket_are_refused_and_it_stays_open(stored: House) -> None:
    table = await stored.make("automation", people=1, bots=0)
    await table.sit()
    line = await table.line(0)
    await line.state()
    for text in TEXTS:
        for message in (
            f'{{"type":"say","text":"{text}"}}',
            f'{{"type":"move","move":"{text}","number":0,"id":"{text[:20]}"}}',
            f'{{"type":"move","move":{{"type":"{text}"}},"number":0}}',
            f'{{"type":"draft","write":"{text}"}}',
            f'{{"type":"{text}"}}',
        ):
            line.send(message)
            while (await line.next())["type"] not in ("refused", "done", "accepted"):
                pass
    assert (await line.answer("ping"))["type"] == "pong"


NUMBERS = ["-1", "1e400", "1" + "0" * 30, "1" + "0" * 5000, "0.5", "true", "null", "1e15"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:14])
async def test_odd_numbers_are_refused(house: House, number: str) -> None:
    table = await house.make("automation", people=2)
    own = {"authorization": f"Bearer {table.tokens[0]}"}
    for clock in ("per_move", "per_player", "increment", "hammer"):
        body = f'{{"game":"automation","seats":[{{}},{{}}],"clock":{{"{clock}":{number}}}}}'.encode()
        await ask(house, "POST", "/api/tables", body)
    position = msgspec.json.encode(table.room.state.game.new(2, seed=1).position().state).decode()
    for name in msgspec.json.decode(position):
        state = f'{{"game":"automation","seats":2,"state":{{"{name}":{number}}}}}'
        body = f'{{"game":"automation","seats":[{{}},{{}}],"sandbox":true,"position":{state}}}'.encode()
        await ask(house, "POST", "/api/tables", body)
    await ask(house, "POST", "/api/tables", f'{{"game":"automation","seats":[{{"same_as":{number}}}]}}'.encode())
    await ask(house, "POST", f"/api/tables/{table.id}/moves", f'{{"move":"x","number":{number}}}'.encode(), headers=own)
    await ask(house, "POST", f"/api/tables/{table.id}/branch", f'{{"at":{number}}}'.encode(), headers=own)
    for query in (f"?seat={number}", f"?since={number}"):
        await ask(house, "GET", f"/api/tables/{table.id}{query}", headers=own)
    await table.sit()
    assert (await (await table.line(0)).answer("resign"))["type"] == "done"
    for place in (f"frames/{number}", f"frames/0?seat={number}", f"position?at={number}"):
        await ask(house, "GET", f"/api/tables/{table.id}/{place}")


@pytest.mark.parametrize("clock", [{"per_move": -1}, {"per_player": 0}, {"hammer": 1e300}, {"increment": -3}])
async def test_a_clock_that_cannot_run_is_refused(house: House, clock: dict[str, float]) -> None:
    body = {"game": "automation", "seats": [{}, {}], "clock": clock}
    assert (await house.http.post("/api/tables", json=body)).status_code == 400


async def test_wrong_methods_are_told(house: House) -> None:
    table = await house.make("automation", people=2)
    for path in (
        "/",
        "/sandbox",
        "/api/tables",
        "/api/games",
        f"/api/tables/{table.id}",
        "/healthz",
        "/static/live.js",
    ):
        for method in ("DELETE", "PATCH", "PROPFIND", "TRACE"):
            status, problem = await ask(house, method, path)
            assert status == 405, (method, path)
            assert problem["code"] == "wrong-method"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "json", ""]
)
async def test_a_body_that_does_not_say_it_is_json_is_refused(house: House, kind: str) -> None:
    body = b'{"game":"automation","seats":[{},{}]}'
    status, problem = await ask(house, "POST", "/api/tables", body, headers={"content-type": kind})
    assert (status, problem["code"]) == (415, "not-json")


@pytest.mark.parametrize(
    "kind", ["application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"']
)
async def test_json_in_every_usual_spelling_is_taken(house: House, kind: str) -> None:
    body = b'{"game":"automation","seats":[{},{}]}'
    assert (await ask(house, "POST", "/api/tables", body, headers={"content-type": kind}))[0] == 201


@pytest.mark.parametrize(
    "body", [b"\xff\xfe{}", '{"game":"é"}'.encode("latin-1"), b"\xef\xbb\xbf{}", b"\x1f\x8b\x08", b""]
)
async def test_bad_encodings_are_refused(house: House, body: bytes) -> None:
    assert (await ask(house, "POST", "/api/tables", body))[0] == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://[bad"},
        {"host": "[bad"},
        {"host": ""},
        {"content-length": "²"},
        {"content-length": "9" * 5000},
        {"authorization": "Bearer \x00"},
        {"authorization": "Bearer " + "x" * 5000},
        {"cookie": "seat-1=\x00; seat-2=abcdefghijkm.\xff; =; ;;"},
        {"accept": "\xff"},
        {"range": "bytes=9-1"},
    ],
    ids=str,
)
async def test_odd_headers_do_no_harm(house: House, headers: dict[str, str]) -> None:
    table = await house.make("automation", people=2)
    sent = {name: value.encode("latin-1") for name, value in headers.items()}
    for method, path in (
        ("GET", "/"),
        ("GET", f"/api/tables/{table.id}"),
        ("GET", f"/join/{table.tokens[0]}"),
        ("GET", "/static/live.js"),
        ("POST", f"/api/tables/{table.id}/seats"),
    ):
        await ask(house, method, path, b"{}" if method == "POST" else None, headers=sent)


async def test_doubled_keys_are_refused_in_bodies_and_messages(house: House) -> None:
    for body in (
        b'{"game":"automation","game":"spades","seats":[{},{}]}',
        b'{"game":"automation","seats":[{"name":"a","name":"b"},{}]}',
        b'{"game":"automation","seats":[{},{}],"settings":{"edition":"core","edition":"expanded"}}',
    ):
        status, problem = await ask(house, "POST", "/api/tables", body)
        assert (status, problem["code"]) == (400, "unreadable")
        assert "twice" in problem["sentence"]
    genome = msgspec.json.encode({"genome": '{"name":"a","name":"b"}'})
    found = (await house.http.post("/api/genomes", content=genome)).json()
    assert "'name' twice" in found["problems"][0]["sentence"]
    history = msgspec.json.encode({"history": '{"game":"spades","game":"whist"}'})
    assert "'game' twice" in (await ask(house, "POST", "/api/histories", history))[1]["sentence"]
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    line = Line(house.app, table.id)
    house.lines.append(line)
    await line.opened()
    line.send(f'{{"type":"hello","token":null,"token":"{table.tokens[0]}"}}')
    assert "twice" in (await line.hear("refused"))["sentence"]
    line = await table.line(0)
    line.send('{"type":"move","move":"end phase","number":0,"number":0}')
    assert "twice" in (await line.hear("refused"))["sentence"]
    line.send('{"type":"move","move":{"type":"EndPhase","type":"EndPhase"},"number":0}')
    assert "twice" in (await line.hear("refused"))["sentence"]


# --- a store in trouble


async def break_store(house: House, monkeypatch: pytest.MonkeyPatch, how: str, url: str) -> None:
    """Let the store fail from now on."""
    store = house.server.store
    assert isinstance(store, SqlStore)
    monkeypatch.setattr(PostgresSource, "patience", 0.0)
    monkeypatch.setattr(health, "FRESH", -1.0)
    if how == "full":
        if url.startswith("sqlite"):
            connection = store._writer._database
            assert isinstance(connection, SqliteDatabase)

            def full() -> None:
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error

            monkeypatch.setattr(connection, "commit", full)
        else:
            monkeypatch.setattr(PostgresDatabase, "commit", _disk_full)
    elif url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).unlink()
    else:

        def away(self: PostgresSource) -> PostgresDatabase:
            raise StoreLost("cannot connect")

        monkeypatch.setattr(PostgresSource, "connect", away)
        for connection in (store._writer._database, *store._reading):
            assert isinstance(connection, PostgresDatabase)
            connection.raw.close()


def _disk_full(self: PostgresDatabase) -> None:
    raise errors.DiskFull("could not extend file")


@pytest.mark.parametrize("how", ["full", "lost"])
async def test_a_store_in_trouble_is_told_with_503_and_nothing_changes(
    database: InDatabase,  # noqa: F811  (a fixture)
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    how: str,
) -> None:
    house = await make_house(database())
    table = await house.make("automation", people=2)
    await table.sit()
    line = await table.line(0)
    await line.state()
    assert (await house.http.get("/healthz")).status_code == 200
    caplog.set_level(logging.ERROR)
    with monkeypatch.context() as patch:
        await break_store(house, patch, how, database.url)
        own = {"authorization": f"Bearer {table.tokens[0]}"}
        make = b'{"game":"automation","seats":[{},{}]}'
        status, problem = await ask(house, "GET", "/healthz")
        assert (status, problem["code"]) == (503, "store-full" if how == "full" else "no-store")
        assert (await ask(house, "POST", "/api/tables", make))[0] == 503
        move = b'{"move":"end phase","number":0}'
        assert (await ask(house, "POST", f"/api/tables/{table.id}/moves", move, headers=own))[0] == 503
        for message in (
            {"type": "move", "move": "end phase", "number": 0},
            {"type": "say", "text": "hello"},
            {"type": "resign"},
        ):
            line.send(msgspec.json.encode(message))
            assert (await line.hear("refused"))["sentence"]
        await ask(house, "POST", "/sandbox?game=automation")
        await ask(house, "GET", "/api/tables")
        await ask(house, "GET", "/tables/abcdefghijkm")
        await ask(house, "GET", f"/api/tables/{table.id}")
        strange = Line(house.app, "abcdefghijkm")
        house.lines.append(strange)
        await strange.hello()
        assert (await strange.next())["type"] == "refused"
        with pytest.raises(Closed):
            await strange.next()
        assert not any(record.exc_info for record in caplog.records), "no traceback in the log"
    if not (how == "lost" and database.url.startswith("sqlite")):
        assert (await house.http.get("/healthz")).status_code in (200, 503)
        monkeypatch.setattr(health, "FRESH", -1.0)
        assert (await house.http.get("/healthz")).status_code == 200
        assert (await Made(house, table.made).move(0, "end phase")).status_code == 200
    await house.close()


async def test_a_store_that_failed_is_not_healthy_before_there_is_room_again(
    sqlite_place: InDatabase,  # noqa: F811  (a fixture)
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A few bytes fit where a move does not: the answer must not alternate."""
    monkeypatch.setattr(health, "FRESH", -1.0)
    house = await make_house(sqlite_place())
    table = await house.make("automation", people=2)
    await table.sit()
    line = await table.line(0)
    store = house.server.store
    assert isinstance(store, SqlStore)
    assert isinstance(store._writer._database, SqliteDatabase)
    limit = store._writer._database.raw
    assert (await ask(house, "GET", "/healthz"))[0] == 200
    (pages,) = limit.execute("PRAGMA page_count").fetchone()
    limit.execute(f"PRAGMA max_page_count={pages + 8}")
    while (await line.answer("say", text="x" * 400))["type"] == "done":
        house.clock.advance(10)
    await store.put("small", "small", b"")  # so there is room for a few bytes
    for _ in range(3):
        assert (await ask(house, "GET", "/healthz"))[1].get("code") == "store-full"
    limit.execute(f"PRAGMA max_page_count={pages + 1000}")
    for _ in range(2):
        assert (await ask(house, "GET", "/healthz"))[0] == 200
    await house.close()


async def test_many_who_ask_for_the_health_make_the_store_write_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    put = house.server.store.put

    async def counted(kind: str, key: str, data: bytes) -> None:
        written.append(key)
        await put(kind, key, data)

    monkeypatch.setattr(house.server.store, "put", counted)
    monkeypatch.setattr(health, "FRESH", 1e9)
    answers = await asyncio.gather(*(house.http.get("/healthz") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert written == ["health"]


async def test_a_store_that_does_not_answer_in_time_is_not_healthy(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = asyncio.Event()

    async def slow(kind: str, key: str, data: bytes) -> None:
        await answered.wait()

    monkeypatch.setattr(house.server.store, "put", slow)
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    status, problem = await ask(house, "GET", "/healthz")
    assert (status, problem["code"]) == (503, "no-store")
    answered.set()
    monkeypatch.setattr(health, "PATIENCE", 100.0)
    assert (await ask(house, "GET", "/healthz"))[0] == 200
