"""Reasons, laws and endings, each a single value that is declared next to the rule that uses it.

    TOO_LOW = reason("too-low", "the standing bid is {price}. Bid {low} to {money}, or pass.")
    MONEY_LOST = law("money comes and goes only through the bank")
    ALL_ROUNDS_PLAYED = ending("all four rounds were played")

To a rule such a value is a number to return, and to a person it is a sentence. The number is a checksum of the value's
identity, so that numbers need not be assigned, and the order of declarations does not matter.
"""

from __future__ import annotations

import inspect
import string
import zlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from ludex.core.language.errors import BrokenRule

if TYPE_CHECKING:
    from ludex.core.language.moves import Move

Fact = Callable[..., Any]
"""A function `(s, seat)` or `(s, seat, move)` that returns a value for a sentence. `s` is hidden as for the seat."""


class Verdict(int):
    """A number that a rule returns and a sentence that a person reads."""

    key: str
    sentence: str

    def __new__(cls, key: str, sentence: str) -> Self:
        made = super().__new__(cls, zlib.crc32(f"{cls.__name__} {key}".encode()))
        made.key = key
        made.sentence = sentence
        return made

    @property
    def ludex_constant(self) -> int:
        return int(self)

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key!r}>"


class Reason(Verdict):
    """The reason why a move is not allowed, returned by a refusal. `key` is the stable code that programs see."""

    facts: Mapping[str, Fact]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in braces in the sentence."""
        return tuple(dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(self.sentence) if name))

    def say(self, s: Any, seat: int, move: Move, shared: Callable[..., Mapping[str, Any]] | None = None) -> str:
        """Return the sentence with everything that it quotes.

        It may quote the reason's facts, fields of the move, and facts that the game provides for all sentences
        (`shared`, which is called only if something is missing). `s` is hidden as for the seat.
        """
        if not self.names:
            return self.sentence
        own = {
            name: fact(s, seat, move) if len(inspect.signature(fact).parameters) == 3 else fact(s, seat)
            for name, fact in self.facts.items()
        }
        known = {**{name: getattr(move, name) for name in move.__struct_fields__}, **own}
        if shared is not None and not set(self.names) <= set(known):
            known = {**shared(s, seat, move), **known}
        return self.sentence.format(**known)


class Law(Verdict):
    """A condition that always holds, returned by `audit` if it does not."""


class Ending(Verdict):
    """The reason why a game is over, returned by `over`."""


def reason(code: str, sentence: str, **facts: Fact) -> Reason:
    """Declare a reason with a stable code and a sentence that suggests what to do instead.

    In braces the sentence may quote the fields of the refused move, the `facts` given here, each a function `(s, seat)`
    or `(s, seat, move)`, and the game's `facts` for all sentences.

    >>> TOO_LOW = reason("too-low", "the standing bid is {price}.", price=lambda s, seat: s.price)
    >>> TOO_LOW, TOO_LOW.names, TOO_LOW > 0
    (<Reason 'too-low'>, ('price',), True)
    """
    made = Reason(code, sentence)
    made.facts = facts
    return made


def law(sentence: str) -> Law:
    """Declare a law, identified by its sentence.

    >>> str(law("cards are neither made nor lost"))
    'cards are neither made nor lost'
    """
    return Law(sentence, sentence)


def ending(sentence: str) -> Ending:
    """Declare an ending, identified by its sentence.

    >>> str(ending("all four rounds were played"))
    'all four rounds were played'
    """
    return Ending(sentence, sentence)


def by_number(game: str, kind: type[Verdict], values: tuple[Any, ...]) -> dict[int, Any]:
    """Return the verdicts of one kind among some values, by their numbers. Raises an error if two have the same number.

    >>> by_number("chess", Law, (law("one king each"), 17))
    {383791144: <Law 'one king each'>}
    """
    found: dict[int, Any] = {}
    for value in values:
        if isinstance(value, kind):
            other = found.setdefault(int(value), value)
            if other.sentence != value.sentence:
                raise BrokenRule(
                    f"{game}: {value!r} is declared twice: {other.sentence!r} and {value.sentence!r}. "
                    "Declare it once, and import it."
                )
    return found
