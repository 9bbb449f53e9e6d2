"""Days off, grace, and more time by vote."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.table.room.clock import ManualClock
from ludex.table.room.days_off import DAY, FIRST_MONDAY, Calendar
from tests.table.house import House, Made, make_house

WEEKDAYS = st.frozensets(st.integers(0, 6), max_size=6)
TIMES = st.floats(0, 4e9, allow_nan=False)
HOUR = 3600.0
FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()


@given(WEEKDAYS, TIMES)
def test_days_off_are_the_weekdays_of_the_calendar(off: frozenset[int], at: float) -> None:
    assert Calendar(off).is_off(at) == (datetime.fromtimestamp(at, UTC).weekday() in off)


@given(WEEKDAYS, TIMES, st.floats(0, 60 * DAY))
def test_working_time_passes_only_on_working_days(off: frozenset[int], at: float, seconds: float) -> None:
    calendar, step = Calendar(off), HOUR / 2
    then = at + seconds
    counted = calendar.worked(then) - calendar.worked(at)
    assert -1e-3 <= counted <= seconds + 1e-3
    halves = int(seconds // step)
    rough = sum(not calendar.is_off(at + (n + 0.5) * step) for n in range(halves)) * step
    assert abs(counted - rough) <= 20 * step, "counted half hour by half hour"


@given(WEEKDAYS, TIMES)
def test_a_deadline_is_never_on_a_day_off_and_leaves_the_whole_time(off: frozenset[int], at: float) -> None:
    calendar = Calendar(off)
    worked = calendar.worked(at) + 3 * DAY
    due = calendar.real(worked)
    assert not calendar.is_off(due + 1e-3)
    assert abs(calendar.worked(due) - worked) < 1e-3
    assert due - at >= 3 * DAY - 1e-3


def test_without_days_off_times_stay_as_they_are() -> None:
    assert Calendar().worked(12345.678) == Calendar().real(12345.678) == 12345.678
    assert datetime.fromtimestamp(FIRST_MONDAY, UTC).weekday() == 0


pytestmark = pytest.mark.anyio


async def timed(house: House, people: int = 2, **clock: Any) -> Made:
    """A table with a clock."""
    table = await house.make("modern-art" if people > 2 else "automation", people=people, clock=clock)
    await table.sit()
    return table


def clock_of(state: dict[str, Any], seat: int) -> tuple[float, bool]:
    """Return the time that a seat's clock shows, and whether it runs."""
    shown = state["seats"][seat]["clock"]
    return shown["left"], shown["running"]


async def test_no_clock_runs_on_a_day_off() -> None:
    house = await make_house(clock=ManualClock(FRIDAY))
    try:
        table = await timed(house, per_move=24 * HOUR, timeout="bot", days_off=[5, 6])
        assert clock_of(await table.state(), 0) == (24 * HOUR, True)
        await house.pass_time(12 * HOUR + 60, HOUR)  # Saturday
        assert clock_of(await table.state(), 0) == (12 * HOUR, False)
        await house.pass_time(47 * HOUR, HOUR)  # Sunday night
        assert clock_of(await table.state(), 0) == (12 * HOUR, False)
        await house.pass_time(2 * HOUR, HOUR)
        left, running = clock_of(await table.state(), 0)
        assert running
        assert 10.9 * HOUR < left < 12 * HOUR
        assert (await table.state())["seats"][0]["deputy"] is None
        await house.pass_time(12 * HOUR, HOUR)  # Monday noon has passed
        assert (await table.state())["seats"][0]["deputy"]
    finally:
        await house.close()


async def test_in_the_time_of_grace_an_answer_still_counts(house: House) -> None:
    table = await timed(house, per_move=30, grace=20, timeout="forfeit")
    await house.pass_time(45, 5)
    state = await table.state()
    assert (state["status"], clock_of(state, 0)[0]) == ("playing", 0)
    assert (await table.move(0, "end phase")).status_code == 200
    await house.pass_time(51, 3)
    assert (await table.state())["status"] == "over"


async def test_most_players_give_all_more_time(house: House) -> None:
    table = await timed(house, people=3, per_move=100, timeout="forfeit")
    ann, bob, cy = [await table.line(seat) for seat in range(3)]
    await house.pass_time(90, 10)
    before = [clock_of(await table.state(), seat)[0] for seat in range(3)]
    await ann.answer("offer", what="extension")
    offer = (await cy.state(lambda state: bool(state["offers"])))["offers"][0]
    await cy.answer("answer", offer=offer["offer"], yes=False)
    assert (await table.state())["offers"], "one of three declines: the others can still agree"
    await bob.answer("answer", offer=offer["offer"], yes=True)
    state = await table.state()
    assert not state["offers"]
    after = [clock_of(state, seat)[0] for seat in range(3)]
    assert [new - old for new, old in zip(after, before, strict=True)] == [100] * 3
    await house.pass_time(105, 5)
    assert (await table.state())["status"] == "playing"


async def test_more_time_is_lost_when_half_decline(house: House) -> None:
    table = await timed(house, per_move=100)
    ann, bob = await table.line(0), await table.line(1)
    await ann.answer("offer", what="extension")
    number = (await bob.state(lambda state: bool(state["offers"])))["offers"][0]["offer"]
    await bob.answer("answer", offer=number, yes=False)
    state = await table.state()
    assert not state["offers"]
    assert clock_of(state, 0)[0] == 100


async def test_more_time_counts_after_time_was_up_and_the_game_waits(house: House) -> None:
    table = await timed(house, per_move=30, timeout="wait")
    ann, bob = await table.line(0), await table.line(1)
    await house.pass_time(500, 50)
    await ann.answer("offer", what="extension")
    number = (await bob.state(lambda state: bool(state["offers"])))["offers"][0]["offer"]
    await bob.answer("answer", offer=number, yes=True)
    assert clock_of(await table.state(), 0) == (30, True)


async def test_a_table_without_clocks_has_no_more_time_to_give(house: House) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    assert (await (await table.line(0)).answer("offer", what="extension"))["code"] == "no-clock"


@pytest.mark.parametrize("clock", [{"days_off": list(range(7))}, {"days_off": [7]}, {"grace": -1}])
async def test_clocks_that_never_run_are_refused(house: House, clock: dict[str, Any]) -> None:
    wanted = {"game": "automation", "seats": [{}, {}], "clock": {"per_move": 60, **clock}}
    assert (await house.http.post("/api/tables", json=wanted)).status_code == 400
