"""Players that do harm, each in its own way, for tests of isolated players: worker processes import them from here."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

from ludex import Move, News, OutOfReach, Player, Proposal, Request, TakeBack
from tests.core import hostile
from tests.core.tiny import Keep, Stake


def throw(error: BaseException) -> Any:
    raise error


RAISED: dict[str, Callable[[Request], Any]] = {
    "SystemExit": lambda request: throw(SystemExit(3)),
    "KeyboardInterrupt": lambda request: throw(KeyboardInterrupt()),
    "CancelledError": lambda request: throw(asyncio.CancelledError()),
    "GeneratorExit": lambda request: throw(GeneratorExit()),
    "ExceptionGroup": lambda request: throw(ExceptionGroup("many", [ValueError("a"), KeyError("b")])),
    "BaseExceptionGroup": lambda request: throw(
        BaseExceptionGroup("many", [SystemExit(1), ExceptionGroup("more", [OSError()])])
    ),
    "Unsayable": lambda request: throw(hostile.Unsayable()),
    "Traceless": lambda request: throw(hostile.Traceless()),
    "MemoryError": lambda request: bytearray(1 << 60),
    "RecursionError": lambda request: throw(RecursionError()),
}
"""Every name is the class of what is raised."""

ANSWERED: dict[str, Callable[[Request], Any]] = {
    "None": lambda request: None,
    "a number": lambda request: 7,
    "half a character": lambda request: "\ud800",
    "a null": lambda request: "\0",
    "a text": lambda request: "no such move",
    "a long text": lambda request: "x" * 2_000_000,
    "an illegal move": lambda request: Stake(20),
    "a move of its own kind": lambda request: hostile.Growing(),
    **{f"hostile {name}": lambda request, make=make: make() for name, make in hostile.VALUES.items()},  # type: ignore[misc]  # mypy cannot type such lambdas
}


def patch(request: Request) -> Any:
    """Break what the worker needs, and the classes of Ludex."""
    Request.options = property(hostile.explode)  # type: ignore[assignment, method-assign]  # that is the harm
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("ludex"):
            vars(module)["quote"] = hostile.explode
    vars(json)["dumps"] = hostile.explode
    return Keep()


def write_everywhere(request: Request) -> Any:
    """Write to everything that is open, the pipe to the host included."""
    print("hello", flush=True)
    for number in range(3, 50):
        try:
            os.write(number, b'{"id": 99, "move": "keep"}\nnonsense\n')
        except OSError:
            continue
    return Keep()


def close_everything(request: Request) -> Any:
    os.closerange(0, 100)
    return Keep()


def start_threads(request: Request) -> Any:
    """Start threads that never end, and answer."""
    for _ in range(3):
        threading.Thread(target=threading.Event().wait).start()
    return Keep()


def ignore_signals(request: Request) -> Any:
    """Ignore every signal that can be ignored, and hang."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    return loop(request)


def loop(request: Request) -> Any:
    while True:
        pass


def swallow(request: Request) -> Any:
    """Loop for ever, whatever is raised."""
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def sleep(request: Request) -> Any:
    threading.Event().wait()


def hold(request: Request) -> Any:
    """Never return to Python."""
    return sum(range(10**15))


def answer_endless_text(request: Request) -> Any:
    class Endless:
        def __repr__(self) -> str:
            return str(loop(request))

    return Endless()


async def loop_in_a_coroutine(request: Request) -> Any:
    while True:
        pass


async def never_awake(request: Request) -> Any:
    await asyncio.sleep(600)


NEVER = (loop, swallow, sleep, hold, ignore_signals, answer_endless_text, loop_in_a_coroutine, never_awake)

