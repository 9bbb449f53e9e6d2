"""The decisions of Modern Art."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias, get_args

from ludex.author import Move, Moves, Number
from ludex.games.modern_art.components import Artist, Auction
from ludex.games.modern_art.state import MOST_MONEY


class PlayCard(Move, frozen=True):
    """Offer a card from the hand."""

    verb: ClassVar[str] = "play"
    artist: Artist
    auction: Auction


class AddCard(Move, frozen=True):
    """Join a double card with a second card of its artist, and be the auctioneer of both."""

    verb: ClassVar[str] = "add"
    artist: Artist
    auction: Auction


class Decline(Move, frozen=True):
    """Add no second card to a double, or leave the mystery player's cards face down."""

    verb: ClassVar[str] = "decline"


class Pass(Move, frozen=True):
    """Do not raise the standing bid, or do not buy at the fixed price."""

    verb: ClassVar[str] = "pass"
    means = "pass"


class Buy(Move, frozen=True):
    """Buy at the fixed price."""

    verb: ClassVar[str] = "buy"


class Hammer(Move, frozen=True):
    """Call out a quiet open auction: going once, going twice, sold.

    This is the auctioneer's move; at a table with a clock, the clock plays it for them.
    """

    verb: ClassVar[str] = "hammer"


class TurnMysteryCard(Move, frozen=True):
    """Turn over a card of the mystery player."""

    verb: ClassVar[str] = "turn mystery card"


class EndRound(Move, frozen=True):
    """Rank the artists and place their value tiles."""

    verb: ClassVar[str] = "end round"


class Sell(Move, frozen=True):
    """Sell all your paintings to the bank."""

    verb: ClassVar[str] = "sell"


class Bid(Move, frozen=True):
    """Raise the standing bid to an amount."""

    verb: ClassVar[str] = "bid"
    means = "bid"
    amount: Annotated[int, Number(1, MOST_MONEY)]


class SealBid(Move, frozen=True):
    """Bid an amount in secret; 0 means no bid."""

    verb: ClassVar[str] = "seal"
    means = "bid"
    amount: Annotated[int, Number(0, MOST_MONEY)]


class NamePrice(Move, frozen=True):
    """Name the fixed price."""

    verb: ClassVar[str] = "price"
    amount: Annotated[int, Number(0, MOST_MONEY)]


ModernArtMove: TypeAlias = (
    PlayCard | AddCard | Decline | Pass | Buy | Hammer | TurnMysteryCard | EndRound | Sell | Bid | SealBid | NamePrice
)
"""Any move of the game."""

MOVES = Moves(*get_args(ModernArtMove))
