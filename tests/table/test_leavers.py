"""Players who resign, run out of time or leave: the table's choice, and what everyone sees of it."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import History
from ludex.table.room.snapshot import restore_snapshot, take_snapshot
from ludex.table.room.state import TableState
from tests.table.house import ENTROPY, House, Line, Made

pytestmark = pytest.mark.anyio

CHOICES = ("bot", "open-seat", "end")


async def three(house: House, people: int = 3, **more: Any) -> Made:
    table = await house.make("modern-art", people=people, bots=3 - people, settings={"starter": 0}, **more)
    await table.sit()
    return table


async def take(table: Made, seat: int, name: str = "Dan", **more: Any) -> dict[str, Any]:
    """Let another person take a seat that was left, by the table's page."""
    answer = await table.post("seats", None, {"name": name, "seat": seat, "entropy": ENTROPY, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    table.tokens[seat] = found["token"]
    return found


async def played_out(table: Made, seats: list[int]) -> dict[str, Any]:
    """Let people choose their first option until the game is over."""
    while (state := await table.state())["status"] == "playing":
        await table.house.pass_time(2)
        for seat in seats:
            if (await table.state(seat))["options"]:
                assert (await table.move(seat)).status_code == 200
        await table.house.quiet()
    return state


def said(line: Line) -> list[str]:
    return [event["say"] for message in line.heard for event in message.get("events", ())]


async def test_three_play_and_one_resigns_a_bot_plays_on_and_the_resigner_ranks_last(house: House) -> None:
    table = await three(house)
    cy, ann = await table.line(2), await table.line(0)
    assert (await cy.answer("resign"))["type"] == "done"
    state = await table.state()
    assert state["status"] == "playing"
    strongest = table.room.state.game.bots_by_strength[-1]
    assert (state["seats"][2]["deputy"], state["seats"][2]["free"]) == (strongest, True)
    await ann.drain()
    assert said(ann)[-1] == "P2 resigns. A bot plays until another player takes the seat."
    state = await played_out(table, [0, 1])
    assert state["outcome"]["ranks"][2] == 3
    assert "seat 2 (P2) left after move 0: resigned, and a bot played on" in state["outcome"]["reason"]
    ended = state["ended"]
    assert (ended["forfeit"], state["outcome"]["reason"].split("; ")[0]) == (None, ended["by_rules"])
    left = {"say": "P2 left after move 0: resigned, and a bot played on", "after": 0, "seat": 2}
    assert ended["changes"] == [{**left, "then": "bot", "why": "resigned"}]
    history = History.from_json((await house.http.get(f"/api/tables/{table.id}/history")).content)
    assert [(leaving.seat, leaving.then) for leaving in history.leavings] == [(2, "bot")]
    history.verify()
    frame = (await house.http.get(f"/api/tables/{table.id}/frames/0")).json()
    assert frame["changes"] == ["P2 left after move 0: resigned, and a bot played on."]


async def test_the_second_of_three_who_resigns_ends_the_game(house: House) -> None:
    table = await three(house)
    await (await table.line(0)).answer("resign")
    await house.quiet()
    await (await table.line(1)).answer("resign")
    state = await table.state()
    assert state["status"] == "over"
    assert (state["outcome"]["ranks"], state["outcome"]["winners"]) == ([3, 2, 1], [2])


@pytest.mark.parametrize("how", ["resign", "leave"])
async def test_when_the_last_person_goes_the_game_ends(house: House, how: str) -> None:
    table = await three(house, people=2)
    await (await table.line(1)).answer("resign")
    await house.quiet()
    assert (await table.state())["status"] == "playing"
    await (await table.line(0)).answer(how)
    state = await table.state()
    assert state["status"] == "over"
    assert (state["outcome"]["ranks"], state["outcome"]["winners"]) == ([2, 3, 1], [2])


@pytest.mark.parametrize("choice", CHOICES)
async def test_a_game_for_two_ends_whatever_the_choice(house: House, choice: str) -> None:
    table = await house.make("automation", people=2, on_leave=choice)
    await table.sit()
    await (await table.line(0)).answer("resign")
    state = await table.state()
    assert (state["status"], state["outcome"]["winners"]) == ("over", [1])
    assert state["outcome"]["reason"] == "seat 0 (P0) forfeited: resigned"
    forfeit = {"seat": 0, "name": "P0", "why": "resigned"}
    assert state["ended"] == {"by_rules": None, "forfeit": forfeit, "changes": []}
    assert state["on_leave"] == choice


async def test_the_choice_end_ends_a_game_of_three(house: House) -> None:
    table = await three(house, on_leave="end")
    await (await table.line(2)).answer("resign")
    assert (await table.state())["status"] == "over"


async def test_an_open_seat_waits_for_another_person_whose_result_counts(house: House) -> None:
    table = await three(house, on_leave="open-seat")
    ann = await table.line(0)
    await ann.answer("resign")
    await house.pass_time(100, 10)
    state = await table.state()
    assert (state["waiting"], state["seats"][0]["deputy"], state["seats"][0]["free"]) == ([0], None, True)
    assert "P0 resigns. The game waits until another player takes the seat." in [e["say"] for e in state["events"]]
    await take(table, 0)
    state = await table.state(0)
    assert (state["you"], state["seats"][0]["name"], state["seats"][0]["free"]) == (0, "Dan", False)
    assert state["options"]
    state = await played_out(table, [0, 1, 2])
    assert "Dan took the seat of seat 0 (P0)" in state["outcome"]["reason"]
    assert [change["say"] for change in state["ended"]["changes"]][1] == "Dan took the seat of P0 after move 0"
    assert state["ended"]["changes"][1]["by"] == "Dan"
    scores, ranks = state["outcome"]["scores"], state["outcome"]["ranks"]
    assert ranks[0] == 1 + sum(score > scores[0] for score in scores)


async def test_the_leaver_sees_what_a_spectator_sees_and_the_newcomer_what_the_seat_sees(house: House) -> None:
    table = await three(house)
    cy, eve = await table.line(2), await table.line()
    hand = (await table.state(2))["view"]["hand"]
    assert hand
    await cy.answer("resign")
    await house.quiet()
    mine = [message for message in [*cy.heard, *await cy.drain()] if message["type"] == "state"][-1]
    await eve.drain()
    public = [message for message in eve.heard if message["type"] == "state"][-1]
    for message in (mine, public):
        message.pop("events")
    assert mine == public
    await take(table, 2)
    assert (await table.state(2))["view"]["hand"] == hand


async def test_a_time_out_is_a_matter_of_one_seat(house: House) -> None:
    clock = {"per_player": 60, "timeout": "forfeit"}
    table = await three(house, clock=clock, on_leave="open-seat")
    await house.pass_time(61, 1)
    state = await table.state()
    assert state["status"] == "playing"
    assert state["seats"][0]["free"]
    clocks = [seat["clock"] for seat in state["seats"]]
    assert [clock["left"] for clock in clocks] == [0, 60, 60]
    assert not any(clock["running"] for clock in clocks), "the clocks of the others do not suffer"
    await house.pass_time(1000, 100)
    await take(table, 0)
    assert (await table.state(0))["seats"][0]["clock"] == {"left": 60, "running": True}, "as much as the others have"
    await house.pass_time(61, 1)
    assert (await table.state())["seats"][0]["free"]
    kinds = [row.kind for row in await house.server.store.rows(table.id)]
    assert kinds[-2:] == ["clock", "leave"]


async def test_the_hammer_does_not_fall_while_the_game_waits_for_a_player(house: House) -> None:
    clock = {"hammer": 5}
    table = await house.make(
        "modern-art", people=3, settings={"starter": 0, "closing": "hammer"}, clock=clock, on_leave="open-seat"
    )
    await table.sit()
    state = await table.state(0)
    for _ in range(400):
        state = await table.state()
        if state["countdown"]:
            break
        await house.pass_time(1)
        await table.move(state["waiting"][0])
    assert state["countdown"], "an open auction"
    silent = state["waiting"][-1]
    await (await table.line(silent)).answer("resign")
    before = table.room.state.number
    await house.pass_time(60, 5)
    assert (await table.state())["countdown"] is None
    assert table.room.state.number == before


async def test_civil_disorder_only_where_the_rules_know_it(house: House) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}]
    body = {"game": "modern-art", "seats": seats, "on_leave": "civil-disorder"}
    refused = await house.http.post("/api/tables", json=body)
    assert refused.status_code == 409
    assert refused.json()["sentence"] == "Modern Art has no civil disorder: expected 'bot', 'open-seat' or 'end'"
    body |= {"game": "diplomacy-lagoon", "pace": "instant"}
    table = Made(house, (await house.http.post("/api/tables", json=body)).json())
    await table.sit()
    await (await table.line(1)).answer("resign")
    await house.quiet()
    state = await table.state()
    assert state["seats"][1]["deputy"] == "civil-disorder"
    orders = [str(table.room.state.game.moves.unpack(p.packed)) for p in table.room.state.table.played]  # type: ignore[union-attr]  # it is being played
    assert orders
    assert all(order.endswith(" H") or order == "VOTE DRAW" for order in orders), orders


