"""The referee: asks, checks, rejects, asks again, executes; and never decides for a player."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any, cast

import pytest

from ludex import BadSetting, History, IllegalMove, PlayerViolation, Referee, Request, Table
from ludex.author import rule
from tests.typed import not_none

from .scripted import KINDS, Later, Scripted, first
from .sealed import Bid
from .tiny import Cards, Draw, Keep, Peek, Stake, Staked, variant


@pytest.fixture
def table() -> Table:
    return Cards().new(2, seed=1, players=["Ann", "Bob"])


# --- asking


def test_players_are_asked_in_turn_and_their_moves_executed(table: Table) -> None:
    ann, bob = Scripted(Stake(3), Keep(), Draw()), Scripted(Stake(2), Peek(0), Stake(5))
    outcome = Referee(table, [ann, bob]).play()
    assert [str(table.game.moves.unpack(p.packed)) for p in table.played] == [
        "stake 3",
        "stake 2",
        "keep",
        "peek seat 0",
        "draw",
        "stake 5",
    ]
    assert outcome == table.outcome
    assert [request.seat for request in ann.requests] == [0, 0, 0]


def test_a_request_has_all_the_seat_may_know_and_do(table: Table) -> None:
    ann = Scripted()
    expected = table.view(0), table.options(0), table.record(0).tobytes()
    Referee(table, [ann, first]).play()
    request = ann.requests[0]
    assert (request.view, request.options, not_none(request.record).tobytes()) == expected
    assert (request.seat, request.attempt, request.rejection) == (0, 1, None)


def test_a_request_tells_what_happened_since_the_last_one_and_no_secret(table: Table) -> None:
    ann, bob = Scripted(Stake(1), Stake(2)), Scripted(Draw(), Peek(0))
    Referee(table, [ann, bob]).play()
    assert ann.requests[0].events == ()
    assert [str(event) for event in ann.requests[1].events] == ["seat 0 stakes 1.", "seat 1 draws."]
    assert ann.requests[2].events == (Staked(0, 2),)
    assert bob.requests[0].events == (Staked(0, 1),)
    assert [type(event).__name__ for event in bob.requests[1].events] == ["Drew", "Got", "Staked"]


def test_an_object_with_a_decide_method_is_a_player_and_so_is_a_function(table: Table) -> None:
    class Plain:
        def decide(self, request: Request) -> Any:
            return request.options[0]

    assert Referee(table, [Plain(), first]).play() == table.outcome


def test_a_way_to_deal_with_violations_that_does_not_exist_is_refused(table: Table) -> None:
    with pytest.raises(BadSetting, match="on_violation is 'shrug': expected 'raise' or 'forfeit'"):
        Referee(table, [first, first], on_violation="shrug")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("wrong", [0, -1, True, 2.5, 3.0, "3", "33", [3, True], [2, "3"], [3, 0], float("nan")])
def test_attempts_are_a_whole_number_of_at_least_one(table: Table, wrong: Any) -> None:
    value = re.escape(repr(wrong[1] if isinstance(wrong, list) else wrong))
    with pytest.raises(BadSetting, match=f"max_retries is {value}: expected a whole number, at least 1, or None"):
        Referee(table, [first, first], max_retries=wrong)


def test_a_text_is_not_a_list_of_time_limits(table: Table) -> None:
    with pytest.raises(BadSetting, match="time_limit is '15': expected seconds"):
        Referee(table, [first, first], time_limit="15")  # type: ignore[arg-type]  # wrong on purpose


def test_every_seat_needs_a_player(table: Table) -> None:
    with pytest.raises(BadSetting, match="1 player for 2 seats"):
        Referee(table, [first])


def test_whoever_watches_sees_the_table_after_every_move(table: Table) -> None:
    seen = []
    Referee(table, [first, first], watch=lambda t: seen.append(len(t.played))).play()
    assert seen == [1, 2, 3, 4, 5, 6]


def test_a_referee_takes_over_a_table_in_the_midst_of_a_game(table: Table) -> None:
    table.play(0, "stake 3")
    bob = Scripted()
    Referee(table, [first, bob]).play()
    assert bob.requests[0].events == (Staked(0, 3),)
    assert len(table.played) == 6


# --- rejecting

BAD_ANSWERS = {
    "an illegal move": (Stake(15), "too-much", "you have 10, and 15 is more"),
    "a move of another game": (Bid(3), "unreadable", "not a move of this game"),
    "a move with a bad value": (Stake(99), "unreadable", "99 is not a whole number from 1 to 20"),
    "a move with a value of another type": (Stake(cast(Any, "much")), "unreadable", "'much' is not a whole number"),
    "a move with a list in it": (Peek(cast(Any, [1])), "unreadable", "is not a whole number"),
    "nothing": (None, "no-answer", "returned None"),
    "a text that is not a move": ("steak 3", "unreadable", "'steak 3' is not one of the options. There are: keep"),
    "a number": (3, "wrong-type", "returned 3, an int"),
    "a class": (Stake, "wrong-type", "expected a move"),
    "an exception": (RuntimeError("out of ideas"), "exception", "raised RuntimeError: out of ideas"),
    "a bug": (ZeroDivisionError(), "exception", "raised ZeroDivisionError"),
}


class Sly(str):
    """A text with overridden methods."""

    def __str__(self) -> str:
        return "stake 20"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("answer", ["stake 3", "STAKE  3", Sly("stake 3")])
def test_a_text_is_read_like_a_typed_move(table: Table, answer: str, kind: Any) -> None:
    Referee(table, [kind(answer), first]).play()
    assert table.history.moves[0].move == "stake 3"
    assert table.history.retries == ()


def test_a_forfeit_by_bad_answers_names_the_code_that_gave_them(table: Table) -> None:
    def hopeless(request: Any) -> str:
        return "fly"

    with pytest.raises(PlayerViolation) as caught:
        Referee(table, [hopeless, first]).play()
    line = hopeless.__code__.co_firstlineno
    assert caught.value.why.endswith(f"(core/test_referee.py, line {line}, in hopeless)")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_a_bad_answer_costs_an_attempt_and_the_next_request_says_why(table: Table, case: str, kind: Any) -> None:
    answer, code, why = BAD_ANSWERS[case]
    ann = kind(answer, Stake(3))
    Referee(table, [ann, first]).play()
    again = ann.requests[1]
    assert (again.attempt, again.rejection.code) == (2, code)
    assert why in again.rejection.sentence
    assert again.options == ann.requests[0].options
    assert again.view == ann.requests[0].view
    assert again.events == ann.requests[0].events
    assert ann.requests[2].attempt == 1
    assert ann.requests[2].rejection is None
    assert table.view().pot[0] == 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", BAD_ANSWERS)
def test_the_last_bad_answer_is_a_violation_with_every_attempt_and_reason(table: Table, case: str, kind: Any) -> None:
    answer, code, why = BAD_ANSWERS[case]
    before, digest = table.engine.record_in_full().tobytes(), table.digest
    ann = kind(answer, answer, answer, Stake(3))
    with pytest.raises(PlayerViolation) as refused:
        Referee(table, [ann, first], max_retries=3).play()
    violation = refused.value
    assert (violation.seat, violation.name) == (0, "Ann")
    assert [attempt.number for attempt in violation.attempts] == [1, 2, 3]
    assert {attempt.rejection.code for attempt in violation.attempts} == {code}
    assert str(violation).count(why) == 3
    assert len(ann.requests) == 3
    assert table.engine.record_in_full().tobytes() == before
    assert table.digest == digest
    assert table.played == []


@pytest.mark.parametrize("max_retries", [1, 2, 5])
def test_a_player_is_asked_as_often_as_allowed(table: Table, max_retries: int) -> None:
    ann = Scripted(*[None] * 9)
    with pytest.raises(PlayerViolation, match=f"no legal move in {max_retries} attempts?"):
        Referee(table, [ann, first], max_retries=max_retries).play()
    assert [request.attempt for request in ann.requests] == list(range(1, max_retries + 1))


def test_every_seat_can_have_a_limit_of_its_own(table: Table) -> None:
    ann, bob = Scripted(None, None, Keep()), Scripted(None, Keep())
    with pytest.raises(PlayerViolation) as refused:
        Referee(table, [ann, bob], max_retries=[3, 1]).play()
    assert refused.value.seat == 1
    assert len(ann.requests) == 3


def test_a_limit_for_every_seat_or_one_for_all(table: Table) -> None:
    with pytest.raises(BadSetting, match="3 numbers for 2 seats"):
        Referee(table, [first, first], max_retries=[3, 3, 3])


def test_without_a_limit_a_player_may_err_as_often_as_it_likes(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    ann = Scripted(*[None] * 20, Keep())
    with caplog.at_level(logging.INFO, "ludex.referee"):
        Referee(table, [ann, first], max_retries=[None, 3]).play()
    assert [request.attempt for request in ann.requests][:21] == list(range(1, 22))
    assert {record.levelname for record in caplog.records} == {"INFO"}
    assert len(table.history.retries) == 20


def test_without_a_limit_an_exception_is_raised(table: Table) -> None:
    """Else a person whose terminal is gone would be asked for ever."""
    with pytest.raises(OSError, match="gone"):
        Referee(table, [Scripted(OSError("gone")), first], max_retries=None).play()


def test_attempts_are_counted_again_from_one_for_every_decision(table: Table) -> None:
    ann = Scripted(None, Keep(), None, None, Keep(), None, Keep())
    Referee(table, [ann, first], max_retries=3).play()
    assert [request.attempt for request in ann.requests] == [1, 2, 1, 2, 3, 1, 2]


def test_a_move_is_never_put_in_a_players_place(table: Table) -> None:
    """Not even where only one is left."""
    lonely = variant(legal=only_keep, why_not=anything_but_keep)
    table = lonely.new(2, seed=1)
    assert len(table.options(0)) == 1
    with pytest.raises(PlayerViolation):
        Referee(table, [Scripted(None, None, None), first]).play()
    assert table.played == []


@rule
def only_keep(s: Any, seat: int, out: Any) -> int:
    out[0] = 0
    return 1


@rule
def anything_but_keep(s: Any, seat: int, move: Any) -> int:
    return 4 if move else 0


class Hostile(Keep, frozen=True):
    """A player's own kind of move, made to do harm when it is looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("do not look")

    __str__ = __repr__


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("do not look")


