"""Values of fields: they let moves and events pack, print, parse and convert to JSON without code in the game.

A field is declared as a `Literal`, or with `Annotated`:

    suit: Literal["clubs", "hearts"]
    card: Annotated[str, Among("Bitcoin", "Method")]
    bid: Annotated[int, Number(1, 500, label="bid")]
    discard: Annotated[int | None, Number(3, 50, label="discard")] = None

Rules get every field as a number: a name as its place among the names, a number as itself, nothing as -1. They note
fields of events in the same way.
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

import msgspec

from ludex.core.language.errors import quote

MANY_NAMES = 20
"""The most names that a message lists."""
ALIKE = 0.7
"""Similarity to a name from which a text counts as a misspelling of it."""


class Domain(Protocol):
    """The values a field can have, in a fixed order."""

    @property
    def size(self) -> int: ...
    @property
    def lowest(self) -> int: ...
    def index(self, value: Any) -> int: ...
    def value(self, index: int) -> Any: ...
    def noted(self, number: int) -> Any: ...
    def token(self, value: Any) -> str: ...
    def read(self, text: str) -> tuple[Any, str]: ...
    def expected(self) -> str: ...
    def schema(self) -> dict[str, Any]: ...


def label_of(domain: Domain) -> str:
    """Return the word before a field's value, if it has one."""
    return str(getattr(getattr(domain, "inner", domain), "label", ""))


def is_labelled(domain: Domain, text: str) -> bool:
    """Return whether a text begins with a field's label.

    >>> is_labelled(Number(1, 500, label="bid"), "bid 17"), is_labelled(Number(1, 500, label="bid"), "17")
    (True, False)
    """
    label = label_of(domain)
    return bool(label) and re.match(rf"{re.escape(label)}\b", text, re.IGNORECASE) is not None


def _without_case(text: str) -> str:
    """Return a text for comparison without case, of the same length: `ß` would become two letters."""
    folded = text.casefold()
    return folded if len(folded) == len(text) else "".join(f if len(f := c.casefold()) == 1 else c for c in text)


class Among:
    """A field that names one of a few things.

    >>> suits = Among("Clubs", "Hearts", also={"♥": "Hearts"})
    >>> suits.index("Hearts"), suits.value(0), suits.read("hearts now"), suits.read("♥")
    (1, 'Clubs', ('Hearts', 'now'), ('Hearts', ''))

    `also` are other spellings that people may type.
    """

    def __init__(self, *names: str, also: Mapping[str, str] | None = None) -> None:
        self.names = names
        self._index = {name: index for index, name in enumerate(names)}
        spelled = {_without_case(name): name for name in names}
        spelled |= {_without_case(spelling): name for spelling, name in (also or {}).items()}
        self._spelled = dict(sorted(spelled.items(), key=lambda entry: -len(entry[0])))

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def lowest(self) -> int:
        """The number that rules use for the first name: 0."""
        return 0

    def index(self, value: Any) -> int:
        name = value if type(value) is str else str.__str__(value) if issubclass(type(value), str) else None
        if name in self._index:
            return self._index[name]
        raise ValueError(f"{quote(value)} is not one of {self.expected()}")

    def value(self, index: int) -> str:
        return self.names[index]

    def noted(self, number: int) -> str:
        """Return the name for a number that a rule noted in an event: the number is its index among the names."""
        if 0 <= number < len(self.names):
            return self.names[number]
        raise ValueError(f"{number} does not stand for any of {self.expected()}")

    def token(self, value: str) -> str:
        return value

    def read(self, text: str) -> tuple[str, str]:
        """Return the longest name the text begins with, ignoring case, and the rest of the text."""
        begun = _without_case(text[: max(map(len, self._spelled))])
        for spelling, name in self._spelled.items():
            rest = text[len(spelling) :]
            if (not rest or rest[0].isspace()) and begun.startswith(spelling):
                return name, rest.strip()
        raise ValueError(f"{quote(text)} does not begin with one of {self.expected()}{self.nearest(text)}")

    def nearest(self, text: str) -> str:
        """Return a hint, if the text begins with something very similar to one of the names.

        >>> Among("Berlin", "New York").nearest("new yorck 3")
        '. Did you mean New York?'
        """
        words = text[:60].casefold().split()

        def likeness(name: str) -> float:
            begun = " ".join(words[: len(name.split())])
            return difflib.SequenceMatcher(None, name.casefold(), begun).ratio()

        best = max(self.names, key=likeness)
        return f". Did you mean {best}?" if likeness(best) >= ALIKE else ""

    def expected(self) -> str:
        """Return the names, or only the first of them if there are many."""
        if len(self.names) <= MANY_NAMES:
            return ", ".join(self.names)
        return f"{', '.join(self.names[:MANY_NAMES])}, … ({len(self.names)} in all)"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.names)}

    def __repr__(self) -> str:
        return f"<Among {self.expected()}>"


