"""A player that is a separate program, in any language: it reads JSON lines and answers with JSON lines.

`docs/programs.md` describes the protocol. A program is started for one seat of one game and ended with it. Whatever it
does (it is silent, ends, floods its output, ignores its input), the game continues: its answers are rejected and asked
for again, like any player's, until it forfeits.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, ClassVar

import msgspec

from ludex.core.game.game import Game
from ludex.core.game.request import RemotePlayer, Request
from ludex.core.language.errors import NOT_JSON, BadAnswer, UnknownPlayer, UnreadableMove, json_fault, quote
from ludex.core.language.json_keys import single_keys
from ludex.core.language.moves import Move
from ludex.core.language.outcome import Outcome
from ludex.core.play.reading import with_options
from ludex.core.play.table import Table

PREFIX = "program:"
VERSION = 1
"""The version of the protocol."""
LONGEST_LINE = 1_000_000
"""Largest number of bytes in a line of an answer."""
MOST_UNREAD = 1_000
"""The most unread lines. A program that writes more is not read any further."""
TIME_LIMIT = 60.0
"""Seconds that a program has for an answer if no limit is set."""
START_LIMIT = 60.0
"""Seconds that a program has to start, if its time limit is not longer."""
ATTENTION = 0.5
"""Seconds after which a waiting host looks around: Ctrl-C wakes it only if no other thread received the signal."""
GRACE = 1.0
"""Seconds that a program has to end when its input was closed."""
LAST_WORDS = 5.0
"""Seconds to wait for the rest of the error output of an ended program, which its child processes may hold open."""
TAIL = 20
"""The number of lines of a program's error output that are stored."""


class Hello(msgspec.Struct):
    """The first line of a program: the version of the protocol that it speaks, and its name."""

    version: int
    name: str = ""


class Said(msgspec.Struct):
    """An answer: the number of the question, and a move as JSON or as text."""

    id: int
    move: msgspec.Raw


def is_program(name: str) -> bool:
    """Return True if a player's name stands for a program.

    >>> is_program("program:./bot.py"), is_program("bot.py:Mine")
    (True, False)
    """
    return name.startswith(PREFIX)


def read_command(name: str) -> list[str]:
    """Return the words of a program's command, as a shell would read them.

    >>> read_command('program:"perl bot.pl --depth 3"'), read_command("program:./my-bot")
    (['perl', 'bot.pl', '--depth', '3'], ['./my-bot'])
    """
    text = name.removeprefix(PREFIX).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        text = text[1:-1]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UnknownPlayer(f"{quote(name)} is not a command: {error}") from None
    if not words:
        raise UnknownPlayer(f"{quote(name)} does not name a program: expected program:COMMAND, e.g. program:./bot.py")
    return words


