"""Whatever a player's code raises or hands over is the player's fault. The host's own wish to stop is not.

`KeyboardInterrupt` and `SystemExit` stop the host; in `tests/players/test_isolated.py` nothing that a player does
stops it.
"""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from ludex import BadSetting, History, Move, PlayerViolation, Proposal, Referee, Request, Table
from ludex.author import Event
from ludex.core.language.errors import MOST_QUOTED, quote
from ludex.core.play.faults import fault_of, place_of
from tests.typed import not_none

from . import hostile
from .scripted import Factory, Scripted, first
from .tiny import Cards, Keep, Stake


class Later(Scripted):
    """The same as a coroutine, which lets others run first."""

    async def decide(self, request: Request) -> Any:
        await asyncio.sleep(0)
        return super().decide(request)


KINDS = [Scripted, Later]


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


# --- objects that are not players


class Asked:
    """A player that is called, like a function."""

    def __call__(self, request: Request) -> Any:
        return request.options[0]


class Alone:
    """A class that decides without being made first."""

    @classmethod
    def decide(cls, request: Request) -> Any:
        return request.options[0]


NO_PLAYERS = {
    "hard": "the player of seat 0 is 'hard': expected an object with a method `decide`, or a function; "
    "a bot is ludex.Bot(game, 'hard')",
    7: "the player of seat 0 is 7: expected an object with a method `decide`, or a function",
    None: "the player of seat 0 is None: expected an object",
    Scripted: "the player of seat 0 is the class Scripted: pass Scripted(), not the class",
    Asked: "the player of seat 0 is the class Asked: pass Asked(), not the class",
}


@pytest.mark.parametrize("given", NO_PLAYERS, ids=str)
def test_what_is_no_player_is_not_seated(table: Table, given: Any) -> None:
    with pytest.raises(BadSetting, match=re.escape(NO_PLAYERS[given])):
        Referee(table, [given, first])


def test_a_new_table_is_not_set_up_for_classes() -> None:
    with pytest.raises(BadSetting, match="the player of seat 1 is the class Scripted: pass"):
        Referee.at_new_table(Cards(), [first, Scripted])


@pytest.mark.parametrize("player", [Asked(), Alone, Alone()])
def test_an_object_that_is_called_and_a_class_that_decides_are_players(table: Table, player: Any) -> None:
    assert Referee(table, [player, player]).play() == table.outcome


def test_a_table_takes_names_and_says_where_players_go() -> None:
    with pytest.raises(BadSetting, match=r"expected the names of the players.* ludex\.Referee\(table, players\)"):
        Cards().new(2, players=[Scripted, Scripted])  # type: ignore[list-item]  # wrong on purpose


# --- what a player's code raises

