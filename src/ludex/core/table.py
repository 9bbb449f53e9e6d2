"""One game in progress, from setup to outcome: the Python face of the rules."""

from __future__ import annotations

import threading
from binascii import hexlify
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Self

import numpy as np
from typing_extensions import TypeVar

from ludex.core.buffers import CHANCE, EVERY, FIRST, Look, Pairs
from ludex.core.chance import chance_of, secret_seed
from ludex.core.draft import Draft
from ludex.core.errors import IllegalMove, LudexError, NotYourTurn, UndoRefused, UnreadableMove, quote
from ludex.core.events import LOST, Event, Seen, new_log
from ludex.core.fairness import FORM, Secret, commitment, read_entropy, secret_of
from ludex.core.game import Game
from ludex.core.journal import DIGEST, Journal, visible_rows
from ludex.core.moves import Move
from ludex.core.names import read_names
from ludex.core.options import Options
from ludex.core.outcome import Outcome
from ludex.core.position import Position, read_position, write_position
from ludex.core.record import States
from ludex.core.request import Attempt, Known, Rejection, Request
from ludex.core.serialised import serialised
from ludex.core.settings import GameSettings, settings_in_digest
from ludex.core.sight import Sight
from ludex.core.twin import load_twin
from ludex.core.undo import LastMove

if TYPE_CHECKING:
    from ludex.core.history import History

V = TypeVar("V", default=Any)

MOST_RETRIES = 10_000
"""How many rejected answers a table keeps for its history: the first ones."""
SOME_CHANCE = bytes(range(1, 33))
"""What a move is tried with if the last one drew nothing: most don't, and to make chance takes as long as to play."""


