"""What happens in Power Grid."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.author import SEAT, Among, Event, Number, SeatNumber
from ludex.games.power_grid.components.maps import NAMES
from ludex.games.power_grid.components.plants import HIGHEST, LOWEST
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
"""Why a plant leaves the market."""


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
    says: ClassVar[str] = (
        "seat {seat} has no room for {coal} coal, {oil} oil, {garbage} garbage, {uranium} uranium, "
        "and returns them to the supply."
    )
    seat: SeatNumber
    coal: Count
    oil: Count
    garbage: Count
    uranium: Count


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
    says: ClassVar[str] = (
        "seat {seat} runs plant {plant} on {coal} coal, {oil} oil, {garbage} garbage, {uranium} uranium."
    )
    seat: SeatNumber
    plant: PlantNumber
    coal: Count
    oil: Count
    garbage: Count
    uranium: Count


class CitiesPowered(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} powers {cities} cities and gets {income}."
    seat: SeatNumber
    cities: Count
    income: Count


class Resupplied(Event, frozen=True):
    says: ClassVar[str] = "New fuel: {coal} coal, {oil} oil, {garbage} garbage, {uranium} uranium."
    coal: Count
    oil: Count
    garbage: Count
    uranium: Count


class GameEnded(Event, frozen=True):
    says: ClassVar[str] = "The game is over."


class Counted(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} can power {powered} of {cities} cities."
    seat: SeatNumber
    powered: Count
    cities: Count
