"""Strategies for Power Grid, from naive to strong.

`cheap` takes the cheapest option. `planner` and `tycoon` decide by what things are worth (worth.py), each with its own
weights, and `tycoon` looks at who would win before it ends the game."""

from __future__ import annotations

from ludex.author import bot
from ludex.games.power_grid.bots.cheap import cheap
from ludex.games.power_grid.bots.planner import plan
from ludex.games.power_grid.bots.worth import STYLES

BOTS = {
    "cheap": bot(cheap),
    "planner": bot(plan, weights=STYLES["planner"]),
    "rival": bot(
        plan,
        weights=STYLES["rival"],
        about="The tycoon before it was fitted, to measure other players with.",
        held_out=True,
    ),
    "tycoon": bot(
        plan,
        weights=STYLES["tycoon"],
        about="A planner with weights found by search, which ends the game when that wins and not before.",
    ),
}
