"""Modern Art keeps the conformance kit's laws."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Game
from ludex.testing import check_game

from .position import GAME, THREE

VARIANTS: list[dict[str, Any]] = [
    {},
    {"closing": "hammer"},
    {"deck": "review", "double_money": "split"},
    {"closing": "hammer", "double_money": "split", "starter": 1},
]
MYSTERIES: list[dict[str, Any]] = [{"mystery": True}, {"mystery": True, "closing": "hammer", "deck": "review"}]


def test_the_game_and_its_variants_conform() -> None:
    report = check_game(GAME, settings=VARIANTS, games=8, thin=12)
    assert report.games == 8
    assert report.full_checks > 100


def test_the_mystery_player_conforms() -> None:
    assert check_game(THREE, settings=MYSTERIES, games=4, thin=12).full_checks > 50


@pytest.mark.deep
@pytest.mark.parametrize(
    ("game", "settings"), [(GAME, each) for each in VARIANTS] + [(THREE, each) for each in MYSTERIES], ids=str
)
def test_every_variant_conforms_move_by_move(game: Game, settings: dict[str, Any]) -> None:
    report = check_game(game, settings=[settings], games=3, seed=1, thin=1)
    assert report.full_checks == report.moves
