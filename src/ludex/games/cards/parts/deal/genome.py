"""Declarations: seats, teams, the deck and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from ludex.games.cards.components import ALL_CARDS, NAMES, NUMBER, RANKS, mask_of
from ludex.games.cards.genome.fields import Count, Flag, Kind, Part

FEW = 91
MOST_SEATS = 6


class SeatRange(Kind):
    """The lowest and the highest number of seats."""

    letters = "BB"
    several = True

    def names(self, field: str) -> tuple[str, ...]:
        return "seats_low", "seats_high"

    def write(self, value: tuple[int, int]) -> tuple[int, int]:
        return value

    def read(self, number: Sequence[int]) -> tuple[int, int]:
        return number[0], number[1]


class Teams(Kind):
    """The number of sides, and the side of every seat."""

    letters = "B" * (1 + MOST_SEATS)
    several = True

    def names(self, field: str) -> tuple[str, ...]:
        return ("sides", *(f"side_{seat}" for seat in range(MOST_SEATS)))

    def write(self, value: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return _sides(value)

    def read(self, number: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        sides, *of_seat = number
        return tuple(tuple(seat for seat in range(MOST_SEATS) if of_seat[seat] == side) for side in range(sides))


class DeckBytes(Kind):
    """The strength of every rank, and the cards as a set."""

    letters = "B" * (len(RANKS) + 7)
    several = True

    def names(self, field: str) -> tuple[str, ...]:
        return (*(f"strength_{rank}" for rank in RANKS), *(f"deck_{place}" for place in range(7)))

    def write(self, value: Deck) -> tuple[int, ...]:
        return _deck_bytes(value)

    def read(self, number: Sequence[int]) -> Deck:
        strength = dict(zip(RANKS, number, strict=False))
        ranks = sorted((rank for rank in RANKS if strength[rank]), key=strength.__getitem__)
        cards = sum(byte << 8 * place for place, byte in enumerate(number[len(RANKS) :]))
        left_out = mask_of(rank + suit for rank in ranks for suit in "CDHS") & ~cards
        return Deck("".join(ranks), tuple(card for card in NAMES if left_out >> NUMBER[card] & 1))


class Deck(Part, frozen=True):
    """The cards in play. `ranks` lists them from the weakest to the strongest, `without` single cards left out."""

    ranks: str = "23456789TJQKA"
    without: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of cards."""
        return 4 * len(self.ranks) - len(self.without)


class Deal(Part, frozen=True):
    """The deal: `cards` for every seat (0: the whole deck, as evenly as it goes), `change` more in every hand that
    follows; `table` cards face up, and with `starter` one more to begin the pile, which is never a wild one.
    `again`: when all hands are empty, the same number is dealt once more, as long as the stock lasts. At tables of
    `few_seats` or fewer (0: none), each seat gets `few_cards` instead."""

    cards: Annotated[int, Count(0, 26)] = 0
    change: Annotated[int, Count(-26, 26)] = 0
    table: Annotated[int, Count(0, 20)] = 0
    starter: bool = False
    again: Annotated[bool, Flag(needs="turns")] = False
    few_seats: Annotated[int, Count(0, 5, name="seats", apart=True)] = 0
    few_cards: Annotated[int, Count(0, 26, name="cards", apart=True)] = 0


@lru_cache(maxsize=256)
def _sides(teams: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    side = {seat: number for number, team in enumerate(teams) for seat in team}
    return (len(teams), *(side.get(seat, seat) for seat in range(MOST_SEATS)))


@lru_cache(maxsize=4096)
def _deck_bytes(deck: Deck) -> tuple[int, ...]:
    cards = deck_mask(deck)
    return (*(deck.ranks.find(rank) + 1 for rank in RANKS), *(cards >> 8 * place & 255 for place in range(7)))


def deck_mask(deck: Deck) -> int:
    """Return the cards that are played with, as a set."""
    used = mask_of(rank + suit for rank in deck.ranks for suit in "CDHS")
    return used & ~mask_of(deck.without) & ALL_CARDS
