"""A player that answers too late has used up an attempt; one that never answers does not block the game."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ludex import BadSetting, Move, News, PlayerViolation, Proposal, Referee, Request, Table, TakeBack
from ludex.core.language.outcome import Outcome
from ludex.core.play.reference_engine import Engine, GameResult
from tests.typed import not_none

from .scripted import Scripted, first
from .sealed import Bid, Sealed
from .tiny import Cards, Keep, Stake

LIMIT = 0.1
ONLY_THE_FIRST = [LIMIT, None]
"""A busy machine may make any seat late, so only the seat that is to be late has a limit."""
MANY = 1_000
"""Enough attempts for one of them to be in time on any machine."""
OVER = threading.Event()
"""Players that never answer wait for it: if the referee waited for them, it would wait for ever."""


@pytest.fixture(autouse=True)
def _everybody_ends() -> Iterator[None]:
    """Let those who never answer end with the test. Really endless players are in `tests/players/test_isolated.py`."""
    OVER.clear()
    yield
    OVER.set()
    for thread in threading.enumerate():
        if thread.name.startswith("ludex player"):
            thread.join()


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


def loops(request: Request) -> Move:
    while not OVER.is_set():
        pass
    return request.options[0]


def sleeps(request: Request) -> Move:
    OVER.wait()
    return request.options[0]


async def awaits(request: Request) -> Move:
    await asyncio.sleep(600)
    return request.options[0]


async def loops_in_a_coroutine(request: Request) -> Move:
    return loops(request)


def endless_repr(request: Request) -> Any:
    class Endless:
        def __repr__(self) -> str:
            return str(loops(request))

    return Endless()


NEVER: dict[str, Callable[[Request], Any]] = {
    function.__name__: function for function in (loops, sleeps, awaits, loops_in_a_coroutine, endless_repr)
}


@pytest.mark.parametrize("case", NEVER)
def test_a_player_that_never_answers_hangs_nobody(table: Table, case: str) -> None:
    referee = Referee(table, [NEVER[case], first], time_limit=ONLY_THE_FIRST, on_violation="forfeit")
    outcome = referee.play()
    assert "gave no answer within its time limit of 0.1 s" in outcome.reason
    assert referee.violation is not None
    assert {attempt.rejection.code for attempt in referee.violation.attempts} == {"timeout"}
    assert len(referee.violation.attempts) == 3
    assert outcome.winners == (1,)


@pytest.mark.parametrize("case", ["loops", "sleeps", "awaits"])
def test_a_player_that_never_answers_does_not_hang_a_running_loop(table: Table, case: str) -> None:
    async def host() -> Outcome:
        referee = Referee(table, [NEVER[case], first], time_limit=ONLY_THE_FIRST, on_violation="forfeit")
        return await referee.play_async()

    assert asyncio.run(host()).winners == (1,)


@pytest.mark.parametrize("running", [False, True])
def test_a_late_answer_costs_an_attempt_and_is_ignored(table: Table, running: bool) -> None:
    asked: list[Request] = []

    def late(request: Request) -> Move:
        asked.append(request)
        if len(asked) > 1:
            return Stake(3) if request.view.pot[0] == 0 else request.options[0]
        before = len(table.engine.retries)
        while len(table.engine.retries) == before:
            time.sleep(0.01)
        return Stake(9)

    referee = Referee(table, [late, first], time_limit=ONLY_THE_FIRST, max_retries=MANY)
    asyncio.run(referee.play_async()) if running else referee.play()
    assert not_none(asked[1].rejection).code == "timeout"
    assert table.view().pot[0] == 3
    assert {retry.attempt.rejection.code for retry in table.history.retries} == {"timeout"}


def test_players_with_a_limit_play_as_without(table: Table) -> None:
    other = Cards().new(2, seed=1, players=["Ann", "Bob"])
    for place, limit in ((table, None), (other, 100.0)):
        Referee(place, [Scripted(Stake(3), None, KeyError("x")), first], time_limit=limit).play()
    assert table.digest == other.digest
    assert table.history.retries == other.history.retries


def test_a_player_is_not_entered_again_before_its_earlier_call_has_ended(table: Table) -> None:
    entered: list[int] = []

    def stuck(request: Request) -> Move:
        entered.append(request.attempt)
        return sleeps(request)

    with pytest.raises(PlayerViolation, match="still busy with an earlier question"):
        Referee(table, [stuck, first], time_limit=[0.05, None], max_retries=4).play()
    assert len(entered) <= 1


@pytest.mark.parametrize("running", [False, True])
def test_a_coroutine_that_is_late_is_cancelled_and_can_clean_up(table: Table, running: bool) -> None:
    ended: list[str] = []

    async def tidy(request: Request) -> Move:
        try:
            await asyncio.sleep(0 if ended else 600)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise
        return request.options[0]

    referee = Referee(table, [tidy, first], time_limit=ONLY_THE_FIRST, max_retries=MANY)
    assert (asyncio.run(referee.play_async()) if running else referee.play()) == table.outcome
    assert ended


def test_every_seat_can_have_a_limit_of_its_own(table: Table) -> None:
    here: list[threading.Thread] = []

    def bob(request: Request) -> Move:
        here.append(threading.current_thread())
        return request.options[0]

    with pytest.raises(PlayerViolation, match="seat 0"):
        Referee(table, [loops, bob], time_limit=[0.05, None]).play()
    table = Cards().new(2, seed=1)
    Referee(table, [first, bob], time_limit=[100.0, None]).play()
    assert set(here) == {threading.main_thread()}


def test_seats_that_decide_together_think_at_the_same_time() -> None:
    """No player answers before all of them think."""
    together = threading.Barrier(3)

    def thinks(request: Request) -> Move:
        together.wait()
        return Bid(4)

    table = Sealed().new(3, seed=1)
    Referee(table, [thinks] * 3, time_limit=100.0).play()
    assert table.history.retries == ()


def sealed_with_one_who_takes_their_time(limit: float) -> Table:
    """Seats 0 and 2 answer at once; seat 1 has no limit, and answers when theirs is over."""

    def person(request: Request) -> Move:
        time.sleep(1.5 * limit)
        return Bid(5)

    table: Table = Sealed().new(3, seed=1)
    players: list[Any] = [Scripted(Bid(4)), person, Scripted(Bid(6))]
    Referee(table, players, time_limit=[limit, None, limit], on_violation="forfeit").play()
    return table


def test_an_answer_in_time_counts_even_if_nobody_looks_before_the_limit_is_over() -> None:
    """On a busy machine even the quick may be late: with a longer limit they are not."""
    tables = (sealed_with_one_who_takes_their_time(limit) for limit in (0.2, 1.0, 5.0, 25.0))
    table = next(table for table in tables if not table.history.retries)
    assert table.view().bid == (4, 5, 6)


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
    Referee(table, [first, loops], time_limit=[None, 0.05], on_violation="forfeit").play()
    OVER.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()


class Listens(Scripted):
    def hear(self, news: News) -> None:
        OVER.wait()


def test_one_that_listens_for_ever_does_not_hang_the_game(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    Referee(table, [Listens(), first], time_limit=ONLY_THE_FIRST, on_violation="forfeit").play()
    assert "failed to receive the news: the player gave no answer within its time limit" in caplog.text


def test_one_that_does_not_say_in_time_whether_it_agrees_does_not_agree(table: Table) -> None:
    class Thinks(Scripted):
        def agrees(self, proposal: Proposal) -> bool:
            OVER.wait(5 * LIMIT)
            return True

    ann = Scripted(Stake(3), TakeBack(), Keep())
    Referee(table, [ann, Thinks()], take_backs=True, time_limit=[None, LIMIT], max_retries=MANY).play()
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
        [loops, first],
        seed=1,
        time_limit=[0.05, None],
        on_violation="forfeit",
        watch=lambda t: watched.append(len(t.played)),
    ).play()
    assert result == GameResult((1, 2), result.reason)
    assert "time limit of 0.05 s" in result.reason
    CardsEngine([first, first], seed=1, watch=lambda t: watched.append(len(t.played))).play()
    assert watched == [1, 2, 3, 4, 5, 6]