FATAL: dict[str, tuple[Callable[[Request], Any], str]] = {
    "os._exit": (lambda request: os._exit(3), "the player's process (ended with status 3|closed its output)"),
    "SIGKILL": (
        lambda request: os.kill(os.getpid(), signal.SIGKILL),
        "the player's process (was ended by SIGKILL|closed its output)",
    ),
    "closed pipes": (close_everything, "the player's process (ended|closed)"),
    "patched modules": (patch, "the player's process (ended with status 1|closed its output)"),
}
"""Deeds after which a worker can no longer be asked, and what is reported."""


class Does(Player[Any]):
    """Does one deed after another, each at the first attempt of a decision, and keeps at the second."""

    def __init__(self, deeds: str, *names: str) -> None:
        super().__init__("Ann")
        self.deeds = deeds
        self.names = list(names)

    def decide(self, request: Request[Any]) -> Any:
        if request.attempt > 1 or not self.names:
            assert (request.attempt == 1) == (request.rejection is None)
            return Keep()
        return {"raised": RAISED, "answered": ANSWERED}[self.deeds][self.names.pop(0)](request)


class DoesLater(Does):
    """The same as a coroutine, which lets others run first."""

    async def decide(self, request: Request[Any]) -> Any:
        await asyncio.sleep(0)
        return super().decide(request)


class Fatal(Player[Any]):
    def __init__(self, name: str) -> None:
        super().__init__("Ann")
        self.deed = name

    def decide(self, request: Request[Any]) -> Any:
        return FATAL[self.deed][0](request)


class Vandal(Player[Any]):
    """Changes everything that it is given."""

    def decide(self, request: Request[Any]) -> Any:
        for thing in (request.view, *request.events):
            for name in thing.__struct_fields__:
                msgspec.structs.force_setattr(thing, name, 99)
        request._memory = b""
        request._attempt = 99
        return Keep()

    def hear(self, news: News) -> None:
        for event in news.events:
            for name in event.__struct_fields__:
                msgspec.structs.force_setattr(event, name, 99)


class Late(Player[Any]):
    """Answers its first question too late, and stakes 3 at the next attempt."""

    def decide(self, request: Request[Any]) -> Any:
        if request.view.pot[0]:
            return Keep()
        if request.attempt == 1:
            time.sleep(1)
            return Stake(9)
        return Stake(3)


class InterruptsTheHost(Player[Any]):
    """Presses Ctrl-C at the host, so to say, and catches everything itself."""

    def decide(self, request: Request[Any]) -> Any:
        os.kill(os.getppid(), signal.SIGINT)
        return swallow(request)


class Deaf(Player[Any]):
    def decide(self, request: Request[Any]) -> Any:
        return Keep()

    def hear(self, news: News) -> None:
        raise SystemExit("not listening")


class Cross(Player[Any]):
    def decide(self, request: Request[Any]) -> Any:
        return Keep()

    def agrees(self, proposal: Proposal) -> bool:
        raise SystemExit


class Fickle(Player[Any]):
    """Stake, want it back, and keep."""

    def __init__(self) -> None:
        super().__init__("Fickle")
        self.asked = 0

    def decide(self, request: Request[Any]) -> Any:
        self.asked += 1
        return Stake(3) if self.asked == 1 else TakeBack() if self.asked == 2 else Keep()


class Forker(Player[Any]):
    """Starts a process that would outlive it, and writes its number to a file."""

    def __init__(self, file: str) -> None:
        super().__init__("Forker")
        self.file = file

    def decide(self, request: Request[Any]) -> Any:
        pid = os.fork()
        if pid == 0:
            time.sleep(600)
        with open(self.file, "w") as file:  # noqa: PTH123  # short
            file.write(str(pid))
        return Keep()


def says_keep(request: Request[Any]) -> str:
    return "keep"


def first(request: Request[Any]) -> Move:
    return request.options[0]


def unplugged(request: Request[Any]) -> Move:
    """Be out of reach, if the briefing and the reading of moves work here."""
    assert request.attempts_left == 3
    if '"Bob"' in request.briefing().situation and request.read("Move: keep") in request.options:
        raise OutOfReach("there is no connection")
    return request.options[0]
