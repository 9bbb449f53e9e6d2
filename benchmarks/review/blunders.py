"""Planted blunders that reviews find, and blunders that they find in games between equal players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

import ludex
from benchmarks.review.games import SYSTEMS, finish, plant
from ludex.players.review import ReviewSettings, review

BUDGETS = {
    "automation": (300_000, 4_000),
    "partnership-spades": (200_000, 4_000),
    "diplomacy-lagoon": (100_000, 3_000),
    "power-grid": (150_000, 2_000),
    "modern-art": (20_000, 600),
    "diplomacy": (6_000, 300),
}
"""The playouts of a review, a fifth to a third of what 45 seconds on two cores allow, and those of a planting."""
SHOWN, ALL = 3, 12
"""The moments that a review usually has, and the most that it can find."""
TRIED = 30
"""The most games in which a place for each blunder is looked for."""


class Planted(msgspec.Struct, frozen=True):
    """The planted blunders of one system: those among the three moments, those reported at all, the missed seeds."""

    planted: int
    among_three: int
    reported: int
    missed: tuple[int, ...]


class Equals(msgspec.Struct, frozen=True):
    """Games between equal players, their choices, and the blunders that reviews report in them."""

    games: int
    choices: int
    blunders: int


def measure_planted(name: str, wanted: int, tell: Callable[[str], None]) -> Planted:
    """Plant blunders, and look for them. `tell` is called after each."""
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
        tell(f"{name}: {reported} of {reported + len(missed)} planted blunders reported, {among_three} among the three")
        if reported + len(missed) == wanted:
            break
    return Planted(reported + len(missed), among_three, reported, tuple(missed))


def measure_equals(name: str, games: int) -> Equals:
    """Review games between equal players: searches, or bots where a search takes too long."""
    choices, blunders = 0, 0
    for seed in range(games):
        table = finish(ludex.game(name).new(SYSTEMS[name], seed=seed), seed, Random(seed))
        told = review(table.history, ReviewSettings(playouts=BUDGETS[name][0], moments=ALL))
        choices += told.decisions
        blunders += sum(moment.kind == "blunder" for moment in told.moments)
    return Equals(games, choices, blunders)
