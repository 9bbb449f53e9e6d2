"""A seat is a whole number of any origin: numbers of NumPy are seats, True is not, and nothing compiles again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludex
from ludex import BadSetting, NotYourTurn, Table

from .tiny import Cards, Keep, Stake

USES: dict[str, Callable[[Table, Any], Any]] = {
    "options": lambda table, seat: table.options(seat),
    "request": lambda table, seat: table.request(seat).options,
    "check": lambda table, seat: table.check(seat, Keep()),
    "check_packed": lambda table, seat: table.engine.check_packed(seat, 0),
    "view": lambda table, seat: table.view(seat),
    "record": lambda table, seat: table.record(seat).tobytes(),
    "events": lambda table, seat: table.events(seat),
    "play": lambda table, seat: table.play(seat, Stake(3)),
    "play_packed": lambda table, seat: table.engine.play_packed(seat, 0),
    "read": lambda table, seat: table.read(seat, "keep"),
    "forfeit": lambda table, seat: table.forfeit(seat, "why not"),
    "undo": lambda table, seat: undo(table, seat),
}


def undo(table: Table, seat: Any) -> None:
    table.play(1, "keep")
    table.undo(seat, agreed=[seat, 0])


def at_seat_1() -> Table:
    table = Cards().new(2, seed=1)
    table.play(0, "keep")
    return table


@pytest.mark.parametrize("case", USES)
@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, np.intp])
def test_a_number_of_numpy_is_a_seat(case: str, kind: Any) -> None:
    plain, other = at_seat_1(), at_seat_1()
    assert USES[case](plain, 1) == USES[case](other, kind(1))
    assert plain.digest == other.digest
    assert plain.history == other.history


@pytest.mark.parametrize("case", [case for case in USES if case not in ("check", "read")])
@pytest.mark.parametrize("wrong", [True, np.bool_(True), 1.0, "1", None, [1], -1, 2, np.int64(2), np.float64(1)])
def test_anything_else_is_refused_with_a_sentence(case: str, wrong: Any) -> None:
    if wrong is None and case in ("view", "record", "events", "undo"):
        pytest.skip("None is a spectator, or the table's owner")
    table = at_seat_1()
    with pytest.raises(NotYourTurn, match=r"there is no seat .*; seats are whole numbers, 0 to 1"):
        USES[case](table, wrong)


def test_a_check_of_a_wrong_seat_is_a_rejection() -> None:
    rejection = at_seat_1().check(True, Keep())
    assert rejection is not None
    assert rejection.sentence == "there is no seat True; seats are whole numbers, 0 to 1"


def test_the_number_of_seats_is_a_whole_number_too() -> None:
    assert Cards().new(2, seed=1).digest == Cards().new(np.int64(2), seed=1).digest  # type: ignore[arg-type]  # that is the test
    with pytest.raises(BadSetting, match="seats, not True"):
        ludex.game("automation").new(True)
