"""The knowledge of a seat: not the stack, not the removed plants, and by option not the money of others."""

from __future__ import annotations

import pytest

from ludex.core.language.chance import new_dice, secret_seed
from ludex.games.power_grid.components.plants import KINDS, Edition
from ludex.games.power_grid.state import REMOVED, STACK

from .position import GAME, play, position


@pytest.mark.parametrize("edition", ["original", "recharged"])
def test_nobody_can_tell_removed_plants_from_the_stack(edition: Edition) -> None:
    table = GAME.new(3, seed=5, edition=edition)
    for seat in (0, 1, 2, None):
        places = table.record(seat)["place"][0, :KINDS]
        assert not (places == REMOVED).any()
        assert (places == STACK).sum() == 34


def test_the_plant_known_to_be_on_top_stays_known() -> None:
    table = GAME.new(3, seed=5)
    other = table.record(0).copy()
    GAME.machine.kernel.redeal(other, 0, 0, new_dice(secret_seed(1)))
    assert other["top"][0] == table.engine.record_in_full()["top"][0] >= 0
    assert other["place"][0, other["top"][0]] == STACK


def test_everybody_knows_that_13_comes_first_in_the_original_edition() -> None:
    table = GAME.new(3, seed=5)
    assert [table.view(seat).top for seat in (0, 1, 2, None)] == [13] * 4
    play(table, "open plant 3 bid 3", "pass", "pass")
    assert table.view().top is None
    assert GAME.new(3, seed=5, edition="recharged").view().top is None


def test_a_redeal_removes_other_plants() -> None:
    table = GAME.new(3, seed=5)
    dealt = set()
    for seed in range(10):
        other = table.engine.record_in_full()
        GAME.machine.kernel.redeal(other, 0, 0, new_dice(secret_seed(seed)))
        assert (other["place"] == REMOVED).sum() == 8
        dealt.add(other["place"].tobytes())
    assert len(dealt) > 5


def test_money_is_open_by_default() -> None:
    assert [seat.money for seat in GAME.new(3, seed=1).view(0).seats] == [50, 50, 50]


def test_hidden_money_is_seen_by_its_owner_only() -> None:
    table = GAME.new(3, seed=1, money="hidden")
    assert [seat.money for seat in table.view(1).seats] == [None, 50, None]
    assert [seat.money for seat in table.view().seats] == [None, None, None]


def test_a_rejection_tells_ones_own_money() -> None:
    table = GAME.new(3, seed=1, money="hidden")
    play(table, "open plant 4 bid 4")
    rejection = table.check(table.waiting[0], "bid 51")
    assert rejection is not None
    assert "you have 50" in rejection.sentence


def test_a_redeal_leaves_the_highest_bidder_enough_money() -> None:
    table = GAME.new(3, seed=1, money="hidden")
    first = table.waiting[0]
    play(table, "open plant 4 bid 30")
    seat = table.waiting[0]
    for seed in range(20):
        other = table.engine.record_in_full()
        GAME.machine.kernel.redeal(other, 0, seat, new_dice(secret_seed(seed)))
        assert other["money"][0, first] >= 30


def test_everybody_knows_what_left_the_game_openly_and_what_lies_under_the_stack() -> None:
    table = position(
        phase="powering", plants=[[13], [18]], market=[20, 21, 22, 23, 24, 25, 26, 27], stack=[30], under=[40]
    )
    play(table, "0: done", "1: done")
    assert table.view(0).under == (27, 40)
    assert 3 in table.view(0).gone
    assert 30 not in table.view(0).gone


def test_a_redeal_removes_nothing_where_nothing_was_removed() -> None:
    table = position(plants=[[13], [18]])
    other = table.engine.record_in_full()
    GAME.machine.kernel.redeal(other, 0, 0, new_dice(secret_seed(1)))
    assert not (other["place"] == REMOVED).any()
    assert (other["place"][0, :KINDS] == STACK).sum() == other["stack"][0]
