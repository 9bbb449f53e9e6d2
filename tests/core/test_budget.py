"""A budget of steps stops what never ends, the same way every time, and leaves other tracers alone."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from ludex.core.language.budget import OutOfSteps, with_budget
from ludex.core.language.errors import LudexError


def spins() -> None:
    while True:
        pass


def spins_on_one_line() -> None:
    # fmt: off
    while True: pass  # noqa: E701  (a loop that never reaches another line)
    # fmt: on


def spins_in_an_expression() -> bool:
    return any(False for _ in itertools.count())


def spins_in_calls() -> None:
    for _ in iter(int, 1):
        str(1)


def spins_by_calling() -> int:
    return calls_twice(60)


def calls_twice(depth: int) -> int:
    return calls_twice(depth - 1) + calls_twice(depth - 1) if depth else 1


def spins_and_catches_everything() -> None:
    while True:
        with suppress(Exception):
            spins()


def swallows_the_stop() -> str:
    try:
        spins()
    except BaseException:
        return "an answer that took more than the budget"
    return ""


ENDLESS: dict[str, Callable[[], object]] = {
    "spins": spins,
    "spins_on_one_line": spins_on_one_line,
    "spins_in_an_expression": spins_in_an_expression,
    "spins_in_calls": spins_in_calls,
    "calls_twice": spins_by_calling,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_stopped_and_named(name: str) -> None:
    with pytest.raises(OutOfSteps, match=f"no end within 500 steps: stopped in .*{name}") as caught:
        with_budget(500, ENDLESS[name])
    assert caught.value.steps == 500
    assert isinstance(caught.value, LudexError)


@pytest.mark.parametrize("call", [spins_and_catches_everything, swallows_the_stop])
def test_code_that_catches_every_exception_is_stopped_too(call: Callable[[], object]) -> None:
    with pytest.raises(OutOfSteps, match="spins"):
        with_budget(500, call)


def test_the_result_is_returned_and_an_exception_is_raised_as_without_a_budget() -> None:
    assert with_budget(500, lambda: [number * number for number in range(4)]) == [0, 1, 4, 9]
    with pytest.raises(ZeroDivisionError):
        with_budget(500, lambda: 1 // 0)


def counts_to(number: int) -> int:
    total = 0
    for _ in range(number):
        total += 1
    return total


def enough(steps: int, call: Callable[[], object]) -> bool:
    try:
        with_budget(steps, call)
    except OutOfSteps:
        return False
    return True


def steps_of(call: Callable[[], object]) -> int:
    """Return the smallest budget that is enough."""
    return next(steps for steps in itertools.count() if enough(steps, call))


def test_the_same_call_takes_the_same_number_of_steps_every_time() -> None:
    taken = {steps_of(lambda: counts_to(20)) for _ in range(3)}
    assert len(taken) == 1
    assert 20 < taken.pop() < 80


def test_a_longer_call_takes_more_steps() -> None:
    assert steps_of(lambda: counts_to(30)) - steps_of(lambda: counts_to(20)) == 20


def test_lines_outside_loops_cost_nothing() -> None:
    def straight() -> None:
        str(1)
        str(2)
        str(3)

    assert steps_of(straight) == 1


def test_after_an_inner_budget_the_outer_one_still_counts() -> None:
    def inner_then_endless() -> None:
        assert not enough(10, spins)
        spins()

    with pytest.raises(OutOfSteps, match="no end within 300 steps"):
        with_budget(300, inner_then_endless)


@pytest.mark.parametrize("call", [counts_to, lambda _: spins()], ids=["ends", "never ends"])
def test_the_tracer_that_was_there_is_there_again(call: Callable[[int], object]) -> None:
    mine = sys.gettrace()
    seen: list[tuple[str, str]] = []

    def tracer(frame: FrameType, event: str, arg: Any) -> Any:
        seen.append((frame.f_code.co_name, event))
        return tracer

    sys.settrace(tracer)
    try:
        enough(500, lambda: call(3))
        after = sys.gettrace()
        counts_to(3)
    finally:
        sys.settrace(mine)
    assert after is tracer
    assert seen.count(("counts_to", "call")) == seen.count(("counts_to", "return")) == 1, "only the last one is traced"


def test_without_a_tracer_there_is_none_afterwards(untraced: None) -> None:
    assert not enough(100, spins)
    assert sys.gettrace() is None


def test_threads_have_budgets_of_their_own() -> None:
    found: dict[int, list[bool]] = {}
    start = threading.Barrier(4)

    def work(number: int) -> None:
        start.wait(60)
        found[number] = [enough(1_000, (lambda: counts_to(20)) if number % 2 else spins) for _ in range(20)]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    assert enough(1_000, lambda: counts_to(20))
    for thread in threads:
        thread.join(60)
    assert found == {number: [bool(number % 2)] * 20 for number in range(4)}


WITHIN = ["while True:", "pass", "number += 1", "return number"]
"""The lines that run within the budget."""

COVERED = """
import sys
from ludex.core.language.budget import OutOfSteps, with_budget

def spins():
    while True:
        pass

def within(number):
    number += 1
    return number

def afterwards():
    number = 1
    return number

def never_called():
    return 0

try:
    with_budget(100, lambda: within(1) and spins())
except OutOfSteps:
    afterwards()
if len(sys.argv) == 1:
    never_called()
"""


def test_coverage_measures_what_runs_after_a_budget(tmp_path: Path) -> None:
    program = tmp_path / "covered.py"
    program.write_text(COVERED)
    coverage = [sys.executable, "-m", "coverage"]
    subprocess.run([*coverage, "run", "--include=covered.py", program, "x"], cwd=tmp_path, check=True, timeout=120)
    subprocess.run([*coverage, "json", "-q"], cwd=tmp_path, check=True, timeout=120)
    missed = json.loads((tmp_path / "coverage.json").read_text())["files"]["covered.py"]["missing_lines"]
    lines = COVERED.splitlines()
    assert [lines[number - 1].strip() for number in missed] == [*WITHIN, "return 0", "never_called()"]
