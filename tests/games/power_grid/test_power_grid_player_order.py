"""Phase 1: the player order."""

from __future__ import annotations

from .position import GAME, asked, play, position


def test_the_first_order_is_by_chance() -> None:
    assert len({GAME.new(3, seed=seed).view().order for seed in range(40)}) == 6


def test_the_order_is_set_again_after_the_first_auctions_by_plants() -> None:
    table = position(round_number=1, seats=3, order=[2, 0, 1], stack=[13, 14, 15])
    play(table, "2: open plant 3 bid 3", "0: pass", "1: pass")
    play(table, "0: open plant 6 bid 6", "1: pass", "1: open plant 5 bid 5")
    assert table.view().order == (0, 1, 2)
    assert asked(table)[0] == 2


def test_the_order_is_not_set_again_after_later_auctions() -> None:
    table = position(
        round_number=2,
        seats=3,
        order=[2, 0, 1],
        plants=[[10], [9], [8]],
        market=[11, 12, 13, 14, 15, 16, 17, 18],
        stack=[20],
    )
    play(table, "2: pass", "0: pass", "1: pass")
    assert table.view().order == (2, 0, 1)


def test_the_next_round_is_played_in_the_order_of_cities_then_plants() -> None:
    table = position(
        phase="powering",
        seats=4,
        plants=[[13], [50], [18], [19]],
        cities=[["Berlin"], [], ["Halle", "Leipzig"], ["Kiel"]],
    )
    while table.view().phase == "powering":
        play(table, "done")
    assert table.view().round == 3
    assert table.view().order == (2, 3, 0, 1)
    assert asked(table) == (2, "opening")
