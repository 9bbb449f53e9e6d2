"""The reference API of Power Grid: an engine, strategies, and checks of players' answers in auctions."""

from ludex.games.power_grid.reference_api.engine import Engine, GameResult, PlayerResult
from ludex.games.power_grid.reference_api.strategy import Strategy
from ludex.games.power_grid.reference_api.validation import validate_auction_bid, validate_auction_opening

__all__ = [
    "Engine",
    "GameResult",
    "PlayerResult",
    "Strategy",
    "validate_auction_bid",
    "validate_auction_opening",
]
