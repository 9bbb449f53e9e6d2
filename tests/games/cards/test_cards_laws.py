"""The laws that hold after every move: a position that breaks one is refused, and the law is named."""

from __future__ import annotations

from typing import Any

import pytest

import ludex
from ludex.core.language.chance import new_dice, secret_seed


def begun(name: str, moves: int) -> ludex.Table[Any]:
    """Play the first options of a game for some moves."""
    table: ludex.Table[Any] = ludex.game(name).new(4, seed=3)
    for _ in range(moves):
        seat = table.waiting[0]
        table.play(seat, table.options(seat)[0])
    return table


@pytest.mark.parametrize(
    ("name", "moves", "changed", "law"),
    [
        ("whist", 0, {"alive": []}, "still in the match"),
        ("old-maid", 2, {"pc": 64}, "in a phase of its game"),
        ("whist", 1, {"todo": ["seat 0", "seat 1", "seat 2", "seat 3"]}, "still to play to a trick"),
        ("president", 2, {"group": 0}, "turns that have begun"),
        ("go-fish", 2, {"group": 0}, "turns that have begun"),
        ("cheat", 1, {"claimed": 63}, "more cards are claimed"),
        ("president", 2, {"finished": 3}, "places from the first on"),
        ("president", 2, {"finished": 2, "place": [1, 1, 0, 0]}, "places from the first on"),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(name: str, moves: int, changed: dict[str, Any], law: str) -> None:
    position = begun(name, moves).position()
    ludex.game(name).position(position)
    with pytest.raises(ludex.BadPosition, match=law):
        ludex.game(name).position(position.but(**changed))


def test_nobody_holds_a_suit_that_they_have_shown_not_to_hold() -> None:
    position = begun("whist", 0).position()
    suits = [["clubs", "diamonds", "hearts", "spades"], [], [], []]
    with pytest.raises(ludex.BadPosition, match="shown not to hold"):
        ludex.game("whist").position(position.but(voids=suits))


def test_a_redeal_ends_even_if_nobody_may_hold_the_cards() -> None:
    table = begun("whist", 0)
    states = table.engine.record_in_full()
    states["voids"] = 15
    table.game.machine.interpreted.redeal(states, 0, 0, new_dice(secret_seed(1)))
