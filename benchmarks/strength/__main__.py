"""Climb the ladders, write strength.json after every step, and the page of the documentation made of it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

import ludex
from benchmarks.__main__ import machine
from benchmarks.strength.ladders import LADDERS, SEARCHES, Ladder, is_fast
from benchmarks.strength.page import Step, write_page
from ludex import UnknownPlayer
from ludex.arena import contest
from ludex.arena.tally import Tally
from ludex.console import get_ready
from ludex.players import make_player

RESULTS = Path(__file__).parent.parent / "strength.json"


class Size(msgspec.Struct, frozen=True):
    """How many games a step is played for: between bots, with a search of 0.1 s, with one of 1 s."""

    bots: int = 2_000
    fast: int = 100
    slow: int = 24


QUICK = Size(bots=200, fast=4, slow=2)
console = Console(highlight=False, stderr=True)


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Default: all ladders.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A few games only, to see that everything works.")] = False,
    bots: Annotated[int | None, typer.Option(min=1, help="Games between bots.")] = None,
    fast: Annotated[int | None, typer.Option(min=1, help="Games of search-100ms.")] = None,
    slow: Annotated[int | None, typer.Option(min=1, help="Games of search-1s.")] = None,
    searches: Annotated[bool, typer.Option(help="Whether searches are measured.")] = True,
) -> None:
    """Measure how strong players are, game by game, each against the next weaker one.

    Steps of other games, and those that are not measured now, keep their results. Example:
    `python -m benchmarks.strength hearts --quick`
    """
    usual = QUICK if quick else Size()
    size = Size(bots or usual.bots, fast or usual.fast, slow or usual.slow)
    known = read_results()
    chosen = [ladder for ladder in LADDERS if not games or ladder.game in games]
    if games and len(chosen) < len(games):
        raise typer.BadParameter(f"expected some of {', '.join(ladder.game for ladder in LADDERS)}")
    for ladder in chosen:
        for upper, lower in ladder.steps():
            if (searches or upper not in SEARCHES) and (step := climb(ladder, upper, lower, size)):
                known[step.game, step.player] = step
                write(known)
    console.print("Written to benchmarks/strength.json and docs/benchmarks/.", markup=False)


def climb(ladder: Ladder, upper: str, lower: str, size: Size) -> Step | None:
    """One step: the upper player against the lower, at balanced seats."""
    game = ludex.game(ladder.game)
    try:
        for name in (upper, lower):
            make_player(game, name)
    except UnknownPlayer as error:
        console.print(f"{ladder.game}: left out, {error}", markup=False, soft_wrap=True)
        return None
    compiled = is_fast(game, upper, lower)
    get_ready(game, *(["play_games"] if compiled else []))
    count = size.bots if compiled else size.slow if upper == SEARCHES[-1] else size.fast
    what = f"{ladder.game}: {upper} against {lower}"
    with console.status(what) as status:

        def tell(tally: Tally) -> None:
            status.update(f"{what}: game {tally.played} of {tally.total}")

        found = contest(game, ladder.field(upper, lower), count, settings=ladder.settings, progress=tell)
    one = next(standing for standing in found.players if standing.player == upper)
    console.print(f"{what}: {one.win_rate:.1%} ({one.low:.1%} – {one.high:.1%}), {found.seconds:.0f} s", markup=False)
    return Step(
        ladder.game,
        upper,
        lower,
        ladder.seats,
        found.games,
        one.win_rate,
        one.low,
        one.high,
        one.fair,
        found.violations,
        found.timeouts,
        round(found.seconds, 1),
        date.today().isoformat(),
    )


def read_results() -> dict[tuple[str, str], Step]:
    """What was measured before."""
    if not RESULTS.is_file():
        return {}
    steps = msgspec.convert(msgspec.json.decode(RESULTS.read_bytes())["steps"], list[Step])
    return {(step.game, step.player): step for step in steps}


def write(known: dict[tuple[str, str], Step]) -> None:
    """Keep the results in the order of the ladders, for programs and for readers."""
    order = [(ladder.game, upper) for ladder in LADDERS for upper, _ in ladder.steps()]
    steps = [known[key] for key in order if key in known]
    on = machine()
    text = msgspec.json.encode({"machine": on, "steps": steps})
    RESULTS.write_bytes(msgspec.json.format(text, indent=2) + b"\n")
    write_page(steps, on)


if __name__ == "__main__":
    typer.run(main)
