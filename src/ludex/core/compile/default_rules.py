"""Defaults for rules that a game leaves out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.compile.playout import redeal, scores
from ludex.core.language.rule import loop, rule


@rule
def no_setup(s: Any) -> None:
    """`setup` of a game whose blank state is its start."""


@rule
def no_opening(s: Any, log: Any) -> None:
    """`opening` of a game without events before the first decision."""


@rule
def no_secrets(s: Any, seat: int) -> None:
    """`hide` and `redeal` of a game without secrets."""


@rule
def no_laws(s: Any) -> int:
    """`audit` of a game that states no laws."""
    return 0


@rule
def own_side(s: Any, seat: int) -> int:
    """`side` of a game without teams."""
    return seat


@rule
def no_milestone(s: Any) -> int:
    """`milestone` of a game that is scored at its end only."""
    return 0


@loop
def any_world(s: Any, seat: int) -> None:
    """`suppose` of a game without likelier worlds than those that `redeal` deals."""
    redeal(s, seat)


@rule
def as_likely(s: Any, seat: int) -> int:
    """`likelihood` of a game in which all worlds that `redeal` deals are equally likely."""
    return 1000


@rule
def any_move(s: Any, seat: int, move: int) -> bool:
    """`sensible` of a game in which every legal move is worth considering."""
    return True


@loop
def scores_so_far(s: Any, out: Any) -> None:
    """`estimate` of a game without a better estimate than its scores."""
    scores(s, out)


OPTIONAL: Mapping[str, Callable[..., Any]] = {
    "setup": no_setup,
    "opening": no_opening,
    "hide": no_secrets,
    "redeal": no_secrets,
    "audit": no_laws,
    "side": own_side,
    "milestone": no_milestone,
    "suppose": any_world,
    "likelihood": as_likely,
    "estimate": scores_so_far,
    "sensible": any_move,
}
"""The rules that a game may leave out, with the one that is used instead."""