class Program(RemotePlayer[Any]):
    """A player that is a separate program: it reads questions from its input and writes answers to its output.

    >>> import ludex
    >>> Program(ludex.game("automation"), "program:./my-bot")
    <Program 'program:./my-bot'>
    """

    noun: ClassVar[str] = "program"
    """The word for the process in messages."""
    said: ClassVar[type[Any]] = Said
    """The form of an answer."""

    _usual_limit = _limit = TIME_LIMIT
    _about: Mapping[str, Any] = {}
    _running: Running | None = None
    _asked = 0
    _gone: BadAnswer | None = None
    """The reason why the program is no longer asked."""

    def __init__(self, game: Game, name: str, time_limit: float | None = None) -> None:
        super().__init__(name)
        self._game = game
        self._command = read_command(name)
        self._usual_limit = self._limit = time_limit or TIME_LIMIT

    def sit_down(self, table: Table[Any], seat: int, time_limit: float | None = None) -> None:
        """Prepare the first message to the program: its seat, the number of seats, the settings."""
        self._limit = time_limit or self._usual_limit
        self._gone = None
        settings = msgspec.to_builtins(table.settings)
        self._about = {"seat": seat, "seats": table.seats, "settings": settings, "players": table.players}

    def decide(self, request: Request[Any]) -> Any:
        """Ask the program. It is started when it is asked for the first time."""
        said = self._exchange("decide", f'"request":{request.to_json()}')
        return self._read(bytes(said.move), request)

    def close(self, outcome: Outcome | None = None) -> None:
        """End the program. If the game is over, it gets the outcome and has a moment to end."""
        running, self._running = self._running, None
        if running is not None:
            if outcome is not None:
                running.say(msgspec.json.encode({"type": "end", "outcome": outcome}).decode())
            running.end(GRACE if self._gone is None else 0.0)

    def _exchange(self, kind: str, content: str) -> Any:
        """Send one message to the program, and return the answer."""
        if self._gone is not None:
            raise BadAnswer(self._gone.code, str(self._gone))
        try:
            running = self._start()
            self._asked += 1
            running.say(f'{{"type":"{kind}","id":{self._asked},"time_limit":{self._limit:g},{content}}}')
            return self._answer(running, time.monotonic() + self._limit)
        except BadAnswer as fault:
            if fault.code in ("program-ended", "wrong-protocol"):
                self._gone = fault
                self.close()
            raise

    def _launch(self) -> Running:
        return Running(self._command)

    def _hello(self) -> dict[str, Any]:
        """Return the first message to the program."""
        about = {"game": self._game.name, "rules": self._game.version, "time_limit": self._limit, **self._about}
        return {"type": "hello", "version": VERSION, **about}

    def _start(self) -> Running:
        """Return the running program, after the greeting."""
        if self._running is None:
            self._running = self._launch()
            self._running.say(msgspec.json.encode(self._hello()).decode())
            line = self._running.hear(time.monotonic() + max(START_LIMIT, self._limit))
            if line is None:
                told = f"the {self.noun} did not greet within {max(START_LIMIT, self._limit):g} s{self._tail()}"
                raise BadAnswer("wrong-protocol", told)
            self._check_greeting(line)
        return self._running

    def _check_greeting(self, line: bytes) -> Hello:
        expected = f'expected {{"version": {VERSION}, "name": "…"}} as the first line'
        try:
            hello = msgspec.json.decode(single_keys(line), type=Hello)
        except NOT_JSON as error:
            shown = quote(line.decode(errors="replace"))
            told = f"the {self.noun}'s greeting {shown} cannot be read ({json_fault(error)})"
            raise BadAnswer("wrong-protocol", f"{told}: {expected}{self._tail()}") from None
        if hello.version != VERSION:
            told = f"the {self.noun} speaks version {hello.version} of the protocol; {expected}"
            raise BadAnswer("wrong-protocol", told)
        return hello

    def _answer(self, running: Running, until: float) -> Any:
        """Return the answer to the last question. Answers to earlier ones, which came too late, are dropped."""
        while (line := running.hear(until)) is not None:
            try:
                said = msgspec.json.decode(single_keys(line), type=self.said)
            except NOT_JSON as error:
                text = quote(line.decode(errors="replace"))
                told = f'expected {{"id": {self._asked}, "move": …}} on one line'
                raise BadAnswer("unreadable", f"cannot read {text} ({json_fault(error)}); {told}", text) from None
            if said.id == self._asked:
                return said
            if said.id > self._asked:
                told = f"the {self.noun} answered question {said.id}, but was asked question {self._asked}"
                raise BadAnswer("unreadable", told, quote(line.decode(errors="replace")))
        told = f"the {self.noun} gave no answer within its time limit of {self._limit:g} s"
        raise BadAnswer("timeout", told, "no answer in time")

    def _read(self, answer: bytes, request: Request[Any]) -> Move | str:
        """Read a move from JSON. A text is left to the referee, who reads it like any player's."""
        try:
            if answer.startswith(b'"'):
                return msgspec.json.decode(answer, type=str)
            return self._game.moves.from_json(answer)
        except (UnreadableMove, *NOT_JSON) as error:
            told = with_options(error, request.options) if isinstance(error, UnreadableMove) else error
            raise BadAnswer("unreadable", quote(told, str, 1_000), quote(answer.decode(errors="replace"))) from None

    def _tail(self) -> str:
        return self._running.tail() if self._running else ""


