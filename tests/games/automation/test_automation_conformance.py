"""Automation keeps the conformance kit's laws."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.testing import check_game

from .position import GAME
from .test_automation_reference import GAMES

VARIANTS: dict[str, dict[str, Any]] = {
    **GAMES,
    "base": {},
    "expanded": {"edition": "expanded"},
    "base, any card in MONEY": {"money_phase": "any", "turn_limit": 12},
    "expanded, any card in MONEY": {"edition": "expanded", "money_phase": "any", "turn_limit": 12},
}


def test_both_editions_and_some_variants_conform() -> None:
    report = check_game(GAME, settings=list(VARIANTS.values()), games=len(VARIANTS), thin=15)
    assert report.games == len(VARIANTS)
    assert report.full_checks > 100


@pytest.mark.deep
@pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_conforms_move_by_move(settings: dict[str, Any]) -> None:
    report = check_game(GAME, settings=[settings], games=4, seed=1, thin=1)
    assert report.full_checks == report.moves
