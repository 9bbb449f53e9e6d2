"""Names for bots, so that people can talk about them: a given name that nobody else at the table has."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

GIVEN = (
    "Ada", "Basil", "Clara", "Dov", "Edith", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Leo", "Mira", "Nils",
    "Olga", "Paul", "Quinn", "Rosa", "Silas", "Tilda", "Uma", "Viktor", "Wanda", "Xaver", "Yara", "Zeno",
)  # fmt: skip


def bot_name(taken: Sequence[str], dice: Random) -> str:
    """A name for a bot that nobody else at the table has.

    >>> bot_name(["Ann"], Random(1))
    'Edith'
    """
    return dice.choice([name for name in GIVEN if name not in taken] or list(GIVEN))
