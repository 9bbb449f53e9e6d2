"""The events of Diplomacy, as typed values."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from ludex.author import Among, Event, Number, SeatNumber
from ludex.games.diplomacy.components import PLACES
from ludex.games.diplomacy.moves import UNITS
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.state import CONCEDED, PHASE_WORDS, SOLO

RESULTS = (
    "nothing",
    "done",
    "bounced",
    "own unit",
    "no convoy",
    "convoy disrupted",
    "convoy paradox",
    "cut",
    "unmatched",
    "dislodged",
    "crowded",
)
"""The results of orders, in the order of their numbers."""

ENDING_WORDS = ("", "solo", "draw", "conceded", "year limit")


class OrderText:
    """An order in an event, noted in its packed form and read as its text."""

    @property
    def size(self) -> int:
        return ORDERS.size

    @property
    def lowest(self) -> int:
        return 0

    def index(self, value: Any) -> int:
        return ORDERS.pack(ORDERS.parse(value))

    def value(self, index: int) -> str:
        return str(ORDERS.unpack(index))

    def noted(self, number: int) -> str:
        return str(ORDERS.unpack(number))

    def token(self, value: str) -> str:
        return value

    def read(self, text: str) -> tuple[str, str]:
        return str(ORDERS.parse(text)), ""

    def expected(self) -> str:
        return "an order"

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


OrderName: TypeAlias = Annotated[str, OrderText()]
UnitName: TypeAlias = Annotated[str, Among(*UNITS)]
PlaceName: TypeAlias = Annotated[str, Among(*PLACES)]
MaybePlace: TypeAlias = Annotated[str | None, Among(*PLACES)]
Strength: TypeAlias = Annotated[int, Number(0, 99)]


class OrdersGiven(Event, frozen=True):
    """A power has given all its orders, which stay secret."""

    says: ClassVar[str] = "seat {seat} has given orders."
    seat: SeatNumber


class OrderResolved(Event, frozen=True):
    """An order and its result, with the strengths of the unit and of the unit in the way, which is at `by`."""

    seat: SeatNumber
    order: OrderName
    result: Annotated[str, Among(*RESULTS)]
    by: MaybePlace
    strength: Strength
    against: Strength

    def __str__(self) -> str:
        return f"{self.order}: {say_result(self.order, self.result, self.by, self.strength, self.against)}"


def say_result(order: str, result: str, by: str | None, strength: int, against: int) -> str:
    """Describe in a sentence the result of an order, and the reason.

    >>> say_result("A PAR - BUR", "bounced", "MUN", 1, 2)
    'bounced: strength 1 against strength 2 of the unit from MUN.'
    """
    sentences = {
        "done": "done." if strength < 2 else f"done, with strength {strength}.",
        "bounced": f"bounced: strength {strength} against strength {against} of the unit {_where(order, by)}.",
        "own unit": f"fails: the unit in {by} belongs to the same power and does not leave.",
        "no convoy": "fails: the fleets that could carry it were not ordered to do so.",
        "convoy disrupted": f"fails: the convoy is disrupted because the fleet in {by} is dislodged.",
        "convoy paradox": "fails: it is part of a convoy paradox, and the paradox rule makes it fail.",
        "cut": f"cut by the attack from {by}.",
        "unmatched": "has no effect: it matches no order.",
        "dislodged": f"dislodged by the attack from {by}.",
        "crowded": f"destroyed: the unit from {by} retreats to the same province.",
    }
    return sentences.get(result, result)


def _where(order: str, by: str | None) -> str:
    at = by is not None and order.rpartition(" - ")[2][:3] == by[:3]
    return f"in {by}" if at else f"from {by}"


class UnitDislodged(Event, frozen=True):
    says: ClassVar[str] = "{unit} is dislodged by {by}."
    seat: SeatNumber
    unit: UnitName
    by: UnitName


class UnitLost(Event, frozen=True):
    says: ClassVar[str] = "{unit} has nowhere to retreat and is destroyed."
    seat: SeatNumber
    unit: UnitName


class CentreTaken(Event, frozen=True):
    says: ClassVar[str] = "{centre} now belongs to seat {seat}."
    seat: SeatNumber
    centre: PlaceName


class PhaseBegan(Event, frozen=True):
    says: ClassVar[str] = "{year}: {phase}."
    phase: Annotated[str, Among(*PHASE_WORDS)]
    year: Annotated[int, Number(0, 9999)]


class GameEnded(Event, frozen=True):
    ending: Annotated[str, Among(*ENDING_WORDS)]
    winner: Annotated[int | None, Number(0, 15)]

    def __str__(self) -> str:
        won = f" Seat {self.winner} has won." if self.ending in (ENDING_WORDS[SOLO], ENDING_WORDS[CONCEDED]) else ""
        return f"The game is over: {self.ending}.{won}"
