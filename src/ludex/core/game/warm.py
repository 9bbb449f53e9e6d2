"""Compiling ahead of time, so that no game begins with a long wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ludex.core.compile.compiled_rules import ENTRIES, InterpretedKernel, Kernel
from ludex.core.compile.program import is_switched_off
from ludex.core.game.reprint import reprint_of
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds, new_dice, secret_seed
from ludex.core.language.events import new_log
from ludex.core.language.rule import OWN_LOOPS

if TYPE_CHECKING:
    from ludex.core.game.game import Game

TABLE = (
    "setup",
    "look",
    "turn",
    "choose",
    "hide",
    "legal",
    "scores",
    "why_not",
    "redeal",
    "play",
    "waiting",
    "over",
    "audit",
    "opening",
)
"""The entries that a table and its bots use, the most urgent first."""


class Step(NamedTuple):
    """The progress of compiling."""

    entry: str
    number: int
    """The number of the entry, starting at 1."""
    entries: int
    rules: int
    """The number of rules of the entry that were compiled."""
    all_rules: int

    def __str__(self) -> str:
        return f"{self.entry} ({self.number} of {self.entries}), rule {self.rules} of {self.all_rules}"


def entries_of(game: Game, generic: bool = True) -> dict[str, Callable[..., Any]]:
    """Return everything that can be compiled for a game, by name: the core's entries, and loops of other modules.

    Without the `generic` loops, only those of other modules that are for this class of games.

    >>> import ludex
    >>> set(ENTRIES) <= set(entries_of(ludex.game("automation")))
    True
    """
    own = {loop.__name__: loop for loop in own_loops(game, generic)}
    return {**{name: ENTRIES[name] for name in (*TABLE, "play_games")}, **own}


def own_loops(game: Game, generic: bool = True) -> list[Callable[..., Any]]:
    """Return the loops of other modules that are for this game: those for its class, and those for all games.

    A reprint of a game has separate loops, which know its tables.

    >>> import ludex
    >>> own_loops(ludex.game("modern-art"), generic=False)
    []
    """
    classes = {kind.__name__ for kind in type(game).__mro__}
    home = reprint_of(type(game).__module__)
    return [
        loop
        for loop, known in OWN_LOOPS.items()
        if (known.of in classes and reprint_of(loop.__module__) == home) or (generic and not known.of)
    ]


def entries_of_players(game: Game, generic: bool = True) -> list[str]:
    """Return the entries that tables and players use: all but those of simulations and of other bulk work.

    >>> import ludex
    >>> "play_games" in entries_of_players(ludex.game("automation"))
    False
    """
    known = entries_of(game, generic)
    return [*TABLE, *(name for name, loop in known.items() if loop in OWN_LOOPS and not OWN_LOOPS[loop].bulk)]


def entries_to_compile(game: Game, *entries: str) -> list[str]:
    """Return the entries (default: of all) that no process has compiled yet. There are none if rules are interpreted.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> set(entries_to_compile(game)) <= set(entries_of(game))
    True
    """
    if isinstance(game.machine.kernel, InterpretedKernel):
        return []
    known = entries_of(game)
    return [name for name in entries or known if not game.machine.compiled.program.is_cached(known[name])]


def warm(game: Game, *entries: str, tell: Callable[[Step], None] | None = None) -> Iterator[str]:
    """Use entries (default: all) once, which compiles them or loads them from the cache. Yields each name first.

    `tell` is called for every rule that is compiled.
    """
    interpreted = isinstance(game.machine.kernel, InterpretedKernel)
    kernel: Kernel = game.machine.interpreted if interpreted else game.machine.compiled
    known = entries_of(game)
    names = [name for name in known if not entries or name in entries]
    if entries_missing := set(entries) - set(known):
        raise ValueError(f"{game.name} has no entries {', '.join(sorted(entries_missing))}; it has {', '.join(known)}")
    for number, name in enumerate(names, 1):
        yield name
        if tell is None or interpreted:
            use_once(game, kernel, known[name])
        else:
            begun = Step(name, number, len(names), 0, game.machine.compiled.program.size(known[name]))
            with _counting(begun, tell):
                use_once(game, kernel, known[name])


def _numba_events() -> Any:
    """Return Numba's module of events, or None if this version of Numba has no such events."""
    try:
        events: Any = import_module("numba.core.event")
    except ImportError:
        return None
    known = hasattr(events, "Listener") and hasattr(events, "install_listener")
    return events if known and not is_switched_off("events") else None


