"""Showing hands: who has to, and what all viewers see until the next hand is over."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.events import HandShown, Knocked
from ludex.games.cards.parts.betting.places import RANKING
from ludex.games.cards.parts.betting.rules import staying
from ludex.games.cards.state import SEATS, State

NO_MELDS = -1
"""Noted in place of a hand whose sets and runs do not count."""


@rule
def compared(s: State) -> int:
    """The seats whose hands are compared, as bits: all after a knock, and at a showdown those still in the hand.

    A seat that is left alone shows nothing: there is nothing to compare its hand with.
    """
    mask = staying(s) if s.code[RANKING] else 0
    if mask & (mask - 1) == 0:
        mask = 0
    return int(mask | s.alive if s.knocker else mask)


@rule
def show_hands(s: State, log: Log) -> None:
    """Show the hands that are compared, and forget those shown before. The knocker begins, or the seat on the dealer's
    left."""
    s.shown_knocker = s.knocker
    for seat in range(SEATS):
        s.shown[seat] = 0
    mask = compared(s)
    if mask == 0:
        return
    first = s.knocker - 1 if s.knocker else s.dealer + 1
    for step in range(s.seats):
        seat = (first + step) % s.seats
        hand = s.hand[seat] if mask >> seat & 1 else 0
        if hand:
            s.shown[seat] = s.known[seat] = hand
            if s.knocker == 1 + seat:
                note(log, Knocked, EVERYONE, seat, hand, hand, hand)
            else:
                note(log, HandShown, EVERYONE, seat, hand, hand if s.knocker else NO_MELDS)
