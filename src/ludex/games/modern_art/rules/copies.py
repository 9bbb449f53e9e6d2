"""The places of the cards of a kind: every painting is distinguishable, and chance deals each of them alike."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.modern_art.components import MOST_COPIES
from ludex.games.modern_art.state import State

BITS = 2
"""Bits of a copy in a hand."""
ONE = (1 << BITS) - 1


@rule
def copies_dealt(s: State, kind: int) -> int:
    """Return the copies of a kind that were played or are in hands, as bits."""
    copies = s.seen_copies[kind]
    for seat in range(s.seats):
        rest = s.hand_copies[seat, kind]
        for _ in range(s.hand[seat, kind]):
            copies |= 1 << (rest & ONE)
            rest >>= BITS
    return int(copies)


@rule
def pick_copy(s: State, kind: int) -> int:
    """Return a random copy of a kind that is still in the deck."""
    dealt = copies_dealt(s, kind)
    left = s.total[kind]
    for copy in range(MOST_COPIES):
        left -= dealt >> copy & 1
    at = below(s, left) if left > 1 else 0
    for copy in range(MOST_COPIES):
        if not dealt >> copy & 1:
            if at == 0:
                return copy
            at -= 1
    return 0


@rule
def take_in_hand(s: State, seat: int, kind: int) -> None:
    """Put a card of a kind, one of those in the deck, behind those of its kind in a hand."""
    copy = pick_copy(s, kind)
    s.hand_copies[seat, kind] |= copy << BITS * s.hand[seat, kind]
    s.hand[seat, kind] += 1


@rule
def play_copy(s: State, seat: int, kind: int) -> int:
    """Take the first card of a kind from a hand; all players see which copy it is."""
    copy = int(s.hand_copies[seat, kind] & ONE)
    s.hand_copies[seat, kind] >>= BITS
    s.hand[seat, kind] -= 1
    return copy
