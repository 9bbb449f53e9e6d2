"""The question to a player, and the player who answers it."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self

import msgspec
import numpy as np
from typing_extensions import TypeVar

from ludex.core.compile.table_buffers import Pairs
from ludex.core.game.press import SILENCE, Heard, Message, PressRequest, Promise, roles_of
from ludex.core.game.wishes import Answer, News, Proposal
from ludex.core.language.events import Event
from ludex.core.language.interpreted_state import twin_of
from ludex.core.language.moves import Move
from ludex.core.language.options import Options
from ludex.core.language.pace import Pace
from ludex.core.language.record import States
from ludex.core.language.settings import GameSettings
from ludex.core.language.words import plural
from ludex.core.show.briefing import (
    MOST_IN_BRIEFING,
    RULES_LENGTH,
    Briefing,
    list_forms,
    list_news,
    list_options,
    list_players,
    tell_rejection,
    tell_role,
)
from ludex.core.show.notebook import draw_board
from ludex.core.show.page import Seating
from ludex.core.show.telling import told_in_short

if TYPE_CHECKING:
    from ludex.core.game.game import Game
    from ludex.core.language.outcome import Outcome
    from ludex.core.play.table import Table

V_co = TypeVar("V_co", covariant=True, default=Any)
V_contra = TypeVar("V_contra", contravariant=True, default=Any)


class Rejection(msgspec.Struct, frozen=True):
    """The reason why an answer is not accepted: a stable code for programs and a sentence for people."""

    code: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Attempt(msgspec.Struct, frozen=True):
    """One answer that was rejected."""

    number: int
    answer: str
    rejection: Rejection


class Request(Generic[V_co]):
    """A question to one seat: everything it may know, everything it may do, and why its last answer was rejected.

    All of it is immutable or a copy for the player, so changing a request does not affect the table. Annotate it with
    the game's view, and your editor knows every field: `def decide(self, request: Request[View]) -> Move`. Parts that
    the player does not read are never computed.

    >>> import ludex
    >>> ludex.game("automation").new(2, seed=7).request(0)
    <Request to seat 0: 2 options, attempt 1>
    """

    _game: Game[V_co, Any] | None = None
    _memory: bytes | None = None
    _offered: Pairs = ()
    _told: bytes = b""
    _commitment: str = ""
    _digest: bytes | Callable[[], bytes] = b""
    _view: V_co | None = None
    _options: Options | None = None
    _attempt: int = 1
    _rejection: Rejection | None = None
    _events: tuple[Event, ...] | None = None
    _record: States | None = None
    _names: tuple[str, ...] = ()
    _settings: GameSettings | None = None
    _attempts_left: int | None = None
    _table: Table[Any] | None = None
    _heard: Heard = SILENCE

    reader: ClassVar[Callable[[Request[Any], str], Move]]
    """Reads moves in prose for `read`. The reader of moves, which knows tables, sets it."""

    def __init__(
        self,
        seat: int,
        view: V_co | None = None,
        options: Options | None = None,
        attempt: int = 1,
        rejection: Rejection | None = None,
        events: tuple[Event, ...] = (),
        record: States | None = None,
    ) -> None:
        self._seat = seat
        self._view = view
        self._options = options
        self._attempt = attempt
        self._rejection = rejection
        self._events = events
        self._record = record

    @classmethod
    def from_parts(
        cls,
        game: Game[V_co, Any],
        seat: int,
        memory: bytes,
        offered: Pairs,
        attempt: int = 1,
        rejection: Rejection | None = None,
        told: bytes = b"",
        commitment: str = "",
        digest: bytes | Callable[[], bytes] = b"",
        names: tuple[str, ...] = (),
        settings: GameSettings | Mapping[str, Any] | None = None,
        attempts_left: int | None = None,
        heard: Heard = SILENCE,
    ) -> Self:
        """Make a request from a seat's hidden record, its packed options, and rows of events that it may know."""
        request = cls.__new__(cls)
        request._game = game
        request._seat = seat
        request._memory = memory
        request._offered = offered
        request._attempt = attempt
        request._rejection = rejection
        request._told = told
        request._commitment = commitment
        request._digest = digest
        request._names = names
        request._settings = game.read_settings(settings) if isinstance(settings, Mapping) else settings
        request._attempts_left = attempts_left
        request._heard = heard
        return request

    def with_press(self, heard: Heard) -> Self:
        """Return the request itself, with the messages and promises that the seat knows of."""
        self._heard = heard
        return self

    @property
    def game(self) -> Game[V_co, Any] | None:
        """The game, for players of any game. None if the request was made without one."""
        return self._game

    @property
    def seat(self) -> int:
        """The seat that has to decide."""
        return self._seat

    @property
    def view(self) -> V_co:
        """All that the seat may know."""
        if self._view is None and self._game and self._memory is not None:
            self._view = self._game.machine.view_of(self._memory, self._seat)
        return self._view  # type: ignore[return-value]  # None only where a request was made without a view

    @property
    def options(self) -> Options:
        """All that the seat may do."""
        if self._options is None:
            if self._game is None:
                raise ValueError("this request was made without options")
            self._options = Options(self._game.moves, self._offered)
        return self._options

    @property
    def attempt(self) -> int:
        """The number of this request among those for the same decision, from 1."""
        return self._attempt

    @property
    def attempts_left(self) -> int | None:
        """The number of attempts that the player has, including this one. None if there is no limit."""
        return self._attempts_left

    @property
    def rejection(self) -> Rejection | None:
        """The reason why the last answer was rejected. None at the first attempt."""
        return self._rejection

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since the seat last decided, as far as it may know them."""
        if self._events is None:
            self._events = self._game.events.read_known(self._told) if self._game else ()
        return self._events

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        record = self.record
        return self._names or tuple(f"seat {seat}" for seat in range(0 if record is None else int(record["seats"][0])))

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of this phase that the seat wrote or received, at a table with press."""
        return self._heard.messages

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The promises of earlier phases that the seat gave or received, and whether they were honoured."""
        return self._heard.promises

    @property
    def record(self) -> States | None:
        """The seat's hidden copy of the state, for bots that compute on records."""
        if self._record is None and self._game and self._memory is not None:
            own_type = copy(self._game.machine.layout.dtype)  # a player can rename the fields of a type
            self._record = np.frombuffer(self._memory, own_type)
        return self._record

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed. Store it: the seed that is published at the end must have this hash."""
        return self._commitment

    @property
    def digest(self) -> str:
        """The hash of everything that happened so far. Store it: the history must have it at this point.

        It is keyed by the secret seed, so it reveals nothing before the seed is published.
        """
        return self._digest_bytes().hex()

    def _digest_bytes(self) -> bytes:
        return self._digest if isinstance(self._digest, bytes) else self._digest()

    @property
    def memory(self) -> bytes | None:
        """The record as bytes: the fastest way to a copy that a bot can compute on."""
        if self._memory is None and self._record is not None:
            return self._record.tobytes()
        return self._memory

    @property
    def decision(self) -> str:
        """The kind of decision, in words that everyone may know; empty if the game has no words for it.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).request(0).decision
        'MONEY'
        """
        if self._game is None or self._memory is None:
            return ""
        return self._game.decision(twin_of(self._game.machine.layout.dtype, self._memory), self._seat)

    @property
    def prompt(self) -> str:
        """The decision in a sentence or two, for people: what the seat can do, and what it leads to.

        >>> import ludex
        >>> ludex.game("modern-art").new(3, seed=4, starter=0).request(0).prompt
        'Choose a painting from your hand to auction. The sign on it decides how it is sold.'
        """
        if self._game is None:
            return ""
        seats = range(self._game.seats[-1])
        names = tuple(f"seat {seat}" for seat in seats)
        return self._game.look.prompt(self.view, Seating(names, self._seat), self.options)

    def briefing(self, *, rules: int = RULES_LENGTH, options: bool = True) -> Briefing:
        """Return everything that a language model needs for its decision, as text.

        That is the rules, in at most `rules` characters; what has happened since the seat's last decision; the board as
        it sees it; the question (`prompt`) with the options as lines, or with only the forms of moves if `options` is
        False; and why the last answer was rejected. It contains only what the seat may know.

        >>> import ludex
        >>> request = ludex.game("automation").new(2, seed=7).request(0)
        >>> print(request.briefing().situation.partition("Your decision: ")[2])
        Play your money cards: 0 money so far. Then you buy cards.
        Your options:
        - play Bitcoin
        - end phase
        """
        game, record = self._game, self.record
        if game is None or record is None:
            raise ValueError("this request was made without a game")
        offered = list_options(self.options, most=MOST_IN_BRIEFING) if options else list_forms(game)
        parts = (
            list_players(self.names, self.seat),
            list_news(told_in_short(self.events)),
            game.look.draw(self.view).strip(),
            *self._heard.told(roles_of(game, len(self.names)), self.seat),
            f"Your decision: {self.prompt}\n{offered}",
            tell_rejection(self.rejection.sentence if self.rejection else "", self.attempts_left),
        )
        return Briefing(tell_role(game, rules), "\n\n".join(filter(None, parts)))

    def read(self, text: str) -> Move:
        """Read a move in the answer of a language model: alone, after "Move:", as JSON, or in a sentence.

        The answer may contain thoughts and Markdown. What counts is the last thing that states a move; other moves may
        be mentioned before. A text is read as at the terminal, and nothing is guessed: if no move is found, or two
        different ones are stated, `BadAnswer` is raised (`unreadable`, `ambiguous`), which a referee counts as an
        attempt. A move that is not allowed is returned, because the rules can tell why.

        >>> import ludex
        >>> request = ludex.game("automation").new(2, seed=7).request(0)
        >>> request.read("I could end the phase, but money is useful.\\n\\n**Move: play Bitcoin**")
        PlayCard(card='Bitcoin')
        >>> request.read('{"move": "play Bitcoin"} or {"move": "end phase"}')
        Traceback (most recent call last):
        ...
        ludex.core.language.errors.BadAnswer: the answer names different moves: 'play Bitcoin' and 'end phase'. ...
        """
        return type(self).reader(self, text)

    def seen_table(self, make: Callable[..., Table[Any]]) -> Table[Any]:
        """Return a table that contains only what the seat knows, made once, for the reader of moves."""
        if self._game is None or self._memory is None:
            raise ValueError("this request was made without a game")
        if self._table is None:
            self._table = make(self._game, self._seat, self._memory, self._names, self._settings)
        return self._table

    def parts(self) -> tuple[Any, ...]:
        """Return everything but the game, for another process, which makes the same request of it with `from_parts`."""
        if self._memory is None:
            raise ValueError("only requests that a table made can be sent to another process")
        return (
            self._seat,
            self._memory,
            self._offered,
            self._attempt,
            self._rejection,
            self._told,
            self._commitment,
            self._digest_bytes(),
            self._names,
            None if self._settings is None else msgspec.to_builtins(self._settings),
            self._attempts_left,
            self._heard,
        )

    def to_json(self) -> str:
        """Return the request as one JSON object, for players in other languages and in browsers.

        It has the fields `seat`, `view`, `options`, `attempt`, `rejection` (null, or `code` and `sentence`), `events`,
        `commitment` and `digest`; the record is left out. Options and events are objects with a `type`. A range of
        options, such as bids from 15 to 41, is one object whose last field has `low` and `high`. `game.schema()` has
        the whole shape.

        >>> import ludex
        >>> text = ludex.game("automation").new(2, seed=7).request(0).to_json()
        >>> msgspec.json.decode(text)["options"]
        [{'type': 'PlayCard', 'card': 'Bitcoin'}, {'type': 'EndPhase'}]
        """
        data = {
            "seat": self.seat,
            "view": self.view,
            "options": self.options.to_data(),
            "attempt": self.attempt,
            "rejection": self.rejection,
            "events": self.events,
            "commitment": self.commitment,
            "digest": self.digest,
        }
        return msgspec.json.encode(data).decode()

    def _repr_html_(self) -> str | None:
        """Draw the board and the hand in a notebook, as the seat sees them. A request without a game is not drawn."""
        if self._game is None or self.record is None:
            return None
        seating = Seating.unnamed(int(self.record["seats"][0]), self.seat)
        return draw_board(self._game.look, self._game.look.page(self.view, seating))

    def _repr_svg_(self) -> str | None:
        """Draw the seat's map or hand as one picture, for documents that show no HTML. None if the game has none."""
        return self._game.look.svg(self.view) if self._game is not None and self._memory is not None else None

    def __repr__(self) -> str:
        count = len(self.options)
        told = f", {plural(len(self.events), 'event')}" if self.events else ""
        why = f", last answer rejected: {self.rejection.code}" if self.rejection else ""
        return f"<Request to seat {self.seat}: {plural(count, 'option')}, attempt {self.attempt}{why}{told}>"


