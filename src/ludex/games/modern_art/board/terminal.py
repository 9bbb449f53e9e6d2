"""Modern Art at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from ludex.author import GAP, Event, Seating, Terminal, grid, labelled, listed, whole
from ludex.games.modern_art.components import ABOUT, Card, count_cards
from ludex.games.modern_art.events import BidSealed, CardDealt, CardsDealt, OwnBidSealed
from ludex.games.modern_art.views import View

BESIDE = 11
"""The column in which the text next to a label begins."""


def draw_view(view: View, seating: Seating | None = None, width: int = 100) -> str:
    """Draw a view as text.

    >>> import ludex
    >>> view = ludex.game("modern-art").new(3, seed=7, starter=0).view(0)
    >>> print(draw_view(view).splitlines()[0])
    Round 1    seat 0 must play a card
    """
    seating = seating or Seating.unnamed(len(view.seats), view.seat)
    lines = labelled(f"Round {view.round}", seating.say(str(view.phase)), width, BESIDE)
    lines += _artists(view)
    lines += draw_score(view, seating, width).splitlines()
    if view.unsold:
        lines += listed("Unsold", count_cards(view.unsold), width, BESIDE)
    if view.last_sale:
        sale = view.last_sale
        bids = f" (bids: {', '.join(map(str, sale.bids))})" if sale.bids else ""
        sold = f"{', '.join(count_cards(sale.cards))} to {seating.name(sale.buyer)} for {sale.price}{bids}"
        lines += labelled("Last sale", sold, width, BESIDE)
    if view.mystery_size:
        lines.append(f"Mystery    {view.mystery_size} cards")
    if view.seat is not None:
        lines += listed("Hand", count_cards(view.hand) or ["–"], width, BESIDE)
    return "\n".join(lines)


def _artists(view: View) -> list[str]:
    """Draw every artist: the cards played in this round, the tiles of the rounds, and what a painting is worth."""
    rows = [
        (GAP + artist.artist, "■" * artist.played or "·", *(tile or "–" for tile in artist.tiles), artist.worth)
        for artist in view.board
    ]
    return grid(("  artist", "played", "1st", "2nd", "3rd", "4th", "worth"), rows, 0)


def draw_score(view: View, seating: Seating, width: int) -> str:
    """Draw the public facts about the dealers: their cards and paintings, and the viewer's money."""
    rows = [
        (
            GAP + seating.name(seat.seat),
            seat.hand_size,
            "?" if seat.money is None else seat.money,
            ", ".join(map(whole, count_artists(seat.paintings))) or "–",
        )
        for seat in view.seats
    ]
    return "\n".join(grid(("  player", "cards", "money", "paintings"), rows, width))


def count_artists(cards: Iterable[Card]) -> list[str]:
    """Count paintings by artist."""
    return [f"{count} {artist}" for artist, count in Counter(card.artist for card in cards).items()]


class ModernArtTerminal(Terminal[View]):
    """The terminal of Modern Art."""

    on_screen: ClassVar[tuple[type[Event], ...]] = (CardDealt, CardsDealt)
    said_again: ClassVar[Mapping[type[Event], type[Event]]] = {BidSealed: OwnBidSealed}

    def screen(self, view: View, seating: Seating, width: int) -> str:
        return draw_view(view, seating, width)

    def score(self, view: View, seating: Seating, width: int) -> str:
        return draw_score(view, seating, width)

    def explain(self, view: View, name: str) -> str | None:
        """Explain an auction, by its name or that of a card: `open`, `Daniel Melim double`."""
        found = (told for auction, told in ABOUT.items() if name.casefold().endswith(auction))
        return next(found, None)

    def explained(self, view: View) -> tuple[str, ...]:
        return tuple(ABOUT)
