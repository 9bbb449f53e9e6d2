"""What stands in for the rules that a game leaves out."""

from __future__ import annotations

from typing import Any

from ludex.core.loops import redeal, scores
from ludex.core.rule import loop, rule


@rule
def no_setup(s: Any) -> None:
    """`setup` of a game whose blank state is its start."""


@rule
def no_opening(s: Any, log: Any) -> None:
    """`opening` of a game in which nothing is told before the first decision."""


@rule
def no_secrets(s: Any, seat: int) -> None:
    """`hide` and `redeal` of a game in which everybody sees everything."""


@rule
def no_laws(s: Any) -> int:
    """`audit` of a game that states no laws."""
    return 0


@rule
def own_side(s: Any, seat: int) -> int:
    """`side` of a game in which everybody plays for themselves."""
    return seat


@rule
def no_milestone(s: Any) -> int:
    """`milestone` of a game that is scored at its end only."""
    return 0


@loop
def any_world(s: Any, seat: int) -> None:
    """`suppose` of a game that knows of no likelier worlds than those that `redeal` deals."""
    redeal(s, seat)


@rule
def as_likely(s: Any, seat: int) -> int:
    """`likelihood` of a game in which all worlds that `redeal` deals are equally likely."""
    return 1000


@loop
def scores_so_far(s: Any, out: Any) -> None:
    """`estimate` of a game that has no better one than its scores."""
    scores(s, out)