class Number:
    """A field that holds a whole number from low to high, with a label before it if one is given.

    >>> bid = Number(1, 500, label="bid")
    >>> bid.index(17), bid.token(17), bid.read("bid 17 discard 4"), bid.read("17")
    (16, 'bid 17', (17, 'discard 4'), (17, ''))

    `words` are numbers that have a name: `Number(0, 13, words={"nil": 0})`.
    """

    def __init__(self, low: int, high: int, label: str = "", words: Mapping[str, int] | None = None) -> None:
        self.low = low
        self.high = high
        self.label = label
        self._named = {word.casefold(): number for word, number in (words or {}).items()}

    @property
    def words(self) -> tuple[str, ...]:
        """The names that some of the numbers have."""
        return tuple(self._named)

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    @property
    def lowest(self) -> int:
        """The number that rules use for the lowest number: itself."""
        return self.low

    def index(self, value: Any) -> int:
        number = value if type(value) is int else _plain_int(value)
        if number is not None and self.low <= number <= self.high:
            return number - self.low
        raise ValueError(f"{quote(value)} is not {self.expected()}")

    def value(self, index: int) -> int:
        return self.low + index

    def noted(self, number: int) -> int:
        """Return the number a rule noted in an event: itself."""
        self.index(number)
        return number

    def token(self, value: int) -> str:
        return f"{self.label} {value}".strip()

    def read(self, text: str) -> tuple[int, str]:
        word = text.split(maxsplit=1)[:1]
        if word and word[0].casefold() in self._named:
            return self._named[word[0].casefold()], text.lstrip()[len(word[0]) :].strip()
        found = re.match(rf"(?:{re.escape(self.label)}\s+)?(-?\d+)(?:\s+|$)", text, re.IGNORECASE)
        if not found:
            raise ValueError(f"{quote(text)} does not begin with {self.expected()}")
        value = int(found[1])
        self.index(value)
        return value, text[found.end() :]

    def expected(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def __repr__(self) -> str:
        return f"<Number {self.low} to {self.high}>"


def _plain_int(value: Any) -> int | None:
    """Return a whole number as a plain `int`, even if its class redefines arithmetic. True is not a number."""
    kind = type(value)
    return int.__int__(value) if issubclass(kind, int) and kind is not bool else None


class Maybe:
    """A field that may be left out."""

    def __init__(self, inner: Domain) -> None:
        self.inner = inner

    @property
    def size(self) -> int:
        return self.inner.size + 1

    @property
    def lowest(self) -> int:
        """The number that rules use for the first value of the inner field."""
        return self.inner.lowest

    def index(self, value: Any) -> int:
        return 0 if value is None else 1 + self.inner.index(value)

    def value(self, index: int) -> Any:
        return None if index == 0 else self.inner.value(index - 1)

    def noted(self, number: int) -> Any:
        """Return the value a rule noted in an event, where a negative number stands for nothing."""
        return None if number < 0 else self.inner.noted(number)

    def token(self, value: Any) -> str:
        return "" if value is None else self.inner.token(value)

    def read(self, text: str) -> tuple[Any, str]:
        """Read the value that the text begins with, if any. A labelled field is absent unless its label is there."""
        if label_of(self):
            return self.inner.read(text) if is_labelled(self, text) else (None, text)
        try:
            return self.inner.read(text)
        except ValueError:
            return None, text

    def expected(self) -> str:
        return f"{self.inner.expected()}, or nothing"

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.inner.schema(), {"type": "null"}], "default": None}

    def __repr__(self) -> str:
        return f"<Maybe {self.inner!r}>"


SEAT = Number(0, 15, label="seat")
"""The domain of a seat's number."""


@cache
def domains_of(kind: type[msgspec.Struct]) -> dict[str, Domain]:
    """Return the fields of a move or event class with their domains.

    >>> class Bid(msgspec.Struct):
    ...     amount: Annotated[int, Number(1, 500)]
    >>> list(domains_of(Bid))
    ['amount']
    """
    hints = get_type_hints(kind, include_extras=True)
    return {name: _domain(kind, name, hints[name]) for name in kind.__struct_fields__}


def _domain(kind: type, name: str, hint: Any) -> Domain:
    if get_origin(hint) is Literal:
        return Among(*get_args(hint))
    if get_origin(hint) is Annotated:
        base, *extras = get_args(hint)
        domain = next((extra for extra in extras if hasattr(extra, "expected")), None)
        if domain is not None:
            return Maybe(domain) if _is_optional(base) else domain
    if _is_optional(hint):
        return Maybe(_domain(kind, name, Union[tuple(a for a in get_args(hint) if a is not type(None))]))  # noqa: UP007  (made of a tuple)
    raise TypeError(
        f"field {name!r} of {kind.__name__} needs Literal[…], Annotated[…, Among(…)] or Annotated[…, Number(…)]"
    )


def _is_optional(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType) and type(None) in get_args(hint)
