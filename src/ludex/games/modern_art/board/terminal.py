"""How Modern Art is drawn for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ludex.games.modern_art.components import Card, list_cards
from ludex.games.modern_art.views import View


def draw_view(view: View) -> str:
    """A view as text.

    >>> import ludex
    >>> view = ludex.game("modern-art").new(3, seed=7, starter=0).view(0)
    >>> print(draw_view(view).splitlines()[0])
    Round 1    seat 0 must play a card
    """
    lines = [f"Round {view.round}    {view.phase}"]
    for artist in view.board:
        tiles = " ".join(f"{tile or '·':>2}" for tile in artist.tiles)
        lines.append(f"  {artist.artist:<16} {'■' * artist.played:<5}  {tiles}  {artist.worth:>3}")
    for seat in view.seats:
        money = "" if seat.money is None else f", money {seat.money}"
        owned = count_artists(seat.paintings) or "no painting"
        lines.append(f"  Seat {seat.seat}  {seat.hand_size} cards{money}: {owned}")
    if view.unsold:
        lines.append(f"Unsold     {list_cards(view.unsold)}")
    if view.last_sale:
        sale = view.last_sale
        lines.append(f"Last sale  {list_cards(sale.cards)} to seat {sale.buyer} for {sale.price}")
        if sale.bids:
            lines.append(f"Bids       {', '.join(f'seat {seat} {bid}' for seat, bid in enumerate(sale.bids))}")
    if view.mystery_size:
        lines.append(f"Mystery    {view.mystery_size} cards")
    if view.seat is not None:
        lines.append(f"Hand       {list_cards(view.hand) or '–'}")
    return "\n".join(lines)


def count_artists(cards: Iterable[Card]) -> str:
    return ", ".join(f"{count} {artist}" for artist, count in Counter(card.artist for card in cards).items())
