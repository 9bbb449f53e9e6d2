"""Strategies for Modern Art. Each is a rule, so that it runs compiled inside simulations.

All bots think alike (decisions.py): they estimate what the lot will be worth when the round ends (estimates.py), and
turn that into bids, prices and cards by the traits of their character (characters.py). They know what their seat knows,
and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core import State, rule
from ludex.games.modern_art.bots.characters import (
    AGGRESSIVE,
    CAUTIOUS,
    CHARACTERS,
    COLLECTOR,
    EASY,
    HARD,
    MEDIUM,
    OPPORTUNIST,
)
from ludex.games.modern_art.bots.decisions import decide


@rule
def aggressive(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Bids at once and in jumps, and up to more than a painting is worth."""
    return decide(s, seat, AGGRESSIVE, options, count, dice)


@rule
def cautious(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Waits for the first call and pays about two thirds."""
    return decide(s, seat, CAUTIOUS, options, count, dice)


@rule
def collector(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Wants more of the artists it already owns."""
    return decide(s, seat, COLLECTOR, options, count, dice)


@rule
def opportunist(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Bids at the last call, buys bargains, and asks high prices."""
    return decide(s, seat, OPPORTUNIST, options, count, dice)


@rule
def easy(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Takes the table as it is, plays any card, and pays about two thirds of what it sees, depending on its mood."""
    return decide(s, seat, EASY, options, count, dice)


@rule
def medium(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Looks ahead a little, sells what brings most, and buys with a margin."""
    return decide(s, seat, MEDIUM, options, count, dice)


@rule
def hard(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Looks ahead, pays nearly what a painting is worth, and plays cards that raise its own paintings."""
    return decide(s, seat, HARD, options, count, dice)


BOTS: dict[str, Callable[..., Any]] = dict(
    zip(CHARACTERS, (aggressive, cautious, collector, opportunist, easy, medium, hard), strict=True)
)
