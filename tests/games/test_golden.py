"""Whole games of every kind as text. Run with LUDEX_GOLDEN=update to write them again, and read what changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.games.cards.short import short_game

import ludex
from ludex import Game
from ludex.testing import Nonconformance, check_golden, playthrough

FOLDER = Path(__file__).parents[1] / "golden"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"


class Golden(NamedTuple):
    """One game: who plays it, bots taking turns at the seats, and with which settings."""

    game: Callable[[], Game]
    bots: tuple[str, ...]
    settings: dict[str, Any] = {}
    seed: int = 1
    seats: int = 0
    """As many as there are bots, if 0."""
    limit: int = 10_000

    def text(self, seed: int) -> str:
        seats = self.seats or len(self.bots)
        return playthrough(self.game(), seats, seed, bots=self.bots, limit=self.limit, **self.settings)


automation, modern_art, power_grid, diplomacy, lagoon = (
    partial(ludex.game, name) for name in ("automation", "modern-art", "power-grid", "diplomacy", "diplomacy-lagoon")
)
ONE_OF_EACH = dict.fromkeys(("Hack", "Refactor", "Monitoring", "Parallelization", "Backlog", "Evergreen Test"), 1)
GENERALS = ("general", "random", "general", "hold", "random", "random", "general")
SOLO = Golden(automation, ("random",), {"turn_limit": 25, "start": {"Evergreen Test": 1, "Code Review": 1}})


def card_game(name: str, seats: int, limit: int) -> Golden:
    return Golden(partial(short_game, name), ("careful", "random"), seats=seats, limit=limit)


GOLDEN = {
    "automation-base-1-seat": SOLO,
    "automation-base-2-seats": Golden(automation, ("big-money", "random"), {"supply": {"Framework": 2}}),
    "automation-expanded-3-seats": Golden(
        automation,
        ("random", "big-money-action", "random"),
        {"edition": "expanded", "turn_limit": 6, "start": ONE_OF_EACH},
        seed=24,
    ),
    "modern-art-4-seats": Golden(modern_art, ("aggressive", "first", "random", "first")),
    "modern-art-mystery": Golden(modern_art, ("collector", "first", "random"), {"mystery": True, "deck": "review"}),
    "modern-art-hammer": Golden(
        modern_art, ("aggressive", "first", "first"), {"closing": "hammer", "double_money": "split"}, seed=2
    ),
    "power-grid-germany-3-seats": Golden(power_grid, ("tycoon", "planner", "cheap")),
    "power-grid-usa-recharged-3-seats": Golden(
        power_grid,
        ("planner", "tycoon", "random"),
        {"map": "usa", "edition": "recharged", "round_limit": 6},
        seed=2,
    ),
    "power-grid-random-2-seats": Golden(
        power_grid, ("random", "random"), {"round_limit": 6, "money": "hidden"}, seed=3
    ),
    "diplomacy-lagoon": Golden(lagoon, ("general", "random", "random"), {"last_year": 4}, seed=3),
    "diplomacy-standard": Golden(diplomacy, GENERALS, {"last_year": 1901}),
    "cards-partnership-spades": card_game("partnership-spades", seats=4, limit=90),
    "cards-hearts": card_game("hearts", seats=4, limit=70),
    "cards-crazy-eights": card_game("crazy-eights", seats=3, limit=60),
    "cards-draw-poker": card_game("draw-poker", seats=3, limit=60),
    "cards-cheat": card_game("cheat", seats=3, limit=40),
    "cards-bridge": card_game("bridge", seats=4, limit=80),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_game_is_played_as_it_was(name: str) -> None:
    golden = GOLDEN[name]
    check_golden(FOLDER / f"{name}.txt", golden.text(golden.seed), update=UPDATE)


def test_another_game_is_noticed() -> None:
    with pytest.raises(Nonconformance, match=r"automation-base-1-seat\.txt line \d+ was "):
        check_golden(FOLDER / "automation-base-1-seat.txt", SOLO.text(SOLO.seed + 1))
