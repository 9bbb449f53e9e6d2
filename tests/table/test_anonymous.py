"""Anonymous tables and tables without messages: what is sent to other players before the game is over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.table.house import House, Made, two_houses

pytestmark = pytest.mark.anyio
NAMES = ("Wilhelmina", "Bartholomew", "Cassiopeia")
SEATS = [{"name": NAMES[0]}, {"name": NAMES[1]}, {}]


async def anonymous(house: House, game: str = "diplomacy-lagoon", **more: Any) -> Made:
    """Make an anonymous table for three, two of whom are expected under their names, and seat all three."""
    wanted = {"game": game, "seats": SEATS, "anonymous": True, **more}
    made = Made(house, (await house.http.post("/api/tables", json=wanted)).json())
    for seat, name in enumerate(NAMES):
        answer = await made.post("seats", seat, {"seat": seat, "name": name, "entropy": "ab" * 16})
        assert answer.status_code == 201, answer.text
    return made


async def all_that_is_sent(house: House, table: Made) -> str:
    """Return everything that players, spectators and visitors are sent about a table."""
    sent = [
        (await house.http.get(path)).text for path in ("/api/tables", f"/api/tables/{table.id}", f"/tables/{table.id}")
    ]
    for seat in (0, 1, 2, None):
        line = await table.line(seat)
        sent.append(json.dumps(await line.drain()))
        sent.append(json.dumps(await table.state(seat)))
        await line.close()
    return "\n".join(sent)


@pytest.mark.parametrize("public", [False, True])
async def test_no_name_reaches_anybody_before_the_end(house: House, public: bool) -> None:
    table = await anonymous(house, public=public)
    ann = await table.line(0)
    await ann.answer("say", text="Who are you?")
    await ann.answer("offer", what="pause")
    sent = await all_that_is_sent(house, table)
    assert "Who are you?" in sent
    assert "Amber" in sent or "Cedar" in sent, "called by their powers"
    assert not [name for name in NAMES if name in sent]


async def test_names_are_shown_when_the_game_is_over(house: House) -> None:
    table = await anonymous(house, on_leave="end")
    ann, eve = await table.line(0), await table.line()
    roles = [seat["name"] for seat in (await eve.state())["seats"]]
    await ann.answer("resign")
    state = await eve.state(lambda state: state["status"] == "over")
    assert [seat["name"] for seat in state["seats"]] == list(NAMES)
    told = " ".join(str(event) for event in state["events"])
    assert all(f"{role} was {name}" in told for role, name in zip(roles, NAMES, strict=True))


async def test_a_seat_that_changes_hands_stays_anonymous(house: House) -> None:
    table = await anonymous(house, public=True, on_leave="open-seat")
    bob = await table.line(1)
    await bob.answer("resign")
    answer = await house.http.post(f"/api/tables/{table.id}/seats", json={"name": "Theodora", "entropy": "cd" * 16})
    assert answer.status_code == 201, answer.text
    table.tokens[1] = answer.json()["token"]
    sent = await all_that_is_sent(house, table)
    assert not [name for name in (*NAMES, "Theodora") if name in sent]


async def test_a_name_that_is_taken_is_taken_where_names_are_hidden_too(house: House) -> None:
    wanted = {"game": "diplomacy-lagoon", "seats": [{}, {}, {}], "anonymous": True, "on_leave": "end"}
    table = Made(house, (await house.http.post("/api/tables", json=wanted)).json())
    for seat in range(3):
        await table.post("seats", seat, {"seat": seat, "name": "Ann", "entropy": "ab" * 16})
    await (await table.line(0)).answer("resign")
    assert [seat["name"] for seat in (await table.state())["seats"]] == ["Ann", "Ann 2", "Ann 3"]


async def test_another_server_and_a_table_that_slept_hide_names_too() -> None:
    one, other = await two_houses()
    try:
        table = await anonymous(one)
        elsewhere = Made(other, {"id": table.id, "seats": [], "watch": ""})
        assert not [name for name in NAMES if name in json.dumps(await elsewhere.state())]
    finally:
        await other.close()
        await one.close()


async def test_without_press_players_write_only_after_the_game(house: House) -> None:
    table = await house.make("modern-art", people=3, press="none", on_leave="end")
    await table.sit()
    ann, bob = await table.line(0), await table.line(1)
    for to in (None, [1]):
        refused = await ann.answer("say", text="psst", **({} if to is None else {"to": to}))
        assert (refused["code"], refused["type"]) == ("no-press", "refused")
    await ann.answer("resign")
    await ann.answer("say", text="good game")
    assert (await bob.hear("chat"))["text"] == "good game"


async def test_public_press_reaches_all_and_no_single_player(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    ann = await table.line(0)
    assert (await ann.answer("say", text="psst", to=[1]))["code"] == "no-press"
    assert (await ann.answer("say", text="to all"))["type"] == "done"


async def test_unknown_press_is_refused_with_the_choices(house: House) -> None:
    wanted = {"game": "modern-art", "seats": [{}, {}, {}], "press": "loud"}
    answer = await house.http.post("/api/tables", json=wanted)
    assert answer.status_code == 400
    assert "press" in answer.text
