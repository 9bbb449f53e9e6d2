"""The rules of one game, ready to call: compiled, or interpreted from the same source.

Both kernels have the same functions, named after what they enter. They take states as an array of records and an index:

    waiting(states, i)                  bits of the seats that owe a decision
    legal(states, i, seat, out)         writes rows (first, last) of packed moves, returns how many
    why_not(states, i, seat, move)      0, or the code of the reason
    play(states, i, seat, move, log)    executes a legal move

Only `turn` and `look`, by which tables go on, take the arrays of `ludex.core.buffers` as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludex.core import loops
from ludex.core.dispatch import Rules
from ludex.core.rule import Program, fill_in, import_compiler, plain
from ludex.core.twin import Twins

ENTRIES: dict[str, Callable[..., Any]] = {
    name.removeprefix("enter_"): entry for name, entry in vars(loops).items() if name.startswith("enter_")
} | {"play_games": loops.play_games}
"""What a kernel offers, by name."""


def direct(entry: Callable[..., Any], *args: Any) -> Callable[..., Any]:
    """An entry for arguments of the types that `args` have, and no others: it does not look at them at every call.

    Numbers are still read as numbers, but an array of another type would be misread. So this is only for those who own
    the arrays that they give.
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
        """A loop or rule of one's own as one more entry, made when it is first asked for."""
        entries: dict[Any, Callable[..., Any]] = self.__dict__.setdefault("_entries", {})
        if loop not in entries:
            entries[loop] = self.make(loop)
        return entries[loop]

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        """The callable form of a loop."""
        raise NotImplementedError


class CompiledKernel(Kernel):
    """Entries are machine code."""

    def __init__(self, label: str, rules: Rules) -> None:
        self.program = Program(label, rules)

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        compiled: Callable[..., Any] = self.program.compile(entry)
        return compiled


class InterpretedKernel(Kernel):
    """Entries run the sources themselves on twins of the records. Every index and every number is checked."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def make(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        function = fill_in(entry, self.rules)

        def interpreted(*args: Any) -> Any:
            twinned = [Twins(arg) if isinstance(arg, np.ndarray) and arg.dtype.names else plain(arg) for arg in args]
            result = function(*twinned)
            for arg in twinned:
                if isinstance(arg, Twins):
                    arg.store()
            return result

        return interpreted
