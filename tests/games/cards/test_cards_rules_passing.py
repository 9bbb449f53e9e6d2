"""The rules of passing cards, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused

from ludex.games.cards.genome import PassPhase, TrickPhase

HANDS = ("2C 3C", "2D 3D", "2H 3H", "2S 3S")


def passing(way: Any) -> Any:
    return genome("hearts", phases=(PassPhase(1, (way,)), TrickPhase()))


@pytest.mark.parametrize(("way", "taker"), [("left", 1), ("right", 3), ("across", 2)])
def test_cards_are_passed_to_the_seat_the_direction_says(way: Any, taker: int) -> None:
    table = play(lay_out(passing(way), *HANDS), "give 2C, give 2D, give 2H, give 2S")
    assert "2C" in table.view(taker).hand
    assert "2C" not in table.view(0).hand


def test_no_card_moves_before_all_have_chosen() -> None:
    table = play(lay_out(passing("left"), *HANDS), "give 2C, give 2D, give 2H")
    assert [len(seat.cards) for seat in (table.view(k).seats[k] for k in range(4))] == [2, 2, 2, 2]
    assert table.view(0).chosen == ("2C",)
    assert table.view(1).chosen == ("2D",)


def test_a_card_is_chosen_once() -> None:
    table = play(lay_out(genome("hearts", phases=(PassPhase(2, ("left",)), TrickPhase())), *HANDS), "give 2C")
    assert options(table) == {"give 3C"}
    assert refused(table, "give 2C") == "already-chosen"
    assert refused(table, "give AS") == "not-in-hand"


def test_in_some_hands_no_cards_are_passed() -> None:
    assert lay_out(passing("hold"), *HANDS).view().due == "trick"


def test_both_seats_are_told_what_went_from_one_to_the_other_and_nobody_else() -> None:
    table = play(lay_out(passing("left"), *HANDS), "give 2C, give 2D, give 2H, give 2S")
    seen = {str(seen.event): seen for seen in table.played[-1].events}["seat 1 gets 2C from seat 0."]
    assert [seen.visible_to(seat) for seat in range(4)] == [True, True, False, False]
    assert seen.visible_to(None) is False


def test_a_view_keeps_what_was_passed_and_received() -> None:
    table = play(lay_out(passing("right"), *HANDS), "give 2C, give 2D, give 2H, give 2S")
    for move in ("play 2D", "play 3D"):
        assert (table.view(0).passed, table.view(0).received) == (("2C",), ("2D",))
        assert (table.view().passed, table.view().received) == ((), ())
        play(table, move)
    assert "Received  ♦ 2" in table.game.draw(table.view(0))


def test_views_have_nothing_passed_where_nothing_was() -> None:
    view = lay_out(passing("hold"), *HANDS).view(0)
    assert (view.passed, view.received) == ((), ())
