"""The engine of a table: states as bytes, moves as numbers, and everything that players do not call.

The referee, the online table, histories and the conformance kit use it as `table.engine`.
"""

from __future__ import annotations

import threading
from binascii import hexlify
from collections.abc import Collection, Sequence
from functools import cache, lru_cache, partial
from hashlib import blake2b
from operator import index
from typing import Any, Generic, Self

import numpy as np
from typing_extensions import TypeVar

from ludex.core.compile.default_rules import no_opening
from ludex.core.compile.table_buffers import CHANCE, EVERY, FIRST, Look, Pairs
from ludex.core.game.game import Game
from ludex.core.game.position import Position, read_position, write_position
from ludex.core.game.request import Attempt, Rejection, Request
from ludex.core.game.template import expect_seats, template_of
from ludex.core.language.chance import chance_of, secret_seed
from ludex.core.language.errors import IllegalMove, LudexError, NotYourTurn, UndoRefused, quote
from ludex.core.language.events import LOST, Event, Seen, new_log
from ludex.core.language.fairness import Secret, read_entropy, secret_of, seed_in_digest
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.moves import Move
from ludex.core.language.names import read_names
from ludex.core.language.options import Options, is_among
from ludex.core.language.outcome import Outcome
from ludex.core.language.record import States
from ludex.core.language.settings import GameSettings, settings_in_digest
from ludex.core.play.history import MOST_RETRIES
from ludex.core.play.leaving import Leaving, leavers, name_at, told_of
from ludex.core.play.move_log import DIGEST, Journal, visible_rows
from ludex.core.play.seat_changes import SeatChanges
from ludex.core.play.serialised import serialised
from ludex.core.play.undo import LastMove

V = TypeVar("V", default=Any)
M = TypeVar("M", bound=Move, default=Move, covariant=True)

SOME_CHANCE = bytes(range(1, 33))
"""The chance a move is first tried with if the last one drew nothing: most draw nothing, and keying takes time."""


def _has_opening(game: Game) -> bool:
    """Return True if there are events before the first move."""
    return game.machine.rules["opening"] is not no_opening


