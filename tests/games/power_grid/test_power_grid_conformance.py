"""Power Grid keeps the conformance kit's laws."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.testing import check_game

from .position import GAME

VARIANTS: dict[str, dict[str, Any]] = {
    "original germany": {},
    "original usa": {"map": "usa"},
    "recharged germany": {"edition": "recharged"},
    "recharged usa": {"edition": "recharged", "map": "usa"},
    "hidden money": {"money": "hidden"},
    "recharged usa, coal at any time, hidden money": {
        "edition": "recharged",
        "map": "usa",
        "coal_store": "any-time",
        "money": "hidden",
    },
    "free openings, Step 2 first": {"open_above_smallest": False, "last_buyer": "any", "early_step_3": "step-2-first"},
    "recharged, Step 2 skipped, short": {
        "edition": "recharged",
        "early_step_3": "skip",
        "step_3_removal": False,
        "round_limit": 12,
    },
}


def test_both_editions_both_maps_and_some_variants_conform() -> None:
    report = check_game(GAME, settings=list(VARIANTS.values()), games=len(VARIANTS), thin=25)
    assert report.games == len(VARIANTS)
    assert report.full_checks > 100


@pytest.mark.deep
@pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_conforms_move_by_move(settings: dict[str, Any]) -> None:
    report = check_game(GAME, settings=[settings], games=4, seed=1, thin=1)
    assert report.full_checks == report.moves
