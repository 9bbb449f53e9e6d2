"""The tutorials keep what they promise."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from ludex.arena import match
from ludex.testing import Nonconformance, check_game

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "src" / "ludex" / "examples"


def win_rate(player: str, games: int) -> float:
    """Measure a player of the tutorial against big-money."""
    return match("automation", f"ludex.examples.bots.beat_big_money:{player}", "big-money", games).rate


def test_every_step_of_the_tutorial_is_stronger_than_the_one_before() -> None:
    assert win_rate("Rich", 40) == 0.5 < win_rate("Tester", 40) < win_rate("Closer", 40)


@pytest.mark.deep
@pytest.mark.parametrize(("player", "shown"), [("Rich", "50.0%"), ("Tester", "76.0%"), ("Closer", "95.5%")])
def test_the_win_rates_on_the_page_are_measured(player: str, shown: str) -> None:
    page = (ROOT / "docs/tutorials/beat-big-money.md").read_text()
    assert f"money.py:{player}  {shown}" in page
    assert f"{win_rate(player, 400):.1%}" == shown


def test_pebbles_passes_the_conformance_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES / "games" / "pebbles")
    check_game(import_module("pebbles").PebblesGame(), games=20)


def test_the_kit_finds_the_mistake_that_the_tutorial_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (EXAMPLES / "games" / "pebbles" / "pebbles.py").read_text()
    offer_all = source.replace("if why_not_take(s, seat, count) == 0:", "if count > 0:")
    assert offer_all != source
    (tmp_path / "wrong_pebbles.py").write_text(offer_all)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Nonconformance, match="why_not-1"):
        check_game(import_module("wrong_pebbles").PebblesGame(), games=5)
