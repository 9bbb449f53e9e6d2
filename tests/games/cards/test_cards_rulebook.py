"""Rulebooks are what the genomes say. Run with LUDEX_GOLDEN=update to write them again, and read what changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludex.games.cards import LIBRARY
from ludex.games.cards.rulebook import rulebook
from ludex.testing import check_golden

PAGES = Path(__file__).parents[3] / "docs" / "games" / "cards"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"


@pytest.mark.parametrize("name", LIBRARY)
def test_the_page_in_the_docs_is_what_the_genome_says(name: str) -> None:
    check_golden(PAGES / f"{name}.md", rulebook(LIBRARY[name]()), update=UPDATE)
