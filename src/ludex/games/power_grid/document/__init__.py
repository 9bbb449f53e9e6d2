"""The names the source document asks for: an engine, strategies, and checks of what players answer in auctions."""

from ludex.games.power_grid.document.engine import Engine, GameResult, PlayerResult
from ludex.games.power_grid.document.strategy import Strategy
from ludex.games.power_grid.document.validation import validate_auction_bid, validate_auction_opening

__all__ = [
    "Engine",
    "GameResult",
    "PlayerResult",
    "Strategy",
    "validate_auction_bid",
    "validate_auction_opening",
]
