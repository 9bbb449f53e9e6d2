"""The events of Modern Art, as typed values.

Spoken bids and prices are public; a seat's money is known only to itself.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from ludex.author import SEAT, Event, Number, SeatNumber, plural
from ludex.games.modern_art.components import Artist, Auction
from ludex.games.modern_art.state import MOST_MONEY, ROUNDS

Money: TypeAlias = Annotated[int, Number(0, MOST_MONEY)]
Count: TypeAlias = Annotated[int, Number(0, 100)]
RoundNumber: TypeAlias = Annotated[int, Number(1, ROUNDS)]
SeatOrBank: TypeAlias = Annotated[int | None, SEAT]
BANK = -1
"""The bank, as payer or receiver of money."""

Call: TypeAlias = Literal["going once", "going twice", "sold"]
WhySkipped: TypeAlias = Literal["another seat added the second card", "no cards are left in hand"]
LOST_TO_SECOND_CARD, EMPTY_HAND = range(2)
WhyEnded: TypeAlias = Literal["fifth card of an artist", "last card of all hands"]
FIFTH_CARD, LAST_CARD = range(2)


class RoundBegan(Event, frozen=True):
    says: ClassVar[str] = "Round {round} begins with seat {starter}."
    round: RoundNumber
    starter: SeatNumber


class CardsDealt(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} is dealt {count} cards."
    seat: SeatNumber
    count: Count


class CardDealt(Event, frozen=True):
    """A card that was dealt. Only its owner sees this event."""

    says: ClassVar[str] = "seat {seat} is dealt {artist} ({auction})."
    seat: SeatNumber
    artist: Artist
    auction: Auction


class CardPlayed(Event, frozen=True):
    """`count` is the number of cards of the artist that now count this round."""

    says: ClassVar[str] = "seat {seat} offers {artist} ({auction}), card {count} of the artist."
    seat: SeatNumber
    artist: Artist
    auction: Auction
    count: Count


class SecondCardAdded(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} adds {artist} ({auction}), card {count} of the artist, and is the auctioneer."
    seat: SeatNumber
    artist: Artist
    auction: Auction
    count: Count


class SecondCardDeclined(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} adds no second card."
    seat: SeatNumber


class TurnSkipped(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} loses a turn: {why}."
    seat: SeatNumber
    why: WhySkipped


class AuctionBegan(Event, frozen=True):
    auctioneer: SeatNumber
    auction: Auction

    def __str__(self) -> str:
        return f"seat {self.auctioneer} holds {'an' if self.auction == 'open' else 'a'} {self.auction} auction."


class PriceNamed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} names the price {price}."
    seat: SeatNumber
    price: Money


class BidPlaced(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids {amount}."
    seat: SeatNumber
    amount: Money


class Passed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes."
    seat: SeatNumber


class HammerCalled(Event, frozen=True):
    says: ClassVar[str] = "The hammer: {call}."
    call: Call


class BidSealed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} has sealed a bid."
    seat: SeatNumber


class OwnBidSealed(Event, frozen=True):
    """A sealed bid. Only the bidder sees this event."""

    says: ClassVar[str] = "seat {seat} seals a bid of {amount}."
    seat: SeatNumber
    amount: Money


class BidRevealed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} has bid {amount}."
    seat: SeatNumber
    amount: Money


class LotSold(Event, frozen=True):
    """A card, or a double with its second card, goes to a seat; it costs nothing without any bid."""

    buyer: SeatNumber
    auctioneer: SeatNumber
    artist: Artist
    auction: Auction
    second: Auction | None
    price: Money

    def __str__(self) -> str:
        second = f" and a second card ({self.second})" if self.second else ""
        deal = f"for {self.price}" if self.price else "for nothing"
        return f"seat {self.buyer} gets {self.artist} ({self.auction}){second} {deal}."


class MoneyMoved(Event, frozen=True):
    """Money goes from seat to seat, or to or from the bank (None).

    Every amount was said aloud or can be counted on the table.
    """

    payer: SeatOrBank
    receiver: SeatOrBank
    amount: Money

    def __str__(self) -> str:
        payer, receiver = ("the bank" if seat is None else f"seat {seat}" for seat in (self.payer, self.receiver))
        return f"{payer} pays {self.amount} to {receiver}."


class PurseChanged(Event, frozen=True):
    """A seat's new amount of money. Only that seat sees this event."""

    says: ClassVar[str] = "seat {seat} now has {money}."
    seat: SeatNumber
    money: Money


class MysteryCardTurned(Event, frozen=True):
    says: ClassVar[str] = (
        "seat {seat} turns over the mystery player's {artist} ({auction}), card {count} of the artist."
    )
    seat: SeatNumber
    artist: Artist
    auction: Auction
    count: Count


class MysteryCardLeft(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} leaves the mystery player's cards alone."
    seat: SeatNumber


class CardUnsold(Event, frozen=True):
    says: ClassVar[str] = "{artist} ({auction}) stays unsold, but counts."
    artist: Artist
    auction: Auction


class RoundEnded(Event, frozen=True):
    says: ClassVar[str] = "Round {round} ends: {why}."
    round: RoundNumber
    why: WhyEnded


class ArtistRanked(Event, frozen=True):
    artist: Artist
    cards: Count
    place: Annotated[int, Number(1, 3)]
    tile: Count
    value: Money

    def __str__(self) -> str:
        played = plural(self.cards, "card")
        return (
            f"{self.artist} takes place {self.place} with {played}: tile {self.tile}, a painting is worth {self.value}."
        )


class PaintingsSold(Event, frozen=True):
    seat: SeatNumber
    count: Count
    amount: Money

    def __str__(self) -> str:
        return f"seat {self.seat} sells {plural(self.count, 'painting')} to the bank for {self.amount}."


class MoneyShown(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} shows all money: {money}."
    seat: SeatNumber
    money: Money


class GameEnded(Event, frozen=True):
    says: ClassVar[str] = "The game is over."
