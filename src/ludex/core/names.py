"""Names of the players at a table."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.errors import BadSetting, is_harmless, quote

LONGEST_NAME = 200
"""How many characters a player's name may have."""


def read_names(players: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """The names at the table: one for every seat, each a text."""
    names = tuple(players) if players else tuple(f"seat {seat}" for seat in range(seats))
    if len(names) != seats:
        raise BadSetting(f"{len(names)} players for {seats} seats: {quote(', '.join(map(str, names)), str)}")
    for name in names:
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not is_harmless(name):
            raise BadSetting(
                f"{quote(name)} is not a player's name: expected a text of at most {LONGEST_NAME} printable characters"
            )
    return names