class Unsayable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("do not look")


@pytest.mark.parametrize("answer", [Hostile(), Unspeakable(), Unsayable()], ids=["move", "object", "exception"])
def test_an_answer_that_cannot_even_be_printed_costs_an_attempt_like_any_other(table: Table, answer: Any) -> None:
    ann = Scripted(answer, Keep())
    Referee(table, [ann, first]).play()
    assert ann.requests[1].attempt == 2


def test_a_violation_of_a_player_without_a_name_is_a_violation(table: Table) -> None:
    class Plain:
        def decide(self, request: Request) -> Any:
            return None

    with pytest.raises(PlayerViolation, match=r"seat 0 \(Plain\)"):
        Referee(table, [Plain(), first]).play()


def test_the_table_itself_does_not_accept_what_the_referee_rejects(table: Table) -> None:
    with pytest.raises(IllegalMove):
        table.play(0, Stake(15))


# --- what is recorded


def test_rejected_answers_are_logged_with_seat_player_attempt_and_reason(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "ludex.referee"):
        Referee(table, [Scripted(Stake(15), None), first], max_retries=3).play()
    assert len(caplog.records) == 2
    assert caplog.messages[0] == (
        "seat 0 (Ann), attempt 1 of 3 rejected: stake 15 rejected: you have 10, and 15 is more. Stake 1 to 10."
    )
    assert "attempt 2 of 3" in caplog.messages[1]
    assert {record.name for record in caplog.records} == {"ludex.referee"}


