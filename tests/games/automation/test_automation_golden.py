"""Whole games as text. Run with LUDEX_GOLDEN=update to write them anew, and read what changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludex.testing import Nonconformance, check_golden, playthrough

from .position import GAME

FOLDER = Path(__file__).parents[2] / "golden"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"


class Golden(NamedTuple):
    file: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int = 1


ONE_OF_EACH = dict.fromkeys(("Hack", "Refactor", "Monitoring", "Parallelization", "Backlog", "Evergreen Test"), 1)
GOLDEN = [
    Golden("automation-base-2-seats.txt", ("big-money", "random"), {"supply": {"Framework": 2}}),
    Golden(
        "automation-expanded-3-seats.txt",
        ("random", "big-money-action", "random"),
        {"edition": "expanded", "turn_limit": 6, "start": ONE_OF_EACH},
        seed=24,
    ),
    Golden(
        "automation-base-1-seat.txt", ("random",), {"turn_limit": 25, "start": {"Evergreen Test": 1, "Code Review": 1}}
    ),
]


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden.file for golden in GOLDEN])
def test_the_game_is_played_as_it_was(golden: Golden) -> None:
    text = playthrough(GAME, len(golden.bots), golden.seed, bots=golden.bots, **golden.options)
    check_golden(FOLDER / golden.file, text, update=UPDATE)


def test_another_game_is_noticed() -> None:
    _, _, solo = GOLDEN
    text = playthrough(GAME, 1, solo.seed + 1, bots=solo.bots, **solo.options)
    with pytest.raises(Nonconformance, match=r"automation-base-1-seat\.txt line \d+ was "):
        check_golden(FOLDER / solo.file, text)
