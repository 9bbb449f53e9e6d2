"""The events of Power Grid."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from ludex.author import SEAT, Among, Event, Number, SeatNumber, plural
from ludex.games.power_grid.components.maps import NAMES
from ludex.games.power_grid.components.plants import FUELS, HIGHEST, LOWEST
from ludex.games.power_grid.moves import Good

PlantNumber: TypeAlias = Annotated[int, Number(LOWEST, HIGHEST)]
MaybeSeat: TypeAlias = Annotated[int | None, SEAT]
Count: TypeAlias = Annotated[int, Number(0, 32_767)]

WHYS = (
    "a player has that many cities",
    "in Step 3 the lowest plant leaves",
    "nobody bought a plant",
    "it had the discount and was not sold",
    "it is smaller than the plant with the discount",
    "Step 2 begins",
    "Step 3 begins",
)
OBSOLETE, LOWEST_LEAVES, NOBODY_BOUGHT, DISCOUNT_UNSOLD, BELOW_DISCOUNT, STEP_2_BEGINS, STEP_3_BEGINS = range(len(WHYS))
"""The reasons why a plant leaves the market."""


def fuels(event: Any) -> str:
    """Describe the fuel in an event, without kinds of which there is none.

    >>> fuels(Resupplied(3, 2, 0, 1))
    '3 coal, 2 oil and 1 uranium'
    """
    said = [f"{count} {name}" for name in FUELS if (count := getattr(event, name))]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


class RoundBegan(Event, frozen=True):
    says: ClassVar[str] = "Round {round}, Step {step}."
    round: Count
    step: Count


class OrderSet(Event, frozen=True):
    """The seats in player order."""

    first: SeatNumber
    second: SeatNumber
    third: MaybeSeat
    fourth: MaybeSeat
    fifth: MaybeSeat
    sixth: MaybeSeat

    def __str__(self) -> str:
        seats = (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
        return f"Player order: {', '.join(f'seat {seat}' for seat in seats if seat is not None)}."


class DiscountSet(Event, frozen=True):
    says: ClassVar[str] = "The discount lies on plant {plant}: bids start at 1."
    plant: PlantNumber


class AuctionOpened(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} opens plant {plant} at {bid}."
    seat: SeatNumber
    plant: PlantNumber
    bid: Count


class BidMade(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids {bid} for plant {plant}."
    seat: SeatNumber
    plant: PlantNumber
    bid: Count


class BidPassed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes on plant {plant}."
    seat: SeatNumber
    plant: PlantNumber


class OpeningPassed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes and is out of the auctions of this round."
    seat: SeatNumber


class CannotRaise(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} cannot pay more than {bid} for plant {plant} and is out of its auction."
    seat: SeatNumber
    plant: PlantNumber
    bid: Count


class CannotOpen(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} has nothing that it can buy and is out of the auctions of this round."
    seat: SeatNumber


class PlantBought(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} buys plant {plant} for {price}."
    seat: SeatNumber
    plant: PlantNumber
    price: Count


class PlantDiscarded(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} discards plant {plant}."
    seat: SeatNumber
    plant: PlantNumber


class FuelReturned(Event, frozen=True):
    """Fuel that fits nowhere after a discard."""

    seat: SeatNumber
    coal: Count
    oil: Count
    garbage: Count
    uranium: Count

    def __str__(self) -> str:
        return f"seat {self.seat} has no room for {fuels(self)}: it goes back to the supply."


class PlantDrawn(Event, frozen=True):
    says: ClassVar[str] = "Plant {plant} enters the market."
    plant: PlantNumber


class PlantLeft(Event, frozen=True):
    says: ClassVar[str] = "Plant {plant} leaves the game: {why}."
    plant: PlantNumber
    why: Annotated[str, Among(*WHYS)]


class PlantPutUnder(Event, frozen=True):
    says: ClassVar[str] = "Plant {plant} goes under the stack."
    plant: PlantNumber


class StepCardDrawn(Event, frozen=True):
    says: ClassVar[str] = "The Step 3 card comes up; the plants under the stack are shuffled."


class StepBegan(Event, frozen=True):
    says: ClassVar[str] = "Step {step} begins."
    step: Count


class FuelBought(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} buys {amount} {fuel} for {price}."
    seat: SeatNumber
    fuel: Good
    amount: Count
    price: Count


class CityBuilt(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} builds in {city} for {cost}."
    seat: SeatNumber
    city: Annotated[str, Among(*NAMES)]
    cost: Count


class PlantRun(Event, frozen=True):
    """A plant and what it burns."""

    seat: SeatNumber
    plant: PlantNumber
    coal: Count
    oil: Count
    garbage: Count
    uranium: Count

    def __str__(self) -> str:
        return f"seat {self.seat} runs plant {self.plant}{f' on {fuels(self)}' if fuels(self) else ''}."


class CitiesPowered(Event, frozen=True):
    seat: SeatNumber
    cities: Count
    income: Count

    def __str__(self) -> str:
        return f"seat {self.seat} powers {plural(self.cities, 'city', 'cities')} and gets {self.income}."


class Resupplied(Event, frozen=True):
    """New fuel on the tracks."""

    coal: Count
    oil: Count
    garbage: Count
    uranium: Count

    def __str__(self) -> str:
        return f"New fuel comes to the tracks: {fuels(self) or 'none'}."


class GameEnded(Event, frozen=True):
    says: ClassVar[str] = "The game is over."


class Counted(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} can power {powered} of {cities} cities."
    seat: SeatNumber
    powered: Count
    cities: Count


class TrustPlaced(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} places a house of the Trust in {city}."
    seat: SeatNumber
    city: Annotated[str, Among(*NAMES)]


class TrustTook(Event, frozen=True):
    says: ClassVar[str] = "The Trust takes plant {plant}."
    plant: PlantNumber


class TrustScrapped(Event, frozen=True):
    says: ClassVar[str] = "The Trust scraps plant {plant}, its smallest."
    plant: PlantNumber


class TrustFuelled(Event, frozen=True):
    """The fuel that the Trust takes."""

    coal: Count
    oil: Count
    garbage: Count
    uranium: Count

    def __str__(self) -> str:
        return f"The Trust takes {fuels(self)}."


class TrustBlocked(Event, frozen=True):
    says: ClassVar[str] = "The Trust blocks the second place in {city}."
    city: Annotated[str, Among(*NAMES)]


class TrustBurned(Event, frozen=True):
    says: ClassVar[str] = "The Trust burns its fuel."
