"""Undo: one's own harmless move alone; what was revealed, drawn or decided by others only if all agree."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex import Table, UndoRefused
from ludex.author import Log, Rows, below, is_a, offer, rule

from .faults import sound_play
from .sealed import Bid, Sealed
from .tiny import Cards, CardsState, CardsView, Draw, Keep, variant

BOTH = (0, 1)


@rule
def stay_in_turn(s: CardsState, seat: int, move: int, log: Log) -> None:
    """A game in which a turn never ends."""
    sound_play(s, seat, move, log)
    s.turn = seat


ONE_TURN = variant(play=stay_in_turn)


@pytest.fixture
def table() -> Table[CardsView]:
    return Cards().new(2, seed=1)


def test_a_seat_takes_back_its_own_harmless_move_while_it_is_in_turn() -> None:
    table = ONE_TURN.new(2, seed=1)
    before, digest = table.engine.record_in_full().tobytes(), table.digest
    table.play(0, "stake 4")
    table.undo(0)
    assert table.engine.record_in_full().tobytes() == before
    assert table.digest == digest
    assert table.waiting == (0,)
    assert table.events() == ()


def test_a_move_that_drew_by_chance_is_not_taken_back(table: Table[CardsView]) -> None:
    table.play(0, "draw")
    with pytest.raises(UndoRefused, match="move 1 revealed something: it drew by chance"):
        table.undo(0)


@pytest.mark.parametrize("earlier", [(), ("stake 1",)])
def test_a_move_that_showed_a_secret_is_not_taken_back(earlier: tuple[str, ...]) -> None:
    table = ONE_TURN.new(2, seed=1)
    for move in earlier:
        table.play(0, move)
    table.play(0, "peek seat 1")
    with pytest.raises(UndoRefused, match="revealed something the seat could not know"):
        table.undo(0)


def test_a_move_of_another_seat_is_not_taken_back(table: Table[CardsView]) -> None:
    table.play(0, "keep")
    with pytest.raises(UndoRefused, match="the last move was decided by seat 0"):
        table.undo(1)
    with pytest.raises(UndoRefused, match="the last move was decided by seat 0"):
        table.undo()


def test_ones_own_move_is_not_taken_back_after_another_has_moved(table: Table[CardsView]) -> None:
    table.play(0, "keep")
    table.play(1, "keep")
    with pytest.raises(UndoRefused, match="the last move was decided by seat 1"):
        table.undo(0)


def test_a_last_sealed_bid_that_opens_the_others_is_not_taken_back() -> None:
    table = Sealed().new(2, seed=1)
    table.play(0, Bid(3))
    table.undo(0)
    table.play(0, Bid(4))
    table.play(1, Bid(5))
    with pytest.raises(UndoRefused, match="ended the game"):
        table.undo(1)


@pytest.mark.parametrize("move", ["stake 4", "keep"])
def test_what_the_next_seat_was_told_is_not_taken_back(table: Table[CardsView], move: str) -> None:
    table.play(0, move)
    with pytest.raises(UndoRefused, match="move 1 is known to seat 1: what was said stays said"):
        table.undo(0)


@rule
def only_keep(s: CardsState, seat: int, out: Rows) -> int:
    """A game without any choice."""
    return offer(out, 0, Keep)


def test_a_move_without_alternative_that_the_next_seat_saw_is_not_taken_back() -> None:
    table = variant(legal=only_keep).new(2, seed=1)
    table.play(0, Keep())
    with pytest.raises(UndoRefused, match="is known to seat 1: what was said stays said"):
        table.undo(0)


def test_an_answer_to_another_seat_is_not_taken_back_even_if_the_turn_comes_back_at_once() -> None:
    """So a bidder who passes, and then opens the next auction, cannot take back the pass."""
    table = variant(play=seat_0_has_turns_of_three).new(2, seed=1, length=11)
    for seat, move in ((0, "keep"), (0, "keep"), (0, "keep"), (1, "keep"), (0, "stake 2")):
        table.play(seat, move)
    assert table.waiting == (0,)
    with pytest.raises(UndoRefused, match="what was said stays said"):
        table.undo(0)
    table.play(0, "stake 1")
    table.undo(0)
    assert table.view(1).pot == (2, 0, 0)


@rule
def seat_0_has_turns_of_three(s: CardsState, seat: int, move: int, log: Log) -> None:
    sound_play(s, seat, move, log)
    s.turn = 0 if s.left % 4 else 1


def test_a_sealed_choice_is_taken_back_while_others_see_only_that_one_was_made() -> None:
    table = Sealed().new(3, seed=1)
    table.play(0, Bid(3))
    table.play(2, Bid(7))
    assert table.waiting == (1,)
    table.undo(2)
    assert table.waiting == (1, 2)


@pytest.mark.parametrize("move", ["keep", "draw", "peek seat 1", "stake 3"])
def test_with_all_agreed_any_move_is_taken_back(table: Table[CardsView], move: str) -> None:
    before, digest = table.engine.record_in_full().tobytes(), table.digest
    table.play(0, move)
    table.undo(agreed=BOTH)
    assert table.engine.record_in_full().tobytes() == before
    assert table.digest == digest


@pytest.mark.parametrize("agreed", [(), (0,), (1,), (0, 0), (0, 7), (7, 8, 9), (-1, 0)])
def test_without_all_agreed_it_is_refused_and_says_who_agreed(table: Table[CardsView], agreed: tuple[int, ...]) -> None:
    table.play(0, "draw")
    digest = table.digest
    with pytest.raises(UndoRefused, match="It can be taken back if all seats agree; agreed: "):
        table.undo(0, agreed)
    assert table.digest == digest


def test_nothing_is_taken_back_before_the_first_move(table: Table[CardsView]) -> None:
    with pytest.raises(UndoRefused, match="no move has been made yet"):
        table.undo(agreed=BOTH)


def test_the_chance_of_the_next_try_is_another() -> None:
    table = Cards().new(2, seed=1)
    drawn = []
    for _ in range(20):
        table.play(0, "draw")
        drawn.append(table.view(0).card[0])
        table.undo(agreed=BOTH)
    assert len(set(drawn)) > 2


def test_a_history_with_takes_verifies() -> None:
    table = Cards().new(2, seed=1)
    for _ in range(3):
        table.play(0, "draw")
        table.undo(agreed=BOTH)
    table.play(0, "draw")
    table.play(1, "draw")
    table.undo(agreed=BOTH)
    table.play(1, "draw")
    history = table.history
    assert [entry.take for entry in history.moves] == [3, 1]
    assert type(history).from_json(history.to_json()).verify(table.game).digest == table.digest


def test_a_table_that_was_saved_after_an_undo_still_draws_anew() -> None:
    """Else saving and loading would bring back the draw that was taken back."""
    table = Cards().new(2, seed=1)
    table.play(0, "draw")
    table.undo(agreed=BOTH)
    loaded = type(table.history).from_json(table.history.to_json()).replay(game=table.game)
    for line in (table, loaded):
        line.play(0, "draw")
    assert loaded.played[0].take == table.played[0].take > 0
    assert loaded.digest == table.digest


def test_a_forfeit_is_taken_back_only_if_all_agree(table: Table[CardsView]) -> None:
    table.play(0, "keep")
    table.forfeit(1, "tired")
    with pytest.raises(UndoRefused, match="the game was forfeited"):
        table.undo(0)
    table.undo(agreed=BOTH)
    assert table.outcome is None


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["keep", "draw", "stake 1", "undo", "undo"]), max_size=14))
def test_however_often_moves_are_taken_back_the_rest_replays(steps: list[str]) -> None:
    table = Cards().new(2, seed=1, length=50)
    for step in steps:
        if step == "undo" and table.played:
            table.undo(agreed=BOTH)
        elif step != "undo":
            table.play(table.waiting[0], step)
    history = table.history
    replayed = history.verify(table.game)
    assert replayed.digest == table.digest
    assert replayed.history == history


@rule
def guess(s: CardsState, seat: int, move: int, log: Log) -> None:
    """A player who guesses correctly that the other's card is high must roll."""
    if is_a(move, Draw) and s.card[1 - seat] >= 3:
        s.pot[seat] += below(s, 3) - s.pot[seat]
    s.turn = 1 - s.turn
    s.left -= 1


@rule
def guess_and_stay(s: CardsState, seat: int, move: int, log: Log) -> None:
    guess(s, seat, move, log)
    s.turn = seat


@rule
def no_laws(s: CardsState) -> int:
    return 0


@contextmanager
def within_seconds(seconds: int) -> Iterator[None]:
    """Raises inside an endless loop."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"not done within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_move_that_would_have_drawn_had_the_secret_been_another_is_not_taken_back() -> None:
    """It did not draw, and that tells something."""
    game = variant(play=guess_and_stay, audit=no_laws)
    table = next(
        t for t in (game.new(2, seed=seed) for seed in range(50)) if t.engine.record_in_full()["card"][0, 1] < 3
    )
    table.play(0, "draw")
    with within_seconds(5), pytest.raises(UndoRefused, match="could not know"):
        table.undo(0)


def test_a_harmless_move_of_a_game_with_secrets_is_taken_back_whatever_the_secrets() -> None:
    for seed in range(20):
        table = ONE_TURN.new(3, seed=seed)
        table.play(0, Keep())
        table.undo(0)
        assert table.played == []
