"""The event loop is not held: whatever is long runs in a thread, is bounded, or is done once and remembered."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

import ludex
from ludex.core.game.game import Game
from ludex.core.game.request import Attempt, Rejection
from ludex.core.play.engine import Engine
from ludex.core.play.history import History
from ludex.core.play.table import Table
from ludex.games.diplomacy.table import DiplomacyTable
from ludex.table.app import api, request_body
from ludex.table.room.chat import MOST_LINES
from ludex.table.room.log import MOST_EVENTS
from ludex.table.room.rows import Chatted
from ludex.table.room.state import SPECTATOR, TableState
from tests.table.house import House, Made

pytestmark = pytest.mark.anyio


def played(moves: int) -> Table[Any]:
    """A game of Spades after some moves."""
    table: Table[Any] = ludex.game("spades").new(4, seed=5)
    for _ in range(moves):
        seat = table.waiting[0]
        table.engine.play_packed(seat, table.options(seat).rows[0][0])
    return table


def threads_of(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[str]:
    """Note the thread of every call of a method."""
    seen: list[str] = []
    method = getattr(owner, name)

    def noting(*args: Any, **named: Any) -> Any:
        seen.append(threading.current_thread().name.rpartition("_")[0])
        return method(*args, **named)

    monkeypatch.setattr(owner, name, noting)
    return seen


async def imported(house: House, table: Table[Any]) -> Made:
    answer = await house.http.post("/api/histories", json={"history": table.history.to_json()})
    assert answer.status_code == 201, answer.text
    return Made(house, answer.json())


async def test_an_imported_history_is_replayed_once_and_in_a_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = played(200)
    await imported(house, played(1))  # so that the game is loaded
    plays = threads_of(monkeypatch, Engine, "play_packed")
    await imported(house, history)
    assert plays == ["ludex-checks"] * 200


async def test_an_imported_table_wakes_without_replaying_its_moves(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = played(200)
    table = await imported(house, history)
    await house.server._put_away(table.room)
    plays = threads_of(monkeypatch, Engine, "play_packed")
    woken = await house.server.room(table.id)
    assert plays == []
    assert woken.state.table is not None
    assert woken.state.table.history == history.history
    assert (await table.state(0))["log"] > 200


async def test_what_was_rejected_in_a_history_survives_the_sleep_of_its_table(house: House) -> None:
    source = played(3)
    source.engine.note_retry(source.waiting[0], Attempt(1, "play a card", Rejection("no", "Not now.")))
    table = await imported(house, source)
    await house.server._put_away(table.room)
    woken = await house.server.room(table.id)
    assert woken.state.table is not None
    assert woken.state.table.history.retries == source.history.retries


async def test_a_frame_of_a_table_that_slept_replays_only_a_few_moves(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await imported(house, played(300))
    await house.server._put_away(table.room)
    room = await house.server.room(table.id)
    assert room.state.table is not None
    buffers = type(room.state.game.machine.buffers)
    queue = threads_of(monkeypatch, buffers, "turn")
    answer = await house.http.get(f"/api/tables/{table.id}/frames/290?as=page")
    assert answer.status_code == 200, answer.text
    assert 0 < len(queue) <= 64
    assert set(queue) == {"ludex-tables"}


async def test_a_table_wakes_in_a_thread(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    await house.quiet()
    await house.server._put_away(table.room)
    applied = threads_of(monkeypatch, TableState, "apply_row")
    await house.server.room(table.id)
    assert set(applied) == {"ludex-tables"}


async def test_a_long_list_of_orders_is_read_and_made_in_a_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("diplomacy", people=7, bots=0, sandbox=True)
    state = await table.state(0)
    reads = threads_of(monkeypatch, DiplomacyTable, "read_line")
    text = "; ".join(["A PAR - BUR"] * 300)
    refused = await table.post("moves", 0, {"move": text, "number": state["number"], "seat": 2})
    assert refused.status_code == 409
    line = await table.line(2)
    await line.answer("move", move=text, number=state["number"])
    await line.answer("draft", write=text)
    assert set(reads) == {"ludex-tables"}


async def test_moves_are_taken_back_in_a_thread_and_on_a_copy(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.make("spades", people=4, bots=0, sandbox=True)
    for _ in range(3):
        await table.move(table.room.state.waiting[0])
    before = table.room.state
    undone = threads_of(monkeypatch, Table, "undo")
    line = await table.line(0)
    assert (await line.answer("undo"))["type"] == "done"
    assert undone == ["ludex-tables"]
    assert (len(before.movers), len(table.room.state.movers)) == (3, 2)


async def test_a_long_body_is_read_in_a_thread(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = threads_of(monkeypatch, request_body, "single_keys")
    odd = b'{"game":"spades","seats":[{},{},{},{}],"settings":{"x":[' + b'{"":0},' * 60_000 + b"{}]}}"
    doubled = odd[:-1] + b',"game":"whist"}'
    for body, status in ((odd, 409), (doubled, 400), (b'{"game":"spades","seats":[{},{},{},{}]}', 201)):
        assert (await house.http.post("/api/tables", content=body)).status_code == status
    *long, short = reads
    assert set(long) == {"ludex-checks"}
    assert short != "ludex-checks"


async def test_a_game_is_described_in_a_thread(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    described = threads_of(monkeypatch, api, "describe_game")
    assert (await house.http.get("/api/games/spades")).json()["title"] == "Spades"
    assert described == ["ludex-tables"]


async def test_a_foreign_position_is_checked_in_a_thread(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    position = json.loads(played(5).position().to_json())
    checks = threads_of(monkeypatch, Game, "position")
    body = {"game": "spades", "seats": [{"name": f"P{n}"} for n in range(4)], "sandbox": True, "position": position}
    assert (await house.http.post("/api/tables", json=body)).status_code == 201
    position["state"]["scores"] = "nonsense"
    refused = await house.http.post("/api/tables", json=body)
    assert refused.status_code == 409
    assert set(checks) == {"ludex-checks"}


async def test_a_check_that_takes_too_long_is_refused_with_a_sentence(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(History, "verify", lambda *_, **__: gate.wait(60))
    monkeypatch.setattr(house.server.workers.checks, "_within", 0.05)
    answer = await house.http.post("/api/histories", json={"history": played(3).history.to_json()})
    assert (answer.status_code, answer.json()["code"]) == (503, "too-long")
    gate.set()


async def test_a_line_of_an_old_chat_costs_as_much_as_the_first(house: House) -> None:
    table = await house.make("spades", people=2, bots=2, press="full")
    await table.sit()
    state = table.room.state
    for number in range(3 * MOST_LINES):
        state._chatted(Chatted(number % 2, f"line {number}", (0, 1) if number % 3 else None), house.clock.now())
    assert len(state.chat.lines) == MOST_LINES
    assert (state.chat.counts[0], state.chat.counts[SPECTATOR]) == (3 * MOST_LINES, MOST_LINES)
    assert [number for number, _ in state.chat.after(3 * MOST_LINES - 2, 0)] == [3 * MOST_LINES - 1, 3 * MOST_LINES]
    line = await table.line(0, chat=3 * MOST_LINES - 1)
    watching = await table.line(chat=MOST_LINES - 1)
    for viewer, number in ((line, 3 * MOST_LINES), (watching, MOST_LINES)):
        heard = await viewer.hear("chat")
        assert heard["n"] == number
    assert (await line.answer("say", text="hello"))["type"] == "done"
    assert (await watching.hear("chat"))["n"] == MOST_LINES + 1


async def test_a_chat_survives_sleep_with_its_numbers(house: House) -> None:
    table = await house.make("spades", people=1)
    await table.sit()
    line = await table.line(0)
    for number in range(20):
        await line.answer("say", text=f"line {number}")
    await line.close()
    await house.server._put_away(table.room)
    again = await table.line(0, chat=19)
    heard = await again.hear("chat")
    assert (heard["n"], heard["text"]) == (20, "line 19")


async def test_whoever_missed_a_long_part_of_the_log_gets_the_end_of_it(house: House) -> None:
    table = await imported(house, played(700))
    state = await table.state(0, since=0)
    assert len(state["events"]) == MOST_EVENTS
    assert state["events"][-1]["n"] == state["log"]


async def test_an_offer_to_take_back_ends_when_a_player_leaves_and_nothing_is_taken_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.make("automation", people=3, undo="consent")
    await table.sit()
    ann, bob, cem = [await table.line(seat) for seat in range(3)]
    await table.move(0, "end phase")
    await ann.answer("undo", ask=True)
    (offer,) = table.room.state.offers
    await bob.answer("answer", offer=offer, yes=True)
    branches = threads_of(monkeypatch, Table, "branch")
    await cem.answer("leave")
    assert not table.room.state.offers
    assert table.room.state.movers
    assert not branches


async def test_an_agreed_move_is_taken_back_in_a_thread(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.make("automation", people=3, undo="consent")
    await table.sit()
    ann, bob, cem = [await table.line(seat) for seat in range(3)]
    await table.move(0, "end phase")
    await ann.answer("undo", ask=True)
    (offer,) = table.room.state.offers
    await bob.answer("answer", offer=offer, yes=True)
    branches = threads_of(monkeypatch, Table, "branch")
    await cem.answer("answer", offer=offer, yes=True)
    assert not table.room.state.movers
    assert branches == ["ludex-tables"]
