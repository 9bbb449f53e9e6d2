"""Compiling ahead of time, so that nobody's first game begins with a long silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ludex.core.chance import DICE, game_seeds, new_dice, secret_seed
from ludex.core.events import new_log
from ludex.core.game import Game
from ludex.core.kernel import ENTRIES, CompiledKernel


def entries_to_compile(game: Game, *entries: str) -> list[str]:
    """Those of the entries (default: all) that no process has compiled yet. There are none where rules are interpreted.

    >>> import ludex
    >>> set(entries_to_compile(ludex.game("automation"))) <= set(ENTRIES)
    True
    """
    kernel = game.kernel
    if not isinstance(kernel, CompiledKernel):
        return []
    return [name for name in entries or ENTRIES if not kernel.program.is_cached(ENTRIES[name])]


def warm(game: Game, *entries: str) -> Iterator[str]:
    """Compile entries (default: all), or load them from the cache, by using each once. Yields each name before."""
    for name, use in _uses(game).items():
        if not entries or name in entries:
            yield name
            use()


def _uses(game: Game) -> dict[str, Callable[[], object]]:
    kernel, seats = game.kernel, game.seats[0]
    states = game.template(seats, game.settings())
    states["rng"] = game_seeds(secret_seed(0), 0, 1)[0, :4]
    dice = new_dice(secret_seed(0))
    out = np.zeros((game.max_options, 2), np.int64)
    scores = np.zeros((seats, 2), np.int64)
    found = np.zeros(5, np.int64)

    def play_games() -> None:
        template = game.template(seats, game.settings())
        bots = np.zeros((1, seats), np.int64)
        results = np.zeros((1, 1 + seats, 2), np.int64)
        seeds = game_seeds(secret_seed(0), 0, 1)
        kernel.play_games(
            game.layout.new(), template, DICE.new(), seeds, bots, out, new_log(0), results, game.max_moves
        )

    def first_seat() -> int:
        mask = kernel.waiting(states, 0)
        return (mask & -mask).bit_length() - 1

    uses: dict[str, Callable[[], object]] = {
        "setup": lambda: kernel.setup(states, 0),
        "waiting": lambda: kernel.waiting(states, 0),
        "legal": lambda: kernel.legal(states, 0, first_seat(), out),
        "why_not": lambda: kernel.why_not(states, 0, first_seat(), 0),
        "choose": lambda: kernel.choose(0, states, 0, first_seat(), out, dice),
        "play": lambda: kernel.play(states, 0, first_seat(), int(out[0, 0]), new_log(game.max_events)),
        "turn": lambda: kernel.turn(
            states.copy(), 0, first_seat(), int(out[0, 0]), new_log(game.max_events), game.layout.new(), out, found
        ),
        "look": lambda: kernel.look(states, 0, game.layout.new(), out, found),
        "over": lambda: kernel.over(states, 0),
        "scores": lambda: kernel.scores(states, 0, scores),
        "audit": lambda: kernel.audit(states, 0),
        "hide": lambda: kernel.hide(states.copy(), 0, 0),
        "redeal": lambda: kernel.redeal(states.copy(), 0, 0, dice),
        "play_games": play_games,
    }
    return uses
