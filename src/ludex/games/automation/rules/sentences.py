"""What cards say they do, and the rules that do it.

A card's effect is a sentence in data/cards.toml. A rule declares the sentence that it carries out, with `#` for a
number, and gets the number that a card has in that place. So a card with a known effect is one line of data, and a new
effect is one rule: nothing lists them.
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
    """A sentence with `#` in place of its number, and without the plural.

    >>> pattern_of("draw 1 card") == pattern_of("draw 3 cards") == pattern_of("draw # cards")
    True
    """
    return re.sub(r"(# \w+?)s?\b", r"\1", re.sub(r"\d+", "#", sentence))


class Sentences:
    """The sentences of one field of the cards (`effect` or `attack`), each with the rule that carries it out."""

    def __init__(self, field: str) -> None:
        self.field = field
        self.rules: dict[str, Callable[..., Any]] = {}

    def does(self, sentence: str) -> Callable[[F], F]:
        """Declare the rule that carries out a sentence, with `#` for a number."""

        def mark(function: F) -> F:
            if pattern_of(sentence) in map(pattern_of, self.rules):
                raise BrokenRule(f"rules/kingdom.py has two rules for the {self.field} {sentence!r}")
            self.rules[sentence] = function
            return function

        return mark

    def rule(self, name: str) -> Callable[..., Any]:
        """The rule that carries out any of the sentences, by its number."""
        return one_of(name, list(self.rules.values()))

    def tables(self) -> tuple[Numbers, Numbers]:
        """For every edition and kind of card: which of the rules it needs (0: none), and the number in its sentence."""
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
        """The number of the rule that carries out a card's sentence."""
        patterns = [pattern_of(known) for known in self.rules]
        if pattern_of(sentence) not in patterns:
            known = "; ".join(map(repr, self.rules))
            raise BrokenRule(
                f"data/cards.toml, {card}: no rule carries out the {self.field} {sentence!r}. Say it like one of those "
                f"in rules/kingdom.py ({known}), or write a rule there that does it."
            )
        return 1 + patterns.index(pattern_of(sentence))
