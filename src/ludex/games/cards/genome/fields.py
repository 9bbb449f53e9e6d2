"""Kinds of fields. A field of a genome is declared once, with its type and its kind, in the folder of its part.

Its bytes in the program, its range, its random values and its changes by the lab follow from the declaration:

    tricks: Annotated[int, Count(0, 52)] = 0
    blind: Annotated[bool, Bit()] = False
    source: Literal["stock", "pile"] = "stock"

A plain `bool` is a `Flag`, and a `Literal` is a `Word`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import msgspec

from ludex.games.cards.components import NAMES, NUMBER, RANKS

replace = msgspec.structs.replace
NONE = 255
"""The byte for a rank, suit or card that is not given."""
RANGE = {"B": (0, 255), "b": (-128, 127), "H": (0, 65_535), "h": (-32_768, 32_767)}
"""The numbers that fit one letter of a `struct` format."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything in a genome."""


class PhasePart(Part, frozen=True):
    """Base of the phases. `code`: the number of its block. `second_part`: another part of the genome that is written in
    the same block."""

    code: ClassVar[int]
    second_part: ClassVar[type[Part] | None] = None


class Kind:
    """The values that a field may have, and their numbers in the bytecode.

    `at`: its place in its block, where that is not its place in the declaration. `name`: its name in the bytecode's
    text form, where that is not the field's. `essential`: its phase makes no sense without it, so that it can be
    changed but not left out. `apart`: it is written in another block than the rest of its part. `needs`: the
    kind of phase without which it is left out, or `turns`. `among`: the values that random games have, more likely ones
    more than once.
    """

    letters = "B"
    """The `struct` letter of each of its numbers."""
    several = False
    """True if it is written as several numbers: `write` then returns a sequence."""
    packed = False
    """True if it is one of the block's `flags`."""
    plain = False
    """True if values are their own numbers, so that nothing has to be written."""

    def __init__(
        self,
        *,
        at: int | None = None,
        name: str = "",
        essential: bool = False,
        apart: bool = False,
        needs: str = "",
        among: Sequence[Any] = (),
    ) -> None:
        self.at, self.name, self.essential, self.apart = at, name, essential, apart
        self.needs, self.among = needs, among

    def bind(self, kind: Any) -> None:
        """Read what the field's type says about its values."""

    def names(self, field: str) -> tuple[str, ...]:
        """Name its numbers in the bytecode's text form."""
        return (self.name or field,)

    def write(self, value: Any) -> Any:
        """Turn a value into its number."""
        return value

    def read(self, number: Any) -> Any:
        """Turn a number back into a value."""
        return number

    def some(self, rng: Random, ranks: str) -> Any:
        """Pick a random value for a game with a deck of these ranks."""
        return rng.choice(self.among)

    def change(self, rng: Random, value: Any) -> Any:
        """Pick another value near this one."""
        others = [other for other in self.among if other != value]
        return rng.choice(others) if others else value


