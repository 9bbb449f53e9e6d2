"""What can go wrong, told apart by type. Every message quotes what was given and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.core.request import Attempt, Rejection


MOST_QUOTED = 200
"""How many characters of a value are quoted."""


def quote(value: object, show: Callable[[object], str] = repr) -> str:
    """A value as text for a message, shortened, even if it refuses to be shown.

    >>> quote("buy"), quote(17)
    ("'buy'", '17')
    """
    try:
        text = show(value)
    except Exception:  # whatever a player hands over is its own code
        text = f"an unprintable {type(value).__name__}"
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"


class LudexError(ValueError):
    """Base of everything Ludex raises for bad input."""


class UnreadableMove(LudexError):
    """A text, a JSON value or a number that is not a move of this game."""


class IllegalMove(LudexError):
    """A move of this game that the rules do not allow now. `rejection` has the code and the sentence."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.sentence)
        self.rejection = rejection


class NotYourTurn(LudexError):
    """A seat that owes no decision now was asked, or moved."""


class UnknownGame(LudexError):
    """No installed package offers a game of that name."""


class UnknownPlayer(LudexError):
    """No bot or player of that name."""


class BadSetting(LudexError):
    """A setting of a game or a table that does not exist, or a value it cannot have."""


class BadPosition(LudexError):
    """A position that cannot be read, or that breaks a law of its game."""


class BadHistory(LudexError):
    """A history that is unreadable, was played by other rules, or does not replay to what it claims."""


class UndoRefused(LudexError):
    """A move cannot be taken back, because it revealed something or another seat decided it."""


class BrokenRule(LudexError):
    """A rule that cannot be compiled or run as written: an error of the game's author, not of a player."""


class PlayerViolation(LudexError):
    """A player has used up all attempts. The table is as it was before the first of them."""

    def __init__(self, seat: int, name: str, attempts: tuple[Attempt, ...]) -> None:
        self.seat = seat
        self.name = name
        self.attempts = attempts
        tried = "; ".join(
            f"attempt {a.number}: {a.answer} ({a.rejection.code}: {a.rejection.sentence})" for a in attempts
        )
        super().__init__(f"seat {seat} ({name}) gave no legal move in {len(attempts)} attempts. {tried}")

    @property
    def why(self) -> str:
        """Why the last answer was rejected."""
        return self.attempts[-1].rejection.sentence


class PlayerLeft(LudexError):
    """A player left before the end. The table is as it was when they were asked: it can be saved and continued."""

    why = "left before the end"

    def __init__(self, seat: int, name: str) -> None:
        self.seat = seat
        self.name = name
        super().__init__(f"seat {seat} ({name}) left before the end")
