"""The tables on the games' pages are those of the games."""

from __future__ import annotations

import pytest

from tools import game_pages


def test_the_tables_in_the_documentation_are_those_of_the_games() -> None:
    written = {path: path.read_text(encoding="utf-8") for path in game_pages.MADE.glob("*.md")}
    assert written == game_pages.files(), "the games have changed: python -m tools.game_pages"


def test_every_setting_and_move_of_the_large_games_has_a_meaning() -> None:
    for page in set(game_pages.PAGES):
        text = (game_pages.MADE / f"{page}.md").read_text(encoding="utf-8")
        settings, moves = text.split("<!-- settings -->")[1].split("<!-- views -->")[0].split("<!-- moves -->")
        assert not [line for line in settings.splitlines() if line.endswith("|  |")]
        assert not [line for line in moves.splitlines() if line.count("|  |") > 1 or "` |  |" in line]


@pytest.mark.parametrize("page", sorted(game_pages.PAGES))
def test_every_page_of_a_game_includes_its_tables(page: str) -> None:
    text = (game_pages.MADE.parent / f"{page}.md").read_text(encoding="utf-8")
    parts = ["facts", "moves", "views"] + ["settings"] * (page != "cards")
    assert all(f"made/{page}.md\n:start-after: <!-- {part} -->" in text for part in parts)
    assert "](../pictures/" in text
