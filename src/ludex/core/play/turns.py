"""The order in which a referee asks the seats that owe a decision at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ludex.core.play.table import Table


def next_to_decide(table: Table[Any], patient: Sequence[bool]) -> Sequence[int]:
    """Return the seats that owe a decision, clockwise from the one that moved last.

    Patient players come after all others, one at a time. A patient player who has just moved continues, so that people
    who share a screen need not change places.

    >>> import ludex
    >>> table = ludex.game("hearts").new(4, seed=7)
    >>> next_to_decide(table, [False] * 4), next_to_decide(table, [True, False, True, False])
    ((0, 1, 2, 3), [1, 3])
    """
    waiting = table.engine.waiting
    if len(waiting) == 1:
        return waiting
    last = table.played.seat_of_last()
    clockwise = _clockwise(waiting, last)
    if not any(patient):
        return clockwise
    prompt = [seat for seat in clockwise if not patient[seat]]
    return prompt or ([last] if last in clockwise else clockwise[:1])


@cache
def _clockwise(seats: tuple[int, ...], last: int) -> tuple[int, ...]:
    """Return seats in the order after the one that moved last."""
    return (*(seat for seat in seats if seat > last), *(seat for seat in seats if seat <= last))
