"""Diplomacy on a map of your own: seven provinces around a strait, with two powers and an island between them.

A map is data: the provinces with their borders, the powers, and the shapes to draw. Watch a bot play on it:

    python own_map.py

To play it by name (`ludex play diplomacy-straits`), install it as a package like the example `pebbles`, with the entry
point `diplomacy-straits = "own_map:Straits"` in the group `ludex.games`.
"""

import tomllib
from typing import Any

import ludex
from ludex.games.diplomacy import with_map

MAP = tomllib.loads("""
name = "straits"
title = "The Straits"
first_year = 1
victory = 4
adjectives = { HERON = "HERONESE", OTTER = "OTTERISH" }
examples = [
    "A HIL H",
    "A HIL - NEC",
    "A HAM - SKE VIA",
    "A HIL S F HAM",
    "A HIL S A OAK - NEC",
    "F STR C A HAM - SKE",
    "A HIL R NEC",
    "DESTROY A HIL",
    "BUILD F HAM",
    "WAIVE",
    "VOTE DRAW",
    "CONCEDE TO HERON",
]

[powers]
HERON = { homes = ["HIL", "HAM"], units = ["A HIL", "F HAM"] }
OTTER = { homes = ["OAK", "ORE"], units = ["A OAK", "F ORE"] }

[[provinces]]
code = "HIL"
name = "Hillside"
type = "land"
centre = true
army = ["HAM", "NEC"]

[[provinces]]
code = "HAM"
name = "Hamlet"
type = "coast"
centre = true
army = ["HIL"]
fleet = ["STR"]

[[provinces]]
code = "NEC"
name = "Neck"
type = "coast"
centre = true
army = ["HIL", "OAK"]
fleet = ["STR"]

[[provinces]]
code = "OAK"
name = "Oakwood"
type = "land"
centre = true
army = ["NEC", "ORE"]

[[provinces]]
code = "ORE"
name = "Orebank"
type = "coast"
centre = true
army = ["OAK"]
fleet = ["STR"]

[[provinces]]
code = "SKE"
name = "Skerry"
type = "coast"
centre = true
fleet = ["STR"]

[[provinces]]
code = "STR"
name = "The Strait"
type = "sea"
fleet = ["HAM", "NEC", "ORE", "SKE"]
""")

RECTANGLES = {
    "HIL": (0, 0, 200, 160),
    "NEC": (200, 0, 200, 160),
    "OAK": (400, 0, 200, 160),
    "HAM": (0, 160, 200, 240),
    "STR": (200, 160, 200, 240),
    "ORE": (400, 160, 200, 240),
    "SKE": (260, 300, 80, 60),
}
"""The provinces as they are drawn: left, top, width and height."""

SHAPES: dict[str, Any] = {
    "width": 600,
    "height": 400,
    "legend": [10, 330],
    "paths": {code: f"M{x},{y}h{width}v{height}h-{width}Z" for code, (x, y, width, height) in RECTANGLES.items()},
    "places": {code: [x + width / 2, y + height / 2] for code, (x, y, width, height) in RECTANGLES.items()},
}
SHAPES["places"]["STR"] = [300, 220]

Straits = with_map(__name__, MAP, SHAPES)


if __name__ == "__main__":
    print("The rules are compiled first. That takes up to a minute, but only once.", flush=True)
    game = Straits()
    table = game.new(2, seed=1, last_year=4)
    outcome = ludex.Referee(table, [ludex.Bot(game, "general"), ludex.Bot(game, "random", seed=1)]).play()
    print(game.look.draw(table.view()))
    print(f"{outcome.reason}, {outcome.scores}")
