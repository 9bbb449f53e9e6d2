"""Seats that change hands: the previous player can neither see its view nor act for it any longer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.house import ENTROPY, House, Line, Made, first_of, two_houses

pytestmark = pytest.mark.anyio


async def replaced(house: House, **more: Any) -> tuple[Made, Line, str]:
    """Let a new player replace Bob at a table of Spades while his page is open. Return his socket and the new token."""
    table = await house.make("spades", people=2, public=True, **more)
    await table.sit()
    bob = await table.line(1)
    await bob.state()
    assert (await bob.answer("leave"))["type"] == "done"
    taken = await house.http.post(f"/api/tables/{table.id}/seats", json={"name": "Eve", "entropy": ENTROPY})
    assert taken.status_code == 201, taken.text
    return table, bob, taken.json()["token"]


async def test_whoever_left_looks_on_as_a_spectator(house: House) -> None:
    _, bob, _ = await replaced(house)
    last = [message for message in await bob.drain() if message["type"] == "state"][-1]
    assert (last["you"], last["mine"], last["options"]) == (None, [], None)
    assert last["view"]["hand"] == []


async def test_whoever_left_cannot_move_speak_or_look_from_the_seat_any_more(house: House) -> None:
    table, bob, token = await replaced(house)
    table.tokens[1] = token
    await table.move(0)
    state = await table.state(1)
    move = {"move": first_of(state["options"]), "number": state["number"], "seat": 1}
    for kind, message in (("move", move), ("say", {"text": "psst"}), ("hint", {"seat": 1}), ("look", {"seat": 1})):
        answer = await bob.answer(kind, **message)
        assert (answer["type"], answer["code"]) == ("refused", "not-yours"), kind
    assert (await table.state(1))["number"] == state["number"]


async def test_a_message_that_waits_while_the_seat_is_given_away_is_not_carried_out(house: House) -> None:
    table = await house.make("spades", people=2, bots=2)
    await table.sit()
    bob = await table.line(0)
    state = await bob.state(lambda state: bool(state["options"]))
    bob.say("leave")
    bob.say("move", move=first_of(state["options"]), number=state["number"], id="late")
    refused = await bob.hear("refused", id="late")
    assert refused["code"] == "not-yours"


async def test_an_open_page_in_the_lobby_does_not_follow_whoever_takes_its_seat(house: House) -> None:
    table = await house.make("spades", people=2, public=True)
    invited = await table.line(1)
    await invited.state()
    taken = await house.http.post(f"/api/tables/{table.id}/seats", json={"name": "Eve", "seat": 1})
    assert taken.status_code == 201
    await table.sit(0)
    last = [message for message in await invited.drain() if message["type"] == "state"][-1]
    assert last["you"] is None


async def test_an_old_cookie_lets_one_watch_and_no_more(house: House) -> None:
    table, _, _ = await replaced(house)
    cookie = (("cookie", f"seat-ab={table.tokens[1]}"),)
    line = Line(house.app, table.id, cookie)
    house.lines.append(line)
    await line.hello()
    assert (await line.state())["you"] is None
    seen = await house.http.get(f"/api/tables/{table.id}", headers=dict(cookie))
    assert (seen.status_code, seen.json()["you"]) == (200, None)


async def test_at_a_private_table_the_seat_of_whoever_left_is_for_those_who_know_its_address(house: House) -> None:
    table = await house.make("spades", people=2)
    await table.sit()
    refused = await house.http.post(f"/api/tables/{table.id}/seats", json={"name": "Eve"})
    assert refused.json()["code"] == "not-public"
    bob = await table.line(1)
    await bob.answer("leave")
    taken = await house.http.post(f"/api/tables/{table.id}/seats", json={"name": "Eve"})
    assert (taken.status_code, taken.json()["seat"]) == (201, 1)


async def test_two_people_of_the_same_name_are_told_apart(house: House) -> None:
    seats = [{"name": "Guest"}, {}, {"name": "Guest"}, {"kind": "bot", "bot": "random"}]
    made = (await house.http.post("/api/tables", json={"game": "spades", "seats": seats, "public": True})).json()
    assert [seat["name"] for seat in made["seats"][:3]] == ["Guest", "", "Guest 2"]
    table = Made(house, made)
    for seat, name in enumerate(("Guest", " guest ", "Guest")):
        answer = await table.post("seats", seat, {"name": name, "seat": seat})
        assert answer.status_code == 201
    names = [seat["name"] for seat in (await table.state(0))["seats"]]
    assert names[:3] == ["Guest", "guest 3", "Guest 2"]


async def test_people_get_the_links_of_their_own_seats_and_no_others(house: House) -> None:
    table = await house.make("spades", people=2)
    await table.sit()
    cookie = {"cookie": f"seat-ab={table.tokens[1]}"}
    answer = await house.http.get(f"/api/tables/{table.id}/links", headers=cookie)
    assert answer.json() == {"links": [{"seat": 1, "link": f"http://table.test/join/{table.tokens[1]}"}]}
    assert answer.headers["cache-control"] == "no-store"
    assert (await house.http.get(f"/api/tables/{table.id}/links")).status_code == 403


async def test_turn_notices_of_a_seat_that_changed_hands_go_nowhere(house: House) -> None:
    table = await house.make("spades", people=2, public=True)
    await table.sit()
    assert (await table.post("webhook", 1, {"url": "https://chat.test/bob"}, method="PUT")).status_code == 200
    assert table.room.state.webhooks == {1: "https://chat.test/bob"}
    bob = await table.line(1)
    await bob.answer("leave")
    assert table.room.state.webhooks == {}


async def test_a_turn_notice_is_sent_by_whichever_server_makes_the_move() -> None:
    one, other = await two_houses()
    sent: list[str] = []

    async def send(url: str, body: bytes, identity: str) -> int:
        sent.append(url)
        return 200

    one.server.notices.send = other.server.notices.send = send
    table = await one.make("automation", people=2)
    await table.sit()
    there = Made(other, table.made)
    await there.state(0)  # the other server has the table open before a player sets a webhook
    assert (await table.post("webhook", 1, {"url": "https://chat.test/bob"}, method="PUT")).status_code == 200
    while 1 not in (await there.state())["waiting"]:
        await there.move(0)
    await one.server.notices.deliver()
    await other.server.notices.deliver()
    assert sent == ["https://chat.test/bob"]
    await other.close()
    await one.close()
