"""Sets of cards as bits: counting, picking, offering.

Counting is written twice, because compiled 64-bit arithmetic is not Python's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.author import Move, Rows, below, offer_range, rule

_U1, _U2, _U4, _U56 = (np.uint64(n) for n in (1, 2, 4, 56))
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)


def _size_compiled(mask: int) -> Any:
    x = np.uint64(mask)
    x = x - ((x >> _U1) & _PAIRS)
    x = (x & _FOURS) + ((x >> _U2) & _FOURS)
    x = (x + (x >> _U4)) & _EIGHTS
    return np.int64((x * _BYTES) >> _U56)


@rule(compiled=_size_compiled)
def size(mask: int) -> int:
    """Return the number of cards in a set.

    >>> size(0b10110)
    3
    """
    return int(mask).bit_count()


@rule
def lowest(mask: int) -> int:
    """Return the lowest card of a set that is not empty, which is the number of bits below it.

    >>> lowest(0b10100)
    2
    """
    return size((mask - 1) & ~mask)


@rule
def highest(mask: int) -> int:
    """The highest card of a set that is not empty.

    >>> highest(0b10100)
    4
    """
    while mask & (mask - 1):
        mask &= mask - 1
    return lowest(mask)


@rule
def pick(s: Any, mask: int, count: int) -> int:
    """One card of a set of `count`, each equally likely."""
    skip = below(s, count)
    while skip > 0:
        mask &= mask - 1
        skip -= 1
    return lowest(mask)


@rule
def offer_cards(out: Rows, count: int, kind: type[Move], mask: int) -> int:
    """Offer a move for every card of a set: neighbouring cards share one row."""
    while mask:
        past = mask + (mask & -mask)
        count = offer_range(out, count, kind, lowest(mask), lowest(past) - 1)
        mask &= past
    return count
