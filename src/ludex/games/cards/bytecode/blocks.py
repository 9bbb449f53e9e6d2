"""Bytecode: what the machine runs. A header of fixed places, then blocks: phases, 0, scoring, 0, effects, 0. The deal
for few seats stands behind the effects.

All numbers are bytes; `u16` and `i16` are two bytes, the lower first (little-endian); `i8` and `i16` are two's
complement. The bytes depend on nothing but the genome: same genome, same bytes, in every process and on every machine.
The text form of `disassemble` has one block a line and is read back by `assemble`.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.author import LudexError

VERSION = 1
MAGIC = 76
SIZE = 255
"""No program is longer: it lives in the record."""


class BadBytecode(LudexError):
    """Bytes or text that are not a program of this machine."""


WIDTH = {"u8": 1, "i8": 1, "u16": 2, "i16": 2}

Fields = tuple[tuple[str, str], ...]


class Block(NamedTuple):
    """One kind of block: its number, its name, its fields, and what follows a count of items."""

    code: int
    name: str
    fields: Fields
    item: Fields = ()


END = 0


def place_of(block: Block, field: str) -> int:
    """Find the place of a field, counted from the block's first byte.

    >>> place_of(Block(7, "level", (("points", "u16"), ("tricks", "u8"))), "tricks")
    3
    """
    at = 1
    for name, kind in block.fields:
        if name == field:
            return at
        at += WIDTH[kind]
    raise KeyError(field)


def block_size(block: Block, items: int = 0) -> int:
    """Count the bytes of a block."""
    fixed = 1 + sum(WIDTH[kind] for _, kind in block.fields)
    return fixed + (1 + items * item_size(block) if block.item else 0)


def count_place(block: Block) -> int:
    """Find the byte that counts the items of a block, counted from the block's first byte.

    >>> count_place(Block(7, "levels", (("flags", "u8"),), (("points", "u8"),)))
    2
    """
    return block_size(block) - 1


def item_size(block: Block) -> int:
    """Count the bytes of one item; 0 in blocks without items.

    >>> item_size(Block(7, "levels", (), (("points", "u16"), ("tricks", "u8"))))
    3
    """
    return sum(WIDTH[kind] for _, kind in block.item)
