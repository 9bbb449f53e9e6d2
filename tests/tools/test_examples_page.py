"""The page of examples lists all of them."""

from __future__ import annotations

from tools.examples_page import PAGE, with_tables

from ludex.cli.examples import find_examples


def test_the_page_of_examples_is_made_from_the_examples() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == with_tables(text), "run: python -m tools.examples_page"
    for example in find_examples():
        assert f"| `{example.name}` | {example.about} |" in text
