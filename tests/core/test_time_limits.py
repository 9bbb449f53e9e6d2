"""A player that answers too late has used up an attempt; one that never answers hangs nobody."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from ludex import BadSetting, Move, News, PlayerViolation, Proposal, Referee, Request, Table, TakeBack
from ludex.core.engine import Engine, GameResult
from ludex.core.outcome import Outcome
from tests.typed import not_none

from .scripted import Scripted, first
from .sealed import Bid, Sealed
from .tiny import Cards, Keep, Stake

pytestmark = pytest.mark.usefixtures("untraced")
"""While functions are traced, CPython 3.11 may never get past the beginning of a function as long as an exception waits
to be raised in another thread."""

LIMIT = 0.1


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


def loops(request: Request) -> Move:
    while True:
        pass


def sleeps(request: Request) -> Move:
    time.sleep(1.5)
    return request.options[0]


async def awaits(request: Request) -> Move:
    await asyncio.sleep(60)
    return request.options[0]


async def loops_in_a_coroutine(request: Request) -> Move:
    while True:
        pass


def stubborn(request: Request) -> Move:
    """Survives what is raised in it, for a while."""
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        try:
            for _ in range(1000):
                pass
        except BaseException:
            continue
    return request.options[0]


def recursive_repr(request: Request) -> Any:
    class Endless:
        def __repr__(self) -> str:
            while True:
                pass

    return Endless()


NEVER: dict[str, Callable[[Request], Any]] = {
    function.__name__: function for function in (loops, sleeps, awaits, loops_in_a_coroutine, stubborn, recursive_repr)
}


@pytest.mark.parametrize("case", NEVER)
def test_a_player_that_never_answers_hangs_nobody(table: Table, case: str) -> None:
    started = time.monotonic()
    referee = Referee(table, [NEVER[case], first], time_limit=LIMIT, on_violation="forfeit")
    outcome = referee.play()
    assert time.monotonic() - started < 1.4
    assert "gave no answer within its time limit of 0.1 s" in outcome.reason
    assert referee.violation is not None
    assert {attempt.rejection.code for attempt in referee.violation.attempts} == {"timeout"}
    assert len(referee.violation.attempts) == 3
    assert outcome.winners == (1,)


@pytest.mark.parametrize("case", ["loops", "sleeps", "awaits", "stubborn"])
def test_a_player_that_never_answers_does_not_hang_a_running_loop(table: Table, case: str) -> None:
    async def host() -> Outcome:
        return await Referee(table, [NEVER[case], first], time_limit=LIMIT, on_violation="forfeit").play_async()

    started = time.monotonic()
    outcome = asyncio.run(host())
    assert time.monotonic() - started < 1.4
    assert outcome.winners == (1,)


class Slow(Scripted):
    """Is late where the script says so, and answers all the same."""

    def decide(self, request: Request) -> Any:
        answer = super().decide(request)
        if isinstance(answer, float):
            time.sleep(answer)
            return Stake(9)
        return answer


def test_a_late_answer_costs_an_attempt_and_is_ignored(table: Table) -> None:
    ann = Slow(0.15, Stake(3))
    Referee(table, [ann, first], time_limit=LIMIT).play()
    assert (ann.requests[1].attempt, not_none(ann.requests[1].rejection).code) == (2, "timeout")
    assert table.view().pot[0] == 3
    assert [retry.attempt.rejection.code for retry in table.history.retries] == ["timeout"]


def test_players_with_a_limit_play_as_without(table: Table) -> None:
    other = Cards().new(2, seed=1, players=["Ann", "Bob"])
    for place, limit in ((table, None), (other, 5.0)):
        Referee(place, [Scripted(Stake(3), None, KeyError("x")), first], time_limit=limit).play()
    assert table.digest == other.digest
    assert table.history.retries == other.history.retries


def test_a_player_is_not_entered_again_before_its_earlier_call_has_ended(table: Table) -> None:
    inside: list[int] = []
    most: list[int] = []

    def slow(request: Request) -> Move:
        inside.append(1)
        most.append(len(inside))
        try:
            time.sleep(0.25)
        finally:
            inside.pop()
        return request.options[0]

    with pytest.raises(PlayerViolation, match="still busy with an earlier question"):
        Referee(table, [slow, first], time_limit=0.05, max_retries=4).play()
    assert max(most) == 1


@pytest.mark.parametrize("running", [False, True])
def test_a_coroutine_that_is_late_is_cancelled_and_can_clean_up(table: Table, running: bool) -> None:
    ended: list[str] = []

    async def tidy(request: Request) -> Move:
        try:
            await asyncio.sleep(60 if request.attempt == 1 else 0)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        return request.options[0]

    referee = Referee(table, [tidy, first], time_limit=LIMIT)
    assert (asyncio.run(referee.play_async()) if running else referee.play()) == table.outcome
    assert ended == ["cancelled"] * 3


def test_every_seat_can_have_a_limit_of_its_own(table: Table) -> None:
    here: list[threading.Thread] = []

    def bob(request: Request) -> Move:
        here.append(threading.current_thread())
        return request.options[0]

    with pytest.raises(PlayerViolation, match="seat 0"):
        Referee(table, [loops, bob], time_limit=[0.05, None]).play()
    table = Cards().new(2, seed=1)
    Referee(table, [first, bob], time_limit=[0.05, None]).play()
    assert set(here) == {threading.main_thread()}


def test_seats_that_decide_together_think_at_the_same_time() -> None:
    def thinks(request: Request) -> Move:
        time.sleep(0.2)
        return Bid(4)

    started = time.monotonic()
    Referee(Sealed().new(3, seed=1), [thinks] * 3, time_limit=0.5).play()
    assert time.monotonic() - started < 0.5


def test_an_answer_in_time_counts_even_if_nobody_looks_before_the_limit_is_over() -> None:
    """Seat 1 has no limit and takes its time; seats 0 and 2 were quick."""

    def person(request: Request) -> Move:
        time.sleep(0.2)
        return Bid(5)

    table = Sealed().new(3, seed=1)
    Referee(table, [Scripted(Bid(4)), person, Scripted(Bid(6))], time_limit=[0.1, None, 0.1]).play()
    assert table.view().bid == (4, 5, 6)
    assert table.history.retries == ()


def test_without_a_limit_nothing_runs_in_another_thread(table: Table) -> None:
    before = set(threading.enumerate())  # some may be left behind by other tests, and end at any time
    seen: set[Any] = set()

    def looks(request: Request) -> Move:
        seen.add(threading.current_thread())
        assert set(threading.enumerate()) <= before
        return request.options[0]

    Referee(table, [looks, looks]).play()
    assert seen == {threading.main_thread()}


def test_when_a_game_is_over_its_threads_end(table: Table) -> None:
    before = set(threading.enumerate())
    Referee(table, [first, loops], time_limit=0.05, on_violation="forfeit").play()
    for thread in set(threading.enumerate()) - before:
        thread.join(2)
        assert not thread.is_alive()


class Listens(Scripted):
    def hear(self, news: News) -> None:
        time.sleep(0.3)


def test_one_that_listens_for_ever_does_not_hang_the_game(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    started = time.monotonic()
    Referee(table, [Listens(), first], time_limit=0.1, on_violation="forfeit").play()
    assert time.monotonic() - started < 2
    assert "failed to hear the news: the player gave no answer within its time limit" in caplog.text


def test_one_that_does_not_say_in_time_whether_it_agrees_does_not_agree(table: Table) -> None:
    class Thinks(Scripted):
        def agrees(self, proposal: Proposal) -> bool:
            time.sleep(0.3)
            return True

    ann = Scripted(Stake(3), TakeBack(), Keep())
    Referee(table, [ann, Thinks()], take_backs=True, time_limit=[None, 0.1]).play()
    assert ann.requests[2].rejection is not None
    assert ann.requests[2].rejection.code == "not-agreed"


@pytest.mark.parametrize("wrong", [0, -1, "soon", True, float("nan"), float("inf"), [1.0], [1.0, "x"]])
def test_a_limit_that_cannot_be_is_refused(table: Table, wrong: Any) -> None:
    with pytest.raises(BadSetting, match="time_limit"):
        Referee(table, [first, first], time_limit=wrong)


class CardsEngine(Engine[int]):
    game = Cards

    def result_of(self, seat: int, outcome: Outcome) -> int:
        return outcome.ranks[seat]


def test_an_engine_passes_everything_on_to_its_referee() -> None:
    watched: list[int] = []
    result = CardsEngine(
        [loops, first], seed=1, time_limit=0.05, on_violation="forfeit", watch=lambda t: watched.append(len(t.played))
    ).play()
    assert result == GameResult((1, 2), result.reason)
    assert "time limit of 0.05 s" in result.reason
    CardsEngine([first, first], seed=1, watch=lambda t: watched.append(len(t.played))).play()
    assert watched == [1, 2, 3, 4, 5, 6]
