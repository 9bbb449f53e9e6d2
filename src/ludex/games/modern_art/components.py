"""What is printed on the components: artists, auctions, both decks, the deal and the value tiles."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Literal

import msgspec
import numpy as np

_DATA: dict[str, Any] = tomllib.loads(files(__package__).joinpath("data/deck.toml").read_text())

DeckName = Literal["published", "review"]
DECKS: tuple[DeckName, ...] = ("published", "review")

ARTISTS: tuple[str, ...] = tuple(_DATA["artists"])
"""In the order of the board: the artist further left wins ties."""
AUCTIONS: tuple[str, ...] = tuple(_DATA["auctions"])
OPEN, ONE_OFFER, HIDDEN, FIXED_PRICE, DOUBLE = range(len(AUCTIONS))

ARTIST_COUNT = len(ARTISTS)
AUCTION_COUNT = len(AUCTIONS)
KINDS = ARTIST_COUNT * AUCTION_COUNT
"""A kind of card is an artist and an auction: `kind = artist × 5 + auction`."""

START_MONEY: int = _DATA["start_money"]
TILES = np.array(_DATA["tiles"])
"""The value tiles of the first, second and third artist of a round."""

DECK = np.array([[_DATA["decks"][deck][artist] for artist in ARTISTS] for deck in DECKS]).reshape(len(DECKS), KINDS)
"""How many cards of each kind a deck has."""

DEAL = np.zeros((6, 4), np.int64)
"""How many cards each hand gets, by number of hands and round."""
for _hands, _cards in _DATA["deal"].items():
    DEAL[int(_hands)] = _cards


class Card(msgspec.Struct, frozen=True):
    """A painting with the symbol of its auction.

    >>> str(Card("Sigrid Thaler", "one offer"))
    'Sigrid Thaler (one offer)'
    """

    artist: str
    auction: str

    def __str__(self) -> str:
        return f"{self.artist} ({self.auction})"


CARDS: tuple[Card, ...] = tuple(Card(artist, auction) for artist in ARTISTS for auction in AUCTIONS)
"""The card of every kind."""
