"""Hands and the stock: cards that come and go, and books put down."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.cards.card_sets import lowest, pick, size
from ludex.games.cards.components import BIT, RANK_MASK
from ludex.games.cards.parts.turns.places import BOOK
from ludex.games.cards.state import State


@rule
def lose_card(s: State, seat: int, card: int) -> None:
    """A card leaves a hand."""
    others = ~(1 << card)
    s.hand[seat] &= others
    s.known[seat] &= others
    s.hand_size[seat] -= 1


@rule
def get_card(s: State, seat: int, card: int) -> None:
    """A card joins a hand."""
    s.hand[seat] |= BIT[card]
    s.hand_size[seat] += 1


@rule
def from_stock(s: State) -> int:
    """A card drawn from the stock, which is not empty."""
    card = pick(s, s.stock, s.stock_size)
    s.stock &= ~BIT[card]
    s.stock_size -= 1
    return card


@rule
def put_books(s: State, seat: int) -> None:
    """Cards of one rank, as many as make a book, are put down."""
    book = s.code[BOOK]
    if book == 0:
        return
    for rank in range(13):
        cards = s.hand[seat] & RANK_MASK[rank]
        while size(cards) >= book:
            for _ in range(book):
                card = lowest(cards)
                cards &= cards - 1
                lose_card(s, seat, card)
                s.won[seat] |= BIT[card]
