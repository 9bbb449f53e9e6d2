"""Cassettes: every exchange with a language model in a contest, recorded once and replayed without a network.

A cassette is a file of JSON lines: what was played, the exchanges in the order in which they ended, and a seal. The
exchanges of one seat in one game are a thread, with numbers and a chain of digests, so that none can be changed, left
out, or exchanged for another. Threads may be interleaved in any way: the order between games, and between the seats of
a game, has no meaning, because it depends on the network. The seal closes the chains of all threads.

A request is stored as a digest, because a replay makes it again; an answer is stored in full. A key is in neither.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludex.core.language.errors import BadAnswer, BadSetting, LudexError, OutOfReach, quote
from ludex.core.language.words import plural
from ludex.core.play.calling_players import timeout
from ludex.players.chat import Completion, Send

FORM = 1
"""The version of the format."""
CHANGED = "it was changed, or one before it in the same game and seat is missing"
OTHERWISE = "Replay it with the same version of Ludex, the same options, and players that decide the same every time"


class Thread(NamedTuple):
    """The exchanges of one seat in one game."""

    table: int
    game: int
    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} in game {self.game} of table {self.table + 1}"


class Exchange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request and its answer, as a line of a cassette."""

    table: int
    game: int
    seat: int
    number: int
    """The number in its thread, from 1."""
    request: str
    """The digest of the request."""
    late: bool = False
    """True if the referee did not wait for the answer."""
    answer: Completion
    chain: str = ""
    """The digest of this exchange and all before it in its thread."""

    @property
    def thread(self) -> Thread:
        """The thread of the exchange."""
        return Thread(self.table, self.game, self.seat)

    def chained(self, before: str) -> Exchange:
        """Return the exchange with its place in the chain."""
        plain = msgspec.to_builtins(msgspec.structs.replace(self, chain=""))
        return msgspec.structs.replace(self, chain=digest_of(before, plain))


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a cassette."""

    exchanges: int
    games: str
    """The digest of the contest: all final states."""
    digest: str
    """The digest of the whole cassette."""


def digest_of(*parts: Any) -> str:
    """Return the digest of data.

    >>> digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
    True
    """
    return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()


def _close(played: str, chains: Mapping[Thread, str], games: str) -> str:
    """Return the digest of a whole cassette."""
    return digest_of(played, sorted((*thread, chain) for thread, chain in chains.items()), games)


class Cassette:
    """The exchanges of a contest: a recording, or a replay of one."""

    replays = False
    """True if no request is sent."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.exchanges = 0
        """The number of exchanges."""
        self.digest = ""
        """The digest of the whole cassette. Publish it with a result, so that the cassette cannot be replaced."""

    def send(self, thread: Thread, send: Send | None, limit: float | None) -> Send:
        """Return the function that sends the requests of a thread. `limit` is the seat's time limit."""
        raise NotImplementedError

    def end_game(self, table: int, game: int) -> None:
        """Check the threads of a finished game."""

    def stop(self) -> None:
        """Stop: answers that are given up from now on are not too late."""

    def close(self, games: str, complete: bool) -> None:
        """Finish after a contest with this digest of games. It is `complete` if all its games were played."""


def open_cassette(path: Path, played: Mapping[str, Any]) -> Cassette:
    """Return a replay if the file exists, and otherwise a recording. `played` says what is played, as plain data."""
    return Replay(path, played) if path.exists() else Recording(path, played)


class Recording(Cassette):
    """Records every exchange at once, so that an interruption loses none. Only a complete recording gets a seal."""

    def __init__(self, path: Path, played: Mapping[str, Any]) -> None:
        super().__init__(path)
        self._played = digest_of(played)
        self._chains: dict[Thread, str] = {}
        self._numbers: dict[Thread, int] = defaultdict(int)
        self._stopped = False
        try:
            self._file = path.open("x", encoding="ascii")
        except OSError as error:
            raise LudexError(f"{quote(str(path), str)} cannot be written: {error.strerror}") from None
        self._write({"cassette": FORM, "played": dict(played)})

    def send(self, thread: Thread, send: Send | None, limit: float | None) -> Send:
        """Return a function that sends, and records the answer."""
        assert send is not None

        async def record(body: bytes) -> Completion:
            started = time.monotonic()
            try:
                answer = await send(body)
            except asyncio.CancelledError:
                if not self._stopped:
                    waited = Completion(seconds=time.monotonic() - started)
                    self._add(thread, body, waited, late=True)
                raise
            self._add(thread, body, answer)
            return answer

        return record

    def stop(self) -> None:
        """Stop: answers that are given up from now on are not too late."""
        self._stopped = True

    def close(self, games: str, complete: bool) -> None:
        """Write the seal, if the contest was not interrupted."""
        if complete:
            self.digest = _close(self._played, self._chains, games)
            self._write({"seal": msgspec.to_builtins(Seal(self.exchanges, games, self.digest))})
        self._file.close()

    def _add(self, thread: Thread, body: bytes, answer: Completion, late: bool = False) -> None:
        self._numbers[thread] += 1
        given = Exchange(
            **thread._asdict(), number=self._numbers[thread], request=_of_body(body), answer=answer, late=late
        )
        chained = given.chained(self._chains.get(thread, self._played))
        self._chains[thread] = chained.chain
        self.exchanges += 1
        self._write(msgspec.to_builtins(chained))

    def _write(self, data: Mapping[str, Any]) -> None:
        try:
            self._file.write(f"{json.dumps(data)}\n")
            self._file.flush()
        except OSError as error:
            raise LudexError(f"{quote(str(self.path), str)} cannot be written: {error.strerror}") from None


