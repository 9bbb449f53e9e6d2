"""Strategies for Power Grid, from naive to strong.

`cheap` takes what is cheapest. `planner` and `tycoon` decide by what things are worth (worth.py), each with its own
weights, and `tycoon` looks at who would win before it ends the game. All are rules, so that they run compiled inside
simulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.games.power_grid.bots.cheap import cheap
from ludex.games.power_grid.bots.planner import planner, tycoon

BOTS: dict[str, Callable[..., Any]] = {"cheap": cheap, "planner": planner, "tycoon": tycoon}
