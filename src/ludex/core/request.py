"""What a player is asked, what it may answer, and what it is told in between."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Protocol, TypeAlias

import msgspec
from typing_extensions import TypeVar

from ludex.core.events import Event
from ludex.core.moves import Move
from ludex.core.options import Options
from ludex.core.pace import Pace
from ludex.core.record import States

V_co = TypeVar("V_co", covariant=True, default=Any)
V_contra = TypeVar("V_contra", contravariant=True, default=Any)


class Rejection(msgspec.Struct, frozen=True):
    """Why an answer is not accepted: a stable code for programs and a sentence for people."""

    code: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Attempt(msgspec.Struct, frozen=True):
    """One answer that was rejected."""

    number: int
    answer: str
    rejection: Rejection


class Source(Protocol[V_co]):
    """Where a request gets what its player looks at."""

    def view(self) -> V_co: ...
    def options(self) -> Options: ...
    def events(self) -> tuple[Event, ...]: ...
    def record(self) -> States: ...
    def memory(self) -> bytes: ...
    def decision(self) -> str: ...


class Request(Generic[V_co]):
    """A question to one seat: everything it may know, everything it may do, and why its last answer was rejected.

    All of it is immutable or the player's own copy: nothing done to a request reaches the table. Annotate it with the
    game's view, and your editor knows every field: `def decide(self, request: Request[View]) -> Move`. What a player
    does not look at is not made.

    >>> import ludex
    >>> ludex.game("automation").new(2, seed=7).request(0)
    <Request to seat 0: 2 options, attempt 1>
    """

    __slots__ = (
        "_attempt",
        "_commitment",
        "_digest",
        "_events",
        "_options",
        "_record",
        "_rejection",
        "_seat",
        "_source",
        "_view",
    )

    def __init__(
        self,
        seat: int,
        view: V_co | None = None,
        options: Options | None = None,
        attempt: int = 1,
        rejection: Rejection | None = None,
        events: tuple[Event, ...] | None = None,
        record: States | None = None,
        source: Source[V_co] | None = None,
        commitment: str = "",
        digest: bytes = b"",
    ) -> None:
        self._seat = seat
        self._view = view
        self._options = options
        self._attempt = attempt
        self._rejection = rejection
        self._events = events if events is not None or source else ()
        self._record = record
        self._source = source
        self._commitment = commitment
        self._digest = digest

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self._seat

    @property
    def view(self) -> V_co:
        """All that the seat may know."""
        if self._view is None and self._source:
            self._view = self._source.view()
        return self._view  # type: ignore[return-value]  # None only where a request was made without a view

    @property
    def options(self) -> Options:
        """All that the seat may do."""
        if self._options is None:
            if self._source is None:
                raise ValueError("this request was made without options")
            self._options = self._source.options()
        return self._options

    @property
    def attempt(self) -> int:
        """Counts the requests for one decision."""
        return self._attempt

    @property
    def rejection(self) -> Rejection | None:
        """Why the last answer was rejected. None at the first attempt."""
        return self._rejection

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened since the seat last decided, as far as it may know."""
        if self._events is None:
            self._events = self._source.events() if self._source else ()
        return self._events

    @property
    def record(self) -> States | None:
        """The seat's hidden copy of the state, for bots that compute on records."""
        if self._record is None and self._source:
            self._record = self._source.record()
        return self._record

    @property
    def commitment(self) -> str:
        """The hash of the table's secret seed. Keep it: the seed that is published at the end must have this hash."""
        return self._commitment

    @property
    def digest(self) -> str:
        """The hash of everything that happened so far. Keep it: the history must have it at this point.

        It is keyed by the secret seed, so it tells nothing before the seed is published.
        """
        return self._digest.hex()

    @property
    def memory(self) -> bytes | None:
        """The record as bytes: the fastest way to a copy that a bot can compute on."""
        if self._record is None and self._source:
            return self._source.memory()
        return None if self._record is None else self._record.tobytes()

    @property
    def decision(self) -> str:
        """What kind of decision it is, in words that everybody may know; empty if the game has no words for it.

        >>> import ludex
        >>> ludex.game("automation").new(2, seed=7).request(0).decision
        'MONEY'
        """
        return self._source.decision() if self._source else ""

    def to_json(self) -> str:
        """The request as one JSON object, for players in other languages and in browsers.

        It has the fields `seat`, `view`, `options`, `attempt`, `rejection` (null, or `code` and `sentence`), `events`,
        `commitment` and `digest`; the record is left out. Options and events are objects with a `type`. A range of
        options, say bids from 15 to 41, is one object whose last field has `low` and `high`. `game.schema()` has the
        whole shape.

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

    def __repr__(self) -> str:
        count = len(self.options)
        told = f", {len(self.events)} event{'s' * (len(self.events) != 1)}" if self.events else ""
        why = f", last answer rejected: {self.rejection.code}" if self.rejection else ""
        return f"<Request to seat {self.seat}: {count} option{'s' * (count != 1)}, attempt {self.attempt}{why}{told}>"


class TakeBack(msgspec.Struct, frozen=True):
    """An answer that is not a move: "take the table back to before my last move".

    Only a referee with `take_backs=True` grants it; see `Referee`.
    """


class Leave(msgspec.Struct, frozen=True):
    """An answer that is not a move: "I am leaving"."""


Answer: TypeAlias = Move | str | TakeBack | Leave
"""What a player may answer: one of the options, as a move or as its text, or a wish."""


class Proposal(msgspec.Struct, frozen=True):
    """A question to one seat: does it agree that another takes moves back?"""

    seat: int
    """Who is asked."""
    by: int
    """Who wishes it."""
    moves: int
    """How many moves would be taken back, those of other seats included."""
    why: str
    """Why the others are asked: what the moves revealed, or who has moved since."""


class News(msgspec.Struct, frozen=True):
    """What a seat learns when a move was made or taken back, whoever made it."""

    seat: int
    """Who is told."""
    by: int
    """Who moved, or wished to take back; -1 for what is told before the first move."""
    events: tuple[Event, ...] = ()
    """What the move caused, as far as the seat may know."""
    taken_back: int = 0
    """How many moves were taken back, or 0 if a move was made."""


class Player(Generic[V_contra]):
    """What sits at a seat and decides. Subclass it, or give the referee any object with a `decide` method.

    `decide` may be a coroutine. A player that raises, returns None or anything illegal is asked again with the reason.
    The other methods are for those who want them: a program that only decides leaves them as they are.

    >>> class FirstOption(Player):
    ...     def decide(self, request):
    ...         return request.options[0]
    >>> FirstOption(), FirstOption("Ann").name
    (<FirstOption 'FirstOption'>, 'Ann')
    """

    patient: bool = False
    """Patient players are asked one at a time, and only when nobody else owes a decision. People who share a screen
    are patient: the bots in an open auction then raise each other first, and a person answers once."""

    pace: Pace = Pace()
    """How long the player seems to think at tables with a clock, where a program plays it."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name or type(self).__name__

    def decide(self, request: Request[V_contra]) -> Answer | Awaitable[Answer]:
        """Answer with one of the request's options."""
        raise NotImplementedError(f"{type(self).__name__} must say how it decides")

    def thinks(self, request: Request[V_contra]) -> float:
        """How many seconds the player seems to think about a request, by its pace.

        Tables with a clock wait that long before they play a program's answer. The same player (a bot: with the same
        seed) thinks as long about the same request.
        """
        moment = request.record.tobytes() if request.record is not None else b""
        return self.pace.seconds(request.decision, self.seed_of_pace(), moment)

    def seed_of_pace(self) -> bytes:
        """What the times to think are drawn from: by default the player's name."""
        return hashlib.blake2b(self.name.encode()).digest()

    def agrees(self, proposal: Proposal) -> bool | Awaitable[bool]:
        """Say whether another seat may take moves back. Programs agree, and people are asked."""
        return True

    def hear(self, news: News) -> None:
        """Be told what happened, move by move. For screens and notebooks: nothing is answered."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


class Known(msgspec.Struct, frozen=True):
    """What a player that decides by records is given: its seat, and the bytes of the record hidden for it."""

    seat: int
    memory: bytes


class Decides(Protocol[V_contra]):
    """Anything with a `decide` method, whether it is a `Player` or not."""

    def decide(self, request: Request[V_contra]) -> Any: ...


class Deciding(Player[Any]):
    """A player made of a plain function.

    >>> Deciding(lambda request: request.options[0], "Ann").name
    'Ann'
    """

    def __init__(self, function: Callable[[Request[Any]], Any], name: str | None = None) -> None:
        super().__init__(name or getattr(function, "__name__", "function"))
        self.function = function

    def decide(self, request: Request[Any]) -> Any:
        """Ask the function, which may be a coroutine."""
        return self.function(request)
