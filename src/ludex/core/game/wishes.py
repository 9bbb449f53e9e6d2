"""The answers of players that are not moves, and what a referee tells players besides requests."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ludex.core.language.events import Event
from ludex.core.language.moves import Move


class TakeBack(msgspec.Struct, frozen=True):
    """An answer that is not a move: "take the table back to before my last move".

    Only a referee with `take_backs=True` grants it; see `Referee`.
    """


class Leave(msgspec.Struct, frozen=True):
    """An answer that is not a move: "I am leaving"."""


class Resign(msgspec.Struct, frozen=True):
    """An answer that is not a move: "I resign". The referee's `on_leave` says what becomes of the seat."""


Answer: TypeAlias = Move | str | TakeBack | Leave | Resign
"""The answers that a player may give: one of the options, as a move or as its text, or a wish."""


class Proposal(msgspec.Struct, frozen=True):
    """The question to one seat whether another one may take moves back."""

    seat: int
    """The seat that is asked."""
    by: int
    """The seat that wishes it."""
    moves: int
    """The number of moves that would be taken back, including those of other seats."""
    why: str
    """The reason why consent is needed: the moves revealed something, or others have moved since."""


class News(msgspec.Struct, frozen=True):
    """The news for a seat when any seat has made a move or taken one back."""

    seat: int
    """The seat that receives the news."""
    by: int
    """The seat that moved or wished to take back; -1 before the first move."""
    events: tuple[Event, ...] = ()
    """The events of the move, as far as the seat may know them."""
    taken_back: int = 0
    """The number of moves that were taken back, or 0 if a move was made."""
