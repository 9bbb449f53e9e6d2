"""One game in progress, from setup to outcome: the Python face of the rules."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self

import numpy as np
from typing_extensions import TypeVar

from ludex.core.chance import commitment, key_chance, new_dice
from ludex.core.errors import BadSetting, IllegalMove, LudexError, NotYourTurn, UndoRefused, UnreadableMove
from ludex.core.events import Event, Seen, new_log
from ludex.core.game import Game, packed_rows
from ludex.core.moves import Move
from ludex.core.options import Options
from ludex.core.outcome import Outcome
from ludex.core.position import Position, read_position, write_position
from ludex.core.record import States, load_twin
from ludex.core.request import Attempt, Rejection
from ludex.core.settings import GameSettings, settings_in_digest

if TYPE_CHECKING:
    from ludex.core.history import History

V = TypeVar("V", default=Any)

BRANCH_TAKES = 1_000_000
"""How far apart the takes of branches are: no table takes back that often."""

REDEALS = 8
"""How many other deals are tried to see whether a move showed the mover something it could not know."""


class Played(NamedTuple):
    """One executed move, with what is needed to take it back."""

    seat: int
    packed: int
    take: int
    digest: str
    before: States
    events: tuple[Seen, ...]
    used_chance: bool


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
        self.played: list[Played] = []
        self.retries: list[tuple[int, int, Attempt]] = []
        self.forfeited: tuple[int, str] | None = None
        self.takes: dict[int, int] = {}
        self.first_take = 0
        self._branch_takes = itertools.count(BRANCH_TAKES, BRANCH_TAKES)
        self._log = new_log(game.max_events)
        self._states = self._first_state()
        about = f"{game.name} {game.version} {names!r} {settings_in_digest(settings)} {self.commitment}"
        self.start_digest = self._chain("", about if position is None else f"{about} {position.to_json()}")

    @property
    def game_options(self) -> Any:  # PORT
        return self.settings  # PORT

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
        if self.forfeited:
            return ()
        mask = self.game.kernel.waiting(self._states, 0)
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    def options(self, seat: int) -> Options:
        """What a seat may do now. Asking a seat that owes no decision raises `NotYourTurn`."""
        self._expect_waiting(seat)
        return Options(self.game.moves, packed_rows(self.game.kernel, self._states, seat, self.game.max_options))

    def read(self, seat: int, text: str) -> Move:
        """A move as a seat types it. A game may complete here what is clear from the state."""
        return self.game.moves.parse(text)

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """The moves a person typed in one line: here one. Where much is decided at once, a game may read all of it."""
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
        packed = self._checked(seat, move)
        number = len(self.played) + 1
        take = self.takes.get(number, self.first_take)
        before, after = self._states, self._states.copy()
        key_chance(after, self.seed, number, take)
        keyed = after["rng"].copy()
        self._log[0] = 0
        self.game.kernel.play(after, 0, seat, packed, self._log)
        used_chance = not np.array_equal(after["rng"], keyed)
        after["rng"] = 0
        events = self.game.events.read(self._log)
        self._states = after
        digest = self._chain(self.digest, f"{seat} {packed}")
        self.played.append(Played(seat, packed, take, digest, before, events, used_chance))
        return tuple(seen.event for seen in events if seen.visible_to(seat))

    def view(self, seat: int | None = None) -> V:
        """All that a seat may know (None: a spectator), as an immutable value."""
        return self.game.view(load_twin(self.record(seat), 0), seat)

    def record(self, seat: int | None = None) -> States:
        """A read-only copy of the state with everything blanked that the seat may not know."""
        states = self._states.copy()
        self.game.kernel.hide(states, 0, -1 if seat is None else self._expect_seat(seat))
        states.flags.writeable = False
        return states

    def record_in_full(self) -> States:
        """A copy of the whole state, secrets included: for the table's owner, never for a player."""
        return self._states.copy()

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
        return tuple(s.event for played in self.played[since:] for s in played.events if s.visible_to(seat))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ended = self.game.kernel.over(self._states, 0)
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

        A seat may take back its own last move by itself, unless the move drew by chance or showed it something it could
        not know. With all seats agreed any move can be taken back; the chance of the next try is then another.
        """
        if not self.played:
            raise UndoRefused("nothing to take back: no move has been made yet")
        refusal = self._why_no_undo(seat)
        if refusal and not set(range(self.seats)) <= set(agreed):
            raise UndoRefused(f"{refusal} It can be taken back if all seats agree; agreed: {sorted(agreed) or 'none'}.")
        last = self.played.pop()
        self.takes[len(self.played) + 1] = last.take + 1
        self.retries = [retry for retry in self.retries if retry[0] <= len(self.played)]
        self._states = last.before
        self.forfeited = None

    def _why_no_undo(self, seat: int | None) -> str:
        last = self.played[-1]
        if self.forfeited:
            return "the game was forfeited."
        if seat != last.seat:
            return f"the last move was decided by seat {last.seat}."
        if last.used_chance:
            return f"move {len(self.played)} revealed something: it drew by chance."
        if self._showed_secrets(last):
            return f"move {len(self.played)} revealed something the seat could not know."
        return ""

    def _showed_secrets(self, last: Played) -> bool:
        """Would the seat have seen something else after its move, had what it could not know been otherwise?"""
        kernel = self.game.kernel
        now = self.record(last.seat)
        dice = new_dice(hashlib.blake2b(last.digest.encode(), digest_size=32).digest())
        for _ in range(REDEALS):
            other = last.before.copy()
            kernel.redeal(other, 0, last.seat, dice)
            if kernel.why_not(other, 0, last.seat, last.packed) == 0:
                chance = other["rng"].copy()
                kernel.play(other, 0, last.seat, last.packed, new_log(0))
                drew = not np.array_equal(other["rng"], chance)
                kernel.hide(other, 0, last.seat)
                if drew or other.tobytes() != now.tobytes():
                    return True
        return False

    @property
    def digest(self) -> str:
        """A hash over all that happened and the state it led to."""
        return self.played[-1].digest if self.played else self.start_digest

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
        other.played = self.played[:count]
        other.retries = [retry for retry in self.retries if retry[0] <= count]
        other._states = (self.played[count].before if count < len(self.played) else self._states).copy()
        other._log = new_log(self.game.max_events)
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

    def _checked(self, seat: int, move: Move | str) -> int:
        self._expect_seat(seat)
        packed = self.game.moves.pack(self.read(seat, move) if isinstance(move, str) else move)
        self._expect_waiting(seat)
        code = self.game.kernel.why_not(self._states, 0, seat, packed)
        if code:
            raise IllegalMove(self._rejection(code, seat, packed))
        return packed

    def _rejection(self, code: int, seat: int, packed: int) -> Rejection:
        move = self.game.moves.unpack(packed)
        reason: Any = self.game.reasons.get(code)
        if isinstance(reason, tuple):
            facts = self.game.facts(load_twin(self.record(seat), 0), seat, move)
            return Rejection(reason[0], f"{move} rejected: {reason[1].format(**facts)}")
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

    def _chain(self, previous: str, what: str) -> str:
        """Keyed by the seed: while it is secret, nobody can try out which hidden cards give a digest."""
        text = f"{previous}\n{what}\n".encode()
        return hashlib.blake2b(text + self._states.tobytes(), key=self.seed, digest_size=16).hexdigest()

    def __repr__(self) -> str:
        return f"<Table {self.game.name}: {self.seats} seats, {len(self.played)} moves, waiting for {self.waiting}>"
