"""`@rule`: one source, interpreted or compiled.

A rule remains a plain function: call it with an interpreted state, step through it, measure its coverage.
`ludex.core.compile` makes compiled copies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, compiled: Callable[..., Any]) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, compiled: Callable[..., Any] | None = None) -> F | Callable[[F], F]:
    """Mark a function as a rule: it may be compiled, and called by other rules.

    `compiled` names another source to compile in its place, for the few primitives whose arithmetic differs between
    Python and machine code (64-bit wrap-around).

    >>> @rule
    ... def double(x):
    ...     return 2 * x
    >>> double(4)
    8
    """

    def mark(marked: F) -> F:
        marked.__dict__["ludex_rule"] = compiled or marked
        return marked

    return mark(function) if function is not None else mark


def loop(function: F) -> F:
    """Mark a generic function whose globals `setup`, `legal`, `play`, … are replaced by each game's rules."""
    function.__dict__["ludex_rule"] = function
    function.__dict__["ludex_loop"] = True
    return function


def unchecked(function: F) -> F:
    """Mark a rule that is compiled without checks of its indices, because they come from tables of Ludex's own."""
    function.__dict__["ludex_unchecked"] = True
    return function


class Loop(NamedTuple):
    """A loop outside the core that `ludex warm` can compile."""

    use: Callable[[Any, Any], object]
    """A function that uses the loop once: `use(game, kernel)`."""
    of: str
    """The name of the class of games that the loop is for. Empty for all games."""
    bulk: bool
    """True if it does too much to be run interpreted."""


OWN_LOOPS: dict[Callable[..., Any], Loop] = {}
"""The loops outside the core."""


def warmed_by(use: Callable[[Any, Any], object], *, of: str = "", bulk: bool = False) -> Callable[[F], F]:
    """Let a loop or rule outside the core be compiled ahead of time: `use(game, kernel)` must call it once.

    `of` names the class of games that it is for (default: all). A loop that is marked so runs interpreted at first, and
    compiled as soon as a background process has compiled it, unless it does too much for that (`bulk`).
    """

    def mark(function: F) -> F:
        OWN_LOOPS[function] = Loop(use, of, bulk)
        return function

    return mark