class Count(Kind):
    """A number within a range. `none`: the one number that is written as `NONE`. `near`: the lowest value, the highest
    value and the step that the lab uses. `zero`: 0 is allowed below the range."""

    def __init__(
        self,
        low: int,
        high: int,
        *,
        none: int | None = None,
        near: tuple[int, int, int] | None = None,
        zero: bool = False,
        signed: bool = False,
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self.low, self.high, self.none, self.zero = low, high, none, zero
        self.near = near or (low, high, 1)
        self.among = self.among or range(low, high + 1)
        least = 0 if none is not None else low
        wide = ("b", "h") if least < 0 or signed else ("B", "H")
        self.letters = next(letter for letter in wide if RANGE[letter][0] <= least and high <= RANGE[letter][1])
        self.plain = none is None

    def write(self, value: int) -> int:
        return NONE if value == self.none else value

    def read(self, number: int) -> int:
        return self.none if self.none is not None and number == NONE else number

    def fits(self, value: int) -> bool:
        """Return True if a number is within the range."""
        return self.low <= value <= self.high or (self.zero and value == 0)

    def change(self, rng: Random, value: int) -> int:
        return nudged(rng, value, *self.near)


class Flag(Kind):
    """True or false. `chance`: how likely random games have it."""

    plain = True

    def __init__(self, *, chance: float = 0.3, **rest: Any) -> None:
        super().__init__(**rest)
        self.chance = chance

    def read(self, number: int) -> bool:
        return bool(number)

    def some(self, rng: Random, ranks: str) -> bool:
        return rng.random() < self.chance

    def change(self, rng: Random, value: bool) -> bool:
        return not value


class Word(Kind):
    """One of some words, written as its place among them. `none`: the word that is written as `NONE`, and is not
    counted."""

    def __init__(self, *, none: str | None = None, **rest: Any) -> None:
        super().__init__(**rest)
        self.none = none
        self.words: tuple[Any, ...] = ()

    def bind(self, kind: Any) -> None:
        self.words = tuple(word for word in get_args(kind) if word != self.none)
        self.among = self.among or self.words
        self.numbers: dict[Any, int] = {self.none: NONE} | {word: number for number, word in enumerate(self.words)}

    def write(self, value: Any) -> int:
        return self.numbers[value]

    def read(self, number: int) -> Any:
        return self.none if self.none is not None and number == NONE else self.words[number]

    def change(self, rng: Random, value: Any) -> Any:
        others = [word for word in self.words if word != value]
        return rng.choice(others)


class Bit(Flag):
    """A flag, or one of two words, that shares the block's `flags` with others. `place`: which bit, where that is not
    its place among the bits in the declaration."""

    packed = True

    def __init__(self, place: int | None = None, **rest: Any) -> None:
        super().__init__(**rest)
        self.place = place
        self.words: tuple[Any, ...] = (False, True)

    def bind(self, kind: Any) -> None:
        if get_origin(kind) is Literal:
            self.words = get_args(kind)

    def write(self, value: Any) -> int:
        return self.words.index(value)

    def read(self, number: int) -> Any:
        return self.words[number]

    def some(self, rng: Random, ranks: str) -> Any:
        return super().some(rng, ranks) if self.words[1] is True else rng.choice(self.among or self.words)

    def change(self, rng: Random, value: Any) -> Any:
        return self.words[1 - self.words.index(value)]


class Rank(Kind):
    """A rank; empty for any."""

    def write(self, value: str) -> int:
        return RANKS.index(value) if value else NONE

    def read(self, number: int) -> str:
        return "" if number == NONE else RANKS[number]


class RankSet(Kind):
    """A set of ranks."""

    letters = "H"

    def write(self, value: str) -> int:
        return sum(1 << RANKS.index(rank) for rank in value)

    def read(self, number: int) -> str:
        return "".join(rank for place, rank in enumerate(RANKS) if number >> place & 1)


class Card(Kind):
    """A card; empty for none. `chance`: how likely random games have one."""

    def __init__(self, *, chance: float = 0.3, **rest: Any) -> None:
        super().__init__(**rest)
        self.chance = chance

    def write(self, value: str) -> int:
        return NUMBER[value] if value else NONE

    def read(self, number: int) -> str:
        return "" if number == NONE else NAMES[number]

    def some(self, rng: Random, ranks: str) -> str:
        return rng.choice(ranks) + rng.choice("CDHS") if rng.random() < self.chance else ""


class Row(Kind):
    """Up to `most` words: how many there are, then each, then zeros."""

    several = True

    def __init__(self, most: int, letter: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.most, self.letter = most, letter
        self.letters = "B" * (most + 1)
        self.words: tuple[str, ...] = ()

    def bind(self, kind: Any) -> None:
        self.words = get_args(get_args(kind)[0])

    def names(self, field: str) -> tuple[str, ...]:
        return (field, *(f"{self.letter}{place}" for place in range(self.most)))

    def write(self, value: tuple[str, ...]) -> list[int]:
        numbers = [self.words.index(word) for word in value]
        return [len(value), *numbers, *[0] * (self.most - len(value))]

    def read(self, number: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.words[word] for word in number[1 : 1 + number[0]])


class Items(Kind):
    """A list at the end of a block, one item after the other."""

    several = True

    def bind(self, kind: Any) -> None:
        (item, _) = get_args(kind)
        self.part: type[Part] | None = item if isinstance(item, type) and issubclass(item, Part) else None
        kinds = in_order(declared(self.part)) if self.part else [("", kind_of(item))]
        self.item = tuple((kind.name or name, kind.letters) for name, kind in kinds)
        self.kinds = [(name, kind.write, kind.read) for name, kind in kinds]

    def write(self, value: tuple[Any, ...]) -> list[Any]:
        if self.part is None:
            return list(value)
        return [write(getattr(item, name)) for item in value for name, write, _ in self.kinds]

    def count(self, value: tuple[Any, ...]) -> int:
        """Count the items of a list."""
        return len(value)

    def read(self, number: Sequence[Any]) -> tuple[Any, ...]:
        if self.part is None:
            return tuple(points for (points,) in number)
        return tuple(
            self.part(**{name: read(part) for (name, _, read), part in zip(self.kinds, item, strict=True)})
            for item in number
        )


class Inline(Kind):
    """A part whose fields stand in the header, those `apart` excepted. A missing part is written as zeros."""

    several = True

    def bind(self, kind: Any) -> None:
        self.part = without_none(kind)
        self.optional = self.part is not kind
        kinds = in_order({name: one for name, one in declared(self.part).items() if not one.apart})
        self.fields = [(name, one) for name, one in kinds]
        self.letters = "".join(one.letters for _, one in kinds)
        if not all(one.plain for _, one in kinds):
            raise TypeError(f"{self.part.__name__} has a field that cannot stand in the header")
        self.values = values_of([name for name, _ in kinds])

    def names(self, field: str) -> tuple[str, ...]:
        return tuple(kind.name or name for name, kind in self.fields)

    def write(self, value: Any) -> Sequence[int]:
        return [0] * len(self.fields) if value is None else self.values(value)

    def read(self, number: Sequence[int]) -> Any:
        if self.optional and not number[0]:
            return None
        return self.part(**{name: kind.read(one) for (name, kind), one in zip(self.fields, number, strict=True)})


class Elsewhere(Kind):
    """A field of the genome that is written in other blocks: in that of a phase, or in one for each item."""


class Section(Kind):
    """A field of the genome that has a block among the scoring, unless it is as usual. `inner`: its kind, where it is
    not a part."""

    def __init__(self, code: int, name: str, inner: Kind | None = None, **rest: Any) -> None:
        super().__init__(name=name, **rest)
        self.code, self.inner = code, inner

    def bind(self, kind: Any) -> None:
        self.part = without_none(kind)
        if self.inner:
            self.inner.bind(kind)


def kind_of(kind: Any) -> Any:
    """Find the kind that a type declares, or None."""
    if get_origin(kind) is Annotated:
        inner, *declared_as = get_args(kind)
        found = next((word for word in declared_as if isinstance(word, Kind)), None)
        if found:
            found.bind(inner)
        return found
    if kind is bool:
        return Flag()
    if get_origin(kind) is Literal:
        word = Word()
        word.bind(kind)
        return word
    return None


@cache
def declared(part: type[msgspec.Struct]) -> dict[str, Kind]:
    """Look up the fields of a part that have kinds, in the order in which they are declared.

    >>> from ludex.games.cards.genome import ClaimPhase
    >>> declared(ClaimPhase)["cards"].high
    4
    """
    hints = get_type_hints(part, include_extras=True)
    kinds = {name: kind_of(hints[name]) for name in part.__struct_fields__}
    return {name: kind for name, kind in kinds.items() if kind is not None}


def in_order(kinds: dict[str, Kind]) -> list[tuple[str, Kind]]:
    """Sort fields as they stand in the bytecode."""
    places = {name: place if kind.at is None else kind.at for place, (name, kind) in enumerate(kinds.items())}
    return sorted(kinds.items(), key=lambda field: places[field[0]])


def without_none(kind: Any) -> Any:
    """Strip `| None` from a type."""
    if isinstance(kind, UnionType):
        return next(one for one in get_args(kind) if one is not NoneType)
    return kind


def random_part(part: Any, rng: Random, ranks: str = RANKS, **fixed: Any) -> Any:
    """Make a part with random values for all fields that are not fixed, in the order of the declaration."""
    kinds = declared(part)
    values = {name: kind.some(rng, ranks) for name, kind in kinds.items() if name not in fixed}
    return part(**values, **fixed)


def nudged(rng: Random, value: int, low: int, high: int, step: int = 1) -> int:
    """Pick a number near another one: one or two steps away, or at times anywhere in the range."""
    if rng.random() < 0.2:
        return rng.randrange(low, high + 1, step)
    return min(max(value + rng.choice((-2, -1, 1, 2)) * step, low), high)


def values_of(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Make a function that reads some fields of a part at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda part: tuple(getattr(part, name) for name in names)
