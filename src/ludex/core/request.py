"""What a player is asked and what it may answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import msgspec

from ludex.core.events import Event
from ludex.core.moves import Move
from ludex.core.options import Options
from ludex.core.record import States


class Rejection(msgspec.Struct, frozen=True):
    """Why a move is not allowed: a stable code for programs and a sentence for people."""

    code: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


class Attempt(msgspec.Struct, frozen=True):
    """One answer that was rejected."""

    number: int
    answer: str
    rejection: Rejection


class Request(msgspec.Struct, frozen=True):
    """A question to one seat: everything it may know, everything it may do, and why its last answer was rejected.

    All of it is immutable or the player's own copy: nothing done to a request reaches the table. `record` is the seat's
    hidden copy of the state, for bots that compute on records.
    """

    seat: int
    view: Any
    options: Options
    attempt: int = 1
    rejection: Rejection | None = None
    events: tuple[Event, ...] = ()
    record: States | None = None


class Player:
    """What sits at a seat and decides. Subclass it, or give the referee any object with a `decide` method.

    `decide` may be a coroutine. A player that raises, returns None or anything illegal is asked again with the reason.

    >>> class FirstOption(Player):
    ...     def decide(self, request):
    ...         return request.options[0]
    >>> FirstOption().name, FirstOption("Ann").name
    ('FirstOption', 'Ann')
    """

    def __init__(self, name: str | None = None) -> None:
        self.name = name or type(self).__name__

    def decide(self, request: Request) -> Move | Awaitable[Move]:
        """Answer with one of the request's options."""
        raise NotImplementedError(f"{type(self).__name__} must say how it decides")


Decide: TypeAlias = Callable[[Request], Any]


class Deciding(Player):
    """A player made of a plain function.

    >>> Deciding(lambda request: request.options[0], "Ann").name
    'Ann'
    """

    def __init__(self, function: Decide, name: str | None = None) -> None:
        super().__init__(name or getattr(function, "__name__", "function"))
        self.function = function

    def decide(self, request: Request) -> Any:
        """Ask the function, which may be a coroutine."""
        return self.function(request)
