"""Lessons at the table: the script plays, what does not fit is refused, and nothing is lost when a table sleeps."""

from __future__ import annotations

import pytest

import ludex
from ludex.core.play.lesson import lesson_of
from ludex.table.room import actions
from ludex.table.room.automatic import carry_out, next_due
from ludex.table.room.explaining import explain
from ludex.table.room.lessons import place_in_lesson
from ludex.table.room.messages import WriteDraft
from ludex.table.room.refused import Refused
from ludex.table.room.snapshot import restore_snapshot, take_snapshot
from ludex.table.room.state import TableState
from ludex.table.server.lessons import begin_lesson
from tests.table.house import House

pytestmark = pytest.mark.anyio


async def begun(house: House, game: str) -> TableState:
    made = await begin_lesson(house.server, ludex.game(game), "here", "http://here")
    return (await house.server.room(made.id)).state


def play(state: TableState, text: str) -> None:
    """Make a move of the learner, and then all of the script."""
    seat = 0
    rows = actions.move(state, seat, f'"{text}"'.encode(), state.counts[seat], "")
    while rows:
        for row in rows:
            state.apply(state.number + 1, row, state.at + 1)
        due = next_due(state)
        rows = carry_out(state, due) if due else []


async def test_the_learner_has_one_seat_and_the_table_is_not_listed(house: House) -> None:
    state = await begun(house, "spades")
    assert [seat.kind for seat in state.seats] == ["person", "bot", "bot", "bot"]
    assert not state.header.public
    assert state.waiting == (0,)
    assert next_due(state) is None, "nothing happens before the learner acts"


async def test_the_script_follows_the_move_that_fits(house: House) -> None:
    state = await begun(house, "spades")
    assert place_in_lesson(state) == {"first": 0, "last": 2, "scripting": False}
    play(state, "bid 4")
    assert place_in_lesson(state) == {"first": 3, "last": 3, "scripting": False}
    assert state.table is not None
    assert [seat.bid for seat in state.table.view(0).seats] == [4, 3, 3, 1]


async def test_a_legal_move_that_does_not_fit_is_refused_and_an_illegal_one_gets_its_reason(house: House) -> None:
    state = await begun(house, "spades")
    with pytest.raises(Refused, match=r"Not this time: bid 4\.") as refused:
        actions.move(state, 0, b'"bid 7"', state.counts[0], "")
    assert refused.value.code == "not-this-time"
    with pytest.raises(Refused, match="rejected"):
        actions.move(state, 0, b'"bid 14"', state.counts[0], "")
    assert place_in_lesson(state) == {"first": 0, "last": 2, "scripting": False}
    assert explain(state, 0, [("AH",)], ()).sentence.startswith("Not now. Bid how many")


async def test_orders_of_a_draft_are_checked_when_they_are_written(house: House) -> None:
    state = await begun(house, "diplomacy")
    seat = 2
    wrong = WriteDraft(write="A PAR - PIC")
    with pytest.raises(Refused, match="Not this time: write the order A PAR - BUR"):
        actions.draft(state, seat, wrong)
    with pytest.raises(Refused, match="First write all the orders"):
        actions.draft(state, seat, WriteDraft(done=True))
    assert actions.draft(state, seat, WriteDraft(write="A PAR - BUR"))


async def test_a_lesson_is_the_same_after_it_slept(house: House) -> None:
    state = await begun(house, "modern-art")
    play(state, "play Manuel Carvalho open")
    again = TableState(state.header, state.game)
    assert restore_snapshot(again, take_snapshot(state))
    assert place_in_lesson(again) == place_in_lesson(state)


async def test_games_without_a_lesson_are_refused(house: House) -> None:
    assert lesson_of(ludex.game("war")) is None
    with pytest.raises(Refused, match="There is no lesson for War yet"):
        await begin_lesson(house.server, ludex.game("war"), "here", "")
