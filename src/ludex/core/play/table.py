"""One game in progress, as users see it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, Self

from typing_extensions import TypeVar

from ludex.core.game.game import Game
from ludex.core.game.new_table import NewTable
from ludex.core.game.position import Position
from ludex.core.game.request import Decides, Rejection, Request
from ludex.core.language.errors import IllegalMove, NotYourTurn, UnreadableMove
from ludex.core.language.events import Event
from ludex.core.language.moves import Move
from ludex.core.language.options import Options
from ludex.core.language.outcome import Outcome
from ludex.core.language.record import States
from ludex.core.language.settings import GameSettings
from ludex.core.play.draft import Draft
from ludex.core.play.engine import Engine
from ludex.core.play.history import History
from ludex.core.play.leaving import Leaving, OnLeave
from ludex.core.play.move_log import Journal
from ludex.core.play.prose import read_prose
from ludex.core.play.reading import read_move
from ludex.core.show.notebook import draw_board
from ludex.core.show.page import Seating

V = TypeVar("V", default=Any)
M = TypeVar("M", bound=Move, default=Move, covariant=True)


class Table(Generic[V, M]):
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

    _referee: ClassVar[Callable[[Table[Any], Sequence[Any], int], tuple[Event, ...]]]
    """Asks players for `advance`. The referee, which knows tables, sets it."""

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
        self.engine: Engine[V, M] = Engine(game, seats, seed, settings, players, position, entropy)
        """The engine, for the referee, the online table and histories: packed moves, whole states, secrets."""
        self.game = game
        self.seats = self.engine.seats
        self.settings = settings

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, one for every seat."""
        return self.engine.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players who have the seats now, or last had them."""
        return self.engine.names

    @property
    def played(self) -> Journal:
        """The moves that were executed, with their events."""
        return self.engine.played

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision now. There are none when the game is over."""
        return self.engine.waiting

    def options(self, seat: int) -> Options[M]:
        """Return the legal moves of a seat. A seat that owes no decision raises `NotYourTurn`."""
        return self.engine.options(seat)

    def request(
        self, seat: int, attempt: int = 1, rejection: Rejection | None = None, since: int | None = None
    ) -> Request[V]:
        """Return the question to a seat that owes a decision. Its `events` are those since move number `since`.

        From -1 on they begin with the events before the first move.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).request(0).options
        <Options: play Bitcoin, end phase>
        """
        return self.engine.request(seat, attempt, rejection, since)

    def read(self, seat: int, text: str) -> Move:
        """Read a move as a seat types it. A game may complete here what is clear from the state."""
        return self.game.moves.parse(text)

    def read_line(self, seat: int, text: str) -> tuple[Move, ...]:
        """Read the moves that a person typed in one line: by default one. Some games read several."""
        return (self.read(seat, text),)

    def draft(self, seat: int) -> Draft | None:
        """Return the draft of a seat, in a game where decisions are written down before they are final."""
        return None

    def check(self, seat: int, move: Move | str) -> Rejection | None:
        """Return why a move is not allowed now, or None if it is. Nothing is changed."""
        try:
            seat = self.engine.expect_seat(seat)
            self.engine.expect_legal(seat, self._packed(seat, move))
        except IllegalMove as error:
            return error.rejection
        except NotYourTurn as error:
            return Rejection("not-your-turn", str(error))
        except UnreadableMove as error:
            return Rejection("unreadable", str(error))
        return None

    def play(self, seat: int, move: Move | str) -> tuple[Event, ...]:
        """Execute a move, typed or as text, and return the events that the seat may know.

        An illegal move raises `IllegalMove`, `NotYourTurn` or `UnreadableMove` and changes nothing.
        """
        engine = self.engine
        with engine.lock:
            seat = engine.expect_seat(seat)
            engine.play_packed(seat, self._packed(seat, move))
            known = engine.played.visible_rows(seat, len(engine.played) - 1)
        return self.game.events.read_known(known)

    def advance(
        self, players: Sequence[Decides[V] | Callable[[Request[V]], Any] | None], until: int
    ) -> tuple[Event, ...]:
        """Let the other players decide until they wait for a seat or the game is over.

        Return the events that the seat may know. The entry of the seat itself is never asked and may be None: it
        decides with `play`. Where several seats owe a decision, the others answer first. A rejected answer is asked for
        again, and the third one raises `PlayerViolation`. For a player that runs in a separate process, or that reads
        the events of its requests, keep one `Referee` for the game and call its `advance`.

        >>> import ludex
        >>> game = ludex.game("automation")
        >>> table = game.new(2, seed=7)
        >>> _ = table.play(0, "end phase"), table.play(0, "end phase")
        >>> str(table.advance([None, ludex.Bot(game, "random")], until=0)[-1])
        'seat 0 holds no action card to play.'
        >>> table.waiting
        (0,)
        """
        return type(self)._referee(self, players, until)

    def _packed(self, seat: int, move: Move | str) -> int:
        return self.game.moves.pack(read_move(self, seat, move) if isinstance(move, str) else move)

    def view(self, seat: int | None = None) -> V:
        """Return all that a seat (None: a spectator) may know, as an immutable value."""
        return self.engine.view(seat)

    def record(self, seat: int | None = None) -> States:
        """Return a read-only copy of the state in which everything is blank that the seat may not know."""
        return self.engine.record(seat)

    def position(self) -> Position:
        """Return the whole state as readable data, secrets included: for the table's owner, never for a player.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.game.position(table.position()).view(0) == table.view(0)
        True
        """
        return self.engine.position()

    def events(self, seat: int | None = None, since: int = -1) -> tuple[Event, ...]:
        """Return the events since move number `since` that a seat (None: a spectator) may know.

        By default these are all events, from the deal on; since move 0, those that moves caused.

        >>> import ludex
        >>> [str(event) for event in ludex.game("automation").new(2, seed=7).events()][:2]
        ['seat 0 draws 5 cards.', 'seat 1 draws 5 cards.']
        """
        return self.engine.events(seat, since)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it is being played."""
        return self.engine.outcome

    def forfeit(self, seat: int, why: str) -> None:
        """End the game: the seat ranks behind all others."""
        self.engine.forfeit(seat, why)

    def leave(self, seat: int, why: str, then: OnLeave = "bot") -> None:
        """Note that a seat's player has left, and who decides for the seat from now on.

        The table makes no moves: the program that runs it lets a bot play on (`bot`), or the game's `civil_disorder`,
        or waits until another player takes the seat (`open-seat`). With `end`, or if no other player stays, the game
        ends. The seat ranks below all whose players stayed, the earlier leaver lower, unless another player takes it.

        >>> import ludex
        >>> table = ludex.game("modern-art").new(3, seed=4)
        >>> table.leave(2, "resigned")
        >>> table.take_seat(2, "Dan")
        >>> [(leaving.seat, leaving.then) for leaving in table.leavings]
        [(2, 'bot'), (2, 'person')]
        """
        self.engine.leave(seat, why, then)

    def take_seat(self, seat: int, player: str) -> None:
        """Note that another player has taken a seat whose player left. From now on that player's result counts."""
        self.engine.take_seat(seat, player)

    @property
    def leavings(self) -> tuple[Leaving, ...]:
        """The changes of seats so far: players who left, and others who took their seats."""
        return tuple(self.engine.leavings)

    @property
    def away(self) -> tuple[int, ...]:
        """The seats whose players have left and that no other player has taken, the earliest leaver first."""
        return self.engine.away

    def undo(self, seat: int | None = None, agreed: Collection[int] = (), seed: bytes | None = None) -> None:
        """Take back the last move.

        A seat may take back its own last move without asking if nothing was drawn by chance or shown to it, and no
        other seat can have acted on it: the move is still a secret, or part of the seat's own turn
        (`ludex.core.play.undo`). If all seats agree, any move can be taken back; the next try then draws different
        chance. If the game had ended, its seed may be public, so what follows has a new one: `seed`, or one that is
        drawn here. A refusal raises `UndoRefused`.
        """
        self.engine.undo(seat, agreed, seed)

    @property
    def seed(self) -> bytes:
        """The secret seed that chance comes from: for the table's owner, and public once the table is open."""
        return self.engine.seed

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed, public from the start."""
        return self.engine.commitment

    @property
    def open(self) -> bool:
        """True if everything may be shown: the game has ended, and so have those that it branched from."""
        return self.engine.open

    @property
    def digest(self) -> str:
        """A hash of everything that happened and the state it led to."""
        return self.engine.digest

    @property
    def history(self) -> History:
        """The seed, settings and moves of this table: enough to replay, verify and undo."""
        with self.engine.lock:
            return History.of(self)

    def branch(self, at: int | None = None) -> Self:
        """Return a second table with the same first moves, from which chance and players continue independently.

        Its chance comes from a new secret. What was dealt before is the same at both tables, so the branch is open
        only when this table is, too.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> _ = table.play(0, "end phase")
        >>> len(table.branch(0).played), len(table.played)
        (0, 1)
        """
        other = copy(self)
        other.engine = self.engine.branch(at)
        return other

    def _repr_html_(self) -> str:
        """Draw the board in a notebook, as a spectator sees it."""
        seating = Seating(self.names, told=self.engine.told(None), roles=self.game.seat_names)
        return draw_board(self.game.look, self.game.look.page(self.view(), seating))

    def _repr_svg_(self) -> str | None:
        """Draw the map or the cards that lie open as one picture, for documents that show no HTML.

        None if the game has no such picture.
        """
        return self.game.look.svg(self.view())

    def __repr__(self) -> str:
        return f"<Table {self.game.name}: {self.seats} seats, {len(self.played)} moves, waiting for {self.waiting}>"


NewTable.plain_table = Table
Request.reader = read_prose
