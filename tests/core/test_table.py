"""The table: checks and executes; a rejected move changes no byte, and nothing is reached through what a seat sees."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludex
from ludex import BadPosition, BrokenRule, IllegalMove, LudexError, NotYourTurn, Table, UnreadableMove
from ludex.author import is_a, reason, rule
from ludex.core.language.chance import chance_of
from tests.typed import not_none

from .sealed import Bid, Sealed
from .tiny import CARD_MOVES, Cards, Draw, Keep, Peek, Stake, variant


@pytest.fixture
def table() -> Table:
    return Cards().new(3, seed=1)


def everything(table: Table) -> tuple[bytes, str, int, Any]:
    return table.engine.record_in_full().tobytes(), table.digest, len(table.played), table.history


def test_a_new_table_waits_for_its_first_seat(table: Table) -> None:
    assert table.waiting == (0,)
    assert table.outcome is None
    assert table.players == ("seat 0", "seat 1", "seat 2")
    assert repr(table) == "<Table cards: 3 seats, 0 moves, waiting for (0,)>"


def test_moves_are_played_typed_or_as_text(table: Table) -> None:
    table.play(0, Stake(3))
    table.play(1, "stake 4")
    assert table.view().pot == (3, 4, 0)
    assert table.waiting == (2,)


def test_options_are_what_check_allows(table: Table) -> None:
    table.play(0, "peek seat 1")
    for packed in range(CARD_MOVES.size):
        move = CARD_MOVES.unpack(packed)
        assert (move in table.options(1)) == (table.check(1, move) is None)


def test_a_rejection_has_a_stable_code_and_a_sentence_with_the_numbers(table: Table) -> None:
    rejection = not_none(table.check(0, Stake(15)))
    assert rejection.code == "too-much"
    assert rejection.sentence == "stake 15 rejected: you have 10, and 15 is more. Stake 1 to 10."
    assert str(rejection) == rejection.sentence


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, Keep(), "not-your-turn"),
        (9, Keep(), "not-your-turn"),
        (-1, Keep(), "not-your-turn"),
        ("0", Keep(), "not-your-turn"),
        (0, "fold", "unreadable"),
        (0, Bid(3), "unreadable"),
        (0, Stake(99), "unreadable"),
        (0, None, "unreadable"),
        (0, 7, "unreadable"),
        (0, Peek(0), "own-card"),
        (0, Stake(11), "too-much"),
    ],
)
def test_what_is_not_allowed_is_rejected_by_code_and_changes_nothing(
    table: Table, seat: Any, move: Any, code: str
) -> None:
    before = everything(table)
    rejection = not_none(table.check(seat, move))
    assert rejection.code == code
    with pytest.raises(LudexError, match=r".") as refused:
        table.play(seat, move)
    assert str(refused.value) == rejection.sentence
    assert everything(table) == before


@given(st.integers(0, 5), st.lists(st.integers(0, CARD_MOVES.size - 1), max_size=12), st.integers(-2, 4))
def test_no_move_of_any_seat_does_anything_but_play_or_be_rejected(seed: int, moves: list[int], seat: Any) -> None:
    table = Cards().new(2, seed=seed)
    for packed in moves:
        before = everything(table)
        move = CARD_MOVES.unpack(packed)
        try:
            table.play(seat, move)
        except (IllegalMove, NotYourTurn):
            assert everything(table) == before
        else:
            assert len(table.played) == before[2] + 1
            assert table.digest != before[1]
        seat = (seat + 1) % 3
    assert table.engine.broken_law() is None


def test_each_error_is_told_apart_by_type(table: Table) -> None:
    with pytest.raises(IllegalMove) as refused:
        table.play(0, Stake(11))
    assert refused.value.rejection == table.check(0, Stake(11))
    with pytest.raises(NotYourTurn, match="seat 1 owes no decision now; waiting for seat 0"):
        table.play(1, "keep")
    with pytest.raises(NotYourTurn, match="there is no seat 3; seats are whole numbers, 0 to 2"):
        table.options(3)
    with pytest.raises(UnreadableMove):
        table.play(0, "fold")


def test_a_finished_table_waits_for_nobody() -> None:
    table = Cards().new(2, seed=1, length=1)
    table.play(0, "keep")
    assert table.waiting == ()
    assert not_none(table.outcome).reason == "the last move was made"
    with pytest.raises(NotYourTurn, match="owes no decision now; the game is over"):
        table.play(1, "keep")
    with pytest.raises(NotYourTurn, match="the game is over"):
        table.forfeit(0, "tired")


def test_the_outcome_has_scores_ranks_winners_and_the_reason() -> None:
    table = Cards().new(2, seed=1, length=2)
    table.play(0, "stake 10")
    table.play(1, "keep")
    cards = table.engine.record_in_full()["card"][0]
    assert not_none(table.outcome).scores == (10 + cards[0], cards[1])
    assert not_none(table.outcome).ranks == (1, 2)
    assert not_none(table.outcome).winners == (0,)


def test_a_forfeit_ends_the_game_with_that_seat_last(table: Table) -> None:
    table.play(0, "stake 10")
    table.forfeit(0, "no legal move in 3 attempts")
    assert table.waiting == ()
    assert not_none(table.outcome).ranks[0] == 3
    assert "seat 0 (seat 0) forfeited: no legal move in 3 attempts" in not_none(table.outcome).reason
    with pytest.raises(NotYourTurn):
        table.play(1, "keep")
    with pytest.raises(NotYourTurn):
        table.forfeit(1, "too")


# --- what a seat sees


def test_a_seat_sees_its_own_card_and_no_other(table: Table) -> None:
    cards = table.engine.record_in_full()["card"][0].tolist()
    assert table.view(1).card == (-1, cards[1], -1)
    assert table.view().card == (-1, -1, -1)
    table.play(0, "peek seat 2")
    assert table.view(0).card == (cards[0], -1, cards[2])
    assert table.view(1).card == (-1, cards[1], -1)


def test_a_sealed_bid_is_seen_when_all_have_bid() -> None:
    table = Sealed().new(3, seed=1)
    table.play(1, Bid(7))
    assert table.view(0).bid == (0, -1, 0)
    assert table.view(1).bid == (0, 7, 0)
    table.play(0, Bid(2))
    table.play(2, Bid(3))
    assert table.view(0).bid == table.view().bid == (2, 7, 3)


def test_a_record_is_hidden_read_only_and_a_copy(table: Table) -> None:
    full = table.engine.record_in_full().tobytes()
    hidden = table.record(0)
    assert hidden["card"][0, 1] == -1
    with pytest.raises(ValueError, match="read-only"):
        hidden["money"][0, 0] = 99
    hidden.flags.writeable = True
    hidden["money"][0, 0] = 99
    table.engine.record_in_full()["money"][0, 0] = 99
    assert table.engine.record_in_full().tobytes() == full


def test_a_view_is_a_value_of_its_own(table: Table) -> None:
    view = table.view(0)
    table.play(0, "stake 5")
    assert view.money == (10, 10, 10)
    assert table.view(0).money == (5, 10, 10)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_a_rejection_tells_nothing_the_seat_may_not_know() -> None:
    """The sentence quotes facts of the hidden state."""
    spying = reason("too-much", "you have {money}.", money=lambda s, seat: s.card[1])
    table = variant(reasons={int(spying): spying}).new(2, seed=1)
    assert "you have -1" in not_none(table.check(0, Stake(15))).sentence


# --- laws and broken rules


def test_a_broken_law_is_named() -> None:
    table = Cards().new(2, seed=1)
    assert table.engine.broken_law() is None
    position = table.position()
    with pytest.raises(BadPosition, match="money is neither made nor lost"):
        table.game.position(position.but(money=[11, *position.state["money"][1:]]))


@rule
def breaks_half_way(s: Any, seat: int, move: Any, log: Any) -> None:
    s.left -= 1
    s.money[7] = 1


@rule
def overflows(s: Any, seat: int, move: Any, log: Any) -> None:
    s.left -= 1
    s.card[seat] = 1_000 if is_a(move, Draw) else 0


@pytest.mark.parametrize("play", [breaks_half_way, overflows])
def test_a_rule_that_breaks_leaves_the_table_as_it_was(play: Any) -> None:
    table = variant(play=play).new(2, seed=1)
    before = everything(table)
    with pytest.raises((BrokenRule, IndexError)):
        table.play(0, Draw())
    assert everything(table) == before


def test_a_table_runs_the_same_compiled_and_interpreted() -> None:
    compiled = Cards()
    vars(compiled.machine)["kernel"] = compiled.machine.compiled
    tables = Cards().new(2, seed=3), compiled.new(2, seed=3)
    for number, move in enumerate(("draw", "stake 4", "peek seat 1", "draw", "keep", "stake 1")):
        for table in tables:
            table.play(number % 2, move)
    assert tables[0].digest == tables[1].digest
    assert tables[0].outcome == tables[1].outcome
    assert tables[0].history == tables[1].history
    assert np.array_equal(tables[0].engine.record_in_full(), tables[1].engine.record_in_full())


# --- branches


def test_a_branch_has_the_same_past_and_its_own_future(table: Table) -> None:
    for seat, move in enumerate(("draw", "stake 2", "keep")):
        table.play(seat, move)
    branch = table.branch(2)
    assert [played.digest for played in branch.played] == [played.digest for played in table.played[:2]]
    assert branch.waiting == (2,)
    digest = table.digest
    branch.play(2, "stake 9")
    assert table.digest == digest
    assert len(table.played) == 3
    assert branch.history.verify(table.game).digest == branch.digest


def test_the_chance_of_a_branch_is_another() -> None:
    """Else a player could look ahead in a branch."""
    table = Cards().new(2, seed=1, length=40)
    branch = table.branch()
    drawn: list[list[int]] = [[], []]
    for line, at in zip((table, branch), drawn, strict=True):
        while line.outcome is None:
            seat = line.waiting[0]
            line.play(seat, "draw")
            at.append(line.view(seat).card[seat])
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("undone", [0, 1, 2])
def test_the_chance_of_a_branch_is_none_that_was_or_will_be_seen_at_the_table(undone: int) -> None:
    """However often the move was, or is going to be, taken back there."""
    table = Cards().new(2, seed=1)
    seen = {chance_of_a_draw(table) for _ in range(undone)}
    branch = table.branch()
    seen |= {chance_of_a_draw(table) for _ in range(3)}
    assert not seen & {chance_of_a_draw(branch) for _ in range(3)}
    assert branch.history.verify(table.game).digest == branch.digest


def chance_of_a_draw(table: Table) -> bytes:
    """Return what the next draw sees of chance. The draw is made, and taken back."""
    number = len(table.played) + 1
    chance = chance_of(table.engine.secrets[-1].key, number, table.engine.takes.get(number, 0))
    table.play(table.waiting[0], "draw")
    table.undo(agreed=range(table.seats))
    return chance


def test_every_branch_has_a_chance_of_its_own() -> None:
    table = Cards().new(2, seed=1)
    lines = (table, table.branch(), table.branch(), table.branch().branch())
    assert len({chance_of_a_draw(line) for line in lines}) == len(lines)


def test_branches_of_the_same_saved_game_have_a_chance_of_their_own() -> None:
    table = Cards().new(2, seed=1)
    table.play(0, "draw")
    lines = [table.history.replay(game=table.game).branch() for _ in range(3)]
    assert len({chance_of_a_draw(line) for line in lines}) == 3


def test_what_is_taken_back_in_one_branch_is_not_drawn_in_another() -> None:
    table = Cards().new(2, seed=1)
    first, second = table.branch(), table.branch()
    seen = {chance_of_a_draw(first) for _ in range(4)}
    assert not seen & {chance_of_a_draw(second) for _ in range(4)}


def test_a_branch_that_takes_back_what_was_before_it_still_has_a_chance_of_its_own() -> None:
    """Both tables take back the same move, and both make it again."""
    table = Cards().new(2, seed=1)
    table.play(0, "draw")
    table.play(1, "draw")
    branch = table.branch()
    seen = []
    for line in (table, branch):
        for _ in range(2):
            line.undo(agreed=(0, 1))
        seen.append({chance_of_a_draw(line) for _ in range(3)})
    assert not seen[0] & seen[1]
    branch.play(0, "draw")
    assert branch.history.verify(table.game).digest == branch.digest


def test_a_branch_that_was_saved_still_has_a_chance_of_its_own() -> None:
    table = Cards().new(2, seed=1)
    branch = table.branch()
    loaded = type(branch.history).from_json(branch.history.to_json()).replay(game=table.game)
    for line in (branch, loaded):
        line.play(0, "draw")
    assert loaded.seed == branch.seed != table.seed
    assert loaded.digest == branch.digest


def test_a_branch_forgets_a_forfeit_only_if_it_begins_before_it(table: Table) -> None:
    table.play(0, "keep")
    table.forfeit(1, "tired")
    assert table.branch().outcome is not None
    assert table.branch(0).outcome is None


@pytest.mark.parametrize("at", [-1, 1, 99])
def test_a_branch_where_there_is_no_move_is_refused(table: Table, at: int) -> None:
    with pytest.raises(LudexError, match=f"cannot branch at move {at}: the table has moves 0 to 0"):
        table.branch(at)


def at_once(*tasks: Callable[[], None]) -> None:
    """Let threads run tasks, and change between them as often as Python can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(tasks)) as threads:
            for done in [threads.submit(task) for task in tasks]:
                done.result()
    finally:
        sys.setswitchinterval(interval)