class Engine(SeatChanges, Generic[V, M]):
    """A game in progress, for insiders."""

    def __init__(
        self,
        game: Game[V, Any],
        seats: int,
        seed: bytes,
        settings: GameSettings,
        players: Sequence[str] | None = None,
        position: Position | None = None,
        entropy: Sequence[bytes | None] | None = None,
    ) -> None:
        seats = expect_seats(game, seats)
        names = read_names(players, seats)
        self.game: Game[V, Any] = game
        self.seats = seats
        self.entropy = read_entropy(entropy, seats)
        self._secrets: tuple[Secret, ...] = (Secret.of(seed, self.entropy),)
        self._key = self._secrets[0].key
        self._origin: Engine[Any, Any] | None = None
        self.closed = False
        """True if a game with the same past may still be played elsewhere (for tables loaded from a history)."""
        self.settings = settings
        self.players = names
        self.start = position
        self.retries: list[tuple[int, int, Attempt]] = []
        self.forfeited: tuple[int, str] | None = None
        """The seat whose leaving ended the game, and why it left."""
        self.leavings: list[Leaving] = []
        """The changes of seats after which the game continued."""
        self.takes: dict[int, int] = {}
        self.lock = threading.RLock()
        self._looks: dict[int, Look] = {}
        self._draws = False
        self._opening: bytes | None = None
        self._set(self._first_state())
        self.played = Journal(game.events, self._memory)
        about = f"{game.name} {game.version} {names!r} {settings_in_digest(settings)} {seed_in_digest(seed)}"
        said = about if position is None else f"{about} {position.to_json()}"
        self._start_digest = self._chain(b"", said.encode(), self._memory)
        self._signed: tuple[int, bytes]
        """The number of moves whose digest is computed, and the state after them."""
        self._digest: bytes
        """The digest after those moves."""
        self._note_signed()

    def _set(self, memory: bytes) -> None:
        """Replace the state."""
        buffers, kernel = self.game.machine.buffers, self.game.machine.kernel
        buffers.look(kernel, memory, FIRST)
        self._memory = memory
        _, self._mask, self._over, _ = buffers.after(kernel)
        self._looks = {}  # worked out on demand: many tables wait for their first move

    def show(self, memory: bytes, seat: int) -> None:
        """Continue from what a seat knows of a state, for reading the moves that it writes. Nothing is played on it."""
        buffers, kernel = self.game.machine.buffers, self.game.machine.kernel
        buffers.look(kernel, memory, seat)
        self._memory = memory
        _, self._mask, self._over, self._looks = buffers.after(kernel)
        self.played = Journal(self.game.events, memory)

    def _first_state(self) -> bytes:
        """Return the state that the table starts from: its position, or what `setup` deals."""
        if self.start is not None:
            return read_position(self.game, self.start, self.settings).tobytes()
        states = template_of(self.game, self.seats, self.settings)
        states.view(np.uint8).data[CHANCE] = chance_of(self._secrets[0].key, 0)
        self.game.machine.kernel.setup(states, 0)
        states["rng"] = 0
        return states.tobytes()

    @property
    def _states(self) -> States:
        """A copy of the state, in the form that rules take."""
        return self.game.machine.layout.load(self._memory)

    @property
    def seed(self) -> bytes:
        """The secret seed that chance comes from: for the table's owner, and public once the table is open."""
        return self._secrets[-1].seed

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """All seeds that chance came from, the first one first. A branch and a game that was reopened add their own."""
        return self._secrets

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed, public from the start."""
        return self._secrets[-1].commitment

    @property
    def has_ended(self) -> bool:
        """True if the game is over, by its rules or by a forfeit."""
        return bool(self._over) or self.forfeited is not None

    @property
    def has_closed_past(self) -> bool:
        """True if a game with the same past, which this one branched from, may still be in progress."""
        engine: Engine[Any, Any] = self
        while not engine.closed and engine._origin is not None and engine._origin.has_ended:
            engine = engine._origin
        return engine.closed or engine._origin is not None

    @property
    def open(self) -> bool:
        """True if everything is public: the game has ended, and so have those that it branched from."""
        return self.has_ended and not self.has_closed_past

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision now. There are none when the game is over."""
        return () if self.forfeited else seats_in(self._mask)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players who have the seats now, or last had them."""
        if not self.leavings:
            return self.players
        return tuple(name_at(self.players, self.leavings, seat) for seat in range(self.seats))

    def options(self, seat: int) -> Options[M]:
        """Return the moves that a seat may make now. Raises `NotYourTurn` if the seat owes no decision."""
        return Options(self.game.moves, self._look_of(seat)[1])

    def offered(self, seat: int) -> Pairs:
        """Return the moves that a seat may make now as pairs of packed moves, computed once until the next move."""
        return self._look_of(seat)[1]

    def request(
        self,
        seat: int,
        attempt: int = 1,
        rejection: Rejection | None = None,
        since: int | None = None,
        attempts_left: int | None = None,
    ) -> Request[V]:
        """Return the question to a seat that owes a decision. Its `events` are those since move number `since`.

        With -1 they begin with the events before the first move.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).request(0).options
        <Options: play Bitcoin, end phase>
        """
        with self.lock:
            seat = self._expect_waiting(seat)
            hidden, offered = self._look_of(seat)
            last = len(self.played)
            number = last if since is None else since
            told = self.played.visible_rows(seat, max(number, 0))
            if number < 0 and _has_opening(self.game):
                told = visible_rows(self.opening_rows(), seat) + told
            promise, names = self._secrets[-1].commitment, self.names
            digest = partial(self.played.digest, last) if last else self._start_digest
        about = promise, digest, names, self.settings, attempts_left
        return Request.from_parts(self.game, seat, hidden, offered, attempt, rejection, told, *about)

    def brief_request(self, seat: int) -> Request[V]:
        """Return the question to a seat that owes a decision, without events, commitment and digest. This is faster."""
        seat = self._expect_waiting(seat)
        return Request.from_parts(self.game, seat, *self._look_of(seat))

    def _look_of(self, seat: int) -> Look:
        """Return what a seat may know and do, computed once until the next move. The seat must owe a decision.

        If several seats owe a decision, all are computed, because the others are likely to be asked for too.
        """
        found = self._looks.get(seat) if type(seat) is int and self.forfeited is None else None
        if found is None:
            with self.lock:
                seat = self._expect_waiting(seat)
                buffers, kernel = self.game.machine.buffers, self.game.machine.kernel
                buffers.look(kernel, self._memory, EVERY)
                self._looks |= buffers.after(kernel)[3]
                found = self._looks[seat]
        return found

    def check_packed(self, seat: int, packed: int) -> Rejection | None:
        """Return the reason why a packed move is not allowed to a seat that owes a decision, or None if it is."""
        seat = self._expect_waiting(seat)
        self.game.moves.expect_packed(packed)
        code = self.game.machine.kernel.why_not(self._states, 0, seat, packed)
        return self._rejection(code, seat, packed) if code else None

    def expect_legal(self, seat: int, packed: int) -> None:
        """Raise what `play_packed` would raise, and change nothing."""
        if not is_among(packed, self.offered(seat)):
            rejection = self.check_packed(seat, packed)
            if rejection:
                raise IllegalMove(rejection)

    def play_packed(self, seat: int, packed: int, then: int = FIRST) -> None:
        """Execute a move in packed form. Its events are in the journal.

        What the seat `then` may know and do after the move is computed in the same step.
        """
        with self.lock:
            seat, packed = self._expect_waiting(seat), index(packed)
            self.game.moves.expect_packed(packed)
            played, buffers, kernel = self.played, self.game.machine.buffers, self.game.machine.kernel
            number = len(played) + 1
            take = self.takes.get(number, 0)
            chance = chance_of(self._key, number, take) if self._draws else SOME_CHANCE
            code = buffers.turn(kernel, self._memory, chance, seat, packed, then)
            if not code and not self._draws and buffers.drew[0]:  # so it is made again with its own chance
                code = buffers.turn(kernel, self._memory, chance_of(self._key, number, take), seat, packed, then)
            if code:
                raise IllegalMove(self._rejection(code, seat, packed))
            if buffers.told[LOST]:
                self.game.events.expect_room(buffers.log)
            drew, mask, over, looks = buffers.after(kernel)
            memory = buffers.memory()
            played.write(seat, packed, take, buffers.told, bool(drew), memory)
            self._memory, self._draws = memory, bool(drew)
            self._mask, self._over, self._looks = mask, over, looks

    def _state_at(self, count: int) -> bytes:
        """Return the state after the first `count` moves."""
        if count == len(self.played):
            return self._memory
        at, memory = self.played.stored_before(count)
        for number in range(at + 1, count + 1):
            memory = self._repeat(number, memory)
        return memory

    def _repeat(self, number: int, memory: bytes) -> bytes:
        """Return the state after a move that was made, from the state before it."""
        buffers, (seat, packed, take) = self.game.machine.buffers, self.played.step(number)
        chance = chance_of(secret_of(self._secrets, number).key, number, take)
        buffers.turn(self.game.machine.kernel, memory, chance, seat, packed)
        return buffers.memory()

    def view(self, seat: int | None = None) -> V:
        """Return all that a seat may know (None: a spectator), as an immutable value."""
        return self.game.view(load_twin(self.record(seat), 0), seat)

    @serialised
    def told(self, seat: int | None = None) -> tuple[Event, ...]:
        """Return the events known to a seat that the game's board needs: `Look.looks_back` and `Look.remembers`."""
        look = self.game.look
        return self.played.told(seat, look.looks_back, look.remembers) if look.looks_back or look.remembers else ()

    def seen(self, seat: int) -> tuple[bytes, tuple[int, ...]]:
        """Return the state as a seat (-1: a spectator) may know it, as bytes, and the seats that owe a decision by it.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.engine.seen(1) == (table.record(1).tobytes(), (0,))
        True
        """
        buffers, kernel = self.game.machine.buffers, self.game.machine.kernel
        found = self._looks.get(seat)
        if found is not None:
            buffers.seen[:] = found[0]
        else:
            buffers.seen[:] = self._memory
            kernel.hide(buffers.hidden, 0, seat)
        return bytes(buffers.seen), seats_in(kernel.waiting(buffers.hidden, 0))

    def record(self, seat: int | None = None) -> States:
        """Return a read-only copy of the state with everything blanked that the seat may not know.

        Nothing is blanked after a forfeit: the outcome then shows the scores, and the seed everything else.
        """
        number = -1 if seat is None else self.expect_seat(seat)
        if self.forfeited and self.open:
            return np.frombuffer(self._memory, self.game.machine.layout.dtype)
        states = self._states
        self.game.machine.kernel.hide(states, 0, number)
        states.flags.writeable = False
        return states

    @serialised
    def record_in_full(self, at: int | None = None) -> States:
        """Return a copy of the whole state after `at` moves (default: all), secrets included.

        It is for the table's owner, never for a player.
        """
        count = len(self.played) if at is None else at
        if not 0 <= count <= len(self.played):
            raise LudexError(f"there is no state after {at} moves; the table has moves 0 to {len(self.played)}")
        return self.game.machine.layout.load(self._state_at(count))

    def memory_in_full(self) -> bytes:
        """Return the whole state as bytes, secrets included: for the table's owner, never for a player."""
        return self._memory

    def position(self) -> Position:
        """Return the whole state as readable data, secrets included: for the table's owner, never for a player.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.game.position(table.position()).view(0) == table.view(0)
        True
        """
        return write_position(self.game, self._states, self.settings)

    @serialised
    def events(self, seat: int | None = None, since: int = -1) -> tuple[Event, ...]:
        """Return the events since move number `since`, as far as a seat (None: a spectator) may know them.

        By default that is everything, from the deal on. With 0 it is everything that the moves caused.

        >>> import ludex
        >>> [str(event) for event in ludex.game("automation").new(2, seed=7).events()][:2]
        ['seat 0 draws 5 cards.', 'seat 1 draws 5 cards.']
        """
        known_by = None if seat is None else self.expect_seat(seat)
        numbers = range(max(since, 0) + 1, len(self.played) + 1)
        happened = (seen for number in numbers for seen in self.played.events_of(number))
        told = (*self.opening(), *happened) if since < 0 else happened
        return tuple(seen.event for seen in told if seen.visible_to(known_by))

    def opening(self) -> tuple[Seen, ...]:
        """Return the events before the first move, each with the seats that may know it.

        A table that starts from a position has none, because its view shows everything.
        """
        return self.game.events.read_rows(self.opening_rows())

    @serialised
    def opening_rows(self) -> bytes:
        """Return the rows of the events before the first move, computed on first use."""
        if self._opening is not None:
            return self._opening
        rows = b""
        if self.start is None and _has_opening(self.game):
            log = new_log(self.game.max_events)
            states = self.game.machine.layout.load(self.played.stored_before(0)[1])
            self.game.machine.kernel.opening(states, 0, log)
            self.game.events.expect_room(log)
            rows = log[1 : log[0, 0] + 1].tobytes()
        self._opening = rows
        return rows

    @property
    def ending(self) -> str:
        """The reason for which the rules end the game."""
        return self.game.machine.endings.get(self._over, "the game is over")

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None if it has not ended."""
        if not self.has_ended:
            return None
        out = np.zeros((self.seats, 2), np.int64)
        self.game.machine.kernel.scores(self._states, 0, out)
        scores, ties = out[:, 0].tolist(), out[:, 1].tolist()
        out_of_play, changes = leavers(self.leavings), told_of(self.players, self.leavings)
        ending = self.ending
        if self.forfeited:
            seat, why = self.forfeited
            ending = f"seat {seat} ({name_at(self.players, self.leavings, seat)}) forfeited: {why}"
            out_of_play += (seat,)
        return Outcome.of(scores, ties, "; ".join([ending, *changes]), out_of_play)

    @serialised
    def undo(self, seat: int | None = None, agreed: Collection[int] = (), seed: bytes | None = None) -> None:
        """Take back the last move (`Table.undo`)."""
        if not self.played:
            raise UndoRefused("nothing to take back: no move has been made yet")
        if self.final_moves >= len(self.played):
            seat = self.leavings[-1].seat
            raise UndoRefused(f"move {len(self.played)} is final: seat {seat} has changed hands since.")
        what, why = self._why_no_undo(None if seat is None else self.expect_seat(seat))
        if why and not set(range(self.seats)) <= {other for other in agreed if not isinstance(other, bool)}:
            told = quote(sorted(agreed) or "none", str)
            refusal = f"{what or f'move {len(self.played)}'} {why}"
            sentence = f"{refusal} It can be taken back if all seats agree; agreed: {told}."
            raise UndoRefused(sentence, f"{what or 'your move'} {why}")
        self.sign()
        count = len(self.played) - 1
        ended = self.has_ended
        self.takes[count + 1] = self.played[-1].take + 1
        self._set(self._state_at(count))
        self.played = self.played.copy(count)  # requests that were made before still read their digests from the other
        self.retries = [retry for retry in self.retries if retry[0] <= count]
        self.forfeited = None
        self._note_signed()
        self._secrets = tuple(
            secret._replace(after=min(secret.after, count)) if at else secret for at, secret in enumerate(self._secrets)
        )
        if ended:
            self.renew(seed)

    @serialised
    def take_over(self, renewals: Sequence[tuple[int, bytes]]) -> None:
        """Take over the later secrets of a table that was frozen, with the moves that the table has already."""
        later = (Secret.of(seed, self.entropy, after) for after, seed in renewals)
        self._secrets = (self._secrets[0], *later)
        self._key = self._secrets[-1].key
        self._note_signed()

    @serialised
    def renew(self, seed: bytes | None = None) -> None:
        """Let chance come from another secret from now on: the one of a history, or else a new one."""
        self.sign()
        secret = Secret.of(seed or secret_seed(), self.entropy, len(self.played))
        self._secrets += (secret,)
        self._key = secret.key
        self.takes = {}

    def _why_no_undo(self, seat: int | None) -> tuple[str, str]:
        """Return why the last move cannot be taken back alone, as subject (empty: the move) and predicate."""
        last = self.played[-1]
        if self.forfeited:
            return "the game", "was forfeited."
        if seat != last.seat:
            return "the last move", f"was decided by seat {last.seat}."
        if last.used_chance:
            return "", "revealed something: it drew by chance."
        number = len(self.played)
        earlier = self.played.step(number - 1)[0] if number > 1 else None
        before = self.game.machine.layout.load(self._state_at(number - 1))
        move = LastMove(self.game, before, last.seat, last.packed, self._states, earlier)
        return "", move.why_final()

    @property
    def digest(self) -> str:
        """A hash of everything that happened and the state it led to."""
        self.sign()
        return self._digest.hex()

    @serialised
    def sign(self) -> None:
        """Compute the digests that were not needed so far. The states before the last one are computed again."""
        played, (number, memory) = self.played, self._signed
        last = len(played)
        while number < last:
            number += 1
            memory = self._repeat(number, memory) if number < last else self._memory
            seat, packed, take = played.step(number)
            what = b"%d %d %d" % (seat, packed, take) if take else b"%d %d" % (seat, packed)
            self._digest = self._chain(self._digest, what, memory)
            played.write_digest(number, self._digest)
            self._signed = number, memory

    def _note_signed(self) -> None:
        """Note that the digests of all moves are computed."""
        self.played.sign = self.sign
        self._signed = len(self.played), self._memory
        self._digest = self.played.digest(len(self.played)) if self.played else self._start_digest

    @property
    def start_digest(self) -> str:
        """The hash of the settings and the first state."""
        return self._start_digest.hex()

    @serialised
    def branch(self, at: int | None = None) -> Self:
        """Return an engine with the same first moves, whose chance comes from a new secret."""
        self.sign()
        count = len(self.played) if at is None else at
        if not 0 <= count <= len(self.played):
            raise LudexError(f"cannot branch at move {at}: the table has moves 0 to {len(self.played)}")
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.played = self.played.copy(count)
        other.retries = [retry for retry in self.retries if retry[0] <= count]
        other.leavings = [one for one in self.leavings if one.after < count or count == len(self.played)]
        other.lock = threading.RLock()
        other._set(self._state_at(count))
        other._note_signed()
        other._secrets = tuple(secret for secret in self._secrets if secret.after <= count)
        other._origin = self
        other.renew()
        if count < len(self.played):
            other.forfeited = None
        return other

    def broken_law(self) -> str | None:
        """Return the law of the game that the state breaks, if any (a fault in the rules)."""
        code = self.game.machine.kernel.audit(self._states, 0)
        return self.game.machine.laws.get(code, f"law {code}") if code else None

    def note_retry(self, seat: int, attempt: Attempt) -> None:
        """Store a rejected answer for the history, if there are not too many already."""
        if len(self.retries) < MOST_RETRIES:
            self.retries.append((len(self.played), seat, attempt))

    def _rejection(self, code: int, seat: int, packed: int) -> Rejection:
        move = self.game.moves.unpack(packed)
        reason = self.game.machine.reasons.get(code)
        if reason is None:
            return Rejection(f"reason-{code}", f"{move} rejected: the rules do not allow it.")
        sentence = reason.say(load_twin(self.record(seat), 0), seat, move, self.game.facts)
        return Rejection(reason.key, f"{move} rejected: {sentence}")

    def expect_seat(self, seat: int | np.integer[Any]) -> int:
        """Return a seat of this table as a plain number. NumPy integers are accepted; True is not seat 1."""
        number = seat if type(seat) is int else int(seat) if isinstance(seat, np.integer) else -1
        if 0 <= number < self.seats:
            return number
        raise NotYourTurn(f"there is no seat {quote(seat)}; seats are whole numbers, 0 to {self.seats - 1}")

    def _expect_waiting(self, seat: int) -> int:
        if type(seat) is int and seat >= 0 and self._mask >> seat & 1 and self.forfeited is None:
            return seat
        number = self.expect_seat(seat)
        if number in (waiting := self.waiting):
            return number
        owing = "waiting for seat " + ", ".join(map(str, waiting)) if waiting else "the game is over"
        raise NotYourTurn(f"seat {number} owes no decision now; {owing}")

    def _chain(self, previous: bytes, what: bytes, state: Any) -> bytes:
        """Return the next digest. It is keyed by the secret seed, so that hidden cards cannot be guessed from it."""
        hashed = _keyed(self._key).copy()
        hashed.update(b"%s\n%s\n" % (hexlify(previous), what))
        hashed.update(state)
        digest: bytes = hashed.digest()
        return digest


@lru_cache(maxsize=1 << 10)
def _keyed(key: bytes) -> Any:
    """Return the beginning of every digest under a key."""
    return blake2b(key=key, digest_size=DIGEST)


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """Return the seats whose bits are set."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