@contextmanager
def _counting(step: Step, tell: Callable[[Step], None]) -> Iterator[None]:
    """Report every rule when its compilation begins."""
    events: Any = _numba_events()
    if events is None:
        yield
        return
    seen: set[int] = set()

    class Listener(events.Listener):  # type: ignore[misc]  # Numba has no types
        def on_start(self, event: Any) -> None:
            seen.add(id(event.data["dispatcher"]))
            tell(step._replace(rules=min(len(seen), step.all_rules)))

        def on_end(self, event: Any) -> None:
            """Do nothing."""

    with events.install_listener("numba:compile", Listener()):
        yield


def use_once(game: Game, kernel: Kernel, entry: Callable[..., Any]) -> None:
    """Use one entry of a kernel, and no other, with arguments of the types that tables give it."""
    if entry in OWN_LOOPS:
        OWN_LOOPS[entry].use(game, kernel)
        return
    name = next(name for name, known in ENTRIES.items() if known is entry)
    if name == "play_games":
        _play_a_game(game, kernel)
    else:
        _at_a_table(game, kernel)[name]()


def first_position(game: Game) -> Any:
    """Return a state in which the game has just begun, made without compiling anything."""
    states = _blank(game)
    game.machine.interpreted.setup(states, 0)
    return states


def _blank(game: Game) -> Any:
    """Return a state before `setup`, with chance: without any, drawing would never end."""
    states = template_of(game, game.seats[0], game.settings())
    states["rng"] = game_seeds(secret_seed(0), 0, 1)[0, :4]
    return states


def _play_a_game(game: Game, kernel: Kernel) -> None:
    seats = game.seats[0]
    kernel.play_games(
        game.machine.layout.new(),
        template_of(game, seats, game.settings()),
        DICE.new(),
        game_seeds(secret_seed(0), 0, 1),
        np.zeros((1, seats), np.int64),
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        np.zeros((1, 1 + seats, 2), np.int64),
        game.max_moves,
    )


def _at_a_table(game: Game, kernel: Kernel) -> dict[str, Callable[[], object]]:
    states = first_position(game)
    blank = _blank(game)
    dice = new_dice(secret_seed(0))
    out = np.zeros((game.max_options, 2), np.int64)
    scores = np.zeros((game.seats[0], 2), np.int64)
    buffers = game.machine.buffers
    buffers.states[:1] = states
    mask = game.machine.interpreted.waiting(states, 0)
    seat = (mask & -mask).bit_length() - 1
    game.machine.interpreted.legal(states, 0, seat, out)
    move = int(out[0, 0])
    log = new_log(game.max_events)
    return {
        "setup": lambda: kernel.setup(blank, 0),
        "opening": lambda: kernel.opening(states, 0, log),
        "waiting": lambda: kernel.waiting(states, 0),
        "legal": lambda: kernel.legal(states, 0, seat, out),
        "why_not": lambda: kernel.why_not(states, 0, seat, 0),
        "choose": lambda: kernel.choose(0, states, 0, seat, out, dice),
        "play": lambda: kernel.play(states, 0, seat, move, log),
        "turn": lambda: kernel.turn(buffers.states, seat, move, -1, buffers.log, buffers.rows, buffers.found),
        "look": lambda: kernel.look(buffers.states, -1, buffers.rows, buffers.found),
        "over": lambda: kernel.over(states, 0),
        "scores": lambda: kernel.scores(states, 0, scores),
        "audit": lambda: kernel.audit(states, 0),
        "hide": lambda: kernel.hide(states, 0, 0),
        "redeal": lambda: kernel.redeal(states, 0, 0, dice),
    }
