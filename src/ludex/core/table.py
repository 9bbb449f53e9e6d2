"""One game in progress, from setup to outcome: the Python face of the rules."""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Self

import numpy as np
from typing_extensions import TypeVar

from ludex.core.chance import chance_of, commitment, key_chance
from ludex.core.errors import BadSetting, IllegalMove, LudexError, NotYourTurn, UndoRefused, UnreadableMove
from ludex.core.events import Event
from ludex.core.game import Game
from ludex.core.journal import DIGEST, Journal
from ludex.core.moves import Move
from ludex.core.options import Options
from ludex.core.outcome import Outcome
from ludex.core.position import Position, read_position, write_position
from ludex.core.record import States
from ludex.core.request import Attempt, Rejection, Request
from ludex.core.settings import GameSettings, settings_in_digest
from ludex.core.twin import load_twin
from ludex.core.undo import LastMove

if TYPE_CHECKING:
    from ludex.core.history import History

V = TypeVar("V", default=Any)

BRANCH_TAKES = 1_000_000
"""How far apart the takes of branches are: no table takes back that often."""

CHANCE = slice(0, 32)
"""Where `rng` lies in every record: its first bytes."""
NO_CHANCE = bytes(32)


class Table(Generic[V]):
    """A game in progress.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> table.options(0)[-1]
    EndPhase()
    >>> _ = table.play(0, "end phase")
    >>> table.view(0).phase
    'MONEY'
    >>> table.undo(0)
    >>> table.view(0).phase
    'ACTION'
    """

    def __init__(
        self,
        game: Game[V, Any],
        seats: int,
        seed: bytes,
        settings: GameSettings,
        players: Sequence[str] | None = None,
        position: Position | None = None,
    ) -> None:
        names = tuple(players) if players else tuple(f"seat {seat}" for seat in range(seats))
        if len(names) != seats:
            raise BadSetting(f"{len(names)} players for {seats} seats: {', '.join(names)}")
        self.game = game
        self.seats = seats
        self.seed = seed
        self.settings = settings
        self.players = names
        self.start = position
        self.retries: list[tuple[int, int, Attempt]] = []
        self.forfeited: tuple[int, str] | None = None
        self.takes: dict[int, int] = {}
        self.first_take = 0
        self._branch_takes = itertools.count(BRANCH_TAKES, BRANCH_TAKES)
        self._lock = threading.RLock()
        self._set(self._first_state())
        self.played = Journal(game.events, self._memory.tobytes())
        about = f"{game.name} {game.version} {names!r} {settings_in_digest(settings)} {self.commitment}"
        said = about if position is None else f"{about} {position.to_json()}"
        self._start_digest = self._chain(b"", said.encode(), self._memory)

    def _set(self, states: States) -> None:
        """Go to another state."""
        self._states = states
        self._memory = states.view(np.uint8).data
        buffers = self.game.buffers
        self.game.kernel.look(states, 0, buffers.hidden, buffers.rows, buffers.out)
        self._look()

    def _look(self) -> bool:
        """Take over what the rules found out after a move, and say whether the move used chance."""
        buffers = self.game.buffers
        used_chance, self._mask, self._over, seat, count = buffers.out.tolist()
        self._ahead: Sight[V] | None = None
        if self._mask and count <= len(buffers.rows):
            rows = buffers.rows[:count].tobytes()
            self._ahead = Sight(self.game, seat, buffers.hidden.tobytes(), rows)
        return bool(used_chance)

    def _first_state(self) -> States:
        """The position that the table starts from, or what `setup` deals."""
        if self.start is not None:
            return read_position(self.game, self.start, self.settings)
        states = self.game.template(self.seats, self.settings)
        key_chance(states, self.seed, 0)
        self.game.kernel.setup(states, 0)
        states["rng"] = 0
        return states

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed, for everybody to see from the start."""
        return commitment(self.seed)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision now. There are none when the game is over."""
        return () if self.forfeited else _seats_in(self._mask)

    def options(self, seat: int) -> Options:
        """What a seat may do now. Asking a seat that owes no decision raises `NotYourTurn`."""
        self._expect_waiting(seat)
        return self._sight(seat).options()

    def request(
        self, seat: int, attempt: int = 1, rejection: Rejection | None = None, since: int | None = None
    ) -> Request[V]:
        """The question to a seat that owes a decision. Its `events` are those since move number `since`.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).request(0).options
        <Options: end phase>
        """
        self._expect_waiting(seat)
        told = self.played.visible_rows(seat, len(self.played) if since is None else since)
        return Request(seat, attempt=attempt, rejection=rejection, source=self._sight(seat).with_rows(told))

    def _sight(self, seat: int) -> Sight[V]:
        """What a seat that owes a decision may know and do."""
        if self._ahead is not None and self._ahead.seat == seat:
            return self._ahead
        with self._lock:
            return Sight(self.game, seat, self.record(seat).tobytes())

    def read(self, seat: int, text: str) -> Move:
        """A move as a seat types it. A game may complete here what is clear from the state."""
        return self.game.moves.parse(text)

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """The moves that a person typed in one line: here one. A game where much is decided at once may read more."""
        return (self.read(seat, text),)

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

    def play(self, seat: int, move: Move | str) -> tuple[Event, ...]:
        """Execute a move, typed or as text, and return what the seat saw happen.

        An illegal move raises `IllegalMove`, `NotYourTurn` or `UnreadableMove` and changes nothing.
        """
        with self._lock:
            self.play_packed(seat, self._readable(seat, move))
            return tuple(s.event for s in self.played.events_of(len(self.played)) if s.visible_to(seat))

    def play_packed(self, seat: int, packed: int) -> None:
        """Execute a move in packed form. Those who want to know what happened read the journal."""
        with self._lock:
            self._expect_waiting(seat)
            number = len(self.played) + 1
            take = self.takes.get(number, self.first_take)
            log = self.game.buffers.log
            before = bytes(self._memory)
            try:
                code = self._turn(self._states, seat, packed, number, take)
                self.game.events.expect_room(log)
            except Exception:
                self._memory[:] = before
                raise
            if code:
                raise IllegalMove(self._rejection(code, seat, packed))
            used_chance = self._look()
            digest = self._chain(self._last_digest(), b"%d %d" % (seat, packed), self._memory)
            self.played.write(seat, packed, take, digest, log, used_chance)
            self.played.keep(self._memory)

    def _turn(self, states: States, seat: int, packed: int, number: int, take: int) -> int:
        """Execute a move on a state, or say why not."""
        states.view(np.uint8).data[CHANCE] = chance_of(self.seed, number, take)
        b = self.game.buffers
        code: int = self.game.kernel.turn(states, 0, seat, packed, b.log, b.hidden, b.rows, b.out)
        return code

    def _state_at(self, count: int) -> States:
        """The state after the first `count` moves."""
        if count == len(self.played):
            return np.frombuffer(bytearray(self._memory), self._states.dtype)
        at, kept = self.played.kept_before(count)
        states = np.frombuffer(bytearray(kept), self._states.dtype)
        for number in range(at + 1, count + 1):
            seat, packed, take = self.played.step(number)
            self._turn(states, seat, packed, number, take)
        return states

    def view(self, seat: int | None = None) -> V:
        """All that a seat may know (None: a spectator), as an immutable value."""
        return self.game.view(load_twin(self.record(seat), 0), seat)

    def record(self, seat: int | None = None) -> States:
        """A read-only copy of the state with everything blanked that the seat may not know."""
        return self._hidden(self._memory, -1 if seat is None else self._expect_seat(seat))

    def _hidden(self, state: Any, seat: int) -> States:
        states = np.frombuffer(bytearray(state), self._states.dtype)
        self.game.kernel.hide(states, 0, seat)
        states.flags.writeable = False
        return states

    def record_in_full(self, at: int | None = None) -> States:
        """A copy of the whole state after `at` moves (default: all), secrets included.

        It is for the table's owner, never for a player.
        """
        count = len(self.played) if at is None else at
        if not 0 <= count <= len(self.played):
            raise LudexError(f"there is no state after {at} moves; the table has moves 0 to {len(self.played)}")
        with self._lock:
            return self._state_at(count)

    def position(self) -> Position:
        """The whole state as readable data, secrets included: for the table's owner, never for a player.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.game.position(table.position()).view(0) == table.view(0)
        True
        """
        return write_position(self.game, self._states, self.settings)

    def events(self, seat: int | None = None, since: int = 0) -> tuple[Event, ...]:
        """What happened since move number `since`, as far as a seat (None: a spectator) may know it."""
        numbers = range(since + 1, len(self.played) + 1)
        return tuple(s.event for n in numbers for s in self.played.events_of(n) if s.visible_to(seat))

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

    def forfeit(self, seat: int, why: str) -> None:
        """End the game: the seat ranks behind all others."""
        if self.outcome is not None:
            raise NotYourTurn(f"seat {seat} cannot forfeit: the game is over")
        self.forfeited = (self._expect_seat(seat), why)

    def undo(self, seat: int | None = None, agreed: Collection[int] = ()) -> None:
        """Take back the last move.

        A seat may take back its own last move by itself if nothing was drawn by chance or shown to it, and nobody else
        can have acted on it: the move is still a secret, or in the midst of the seat's own turn (`ludex.core.undo`).
        With all seats agreed any move can be taken back; the chance of the next try is then another.
        """
        if not self.played:
            raise UndoRefused("nothing to take back: no move has been made yet")
        refusal = self._why_no_undo(seat)
        if refusal and not set(range(self.seats)) <= set(agreed):
            raise UndoRefused(f"{refusal} It can be taken back if all seats agree; agreed: {sorted(agreed) or 'none'}.")
        count = len(self.played) - 1
        self.takes[count + 1] = self.played[-1].take + 1
        self._set(self._state_at(count))
        self.played.cut(count)
        self.retries = [retry for retry in self.retries if retry[0] <= count]
        self.forfeited = None

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
        move = LastMove(self.game, self._state_at(number - 1), last.seat, last.packed, self._states, earlier)
        why = move.why_final()
        return f"move {number} {why}" if why else ""

    @property
    def digest(self) -> str:
        """A hash of everything that happened and the state it led to."""
        return self._last_digest().hex()

    def _last_digest(self) -> bytes:
        return self.played.digest(len(self.played)) if self.played else self._start_digest

    @property
    def start_digest(self) -> str:
        """The hash of the settings and the first state."""
        return self._start_digest.hex()

    @property
    def history(self) -> History:
        """Seed, settings and moves of this table: enough to replay, verify and undo."""
        from ludex.core.history import History

        return History.of(self)

    def branch(self, at: int | None = None) -> Self:
        """Another table with the same first moves, from where chance and players go their own way.

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
        other.takes = {}
        other.first_take = next(self._branch_takes)
        if count < len(self.played):
            other.forfeited = None
        return other

    def broken_law(self) -> str | None:
        """The law of the game that the state breaks, if any (a fault in the rules)."""
        code = self.game.kernel.audit(self._states, 0)
        return self.game.laws.get(code, f"law {code}") if code else None

    def note_retry(self, seat: int, attempt: Attempt) -> None:
        """Keep a rejected answer for the history."""
        self.retries.append((len(self.played), seat, attempt))

    def _readable(self, seat: int, move: Move | str) -> int:
        self._expect_seat(seat)
        return self.game.moves.pack(self.read(seat, move) if isinstance(move, str) else move)

    def _checked(self, seat: int, move: Move | str) -> int:
        packed = self._readable(seat, move)
        self._expect_waiting(seat)
        code = self.game.kernel.why_not(self._states, 0, seat, packed)
        if code:
            raise IllegalMove(self._rejection(code, seat, packed))
        return packed

    def _rejection(self, code: int, seat: int, packed: int) -> Rejection:
        move = self.game.moves.unpack(packed)
        reason = self.game.reasons.get(code)
        if reason is None:
            return Rejection(f"reason-{code}", f"{move} rejected: the rules do not allow it.")
        sentence = reason.say(load_twin(self.record(seat), 0), seat, move, self.game.facts)
        return Rejection(reason.key, f"{move} rejected: {sentence}")

    def _expect_seat(self, seat: int) -> int:
        if isinstance(seat, int) and 0 <= seat < self.seats:
            return seat
        raise NotYourTurn(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")

    def _expect_waiting(self, seat: int) -> None:
        if self._expect_seat(seat) not in (waiting := self.waiting):
            owing = "seat " + ", ".join(map(str, waiting)) if waiting else "nobody: the game is over"
            raise NotYourTurn(f"seat {seat} owes no decision now; waiting for {owing}")

    def _chain(self, previous: bytes, what: bytes, state: Any) -> bytes:
        """Keyed by the seed: while it is secret, nobody can try out which hidden cards give a digest."""
        text = b"%s\n%s\n%s" % (previous.hex().encode(), what, state)
        return hashlib.blake2b(text, key=self.seed, digest_size=DIGEST).digest()

    def __repr__(self) -> str:
        return f"<Table {self.game.name}: {self.seats} seats, {len(self.played)} moves, waiting for {self.waiting}>"


class Sight(Generic[V]):
    """What a seat may know and do at one moment. It holds nothing of the table and nothing that is hidden."""

    __slots__ = ("_game", "_hidden", "_offered", "_rows", "seat")

    def __init__(
        self, game: Game[V, Any], seat: int, hidden: bytes, offered: bytes | None = None, rows: Sequence[list[int]] = ()
    ) -> None:
        self.seat = seat
        self._game = game
        self._hidden = hidden
        self._offered = offered
        self._rows = rows

    def with_rows(self, rows: Sequence[list[int]]) -> Sight[V]:
        """The same with the rows of events that the seat may know."""
        return Sight(self._game, self.seat, self._hidden, self._offered, rows) if rows else self

    def record(self) -> States:
        """The state, as far as the seat may know it."""
        return np.frombuffer(self._hidden, self._game.layout.dtype)

    def view(self) -> V:
        """The seat's view."""
        return self._game.view(load_twin(self.record(), 0), self.seat)

    def options(self) -> Options:
        """The seat's options. If nobody has worked them out yet, the hidden state is enough to do so."""
        if self._offered is None:
            states = np.frombuffer(bytearray(self._hidden), self._game.layout.dtype)
            return Options(self._game.moves, self._game.legal_rows(states, self.seat))
        pairs = np.frombuffer(self._offered, np.int64).reshape(-1, 2)
        return Options(self._game.moves, [(first, last) for first, last in pairs.tolist()])

    def events(self) -> tuple[Event, ...]:
        """What happened since the seat was last told."""
        return tuple(seen.event for seen in self._game.events.read_rows(self._rows))


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