@pytest.mark.parametrize("word", ["shrug", "", 3, None])
async def test_an_unknown_choice_is_refused(house: House, word: Any) -> None:
    body = {"game": "automation", "seats": [{}, {}], "on_leave": word}
    assert (await house.http.post("/api/tables", json=body)).status_code == 400


@pytest.mark.parametrize("taken", [False, True])
async def test_undo_does_not_cross_a_change_of_seats(house: House, taken: bool) -> None:
    table = await house.make("automation", people=3, undo="consent", on_leave="bot")
    await table.sit()
    await table.move(0)
    ann = await table.line(0)
    await ann.answer("undo", ask=True)
    assert (await table.state())["offers"]
    await (await table.line(2)).answer("resign")
    assert (await table.state())["offers"] == [], "the offer would cross the departure"
    assert (await table.state(0))["undo"] is None
    refused = await ann.answer("undo", ask=True)
    assert (refused["code"], refused["sentence"]) == (
        "final",
        "A seat has changed hands since: this move can no longer be taken back.",
    )
    await table.move(0)
    assert (await table.state(0))["undo"]
    if taken:
        await ann.answer("undo", ask=True)
        await take(table, 2)
        assert (await table.state())["offers"] == []
        assert (await ann.answer("undo", ask=True))["code"] == "final"


