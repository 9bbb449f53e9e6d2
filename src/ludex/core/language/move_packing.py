"""Moves as rules use them: by their class and the numbers of their fields, never by the packed form.

In compiled rules a class of moves is its layout, a tuple of constants, and the compiler folds all of this away.
"""

from __future__ import annotations

from typing import Any

from ludex.core.language.moves import BASE, FIRST, FLOOR, LAST, LEAST, NO_FLOOR, SIZE, STRIDE, Move, option_range
from ludex.core.language.rule import rule

A, B, C, D = (3, 7, 11, 15)
"""The indices at which the four fields begin in a layout."""


@rule
def term(layout: Any, field: int, value: int) -> int:
    """Return the number that a field adds to the packed form."""
    floor = layout[field + FLOOR]
    return int(layout[field + STRIDE] * (floor if floor != NO_FLOOR and value < floor else value))


def _packed(layout: Any, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return int(layout[BASE] + term(layout, A, a) + term(layout, B, b) + term(layout, C, c) + term(layout, D, d))


@rule(compiled=_packed)
def packed(kind: type[Move], a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Pack a move by its class and the numbers of its fields, for bots to return and for records to store.

    >>> from ludex.games.automation import BuyCard
    >>> packed(BuyCard, 3) - packed(BuyCard, 0)
    3
    """
    return _packed(kind.ludex_constant, a, b, c, d)


def _is_a(move: int, layout: Any) -> bool:
    return bool(layout[FIRST] <= move <= layout[LAST])


@rule(compiled=_is_a)
def is_a(move: int, kind: type[Move]) -> bool:
    """Return whether a packed move is of a kind.

    >>> from ludex.games.automation import BuyCard, EndPhase
    >>> is_a(packed(BuyCard, 3), BuyCard), is_a(packed(BuyCard, 3), EndPhase)
    (True, False)
    """
    return _is_a(move, kind.ludex_constant)


@rule
def value_at(index: int, least: int, floor: int) -> int:
    """Return the number that rules use for a field's value: -1 for one that is left out."""
    return -1 if floor != NO_FLOOR and index == 0 else index + least


def _field_of(move: int, layout: Any, place: int = 0) -> int:
    at = A + 4 * place
    index = (move - layout[FIRST]) // layout[at + STRIDE] % layout[at + SIZE]
    return value_at(int(index), layout[at + LEAST], layout[at + FLOOR])


@rule(compiled=_field_of)
def field_of(move: int, kind: type[Move], place: int = 0) -> int:
    """Return the number of a field of a packed move, which must be of that kind.

    >>> from ludex.games.automation import BuyCard
    >>> field_of(packed(BuyCard, 3), BuyCard)
    3
    """
    return _field_of(move, kind.ludex_constant, place)


@rule
def offer(out: Any, count: int, kind: Any, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Offer one move: write it as row `count` of `out`, and return the new count."""
    move = packed(kind, a, b, c, d)
    return option_range(out, count, move, move)


def _offer_range(out: Any, count: int, layout: Any, low: int, high: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    first = layout[BASE] + term(layout, A, a) + term(layout, B, b) + term(layout, C, c)
    return option_range(out, count, int(first + low), int(first + high))


@rule(compiled=_offer_range)
def offer_range(out: Any, count: int, kind: type[Move], low: int, high: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """Offer a kind of move with its last field from low to high.

    The fields before the last are a, b and c. Nothing is offered if high < low. Past the end of `out`, rows are only
    counted.
    """
    return _offer_range(out, count, kind.ludex_constant, low, high, a, b, c)