class Table(Generic[V]):
    """A game in progress.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> table.options(0)[-1]
    EndPhase()
    >>> _ = table.play(0, "end phase")
    >>> table.view(0).phase
    'BUY'
    >>> table.undo(0)
    >>> table.view(0).phase
    'MONEY'
    """

    def __init__(
        self,
        game: Game[V, Any],
        seats: int,
        seed: bytes,
        settings: GameSettings,
        players: Sequence[str] | None = None,
        position: Position | None = None,
        entropy: Sequence[bytes | None] | None = None,
        form: int = FORM,
    ) -> None:
        seats = game.expect_seats(seats)
        names = read_names(players, seats)
        self.game = game
        self.seats = seats
        self.entropy = read_entropy(entropy, seats)
        self.form = form
        self._secrets: tuple[Secret, ...] = (Secret.of(seed, self.entropy, form),)
        self._key = self._secrets[0].key
        self._origin: Table[Any] | None = None
        self.closed = False
        """Whether a game with the same past may go on elsewhere: known of tables that were loaded from a history."""
        self.settings = settings
        self.players = names
        self.start = position
        self.retries: list[tuple[int, int, Attempt]] = []
        self.forfeited: tuple[int, str] | None = None
        self.takes: dict[int, int] = {}
        self.first_take = 0
        self._lock = threading.RLock()
        self._looks: dict[int, Look] = {}
        self._draws = False
        self._opening: bytes | None = None
        self._set(self._first_state())
        self.played = Journal(game.events, self._memory)
        about = f"{game.name} {game.version} {names!r} {settings_in_digest(settings)} {commitment(seed, 1)}"
        said = about if position is None else f"{about} {position.to_json()}"
        self._start_digest = self._chain(b"", said.encode(), self._memory)
        self._digest = self._start_digest

    def _set(self, memory: bytes) -> None:
        """Go to another state."""
        buffers, kernel = self.game.buffers, self.game.kernel
        buffers.look(kernel, memory, FIRST)
        self._memory = memory
        _, self._mask, self._over, _ = buffers.after(kernel)
        self._looks = {}  # worked out when somebody asks: many tables wait for their first move

    def _first_state(self) -> bytes:
        """The position that the table starts from, or what `setup` deals."""
        if self.start is not None:
            return read_position(self.game, self.start, self.settings).tobytes()
        states = self.game.template(self.seats, self.settings)
        states.view(np.uint8).data[CHANCE] = chance_of(self._secrets[0].key, 0)
        self.game.kernel.setup(states, 0)
        states["rng"] = 0
        return states.tobytes()

    @property
    def _states(self) -> States:
        """A copy of the state, as rules take it."""
        return self.game.layout.load(self._memory)

    @property
    def seed(self) -> bytes:
        """The secret seed that chance comes from: for the table's owner, and for everybody once the table is open."""
        return self._secrets[-1].seed

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """All seeds that chance came from, the first one first. A branch and a game that was reopened add their own."""
        return self._secrets

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed, for everybody to see from the start."""
        return self._secrets[-1].commitment

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, by its rules or by a forfeit."""
        return bool(self._over) or self.forfeited is not None

    @property
    def has_closed_past(self) -> bool:
        """Whether a game with the same past, which this one branched from, may still go on."""
        if self.first_take:  # a branch of the first form
            return True
        table: Table[Any] = self
        while not table.closed and table._origin is not None and table._origin.has_ended:
            table = table._origin
        return table.closed or table._origin is not None

    @property
    def open(self) -> bool:
        """Whether everything may be shown: the game has ended, and so have those that it branched from."""
        return self.has_ended and not self.has_closed_past

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision now. There are none when the game is over."""
        return () if self.forfeited else seats_in(self._mask)

    def options(self, seat: int) -> Options:
        """What a seat may do now. Asking a seat that owes no decision raises `NotYourTurn`."""
        return Options(self.game.moves, self.offered(seat))

    def offered(self, seat: int) -> Pairs:
        """What a seat may do now, as pairs of packed moves: worked out once until the next move."""
        return self._look_of(seat)[1]

    def request(
        self, seat: int, attempt: int = 1, rejection: Rejection | None = None, since: int | None = None
    ) -> Request[V]:
        """The question to a seat that owes a decision. Its `events` are those since move number `since`.

        From -1 on they begin with what the seat was told before the first move.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).request(0).options
        <Options: play Bitcoin, end phase>
        """
        with self._lock:
            seat = self._expect_waiting(seat)
            hidden, offered = self._look_of(seat)
            number = len(self.played) if since is None else since
            told = self.played.visible_rows(seat, max(number, 0))
            if number < 0 and self.game.has_opening:
                told = visible_rows(self.opening_rows(), seat) + told
            promise, digest = self._secrets[-1].commitment, self._digest
        sight = Sight(self.game, seat, hidden, offered, told)
        return Request(seat, None, None, attempt, rejection, None, None, sight, promise, digest)

    def known(self, seat: int) -> Known:
        """What a seat that owes a decision may know, as bytes: the quickest question to a player."""
        seat = self._expect_waiting(seat)
        return Known(seat, self._look_of(seat)[0])

    def _look_of(self, seat: int) -> Look:
        """What a seat may know and do, worked out once until the next move. It must owe a decision.

        Where several owe one, the others are likely to be asked for, too.
        """
        found = self._looks.get(seat) if type(seat) is int and self.forfeited is None else None
        if found is None:
            with self._lock:
                seat = self._expect_waiting(seat)
                buffers, kernel = self.game.buffers, self.game.kernel
                buffers.look(kernel, self._memory, EVERY)
                self._looks |= buffers.after(kernel)[3]
                found = self._looks[seat]
        return found

    def read(self, seat: int, text: str) -> Move:
        """A move as a seat types it. A game may complete here what is clear from the state."""
        return self.game.moves.parse(text)

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """The moves that a person typed in one line: here one. A game where much is decided at once may read more."""
        return (self.read(seat, text),)

    def draft(self, seat: int) -> Draft | None:
        """Where a seat writes down what it decides before it is final, in a game that has such drafts."""
        return None

    def check(self, seat: int, move: Move | str) -> Rejection | None:
        """Why a move is not allowed now, or None if it is. Changes nothing."""
        try:
            self._checked(seat, move)
        except IllegalMove as error:
            return error.rejection
        except NotYourTurn as error:
            return Rejection("not-your-turn", str(error))
        except UnreadableMove as error:
            return Rejection("unreadable", str(error))
        return None

    def check_packed(self, seat: int, packed: int) -> Rejection | None:
        """Why a move in packed form is not allowed to a seat that owes a decision, or None if it is."""
        seat = self._expect_waiting(seat)
        self.game.moves.expect_packed(packed)
        code = self.game.kernel.why_not(self._states, 0, seat, packed)
        return self._rejection(code, seat, packed) if code else None

    def expect_legal(self, seat: int, packed: int) -> None:
        """Raise what `play_packed` would raise, and change nothing."""
        rejection = self.check_packed(seat, packed)
        if rejection:
            raise IllegalMove(rejection)

    @serialised
    def play(self, seat: int, move: Move | str) -> tuple[Event, ...]:
        """Execute a move, typed or as text, and return what the seat saw happen.

        An illegal move raises `IllegalMove`, `NotYourTurn` or `UnreadableMove` and changes nothing.
        """
        seat = self._expect_seat(seat)
        self.play_packed(seat, self._readable(seat, move))
        return tuple(s.event for s in self.played.events_of(len(self.played)) if s.visible_to(seat))

    def play_packed(self, seat: int, packed: int, then: int = FIRST) -> None:
        """Execute a move in packed form. Those who want to know what happened read the journal.

        What the seat `then` may know and do after the move is worked out in the same go.
        """
        with self._lock:
            seat, packed = self._expect_waiting(seat), index(packed)
            self.game.moves.expect_packed(packed)
            played, buffers, kernel = self.played, self.game.buffers, self.game.kernel
            number = len(played) + 1
            take = self.takes.get(number, self.first_take)
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
            what = b"%d %d %d" % (seat, packed, take) if take and self.form > 1 else b"%d %d" % (seat, packed)
            digest = self._chain(self._digest, what, memory)
            played.write(seat, packed, take, digest, buffers.told, bool(drew), memory)
            self._memory, self._digest, self._draws = memory, digest, bool(drew)
            self._mask, self._over, self._looks = mask, over, looks

    def _state_at(self, count: int) -> bytes:
        """The state after the first `count` moves."""
        if count == len(self.played):
            return self._memory
        buffers, kernel = self.game.buffers, self.game.kernel
        at, memory = self.played.kept_before(count)
        for number in range(at + 1, count + 1):
            seat, packed, take = self.played.step(number)
            chance = chance_of(secret_of(self._secrets, number).key, number, take)
            buffers.turn(kernel, memory, chance, seat, packed)
            memory = buffers.memory()
        return memory

    def view(self, seat: int | None = None) -> V:
        """All that a seat may know (None: a spectator), as an immutable value."""
        return self.game.view(load_twin(self.record(seat), 0), seat)

    @serialised
    def told(self, seat: int | None = None) -> tuple[Event, ...]:
        """What a seat was told that the game's board wants to know: `Game.looks_back` and `Game.remembers`."""
        game = self.game
        return self.played.told(seat, game.looks_back, game.remembers) if game.looks_back or game.remembers else ()

    def seen(self, seat: int) -> tuple[bytes, tuple[int, ...]]:
        """The state as a seat (-1: a spectator) may know it, as bytes; and who owes a decision as far as that tells.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.seen(1) == (table.record(1).tobytes(), (0,))
        True
        """
        buffers, kernel = self.game.buffers, self.game.kernel
        found = self._looks.get(seat)
        if found is not None:
            buffers.seen[:] = found[0]
        else:
            buffers.seen[:] = self._memory
            kernel.hide(buffers.hidden, 0, seat)
        return bytes(buffers.seen), seats_in(kernel.waiting(buffers.hidden, 0))

    def record(self, seat: int | None = None) -> States:
        """A read-only copy of the state with everything blanked that the seat may not know.

        Nothing is blanked after a forfeit: the outcome tells the scores then, and the seed everything else.
        """
        number = -1 if seat is None else self._expect_seat(seat)
        if self.forfeited and self.open:
            return np.frombuffer(self._memory, self.game.layout.dtype)
        states = self._states
        self.game.kernel.hide(states, 0, number)
        states.flags.writeable = False
        return states

    @serialised
    def record_in_full(self, at: int | None = None) -> States:
        """A copy of the whole state after `at` moves (default: all), secrets included.

        It is for the table's owner, never for a player.
        """
        count = len(self.played) if at is None else at
        if not 0 <= count <= len(self.played):
            raise LudexError(f"there is no state after {at} moves; the table has moves 0 to {len(self.played)}")
        return self.game.layout.load(self._state_at(count))

    def memory_in_full(self) -> bytes:
        """The whole state as bytes, secrets included: for the table's owner, never for a player."""
        return self._memory

    def position(self) -> Position:
        """The whole state as readable data, secrets included: for the table's owner, never for a player.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.game.position(table.position()).view(0) == table.view(0)
        True
        """
        return write_position(self.game, self._states, self.settings)

    @serialised
    def events(self, seat: int | None = None, since: int = -1) -> tuple[Event, ...]:
        """What happened since move number `since`, as far as a seat (None: a spectator) may know it.

        By default that is everything, from the deal on; since move 0 it is what the moves caused.

        >>> import ludex
        >>> [str(event) for event in ludex.game("automation").new(2, seed=7).events()][:2]
        ['seat 0 draws 5 cards.', 'seat 1 draws 5 cards.']
        """
        known_by = None if seat is None else self._expect_seat(seat)
        numbers = range(max(since, 0) + 1, len(self.played) + 1)
        happened = (seen for number in numbers for seen in self.played.events_of(number))
        told = (*self.opening(), *happened) if since < 0 else happened
        return tuple(seen.event for seen in told if seen.visible_to(known_by))

    def opening(self) -> tuple[Seen, ...]:
        """What players are told before the first move, each event with the seats that may know it.

        A table that starts from a position tells nothing: its view says it all.
        """
        return self.game.events.read_rows(self.opening_rows())

    @serialised
    def opening_rows(self) -> bytes:
        """The rows of the events before the first move, worked out when somebody first wants them."""
        if self._opening is not None:
            return self._opening
        rows = b""
        if self.start is None and self.game.has_opening:
            log = new_log(self.game.max_events)
            states = self.game.layout.load(self.played.kept_before(0)[1])
            self.game.kernel.opening(states, 0, log)
            self.game.events.expect_room(log)
            rows = log[1 : log[0, 0] + 1].tobytes()
        self._opening = rows
        return rows

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ended = self._over
        if not ended and not self.forfeited:
            return None
        out = np.zeros((self.seats, 2), np.int64)
        self.game.kernel.scores(self._states, 0, out)
        scores, ties = out[:, 0].tolist(), out[:, 1].tolist()
        if self.forfeited:
            seat, why = self.forfeited
            return Outcome.of(scores, ties, f"seat {seat} ({self.players[seat]}) forfeited: {why}", out=seat)
        return Outcome.of(scores, ties, self.game.endings.get(ended, "the game is over"))

    @serialised
    def forfeit(self, seat: int, why: str) -> None:
        """End the game: the seat ranks behind all others."""
        if self.has_ended:
            raise NotYourTurn(f"seat {quote(seat)} cannot forfeit: the game is over")
        self.forfeited = (self._expect_seat(seat), why)

    @serialised
    def undo(self, seat: int | None = None, agreed: Collection[int] = (), seed: bytes | None = None) -> None:
        """Take back the last move.

        A seat may take back its own last move by itself if nothing was drawn by chance or shown to it, and nobody else
        can have acted on it: the move is still a secret, or in the midst of the seat's own turn (`ludex.core.undo`).
        With all seats agreed any move can be taken back; the chance of the next try is then another. If the game had
        ended, its seed may be known to everybody, and what follows has a new one: `seed`, or one that is drawn here.
        """
        if not self.played:
            raise UndoRefused("nothing to take back: no move has been made yet")
        refusal = self._why_no_undo(None if seat is None else self._expect_seat(seat))
        if refusal and not set(range(self.seats)) <= {other for other in agreed if not isinstance(other, bool)}:
            told = quote(sorted(agreed) or "none", str)
            raise UndoRefused(f"{refusal} It can be taken back if all seats agree; agreed: {told}.")
        count = len(self.played) - 1
        ended = self.has_ended
        self.takes[count + 1] = self.played[-1].take + 1
        self._set(self._state_at(count))
        self.played.cut(count)
        self.retries = [retry for retry in self.retries if retry[0] <= count]
        self.forfeited = None
        self._digest = self._last_digest()
        self._secrets = tuple(
            secret._replace(after=min(secret.after, count)) if at else secret for at, secret in enumerate(self._secrets)
        )
        if ended:
            self.renew(seed)

    @serialised
    def take_over(self, renewals: Sequence[tuple[int, bytes]]) -> None:
        """Take over the later secrets of a table that was frozen, with the moves that the table has already."""
        later = (Secret.of(seed, self.entropy, self.form, after) for after, seed in renewals)
        self._secrets = (self._secrets[0], *later)
        self._key = self._secrets[-1].key
        self._digest = self._last_digest()

    @serialised
    def renew(self, seed: bytes | None = None) -> None:
        """Let chance come from another secret from here on: the one of a history, or else a new one."""
        secret = Secret.of(seed or secret_seed(), self.entropy, self.form, len(self.played))
        self._secrets += (secret,)
        self._key = secret.key
        self.takes, self.first_take = {}, 0

    def _why_no_undo(self, seat: int | None) -> str:
        last = self.played[-1]
        if self.forfeited:
            return "the game was forfeited."
        if seat != last.seat:
            return f"the last move was decided by seat {last.seat}."
        if last.used_chance:
            return f"move {len(self.played)} revealed something: it drew by chance."
        number = len(self.played)
        earlier = self.played.step(number - 1)[0] if number > 1 else None
        before = self.game.layout.load(self._state_at(number - 1))
        move = LastMove(self.game, before, last.seat, last.packed, self._states, earlier)
        why = move.why_final()
        return f"move {number} {why}" if why else ""

    @property
    def digest(self) -> str:
        """A hash of everything that happened and the state it led to."""
        return self._digest.hex()

    def _last_digest(self) -> bytes:
        return self.played.digest(len(self.played)) if self.played else self._start_digest

    @property
    def start_digest(self) -> str:
        """The hash of the settings and the first state."""
        return self._start_digest.hex()

    @property
    @serialised
    def history(self) -> History:
        """Seed, settings and moves of this table: enough to replay, verify and undo."""
        from ludex.core.history import History

        return History.of(self)

    @serialised
    def branch(self, at: int | None = None) -> Self:
        """Another table with the same first moves, from where chance and players go their own way.

        Its chance comes from a secret of its own. What was dealt before is the same at both tables, so the branch is
        open only when this table is, too.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> _ = table.play(0, "end phase")
        >>> len(table.branch(0).played), len(table.played)
        (0, 1)
        """
        count = len(self.played) if at is None else at
        if not 0 <= count <= len(self.played):
            raise LudexError(f"cannot branch at move {at}: the table has moves 0 to {len(self.played)}")
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.played = self.played.copy(count)
        other.retries = [retry for retry in self.retries if retry[0] <= count]
        other._lock = threading.RLock()
        other._set(self._state_at(count))
        other._digest = other._last_digest()
        other._secrets = tuple(secret for secret in self._secrets if secret.after <= count)
        other._origin = self
        other.renew()
        if count < len(self.played):
            other.forfeited = None
        return other

    def broken_law(self) -> str | None:
        """The law of the game that the state breaks, if any (a fault in the rules)."""
        code = self.game.kernel.audit(self._states, 0)
        return self.game.laws.get(code, f"law {code}") if code else None

    def note_retry(self, seat: int, attempt: Attempt) -> None:
        """Keep a rejected answer for the history, if there are not too many already."""
        if len(self.retries) < MOST_RETRIES:
            self.retries.append((len(self.played), seat, attempt))

    def _readable(self, seat: int, move: Move | str) -> int:
        seat = self._expect_seat(seat)
        return self.game.moves.pack(self.read(seat, move) if isinstance(move, str) else move)

    def _checked(self, seat: int, move: Move | str) -> int:
        packed = self._readable(seat, move)
        self.expect_legal(seat, packed)
        return packed

    def _rejection(self, code: int, seat: int, packed: int) -> Rejection:
        move = self.game.moves.unpack(packed)
        reason = self.game.reasons.get(code)
        if reason is None:
            return Rejection(f"reason-{code}", f"{move} rejected: the rules do not allow it.")
        sentence = reason.say(load_twin(self.record(seat), 0), seat, move, self.game.facts)
        return Rejection(reason.key, f"{move} rejected: {sentence}")

    def _expect_seat(self, seat: int | np.integer[Any]) -> int:
        """A seat of this table as a plain number. Numbers of NumPy are numbers; True is not seat 1."""
        number = seat if type(seat) is int else int(seat) if isinstance(seat, np.integer) else -1
        if 0 <= number < self.seats:
            return number
        raise NotYourTurn(f"there is no seat {quote(seat)}; seats are whole numbers, 0 to {self.seats - 1}")

    def _expect_waiting(self, seat: int) -> int:
        if type(seat) is int and seat >= 0 and self._mask >> seat & 1 and self.forfeited is None:
            return seat
        number = self._expect_seat(seat)
        if number in (waiting := self.waiting):
            return number
        owing = "seat " + ", ".join(map(str, waiting)) if waiting else "nobody: the game is over"
        raise NotYourTurn(f"seat {number} owes no decision now; waiting for {owing}")

    def _chain(self, previous: bytes, what: bytes, state: Any) -> bytes:
        """Keyed by the seed: while it is secret, nobody can try out which hidden cards give a digest."""
        hashed = _keyed(self._key).copy()
        hashed.update(b"%s\n%s\n" % (hexlify(previous), what))
        hashed.update(state)
        digest: bytes = hashed.digest()
        return digest

    def __repr__(self) -> str:
        return f"<Table {self.game.name}: {self.seats} seats, {len(self.played)} moves, waiting for {self.waiting}>"


@lru_cache(maxsize=1 << 10)
def _keyed(key: bytes) -> Any:
    """The beginning of every digest under a key."""
    return blake2b(key=key, digest_size=DIGEST)


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
