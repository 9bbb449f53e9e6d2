"""The tables in README.md are made from the games and from the measurements."""

from __future__ import annotations

import msgspec
import pytest
from benchmarks.report import PROGRAMS

from tools import readme


def test_the_tables_are_those_of_the_games_and_of_the_last_benchmark() -> None:
    text = readme.README.read_text(encoding="utf-8")
    assert readme.with_tables(text) == text, "the games or the results have changed: python -m tools.readme"


def test_both_tables_are_in_the_readme() -> None:
    text = readme.README.read_text(encoding="utf-8")
    assert readme.games() in text
    assert readme.ratios() in text


def test_each_kind_in_which_ludex_is_slower_is_shown_too() -> None:
    results = msgspec.json.decode(readme.RESULTS.read_bytes(), type=readme.Results).results
    slower = [row for row in results if row.peer.startswith(PROGRAMS) and row.ratio < 1]
    kinds = {row.name.partition(":")[0] for row in slower}
    assert kinds == {row.name.partition(":")[0] for row in slower if (row.name, row.peer) in readme.SHOWN}


def test_a_new_measurement_changes_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    text = readme.README.read_text(encoding="utf-8")
    monkeypatch.setattr(readme, "ratios", lambda: "| measured again |\n")
    assert "<!-- ratios -->\n\n| measured again |\n\n<!-- end of ratios -->" in readme.with_tables(text)
