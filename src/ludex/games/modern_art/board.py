"""How Modern Art is drawn for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.games.modern_art.components import Card
    from ludex.games.modern_art.views import Phase, View


def draw_view(view: View) -> str:
    """A view as text.

    >>> import ludex
    >>> view = ludex.game("modern-art").new(3, seed=7, starter=0).view(0)
    >>> print(draw_view(view).splitlines()[0])
    Round 1    seat 0 must play a card
    """
    lines = [f"Round {view.round}    {say_phase(view.phase)}"]
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


def say_phase(phase: Phase) -> str:
    """A phase in a few words."""
    from ludex.games.modern_art import views

    match phase:
        case views.AwaitingCard(seat=seat):
            return f"seat {seat} must play a card"
        case views.AwaitingSecondCard(card=card, offered=offered):
            return f"{card}: seat {offered} may add a second card"
        case views.OpenAuction(lot=lot, bid=bid, bidder=bidder, closing=closing, calls=calls):
            called = f", called {calls} times" if closing == "hammer" else ""
            return f"open auction of {list_cards(lot.cards)}: {say_bid(bid, bidder)}{called}"
        case views.OneOfferAuction(lot=lot, bid=bid, bidder=bidder, asked=asked):
            return f"one offer for {list_cards(lot.cards)}: {say_bid(bid, bidder)}, seat {asked} is asked"
        case views.HiddenAuction(lot=lot, sealed=sealed):
            return f"hidden auction of {list_cards(lot.cards)}: {len(sealed)} bids are sealed"
        case views.FixedPriceAuction(lot=lot, price=price, asked=asked):
            asks = f"seat {asked} must name the price" if price is None else f"price {price}, seat {asked} is asked"
            return f"fixed price for {list_cards(lot.cards)}: {asks}"
        case views.MysteryOffer(seat=seat):
            return f"seat {seat} may turn over a mystery card"
        case views.RoundEnding(unsold=unsold):
            return f"the round ends, unsold: {list_cards(unsold)}"
        case views.Selling(ranking=ranking):
            return "paintings are sold: " + ", ".join(f"{r.artist} {r.value}" for r in ranking if r.place)
        case views.GameOver(winners=winners):
            return f"the game is over, won by seat {', '.join(map(str, winners))}"


def say_bid(bid: int | None, bidder: int | None) -> str:
    return "no bid yet" if bid is None else f"{bid} by seat {bidder}"


def list_cards(cards: Iterable[Card]) -> str:
    return ", ".join(f"{count} × {card}" if count > 1 else str(card) for card, count in Counter(cards).items())


def count_artists(cards: Iterable[Card]) -> str:
    return ", ".join(f"{count} {artist}" for artist, count in Counter(card.artist for card in cards).items())
