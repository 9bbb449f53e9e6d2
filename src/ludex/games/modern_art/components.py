"""The printed components: artists, auctions, both decks, the deal and the value tiles."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import starmap
from typing import Any, Literal, TypeAlias, get_args

import msgspec
import numpy as np

PRINTED: dict[str, Any] = tomllib.loads(files("ludex.games.modern_art").joinpath("data/deck.toml").read_text())

DeckName: TypeAlias = Literal["published", "review"]
DECKS: tuple[DeckName, ...] = get_args(DeckName)

Artist: TypeAlias = Literal["Manuel Carvalho", "Sigrid Thaler", "Daniel Melim", "Ramon Martins", "Rafael Silveira"]
ARTISTS: tuple[Artist, ...] = get_args(Artist)
"""In the order of the board: the artist further left wins ties."""

Auction: TypeAlias = Literal["open", "one offer", "hidden", "fixed price", "double"]
AUCTIONS: tuple[Auction, ...] = get_args(Auction)
OPEN, ONE_OFFER, HIDDEN, FIXED_PRICE, DOUBLE = range(len(AUCTIONS))
"""The symbols on the cards."""

ARTIST_COUNT = len(ARTISTS)
AUCTION_COUNT = len(AUCTIONS)
KINDS = ARTIST_COUNT * AUCTION_COUNT
"""A kind of card is an artist and an auction: `kind = artist × 5 + auction`."""

START_MONEY: int = PRINTED["start_money"]
TILES = np.array(PRINTED["tiles"])
"""The value tiles of the first, second and third artist of a round."""

DECK = np.array([[PRINTED["decks"][deck][artist] for artist in ARTISTS] for deck in DECKS]).reshape(len(DECKS), KINDS)
"""Number of cards of each kind in a deck."""

DEAL = np.zeros((6, 4), np.int64)
"""Number of cards dealt to each hand, by number of hands and round."""
for _hands, _cards in PRINTED["deal"].items():
    DEAL[int(_hands)] = _cards


MOST_COPIES = int(DECK.max())
"""The most cards of one kind."""


class Card(msgspec.Struct, frozen=True, eq=False):
    """A painting with the symbol of its auction.

    Each of the 70 cards has an `id`, which it keeps for the whole game, in all views. Cards are equal if they show the
    same artist and auction, whichever copy they are.

    >>> str(Card("Sigrid Thaler", "one offer"))
    'Sigrid Thaler (one offer)'
    >>> card_with(1, 2), card_with(1, 2) == card_with(1, 0)
    (Card(artist='Manuel Carvalho', auction='one offer', id='manuel-carvalho-one-offer-3'), True)
    """

    artist: Artist
    auction: Auction
    id: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and (self.artist, self.auction) == (other.artist, other.auction)

    def __hash__(self) -> int:
        return hash((self.artist, self.auction))

    def __str__(self) -> str:
        return f"{self.artist} ({self.auction})"


ABOUT: dict[Auction, str] = {
    "open": "Open auction: all players may raise at any time, until no one does.",
    "one offer": "One offer: each player has one chance to raise or pass. The auctioneer is last.",
    "hidden": "Hidden auction: all players seal a bid, and all bids are revealed together.",
    "fixed price": "Fixed price: the auctioneer names a price, and the first who accepts it buys.",
    "double": "Double: a second card of the same artist may be added. Both are sold together.",
}
"""A sentence on each auction."""

CARDS: tuple[Card, ...] = tuple(Card(artist, auction) for artist in ARTISTS for auction in AUCTIONS)
"""The card of every kind."""


def card_with(kind: int, copy: int) -> Card:
    """Return one of the 70 cards: a copy of a kind, counted from 0."""
    return Card(*PRINTS[kind][copy])


Print: TypeAlias = tuple[Artist, Auction, str]
"""The print of one of the 70 cards."""

PRINTS: list[list[Print]] = [
    [
        (card.artist, card.auction, f"{card.artist} {card.auction} {copy + 1}".lower().replace(" ", "-"))
        for copy in range(MOST_COPIES)
    ]
    for card in CARDS
]


def cards_of(copies: bytes) -> tuple[Card, ...]:
    """Return cards by kind, the copies of each kind given as the bits of a byte."""
    return tuple(starmap(Card, _prints_of(copies)))


@lru_cache(maxsize=1 << 14)
def _prints_of(copies: bytes) -> list[Print]:
    held = [(kind, bits) for kind, bits in enumerate(copies) if bits]
    return [PRINTS[kind][at] for kind, bits in held for at in range(MOST_COPIES) if bits >> at & 1]


def cards_in(counts: Iterable[int]) -> tuple[Card, ...]:
    """Return counts by kind as cards."""
    held = zip(CARDS, counts, strict=True)
    return tuple([Card(card.artist, card.auction) for card, count in held if count for _ in range(count)])


def list_cards(cards: Iterable[Card]) -> str:
    """Describe cards.

    >>> list_cards([Card("Sigrid Thaler", "open"), Card("Sigrid Thaler", "open"), Card("Daniel Melim", "double")])
    '2 × Sigrid Thaler (open), Daniel Melim (double)'
    """
    return ", ".join(count_cards(cards))


def count_cards(cards: Iterable[Card]) -> list[str]:
    """Describe every kind of card, with its number."""
    return [f"{count} × {card}" if count > 1 else str(card) for card, count in Counter(cards).items()]
