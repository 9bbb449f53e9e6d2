"""Power Grid, an auction and network game about supplying cities with power."""

from ludex.games.power_grid.board.picture import svg_map
from ludex.games.power_grid.board.terminal import draw_view
from ludex.games.power_grid.board.text_map import draw_map
from ludex.games.power_grid.components.plants import PLANTS, Plant
from ludex.games.power_grid.game import PowerGrid
from ludex.games.power_grid.moves import (
    Bid,
    BuildCity,
    BuyFuel,
    Done,
    OpenAuction,
    Pass,
    PlaceHouse,
    ReturnFuel,
    RunPlant,
)
from ludex.games.power_grid.reference_api.engine import Engine, GameResult, PlayerResult
from ludex.games.power_grid.reference_api.strategy import Strategy
from ludex.games.power_grid.reference_api.validation import validate_auction_bid, validate_auction_opening
from ludex.games.power_grid.settings import PowerGridSettings
from ludex.games.power_grid.views import AuctionView, CityView, FuelView, SeatView, TrustView, View

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
    "PlaceHouse",
    "Plant",
    "PlayerResult",
    "PowerGrid",
    "PowerGridSettings",
    "ReturnFuel",
    "RunPlant",
    "SeatView",
    "Strategy",
    "TrustView",
    "View",
    "draw_map",
    "draw_view",
    "svg_map",
    "validate_auction_bid",
    "validate_auction_opening",
]
