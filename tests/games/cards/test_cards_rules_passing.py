"""The rules of passing cards, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused

import ludex
from ludex import Table
from ludex.core.kit.foresight import enter_suppose
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards import View
from ludex.games.cards.genome import PassPhase, TrickPhase
from ludex.games.cards.parts.seats import next_in

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
    assert "Received  ♦ 2" in table.game.look.draw(table.view(0))


def test_all_seats_choose_at_once() -> None:
    table = lay_out(genome("hearts", phases=(PassPhase(2, ("left",)), TrickPhase())), *HANDS)
    assert list(table.waiting) == [0, 1, 2, 3]
    for seat, move in ((2, "give 2H"), (0, "give 3C"), (3, "give 2S"), (2, "give 3H")):
        table.play(seat, move)
    assert list(table.waiting) == [0, 1, 3]
    assert table.view(1).choosing == (0, 1, 3)
    assert table.view(1).turn is None
    for seat, move in ((3, "give 3S"), (1, "give 3D"), (1, "give 2D"), (0, "give 2C")):
        table.play(seat, move)
    assert table.view().due == "trick"
    assert table.view(3).hand == ("2H", "3H")


def test_the_order_of_choosing_changes_nothing() -> None:
    def passed(seats: tuple[int, ...]) -> Table[View]:
        table = lay_out(passing("left"), *HANDS)
        for seat in seats:
            table.play(seat, f"give {HANDS[seat][:2]}")
        return table

    assert (
        passed((0, 1, 2, 3)).engine.record_in_full().tobytes() == passed((3, 1, 0, 2)).engine.record_in_full().tobytes()
    )


def test_nobody_learns_what_another_seat_chooses_before_all_have_chosen() -> None:
    """Only that a seat is done can be seen: its record looks the same whatever it chose, and how many cards so far."""
    rules = genome("hearts", phases=(PassPhase(2, ("left",)), TrickPhase()))
    hands = ("2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S")
    tables = [lay_out(rules, *hands) for _ in range(3)]
    tables[1].play(2, "give 2H")
    tables[2].play(2, "give 4H")
    for viewer in (0, 1, 3, None):
        looks = {table.record(viewer).tobytes() for table in tables}
        assert len(looks) == 1, f"{viewer} can tell"
        assert not any(table.events(viewer) for table in tables)
    tables[1].play(2, "give 3H")
    tables[2].play(2, "give 3H")
    for viewer in (0, 1, 3, None):
        assert tables[1].record(viewer).tobytes() == tables[2].record(viewer).tobytes()
    assert tables[1].view(2).chosen == ("2H", "3H")


def test_a_search_takes_back_what_the_others_have_chosen() -> None:
    game = ludex.game("hearts")
    game.machine.kernel = game.machine.interpreted
    table = game.new(4, seed=3)
    for seat in (1, 1, 1, 2, 0):
        table.play(seat, table.options(seat)[0])
    states = table.record(0).copy()
    game.machine.interpreted.entry(enter_suppose)(states, 0, 0, new_dice(secret_seed(1)))
    world = states[0]
    assert [int(chosen).bit_count() for chosen in world["chosen"][:4]] == [1, 0, 0, 0]
    assert game.machine.interpreted.waiting(states, 0) == 0b1111
    assert game.machine.interpreted.audit(states, 0) == 0


def test_a_dealt_world_has_as_many_cards_chosen_as_the_seat_can_know() -> None:
    game = ludex.game("hearts")
    game.machine.kernel = game.machine.interpreted
    table = game.new(4, seed=3)
    for seat in (1, 1, 1, 2, 0):
        table.play(seat, table.options(seat)[0])
    counts = set()
    for number in range(40):
        states = table.engine.record_in_full()
        game.machine.interpreted.redeal(states, 0, 0, new_dice(secret_seed(number)))
        assert game.machine.interpreted.audit(states, 0) == 0
        counts.add(tuple(int(chosen).bit_count() for chosen in states[0]["chosen"][:4]))
    assert {(own, done) for own, done, *_ in counts} == {(1, 3)}, "its own choice, and a seat that is done"
    assert {open_ for _, _, *others in counts for open_ in others} == {0, 1, 2}


def test_a_position_in_which_a_seat_has_chosen_too_few_cards_is_refused() -> None:
    start = lay_out(passing("left"), *HANDS)
    with pytest.raises(ludex.BadPosition, match="still to choose"):
        start.game.position(start.position().but(todo=["seat 1", "seat 2", "seat 3"], turn=1))


def test_the_next_seat_of_a_set_is_found_and_of_no_seats_it_is_the_seat_itself() -> None:
    s = load_twin(lay_out(passing("left"), *HANDS).engine.record_in_full(), 0)
    assert [next_in(s, 2, mask) for mask in (0b1000, 0b0001, 0b0110, 0b0100, 0)] == [3, 0, 1, 2, 2]


def test_views_have_nothing_passed_where_nothing_was() -> None:
    view = lay_out(passing("hold"), *HANDS).view(0)
    assert (view.passed, view.received) == ((), ())
