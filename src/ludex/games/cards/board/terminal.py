"""How a card game is drawn for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.games.cards.views import SeatView, SideView, View

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


NOW = {
    "pass": "choose cards to pass on",
    "trick": "a trick",
    "play": "play a card",
    "claim": "claim, or doubt",
    "ask": "ask for cards",
    "over": "the match is over",
}
"""What is done now, where the phase's name says it badly."""


def draw_view(view: View) -> str:
    """A view as text.

    >>> from ludex.games.cards import CardGame, create_spades_genome
    >>> view = CardGame(create_spades_genome()).new(4, seed=1).view(0)
    >>> print(draw_view(view).splitlines()[0])
    Hand 1, seat 3 dealt, trump spades: bidding
    """
    trump = f", trump {view.trump}" if view.trump else ""
    turned = f" ({show((view.turned,))} was turned up)" if view.turned else ""
    lines = [f"Hand {view.hand_number + 1}, seat {view.dealer} dealt{trump}{turned}: {NOW.get(view.due, view.due)}"]
    lines += [_seat(view, seat) for seat in view.seats]
    lines += [f"  {_team(side)}: {_contract(side)}{_score(side)}" for side in view.sides if len(side.seats) > 1]
    if view.table:
        lines.append(f"Table     {show(view.table)}")
    if view.pile_top:
        wish = f", {view.wish} asked for" if view.wish else ""
        below = f", {view.pile_size - 1} below" if view.pile_size > 1 else ""
        lines.append(f"Pile      {show((view.pile_top,))}{below}{wish}")
    if view.claimed_rank:
        lines.append(f"Claim     {view.claimed_rank} is due, {_many(view.pile_size, 'card')} face down")
    if view.stock_size:
        lines.append(f"Stock     {_many(view.stock_size, 'card')}")
    if view.chosen:
        lines.append(f"Chosen    {show(view.chosen)}")
    if view.received:
        lines.append(f"Received  {show(view.received)}")
    if view.seat is not None:
        lines.append(f"Hand      {show(view.hand) or '–'}")
    return "\n".join(lines)


def _seat(view: View, seat: SeatView) -> str:
    """One line a seat; only what matters in this game."""
    facts = [_many(seat.hand_size, "card")] if seat.playing else ["folded or out"]
    if seat.tricks or view.due in ("bidding", "trick"):
        facts.append(_many(seat.tricks, "trick"))
    elif seat.won:
        facts.append(f"{len(seat.won)} won")
    if seat.bid is not None:
        facts.append("bid Nil" if seat.nil else f"bid {seat.bid}")
    if any(other.chips or other.stake for other in view.seats):
        facts += [_many(seat.chips, "chip"), f"{seat.stake} paid"]
    elif view.sides[seat.side].seats == (seat.seat,):
        facts.append(_score(view.sides[seat.side]))
    if seat.played:
        facts.append(f"plays {show((seat.played,))}")
    if seat.taken:
        facts.append(f"has taken {show((seat.taken,))}")
    return f"{'▶' if seat.seat == view.turn else ' '} Seat {seat.seat}  {', '.join(facts)}"


def _team(side: SideView) -> str:
    return f"Seats {' and '.join(map(str, side.seats))}"


def _contract(side: SideView) -> str:
    """What the side has bid and won, where there is bidding; Nil bids have no part in it."""
    return "" if side.contract is None else f"contract {side.contract}, {_many(side.tricks, 'trick')}, "


def _score(side: SideView) -> str:
    return _many(side.score, "point") + (f", {_many(side.bags, 'bag')}" if side.bags else "")


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def show(cards: tuple[str, ...]) -> str:
    """Cards by suit.

    >>> show(("2C", "TC", "AS"))
    '♣ 2 10  ♠ A'
    """
    suits = {suit: [card[0].replace("T", "10") for card in cards if card[1] == suit] for suit in "CDHS"}
    return "  ".join(f"{SUIT_SIGNS[suit]} {' '.join(ranks)}" for suit, ranks in suits.items() if ranks)
