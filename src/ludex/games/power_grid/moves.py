"""The decisions of Power Grid."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from ludex.author import Among, Move, Moves, Number
from ludex.games.power_grid.components.maps import NAMES, spellings
from ludex.games.power_grid.components.plants import HIGHEST, LOWEST
from ludex.games.power_grid.components.tables import MOST_TOKENS

MOST_MONEY = 32_000
MOST_NEEDED = 3
"""The most fuel that a plant burns in one run."""
Good = Literal["coal", "oil", "garbage", "uranium", "stored coal"]
"""The goods for sale. Stored coal lies next to the track of the Recharged USA map."""
GOODS: tuple[Good, ...] = get_args(Good)
STORED_COAL = GOODS.index("stored coal")

PlantNumber: TypeAlias = Annotated[int, Number(LOWEST, HIGHEST, label="plant")]
Discard: TypeAlias = Annotated[int | None, Number(LOWEST, HIGHEST, label="discard")]
Money: TypeAlias = Annotated[int, Number(1, MOST_MONEY, label="bid")]
Tokens: TypeAlias = Annotated[int, Number(1, MOST_TOKENS)]
CityName: TypeAlias = Annotated[str, Among(*NAMES, also={plain: name for name in NAMES for plain in spellings(name)})]


class Pass(Move, frozen=True):
    """Leave the auctions of this round, or stop bidding for this plant."""

    verb: ClassVar[str] = "pass"
    means = "pass"


class Done(Move, frozen=True):
    """Stop buying, building or running plants."""

    verb: ClassVar[str] = "done"


class BuyFuel(Move, frozen=True):
    """Buy the cheapest tokens of a fuel."""

    verb: ClassVar[str] = "buy"
    fuel: Good
    amount: Tokens


class BuildCity(Move, frozen=True):
    """Connect a city to your network."""

    verb: ClassVar[str] = "build"
    city: CityName


class RunPlant(Move, frozen=True):
    """Run a plant. For a hybrid, name how much of what it burns is coal; the rest is oil."""

    verb: ClassVar[str] = "run"
    plant: PlantNumber
    coal: Annotated[int | None, Number(0, MOST_NEEDED, label="coal")] = None


class ReturnFuel(Move, frozen=True):
    """Return fuel to the supply after a discard, if coal and oil compete for the room that is left."""

    verb: ClassVar[str] = "return"
    coal: Annotated[int, Number(0, MOST_TOKENS, label="coal")]
    oil: Annotated[int, Number(0, MOST_TOKENS, label="oil")]


class Bid(Move, frozen=True, kw_only=True):
    """Bid for the plant that is auctioned. At the plant limit, name a plant to discard."""

    means = "bid"
    discard: Discard = None
    bid: Money


class OpenAuction(Move, frozen=True, kw_only=True):
    """Choose a plant and open the bidding. At the plant limit, name a plant to discard.

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


class PlaceHouse(Move, frozen=True):
    """Place a house of the Trust before the game."""

    verb: ClassVar[str] = "place"
    city: CityName


PowerGridMove: TypeAlias = Pass | Done | BuyFuel | BuildCity | RunPlant | ReturnFuel | Bid | OpenAuction | PlaceHouse
"""Any move of the game."""

MOVES = Moves(*get_args(PowerGridMove))

TOKEN_WORDS = {f"discard {number}": f", give up {number}" for number in range(LOWEST, HIGHEST + 1)}
"""Words for tokens on the page. Those with a comma are said last: `Bid 17, give up 4`."""
