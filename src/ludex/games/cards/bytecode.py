"""Bytecode: what the machine runs. A header of fixed places, then blocks: phases, 0, scoring, 0, effects, 0.

All numbers are bytes; `u16` and `i16` are two bytes, the lower first (little-endian); `i8` and `i16` are two's
complement. The bytes depend on nothing but the genome: same genome, same bytes, in every process and on every machine.
The text form of `disassemble` has one block a line and is read back by `assemble`.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core import LudexError

VERSION = 1
MAGIC = 76
SIZE = 255
"""No program is longer: it lives in the record."""
NONE = 255
"""For a rank, suit or card that is not given."""


class BadBytecode(LudexError):
    """Bytes or text that are no program of this machine."""


_WIDTH = {"u8": 1, "i8": 1, "u16": 2, "i16": 2}
_RANGE = {"u8": (0, 255), "i8": (-128, 127), "u16": (0, 65535), "i16": (-32768, 32767)}

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
TRICK_SCORING, CARD_SCORING, ORDER_SCORING, MAJORITIES, VARIANT, SWEEP, EFFECT = 80, 81, 82, 83, 84, 85, 90
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
        at += _WIDTH[kind]
    raise KeyError(field)


def block_size(block: Block, items: int = 0) -> int:
    """How many bytes a block takes."""
    fixed = 1 + sum(_WIDTH[kind] for _, kind in block.fields)
    return fixed + (1 + items * sum(_WIDTH[kind] for _, kind in block.item) if block.item else 0)


class Line(NamedTuple):
    """A block with its values; `items` are the values of what is repeated."""

    name: str
    values: dict[str, int]
    items: tuple[tuple[int, ...], ...] = ()


def write(lines: list[Line]) -> bytes:
    """The bytes of a program."""
    code = bytearray()
    for line in lines:
        block = NAMED.get(line.name)
        if block is None:
            raise BadBytecode(f"unknown block {line.name!r}: expected one of {', '.join(NAMED)}")
        code.append(block.code)
        missing = {name for name, _ in block.fields} ^ set(line.values)
        if missing:
            raise BadBytecode(f"block {line.name}: {', '.join(sorted(missing))} missing, or not a field of it")
        for name, kind in block.fields:
            code += _bytes(f"{line.name} {name}", kind, line.values[name])
        if block.item:
            code += _bytes(f"{line.name} items", "u8", len(line.items))
            for item in line.items:
                if len(item) != len(block.item):
                    raise BadBytecode(f"block {line.name}: an item has {len(block.item)} numbers, not {item}")
                for (name, kind), value in zip(block.item, item, strict=True):
                    code += _bytes(f"{line.name} {name}", kind, value)
    return bytes(code)


def _bytes(where: str, kind: str, value: int) -> bytes:
    low, high = _RANGE[kind]
    if not low <= value <= high:
        raise BadBytecode(f"{where} is {value}: expected {low} to {high}")
    return (value & (1 << 8 * _WIDTH[kind]) - 1).to_bytes(_WIDTH[kind], "little")


def read(code: bytes) -> list[Line]:
    """The blocks of a program; anything that is none is refused with the place."""
    if len(code) > SIZE:
        raise BadBytecode(f"{len(code)} bytes: a program has at most {SIZE}")
    if not code or code[0] != MAGIC:
        raise BadBytecode(f"no program: expected the first byte to be {MAGIC}")
    line, at = _read_block(code, 0, HEADER)
    if line.values["version"] != VERSION:
        raise BadBytecode(f"version {line.values['version']}: this machine runs version {VERSION}")
    if line.values["length"] != len(code):
        raise BadBytecode(f"{len(code)} bytes, but the header says {line.values['length']}")
    lines, ends = [line], 0
    while ends < 3:
        if at >= len(code):
            raise BadBytecode(f"byte {at}: the program breaks off before its end")
        block = BLOCKS.get(code[at])
        if block is None:
            raise BadBytecode(f"byte {at}: {code[at]} is no block; expected one of {', '.join(map(str, BLOCKS))}")
        line, at = _read_block(code, at, block)
        lines.append(line)
        ends += block.code == END
    if at != len(code):
        raise BadBytecode(f"byte {at}: {len(code) - at} bytes follow the end of the program")
    return lines


def _read_block(code: bytes, at: int, block: Block) -> tuple[Line, int]:
    start, at = at, at + 1

    def number(kind: str) -> int:
        nonlocal at
        raw = code[at : at + _WIDTH[kind]]
        if len(raw) < _WIDTH[kind]:
            raise BadBytecode(f"byte {start}: block {block.name} breaks off")
        at += len(raw)
        return int.from_bytes(raw, "little", signed=kind[0] == "i")

    values = {name: number(kind) for name, kind in block.fields}
    count = number("u8") if block.item else 0
    items = tuple(tuple(number(kind) for _, kind in block.item) for _ in range(count))
    return Line(block.name, values, items), at


def disassemble(code: bytes) -> str:
    """A program as text, one block a line.

    >>> from ludex.games.cards import compile_genome, create_spades_genome
    >>> disassemble(compile_genome(create_spades_genome())).splitlines()[1]
    'bidding min_bid=1 max_bid=13 flags=1 points_per_trick_bid=10 overtrick_points=1 failed_contract_penalty=10 \
nil_bonus=100 nil_penalty=100 bag_limit=10 bag_penalty=100 reserved=0'
    """
    return "".join(f"{_text(line)}\n" for line in read(code))


def _text(line: Line) -> str:
    words = [line.name, *(f"{name}={value}" for name, value in line.values.items())]
    if NAMED[line.name].item:
        words.append("items=" + ",".join("/".join(map(str, item)) for item in line.items))
    return " ".join(words)


def assemble(text: str) -> bytes:
    """A program from the text that `disassemble` writes.

    >>> from ludex.games.cards import compile_genome, create_spades_genome
    >>> code = compile_genome(create_spades_genome())
    >>> assemble(disassemble(code)) == code
    True
    """
    code = write([_parse(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()])
    read(code)
    return code


def _parse(number: int, text: str) -> Line:
    name, *words = text.split()
    values: dict[str, int] = {}
    items: tuple[tuple[int, ...], ...] = ()
    try:
        for word in words:
            key, _, value = word.partition("=")
            if key == "items":
                items = tuple(tuple(map(int, item.split("/"))) for item in value.split(",") if item)
            else:
                values[key] = int(value)
    except ValueError:
        raise BadBytecode(f"line {number}: {word!r} is not of the form name=number") from None
    return Line(name, values, items)


def header_places() -> dict[str, int]:
    """Where every field of the header stands."""
    return {name: place_of(HEADER, name) for name, _ in HEADER.fields}
