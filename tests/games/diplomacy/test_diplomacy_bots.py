"""The bots' rungs."""

from __future__ import annotations

from ludex.arena import simulate
from ludex.games.diplomacy import Diplomacy


def test_the_general_has_the_most_centres_against_six_randoms() -> None:
    result = simulate(Diplomacy(), ["general", *["random"] * 6], 140, rotate=True, settings={"last_year": 1910})
    assert result.seats[0].low > 0.9


def test_the_general_beats_six_that_hold() -> None:
    result = simulate(Diplomacy(), ["general", *["hold"] * 6], 70, rotate=True, settings={"last_year": 1908})
    assert result.seats[0].win_rate > 0.9
