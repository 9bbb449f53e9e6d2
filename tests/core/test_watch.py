"""The kit finds rules that never return, names them, and does not take slow or waiting ones for such."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.core.game.game import Game
from ludex.core.kit import watch
from ludex.core.kit.watch import NeverReturned, Watch
from ludex.testing import Nonconformance, check_game

from .endless import ENDLESS
from .tiny import Cards, variant


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """So much computing is endless for these games, whose rules take a few thousandths of a second."""
    monkeypatch.setattr(watch, "LONGEST", 0.3)


def interpreted(**changed: Any) -> Cards:
    """Return a variant of Cards for which the kit is given the interpreted rules as the compiled ones too."""
    return variant(compiled=property(lambda game: game.machine.interpreted), **changed)


def check(game: Cards) -> None:
    check_game(game, games=4, thin=1, settings=[{"length": 8}])


def checking() -> list[threading.Thread]:
    """Return the threads in which games are checked and that do not end."""
    threads = [thread for thread in threading.enumerate() if thread.name == "ludex check_game"]
    for thread in threads:
        thread.join(30)
    return [thread for thread in threads if thread.is_alive()]


@pytest.mark.parametrize("fault", ENDLESS)
def test_what_never_returns_is_found_stopped_and_named(fault: str) -> None:
    changed, when, name = ENDLESS[fault]
    with pytest.raises(Nonconformance) as found:
        check(interpreted(**changed))
    assert found.value.clause == "worlds-4"
    told = str(found.value)
    assert f", {when}: {name} did not return within 0.3 s of computing (interpreted, stopped in " in told
    assert "tests.core.endless.spin, line " in told
    assert "settings {'length': 8}, seed " in told
    assert checking() == []


COMPILED = """
import sys
from ludex.core.kit import watch
from ludex.testing import Nonconformance, check_game
from tests.core.endless import spins_compiled
from tests.core.tiny import variant

watch.LONGEST = 0.3
try:
    check_game(variant(setup=spins_compiled), games=1)
except Nonconformance as found:
    print(found)
"""


def test_what_never_returns_compiled_is_found_and_the_process_can_end() -> None:
    root = Path(__file__).parent.parent.parent
    run = subprocess.run([sys.executable, "-c", COMPILED], cwd=root, capture_output=True, text=True, timeout=240)
    assert "in setup: rule `setup` did not return within 0.3 s of computing (compiled)" in run.stdout, run.stderr
    assert run.returncode == 0


def computes(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def calls(game: Game, rule: Callable[[], object], count: int) -> Callable[[], None]:
    """Return a function that calls a rule of a game a number of times."""

    def work() -> None:
        entry = game.machine.interpreted.entry(rule)
        for _ in range(count):
            entry()

    return work


def a_little() -> None:
    computes(0.03)


def too_much() -> None:
    computes(60)


def a_pause() -> None:
    time.sleep(1)


def test_many_calls_may_take_longer_than_one() -> None:
    watched = Watch(Cards())
    watched.run(calls(watched.game, a_little, 25))


def test_a_rule_that_waits_for_a_debugger_is_not_endless() -> None:
    watched = Watch(Cards())
    watched.run(calls(watched.game, a_pause, 1))


def test_one_call_may_not_take_longer() -> None:
    watched = Watch(Cards())
    with pytest.raises(NeverReturned, match=r"rule `too_much` did not return .*computes, line"):
        watched.run(calls(watched.game, too_much, 1))


def test_compiling_does_not_count() -> None:
    watched = Watch(Cards())

    def compiles() -> None:
        watched.compiling = True
        computes(0.8)
        watched.compiling = False

    watched.run(compiles)


def test_results_and_exceptions_come_back() -> None:
    assert Watch(Cards()).run(lambda: 17) == 17
    with pytest.raises(ZeroDivisionError):
        Watch(Cards()).run(lambda: 1 // 0)


def test_a_debugger_of_the_caller_alone_traces_the_check_too(untraced: None) -> None:
    seen = set()

    def tracer(frame: Any, event: str, arg: Any) -> None:
        seen.add(frame.f_code.co_name)

    sys.settrace(tracer)
    try:
        Watch(Cards()).run(a_little)
    finally:
        sys.settrace(None)
    assert "computes" in seen


@pytest.mark.usefixtures("ctrl_c")
def test_an_interrupt_from_the_keyboard_ends_the_check() -> None:
    first = True

    def interrupt(news: str) -> None:
        nonlocal first
        if first:
            first = False
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        check_game(interpreted(), games=100_000, progress=interrupt)
    assert checking() == []


def test_the_watched_game_is_the_same_game() -> None:
    game = Cards()
    watched = Watch(game).game
    assert isinstance(watched, Cards)
    assert (watched.name, watched.machine.laws, watched.machine.bot_slots) == (
        game.name,
        game.machine.laws,
        game.machine.bot_slots,
    )
    assert type(watched).__module__ == type(game).__module__
