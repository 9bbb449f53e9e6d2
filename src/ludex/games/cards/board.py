"""How a card game is drawn for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.games.cards.game import SeatView, View

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def draw_view(view: View) -> str:
    """A view as text.

    >>> from ludex.games.cards import CardGame, create_spades_genome
    >>> view = CardGame(create_spades_genome()).new(4, seed=1).view(0)
    >>> print(draw_view(view).splitlines()[0])
    Hand 1, seat 3 dealt, trump spades: bidding
    """
    trump = f", trump {view.trump}" if view.trump else ""
    lines = [f"Hand {view.hand_number + 1}, seat {view.dealer} dealt{trump}: {view.due}"]
    lines += [_seat(view, seat) for seat in view.seats]
    lines += [f"  Side {n}: {side.score} points, {side.bags} bags" for n, side in enumerate(view.sides)]
    if view.table:
        lines.append(f"Table     {show(view.table)}")
    if view.pile_top:
        wish = f", {view.wish} asked for" if view.wish else ""
        lines.append(f"Pile      {show((view.pile_top,))} on {view.pile_size}{wish}")
    if view.claimed_rank:
        lines.append(f"Claim     {view.claimed_rank} is due, {view.pile_size} cards lie face down")
    if view.stock_size:
        lines.append(f"Stock     {view.stock_size} cards")
    if view.seat is not None:
        lines.append(f"Hand      {show(view.hand) or '–'}")
    return "\n".join(lines)


def _seat(view: View, seat: SeatView) -> str:
    mark = "▶" if seat.seat == view.turn else " "
    bid = "" if seat.bid is None else ", bid Nil" if seat.nil else f", bid {seat.bid}"
    chips = f", {seat.chips} chips, {seat.stake} paid" if seat.chips or seat.stake else ""
    played = f", plays {show((seat.played,))}" if seat.played else ""
    return f"{mark} Seat {seat.seat}  {seat.hand_size} cards, {seat.tricks} tricks{bid}{chips}{played}"


def show(cards: tuple[str, ...]) -> str:
    """Cards by suit.

    >>> show(("2C", "TC", "AS"))
    '♣ 2 10  ♠ A'
    """
    suits = {suit: [card[0].replace("T", "10") for card in cards if card[1] == suit] for suit in "CDHS"}
    return "  ".join(f"{SUIT_SIGNS[suit]} {' '.join(ranks)}" for suit, ranks in suits.items() if ranks)
