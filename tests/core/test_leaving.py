"""Players who leave: what becomes of their seats, their ranks, and what histories tell of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex import (
    BadHistory,
    BadSetting,
    History,
    Leave,
    Leaving,
    NotYourTurn,
    Referee,
    Resign,
    Table,
    TakeBack,
    UndoRefused,
)
from ludex.core.play.frozen import freeze, thaw
from tests.typed import not_none

from .scripted import KINDS, Scripted, first
from .tiny import Cards

NAMES = ["Ann", "Bob", "Cy"]


@pytest.fixture
def table() -> Table:
    return Cards().new(3, seed=1, players=NAMES)


def played_out(table: Table) -> Table:
    while table.outcome is None:
        seat = table.waiting[0]
        table.play(seat, table.options(seat)[0])
    return table


def test_a_game_goes_on_without_a_seat_that_was_left(table: Table) -> None:
    waiting = table.waiting
    table.leave(1, "resigned")
    assert table.outcome is None
    assert table.waiting == waiting
    assert (table.away, table.leavings) == ((1,), (Leaving(0, 1, "bot", "resigned"),))


def test_leavers_rank_below_all_who_stayed_and_the_outcome_says_who_left_when(table: Table) -> None:
    table.play(0, table.options(0)[0])
    table.leave(0, "resigned")
    table.leave(2, "ran out of time", "open-seat")
    outcome = not_none(played_out(table).outcome)
    assert outcome.ranks == (3, 1, 2)
    assert outcome.winners == (1,)
    assert outcome.reason.endswith(
        "; seat 0 (Ann) left after move 1: resigned, and a bot played on"
        "; seat 2 (Cy) left after move 1: ran out of time, and the seat was open"
    )


def test_the_result_of_the_player_who_took_the_seat_counts(table: Table) -> None:
    plain = not_none(played_out(table.branch()).outcome)
    table.leave(0, "resigned")
    table.take_seat(0, "Dan")
    assert table.away == ()
    outcome = not_none(played_out(table).outcome)
    assert (outcome.ranks, outcome.winners) == (plain.ranks, plain.winners)
    assert outcome.reason.endswith("and a bot played on; Dan took the seat of seat 0 (Ann) after move 0")


def test_whoever_took_a_seat_and_leaves_it_left_later_than_others(table: Table) -> None:
    table.leave(0, "resigned")
    table.take_seat(0, "Dan")
    table.leave(1, "resigned")
    table.leave(0, "resigned")
    assert table.away == (1, 0)
    outcome = not_none(played_out(table).outcome)
    assert outcome.ranks == (2, 3, 1)
    assert "seat 0 (Dan) left" in outcome.reason


def test_the_last_leaver_ends_the_game(table: Table) -> None:
    for seat in (2, 0, 1):
        table.leave(seat, "resigned")
    outcome = not_none(table.outcome)
    assert (outcome.ranks, outcome.winners) == ((2, 1, 3), ())
    assert outcome.reason.startswith("seat 1 (Bob) forfeited: resigned; seat 2 (Cy) left")


def test_a_choice_may_be_to_end_the_game(table: Table) -> None:
    table.leave(1, "resigned", "end")
    assert not_none(table.outcome).reason == "seat 1 (Bob) forfeited: resigned"
    assert table.leavings == ()


REFUSED: dict[str, Any] = {
    "twice": (lambda t: (t.leave(1, "tired"), t.leave(1, "tired")), "seat 1 cannot leave: its player has left already"),
    "after the end": (lambda t: (t.forfeit(0, "tired"), t.leave(1, "tired")), "seat 1 cannot leave: the game is over"),
    "forfeits too": (lambda t: (t.leave(1, "tired"), t.forfeit(1, "tired")), "seat 1 cannot forfeit: its player"),
    "a seat that is not free": (lambda t: t.take_seat(1, "Dan"), "seat 1 cannot be taken: its player has not left"),
    "taken after the end": (lambda t: (t.forfeit(1, "x"), t.take_seat(1, "Dan")), "cannot be taken: the game is over"),
    "no such seat": (lambda t: t.leave(7, "tired"), "there is no seat 7"),
    "no such choice": (lambda t: t.leave(1, "tired", "nothing"), "on_leave is 'nothing': expected 'bot', 'open-seat'"),
    "no civil disorder": (lambda t: t.leave(1, "tired", "civil-disorder"), "has no civil disorder"),
    "no name": (lambda t: (t.leave(1, "tired"), t.take_seat(1, "a\nb")), "is not a player's name"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_with_a_sentence(table: Table, case: str) -> None:
    do, sentence = REFUSED[case]
    with pytest.raises((NotYourTurn, BadSetting), match=sentence):
        do(table)


@pytest.mark.parametrize("change", ["left", "taken"])
def test_undo_does_not_cross_a_change_of_seats(table: Table, change: str) -> None:
    table.leave(2, "resigned")
    table.play(0, table.options(0)[0])
    if change == "left":
        table.leave(1, "resigned")
    else:
        table.take_seat(2, "Dan")
    for agreed in ((), range(3)):
        with pytest.raises(UndoRefused, match=r"move 1 is final: seat \d has changed hands since"):
            table.undo(0, agreed=agreed)
    table.play(table.waiting[0], table.options(table.waiting[0])[0])
    table.undo(agreed=range(3))
    assert len(table.played) == 1


def test_a_branch_knows_the_leavers_of_its_past_alone(table: Table) -> None:
    for _ in range(2):
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
        table.leave(len(table.leavings), "resigned")
    assert [len(table.branch(at).leavings) for at in (0, 1, 2)] == [0, 0, 2]
    branch = table.branch()
    branch.leave(2, "resigned")
    assert len(table.leavings) == 2


def test_a_frozen_table_keeps_its_leavers(table: Table) -> None:
    table.leave(1, "resigned")
    table.leave(2, "resigned")
    table.take_seat(1, "Dan")
    again = thaw(Cards().new(3, seed=1, players=NAMES), freeze(table))
    assert again.leavings == table.leavings
    assert again.history == table.history


# --- histories


def left_in_the_middle() -> Table:
    table = Cards().new(3, seed=1, players=NAMES)
    table.play(0, table.options(0)[0])
    table.leave(1, "resigned")
    table.play(1, table.options(1)[0])
    table.take_seat(1, "Dan")
    table.leave(0, "ran out of time", "open-seat")
    return played_out(table)


def test_a_history_tells_every_change_of_a_seat_and_replays_it() -> None:
    table = left_in_the_middle()
    history = History.from_json(table.history.to_json())
    assert history == table.history
    again = history.verify(Cards())
    assert (again.leavings, again.outcome) == (table.leavings, table.outcome)
    assert '"leavings": [\n  {"after": 1, "seat": 1, "then": "bot", "why": "resigned"},\n' in history.to_json()
    assert [len(history.replay(at, Cards()).leavings) for at in (0, 1, 2)] == [0, 0, 1]


def test_a_history_without_leavings_does_not_mention_them(table: Table) -> None:
    assert "leavings" not in played_out(table).history.to_json()


def test_before_the_end_a_history_does_not_tell_after_how_many_moves_a_player_left(table: Table) -> None:
    table.play(0, table.options(0)[0])
    table.leave(1, "resigned")
    assert table.history.leavings
    assert "leavings" not in table.history.public().to_json()


def forged(**changes: Any) -> History:
    history = left_in_the_middle().history
    one, two, three = history.leavings
    made = {
        "another seat": (msgspec.structs.replace(one, seat=2), two, three),
        "another reason": (msgspec.structs.replace(one, why="tired"), two, three),
        "another fate": (msgspec.structs.replace(one, then="open-seat"), two, three),
        "none": (),
        "not taken": (one, three),
        "taken by another": (one, msgspec.structs.replace(two, by="Eve"), three),
        "earlier": (msgspec.structs.replace(one, after=0), two, three),
        "out of order": (one, three, two),
        "too late": (one, two, msgspec.structs.replace(three, after=999)),
        "twice": (one, one, two, three),
        "a seat that is not there": (msgspec.structs.replace(one, seat=5), two, three),
        "civil disorder": (msgspec.structs.replace(one, then="civil-disorder"), two, three),
    }[changes["case"]]
    return msgspec.structs.replace(history, leavings=made).sealed()


@pytest.mark.parametrize(
    "case",
    [
        "another seat",
        "another reason",
        "another fate",
        "none",
        "not taken",
        "taken by another",
        "earlier",
        "out of order",
        "too late",
        "twice",
        "a seat that is not there",
        "civil disorder",
    ],
)
def test_a_forged_leaving_is_refused(case: str) -> None:
    left_in_the_middle().history.verify(Cards())
    with pytest.raises(BadHistory):
        forged(case=case).verify(Cards())


# --- the referee


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_plays_on_for_a_player_that_resigns(table: Table, kind: Any) -> None:
    outcome = Referee(table, [kind(Resign()), first, first]).play()
    assert outcome.ranks[0] == 3
    assert "seat 0 (Ann) left after move 0: resigned, and a bot played on" in outcome.reason
    assert 0 in table.played.movers
    assert table.history.verify(Cards()).outcome == outcome


def test_the_bot_that_plays_on_repeats_itself(table: Table) -> None:
    digests = set()
    for _ in range(2):
        again = Cards().new(3, seed=5)
        Referee(again, [Scripted(Resign()), first, first]).play()
        digests.add(again.digest)
    assert len(digests) == 1


@pytest.mark.parametrize("answers", [[None] * 3, [Leave()]])
def test_a_violation_and_a_departure_are_treated_alike_under_the_policy_forfeit(
    table: Table, answers: list[Any]
) -> None:
    referee = Referee(table, [first, Scripted(*answers), first], on_violation="forfeit")
    outcome = referee.play()
    assert outcome.ranks[1] == 3
    assert [leaving.seat for leaving in table.leavings] == [1]
    assert list(referee.violations) == ([1] if answers[0] is None else [])


def test_several_players_may_leave_until_one_of_two_ends_the_game(table: Table) -> None:
    outcome = Referee(table, [Scripted(Resign()), Scripted(Resign()), first]).play()
    assert outcome.ranks == (3, 2, 1)
    assert outcome.reason.startswith("seat 1 (Bob) forfeited: resigned; seat 0 (Ann) left")


def test_a_game_for_two_ends_whatever_the_choice() -> None:
    for choice in ("bot", "open-seat", "end"):
        table = Cards().new(2, seed=1, players=NAMES[:2])
        outcome = Referee(table, [Scripted(Resign()), first], on_leave=choice, newcomer=lambda seat: first).play()
        assert outcome.reason == "seat 0 (Ann) forfeited: resigned"


def test_with_an_open_seat_the_newcomer_plays_on_and_its_result_counts(table: Table) -> None:
    asked: list[int] = []
    dan = Scripted(name="Dan")

    def newcomer(seat: int) -> Scripted:
        asked.append(seat)
        return dan

    outcome = Referee(table, [Scripted(Resign()), first, first], on_leave="open-seat", newcomer=newcomer).play()
    assert asked == [0]
    assert dan.requests
    assert "Dan took the seat of seat 0 (Ann)" in outcome.reason
    assert table.away == ()


def test_if_no_one_comes_to_an_open_seat_the_game_ends(table: Table) -> None:
    referee = Referee(table, [Scripted(Resign()), first, first], on_leave="open-seat", newcomer=lambda seat: None)
    assert referee.play().reason == "seat 0 (Ann) forfeited: resigned"


def test_an_open_seat_needs_someone_who_can_come(table: Table) -> None:
    with pytest.raises(BadSetting, match="pass newcomer"):
        Referee(table, [first] * 3, on_leave="open-seat")


def test_the_choice_end_ends_the_game_of_three(table: Table) -> None:
    assert Referee(table, [Scripted(Resign()), first, first], on_leave="end").play().ranks[0] == 3
    assert len(table.played) == 0


@pytest.mark.parametrize("choice", ["shrug", "civil-disorder"])
def test_an_unknown_choice_is_refused_before_the_game(table: Table, choice: Any) -> None:
    with pytest.raises(BadSetting, match="expected 'bot', 'open-seat' or 'end'"):
        Referee(table, [first] * 3, on_leave=choice)


def test_a_player_takes_nothing_back_past_a_departure(table: Table) -> None:
    ann = Scripted(None, TakeBack())
    table.play(0, table.options(0)[0])
    again = Scripted(Resign())
    Referee(table, [ann, again, first], take_backs=True, max_retries=5).play()
    refused = [request.rejection.code for request in ann.requests if request.rejection]
    assert "final" in refused


def test_when_no_person_stays_at_a_shared_screen_the_game_ends(table: Table) -> None:
    class Person(Scripted):
        patient = True

    outcome = Referee(table, [Person(Resign()), first, first]).play()
    assert outcome.reason == "seat 0 (Ann) forfeited: resigned"
