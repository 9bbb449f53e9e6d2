"""Every game keeps the contract, in every variant that changes its rules: the conformance kit on all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import pytest
from tests.games.automation.test_automation_reference import GAMES
from tests.games.cards.random_genomes import random_genome
from tests.games.cards.short import short_game
from tests.games.modern_art.position import THREE

import ludex
from ludex.core import Game
from ludex.games.cards import CardGame
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

AUTOMATION: dict[str, Settings] = {
    **GAMES,
    "base": {},
    "expanded": {"edition": "expanded"},
    "base, any card in MONEY": {"money_phase": "any", "turn_limit": 12},
    "expanded, any card in MONEY": {"edition": "expanded", "money_phase": "any", "turn_limit": 12},
}
MODERN_ART: dict[str, Settings] = {
    "as published": {},
    "hammer": {"closing": "hammer"},
    "review deck, money split": {"deck": "review", "double_money": "split"},
    "hammer, money split, seat 1 starts": {"closing": "hammer", "double_money": "split", "starter": 1},
}
MYSTERY: dict[str, Settings] = {
    "mystery": {"mystery": True},
    "mystery, hammer, review deck": {"mystery": True, "closing": "hammer", "deck": "review"},
}
POWER_GRID: dict[str, Settings] = {
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
SWITCHED: Settings = {
    "paradox": "1982",
    "convoy_intent": "any-fleet",
    "via_fallback": True,
    "any_fleet_disrupts": True,
    "dislodged_never_blocks": True,
    "retreat_to_convoy_origin": False,
    "votes": False,
}
CARD_GAMES = [name for name in ludex.game_names() if isinstance(ludex.game(name), CardGame)]


def years(one: int, other: int) -> list[Settings]:
    """Diplomacy to the end of a year, by the default rulings and by all others."""
    return [{"last_year": one}, {"last_year": other, **SWITCHED}]


def every(game: Callable[[], Game], variants: Mapping[str, Settings], games: int) -> dict[str, Case]:
    """A run for each variant that looks at every move."""
    return {name: Case(game, [settings], games, thin=1, seed=1) for name, settings in variants.items()}


CASES = {
    "automation": Case(automation, list(AUTOMATION.values()), games=len(AUTOMATION), thin=15, full_checks=100),
    "modern-art": Case(modern_art, list(MODERN_ART.values()), games=8, thin=12, full_checks=100),
    "modern-art, mystery": Case(lambda: THREE, list(MYSTERY.values()), games=4, thin=12, full_checks=50),
    "power-grid": Case(power_grid, list(POWER_GRID.values()), games=len(POWER_GRID), thin=25, full_checks=100),
    "diplomacy-lagoon": Case(lagoon, years(5, 4), games=4, thin=11, full_checks=10),
    "diplomacy": Case(diplomacy, years(1902, 1901), games=2, thin=13, full_checks=5),
    **{name: Case(partial(short_game, name), [{}], games=2, thin=29) for name in CARD_GAMES},
}
DEEP = {
    **{f"automation, {name}": case for name, case in every(automation, AUTOMATION, games=4).items()},
    **{f"modern-art, {name}": case for name, case in every(modern_art, MODERN_ART, games=3).items()},
    **{f"modern-art, {name}": case for name, case in every(lambda: THREE, MYSTERY, games=3).items()},
    **{f"power-grid, {name}": case for name, case in every(power_grid, POWER_GRID, games=4).items()},
    "diplomacy-lagoon": Case(lagoon, years(12, 9), games=60, thin=5),
    "diplomacy": Case(diplomacy, years(1905, 1906), games=12, thin=7),
    **{name: Case(partial(short_game, name, hands=3), [{}], games=12, thin=7, seed=1) for name in CARD_GAMES},
}


def run(case: Case) -> None:
    report = check_game(case.game(), settings=case.settings, games=case.games, seed=case.seed, thin=case.thin)
    assert report.games == case.games
    assert report.full_checks > case.full_checks
    assert report.full_checks == report.moves or case.thin > 1


@pytest.mark.parametrize("name", CASES)
def test_the_game_conforms(name: str) -> None:
    run(CASES[name])


@pytest.mark.deep
@pytest.mark.parametrize("name", DEEP)
def test_the_game_conforms_deeply(name: str) -> None:
    run(DEEP[name])


def test_every_installed_game_is_here() -> None:
    assert set(ludex.game_names()) <= set(CASES)


def test_random_genomes_conform() -> None:
    for seed in range(500, 512):
        check_game(CardGame(random_genome(seed)), games=1, thin=37)


@pytest.mark.deep
def test_many_random_genomes_conform() -> None:
    for seed in range(1_000, 1_150):
        check_game(CardGame(random_genome(seed)), games=1, thin=13)
