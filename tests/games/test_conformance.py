"""Every game keeps the contract, in every variant that changes its rules: the conformance kit on all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
from tests.games.automation.variants import VARIANTS as AUTOMATION
from tests.games.cards.short import short_game
from tests.games.modern_art.position import THREE
from tests.games.modern_art.variants import MYSTERIES
from tests.games.modern_art.variants import VARIANTS as MODERN_ART
from tests.games.power_grid.variants import VARIANTS as POWER_GRID

import ludex
from ludex import Game
from ludex.games.cards import LIBRARY, CardGame, random_genome
from ludex.testing import check_game

Settings = Mapping[str, Any]


class Case(NamedTuple):
    """A run of the kit over one game: its settings take turns."""

    game: Callable[[], Game]
    settings: Sequence[Settings]
    games: int
    thin: int
    seed: int = 0
    full_checks: int = 0
    """More moves than these are checked in full."""


automation, modern_art, power_grid, diplomacy, lagoon = (
    partial(ludex.game, name) for name in ("automation", "modern-art", "power-grid", "diplomacy", "diplomacy-lagoon")
)

SWITCHED: Settings = {
    "paradox": "1982",
    "convoy_intent": "any-fleet",
    "via_fallback": True,
    "any_fleet_disrupts": True,
    "dislodged_never_blocks": True,
    "retreat_to_convoy_origin": False,
    "votes": False,
}


def years(one: int, other: int) -> list[Settings]:
    """Diplomacy to the end of a year, by the default rulings and by all others."""
    return [{"last_year": one}, {"last_year": other, **SWITCHED}]


def every(game: Callable[[], Game], variants: Mapping[str, Settings], games: int) -> dict[str, Case]:
    """Return a run for each variant that looks at every move."""
    return {name: Case(game, [settings], games, thin=1, seed=1) for name, settings in variants.items()}


CASES = {
    "automation": Case(automation, list(AUTOMATION.values()), games=len(AUTOMATION), thin=15, full_checks=100),
    "modern-art": Case(modern_art, list(MODERN_ART.values()), games=8, thin=12, full_checks=100),
    "modern-art, mystery": Case(lambda: THREE, list(MYSTERIES.values()), games=4, thin=12, full_checks=50),
    "power-grid": Case(power_grid, list(POWER_GRID.values()), games=len(POWER_GRID), thin=25, full_checks=100),
    "diplomacy-lagoon": Case(lagoon, years(5, 4), games=4, thin=11, full_checks=10),
    "diplomacy": Case(diplomacy, years(1902, 1901), games=2, thin=13, full_checks=5),
    **{name: Case(partial(short_game, name), [{}], games=2, thin=29) for name in LIBRARY},
}
DEEP = {
    **{f"automation, {name}": case for name, case in every(automation, AUTOMATION, games=4).items()},
    **{f"modern-art, {name}": case for name, case in every(modern_art, MODERN_ART, games=3).items()},
    **{f"modern-art, {name}": case for name, case in every(lambda: THREE, MYSTERIES, games=3).items()},
    **{f"power-grid, {name}": case for name, case in every(power_grid, POWER_GRID, games=4).items()},
    "diplomacy-lagoon": Case(lagoon, years(12, 9), games=60, thin=5),
    "diplomacy": Case(diplomacy, years(1905, 1906), games=12, thin=7),
    **{name: Case(partial(short_game, name, hands=3), [{}], games=12, thin=7, seed=1) for name in LIBRARY},
}


def run(case: Case) -> None:
    report = check_game(case.game(), settings=case.settings, games=case.games, seed=case.seed, thin=case.thin)
    assert report.games == case.games
    assert report.full_checks > case.full_checks
    assert report.full_checks == report.moves or case.thin > 1


UNTRACED = "modern-art"
"""Its variant with the mystery player reaches the same rules, in fewer games."""


@pytest.mark.parametrize("name", CASES)
def test_the_game_conforms(name: str, request: pytest.FixtureRequest) -> None:
    if name == UNTRACED:
        request.getfixturevalue("untraced")
    run(CASES[name])


@pytest.mark.deep
@pytest.mark.parametrize("name", DEEP)
def test_the_game_conforms_deeply(name: str) -> None:
    run(DEEP[name])


def test_every_installed_game_is_here() -> None:
    assert set(ludex.game_names()) <= set(CASES)


@pytest.mark.usefixtures("untraced")
def test_random_genomes_conform() -> None:
    for seed in range(500, 512):
        check_game(CardGame(random_genome(Random(seed))), games=1, thin=37)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1_000, 1_150))
def test_many_random_genomes_conform(seed: int) -> None:
    """A test for each genome: it tells how far it is, and which of them is at fault or slow."""
    check_game(CardGame(random_genome(Random(seed))), games=2, thin=7)
