"""The decisions of Power Grid."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.core import Among, Move, Moves, Number
from ludex.games.power_grid.components.maps import NAMES
from ludex.games.power_grid.components.plants import FUELS, HIGHEST, LOWEST
from ludex.games.power_grid.components.tables import MOST_TOKENS

MOST_MONEY = 32_000
MOST_NEEDED = 3
"""No plant burns more in one run."""
STORED_COAL = len(FUELS)
GOODS = (*FUELS, "stored coal")
"""What can be bought; stored coal lies beside the track of the Recharged USA map."""


PlantNumber: TypeAlias = Annotated[int, Number(LOWEST, HIGHEST, label="plant")]
Discard: TypeAlias = Annotated[int | None, Number(LOWEST, HIGHEST, label="discard")]
Money: TypeAlias = Annotated[int, Number(1, MOST_MONEY, label="bid")]
Tokens: TypeAlias = Annotated[int, Number(1, MOST_TOKENS)]
CityName: TypeAlias = Annotated[str, Among(*NAMES)]


class Pass(Move, frozen=True):
    """Open no auction in this phase, or bid no more for this plant."""

    verb: ClassVar[str] = "pass"


class Done(Move, frozen=True):
    """Buy, build or run no more."""

    verb: ClassVar[str] = "done"


class BuyFuel(Move, frozen=True):
    """Buy fuel, the cheapest first."""

    verb: ClassVar[str] = "buy"
    fuel: Annotated[str, Among(*GOODS)]
    amount: Tokens


class BuildCity(Move, frozen=True):
    """Connect a city to one's network."""

    verb: ClassVar[str] = "build"
    city: CityName


class RunPlant(Move, frozen=True):
    """Run a plant; of what a hybrid burns, `coal` is coal and the rest is oil."""

    verb: ClassVar[str] = "run"
    plant: PlantNumber
    coal: Annotated[int | None, Number(0, MOST_NEEDED, label="coal")] = None


class ReturnFuel(Move, frozen=True):
    """After a discard: which fuel goes back to the supply, where coal and oil compete for the room that is left."""

    verb: ClassVar[str] = "return"
    coal: Annotated[int, Number(0, MOST_TOKENS, label="coal")]
    oil: Annotated[int, Number(0, MOST_TOKENS, label="oil")]


class Bid(Move, frozen=True, kw_only=True):
    """Bid for the plant that is auctioned; at the plant limit, say which plant goes."""

    discard: Discard = None
    bid: Money


class OpenAuction(Move, frozen=True, kw_only=True):
    """Choose a plant and open the bidding; at the plant limit, say which plant goes.

    >>> MOVES.parse("open plant 13 bid 17") == OpenAuction(plant=13, bid=17)
    True
    >>> str(OpenAuction(plant=20, bid=21, discard=4))
    'open plant 20 discard 4 bid 21'
    >>> MOVES.parse("open plant 20 bid 21 discard 4") == MOVES.parse("open plant 20 discard 4 bid 21")
    True
    """

    verb: ClassVar[str] = "open"
    plant: PlantNumber
    discard: Discard = None
    bid: Money


MOVES = Moves(Pass, Done, BuyFuel, BuildCity, RunPlant, ReturnFuel, Bid, OpenAuction)
PASS = MOVES.first(Pass)
DONE = MOVES.first(Done)
BUY = MOVES.first(BuyFuel)
BUILD = MOVES.first(BuildCity)
RUN = MOVES.first(RunPlant)
RETURN = MOVES.first(ReturnFuel)
BID = MOVES.first(Bid)
OPEN = MOVES.first(OpenAuction)

# How many values the fields of packed moves can have.
BIDS = MOST_MONEY
DISCARDS = HIGHEST - LOWEST + 2
MIXES = MOST_NEEDED + 2
RETURNS = MOST_TOKENS + 1
