"""The rules of one game, ready to call: compiled, or interpreted from the same source.

Both kernels have the same functions, named after what they enter. They take states as an array of records and an index:

    waiting(states, i)                  bits of the seats that owe a decision
    legal(states, i, seat, out)         writes rows (first, last) of packed moves, returns how many
    why_not(states, i, seat, move)      0, or the code of the reason
    play(states, i, seat, move, log)    executes a legal move

Only `turn` and `look`, which tables use, take the arrays of `ludex.core.compile.table_buffers` directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludex.core.compile import entry_points
from ludex.core.compile.move_dispatch import Rules
from ludex.core.compile.playout import play_games
from ludex.core.compile.program import Program, fill_in, import_compiler, plain
from ludex.core.language.errors import OutOfBounds
from ludex.core.language.interpreted_state import Twins
from ludex.core.language.record import Layout

ENTRIES: dict[str, Callable[..., Any]] = {
    name.removeprefix("enter_"): entry for name, entry in vars(entry_points).items() if name.startswith("enter_")
} | {"play_games": play_games}
"""The functions of a kernel, by name."""


def direct(entry: Callable[..., Any], *args: Any) -> Callable[..., Any]:
    """Return an entry that only takes arguments of the types of `args`, and does not check them at every call.

    Numbers are still read as numbers, but an array of another type would be misread. This is therefore only for callers
    that own the arrays they pass.
    """
    compile_for = getattr(entry, "compile", None)
    if compile_for is None:
        return entry
    numba, _ = import_compiler()
    made: Callable[..., Any] = compile_for(tuple(map(numba.typeof, args)))
    return made


class Kernel:
    """The entries of one game. An entry is compiled (or found in the cache) when it is first used."""

    setup: Callable[..., Any]
    opening: Callable[..., Any]
    waiting: Callable[..., int]
    legal: Callable[..., int]
    why_not: Callable[..., int]
    play: Callable[..., Any]
    turn: Callable[..., int]
    look: Callable[..., Any]
    hide: Callable[..., Any]
    redeal: Callable[..., Any]
    audit: Callable[..., int]
    over: Callable[..., int]
    scores: Callable[..., Any]
    choose: Callable[..., int]
    play_games: Callable[..., Any]

    def __getattr__(self, name: str) -> Any:
        if name not in ENTRIES:
            raise AttributeError(name)
        entry = self.entry(ENTRIES[name])
        setattr(self, name, entry)
        return entry

    def entry(self, loop: Callable[..., Any]) -> Callable[..., Any]:
        """Return a loop or rule of the caller as one more entry, made on first use."""
        entries: dict[Any, Callable[..., Any]] = self.__dict__.setdefault("_entries", {})
        if loop not in entries:
            entries[loop] = self.make(loop)
        return entries[loop]

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """Return the callable form of a loop."""
        raise NotImplementedError


class CompiledKernel(Kernel):
    """Entries are machine code."""

    def __init__(self, label: str, rules: Rules) -> None:
        self.program = Program(label, rules)

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        compiled: Callable[..., Any] = self.program.compile(entry)
        return compiled


class InterpretedKernel(Kernel):
    """Entries run the sources themselves on twins of the records. Every index, number and bound is checked."""

    def __init__(self, rules: Rules, layout: Layout | None = None) -> None:
        self.rules = rules
        self.layout = layout

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        function = fill_in(entry, self.rules)

        def interpreted(*args: Any) -> Any:
            twinned = [Twins(arg) if isinstance(arg, np.ndarray) and arg.dtype.names else plain(arg) for arg in args]
            result = function(*twinned)
            for arg in twinned:
                if isinstance(arg, Twins):
                    self.store(arg)
            return result

        return interpreted

    def store(self, twins: Twins) -> None:
        """Write twins back, and refuse a number outside the bounds that its field declares."""
        changed = twins.store()
        if self.layout is not None and twins.states.dtype == self.layout.dtype:
            for twin in changed:
                if fault := self.layout.fault_of(twin):
                    raise OutOfBounds(fault)