def test_a_table_used_from_several_threads_makes_one_move_after_the_other() -> None:
    """A move that comes too late is refused, as if it had come later: nothing is lost, and the history verifies."""
    table = ludex.game("automation").new(2, seed=7, turn_limit=6)
    made: list[int] = []

    def play_on() -> None:
        while table.waiting:
            try:
                seat = table.waiting[0]
                table.play(seat, table.options(seat)[-1])
                made.append(seat)
            except (IndexError, LudexError):
                continue

    at_once(*[play_on] * 4)
    assert len(made) == len(table.played)
    assert table.history.replay().digest == table.digest


def test_threads_may_take_back_ask_and_branch_while_others_play() -> None:
    """Each of them sees the table as it was at one moment: requests fit their digests, and every history verifies."""
    table = Cards().new(3, seed=1)
    digests: dict[str, bytes] = {}

    def play_and_take_back() -> None:
        for number in range(150):
            with suppress(IndexError, LudexError):
                seat = table.waiting[0]
                table.play(seat, table.options(seat)[number % 2])
            if number % 3 == 0:
                with suppress(LudexError):
                    table.undo(agreed=range(3))

    def ask() -> None:
        for _ in range(100):
            with suppress(IndexError, LudexError):
                asked = table.request(table.waiting[0], since=0)
                seen = not_none(asked.record).tobytes()
                assert digests.setdefault(f"{asked.seat} {asked.digest}", seen) == seen

    def look_back() -> None:
        for _ in range(30):
            table.history.verify(table.game)
            table.branch().history.verify(table.game)
            table.events(0)

    at_once(play_and_take_back, play_and_take_back, ask, look_back)
    assert table.history.replay(game=table.game).digest == table.digest
