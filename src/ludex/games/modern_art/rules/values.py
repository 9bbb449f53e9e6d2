"""The worth of paintings."""

from __future__ import annotations

from ludex.author import rule
from ludex.games.modern_art.state import State


@rule
def value_of(s: State, artist: int) -> int:
    """Return the worth of a painting now: all tiles of its artist so far, if one of them is of this round; else 0."""
    if s.tiles[s.round, artist] == 0:
        return 0
    return tiles_so_far(s, artist)


@rule
def tiles_so_far(s: State, artist: int) -> int:
    """Return the sum of an artist's tiles."""
    value = 0
    for turned in range(s.round + 1):
        value += s.tiles[turned, artist]
    return value
