"""Numbers in sentences."""

from __future__ import annotations


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun. `nouns` is its plural, where an s is not enough.

    >>> plural(1, "deal"), plural(2, "deal"), plural(1_500, "game"), plural(3, "city", "cities")
    ('1 deal', '2 deals', '1,500 games', '3 cities')
    """
    return f"{count:,} {noun if abs(count) == 1 else nouns or f'{noun}s'}"
