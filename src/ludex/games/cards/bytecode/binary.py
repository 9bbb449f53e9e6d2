"""Programs as bytes: blocks with their values, written and read back."""

from __future__ import annotations

from typing import NamedTuple

from ludex.author import quote
from ludex.games.cards.bytecode.blocks import END, MAGIC, SIZE, VERSION, WIDTH, BadBytecode, Block
from ludex.games.cards.bytecode.layouts import BLOCKS, HEADER, NAMED

_RANGE = {"u8": (0, 255), "i8": (-128, 127), "u16": (0, 65535), "i16": (-32768, 32767)}


class Line(NamedTuple):
    """A block with its values; `items` are the values of what is repeated."""

    name: str
    values: dict[str, int]
    items: tuple[tuple[int, ...], ...] = ()


def write(lines: list[Line]) -> bytes:
    """Write the bytes of a program field by field. A value that does not fit is refused."""
    code = bytearray()
    for line in lines:
        block = NAMED.get(line.name)
        if block is None:
            raise BadBytecode(f"unknown block {quote(line.name)}: expected one of {', '.join(NAMED)}")
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
    return (value & (1 << 8 * WIDTH[kind]) - 1).to_bytes(WIDTH[kind], "little")


def read(code: bytes) -> list[Line]:
    """Read the blocks of a program. Anything that is not one is refused, with the place."""
    if len(code) > SIZE:
        raise BadBytecode(f"{len(code)} bytes: a program has at most {SIZE}")
    if not code or code[0] != MAGIC:
        raise BadBytecode(f"not a program: the first byte should be {MAGIC}")
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
            raise BadBytecode(f"byte {at}: {code[at]} is not a block; expected one of {', '.join(map(str, BLOCKS))}")
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
        raw = code[at : at + WIDTH[kind]]
        if len(raw) < WIDTH[kind]:
            raise BadBytecode(f"byte {start}: block {block.name} breaks off")
        at += len(raw)
        return int.from_bytes(raw, "little", signed=kind[0] == "i")

    values = {name: number(kind) for name, kind in block.fields}
    count = number("u8") if block.item else 0
    items = tuple(tuple(number(kind) for _, kind in block.item) for _ in range(count))
    return Line(block.name, values, items), at
