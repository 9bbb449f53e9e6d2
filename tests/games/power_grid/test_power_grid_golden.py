"""Whole games as text. Run with LUDEX_GOLDEN=update to write them anew, and read what changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludex.testing import check_golden, playthrough

from .position import GAME

FOLDER = Path(__file__).parents[2] / "golden"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"


class Golden(NamedTuple):
    file: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int = 1


GOLDEN = [
    Golden("power-grid-germany-3-seats.txt", ("tycoon", "planner", "cheap"), {}),
    Golden(
        "power-grid-usa-recharged-3-seats.txt",
        ("planner", "tycoon", "random"),
        {"map": "usa", "edition": "recharged", "round_limit": 6},
        seed=2,
    ),
    Golden("power-grid-random-2-seats.txt", ("random", "random"), {"round_limit": 6, "money": "hidden"}, seed=3),
]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.file for golden in GOLDEN])
def test_the_game_is_played_as_it_was(golden: Golden) -> None:
    seats = int(golden.file.split("-")[-2])
    text = playthrough(GAME, seats, golden.seed, bots=golden.bots, **golden.options)
    check_golden(FOLDER / golden.file, text, update=UPDATE)
