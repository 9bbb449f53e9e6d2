"""The process of an isolated player: `python -m ludex.players.worker` speaks the protocol of programs.

The player's code runs in the main thread, one question after another. Any exception is reported as a fault. Its
standard output is redirected to the error output, because the process answers through the former.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import runpy
import sys
from typing import IO, Any

from ludex.core.game.game import Game
from ludex.core.game.registry import defined_game
from ludex.core.game.request import Deciding, Player, Request
from ludex.core.game.wishes import Leave, Resign, TakeBack
from ludex.core.language.errors import UnknownPlayer, quote
from ludex.core.language.moves import Move
from ludex.core.play.calling_players import Question, call, is_true, read_answer
from ludex.core.play.faults import Fault, fault_of, place_of_code
from ludex.players import load_player
from ludex.players.program import VERSION

MEMORY = 8 << 30
"""Bytes of address space that a worker may use. Beyond it, Python raises `MemoryError`."""


def main() -> None:
    """Greet, and answer questions until the input ends."""
    questions, answers = _take_pipes()
    _limit_memory()
    hello = json.loads(questions.readline())
    try:
        game, player = _make_game(hello), _make_player(hello)
        greeting = {"name": "", "methods": _methods(player), "place": place_of_code(player)}
    except BaseException as error:  # importing a player runs its code
        told = str(error) if type(error) is UnknownPlayer else fault_of(error).rejection.sentence
        _say(answers, {"version": VERSION, "error": quote(told, str, 1_000)})
        return
    _say(answers, {"version": VERSION, **greeting})
    for line in questions:
        message = json.loads(line)
        if message["type"] == "end":
            break
        _say(answers, {"id": message["id"], **_answer(game, player, message)})
    os._exit(0)  # without waiting for threads that the player has started


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Take the pipes to the host, and give the player no input and the error output."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return questions, answers


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most), most))


def _make_game(hello: dict[str, Any]) -> Game:
    source = pickle.loads(base64.b64decode(hello["source"]))
    made: Game = source() if isinstance(source, type) else defined_game(source)
    return made


def _make_player(hello: dict[str, Any]) -> Any:
    """Make the player. Classes and functions of a script are found in that script, which is run under another name."""
    if hello["main"]:
        sys.modules["__main__"].__dict__.update(runpy.run_path(hello["main"], run_name="__worker__"))
    given = pickle.loads(base64.b64decode(hello["player"]))
    made = load_player(given) if isinstance(given, str) else given
    player = made() if isinstance(made, type) else made
    return Deciding(player) if not _has(player, "decide") and callable(player) else player


def _methods(player: Any) -> list[str]:
    hears = getattr(type(player), "hear", Player.hear) is not Player.hear
    return ["hear"] * hears + ["agrees"] * _has(player, "agrees")


def _has(player: Any, name: str) -> bool:
    """Return True if a player has a method. One that cannot even be read fails when it is called."""
    try:
        return hasattr(player, name)
    except BaseException:
        return True


def _answer(game: Game, player: Any, message: dict[str, Any]) -> dict[str, Any]:
    about = pickle.loads(base64.b64decode(message["about"]))
    if message["type"] != "decide":
        reply = call(player, Question(0, message["type"], about, is_true), ())
        return _fault(reply) if isinstance(reply, Fault) else {"agreed": reply}
    request = Request.from_parts(game, *about)
    reply = call(player, Question(request.seat, "decide", request, lambda answer: _read(game, request, answer)), ())
    if isinstance(reply, Fault):
        return _fault(reply)
    return {"wish": reply.__name__} if reply in (Leave, Resign, TakeBack) else {"move": reply}


def _read(game: Game, request: Request[Any], answer: Any) -> Any:
    """Read an answer as JSON: a move as an object, a text unchanged. The host reads the text."""

    def as_data(move: Move) -> Any:
        return json.loads(game.moves.to_json(game.moves.unpack(game.moves.pack(move))))

    return read_answer(as_data, str, lambda: request.options, answer)


def _fault(fault: Fault) -> dict[str, Any]:
    told = {"answer": fault.answer, "code": fault.rejection.code, "sentence": fault.rejection.sentence}
    return {"fault": {**told, "traceback": fault.traceback, "final": fault.final}}


def _say(answers: IO[bytes], message: dict[str, Any]) -> None:
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
