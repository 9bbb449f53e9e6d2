"""Rooms: creating a table, sitting down, moving, receiving events."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.show.look import Look
from ludex.table.server.tokens import hashed, table_of
from tests.table.house import ENTROPY, House, first_of, make_house

pytestmark = pytest.mark.anyio


async def test_a_table_answers_with_links_for_persons_and_a_promise_about_chance(house: House) -> None:
    made = (await house.make("spades", people=2)).made
    assert len(made["commitment"]) == 64
    assert [bool(seat.get("link")) for seat in made["seats"]] == [True, True, False, False]
    assert made["watch"] == f"http://table.test/tables/{made['id']}"
    assert made["seats"][0]["link"] == f"http://table.test/join/{made['seats'][0]['token']}"


async def test_tokens_are_long_and_only_their_hashes_are_stored(house: House) -> None:
    table = await house.make("spades", people=1)
    token = table.tokens[0]
    assert token is not None
    secret = token.partition(".")[2]
    assert len(secret) * 6 >= 128
    assert table_of(token) == table.id
    stored = b"".join(row.data for row in await house.server.store.rows(table.id))
    assert secret.encode() not in stored
    assert hashed(secret).encode() in stored


async def test_the_game_is_dealt_when_the_last_person_has_sat_down(house: House) -> None:
    table = await house.make("spades", people=2)
    assert (await table.state())["status"] == "open"
    await table.sit(0)
    assert (await table.state())["status"] == "open"
    await table.sit(1)
    assert (await table.state())["status"] == "playing"


async def test_what_a_person_adds_changes_the_deal(house: House) -> None:
    from ludex.core.language.fairness import mixed

    assert mixed(bytes(32), [b"a" * 16, None]) != mixed(bytes(32), [b"b" * 16, None])
    assert mixed(bytes(32), [None, None]) == bytes(32)


async def test_sitting_down_twice_is_refused(house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit(0)
    again = await table.post("seats", 0, {"name": "P9", "entropy": ENTROPY})
    assert again.status_code == 409
    assert again.json()["code"] == "taken"


async def test_a_move_is_accepted_and_told_to_everybody(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    ann, bob, eve = await table.line(0), await table.line(1), await table.line()
    number = (await ann.state())["number"]
    await bob.state()
    await eve.state()
    state = await table.state(0)
    ann.say("move", move=first_of(state["options"]), number=number, id="m1")
    assert (await ann.hear("accepted", id="m1"))["number"] == number + 1
    for line in (ann, bob, eve):
        assert (await line.state())["number"] == number + 1


async def test_a_move_can_be_text_or_data(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    assert (await table.move(0, "end phase")).status_code == 200
    assert (await table.move(0, first_of((await table.state(0))["options"]))).status_code == 200


async def test_a_refused_move_says_why_and_changes_nothing(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    before = await table.state(0)
    answer = await table.move(0, "buy Module")
    assert answer.status_code == 409
    assert answer.json()["code"]
    assert "buy Module" in answer.json()["sentence"]
    assert await table.state(0) == before


async def test_a_text_that_is_not_a_move_is_refused(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    answer = await table.move(0, "dance")
    assert (answer.status_code, answer.json()["code"]) == (409, "unreadable-move")


async def test_a_late_answer_to_an_earlier_question_is_stale(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    await table.move(0, "end phase")
    late = await table.post("moves", 0, {"move": "end phase", "number": 0})
    assert (late.status_code, late.json()["code"]) == (409, "stale")


async def test_the_same_message_twice_is_one_move(house: House) -> None:
    table = await house.make("automation", people=1, bots=0)
    await table.sit()
    first = await table.post("moves", 0, {"move": "end phase", "number": 0, "id": "once"})
    again = await table.post("moves", 0, {"move": "end phase", "number": 0, "id": "once"})
    assert first.json() == again.json()
    assert (await table.state(0))["number"] == 1


async def test_a_seat_out_of_turn_is_refused(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    state = await table.state(1)
    late = await table.post("moves", 1, {"move": "end phase", "number": state["number"]})
    assert (late.status_code, late.json()["code"]) == (409, "not-your-turn")


async def test_moves_before_the_deal_are_refused(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit(0)
    answer = await table.post("moves", 0, {"move": "end phase", "number": 0})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-dealt")


@pytest.mark.parametrize("token", ["", "x", "abcdefghijkm.s", "{other}", "{forged}"])
async def test_forged_tokens_are_refused(house: House, token: str) -> None:
    table, other = await house.make("automation", people=1), await house.make("automation", people=1)
    given = token.format(other=other.tokens[0], forged=f"{table.id}.{'A' * 32}")
    answer = await house.http.post(
        f"/api/tables/{table.id}/moves",
        json={"move": "end phase", "number": 0},
        headers={"authorization": f"Bearer {given}"},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")


async def test_an_unknown_table_is_not_there(house: House) -> None:
    for name in ("abcdefghijkm", "..", "x" * 400, "ABCDEFGHIJKM"):
        answer = await house.http.get(f"/api/tables/{name}")
        assert answer.status_code == 404


async def test_anybody_may_sit_down_at_a_public_table_and_gets_a_token(house: House) -> None:
    table = await house.make("automation", people=2, public=True)
    listed = (await house.http.get("/api/tables")).json()["tables"]
    assert [(entry["id"], entry["free"]) for entry in listed] == [(table.id, 2)]
    answer = await table.post("seats", None, {"name": "Eve", "entropy": ENTROPY})
    taken = answer.json()
    assert answer.status_code == 201
    assert taken["seat"] == 0
    table.tokens[0] = taken["token"]
    assert (await table.state(0))["you"] == 0


async def test_nobody_sits_down_at_a_private_table_without_its_link(house: House) -> None:
    table = await house.make("automation", people=2)
    answer = await table.post("seats", None, {"name": "Eve", "entropy": ENTROPY})
    assert (answer.status_code, answer.json()["code"]) == (403, "not-public")
    assert (await house.http.get("/api/tables")).json()["tables"] == []


async def test_bots_fill_the_rest_and_play_to_the_end(house: House) -> None:
    table = await house.make("knockout-whist", people=1, bots=2)
    await table.sit()
    for _ in range(400):
        await house.quiet()
        state = await table.state(0)
        if state["status"] == "over":
            break
        if state["options"]:
            assert (await table.move(0)).status_code == 200
    assert state["status"] == "over"
    assert state["outcome"]["winners"]
    assert (await table.move(0, "play 2C")).json()["code"] == "over"


async def test_bots_have_names_and_strengths(house: House) -> None:
    table = await house.make("modern-art", people=1)
    seats = (await table.state())["seats"]
    assert all(seat["name"] and seat["bot"] == "random" for seat in seats[1:])
    assert len({seat["name"] for seat in seats}) == 3
    game = (await house.http.get("/api/games/modern-art")).json()
    strengths = {bot["name"]: bot["strength"] for bot in game["bots"]}
    assert strengths["hard"] > strengths["opportunist"] > strengths["easy"] > strengths["random"]
    assert set(strengths) == {*(await house.server.find_game("modern-art")).machine.bot_slots, "search"}


async def test_programs_of_strangers_are_not_seated(house: House) -> None:
    for bot in ("os:system", "/tmp/evil.py:Bot", "search-999999", "search-60s", "search:cores=9", "nobody"):
        seats = [{}, {"kind": "bot", "bot": bot}]
        answer = await house.http.post("/api/tables", json={"game": "automation", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (409, "no-bot")


async def test_a_table_refuses_what_the_game_does_not_know(house: House) -> None:
    wishes: list[tuple[dict[str, Any], int, str]] = [
        ({"game": "chess"}, 404, "no-game"),
        ({"game": "../secret.json"}, 404, "no-game"),
        ({"game": "genome-none"}, 404, "no-game"),
        ({"settings": {"deck": "marked"}}, 409, "bad-setting"),
        ({"settings": {"colour": 1}}, 409, "bad-setting"),
        ({"seats": [{}]}, 409, "bad-setting"),
        ({"seats": [{"same_as": 0}, {}, {}]}, 409, "same-as"),
        ({"position": {}}, 409, "sandbox-only"),
    ]
    for changes, status, code in wishes:
        body = {"game": "modern-art", "seats": [{}, {}, {}], **changes}
        answer = await house.http.post("/api/tables", json=body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), changes


async def test_a_table_refuses_typed_seeds(house: House) -> None:
    body = {"game": "automation", "seats": [{}], "seed": 7}
    assert (await house.http.post("/api/tables", json=body)).status_code == 400


async def test_shown_decisions_of_bots_take_a_readable_time_one_by_one() -> None:
    house = await make_house()
    table = await house.make("modern-art", people=1, bots=3, pace="human")
    await table.sit()
    while not (await table.state(0))["options"]:
        await house.pass_time(2)
    eve = await table.line()
    sent: list[int] = []
    while sum(sent) < 3:
        if (await table.state(0))["options"]:
            await table.move(0)
        await eve.drain()  # what people do is shown at once
        await house.pass_time(0.25, 0.25)
        sent.append(sum(message["type"] == "state" for message in await eve.drain()))
    assert max(sent) <= 2, "several bots at once"
    assert len(sent) > 3, "they think about it"
    await house.close()


async def test_the_host_can_have_bots_answer_at_once(house: House) -> None:
    table = await house.make("spades", people=1, pace="instant")
    await table.sit()
    before = house.clock.now()
    await house.quiet()
    assert (await table.state(0))["options"]
    assert house.clock.now() == before


async def test_a_board_that_cannot_be_drawn_stops_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.games.automation.game import Automation

    def broken(*_: Any) -> Any:
        raise AttributeError("a game's own mistake")

    monkeypatch.setattr(Automation, "look", Look(page=broken))
    table = await house.make("automation", people=1)
    await table.sit(0)
    line = await table.line(0, **{"as": "page"})
    state = await line.state()
    assert "plain" in state["board"]
    assert state["options"]["paths"]