class Replay(Cassette):
    """Replays a cassette. Nothing is sent, no key is needed, and anything that differs is refused."""

    replays = True

    def __init__(self, path: Path, played: Mapping[str, Any]) -> None:
        super().__init__(path)
        lines = _read_lines(path)
        head = _read(lines[0]) if lines else {}
        if "cassette" not in head or not isinstance(head.get("played"), dict):
            raise BadSetting(f"{self._name} is not a cassette: expected a file that --cassette has recorded")
        if head["cassette"] != FORM:
            raise BadSetting(f"{self._name} has the format {quote(head['cassette'])}: expected {FORM}")
        self._expect_same(head["played"], json.loads(json.dumps(played)))
        last = _read(lines[-1]).get("seal")
        if not isinstance(last, dict):
            told = "it was cut off, or its recording was interrupted"
            raise BadSetting(
                f"{self._name} is incomplete: its last line is not a seal, so {told}. Delete it to record again"
            )
        self._tested = played.get("test") is not None
        self._threads: dict[Thread, list[Exchange]] = {}
        self._used: dict[Thread, int] = defaultdict(int)
        self._problems: dict[tuple[int, int], str] = {}
        self._ended: set[tuple[int, int]] = set()
        self._load(lines, digest_of(head["played"]), last)

    @property
    def _name(self) -> str:
        return f"the cassette {quote(str(self.path), str)}"

    def _expect_same(self, recorded: dict[str, Any], played: dict[str, Any]) -> None:
        for name in {**recorded, **played}:
            if recorded.get(name) != played.get(name):
                was, now = (quote(data.get(name)) for data in (recorded, played))
                raise BadSetting(f"{self._name} was recorded with another {name.replace('_', ' ')}: {was}, not {now}")

    def _load(self, lines: list[bytes], played: str, last: dict[str, Any]) -> None:
        """Read the exchanges, and check their chains and the seal."""
        for number, line in enumerate(lines[1:-1], 2):
            try:
                exchange = msgspec.convert(_read(line), Exchange)
            except msgspec.ValidationError as error:
                raise BadSetting(f"{self._name}, line {number} is not an exchange: {quote(error, str)}") from None
            thread = self._threads.setdefault(exchange.thread, [])
            before = thread[-1].chain if thread else played
            if exchange.number != len(thread) + 1 or exchange.chained(before) != exchange:
                raise BadSetting(f"{self._name}, line {number}: this exchange does not fit, because {CHANGED}")
            thread.append(exchange)
            self.exchanges += 1
        chains = {thread: found[-1].chain for thread, found in self._threads.items()}
        with suppress(msgspec.ValidationError):
            self._seal = msgspec.convert(last, Seal)
            self.digest = _close(played, chains, self._seal.games)
            if self._seal == Seal(self.exchanges, self._seal.games, self.digest):
                return
        raise BadSetting(f"{self._name} does not fit its seal: exchanges are missing or were added, or it was changed")

    def send(self, thread: Thread, send: Send | None, limit: float | None) -> Send:
        """Return a function that gives the recorded answers, if the requests are the same."""
        table, game, _ = thread
        recorded = self._threads.get(thread, [])

        async def replay(body: bytes) -> Completion:
            self._used[thread] += 1
            number = self._used[thread]
            if number > len(recorded):
                told = f"{plural(len(recorded), 'exchange')} of {thread}, and more are requested"
                raise self._refuse(table, game, f"has {told}")
            exchange = recorded[number - 1]
            if exchange.request != _of_body(body):
                raise self._refuse(table, game, f"has another request as exchange {number} of {thread}")
            if exchange.late:
                fault = timeout(limit or 0)
                raise BadAnswer(fault.rejection.code, fault.rejection.sentence, fault.answer)
            return exchange.answer

        return replay

    def _refuse(self, table: int, game: int, told: str) -> OutOfReach:
        """Note a difference, and return an error that ends the game, whose result then does not count."""
        self._problems.setdefault((table, game), told)
        return OutOfReach(f"{self._name} {told}")

    def end_game(self, table: int, game: int) -> None:
        """Refuse a game that differs from the recording."""
        told = self._problems.get((table, game), "")
        for thread, recorded in self._threads.items():
            if not told and thread[:2] == (table, game) and self._used[thread] < len(recorded):
                told = f"has {plural(len(recorded), 'exchange')} of {thread}, and {self._used[thread]} are requested"
        if told:
            raise BadSetting(f"{self._name} {told}. {OTHERWISE}")
        self._ended.add((table, game))

    def close(self, games: str, complete: bool) -> None:
        """Refuse a replay whose games ended differently."""
        unplayed = [thread for thread in self._threads if thread[:2] not in self._ended]
        if complete and unplayed and not self._tested:
            table, game, _ = unplayed[0]
            raise BadSetting(f"{self._name} has exchanges of game {game} of table {table + 1}, which was not played")
        if complete and games != self._seal.games:
            raise BadSetting(f"{self._name} was recorded in games that ended differently. {OTHERWISE}")


def _of_body(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


def _read_lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines()
    except OSError as error:
        raise BadSetting(f"the cassette {quote(str(path), str)} cannot be read: {error.strerror}") from None


def _read(line: bytes) -> dict[str, Any]:
    """Read a line, as an empty object if it is something else."""
    with suppress(ValueError, RecursionError):
        data = json.loads(line)
        return data if isinstance(data, dict) else {}
    return {}
