"""Programs as text: one block a line, a name before every number."""

from __future__ import annotations

from ludex.author import quote
from ludex.games.cards.bytecode.binary import Line, read, write
from ludex.games.cards.bytecode.blocks import BadBytecode
from ludex.games.cards.bytecode.layouts import NAMED


def disassemble(code: bytes) -> str:
    """Return a program as text, one block a line.

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
    """Return a program from the text that `disassemble` writes.

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
    for word in words:
        key, _, value = word.partition("=")
        try:
            if key == "items":
                items = tuple(tuple(map(int, item.split("/"))) for item in value.split(",") if item)
            else:
                values[key] = int(value)
        except ValueError:
            raise BadBytecode(f"line {number}: {quote(word)} is not of the form name=number") from None
    return Line(name, values, items)
