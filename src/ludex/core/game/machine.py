"""The machine of a game: the parts that run its rules, for code that plays games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ludex.core.compile.compiled_rules import CompiledKernel, InterpretedKernel, Kernel
from ludex.core.compile.move_dispatch import Rules, is_held_out
from ludex.core.compile.program import interpreting, reachable, waits_for_compiler
from ludex.core.compile.table_buffers import Buffers, ThreadsBuffers
from ludex.core.game.starting_rules import starting_kernel
from ludex.core.language.interpreted_state import reader_of, twin_of
from ludex.core.language.reasons import Ending, Law, Reason, by_number
from ludex.core.language.record import Layout

if TYPE_CHECKING:
    from ludex.core.game.game import Game


@cache
def _rules(kind: Any) -> Rules:
    """Gather the rules of a class of games. This takes milliseconds, so it is done once, as what follows from them."""
    return MappingProxyType(kind.all_rules())


@cache
def _compiled(kind: Any) -> CompiledKernel:
    return CompiledKernel(kind.__name__, _rules(kind))


@cache
def _interpreted(kind: Any) -> InterpretedKernel:
    return InterpretedKernel(_rules(kind), layout_of(kind))


@cache
def _mentioned(kind: Any) -> tuple[Any, ...]:
    return reachable(_rules(kind))


class Machine:
    """The record's layout, the rules as code that runs, and the numbers that rules use for reasons, laws and bots.

    >>> import ludex
    >>> ludex.game("automation").machine.bot_slots["random"]
    0
    """

    def __init__(self, game: Game, declares_view: bool) -> None:
        """Set up a machine. A game that `declares_view` makes its views; others show the fields of their records."""
        self._game = game
        self._kind: Any = type(game)
        self._declares_view = declares_view

    @property
    def layout(self) -> Layout:
        """The layout of the record in memory."""
        return layout_of(self._kind)

    @property
    def rules(self) -> Rules:
        """The rules and bots, by their names in the generic loops: the same for all games of a class."""
        return _rules(self._kind)

    @cached_property
    def kernel(self) -> Kernel:
        """The rules: interpreted until a background process has compiled them, and from then on compiled.

        With `LUDEX_INTERPRET=1` they stay interpreted, with `LUDEX_COMPILE=1` nothing runs before it is compiled.
        """
        if interpreting():
            return self.interpreted
        return self.compiled if waits_for_compiler() else starting_kernel(self._game)

    @property
    def compiled(self) -> CompiledKernel:
        """The compiled rules: one kernel for all games of a class, regardless of their names and settings."""
        return _compiled(self._kind)

    @property
    def interpreted(self) -> InterpretedKernel:
        """The same rules interpreted."""
        return _interpreted(self._kind)

    @property
    def mentioned(self) -> tuple[Any, ...]:
        """Everything that the rules mention by name: the same for all games of a class."""
        return _mentioned(self._kind)

    @cached_property
    def reasons(self) -> Mapping[int, Reason]:
        """The reasons for which the rules refuse moves, by number."""
        return MappingProxyType(by_number(self._game.name, Reason, self.mentioned))

    @cached_property
    def laws(self) -> Mapping[int, str]:
        """The laws that `audit` checks, by number."""
        found = by_number(self._game.name, Law, self.mentioned)
        return MappingProxyType({number: str(law) for number, law in found.items()})

    @cached_property
    def endings(self) -> Mapping[int, str]:
        """The reasons why the game can be over, by number."""
        found = by_number(self._game.name, Ending, self.mentioned)
        return MappingProxyType({number: str(ending) for number, ending in found.items()})

    @cached_property
    def bot_slots(self) -> Mapping[str, int]:
        """The slot of every bot in the compiled loops."""
        return MappingProxyType({name: slot for slot, name in enumerate(("random", "first", *self._game.bots))})

    @cached_property
    def model_slots(self) -> tuple[int, ...]:
        """The slots of the game's own bots that searches may use as models of players: all that are not held out.

        >>> import ludex
        >>> machine = ludex.game("diplomacy").machine
        >>> [name for name, slot in machine.bot_slots.items() if slot in machine.model_slots]
        ['hold', 'general']
        """
        return tuple(self.bot_slots[name] for name, given in self._game.bots.items() if not is_held_out(given))

    @property
    def buffers(self) -> Buffers:
        """Memory that tables of this game share, separate for each thread."""
        return self._threads_buffers.buffers

    @cached_property
    def _threads_buffers(self) -> ThreadsBuffers:
        game = self._game
        return ThreadsBuffers(self.layout, game.seats[-1], game.max_options, game.max_events)

    def view_of(self, memory: bytes, seat: int | None) -> Any:
        """Return the view of a hidden state that is given as its bytes.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> table.game.machine.view_of(table.record(1).tobytes(), 1) == table.view(1)
        True
        """
        layout = self.layout
        if self._declares_view:
            return self._game.view(twin_of(layout.dtype, memory), seat)
        names = layout.names[1:]
        return self._game.view_type(**dict(zip(names, reader_of(layout.dtype, names)(memory), strict=True)))


def layout_of(kind: type[Game]) -> Layout:
    """Return the layout of the records of a class of games."""
    layout: Layout = getattr(kind.record, "layout", kind.record)
    return layout
