"""The sentences on cards, and the rules that carry them out.

A card's effect is a sentence in data/cards.toml. A rule declares the sentence that it implements, with `#` for a
number, and receives the number that a card has in that place. A card with a known effect is therefore one line of data,
and a new effect is one rule, without a list of all effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ludex.author import BrokenRule, one_of
from ludex.games.automation.components import CARDS, EDITIONS, KINDS, NAMES

F = TypeVar("F", bound=Callable[..., Any])
Numbers = npt.NDArray[np.int64]


def pattern_of(sentence: str) -> str:
    """Return a sentence with `#` in place of its number, and without the plural.

    >>> pattern_of("draw 1 card") == pattern_of("draw 3 cards") == pattern_of("draw # cards")
    True
    """
    return re.sub(r"(# \w+?)s?\b", r"\1", re.sub(r"\d+", "#", sentence))


class Sentences:
    """The sentences of one field of the cards (`effect` or `attack`), each with the rule that implements it."""

    def __init__(self, field: str) -> None:
        self.field = field
        self.rules: dict[str, Callable[..., Any]] = {}

    def does(self, sentence: str) -> Callable[[F], F]:
        """Declare the rule that implements a sentence, with `#` for a number."""

        def mark(function: F) -> F:
            if pattern_of(sentence) in map(pattern_of, self.rules):
                raise BrokenRule(f"rules/kingdom.py has two rules for the {self.field} {sentence!r}")
            self.rules[sentence] = function
            return function

        return mark

    def rule(self, name: str) -> Callable[..., Any]:
        """Return one rule that implements any of the sentences, by its number."""
        return one_of(name, list(self.rules.values()))

    def tables(self) -> tuple[Numbers, Numbers]:
        """Return for every edition and kind of card the rule it needs (0: none), and the number in its sentence."""
        which, number = np.zeros((2, len(EDITIONS), KINDS), np.int64)
        for row, edition in enumerate(EDITIONS):
            for name, card in CARDS[edition].items():
                sentence = getattr(card, self.field)
                if sentence:
                    which[row, NAMES.index(name)] = self.which(f"{name} in edition {edition}", sentence)
                    found = re.search(r"\d+", sentence)
                    number[row, NAMES.index(name)] = int(found[0]) if found else 0
        return which, number

    def which(self, card: str, sentence: str) -> int:
        """Return the number of the rule that implements a card's sentence."""
        patterns = [pattern_of(known) for known in self.rules]
        if pattern_of(sentence) not in patterns:
            known = "; ".join(map(repr, self.rules))
            raise BrokenRule(
                f"data/cards.toml, {card}: no rule implements the {self.field} {sentence!r}. Use the wording of a rule "
                f"in rules/kingdom.py ({known}), or write a new rule there."
            )
        return 1 + patterns.index(pattern_of(sentence))
