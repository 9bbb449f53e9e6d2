"""Diplomacy keeps the conformance kit's laws, on both maps; golden playthroughs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from ludex.games.diplomacy import Diplomacy, lagoon
from ludex.testing import check_game, check_golden, playthrough

FOLDER = Path(__file__).parents[2] / "golden"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"
SWITCHED: dict[str, Any] = {
    "paradox": "1982",
    "convoy_intent": "any-fleet",
    "via_fallback": True,
    "any_fleet_disrupts": True,
    "dislodged_never_blocks": True,
    "retreat_to_convoy_origin": False,
    "votes": False,
}


def test_kit_on_the_small_map() -> None:
    report = check_game(lagoon(), settings=[{"last_year": 5}, {"last_year": 4, **SWITCHED}], games=4, thin=11)
    assert report.moves > 100


def test_kit_on_the_standard_map() -> None:
    settings = [{"last_year": 1902}, {"last_year": 1901, **SWITCHED}]
    assert check_game(Diplomacy(), settings=settings, games=2, thin=13).moves > 50


@pytest.mark.deep
def test_kit_deeper() -> None:
    check_game(lagoon(), settings=[{"last_year": 12}, {"last_year": 9, **SWITCHED}], games=60, thin=5)
    check_game(Diplomacy(), settings=[{"last_year": 1905}, {"last_year": 1906, **SWITCHED}], games=12, thin=7)


def test_golden_game_on_the_small_map() -> None:
    text = playthrough(lagoon(), 3, 3, bots=("general", "random", "random"), last_year=4)
    check_golden(FOLDER / "diplomacy-lagoon.txt", text, update=UPDATE)


def test_golden_game_on_the_standard_map() -> None:
    bots = ("general", "random", "general", "hold", "random", "random", "general")
    text = playthrough(Diplomacy(), 7, 1, bots=bots, last_year=1901)
    check_golden(FOLDER / "diplomacy-standard.txt", text, update=UPDATE)
