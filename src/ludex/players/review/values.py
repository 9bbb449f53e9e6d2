"""The values of a review, each with a JSON form."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludex.core.language.errors import BadSetting
from ludex.core.language.outcome import Outcome

Kind = Literal["blunder", "mistake", "turn"]
"""The kind of a moment: a move that cost much or some of the chances, or a turn without a better move."""
Sure = Literal["clear", "slight"]


class ReviewSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a review.

    >>> ReviewSettings(playouts=5000).seconds
    30.0
    """

    seconds: float = 30.0
    """The time limit, if there is no limit of playouts."""
    playouts: int = 0
    """The most playouts, in place of a time. The same history and number then give the same review."""
    cores: int = 1
    moments: int = 3
    """The most moments."""
    seed: int = 0

    def check(self) -> None:
        """Refuse numbers that make no sense."""
        if not 0 < self.seconds <= 86_400 or self.playouts < 0 or not 0 < self.cores <= 256 or self.moments < 0:
            raise BadSetting(
                f"a review of {self.seconds:g} s or {self.playouts} playouts on {self.cores} cores with "
                f"{self.moments} moments: seconds and cores must be more than 0, and nothing less than 0"
            )


class Point(msgspec.Struct, frozen=True):
    """A seat's chances of winning as it made a move, judged by what it knew then, and their standard error."""

    number: int
    """The number of the move, starting at 1. The last point of a curve is the outcome, after the last move."""
    chance: float
    doubt: float


class Curve(msgspec.Struct, frozen=True):
    """The chances of one seat, from its first decision to the outcome."""

    seat: int
    points: tuple[Point, ...]


class Judged(msgspec.Struct, frozen=True):
    """A move, with the chances and the final score that follow it on average."""

    move: str
    tokens: tuple[str, ...]
    chance: float
    score: float


class Moment(msgspec.Struct, frozen=True):
    """A moment that decided the game. Texts name players as "seat 1"."""

    kind: Kind
    number: int
    """The number of the move, starting at 1. The position before it is the one after `number - 1` moves."""
    seat: int
    played: Judged
    better: Judged | None
    """A better move, or None if none was found: the turn came from others or from chance."""
    change: float
    """The change of the seat's chances: by a worse move, or until its next point of the curve."""
    doubt: float
    """The standard error of the change."""
    sure: Sure
    say: str
    why: tuple[str, ...]
    """The reasons, most important first: what differs on average after the two moves."""

    @property
    def before(self) -> int:
        """The number of moves before it: the position to play on from."""
        return self.number - 1


class Review(msgspec.Struct, frozen=True):
    """A review of a finished game: every seat's curve, and the moments that decided."""

    game: str
    title: str
    players: tuple[str, ...]
    moves: int
    outcome: Outcome
    curves: tuple[Curve, ...]
    moments: tuple[Moment, ...]
    bot: str
    """The bot that played the playouts."""
    playouts: int
    decisions: int
    """The number of decisions at which there was a choice."""
    scores: tuple[int, ...] = ()
    """The score of every seat as people count it: at Hearts the points taken."""

    def to_json(self) -> str:
        """Return the review as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Review:
        """Read a review that `to_json` wrote."""
        return msgspec.json.decode(text, type=cls)
