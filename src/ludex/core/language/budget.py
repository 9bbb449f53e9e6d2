"""A budget of steps: call Python code that may never return, and stop it after a number of steps, regardless of the
time.

A step is a call of a Python function, or a line run within a function that has a loop. Other lines cannot run forever
and are not counted, which makes counting cheaper. Steps are counted by the trace function of the calling thread. One
that is already installed (by coverage or a debugger) is suspended, and is installed again at the end.

Only Python code is counted: neither a compiled rule nor a call into C, such as `sum(itertools.count())`, is stopped.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, TypeVar

from ludex.core.language.errors import LudexError

T = TypeVar("T")
Trace = Callable[[FrameType, Any, Any], Any]

_NO_LOOP, _LOOP, _EMPTY_LOOP = range(3)
"""Kinds of functions. `while True: pass` on one line jumps to itself, which is not a new line for trace functions."""

_KINDS: dict[int, tuple[int, CodeType]] = {}
"""Kinds of functions by the address of their code. The code is stored too, so that its address stays taken."""


class OutOfSteps(LudexError):
    """Code has used up its budget of `steps`. `where` names the function that was stopped, and the line in its file."""

    def __init__(self, steps: int, where: str) -> None:
        super().__init__(f"no end within {steps:,} steps: stopped in {where}")
        self.steps = steps
        self.where = where


class _Stop(BaseException):
    """Raised inside code to stop it, even if that code catches every `Exception`."""


def with_budget(steps: int, call: Callable[[], T]) -> T:
    """Return what `call` returns, or raise `OutOfSteps` if it takes more than `steps` steps.

    The count depends only on the code and its input, so that the same call always ends the same way. Each thread can
    have a budget. A call within a call has its own budget, which does not count against the outer one.

    >>> with_budget(1_000, lambda: sum(range(10)))
    45
    >>> def wait_for_ever():
    ...     while True:
    ...         pass
    >>> with_budget(1_000, wait_for_ever)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ludex.core.language.budget.OutOfSteps: no end within 1,000 steps: stopped in ....wait_for_ever, line 3
    """
    before = sys.gettrace()
    stopped: list[str] = []
    sys.settrace(_counting(steps, stopped))
    try:
        return call()
    finally:
        sys.settrace(before)
        if stopped:
            raise OutOfSteps(steps, stopped[0]) from None


def _counting(left: int, stopped: list[str]) -> Trace:
    """Return a trace function that counts steps, and notes in `stopped` where it stopped the code."""

    def stop(frame: FrameType) -> None:
        stopped.append(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}, line {frame.f_lineno}")
        raise _Stop

    def line(frame: FrameType, event: str, arg: Any) -> Trace:
        nonlocal left
        if event == "line" or event == "opcode":
            left -= 1
            if left < 0:
                stop(frame)
        return line

    def enter(frame: FrameType, event: str, arg: Any) -> Trace | None:
        nonlocal left
        left -= 1
        if left < 0:
            stop(frame)
        kind, _ = _KINDS.get(id(frame.f_code)) or _look_at(frame.f_code)
        if kind == _EMPTY_LOOP:
            frame.f_trace_opcodes = True
        return None if kind == _NO_LOOP else line

    return enter


def _look_at(code: CodeType) -> tuple[int, CodeType]:
    jumps = [step for step in dis.get_instructions(code) if "JUMP_BACKWARD" in step.opname]
    empty = any(step.argval == step.offset for step in jumps)
    found = _KINDS[id(code)] = (_EMPTY_LOOP if empty else _LOOP if jumps else _NO_LOOP), code
    return found