class Running:
    """A running program. Threads read and write, so that no pipe can block the game."""

    def __init__(self, command: list[str], noun: str = Program.noun, environment: dict[str, str] | None = None) -> None:
        self.noun = noun
        try:
            self.process = subprocess.Popen(
                _runnable(command),
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise BadAnswer("program-ended", f"the {noun} {quote(command[0])} cannot be started: {why}") from None
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        self._errors: deque[str] = deque(maxlen=TAIL)
        self._threads = [
            threading.Thread(target=work, args=arguments, daemon=True)
            for work, arguments in (
                (_read_lines, (self.process.stdout, self._lines)),
                (_read_errors, (self.process.stderr, self._errors)),
                (_write_lines, (self.process.stdin, self._to_say)),
            )
        ]
        for thread in self._threads:
            thread.start()

    def say(self, line: str) -> None:
        self._to_say.put(line.encode() + b"\n")

    def hear(self, until: float) -> bytes | None:
        """Return the next line, or None if none comes in time. Raises `BadAnswer` if the program has ended."""
        while True:
            left = until - time.monotonic()
            try:
                line = self._lines.get(timeout=min(max(0.0, left), ATTENTION))
                break
            except Empty:
                if left <= ATTENTION:
                    return None
        if line is None:
            self._lines.put(None)
            raise BadAnswer("program-ended", f"{self._how_it_ended()}{self.tail()}")
        if len(line) > LONGEST_LINE:
            raise BadAnswer("program-ended", f"the {self.noun} wrote a line of more than {LONGEST_LINE:,} bytes")
        return line

    def _how_it_ended(self) -> str:
        try:
            status = self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return f"the {self.noun} closed its output"
        if status < 0:
            return f"the {self.noun} was ended by {signal.Signals(-status).name}"
        return f"the {self.noun} ended with status {status}"

    def tail(self) -> str:
        """Return the last lines of the program's error output, as the end of a sentence."""
        self._threads[1].join(LAST_WORDS if self.process.poll() is not None else 0.0)
        text = "\n".join(self._errors).strip()
        return f"; its error output ends with: {text[-600:]}" if text else ""

    def end(self, grace: float) -> None:
        """Close its input, wait a moment, and kill it and its process group."""
        self._to_say.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(grace)
        self._kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(GRACE)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()

    def _kill(self) -> None:
        try:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        except (ProcessLookupError, PermissionError):
            pass


def _runnable(command: list[str]) -> list[str]:
    """Return the command with its first word as a path, if it is a file here: `bot.sh` as well as `./bot.sh`."""
    first = Path(command[0])
    return [str(first.resolve()), *command[1:]] if first.is_file() and os.access(first, os.X_OK) else command


def _read_lines(pipe: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    try:
        while line := pipe.readline(LONGEST_LINE + 1):
            if line.strip():
                lines.put(line)
            if len(line) > LONGEST_LINE or lines.qsize() > MOST_UNREAD:
                break
    except (OSError, ValueError):
        pass
    lines.put(None)


def _read_errors(pipe: IO[bytes], errors: deque[str]) -> None:
    try:
        while line := pipe.readline(1_000):
            errors.append(line.decode(errors="replace").rstrip("\n"))
    except (OSError, ValueError):
        pass


def _write_lines(pipe: IO[bytes], to_say: SimpleQueue[bytes | None]) -> None:
    try:
        while (line := to_say.get()) is not None:
            pipe.write(line)
            pipe.flush()
    except (OSError, ValueError):
        pass
    with suppress(OSError, ValueError):
        pipe.close()
