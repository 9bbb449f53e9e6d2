"""Reading the program in the record: its numbers, and how long its blocks are."""

from __future__ import annotations

import numpy as np

from ludex.author import rule
from ludex.games.cards.bytecode.blocks import block_size, item_size
from ludex.games.cards.bytecode.layouts import BLOCKS
from ludex.games.cards.state import State

_CODES = max(BLOCKS) + 1
LENGTHS = np.array([block_size(BLOCKS[code]) if code in BLOCKS else 0 for code in range(_CODES)], np.int64)
"""The number of bytes in a block, by its number, without its items."""
ITEM_SIZES = np.array([item_size(BLOCKS[code]) if code in BLOCKS else 0 for code in range(_CODES)], np.int64)
"""The number of bytes in an item of a block, by the block's number."""


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
def past_block(s: State, at: int) -> int:
    """Find the next block. The byte before the items says how many there are."""
    kind = s.code[at]
    past = at + LENGTHS[kind]
    if ITEM_SIZES[kind]:
        past += s.code[past - 1] * ITEM_SIZES[kind]
    return int(past)
