"""The parts of a table's state: seats, steps of the log, and offers."""

from __future__ import annotations

import msgspec


class Seat(msgspec.Struct):
    """A seat and its present player."""

    kind: str
    name: str
    bot: str
    token: str
    """The hash of the seat's secret."""
    sat: bool
    """A bot, or a person who has taken the seat."""
    entropy: str = ""
    deputy: str = ""
    """The bot that plays for an absent person."""
    left: bool = False
    """The person left for good: another player may take the seat."""
    first: str = ""
    """The name of the player who had the seat when the game began, if another one has taken it since."""
    owner: str = ""
    """The mark of the person who has the seat on any device, at a table of a site with users."""
    since: float = 0.0
    """Time at which the person sat down."""
    ready: bool = True
    """False for a person who has yet to say that they are ready."""
    began: str = ""
    """The mark of the person who had the seat when the game began."""
    decided: int = 0
    """Decisions of the person."""
    late: int = 0
    """Times at which the person ran out of time."""
    secret_name: str = ""
    """The name of the person at an anonymous table, until the game is over. `name` is then that of the role."""

    @property
    def known_as(self) -> str:
        """The name that the person has chosen, or that the table's maker has reserved the seat for."""
        return self.secret_name or self.name

    @property
    def decider(self) -> str:
        """The bot that decides for the seat, or an empty text if a person does."""
        return self.bot if self.kind == "bot" else self.deputy

    @property
    def open(self) -> bool:
        """True if the game waits for another player to take the seat."""
        return self.left and not self.deputy


class Step(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Something in the log: a move with its events, or a sentence about the table.

    Tables hold many of them. They refer to no other objects, so the garbage collector need not track them.
    """

    noticed: int
    """The perspectives from which it could be noticed, as bits: seats, then spectators."""
    counts: bool
    """True if it makes earlier answers stale."""
    at: float
    move: int = 0
    """The number of the move whose events it has, in the table's journal."""
    rows: bytes = b""
    """The rows of its events, if they are not in the journal: before the first move, and of moves taken back."""
    text: str = ""


class Offer(msgspec.Struct):
    """An offer that the persons of the table have yet to agree to."""

    id: int
    what: str
    seat: int
    why: str
    answers: dict[int, bool]
