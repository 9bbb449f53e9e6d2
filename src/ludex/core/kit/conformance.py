"""The conformance kit, which checks that a game fulfils the contract of Ludex games.

    from ludex.testing import check_game
    check_game(MyGame())                          # a few games, every law after every move
    check_game(MyGame(), games=1_000, thin=1)     # deep

Every check that fails raises `Nonconformance`, which cites the broken clause of `ludex.core.language.contract`, and
names the game, the settings, the seed and the move, so that the fault can be replayed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ludex.core.compile.default_rules import no_secrets
from ludex.core.game.game import Game
from ludex.core.game.warm import own_loops
from ludex.core.kit.fault import Nonconformance
from ludex.core.kit.features import Views
from ludex.core.kit.golden import check_golden, playthrough
from ludex.core.kit.lockstep import Lockstep, News
from ludex.core.kit.sources import chance_shown, foreign_source
from ludex.core.kit.watch import NeverReturned, Watch
from ludex.core.language.errors import OutOfBounds

__all__ = ["Nonconformance", "Report", "check_game", "check_golden", "playthrough"]


class Report(NamedTuple):
    """The extent of a run of the kit."""

    games: int
    moves: int
    full_checks: int


def check_game(
    game: Game,
    *,
    settings: Sequence[Mapping[str, Any]] = ({},),
    games: int = 8,
    seed: int = 0,
    thin: int = 9,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Run the whole kit: `games` games in lockstep, compiled and interpreted, over all settings and numbers of seats.

    After every move both must agree and the audit must hold; every `thin`-th move everything else is checked too. The
    interpreted rules run first: they report errors where compiled ones would overwrite other memory. `progress` is
    called after every game, and repeatedly within a long one, in the thread that checks. Without it, progress is shown
    at a terminal. A rule that never returns is found within seconds.
    """
    foreign = foreign_source(game.machine.rules)
    if foreign:
        raise Nonconformance(f"{game.name}: {foreign}", "worlds-3")
    shown = chance_shown(game.machine.rules, own_loops(game))
    if shown:
        raise Nonconformance(f"{game.name}: {shown}", "hide-5")
    watch, runs = Watch(game), list[Lockstep]()
    try:
        return watch.run(lambda: _check(watch.game, settings, games, seed, thin, progress or _show, runs))
    except NeverReturned as endless:
        raise runs[-1].fault(str(endless), "worlds-4") from None


def _check(
    game: Game,
    settings: Sequence[Mapping[str, Any]],
    games: int,
    seed: int,
    thin: int,
    tell: Callable[[str], None],
    runs: list[Lockstep],
) -> Report:
    moves = full = 0
    views: Views = {}
    leaky_prompt: Nonconformance | None = None
    hid = open_to_all = game.machine.rules["hide"] is no_secrets
    for number in range(games):
        label = f"{game.name}: game {number + 1} of {games}"
        chosen, random = dict(settings[number % len(settings)]), Random(f"{seed} {number}")
        run = Lockstep(game, chosen, random, thin, News(tell, label), views)
        runs[:] = [run]
        run.prepare()
        try:
            run.play()
            if number < len(settings) and not open_to_all:
                run.check_deal()
            run.check_table()
        except Nonconformance:
            raise
        except OutOfBounds as error:
            raise run.fault(str(error), "record-1") from error
        except Exception as error:
            raise run.fault(f"{type(error).__name__}: {error}") from error
        hid = hid or run.hid
        leaky_prompt = leaky_prompt or run.leaky_prompt
        moves += run.moves
        full += run.full_checks
        tell(f"{label}, {run.moves} moves")
    if not hid:
        raise Nonconformance(f"{game.name}: hide never hid anything, not even from spectators", "hide-3")
    if leaky_prompt is not None:  # last: any other fault would show in prompts too
        raise leaky_prompt
    return Report(games, moves, full)


def _show(news: str) -> None:
    """Show progress at a terminal, if the caller passed no function for it."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(news, file=sys.stderr)
