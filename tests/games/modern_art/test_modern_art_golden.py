"""Whole games as text. Run with LUDEX_GOLDEN=update to write them again, and read what changed."""

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
    seats: int
    bots: tuple[str, ...]
    settings: dict[str, Any]
    seed: int = 1


GOLDEN = [
    Golden("modern-art-4-seats.txt", 4, ("aggressive", "first", "random", "first"), {}),
    Golden("modern-art-mystery.txt", 3, ("collector", "first", "random"), {"mystery": True, "deck": "review"}),
    Golden(
        "modern-art-hammer.txt",
        3,
        ("aggressive", "first", "first"),
        {"closing": "hammer", "double_money": "split"},
        seed=2,
    ),
]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.file for golden in GOLDEN])
def test_the_game_is_played_as_it_was(golden: Golden) -> None:
    text = playthrough(GAME, golden.seats, golden.seed, bots=golden.bots, **golden.settings)
    check_golden(FOLDER / golden.file, text, update=UPDATE)
