"""The most striking new rule of a game, in one sentence, for its card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludex.games.cards import LIBRARY, Genome
from ludex.lab.portrait import compare_rulebooks

SHORTEST = 5
"""Fewest words of a sentence that tells a rule."""
PLAIN = ("from low to high", "a standard deck", "the match", "it ends", "it also ends", "if the highest score is tied")
"""Beginnings of sentences about decks and matches, which are only chosen if there is nothing else."""


def news(genome: Genome, relatives: Sequence[str]) -> str:
    """Return what is new in a game, compared with the first relative that the library has; empty if nothing is.

    The sentence is the one that resembles the relative's rules least.

    >>> from ludex.games.cards import LIBRARY
    >>> news(Genome.from_json(LIBRARY["whist"]().to_json().replace('"trump": "turned"', '"trump": "none"')), ["whist"])
    'Unlike Whist: the highest card of the suit led wins the trick.'
    """
    known = next((name for name in relatives if name in LIBRARY), None)
    if known is None:
        return ""
    relative = LIBRARY[known]()
    lines = compare_rulebooks(relative, genome)
    gone = [_words(line[2:]) for line in lines if line[0] == "-"]
    new = [line[2:] for line in lines if line[0] == "+" and len(_words(line)) >= SHORTEST]
    if not new:
        return ""
    sentence = max(new, key=lambda line: (not line.lower().startswith(PLAIN), _strangeness(_words(line), gone)))
    sentence = re.sub("^#+ *", "", sentence).rstrip(".;:")
    return f"Unlike {relative.title}: {sentence[0].lower()}{sentence[1:]}."


def _words(line: str) -> frozenset[str]:
    return frozenset(re.findall("[a-z0-9]+", line.lower()))


def _strangeness(words: frozenset[str], gone: Sequence[frozenset[str]]) -> tuple[float, int]:
    """Return the least distance of a sentence to those that went, and its length."""
    near = max((len(words & other) / len(words | other) for other in gone), default=0.0)
    return 1 - near, len(words)
