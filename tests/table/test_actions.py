"""Actions of people at a table: undo, pause, rematch, resignation, chat, several seats on one device."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from ludex.table.app import session
from tests.table.house import ENTROPY, House, Made, first_of
from tests.table.test_orders import auction

pytestmark = pytest.mark.anyio


async def two(house: House, game: str = "automation", **more: Any) -> Made:
    """A table for two people, who sit."""
    table = await house.make(game, people=2, **more)
    await table.sit()
    return table


async def test_a_move_in_the_midst_of_ones_turn_is_taken_back_alone(house: House) -> None:
    table = await two(house)
    ann = await table.line(0)
    before = await table.state(0)
    await table.move(0, "end phase")
    assert (await ann.answer("undo"))["type"] == "done"
    after = await table.state(0)
    assert after["view"] == before["view"]
    assert after["number"] == before["number"] + 2, "a move and its undo are both noticed"
    assert after["events"][-1]["say"] == "P0 takes back a move."


async def test_an_answer_from_before_an_undo_is_stale(house: House) -> None:
    table = await two(house)
    ann = await table.line(0)
    await table.move(0, "end phase")
    await ann.answer("undo")
    late = await table.post("moves", 0, {"move": "end phase", "number": 0})
    assert late.json()["code"] == "stale"


async def test_what_others_know_is_taken_back_by_consent(house: House) -> None:
    table, starter = await auction(house)
    lines = [await table.line(seat) for seat in range(3)]
    refused = await lines[starter].answer("undo")
    assert refused["code"] == "needs-consent"
    assert "move 1" not in refused["sentence"]
    assert (await lines[starter].answer("undo", ask=True))["type"] == "done"
    offer = (await table.state())["offers"][0]
    assert (offer["what"], offer["seat"]) == ("undo", starter)
    others = [seat for seat in range(3) if seat != starter]
    await lines[others[0]].answer("answer", offer=offer["offer"], yes=True)
    assert (await table.state())["waiting"] != [starter] or (await table.state())["offers"]
    await lines[others[1]].answer("answer", offer=offer["offer"], yes=True)
    state = await table.state()
    assert state["waiting"] == [starter]
    assert state["offers"] == []


async def test_an_offer_that_somebody_declines_is_gone(house: House) -> None:
    table = await two(house)
    ann, bob = await table.line(0), await table.line(1)
    assert (await ann.answer("offer", what="pause"))["type"] == "done"
    offer = (await table.state())["offers"][0]["offer"]
    assert (await ann.answer("answer", offer=offer, yes=True))["code"] == "answered"
    await bob.answer("answer", offer=offer, yes=False)
    assert (await table.state())["offers"] == []
    assert (await bob.answer("answer", offer=offer, yes=True))["code"] == "no-offer"


async def test_pausing_needs_consent_and_stops_the_game(house: House) -> None:
    table = await two(house, clock={"per_move": 60, "timeout": "forfeit"})
    ann, bob = await table.line(0), await table.line(1)
    await ann.answer("offer", what="pause")
    await bob.answer("answer", offer=(await table.state())["offers"][0]["offer"], yes=True)
    state = await table.state(0)
    assert state["paused"]
    assert state["options"] is None
    assert (await table.post("moves", 0, {"move": "end phase", "number": state["number"]})).json()["code"] == "paused"
    await house.pass_time(500, 100)
    assert (await table.state())["status"] == "playing", "clocks stand while the table pauses"
    assert (await bob.answer("resume"))["type"] == "done"
    state = await table.state(0)
    assert state["paused"], "one player alone does not end it"
    assert [(offer["what"], offer["agreed"]) for offer in state["offers"]] == [("resume", [1])]
    assert (await bob.answer("resume"))["code"] == "answered"
    assert (await ann.answer("answer", offer=state["offers"][0]["offer"], yes=False))["type"] == "done"
    assert (await table.state())["paused"]
    for line in (bob, ann):
        assert (await line.answer("resume"))["type"] == "done"
    assert (await ann.answer("resume"))["code"] == "not-paused"
    assert (await table.move(0, "end phase")).status_code == 200


async def test_against_bots_and_on_one_device_one_person_ends_a_pause(house: House) -> None:
    table = await house.make("automation", people=1)
    await table.sit()
    ann = await table.line(0)
    await ann.answer("offer", what="pause")
    assert (await table.state())["paused"]
    await ann.answer("resume")
    assert not (await table.state())["paused"]


async def test_when_the_last_who_has_not_agreed_leaves_the_others_have_agreed(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    lines = [await table.line(seat) for seat in range(3)]
    await lines[0].answer("offer", what="pause")
    offer = (await table.state())["offers"][0]["offer"]
    for seat in (1, 2):
        await lines[seat].answer("answer", offer=offer, yes=True)
    await lines[0].answer("resume")
    await lines[1].answer("resume")
    assert (await table.state())["paused"]
    await lines[2].answer("leave")
    state = await table.state()
    assert not state["paused"]
    assert state["offers"] == []


async def test_an_offer_leaves_with_its_maker(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    lines = [await table.line(seat) for seat in range(3)]
    await lines[0].answer("offer", what="pause")
    await lines[0].answer("leave")
    assert (await table.state())["offers"] == []


async def test_offers_are_numbered_by_themselves(house: House) -> None:
    table = await two(house)
    ann, bob = await table.line(0), await table.line(1)
    await ann.answer("say", text="a row")
    numbers = []
    for _ in range(2):
        await ann.answer("offer", what="pause")
        numbers.append((await table.state())["offers"][0]["offer"])
        await bob.answer("answer", offer=numbers[-1], yes=False)
    assert numbers == [1, 2], "else they would tell how much happens in secret"


async def test_moving_and_taking_back_gains_no_time(house: House) -> None:
    for clock in ({"per_move": 60}, {"per_player": 60, "increment": 10}):
        table = await two(house, clock=clock)
        ann = await table.line(0)
        for _ in range(3):
            await house.pass_time(10, 5)
            await table.move(0, "end phase")
            await house.pass_time(5, 5)
            assert (await ann.answer("undo"))["type"] == "done"
        left = (await table.state(0))["seats"][0]["clock"]["left"]
        assert left == 15, (clock, left)


async def test_a_pass_without_alternative_that_all_saw_is_not_taken_back_alone(house: House) -> None:
    table, starter = await auction(house)
    lines = [await table.line(seat) for seat in range(3)]
    room = table.room
    poor = next(seat for seat in room.state.waiting if seat != starter)
    ludex_table = room.state.table
    assert ludex_table is not None
    states = ludex_table.engine.record_in_full()
    states["money"][0, poor] = 0
    ludex_table.engine._set(states.tobytes())
    room.perspectives.forget()
    options = (await table.state(poor))["options"]
    assert len(options) == 1, "whoever has no money can only pass"
    assert (await table.move(poor)).status_code == 200
    answer = await lines[poor].answer("undo")
    assert answer.get("code") == "needs-consent", answer


async def test_at_a_table_without_undo_nothing_is_taken_back(house: House) -> None:
    table = await two(house, undo="never")
    ann = await table.line(0)
    await table.move(0, "end phase")
    assert (await table.state(0))["undo"] is None
    assert (await ann.answer("undo"))["code"] == "no-undo"


async def test_at_a_table_by_consent_even_ones_own_turn_needs_it(house: House) -> None:
    table = await two(house, undo="consent")
    ann = await table.line(0)
    await table.move(0, "end phase")
    assert (await ann.answer("undo"))["code"] == "needs-consent"


async def test_against_bots_anything_may_be_taken_back(house: House) -> None:
    table = await house.make("modern-art", people=1)
    await table.sit()
    ann = await table.line(0)
    await house.quiet()
    for _ in range(3):
        await table.move(0)
        await house.quiet()
    assert (await ann.answer("undo"))["type"] == "done"


async def test_resigning_ends_the_game(house: House) -> None:
    table = await two(house)
    ann = await table.line(0)
    assert (await ann.answer("resign"))["type"] == "done"
    state = await table.state()
    assert state["status"] == "over"
    assert state["outcome"]["winners"] == [1]
    assert "resigned" in state["outcome"]["reason"]
    assert (await ann.answer("resign"))["code"] == "not-playing"


async def test_whoever_leaves_is_replaced_by_a_bot_and_then_by_whoever_sits_down(house: House) -> None:
    table = await two(house, public=True)
    ann = await table.line(0)
    await ann.answer("leave")
    await house.quiet()
    state = await table.state()
    assert state["seats"][0]["deputy"]
    assert state["seats"][0]["free"]
    assert state["waiting"] == [1], "the bot has moved"
    old = await table.post("moves", 0, {"move": "end phase", "number": 0})
    assert old.status_code == 403
    taken = (await table.post("seats", None, {"name": "Eve", "entropy": ENTROPY})).json()
    table.tokens[0] = taken["token"]
    state = await table.state(0)
    assert state["seats"][0]["name"] == "Eve"
    assert state["seats"][0]["deputy"] is None


async def test_a_rematch_has_the_same_people_and_new_chance(house: House) -> None:
    table = await two(house)
    ann, bob = await table.line(0), await table.line(1)
    assert (await ann.answer("offer", what="rematch"))["code"] == "not-over"
    await ann.answer("resign")
    await ann.answer("offer", what="rematch")
    await bob.answer("answer", offer=(await table.state())["offers"][0]["offer"], yes=True)
    state = await table.state()
    follower = state["follower"]
    assert follower
    secret = (table.tokens[1] or "").partition(".")[2]
    again = await house.line(follower, f"{follower}.{secret}")
    fresh = await again.state()
    assert fresh["you"] == 1
    assert fresh["status"] == "open"
    assert fresh["commitment"] != state["commitment"]
    moved = await house.http.get(f"/tables/{table.id}/next", headers={"cookie": f"seat-1={table.tokens[1]}"})
    assert moved.status_code == 303
    assert f"{follower}.{secret}" in moved.headers["set-cookie"]


async def test_a_rematch_after_somebody_left_begins(house: House) -> None:
    table = await house.make("modern-art", people=3)
    await table.sit()
    lines = [await table.line(seat) for seat in range(3)]
    await lines[2].answer("leave")
    await house.quiet()
    await lines[0].answer("resign")
    await lines[0].answer("offer", what="rematch")
    await lines[1].answer("answer", offer=(await table.state())["offers"][0]["offer"], yes=True)
    follower = (await table.state())["follower"]
    assert follower
    again = Made(house, {"id": follower, "seats": [{}, {}, {}]})
    again.tokens = [f"{follower}.{str(token).partition('.')[2]}" for token in table.tokens[:2]]
    await again.sit()
    await house.quiet()
    state = await again.state()
    assert state["status"] == "playing"
    assert [seat["kind"] for seat in state["seats"]] == ["person", "person", "bot"]
    assert state["seats"][2]["bot"]
    assert state["seats"][2]["name"] not in ("", "P2")
    old = await house.http.get(
        f"/api/tables/{follower}",
        headers={"authorization": f"Bearer {follower}.{str(table.tokens[2]).partition('.')[2]}"},
    )
    assert old.status_code == 403, "whoever left has no seat there"


async def test_what_is_said_is_told_to_all_and_kept(house: House) -> None:
    table = await two(house)
    ann, eve = await table.line(0), await table.line()
    await ann.answer("say", text="  hello <b>there</b>\u202e ")
    line = await eve.hear("chat")
    assert (line["name"], line["text"], line["n"]) == ("P0", "hello <b>there</b>", 1)
    late = await table.line()
    assert (await late.hear("chat"))["text"] == "hello <b>there</b>"
    resumed = await table.line(1, chat=1)
    assert all(message["type"] != "chat" for message in await resumed.drain())


async def test_spectators_do_not_talk(house: House) -> None:
    table = await two(house)
    eve = await table.line()
    assert (await eve.answer("say", text="he has the queen"))["code"] == "not-yours"


async def test_press_reaches_only_those_it_is_for(house: House) -> None:
    table = await house.make("modern-art", people=3, press="full")
    await table.sit()
    ann, bob, cy, eve = [await table.line(seat) for seat in (0, 1, 2, None)]
    await ann.answer("say", text="a secret", to=[1])
    assert (await bob.hear("chat"))["text"] == "a secret"
    for line in (cy, eve):
        assert all(message["type"] != "chat" for message in await line.drain())
    await ann.answer("say", text="to all")
    assert (await cy.hear("chat"))["n"] == 1, "not even that there was a line before is told"
    quiet = await two(house)
    whisper = await quiet.line(0)
    assert (await whisper.answer("say", text="psst", to=[1]))["code"] == "no-press"


async def test_several_seats_under_one_token_are_played_on_one_device(house: House) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob", "same_as": 0}]
    answer = await house.http.post("/api/tables", json={"game": "automation", "seats": seats})
    table = Made(house, answer.json())
    assert table.tokens[0] == table.tokens[1]
    line = await table.line(0)
    await line.answer("sit", name="Ann", entropy=ENTROPY)
    await line.answer("sit", name="Bob", entropy=ENTROPY)
    state = await line.state(lambda s: s["status"] == "playing")
    assert state["mine"] == [0, 1]
    assert state["you"] == 0
    line.say("look", seat=1)
    looked = await line.state(lambda s: s["you"] == 1)
    assert looked["view"]["seat"] == 1
    assert (await line.answer("look", seat=7))["code"] == "not-yours"


async def test_nobody_moves_for_a_seat_that_is_not_theirs(house: House) -> None:
    table = await two(house)
    bob = await table.line(1)
    state = await table.state(0)
    refused = await bob.answer("move", move=first_of(state["options"]), number=0, id="x", seat=0)
    assert refused["code"] == "not-yours"


async def test_a_draw_is_offered_where_the_game_knows_one(house: House) -> None:
    table = await two(house)
    ann = await table.line(0)
    assert (await ann.answer("offer", what="draw"))["code"] == "no-draws"
    wide = await house.make("diplomacy", people=2, bots=5)
    await wide.sit()
    line = await wide.line(0)
    assert (await line.answer("offer", what="draw"))["type"] == "done"
    moved = wide.room.state.movers
    assert 0 in moved


async def test_hints_tell_what_a_search_thinks_of_the_options(house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    ann = await table.line(0)
    found = await ann.answer("hint")
    assert found["type"] == "hint"
    options = {path["move"] for path in found["options"]}
    assert options
    assert all(option["sure"] in ("clear", "slight", "close") for option in found["options"])
    best, *others = found["options"]
    assert not any(option["why"] or option["against"] for option in others)
    assert best["against"] in {"", *(option["move"] for option in others)}
    assert best["against"] or not best["why"]
    for option in found["options"]:
        assert (option["value"] is not None) == (option["playouts"] >= 300) == ("%" in option["say"])


async def test_one_hint_at_a_time_and_the_table_is_played_on_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = threading.Event()
    monkeypatch.setattr(session, "hint", lambda *_: thought.wait() and [])
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    ann = await table.line(0)
    try:
        ann.say("hint")
        assert (await ann.answer("hint"))["code"] == "thinking"
        assert (await table.move(0)).status_code == 200
    finally:
        thought.set()
    await ann.hear("hint")


async def test_no_hints_where_people_play_against_each_other(house: House) -> None:
    table = await two(house)
    ann = await table.line(0)
    assert (await ann.answer("hint"))["code"] == "no-hints"


async def test_ping_is_answered(house: House) -> None:
    table = await two(house)
    assert (await (await table.line(0)).answer("ping"))["type"] == "pong"


async def test_presence_is_shown(house: House) -> None:
    table = await two(house)
    eve = await table.line()
    assert [seat["here"] for seat in (await eve.state())["seats"]] == [False, False]
    ann, tab = await table.line(0), await table.line(0)
    await eve.state(lambda s: s["seats"][0]["here"])
    await ann.close()
    assert all(m["seats"][0]["here"] for m in await eve.drain() if m["type"] == "state"), "another tab is still there"
    await tab.close()
    await eve.state(lambda s: not s["seats"][0]["here"])


async def test_since_resumes_without_a_gap(house: House) -> None:
    table = await two(house)
    ann = await table.line(0)
    first = await ann.state()
    await ann.close()
    await table.move(0)
    await table.move(0)
    again = await table.line(0, since=first["log"])
    state = await again.state()
    assert [event["n"] for event in state["events"]] == list(range(first["log"] + 1, state["log"] + 1))
