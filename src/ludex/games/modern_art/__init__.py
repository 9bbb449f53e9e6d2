"""Modern Art, Reiner Knizia's game of five auctions."""

from ludex.games.modern_art.components import ARTISTS, AUCTIONS, Card
from ludex.games.modern_art.game import ModernArt
from ludex.games.modern_art.moves import (
    AddCard,
    Bid,
    Buy,
    Decline,
    EndRound,
    Hammer,
    NamePrice,
    Pass,
    PlayCard,
    SealBid,
    Sell,
    TurnMysteryCard,
)
from ludex.games.modern_art.rules import (
    AwaitingCard,
    AwaitingSecondCard,
    FixedPriceAuction,
    GameOver,
    HiddenAuction,
    MysteryOffer,
    OneOfferAuction,
    OpenAuction,
    Phase,
    RoundEnding,
    Selling,
)
from ludex.games.modern_art.rules.lot import Lot
from ludex.games.modern_art.rules.selling import Ranked
from ludex.games.modern_art.settings import ModernArtSettings
from ludex.games.modern_art.views import ArtistView, Sale, SeatView, View, clock_moves

__all__ = [
    "ARTISTS",
    "AUCTIONS",
    "AddCard",
    "ArtistView",
    "AwaitingCard",
    "AwaitingSecondCard",
    "Bid",
    "Buy",
    "Card",
    "Decline",
    "EndRound",
    "FixedPriceAuction",
    "GameOver",
    "Hammer",
    "HiddenAuction",
    "Lot",
    "ModernArt",
    "ModernArtSettings",
    "MysteryOffer",
    "NamePrice",
    "OneOfferAuction",
    "OpenAuction",
    "Pass",
    "Phase",
    "PlayCard",
    "Ranked",
    "RoundEnding",
    "Sale",
    "SealBid",
    "SeatView",
    "Sell",
    "Selling",
    "TurnMysteryCard",
    "View",
    "clock_moves",
]