class Player(Generic[V_contra]):
    """A player, who sits at a seat and decides. Subclass it, or use any object with a `decide` method.

    `decide` may be a coroutine. A player that raises an exception, or returns None or anything illegal, is asked again
    with the reason. The other methods are optional: a program that only decides does not override them.

    >>> class FirstOption(Player):
    ...     def decide(self, request):
    ...         return request.options[0]
    >>> FirstOption(), FirstOption("Ann").name
    (<FirstOption 'FirstOption'>, 'Ann')
    """

    patient: bool = False
    """Patient players are asked one at a time, and only when no other player owes a decision. People who share a screen
    are patient: the bots in an open auction then raise each other first, and a person answers once."""

    pace: Pace = Pace()
    """The time that the player appears to think, at tables with a clock."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name or type(self).__name__

    def decide(self, request: Request[V_contra]) -> Answer | Awaitable[Answer]:
        """Answer with one of the request's options."""
        raise NotImplementedError(f"{type(self).__name__} must define how it decides")

    def speak(self, request: PressRequest) -> Any:
        """Return messages to other players before a decision, at a table with press. By default a player is silent.

        The answer is described at `PressRequest`. It may be a coroutine.
        """
        return None

    def thinks(self, request: Request[V_contra]) -> float:
        """Return the number of seconds that the player appears to think about a request, by its pace.

        Tables with a clock wait that long before they play a program's answer. The same player (a bot: with the same
        seed) takes the same time for the same request.
        """
        moment = request.record.tobytes() if request.record is not None else b""
        return self.pace.seconds(request.decision, self.seed_of_pace(), moment)

    def seed_of_pace(self) -> bytes:
        """Return the seed of the times to think, by default made from the player's name."""
        return hashlib.blake2b(self.name.encode()).digest()

    def agrees(self, proposal: Proposal) -> bool | Awaitable[bool]:
        """Return True if another seat may take moves back. Programs agree, and people are asked."""
        return True

    def hear(self, news: News) -> None:
        """Receive the news, move by move, for screens and notebooks. There is no answer."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


class RemotePlayer(Player[V_contra]):
    """A player whose code runs elsewhere, for example in another process.

    A referee calls `sit_down` before the game and `close` after it. The player itself raises `BadAnswer` when its time
    limit is over, and is asked at the same time as others.
    """

    code_place: str = ""
    """The file, line and function of the code that decides, if known."""

    def sit_down(self, table: Table[Any], seat: int, time_limit: float | None = None) -> None:
        """Prepare for a game at a table."""

    def close(self, outcome: Outcome | None = None) -> None:
        """End what the player has started. The outcome is None if the game did not end."""


class Decides(Protocol[V_contra]):
    """Any object with a `decide` method."""

    def decide(self, request: Request[V_contra]) -> Any: ...


class Deciding(Player[Any]):
    """A player made from a plain function.

    >>> Deciding(lambda request: request.options[0], "Ann").name
    'Ann'
    """

    def __init__(self, function: Callable[[Request[Any]], Any], name: str | None = None) -> None:
        super().__init__(name or getattr(function, "__name__", "function"))
        self.function = function

    def decide(self, request: Request[Any]) -> Any:
        """Ask the function, which may be a coroutine."""
        return self.function(request)
