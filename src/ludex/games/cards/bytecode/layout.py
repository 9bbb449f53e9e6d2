"""The encoding of the parts of a genome: blocks made from the declarations of their fields, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Any

import msgspec

from ludex.games.cards.bytecode.blocks import Block, block_size, item_size, place_of
from ludex.games.cards.genome.fields import Items, Kind, Part, declared, in_order, values_of

WIDTHS = {"B": "u8", "b": "i8", "H": "u16", "h": "i16"}
FLAGS = "flags"
RESERVED = "reserved"


class Layout:
    """The block of a part, or of several parts that share one.

    `flags` stands where the first of the bits is declared, and takes one byte, or two in blocks of more than seven
    bits. `second_part`: another part of the genome whose fields follow, and two reserved bytes after them.

    >>> from ludex.games.cards.genome import TrickPhase
    >>> Layout(40, "trick", TrickPhase).block.fields
    (('flags', 'u16'), ('breaking', 'u8'), ('first_lead', 'u8'), ('tricks', 'u8'))
    """

    def __init__(
        self,
        code: int,
        name: str,
        part: type[msgspec.Struct],
        kinds: dict[str, Kind] | None = None,
        second_part: type[Part] | None = None,
    ) -> None:
        self.part = part
        self.second = Layout(code, name, second_part) if second_part else None
        fields = in_order(declared(part) if kinds is None else kinds)
        self.items = next(((field, kind) for field, kind in fields if isinstance(kind, Items)), None)
        self.bits = self._bits([(field, kind) for field, kind in fields if kind.packed])
        self.kinds: list[tuple[str, Kind | None]] = []
        for field, kind in fields:
            if kind.packed:
                self.kinds += [(FLAGS, None)] if (FLAGS, None) not in self.kinds else []
            elif not isinstance(kind, Items):
                self.kinds.append((field, kind))
        self.columns: list[tuple[str, str]] = list(self._columns())
        if self.second:
            self.columns += [*self.second.columns, (RESERVED, "H")]
        item = tuple((name, WIDTHS[letter]) for name, letter in self.items[1].item) if self.items else ()
        self.block = Block(code, name, tuple((name, WIDTHS[letter]) for name, letter in self.columns), item)
        self.letters = "".join(letter for _, letter in self.columns)
        self._struct = Struct(f"<B{self.letters}")
        self._item_letters = "".join(letter for _, letter in self.items[1].item) if self.items else ""
        self._size, self._item_size = block_size(self.block), item_size(self.block)
        plain = all(kind is not None and kind.plain for _, kind in self.kinds)
        self._plain = values_of([field for field, _ in self.kinds]) if plain else None
        self._bit_list = [(field, kind, place) for field, (kind, place) in self.bits.items()]

    @staticmethod
    def _bits(fields: list[tuple[str, Kind]]) -> dict[str, tuple[Kind, int]]:
        places = [getattr(kind, "place", None) for _, kind in fields]
        return {
            field: (kind, number if place is None else place)
            for number, ((field, kind), place) in enumerate(zip(fields, places, strict=True))
        }

    def _columns(self) -> Iterator[tuple[str, str]]:
        for field, kind in self.kinds:
            if kind is None:
                yield FLAGS, "B" if len(self.bits) < 8 else "H"
            else:
                yield from zip(kind.names(field), kind.letters, strict=True)

    def numbers(self, part: Any) -> Sequence[int]:
        """List the numbers of a part, without its items."""
        if self._plain:
            return self._plain(part)
        found: list[int] = []
        for field, kind in self.kinds:
            if kind is None:
                flags = 0
                for name, bit, place in self._bit_list:
                    flags |= bit.write(getattr(part, name)) << place
                found.append(flags)
            elif kind.plain:
                found.append(getattr(part, field))
            elif kind.several:
                found += kind.write(getattr(part, field))
            else:
                found.append(kind.write(getattr(part, field)))
        return found

    def pack(self, part: Any, second: Any = None) -> bytes:
        """Write a part as a block; `second` is the other part that some blocks hold."""
        if self.second:
            return self._struct.pack(self.block.code, *self.numbers(part), *self.second.numbers(second), 0)
        code = self._struct.pack(self.block.code, *self.numbers(part))
        if self.items is None:
            return code
        field, kind = self.items
        numbers = kind.write(getattr(part, field))
        count = len(numbers) // len(self._item_letters)
        return code + Struct(f"<B{count * self._item_letters}").pack(count, *numbers)

    def size(self, part: Any) -> int:
        """Count the bytes of a part."""
        if self.items is None:
            return self._size
        field, kind = self.items
        return self._size + self._item_size * kind.count(getattr(part, field))

    def values(self, numbers: dict[str, int], items: Sequence[Any] = ()) -> dict[str, Any]:
        """Turn the numbers of a block back into values by field."""
        found: dict[str, Any] = {}
        for field, kind in self.kinds:
            if kind is None:
                for name, bit, place in self._bit_list:
                    found[name] = bit.read(numbers[FLAGS] >> place & 1)
            elif kind.several:
                found[field] = kind.read([numbers[name] for name in kind.names(field)])
            else:
                found[field] = kind.read(numbers[kind.names(field)[0]])
        if self.items:
            found[self.items[0]] = self.items[1].read(items)
        return found

    def read(self, numbers: dict[str, int], items: Sequence[Any] = ()) -> Any:
        """Make a part of the numbers of its block."""
        return self.part(**self.values(numbers, items))

    def place(self, field: str) -> int:
        """Find the place of a field, counted from the block's first byte."""
        return place_of(self.block, field)

    def places(self, fields: str) -> Iterator[int]:
        """Find the places of several fields."""
        return (self.place(field) for field in fields.split())

    def masks(self, fields: str) -> Iterator[int]:
        """Find the bits of several flags."""
        return (1 << self.bits[field][1] for field in fields.split())
