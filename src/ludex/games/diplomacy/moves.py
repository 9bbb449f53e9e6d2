"""Orders and votes as typed values, with their canonical text.

>>> str(SupportMove("A BUR", "A PAR", "MAR"))
'A BUR S A PAR - MAR'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias, get_args

from ludex.author import Among, Move
from ludex.games.diplomacy.components import MAPS, PLACES, MapName, PowerName

UNITS = tuple(f"{kind} {place}" for kind in "AF" for place in PLACES)
"""Every army and fleet that can be written, whether or not it can exist: the rules decide that."""

Unit: TypeAlias = Annotated[str, Among(*UNITS)]
Place: TypeAlias = Annotated[str, Among(*PLACES)]


class Hold(Move, frozen=True):
    """Stay where it is."""

    unit: Unit

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "H"


class MoveTo(Move, frozen=True):
    """Go to a neighbouring province, or across the sea if the unit is an army that is convoyed."""

    unit: Unit
    to: Place

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "-", self.to


class MoveVia(Move, frozen=True):
    """Go to a neighbouring province by convoy."""

    unit: Unit
    to: Place

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "VIA", self.to

    def __str__(self) -> str:
        return f"{self.unit} - {self.to} VIA"


class SupportHold(Move, frozen=True):
    """Support a unit where it stands."""

    unit: Unit
    other: Unit

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "S", self.other, "H"

    def __str__(self) -> str:
        return f"{self.unit} S {self.other}"


class SupportMove(Move, frozen=True):
    """Support a unit's move."""

    unit: Unit
    other: Unit
    to: Place

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "S", self.other, "-", self.to


class Convoy(Move, frozen=True):
    """Carry an army across the sea."""

    unit: Unit
    other: Unit
    to: Place

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "C", self.other, "-", self.to


class Retreat(Move, frozen=True):
    """Withdraw a dislodged unit."""

    unit: Unit
    to: Place

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.unit, "R", self.to


class Disband(Move, frozen=True):
    """Take a unit off the board: a dislodged one instead of retreating, or a surplus one in winter."""

    unit: Unit

    @property
    def tokens(self) -> tuple[str, ...]:
        return "DESTROY", self.unit


class Build(Move, frozen=True):
    """Put a new unit into a home centre."""

    unit: Unit

    @property
    def tokens(self) -> tuple[str, ...]:
        return "BUILD", self.unit


UnitOrder: TypeAlias = Hold | MoveTo | MoveVia | SupportHold | SupportMove | Convoy | Retreat | Disband | Build
"""The orders given to a unit."""


class Waive(Move, frozen=True):
    """Leave one build out."""

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("WAIVE",)


class VoteDraw(Move, frozen=True):
    """Propose a draw. The game ends if every power with a unit does so in the same phase."""

    means = "draw"

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("VOTE DRAW",)


class Concede(Move, frozen=True):
    """Concede the game to a power. It wins if every other power with a unit does so in the same phase."""

    means = "concede"
    power: PowerName

    @property
    def tokens(self) -> tuple[str, ...]:
        return "CONCEDE TO", self.power


DiplomacyMove: TypeAlias = UnitOrder | Waive | VoteDraw | Concede
"""Any move of the game."""
EXAMPLES: dict[MapName, dict[type[Move], str]] = {
    name: dict(zip(get_args(DiplomacyMove), board.examples, strict=True)) for name, board in MAPS.items()
}
"""An example of each kind of order, on every map."""

TOKEN_WORDS: Mapping[str, str] = {
    "H": "hold",
    "-": "move to",
    "VIA": "go by convoy to",
    "S": "support",
    "C": "convoy",
    "R": "retreat to",
    "D": "disband",
    "BUILD": "build",
    "DESTROY": "disband",
    "WAIVE": "waive a build",
    "VOTE DRAW": "vote for a draw",
    "CONCEDE TO": "concede to",
}
"""The words shown for the signs of orders, where an order is put together by pressing buttons."""