RAISED: dict[str, Callable[[], BaseException]] = {
    "CancelledError": lambda: asyncio.CancelledError(),
    "GeneratorExit": lambda: GeneratorExit(),
    "StopIteration": lambda: StopIteration(4),
    "ExceptionGroup": lambda: ExceptionGroup("many", [ValueError("a"), KeyError("b")]),
    "BaseExceptionGroup": lambda: BaseExceptionGroup("many", [SystemExit(1), ExceptionGroup("more", [OSError()])]),
    "Unsayable": hostile.Unsayable,
    "Traceless": hostile.Traceless,
    "MemoryError": MemoryError,
    "RecursionError": RecursionError,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", RAISED)
def test_whatever_a_player_raises_costs_an_attempt(table: Table, case: str, kind: Any) -> None:
    if case == "StopIteration" and kind is Later:
        pytest.skip("Python itself lets no coroutine raise it")
    ann = kind(RAISED[case](), Keep())
    Referee(table, [ann, first]).play()
    assert (ann.requests[1].attempt, ann.requests[1].rejection.code) == (2, "exception")
    assert f"raised {case}" in ann.requests[1].rejection.sentence
    assert re.search(r"\(core/scripted\.py, line \d+, in decide\)", ann.requests[1].rejection.sentence)


@pytest.mark.parametrize("case", RAISED)
def test_whatever_a_player_raises_in_a_running_loop_costs_an_attempt(table: Table, case: str) -> None:
    ann, bob = Scripted(RAISED[case](), Keep()), Later()
    asyncio.run(Referee(table, [ann, bob]).play_async())
    assert ann.requests[1].attempt == 2


def test_a_player_that_cancels_its_own_task_harms_only_itself(table: Table) -> None:
    async def cancels(request: Request) -> Move:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        return request.options[0]

    with pytest.raises(PlayerViolation, match="raised CancelledError"):
        Referee(table, [cancels, first]).play()


def test_a_last_attempt_that_raises_is_a_violation_with_the_first_traceback(table: Table) -> None:
    ann = Scripted(None, OSError("first"), KeyError("second"))
    with pytest.raises(PlayerViolation) as refused:
        Referee(table, [ann, first]).play()
    assert "OSError: first" in refused.value.traceback
    assert "scripted.py" in refused.value.traceback
    assert "asking.py" not in refused.value.traceback, "it begins with the player's own code"


def test_a_forfeit_remembers_the_violation(table: Table) -> None:
    referee = Referee(table, [Scripted(*[OSError()] * 3), first], on_violation="forfeit")
    referee.play()
    assert referee.violation is not None
    assert (referee.violation.seat, len(referee.violation.attempts)) == (0, 3)


# --- what a player hands over


UNFIT = {"half a character": "\ud800", "what clears the screen": "\x1b[2J", "a null": "\0"}


@pytest.mark.parametrize("said", UNFIT.values(), ids=UNFIT)
@pytest.mark.parametrize("raised", [False, True], ids=["answered", "raised"])
def test_what_no_file_or_terminal_could_take_is_told_harmlessly(table: Table, said: str, raised: bool) -> None:
    """The sentence is shown to people, and the history, with all attempts in it, is written and read again."""
    ann = Scripted(ValueError(said) if raised else said, Keep())
    Referee(table, [ann, first]).play()
    assert said not in not_none(ann.requests[1].rejection).sentence
    assert said not in table.engine.retries[0][2].answer
    assert History.from_json(table.history.to_json()) == table.history


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", hostile.VALUES)
def test_an_answer_that_explodes_when_looked_at_costs_an_attempt(table: Table, case: str, kind: Any) -> None:
    ann = kind(Factory(hostile.VALUES[case]), Keep())
    Referee(table, [ann, first]).play()
    code = "unreadable" if case.startswith(("text", "dict")) else "wrong-type"
    assert (ann.requests[1].attempt, ann.requests[1].rejection.code) == (2, code)


def test_a_text_of_its_own_kind_is_read_as_the_text_it_is(table: Table) -> None:
    Referee(table, [Scripted(hostile.LongText("keep")), first]).play()
    assert table.history.moves[0].move == "keep"


def test_a_move_with_a_text_of_its_own_kind_is_read_as_the_text_it_is() -> None:
    """None of its methods is asked."""
    from ludex.games.modern_art import ModernArt

    moves = ModernArt.moves
    kind = next(kind for kind in moves.kinds if kind.__name__ == "PlayCard")
    honest: Any = moves.unpack(moves.first(kind))
    sly = kind(*(hostile.LongText(getattr(honest, name)) for name in honest.__struct_fields__))
    assert moves.pack(sly) == moves.first(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_with_a_moody_number_is_the_number_it_is(table: Table, kind: Any) -> None:
    Referee(table, [kind(Stake(hostile.Moody(3))), first]).play()
    assert str(table.game.moves.unpack(table.played[0].packed)) == "stake 3"


def test_a_move_of_a_players_own_kind_costs_an_attempt(table: Table) -> None:
    ann = Scripted(hostile.Growing(), Keep())
    Referee(table, [ann, first]).play()
    assert ann.requests[1].rejection is not None
    assert ann.requests[1].rejection.code == "unreadable"


# --- what a player is


class Deaf(Scripted):
    def hear(self, news: Any) -> None:
        raise OSError("not listening")


@pytest.mark.parametrize("kind", [Deaf, type("DeafLater", (Deaf, Later), {"decide": Later.decide})])
def test_one_that_fails_to_listen_can_still_decide(table: Table, kind: Any, caplog: pytest.LogCaptureFixture) -> None:
    Referee(table, [kind(), first]).play()
    assert "failed to receive the news" in caplog.text
    assert "OSError: not listening" in caplog.text
    assert len(table.played) == 6


def test_one_that_explodes_when_asked_to_agree_does_not_agree(table: Table) -> None:
    from ludex import TakeBack

    class Cross(Scripted):
        def agrees(self, proposal: Proposal) -> bool:
            raise OSError

    ann = Scripted(Stake(3), TakeBack(), Keep())
    Referee(table, [ann, Cross()], take_backs=True).play()
    assert ann.requests[2].rejection is not None
    assert ann.requests[2].rejection.code == "not-agreed"


def test_what_one_listener_does_to_an_event_no_other_sees(table: Table) -> None:
    import msgspec

    heard: list[tuple[Event, ...]] = []

    class Spoils(Scripted):
        def hear(self, news: Any) -> None:
            for event in news.events:
                for name in event.__struct_fields__:
                    msgspec.structs.force_setattr(event, name, 99)

    class Listens(Scripted):
        def hear(self, news: Any) -> None:
            heard.append(news.events)

    Referee(table, [Spoils(Stake(3)), Listens()]).play()
    assert str(heard[0][0]) == "seat 0 stakes 3."


# --- the host


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("kind", KINDS)
def test_ctrl_c_of_the_host_stops_it_in_the_midst_of_a_players_code(table: Table, kind: Any) -> None:
    class Interrupted(kind):  # type: ignore[misc]  # one of two classes
        def decide(self, request: Request) -> Any:
            signal.raise_signal(signal.SIGINT)
            return request.options[0]

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        Referee(table, [Interrupted(), first]).play()
    assert signal.getsignal(signal.SIGINT) is before
    assert table.played == []


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_of_the_host_stops_a_game_of_coroutines(table: Table) -> None:
    async def waits(request: Request) -> Move:
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(5)
        return request.options[0]

    with pytest.raises(KeyboardInterrupt):
        Referee(table, [waits, first]).play()


def test_what_the_host_does_on_a_signal_of_its_own_is_not_a_players_fault(table: Table) -> None:
    def leave(number: int, frame: Any) -> None:
        raise SystemExit("the host is told to end")

    def signalled(request: Request) -> Move:
        signal.raise_signal(signal.SIGTERM)
        return request.options[0]

    before = signal.signal(signal.SIGTERM, leave)
    try:
        with pytest.raises(SystemExit, match="told to end"):
            Referee(table, [signalled, first]).play()
        assert signal.getsignal(signal.SIGTERM) is leave
    finally:
        signal.signal(signal.SIGTERM, before)


def test_cancelling_the_hosts_task_cancels_the_game(table: Table) -> None:
    async def sleeps(request: Request) -> Move:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0)  # a player that ignores cancellation
        return request.options[0]

    async def host() -> None:
        async with asyncio.timeout(0.05):
            await Referee(table, [sleeps, first]).play_async()

    with pytest.raises(TimeoutError):
        asyncio.run(host())
    assert table.played == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_what_stops_the_host_is_not_caught(table: Table, stop: type[BaseException], kind: Any) -> None:
    with pytest.raises(stop):
        Referee(table, [kind(stop()), first]).play()
    assert table.played == []


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_in_a_thread_nothing_is_the_hosts_wish_to_stop(table: Table, stop: type[BaseException]) -> None:
    ann = Scripted(stop(), Keep())
    Referee(table, [ann, first], time_limit=[100, None]).play()
    assert not_none(ann.requests[1].rejection).code == "exception"


# --- where it happened


def fails_in_ludex(request: Request) -> Move:
    return request.options[99]


def fails_in_python(request: Request) -> Any:
    import json

    return json.loads("{")


@pytest.mark.parametrize(("player", "line"), [(fails_in_ludex, 1), (fails_in_python, 3)])
def test_a_rejection_names_the_players_own_line(table: Table, player: Any, line: int) -> None:
    number = player.__code__.co_firstlineno + line
    with pytest.raises(PlayerViolation, match=rf"\(core/test_hostile_players\.py, line {number}, in fails_in"):
        Referee(table, [player, first]).play()


def test_of_a_group_the_first_error_is_placed() -> None:
    async def fails() -> None:
        raise ValueError("here")

    async def whole() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(fails())

    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(whole())
    assert place_of(caught.value).endswith(f"line {fails.__code__.co_firstlineno + 1}, in fails")


def test_an_error_without_a_traceback_has_no_place() -> None:
    assert place_of(ValueError("nowhere")) == ""
    assert fault_of(ValueError("nowhere")).rejection.sentence == "the player's code raised ValueError: nowhere"


def test_a_long_message_and_a_long_traceback_are_shortened() -> None:
    def deep(n: int) -> None:
        if n == 0:
            raise ValueError("x" * 1_000_000)
        if n % 2:
            deep(n - 1)
        else:
            deep(n - 1)

    with pytest.raises(ValueError, match="x") as caught:
        deep(300)
    fault = fault_of(caught.value)
    assert len(fault.rejection.sentence) < 2 * MOST_QUOTED
    assert len(fault.traceback) < 10_000


@pytest.mark.parametrize("case", hostile.VALUES)
def test_everything_can_be_quoted(case: str) -> None:
    value = hostile.VALUES[case]()
    assert type(quote(value)) is str
    assert type(quote(value, str)) is str


def test_the_referee_refuses_a_policy_it_does_not_know(table: Table) -> None:
    with pytest.raises(BadSetting, match="on_violation"):
        Referee(table, [first, first], on_violation=hostile.Unspeakable())  # type: ignore[arg-type]  # that is the test