async def test_a_lost_answer_to_a_newcomer_does_not_lose_the_seat(house: House) -> None:
    table = await three(house, on_leave="open-seat")
    await (await table.line(0)).answer("resign")
    secret = "ab" * 16
    first = await take(table, 0, secret=secret)
    rows = table.room.state.number
    house.http.cookies.clear()
    again = await take(table, 0, secret=secret)
    assert first == again
    assert table.room.state.number == rows
    assert (await table.state(0))["you"] == 0
    house.http.cookies.clear()
    other = await table.post("seats", None, {"name": "Eve", "seat": 0, "secret": "cd" * 16})
    assert other.status_code == 403, "the seat is taken, and the table is not public"
    weak = await table.post("seats", None, {"name": "Eve", "seat": 0, "secret": "short"})
    assert weak.status_code == 400


async def test_a_seat_that_was_left_cannot_be_left_again_and_nothing_breaks(house: House) -> None:
    table = await three(house)
    cy = await table.line(2)
    await cy.answer("resign")
    assert (await cy.answer("resign"))["code"] == "not-yours"
    assert (await cy.answer("leave"))["code"] == "not-yours"


async def test_one_of_two_seats_on_a_device_resigns_and_the_other_plays_on(house: House) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob", "same_as": 0}, {"kind": "bot", "bot": "random"}]
    body = {"game": "modern-art", "seats": seats, "pace": "instant"}
    table = Made(house, (await house.http.post("/api/tables", json=body)).json())
    await table.sit()
    both = await table.line(0)
    await both.answer("resign", seat=1)
    await house.quiet()
    state = await table.state(0)
    assert (state["status"], state["mine"]) == ("playing", [0])


async def test_a_resignation_in_a_sandbox_ends_it_and_can_be_taken_back(house: House) -> None:
    table = await house.make("modern-art", people=3, sandbox=True)
    line = await table.line(0)
    await table.move((await table.state())["waiting"][0])
    await line.answer("resign", seat=1)
    assert (await table.state())["status"] == "over"
    await line.answer("undo")
    assert (await table.state())["status"] == "playing"


@pytest.mark.parametrize("choice", ["bot", "open-seat"])
async def test_after_every_step_a_new_server_has_the_same_table(house: House, choice: str) -> None:
    """The rows alone, and a snapshot, give the same table at each step, as after a kill."""
    table = await three(house, on_leave=choice, clock={"per_move": 500, "timeout": "forfeit"})

    async def expect_same() -> None:
        await house.quiet()
        live = table.room.state
        folded = TableState(live.header, live.game)
        for row in await house.server.store.rows(table.id):
            folded.apply_row(row)
        restored = TableState(live.header, live.game)
        assert restore_snapshot(restored, take_snapshot(live))
        for other in (folded, restored):
            assert take_snapshot(other) == take_snapshot(live)
            assert other.table is not None
            assert live.table is not None
            assert other.table.history == live.table.history
            assert other.waiting == live.waiting

    await expect_same()
    await table.move(0)
    await (await table.line(2)).answer("resign")
    await expect_same()
    await take(table, 2)
    await expect_same()
    await (await table.line(2)).answer("leave")
    await expect_same()
    await house.pass_time(501, 501)
    await expect_same()
    await house.pass_time(2000, 501)
    await expect_same()


async def test_an_imported_game_tells_of_its_leavers(house: House) -> None:
    table = await three(house)
    await table.move(0)
    await (await table.line(2)).answer("resign")
    await (await table.line(1)).answer("resign")
    history = (await house.http.get(f"/api/tables/{table.id}/history")).json()
    made = await house.http.post("/api/histories", json={"history": history})
    assert made.status_code == 201, made.text
    state = (await house.http.get(f"/api/tables/{made.json()['id']}")).json()
    assert "P2 left after move 1: resigned, and a bot played on." in " ".join(e["say"] for e in state["events"])
    assert state["outcome"]["ranks"] == [1, 2, 3]


async def test_after_a_rematch_a_bot_has_the_seat_that_stayed_open(house: House) -> None:
    table = await three(house, on_leave="open-seat")
    lines = [await table.line(seat) for seat in range(3)]
    await lines[2].answer("resign")
    await lines[1].answer("resign")
    await lines[0].answer("offer", what="rematch")
    await lines[1].answer("answer", offer=(await table.state())["offers"][0]["offer"], yes=True)
    follower = (await table.state())["follower"]
    state = (await house.http.get(f"/api/tables/{follower}")).json()
    assert [seat["kind"] for seat in state["seats"]] == ["person", "person", "bot"]
    assert state["on_leave"] == "open-seat"
