"""Bytecode: what the machine runs. A header of fixed places, then blocks: phases, 0, scoring, 0, effects, 0. The deal
for few seats stands behind the effects.

All numbers are bytes; `u16` and `i16` are two bytes, the lower first (little-endian); `i8` and `i16` are two's
complement. The bytes depend on nothing but the genome: same genome, same bytes, in every process and on every machine.
The text form of `disassemble` has one block a line and is read back by `assemble`.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.errors import LudexError

VERSION = 1
MAGIC = 76
SIZE = 255
"""No program is longer: it lives in the record."""
NONE = 255
"""For a rank, suit or card that is not given."""


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


def _u8(names: str) -> Fields:
    return tuple((name, "u8") for name in names.split())


HEADER = Block(
    MAGIC,
    "header",
    (
        *_u8("version seats_low seats_high sides"),
        *_u8("side_0 side_1 side_2 side_3 side_4 side_5"),
        *((f"strength_{rank}", "u8") for rank in "23456789TJQKA"),
        *((f"deck_{place}", "u8") for place in range(7)),
        *(("cards", "u8"), ("change", "i8"), ("table", "u8"), ("starter", "u8"), ("again", "u8")),
        *_u8("trump bowers hands"),
        *(("target", "i16"), ("floor", "i16"), ("low_wins", "u8"), ("knockout", "u8")),
        *(("hand_ends", "u8"), ("turn_rounds", "u8"), ("turn_limit", "u16"), ("book", "u8")),
        *(("ranking", "u8"), ("chips", "u16"), ("ante", "u8")),
        *_u8("bidding_at scoring_at effects_at length"),
    ),
)

CONTRACT: Fields = (
    *_u8("points_per_trick_bid overtrick_points failed_contract_penalty"),
    ("nil_bonus", "u16"),
    ("nil_penalty", "u16"),
    ("bag_limit", "u8"),
    ("bag_penalty", "u16"),
    ("reserved", "u16"),
)

DRAW, PLAY, DISCARD, TRICK, PASS, BETTING, BIDDING, CLAIM, ASK = 10, 20, 30, 40, 45, 50, 60, 70, 75
TRICK_SCORING, CARD_SCORING, ORDER_SCORING, MAJORITIES, VARIANT, SWEEP, EFFECT, FEW = 80, 81, 82, 83, 84, 85, 90, 91
END = 0

BLOCKS = {
    block.code: block
    for block in (
        Block(END, "end", ()),
        Block(DRAW, "draw", _u8("source when count limit reshuffle")),
        Block(PLAY, "play", (*_u8("to skip sets"), ("wild", "u16")), _u8("condition")),
        Block(DISCARD, "discard", _u8("count flags knock knock_bonus")),
        Block(TRICK, "trick", (("flags", "u16"), *_u8("breaking first_lead tricks"))),
        Block(PASS, "pass", _u8("cards directions d0 d1 d2 d3")),
        Block(BETTING, "betting", _u8("bet raises")),
        Block(BIDDING, "bidding", (*_u8("min_bid max_bid flags"), *CONTRACT)),
        Block(CLAIM, "claim", _u8("cards")),
        Block(ASK, "ask", ()),
        Block(TRICK_SCORING, "trick_scoring", (("points", "i8"), ("book", "u8")), (("tricks", "u8"), ("points", "i8"))),
        Block(CARD_SCORING, "card_scoring", _u8("flags"), (*_u8("rank suit"), ("points", "i8"))),
        Block(ORDER_SCORING, "order_scoring", (), (("points", "i8"),)),
        Block(MAJORITIES, "majorities", (), (*_u8("rank suit"), ("points", "i8"))),
        Block(VARIANT, "variant", _u8("bags flags exact_bonus")),
        Block(SWEEP, "sweep", (("points", "i8"),)),
        Block(EFFECT, "effect", _u8("rank does count")),
        Block(FEW, "few", _u8("seats cards")),
    )
}
NAMED = {block.name: block for block in (HEADER, *BLOCKS.values())}


def place_of(block: Block, field: str) -> int:
    """Where a field stands, counted from the block's first byte.

    >>> place_of(BLOCKS[BIDDING], "nil_bonus"), place_of(HEADER, "seats_low")
    (7, 2)
    """
    at = 1
    for name, kind in block.fields:
        if name == field:
            return at
        at += WIDTH[kind]
    raise KeyError(field)


def block_size(block: Block, items: int = 0) -> int:
    """How many bytes a block takes."""
    fixed = 1 + sum(WIDTH[kind] for _, kind in block.fields)
    return fixed + (1 + items * item_size(block) if block.item else 0)


def count_place(block: Block) -> int:
    """Where a block says how many items follow, counted from its first byte.

    >>> count_place(BLOCKS[CARD_SCORING])
    2
    """
    return block_size(block) - 1


def item_size(block: Block) -> int:
    """How many bytes one item takes; 0 in blocks without items.

    >>> item_size(BLOCKS[CARD_SCORING]), item_size(BLOCKS[TRICK])
    (3, 0)
    """
    return sum(WIDTH[kind] for _, kind in block.item)
