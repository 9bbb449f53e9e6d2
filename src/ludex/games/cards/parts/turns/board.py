"""Turns on the board: books put down, and the order of going out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludex.author import Html, tag
from ludex.games.cards.board.faces import rank_sign
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.views import SeatView
from ludex.games.cards.wording import NAME

ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")


def facts(scene: Scene, seat: SeatView) -> Iterator[Html]:
    """Draw a player's place in the order of going out."""
    if seat.place:
        yield tag("span", f"{ORDINALS[seat.place]} out", class_="fact good")


def draw_books(seat: SeatView) -> Html:
    """Draw the books that a player has put down, by rank."""
    ranks = Counter(card[0] for card in seat.won)
    return tag("div", (_book(rank, count, seat) for rank, count in ranks.items()), class_="books", tip="Books put down")


def _book(rank: str, count: int, seat: SeatView) -> Html:
    cards = Html("".join(f'<i data-key="{card}"></i>' for card in seat.won if card[0] == rank))
    return tag("span", tag("b", rank_sign(rank)), cards, class_="book", tip=f"A book of {count}: {NAME[rank]}s")
