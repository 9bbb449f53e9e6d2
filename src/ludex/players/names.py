"""Names for bots: a given name that no other player at the table has."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ludex.core.language.names import WITH_KIND

GIVEN = (
    "Ada", "Basil", "Clara", "Dov", "Edith", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Leo", "Mira", "Nils",
    "Olga", "Paul", "Quinn", "Rosa", "Silas", "Tilda", "Uma", "Viktor", "Wanda", "Xaver", "Yara", "Zeno",
)  # fmt: skip


def bot_name(taken: Sequence[str], dice: Random) -> str:
    """Return a name for a bot that no other player at the table has.

    >>> bot_name(["Ann"], Random(1))
    'Edith'
    """
    return dice.choice([name for name in GIVEN if name not in taken] or list(GIVEN))


def with_kind(name: str, kind: str) -> str:
    """Return a bot's name as it is stored in a history, so that the same bot can continue.

    >>> with_kind("Ada", "hard")
    'Ada (hard)'
    """
    return f"{name} ({kind})"


def kind_in(name: str) -> str:
    """Return the kind of player in a name at the table, or the name itself.

    >>> kind_in("Ada (hard)"), kind_in("hard")
    ('hard', 'hard')
    """
    found = WITH_KIND.fullmatch(name)
    return found["kind"] if found else name
