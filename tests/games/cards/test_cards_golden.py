"""Whole games as text, and the rulebooks. Run with LUDEX_GOLDEN=update to write them anew, and read what changed."""

import os
from pathlib import Path

import pytest
from tests.games.cards.short import short_game

from ludex.games.cards import LIBRARY
from ludex.games.cards.rulebook import rulebook
from ludex.testing import check_golden, playthrough

ROOT = Path(__file__).parents[3]
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"


@pytest.mark.parametrize(
    ("name", "seats", "limit"),
    [
        ("partnership-spades", 4, 90),
        ("hearts", 4, 70),
        ("crazy-eights", 3, 60),
        ("draw-poker", 3, 60),
        ("cheat", 3, 40),
    ],
)
def test_golden_playthrough(name, seats, limit):
    text = playthrough(short_game(name), seats, 1, bots=("careful", "random"), limit=limit)
    check_golden(ROOT / "tests/golden" / f"cards-{name}.txt", text, update=UPDATE)


@pytest.mark.parametrize("name", LIBRARY)
def test_golden_rulebook_page_is_what_the_genome_says(name):
    check_golden(ROOT / "docs/games/cards" / f"{name}.md", rulebook(LIBRARY[name]()), update=UPDATE)
