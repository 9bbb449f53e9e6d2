"""Errors: a small family below ValueError, told apart by type, quoting what was given and what was expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import ludex
from ludex import Attempt, IllegalMove, LudexError, PlayerViolation, Rejection
from ludex.core.language import errors

from .tiny import Cards

FAMILY = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", FAMILY, ids=lambda kind: kind.__name__)
def test_every_error_is_a_ludex_error_and_a_value_error_and_public(kind: type[Exception]) -> None:
    assert issubclass(kind, LudexError)
    assert issubclass(kind, ValueError)
    assert getattr(ludex, kind.__name__) is kind
    assert kind.__doc__


def test_no_error_is_a_kind_of_another() -> None:
    single = [kind for kind in FAMILY if kind is not LudexError]
    assert all(kind.__bases__ == (LudexError,) for kind in single)
    assert len(single) >= 9


def test_an_illegal_move_carries_its_rejection() -> None:
    rejection = Rejection("too-much", "you have 3, and 4 is more.")
    error = IllegalMove(rejection)
    assert error.rejection is rejection
    assert str(error) == rejection.sentence


def test_a_violation_names_seat_player_every_attempt_and_every_reason() -> None:
    attempts = tuple(Attempt(n, f"stake {n}", Rejection("too-much", f"{n} is too much.")) for n in (1, 2))
    error = PlayerViolation(2, "Ann", attempts)
    assert (error.seat, error.name, error.attempts) == (2, "Ann", attempts)
    for part in (
        "seat 2",
        "Ann",
        "2 attempts",
        "attempt 1: stake 1",
        "attempt 2: stake 2",
        "too-much",
        "2 is too much.",
    ):
        assert part in str(error)


CARDS: Any = Cards()  # which also takes what a type checker would refuse
TABLE = CARDS.new(2, seed=1)
GIVEN_AND_EXPECTED: dict[str, tuple[Callable[[], Any], type[LudexError], tuple[str, ...]]] = {
    "another setting": (lambda: CARDS.new(2, lenght=3), ludex.BadSetting, ("'lenght'", "length")),
    "a bad value": (lambda: CARDS.new(2, length=101), ludex.BadSetting, ("101", "1 to 100")),
    "another type": (lambda: CARDS.new(2, length="long"), ludex.BadSetting, ("long", "int")),
    "too many seats": (lambda: CARDS.new(9), ludex.BadSetting, ("9", "2 to 3")),
    "another number of players": (lambda: CARDS.new(2, players=["Ann"]), ludex.BadSetting, ("1 player", "2 seats")),
    "no seed": (lambda: CARDS.new(2, seed=1.5), ludex.BadSetting, ("1.5", "32 bytes")),
    "no such seat": (lambda: TABLE.play(7, "keep"), ludex.NotYourTurn, ("7", "0 to 1")),
    "not in turn": (lambda: TABLE.play(1, "keep"), ludex.NotYourTurn, ("seat 1", "seat 0")),
    "not readable": (
        lambda: TABLE.play(0, "fold"),
        ludex.UnreadableMove,
        ("'fold'", "keep, draw, peek seat 1, stake 1…10"),
    ),
    "not allowed": (lambda: TABLE.play(0, "stake 12"), ludex.IllegalMove, ("stake 12", "10")),
    "nothing to undo": (lambda: TABLE.undo(0), ludex.UndoRefused, ("no move has been made yet",)),
    "no history": (lambda: ludex.History.from_json("[]"), ludex.BadHistory, ("object", "array")),
    "no such game": (lambda: ludex.game("automaton"), ludex.UnknownGame, ("'automaton'", "'automation'")),
}


@pytest.mark.parametrize("case", GIVEN_AND_EXPECTED)
def test_a_message_quotes_what_was_given_and_what_was_expected(case: str) -> None:
    wrong, kind, parts = GIVEN_AND_EXPECTED[case]
    with pytest.raises(LudexError) as refused:
        wrong()
    assert type(refused.value) is kind
    for part in parts:
        assert part in str(refused.value)