def test_rejected_answers_are_in_the_history(table: Table) -> None:
    Referee(table, [Scripted(Keep(), Stake(15), "steak 3"), first]).play()
    history = History.from_json(table.history.to_json())
    assert [(r.after, r.seat, r.attempt.number, r.attempt.answer) for r in history.retries] == [
        (2, 0, 1, "stake 15"),
        (2, 0, 2, "steak 3"),
    ]
    assert history.retries[0].attempt.rejection.code == "too-much"
    assert history.verify(table.game).history == history


def test_a_game_without_a_mistake_has_no_retries(table: Table) -> None:
    Referee(table, [first, first]).play()
    assert table.history.retries == ()


@pytest.mark.parametrize("kind", KINDS)
def test_under_the_policy_forfeit_the_game_ends_with_that_seat_last(table: Table, kind: Any) -> None:
    outcome = Referee(table, [kind(Stake(9), *[None] * 3), first], max_retries=3, on_violation="forfeit").play()
    assert outcome.ranks == (2, 1)
    assert outcome.winners == (1,)
    assert "seat 0 (Ann) forfeited" in outcome.reason
    assert "returned None" in outcome.reason
    assert len(table.played) == 2
    history = History.from_json(table.history.to_json())
    assert not_none(history.forfeit).seat == 0
    assert len(history.retries) == 3
    assert history.verify(table.game).outcome == outcome


# --- called and awaited


@pytest.mark.parametrize("players", [(Scripted, Later), (Later, Scripted), (Later, Later), (Scripted, Scripted)])
def test_called_awaited_and_mixed_players_play_the_same(players: Any) -> None:
    tables = []
    for kinds in (players, (Scripted, Scripted)):
        table = Cards().new(2, seed=1)
        Referee(table, [kinds[0](Stake(3), None, Draw()), kinds[1]("x", Stake(2))]).play()
        tables.append(table)
    assert tables[0].digest == tables[1].digest
    assert tables[0].history.retries == tables[1].history.retries


def test_an_async_function_is_a_player(table: Table) -> None:
    async def later(request: Request) -> Any:
        await asyncio.sleep(0)
        return request.options[0]

    assert Referee(table, [later, first]).play().reason == "the last move was made"


def test_a_function_that_returns_something_to_await_is_a_player(table: Table) -> None:
    async def later(request: Request) -> Any:
        await asyncio.sleep(0)
        return request.options[0]

    assert Referee(table, [lambda request: later(request), first]).play().reason == "the last move was made"


def test_a_game_is_played_inside_a_running_event_loop(table: Table) -> None:
    async def whole() -> Any:
        return await Referee(table, [Later(), Scripted()]).play_async()

    assert asyncio.run(whole()) == table.outcome


def test_an_exception_in_a_coroutine_costs_an_attempt(table: Table) -> None:
    async def fails(request: Request) -> None:
        raise RuntimeError("out of ideas")

    with pytest.raises(PlayerViolation, match="raised RuntimeError: out of ideas"):
        Referee(table, [fails, first]).play()


def test_a_referee_shows_its_table_and_players(table: Table) -> None:
    assert repr(Referee(table, [Scripted(), first])).endswith("with Ann, first>")
