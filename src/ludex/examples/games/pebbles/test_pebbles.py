"""Tests of the game, run by `python -m pytest`: one for each rule, and the conformance kit for everything else."""

from pebbles import PebblesGame

from ludex.testing import check_game


def test_conformance():
    check_game(PebblesGame(), games=20)


def test_the_turn_passes():
    table = PebblesGame().new(2, seed=1)
    table.play(0, "take 1")
    assert table.waiting == (1,)


def test_only_pebbles_that_are_left_can_be_taken():
    table = PebblesGame().new(2, seed=1)
    for take in ("take 3", "take 3", "take 3", "take 3", "take 1"):
        table.play(table.waiting[0], take)
    assert str(table.check(1, "take 3")) == "take 3 rejected: there are only 2 left. Take fewer."
