"""Power Grid, an auction and network game about supplying cities with power."""

from ludex.games.power_grid.board import draw_map, draw_view
from ludex.games.power_grid.cards import PLANTS, Plant
from ludex.games.power_grid.engine import (
    Engine,
    GameResult,
    PlayerResult,
    validate_auction_bid,
    validate_auction_opening,
)
from ludex.games.power_grid.game import PowerGrid, PowerGridOptions
from ludex.games.power_grid.moves import Bid, BuildCity, BuyFuel, Done, OpenAuction, Pass, ReturnFuel, RunPlant
from ludex.games.power_grid.picture import svg_map
from ludex.games.power_grid.strategy import Strategy
from ludex.games.power_grid.views import AuctionView, CityView, FuelView, SeatView, View

__all__ = [
    "PLANTS",
    "AuctionView",
    "Bid",
    "BuildCity",
    "BuyFuel",
    "CityView",
    "Done",
    "Engine",
    "FuelView",
    "GameResult",
    "OpenAuction",
    "Pass",
    "Plant",
    "PlayerResult",
    "PowerGrid",
    "PowerGridOptions",
    "ReturnFuel",
    "RunPlant",
    "SeatView",
    "Strategy",
    "View",
    "draw_map",
    "draw_view",
    "svg_map",
    "validate_auction_bid",
    "validate_auction_opening",
]
