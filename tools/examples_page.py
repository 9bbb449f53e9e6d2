"""Write the tables of docs/examples.md from the examples: `python -m tools.examples_page`.

They stand between two marks. A test compares the page with the examples.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from ludex.cli.examples import about_group, find_examples
from tools.game_pages import code, table

PAGE = Path(__file__).parent.parent / "docs" / "examples.md"
TITLES = {"openspiel": "OpenSpiel"}
"""The titles of groups whose names are not plain words."""
BEGIN, END = "<!-- examples -->", "<!-- end of examples -->"


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def with_tables(text: str) -> str:
    """Return a text with the tables between its marks.

    >>> with_tables("<!-- examples --><!-- end of examples -->").count("`my_bot`")
    1
    """
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{rest.partition(END)[2]}"


def tables() -> str:
    """Return a table for each group of examples, with the sentence about the group above it."""
    made = []
    for group, members in groupby(find_examples(), key=lambda example: example.group):
        rows = [(code(example.name), example.about) for example in members]
        title = TITLES.get(group, group.capitalize())
        made.append(f"## {title}\n\n{about_group(group)}\n\n{table(('example', 'what it does'), rows)}")
    return "\n".join(made)


if __name__ == "__main__":
    main()
