"""A person's devices, recovery code, games, export and deletion, and what is out of reach of another person."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import msgspec
import pytest

from ludex.table.app import me
from ludex.table.app.people import PERSON_COOKIE, Person
from ludex.table.server import passkeys
from ludex.table.server.limits import Limits
from ludex.table.server.recovery import RECOVERY, name_of
from ludex.table.server.tokens import hashed
from tests.table.house import ENTROPY, House, Made, make_house, two_houses
from tests.table.persons import Browser

pytestmark = pytest.mark.anyio


async def seated(house: House, *browsers: Browser, game: str = "spades", **more: Any) -> Made:
    """A table at which these persons sit, with P0, P1 … as names."""
    table = await house.make(game, people=len(browsers), **more)
    for seat, browser in enumerate(browsers):
        await browser.join(table, seat)
        await browser.sit(table, seat, f"Name{seat}")
    return table


# Devices


async def test_a_guest_has_nothing(house: House, ann: Browser) -> None:
    assert (await ann.get("/api/me")).json() == {"person": None, "passkeys": True, "people": True}
    assert (await ann.get("/api/me/games")).json() == {"games": None}
    for method, path, body in (
        ("PUT", "/api/me", {"name": "Ann"}),
        ("POST", "/api/me/devices/sign-out", {"id": "x"}),
        ("POST", "/api/me/recovery", {}),
        ("POST", "/api/me/passkeys/options", {}),
        ("POST", "/api/me/passkeys", {"credential": {}}),
        ("POST", "/api/me/passkeys/remove", {"id": "x"}),
        ("GET", "/api/me/export", None),
        ("POST", "/api/me/delete", {"sure": True}),
        ("GET", "/api/me/blocked", None),
        ("POST", "/api/me/blocked", {"table": "x", "seat": 0}),
        ("POST", "/api/me/unblock", {"id": "x"}),
    ):
        answer = await (ann.get(path) if body is None else ann.post(path, body, method))
        assert (answer.status_code, answer.json()["code"]) == (401, "no-person"), path


async def test_a_page_of_another_site_can_do_nothing(house: House, ann: Browser) -> None:
    await seated(house, ann)
    for path, body in (("/api/me/delete", {"sure": True}), ("/api/me/recovery", {}), ("/api/me/sign-in", {})):
        answer = await ann.http.post(path, json=body, headers={**ann.page, "origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "other-origin")
    assert (await ann.get("/api/me")).json()["person"]["recovery"] is False


async def test_a_person_has_a_name_that_is_suggested(house: House, ann: Browser) -> None:
    await seated(house, ann)
    assert (await ann.post("/api/me", {"name": "  Anna\u202e "}, "PUT")).json() == {"name": "Anna"}
    assert (await ann.get("/api/me")).json()["person"]["name"] == "Anna"
    table = await house.make("spades", people=1)
    await ann.join(table, 0)
    await ann.sit(table, 0, "")
    assert table.room.state.seats[0].name == "Anna"


async def test_what_is_private_is_not_cached(house: House, ann: Browser) -> None:
    await seated(house, ann)
    for path in ("/api/me", "/api/me/games", "/api/me/export", "/api/me/blocked"):
        assert (await ann.get(path)).headers["cache-control"] == "no-store", path


async def test_a_recovery_code_brings_the_seats_to_another_device_and_is_replaced(house: House, ann: Browser) -> None:
    table = await seated(house, ann)
    code = (await ann.post("/api/me/recovery")).json()["code"]
    assert code not in repr(await house.server.store.belongings(None))
    async with Browser(house, "Mozilla/5.0 (iPhone) Safari/600") as phone:
        answer = await phone.post("/api/me/recover", {"code": code.upper().replace("-", " ")})
        assert answer.status_code == 200, answer.text
        assert PERSON_COOKIE in str(answer.headers)
        new = answer.json()["code"]
        assert new != code
        assert (await phone.state(table))["you"] == 0
        assert await phone.mark() == await ann.mark()
        assert phone.cookie != ann.cookie
        games = (await phone.get("/api/me/games")).json()["games"]
        assert [game["id"] for game in games] == [table.id]
        again = await phone.post("/api/me/recover", {"code": code})
        assert (again.status_code, again.json()["code"]) == (403, "no-code")
        devices = (await ann.get("/api/me")).json()["person"]["devices"]
        assert {one["label"] for one in devices} == {"Firefox on Linux", "Safari on iPhone"}
        assert [one["here"] for one in devices].count(True) == 1
        assert (await ann.post("/api/me/recover", {"code": new})).status_code == 200


async def test_a_new_code_replaces_the_old_one(house: House, ann: Browser, bo: Browser) -> None:
    await seated(house, ann)
    first, second = [(await ann.post("/api/me/recovery")).json()["code"] for _ in range(2)]
    assert [one.name for one in await house.server.store.belongings(None, RECOVERY)] == [name_of(second)]
    assert (await bo.post("/api/me/recover", {"code": first})).status_code == 403


async def test_one_code_used_twice_at_once_signs_in_once(house: House, ann: Browser) -> None:
    await seated(house, ann)
    code = (await ann.post("/api/me/recovery")).json()["code"]
    async with Browser(house) as one, Browser(house) as two:
        found = await asyncio.gather(*(each.post("/api/me/recover", {"code": code}) for each in (one, two)))
        assert sorted(answer.status_code for answer in found) == [200, 403]


async def test_codes_cannot_be_guessed_quickly() -> None:
    house = await make_house(limits=Limits(sign_ins_per_hour=3))
    async with Browser(house) as browser:
        tries = [await browser.post("/api/me/recover", {"code": f"guess {n}"}) for n in range(5)]
        assert [answer.status_code for answer in tries] == [403, 403, 403, 429, 429]
    await house.close()


async def test_seats_taken_before_signing_in_come_along(house: House, ann: Browser, bo: Browser) -> None:
    first = await seated(house, ann)
    code = (await ann.post("/api/me/recovery")).json()["code"]
    second = await seated(house, bo)
    silent = await bo.mark()
    assert (await bo.post("/api/me/recover", {"code": code})).status_code == 200
    games = (await ann.get("/api/me/games")).json()["games"]
    assert {game["id"] for game in games} == {first.id, second.id}
    assert await house.server.store.belongings(silent) == ()
    ann.drop_seat_cookies()
    assert (await ann.state(second))["you"] == 0


async def test_a_settled_person_is_not_swallowed_by_signing_in_as_another(
    house: House, ann: Browser, bo: Browser
) -> None:
    await seated(house, ann)
    await seated(house, bo)
    codes = [(await each.post("/api/me/recovery")).json()["code"] for each in (ann, bo)]
    mark = await bo.mark()
    assert (await bo.post("/api/me/recover", {"code": codes[0]})).status_code == 200
    assert len(await house.server.store.belongings(mark, "seat")) == 1
    async with Browser(house) as later:
        assert (await later.post("/api/me/recover", {"code": codes[1]})).status_code == 200
        assert await later.mark() == mark


async def test_a_device_that_is_signed_out_has_lost_the_seats_and_its_links(house: House, ann: Browser) -> None:
    table = await seated(house, ann)
    code = (await ann.post("/api/me/recovery")).json()["code"]
    async with Browser(house) as stolen:
        await stolen.post("/api/me/recover", {"code": code})
        await stolen.join(table, 0)
        line = await stolen.line(table)
        mine = await ann.line(table)
        assert (await line.state())["you"] == 0
        assert (await mine.state())["you"] == 0
        shown = (await ann.get("/api/me")).json()["person"]["devices"]
        other = next(one["id"] for one in shown if not one["here"])
        assert (await ann.post("/api/me/devices/sign-out", {"id": other})).status_code == 200
        assert (await stolen.get("/api/me")).json()["person"] is None
        assert (await stolen.state(table))["you"] is None, "neither as a person nor by the link"
        assert (await line.hear("gone"))["why"] == "restart"
        assert (await ann.state(table))["you"] == 0
        assert (await mine.answer("say", text="still here"))["type"] == "done"


async def test_signing_out_here_forgets_the_cookie(house: House, ann: Browser) -> None:
    await seated(house, ann)
    (device,) = (await ann.get("/api/me")).json()["person"]["devices"]
    answer = await ann.post("/api/me/devices/sign-out", {"id": device["id"]})
    assert answer.json() == {"devices": []}
    assert ann.cookie is None
    assert (await ann.get("/api/me")).json()["person"] is None


async def test_another_persons_things_are_out_of_reach(house: House, ann: Browser, bo: Browser) -> None:
    table = await seated(house, ann, bo)
    (device,) = (await ann.get("/api/me")).json()["person"]["devices"]
    await ann.post("/api/me/recovery")
    await ann.post("/api/me/blocked", {"table": table.id, "seat": 1})
    (blocked,) = (await ann.get("/api/me/blocked")).json()["blocked"]
    before = await house.server.store.belongings(await ann.mark())
    for path, identity in (
        ("/api/me/devices/sign-out", device["id"]),
        ("/api/me/devices/sign-out", hashed(ann.cookie or "")),
        ("/api/me/passkeys/remove", "x"),
        ("/api/me/unblock", blocked["id"]),
    ):
        assert (await bo.post(path, {"id": identity})).status_code == 404, path
    assert await house.server.store.belongings(await ann.mark()) == before
    theirs = (
        (await bo.get("/api/me/export")).text + (await bo.get("/api/me")).text + (await bo.get("/api/me/games")).text
    )
    assert await ann.mark() not in theirs
    assert (await bo.get("/api/me/blocked")).json() == {"blocked": []}
    assert (await bo.state(table, seat=0)).get("code") == "not-yours"
    bo.drop_seat_cookies()
    assert (await bo.state(table))["mine"] == [1]


async def test_marks_of_persons_are_not_shown_to_others(house: House, ann: Browser, bo: Browser) -> None:
    table = await seated(house, ann, bo)
    shown = (await bo.get(f"/api/tables/{table.id}?as=page")).text + (await bo.visit(f"/tables/{table.id}")).text
    assert await ann.mark() not in shown


async def test_my_games_put_those_first_that_wait_for_me(house: House, ann: Browser, bo: Browser) -> None:
    over = await seated(house, ann)
    line = await ann.line(over)
    assert (await line.answer("resign"))["type"] == "done"
    waiting = await seated(house, ann, game="automation", bots=1)
    half = await house.make("spades", people=2)
    await ann.join(half, 0)
    await ann.sit(half, 0, "Ann")
    await house.quiet()
    games = (await ann.get("/api/me/games")).json()["games"]
    assert [(game["id"], game["status"]) for game in games] == [
        (waiting.id, "playing"),
        (half.id, "open"),
        (over.id, "over"),
    ]
    assert games[0]["your_turn"] == (0 in waiting.room.state.waiting)


async def test_without_the_package_there_are_no_passkeys_and_everything_else_works(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "INSTALLED", False)
    monkeypatch.setattr(me, "INSTALLED", False)
    await seated(house, ann)
    assert (await ann.get("/api/me")).json()["passkeys"] is False
    bodies: dict[str, dict[str, object]] = {
        "/api/me/passkeys/options": {},
        "/api/me/passkeys": {"credential": {}},
        "/api/me/sign-in/options": {},
        "/api/me/sign-in": {"credential": {}},
    }
    for path, body in bodies.items():
        assert (await ann.post(path, body)).json()["code"] == "no-passkeys"
    assert (await ann.post("/api/me/recovery")).status_code == 200


async def test_junk_and_old_challenges_are_no_passkeys(house: House, ann: Browser) -> None:
    pytest.importorskip("webauthn")
    await seated(house, ann)
    options = (await ann.post("/api/me/passkeys/options")).json()
    assert "mark" not in options["user"]
    assert await ann.mark() not in str(options)
    challenge = options["challenge"]
    for wrong, code in (
        ("", "unreadable"),
        ("AAAA", "late"),
        (challenge[:-2] + "AA", "late"),
        (challenge, "no-passkey"),
    ):
        client = msgspec.json.encode({"type": "webauthn.create", "challenge": wrong, "origin": "http://table.test"})
        data = {"clientDataJSON": base64.urlsafe_b64encode(client).decode().rstrip("="), "attestationObject": "AA"}
        credential = {"id": "AA", "rawId": "AA", "type": "public-key", "response": data if wrong else {}}
        answer = await ann.post("/api/me/passkeys", {"credential": credential})
        assert answer.json()["code"] == code, answer.text
    again = await ann.post("/api/me/passkeys", {"credential": credential})
    assert again.json()["sentence"] == "This was used already. Try again."
    assert (await ann.get("/api/me")).json()["person"]["passkeys"] == []


# Blocking and reporting


async def test_messages_of_a_blocked_person_are_hidden_everywhere(house: House, ann: Browser, bo: Browser) -> None:
    table = await seated(house, ann, bo)
    mine, theirs = await ann.line(table), await bo.line(table)
    await mine.state()
    assert (await ann.post("/api/me/blocked", {"table": table.id, "seat": 1})).status_code == 200
    assert (await theirs.answer("say", text="blocked words"))["type"] == "done"
    assert (await mine.answer("say", text="mine"))["type"] == "done"
    await mine.drain()
    assert [one["text"] for one in mine.heard if one["type"] == "chat"] == ["mine"]
    again = await ann.line(table)
    assert [one["text"] for one in await again.drain() if one["type"] == "chat"] == ["mine"]
    await theirs.drain()
    assert "blocked words" in [one["text"] for one in theirs.heard if one["type"] == "chat"]
    (blocked,) = (await ann.get("/api/me/blocked")).json()["blocked"]
    assert blocked["name"] == "Name1"
    assert (await ann.post("/api/me/unblock", {"id": blocked["id"]})).json() == {"blocked": []}


async def test_blocked_persons_do_not_meet_at_new_tables(house: House, ann: Browser, bo: Browser) -> None:
    table = await seated(house, ann, bo)
    await ann.post("/api/me/blocked", {"table": table.id, "seat": 1})
    found = (await ann.post("/api/matches", {"game": "whist", "name": "Ann"})).json()
    other = (await bo.post("/api/matches", {"game": "whist", "name": "Bo"})).json()
    assert other["table"] != found["table"]
    public = await house.make("spades", people=2, public=True)
    await ann.join(public, 0)
    await ann.sit(public, 0, "Ann")
    refused = await bo.post(f"/api/tables/{public.id}/seats", {"name": "Bo", "entropy": ENTROPY})
    assert (refused.status_code, refused.json()["code"]) == (403, "not-here")
    async with Browser(house) as stranger:
        match = (await stranger.post("/api/matches", {"game": "whist", "name": "Cy"})).json()
        assert match["table"] in (found["table"], other["table"]), "others are still found"


async def test_only_fellow_players_who_are_persons_can_be_blocked(house: House, ann: Browser, bo: Browser) -> None:
    table = await seated(house, ann)
    assert (await bo.visit("/")).status_code == 200
    other = await seated(house, bo)
    for where, seat, code in ((table, 0, "yourself"), (table, 1, "no-seat"), (other, 0, "not-yours")):
        answer = await ann.post("/api/me/blocked", {"table": where.id, "seat": seat})
        assert answer.json()["code"] == code
    half = await house.make("spades", people=2)
    await ann.join(half, 0)
    await ann.sit(half, 0, "Ann")
    await half.sit(1)
    assert (await ann.post("/api/me/blocked", {"table": half.id, "seat": 1})).json()["code"] == "guest"


async def test_a_report_holds_the_lines_that_the_reporter_saw_and_only_those(
    house: House, ann: Browser, bo: Browser
) -> None:
    house.server.operator_token = "o" * 20
    table = await seated(house, ann, bo, game="diplomacy", bots=5, press="full")
    async with Browser(house) as third:
        theirs = await bo.line(table)
        for text, to in (("to all", None), ("to Ann", [0]), ("to a bot", [3])):
            assert (await theirs.answer("say", text=text, to=to))["type"] == "done"
        mine = await ann.line(table)
        assert (await mine.answer("say", text="my own words"))["type"] == "done"
        refused = await third.post(f"/api/tables/{table.id}/reports", {"seat": 1})
        assert refused.status_code == 403, "spectators saw a part only, and cannot report"
        assert (await ann.post(f"/api/tables/{table.id}/reports", {"seat": 0})).status_code == 409
        assert (await ann.post(f"/api/tables/{table.id}/reports", {"seat": 1, "why": "rude <b>"})).status_code == 201
    (stored,) = await house.server.store.belongings(None, "report")
    assert b"to all" in stored.data
    assert b"to Ann" in stored.data
    assert b"to a bot" not in stored.data
    assert b"my own words" not in stored.data
    shown = await house.http.get("/api/operator", headers={"authorization": f"Bearer {'o' * 20}"})
    (report,) = shown.json()["reports"]
    assert [line["text"] for line in report["lines"]] == ["to all", "(a private message, shown after the game)"]
    for line in (mine, theirs):
        assert (await line.answer("resign"))["type"] == "done"
    await house.quiet()
    shown = await house.http.get("/api/operator", headers={"authorization": f"Bearer {'o' * 20}"})
    (report,) = shown.json()["reports"]
    assert table.room.state.over
    assert [line["text"] for line in report["lines"]] == ["to all", "to Ann"]


async def test_the_operators_page_needs_its_token(house: House, ann: Browser) -> None:
    paths = (("GET", "/api/operator"), ("POST", "/api/operator/prune"), ("POST", "/api/operator/reports/close"))
    for method, path in (*paths, ("GET", "/operator")):
        assert (await house.http.request(method, path)).status_code == 404, "there is none without a token"
    house.server.operator_token = "o" * 20
    assert (await house.http.get("/operator")).status_code == 200
    for method, path in paths:
        for token in ("", "x", "o" * 19, "o" * 21):
            answer = await house.http.request(method, path, headers={"authorization": f"Bearer {token}"})
            assert answer.status_code == 401
    table = await seated(house, ann, public=True)
    right = {"authorization": f"Bearer {'o' * 20}"}
    shown = (await house.http.get("/api/operator", headers=right)).json()
    assert shown["counts"] == {"playing": 1}
    assert shown["persons"] == 1
    assert [one["id"] for group in shown["tables"] for one in group["tables"]] == [table.id]
    assert "seed" not in str(shown)
    assert shown["limits"]["sign_ins_per_hour"] == 30.0
    gone = await house.http.post("/api/operator/prune", json={"days": 1}, headers=right)
    assert gone.json() == {"deleted": 0}


# Everything


async def test_a_person_at_a_table_of_two_servers_is_deleted_at_both() -> None:
    one, two = await two_houses()
    async with Browser(one) as ann:
        table = await one.make("spades", people=2)
        await ann.join(table, 0)
        await ann.sit(table, 0, "Annabella")
        line = await two.line(table.id)
        assert (await line.state())["seats"][0]["name"] == "Annabella"
        await ann.post("/api/me/delete", {"sure": True})
        state = await line.state(lambda state: state["seats"][0]["name"] == "")
        assert state["seats"][0]["sat"] is False
        await two.server.keep_snapshot(two.server.rooms[table.id])
        assert "Annabella" not in repr(one.server.store._world.tables)  # type: ignore[attr-defined]  # in memory
        assert "Annabella" not in str(await line.drain())
    await one.close()
    await two.close()


async def test_a_user_of_a_site_can_export_and_delete(house: House, ann: Browser) -> None:
    house.app.state.who = lambda connection: Person("7", "Annabella")
    table = await seated(house, ann)
    assert (await ann.get("/api/me")).json()["person"]["own"] is False
    assert (await ann.post("/api/me/recovery")).json()["code"] == "site-person"
    assert "Annabella" in (await ann.get("/api/me/export")).text
    assert (await ann.post("/api/me/delete", {"sure": True})).status_code == 200
    assert "Annabella" not in repr(vars(house.server.store._world))  # type: ignore[attr-defined]  # in memory
    assert table.room.state.over or table.room.state.seats[0].left
