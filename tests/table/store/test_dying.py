"""A server dies at every moment of leaving and of taking a seat: before each of its statements, and after each commit.

Afterwards the table is as before the step or as after it, never between. It is played on, and its history tells it.
"""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest

from ludex import History
from ludex.table.room.snapshot import take_snapshot
from ludex.table.room.state import TableState
from tests.table.house import House, Made, make_house
from tests.table.store.mortal import SEAT, Attempt, How, take_step
from tests.table.store.places import InDatabase

pytestmark = pytest.mark.anyio

FATES = ("bot", "civil-disorder", "open-seat")
STEPS: list[tuple[How, str]] = [
    *(("resign", then) for then in (*FATES, "end")),
    *(("time-out", then) for then in (*FATES, "end")),
    ("leave", "bot"),
    *(("take", then) for then in FATES),
]
MORE_MOVES = 3
TOLD = {"resign": "resigned", "time-out": "ran out of time", "leave": "left", "take": "resigned"}


async def dying(database: InDatabase, how: How, then: str) -> list[Attempt]:
    """Let servers die at every moment of a step, one after the other. The last one survives."""
    store = database()
    await store.open()  # the schema is made before
    await store.close()
    environment = {**os.environ, "LUDEX_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "tests.table.store.mortal", database.url, how, then]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return [msgspec.json.decode(line, type=Attempt) for line in done.stdout.splitlines()]


async def expect_whole(table: Made, attempt: Attempt, how: How, then: str) -> None:
    """All rows of the step are there, or none; the list of tables and the snapshot agree with the rows."""
    store, live = table.house.server.store, table.room.state
    rows = await store.rows(table.id)
    step = ["clock"] * (how == "time-out") + ["sit" if how == "take" else "forfeit" if then == "end" else "leave"]
    assert [row.kind for row in rows[attempt.rows :]] == (step if attempt.saved else [])
    assert attempt.saved or not attempt.told, "a player was told of something that was not saved"
    assert [one.summary for one in await store.list(live.status, limit=1000) if one.table == table.id] == [
        table.room.listing().summary
    ]
    folded = TableState(live.header, live.game)
    for row in rows:
        folded.apply_row(row)
    assert take_snapshot(folded) == take_snapshot(live)


async def play_on(table: Made) -> None:
    """Let persons make some more moves, while bots play for seats that were left."""
    before = len(table.room.state.movers)
    for _ in range(MORE_MOVES):
        await table.house.pass_time(1)
        seat = next(seat for seat, bot in table.room.state.deciders() if not bot)
        assert (await table.move(seat)).status_code == 200
    assert len(table.room.state.movers) >= before + MORE_MOVES


async def check(house: House, attempt: Attempt, how: How, then: str) -> None:
    """Check a table after its server has died: nothing is half done, play continues, and the history tells it."""
    table = Made(house, attempt.made)
    table.tokens = attempt.tokens
    await house.server.room(table.id)
    await expect_whole(table, attempt, how, then)
    if how == "take" or not attempt.saved:  # without an answer, a player tries again
        await take_step(table, how)
    changes = [(SEAT, then), (SEAT, "person")] if how == "take" else [(SEAT, then)] if then != "end" else []
    if then == "open-seat" and how != "take":
        await take_step(table, "take")
        changes.append((SEAT, "person"))
    if then != "end":
        await play_on(table)
        await (await table.line(1)).answer("resign")
        await (await table.line(2)).answer("resign")
    state = await table.state()
    assert state["status"] == "over"
    history = History.from_json((await house.http.get(f"/api/tables/{table.id}/history")).content)
    history.verify()
    assert [(change.seat, change.then) for change in history.leavings][: len(changes)] == changes
    assert f"(P0) {'forfeited' if then == 'end' else 'left after'}" in state["outcome"]["reason"]
    assert TOLD[how] in state["outcome"]["reason"]
    frames = f"/api/tables/{table.id}/frames"
    told = [(await house.http.get(f"{frames}/{change.after}")).json()["changes"] for change in history.leavings]
    assert all(told)


async def expect_nothing_lost(database: InDatabase, how: How, then: str) -> None:
    attempts = await dying(database, how, then)
    assert [attempt.saved for attempt in attempts[:2]] == [False, False], attempts
    assert attempts[-2].saved
    assert attempts[-1].died == ""
    house = await make_house(database())
    for attempt in attempts:
        await check(house, attempt, how, then)
        house.http.cookies.clear()
    await house.close()


@pytest.mark.parametrize(("how", "then"), [("time-out", "open-seat"), ("take", "bot"), ("leave", "bot")])
async def test_a_death_at_any_moment_of_leaving_or_taking_a_seat_loses_nothing(
    sqlite_place: InDatabase, how: How, then: str
) -> None:
    await expect_nothing_lost(sqlite_place, how, then)


@pytest.mark.deep
@pytest.mark.parametrize(("how", "then"), STEPS)
async def test_a_death_at_any_moment_loses_nothing_whatever_the_choice(
    database: InDatabase, how: How, then: str
) -> None:
    await expect_nothing_lost(database, how, then)
