"""Strategies for Power Grid, from naive to strong. Each is a rule, so that it runs compiled inside simulations.

`cheap` takes what is cheapest. `planner` and `tycoon` decide by what things are worth (worth.py), with other
weights, and `tycoon` looks at who would win before it ends the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.games.power_grid.bots.cheap import cheap
from ludex.games.power_grid.bots.planner import planner, tycoon

BOTS: dict[str, Callable[..., Any]] = {"cheap": cheap, "planner": planner, "tycoon": tycoon}
