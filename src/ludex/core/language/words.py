"""Numbers in sentences."""

from __future__ import annotations


def plural(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "deal"), plural(2, "deal"), plural(1_500, "game")
    ('1 deal', '2 deals', '1,500 games')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
