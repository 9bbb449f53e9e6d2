"""Templates: records with a game's settings written in, from which its tables and simulations start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.core.language.record import States

if TYPE_CHECKING:
    from ludex.core.game.game import Game

MOST_TEMPLATES = 64
"""Number of templates that are cached for each game."""

_TEMPLATES: WeakKeyDictionary[Game, dict[tuple[int, bytes], bytes]] = WeakKeyDictionary()


def template_of(game: Game, seats: int, settings: Any) -> States:
    """Return a record with the settings written in, not yet set up.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> int(template_of(game, 3, game.settings())["seats"][0])
    3
    """
    seats = expect_seats(game, seats)
    key = seats, msgspec.msgpack.encode(settings)
    templates = _TEMPLATES.setdefault(game, {})
    made = templates.get(key)
    if made is None:
        if len(templates) >= MOST_TEMPLATES:
            templates.clear()
        made = templates[key] = _prepared(game, seats, settings).tobytes()
    return np.frombuffer(bytearray(made), game.layout.dtype)


def expect_seats(game: Game, seats: int | np.integer[Any]) -> int:
    """Return a number of seats as a plain number. Raises `BadSetting` if the game cannot be played with it."""
    if not isinstance(seats, int | np.integer) or isinstance(seats, bool) or seats not in game.seats:
        fewest, most = game.seats[0], game.seats[-1]
        expected = str(most) if fewest == most else f"{fewest} to {most}"
        raise BadSetting(f"{game.name} is for {expected} seats, not {quote(seats)}")
    return int(seats)


def _prepared(game: Game, seats: int, settings: Any) -> States:
    states = game.layout.new()
    states["seats"] = seats
    s = load_twin(states, 0)
    try:
        game.prepare(s, settings)
        store_twin(s, states, 0)
    except ValueError as error:
        raise BadSetting(f"{game.name}: {error}") from error
    return states
