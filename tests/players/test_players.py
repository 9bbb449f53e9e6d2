"""Players by name, and bots at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex import Referee, UnknownPlayer
from ludex.players import Bot, make_player

GAME = ludex.game("automation")


def test_a_bot_sees_only_its_request_and_is_never_rejected() -> None:
    table = GAME.new(3, seed=5, edition="expanded")
    Referee(table, [Bot(GAME, name) for name in ("random", "big-money-action", "architect")], max_retries=1).play()
    assert table.engine.retries == []


def test_a_bot_with_the_same_seed_decides_the_same() -> None:
    digests = []
    for _ in range(2):
        table = GAME.new(2, seed=5)
        Referee(table, [Bot(GAME, "random", 1), Bot(GAME, "random", 2)]).play()
        digests.append(table.digest)
    assert digests[0] == digests[1]


def test_unknown_bots_are_refused_with_the_list() -> None:
    with pytest.raises(UnknownPlayer, match="it has random, first, big-money"):
        Bot(GAME, "clever")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("class Mine: pass", "expected a class with a method decide"),
        ("Mine = 3", "expected a class with a method decide"),
        ("class Other: pass", "has no attribute 'Mine'"),
        ("class Mine(", "was never closed"),
        ("class Mine:\n    def __init__(self, needed): pass", "needed"),
    ],
)
def test_a_file_that_makes_no_player_is_refused(tmp_path: Path, source: str, told: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source)
    with pytest.raises(UnknownPlayer, match=told):
        make_player(GAME, f"{file}:Mine")


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match="there is no file"):
        make_player(GAME, "missing.py:Mine")
