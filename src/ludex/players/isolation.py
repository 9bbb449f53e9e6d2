"""Isolated players: a player written in Python, in a worker process that cannot harm the host.

A worker process is a program at the end of a pipe (`ludex.players.program`): it is started for one seat of one game,
has the same time limits, and is killed at the end, with its process group. `ludex.players.worker` is its main module.
Messages to the worker contain pickled objects; those from the worker are JSON, and nothing else is ever read from it.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ludex.core.game.request import Player, Request
from ludex.core.game.wishes import Leave, News, Proposal, Resign, TakeBack
from ludex.core.language.errors import BadAnswer, BadSetting, OutOfReach, UnknownPlayer, kind_of, quote
from ludex.core.play.table import Table
from ludex.players.program import Hello, Program, Running, Said

WISHES: dict[str, Leave | Resign | TakeBack] = {"Leave": Leave(), "Resign": Resign(), "TakeBack": TakeBack()}


class WorkerFault(msgspec.Struct):
    """A fault of the player's code, as the worker reports it."""

    answer: str
    code: str
    sentence: str
    traceback: str = ""
    final: bool = False


class WorkerSaid(Said):
    """An answer of a worker: a move, a request to take back or to leave, True or False, or a fault."""

    move: msgspec.Raw = msgspec.Raw(b"")
    wish: str = ""
    agreed: bool = False
    fault: WorkerFault | None = None


class WorkerHello(Hello):
    """The greeting of a worker: the methods that the player has, and the place of its code, or why there is none."""

    methods: tuple[str, ...] = ()
    place: str = ""
    error: str = ""


def isolated(player: Any, name: str | None = None) -> Isolated:
    """Seat a player in a worker process: a class, a function, an object, or the text `"file.py:Class"`.

    The worker imports the class or function from its module, and makes an object of a class. An object is sent as a
    pickle. With a text, none of the player's code runs in this process.

    >>> isolated("my_bots.py:Careful")
    <Isolated 'my_bots.py:Careful'>
    """
    return Isolated(player, name)


class Isolated(Program):
    """A player in a worker process. Use `isolated` to make one."""

    noun: ClassVar[str] = "player's process"
    said: ClassVar[type[Any]] = WorkerSaid

    def __init__(self, player: Any, name: str | None = None) -> None:
        Player.__init__(self, name or _name_of(player))
        self._player = _pickled(player)
        self._methods: tuple[str, ...] = ()

    def sit_down(self, table: Table[Any], seat: int, time_limit: float | None = None) -> None:
        """Prepare the first message to the worker."""
        super().sit_down(table, seat, time_limit)
        self._game = table.game

    def check(self, table: Table[Any]) -> None:
        """Raise `UnknownPlayer` if a worker process cannot make the player."""
        self.sit_down(table, 0)
        try:
            self._start()
        except BadAnswer as error:
            raise UnknownPlayer(f"cannot make player {quote(self.name)}: {error}") from None
        finally:
            self.close()

    def decide(self, request: Request[Any]) -> Any:
        """Ask the player for an answer."""
        said = self._ask("decide", request.parts())
        if said.wish:
            return WISHES.get(said.wish)
        return self._read(bytes(said.move), request)

    def agrees(self, proposal: Proposal) -> bool:
        """Ask the player whether it agrees. One without such a method agrees, like every program."""
        return not self._has("agrees") or bool(self._ask("agrees", proposal).agreed)

    def hear(self, news: News) -> None:
        """Pass the news on, if the player has a method for them."""
        if self._has("hear"):
            self._ask("hear", news)

    def _has(self, method: str) -> bool:
        if self._gone is None:
            try:
                self._start()
            except BadAnswer as fault:
                self._gone = fault
                self.close()
        return self._gone is None and method in self._methods

    def _ask(self, method: str, about: Any) -> Any:
        said = self._exchange(method, f'"about":"{_as_text(pickle.dumps(about))}"')
        if said.fault is not None and said.fault.final:
            raise OutOfReach(said.fault.sentence)
        if said.fault is not None:
            raise BadAnswer(said.fault.code, said.fault.sentence, said.fault.answer, said.fault.traceback)
        return said

    def _launch(self) -> Running:
        paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
        command = [sys.executable, "-m", "ludex.players.worker"]
        return Running(command, self.noun, {**os.environ, "PYTHONPATH": paths})

    def _hello(self) -> dict[str, Any]:
        main = getattr(sys.modules["__main__"], "__file__", None)
        game = self._game
        source: Any = type(game) if game.definition is None else msgspec.to_builtins(game.definition)
        return {
            **super()._hello(),
            "main": str(Path(main).resolve()) if main and b"__main__" in self._player else None,
            "source": _as_text(pickle.dumps(source)),
            "player": _as_text(self._player),
        }

    def _check_greeting(self, line: bytes) -> Hello:
        super()._check_greeting(line)
        hello = msgspec.json.decode(line, type=WorkerHello)
        if hello.error:
            raise BadAnswer("program-ended", quote(hello.error, str, 1_000))
        self._methods, self.code_place = hello.methods, quote(hello.place, str)
        return hello


def _name_of(player: Any) -> str:
    if isinstance(player, str):
        return player
    name = None if isinstance(player, type) else getattr(player, "name", None)
    return str(name or getattr(player, "__name__", None) or kind_of(player))


def _pickled(player: Any) -> bytes:
    if isinstance(player, str) and ":" not in player:
        raise BadSetting(f"{quote(player)} is not a player: expected module:Class or path/to/file.py:Class")
    try:
        return pickle.dumps(player)
    except Exception as error:
        told = f"{quote(player)} cannot be sent to a worker process ({quote(error, str)})"
        raise BadSetting(f"{told}: define its class or function at the top level of a module") from None


def _as_text(data: bytes) -> str:
    return base64.b64encode(data).decode()
