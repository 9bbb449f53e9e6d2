"""Hints say how sure they are in words, and give numbers only if enough playouts stand behind them."""

from __future__ import annotations

import re

import pytest

import ludex
from ludex.games.automation.moves import EndPhase, PlayCard
from ludex.players.hints import ENOUGH, FEW, SOME, hint, opinion
from ludex.players.search import Tried


def told(worlds: int, best: float, other: float, spread: float = 0.1) -> list[tuple[str, str]]:
    """Return the opinions of two options that were compared in some worlds."""
    found = [Tried(PlayCard("Bitcoin"), worlds, best, spread), Tried(EndPhase(), worlds, other, spread)]
    return [opinion(place, found) for place in (0, 1)]


@pytest.mark.parametrize("worlds", [0, 1, 2, FEW - 1])
def test_a_handful_of_worlds_tells_nothing(worlds: int) -> None:
    assert told(worlds, 1.0, 0.0) == [("close", "too close to tell")] * 2


def test_some_worlds_never_make_it_clear() -> None:
    assert told(SOME - 1, 1.0, 0.0) == [("slight", "slightly better"), ("slight", "slightly worse")]


def test_many_worlds_tell_a_small_difference_from_a_large_one() -> None:
    assert told(100, 0.52, 0.50) == [("slight", "slightly better"), ("slight", "slightly worse")]
    assert told(100, 0.70, 0.50) == [("clear", "clearly better"), ("clear", "clearly worse")]
    assert told(100, 0.50, 0.50) == [("close", "too close to tell")] * 2


def test_what_the_search_prefers_by_caution_is_not_called_better_than_what_did_better() -> None:
    assert told(100, 0.40, 0.60) == [("close", "too close to tell")] * 2


def test_numbers_are_given_only_if_some_hundred_playouts_stand_behind_them() -> None:
    assert not any(re.search(r"\d", said) for _, said in told(ENOUGH - 1, 0.7, 0.5))
    assert told(ENOUGH, 0.7, 0.5)[0] == ("clear", "clearly better: worth 70 % (± 1)")


def test_the_data_of_a_hint_has_no_value_that_rests_on_a_handful_of_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ludex.game("automation").new(2, seed=7)
    found = [Tried(PlayCard("Bitcoin"), ENOUGH, 0.7, 0.1), Tried(EndPhase(), 2, 0.5, 0.5)]
    monkeypatch.setattr("ludex.players.hints.Search.evaluate", lambda self, request: found)
    first, second = hint(table.game, table.request(0))
    assert (first["value"], first["spread"], first["playouts"]) == (0.7, 0.1, ENOUGH)
    assert (second["value"], second["spread"], second["playouts"]) == (None, None, 2)
    assert second["sure"] == "close"
