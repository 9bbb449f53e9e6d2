"""Planted blunders that reviews find, and blunders that they find in games between equal searches."""

from __future__ import annotations

import msgspec

import ludex
from benchmarks.review.games import SYSTEMS, plant
from ludex.core.play.referee import Referee
from ludex.players.review import ReviewSettings, review
from ludex.players.search import Search

BUDGETS = {
    "automation": (100_000, 4_000),
    "partnership-spades": (100_000, 4_000),
    "diplomacy-lagoon": (60_000, 3_000),
    "power-grid": (40_000, 2_000),
    "modern-art": (10_000, 600),
    "diplomacy": (6_000, 300),
}
"""The playouts of a review, and those by which a blunder is planted."""
SHOWN, ALL = 3, 12
"""The moments that a review usually has, and the most that it can find."""
TRIED = 30
"""The most games in which a place for each blunder is looked for."""
SEARCH = 100
"""The playouts of a search for a move."""


class Planted(msgspec.Struct, frozen=True):
    """The planted blunders of one system: those among the three moments, those reported at all, the missed seeds."""

    planted: int
    among_three: int
    reported: int
    missed: tuple[int, ...]


class Equals(msgspec.Struct, frozen=True):
    """Games between equal searches, their choices, and the blunders that reviews report in them."""

    games: int
    choices: int
    blunders: int


def measure_planted(name: str, wanted: int) -> Planted:
    """Plant blunders, and look for them."""
    playouts, effort = BUDGETS[name]
    among_three, reported = 0, 0
    missed: list[int] = []
    for seed in range(2000, 2000 + TRIED * wanted):
        made = plant(name, seed, effort)
        if made is None:
            continue
        told = review(made[0].history, ReviewSettings(playouts=playouts, moments=ALL))
        places = [place for place, one in enumerate(told.moments) if one.number == made[1] and one.better]
        reported += bool(places)
        among_three += any(place < SHOWN for place in places)
        missed += [] if places else [seed]
        if reported + len(missed) == wanted:
            break
    return Planted(reported + len(missed), among_three, reported, tuple(missed))


def measure_equals(name: str, games: int) -> Equals:
    """Review games between equal searches."""
    game, choices, blunders = ludex.game(name), 0, 0
    for seed in range(games):
        table = game.new(SYSTEMS[name], seed=seed)
        Referee(table, [Search(game, SEARCH, seed=seat) for seat in range(SYSTEMS[name])]).play()
        told = review(table.history, ReviewSettings(playouts=BUDGETS[name][0]))
        choices += told.decisions
        blunders += sum(moment.kind == "blunder" for moment in told.moments)
    return Equals(games, choices, blunders)
