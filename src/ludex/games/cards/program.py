"""Reading the bytecode, the cards and the seats: what all phases share."""

from __future__ import annotations

import numpy as np

from ludex.core import State, rule
from ludex.games.cards.bytecode import BLOCKS, PLAY, block_size
from ludex.games.cards.deck import BIT, JACK, RANK, SUIT, SUIT_MASK
from ludex.games.cards.state import BOWERS, SEATS, SIDE, SIDES, STRENGTH

LENGTHS = np.array([block_size(BLOCKS[code]) if code in BLOCKS else 0 for code in range(100)], np.int64)
"""How many bytes a block takes, by its number, not counting what is repeated."""


@rule
def number(s: State, at: int) -> int:
    """Two bytes without a sign, the lower first."""
    return int(s.code[at] + 256 * s.code[at + 1])


@rule
def signed_number(s: State, at: int) -> int:
    """Two bytes with a sign."""
    value = number(s, at)
    return value - 65536 if value >= 32768 else value


@rule
def signed(s: State, at: int) -> int:
    """One byte with a sign."""
    value = int(s.code[at])
    return value - 256 if value >= 128 else value


@rule
def phase_length(s: State) -> int:
    """How many bytes the present phase takes."""
    kind = s.code[s.pc]
    length = LENGTHS[kind]
    return int(length + s.code[s.pc + length - 1] if kind == PLAY else length)


@rule
def side_of(s: State, seat: int) -> int:
    """The side a seat scores for: its team, or itself."""
    return int(s.code[SIDE + seat])


@rule
def sides(s: State) -> int:
    """How many sides there are."""
    return int(s.code[SIDES] if s.code[SIDES] else s.seats)


@rule
def next_in(s: State, seat: int, mask: int) -> int:
    """The next seat of a set, clockwise; the seat itself comes last. The set is not empty."""
    seat += 1
    if seat >= s.seats:
        seat = 0
    while not mask >> seat & 1:
        seat += 1
        if seat >= s.seats:
            seat = 0
    return seat


@rule
def with_cards(s: State) -> int:
    """The seats of the match that hold cards, as bits."""
    mask = 0
    for seat in range(SEATS):
        if s.hand_size[seat] > 0:
            mask |= 1 << seat
    return int(mask & s.alive)


@rule
def left_bower(s: State) -> int:
    """The jack of the trump's colour, where it counts as a trump; -1 where there is none."""
    if s.code[BOWERS] and s.trump:
        return int((3 - (s.trump - 1)) * 13 + JACK)
    return -1


@rule
def suit_of(s: State, card: int) -> int:
    """The suit a card counts as."""
    return int(s.trump - 1 if card == left_bower(s) else SUIT[card])


@rule
def suit_cards(s: State, suit: int) -> int:
    """All cards that count as a suit."""
    cards = SUIT_MASK[suit]
    if s.code[BOWERS] and s.trump:
        left = left_bower(s)
        if suit == s.trump - 1:
            cards |= BIT[left]
        else:
            cards &= ~BIT[left]
    return int(cards)


@rule
def strength(s: State, card: int) -> int:
    """How strong a card is within its suit: its place among the ranks, or above them all as a bower."""
    if s.code[BOWERS] and s.trump and RANK[card] == JACK:
        if SUIT[card] == s.trump - 1:
            return 15
        if card == left_bower(s):
            return 14
    return int(s.code[STRENGTH + RANK[card]])


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
