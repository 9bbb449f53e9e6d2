"""Climb the ladders, and write strength.json after every step, and the page of the documentation made from it."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

import ludex
from benchmarks.__main__ import machine
from benchmarks.report import DOCS
from benchmarks.strength.bids import NILS, count_nils
from benchmarks.strength.held_out import HELD_OUT, HeldOut
from benchmarks.strength.ladders import LADDERS, Ladder
from benchmarks.strength.page import Step, draw, write_page
from ludex.arena import Standing, contest
from ludex.arena.statistics import wilson
from ludex.arena.tally import Tally
from ludex.cli.simulate import needed_entries
from ludex.console import get_ready
from ludex.players.search import is_search

RESULTS = Path(__file__).parent.parent / "strength.json"


QUICK = 0.05
SEED = 2511
"""The seed of measurements against players that nothing is tuned on."""
NILS_MADE = f"{NILS.game}, Nils made"
"""The name of a measurement of which the games are Nils that were bid."""
console = Console(highlight=False, stderr=True)


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Default: all ladders.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A few games only, to see that everything works.")] = False,
    part: Annotated[float, typer.Option(min=0.001, max=10, help="Factor for the number of games.")] = 1.0,
    bots: Annotated[bool, typer.Option(help="Measure steps between bots.")] = True,
    searches: Annotated[bool, typer.Option(help="Measure searches.")] = True,
    only_bars: Annotated[bool, typer.Option("--only-bars", help="Measure only the steps that have a bar.")] = False,
    clock: Annotated[
        bool, typer.Option("--clock", help="Give searches 0.1 s and 1 s for a move instead of a number of playouts.")
    ] = False,
    cores: Annotated[int | None, typer.Option(min=1, help="Default: all.")] = None,
    held_out: Annotated[
        bool, typer.Option("--held-out", help="Measure only searches against players that nothing is tuned on.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(min=1, help="Stop each of these measurements after a time, at a whole deal.")
    ] = None,
) -> None:
    """Measure how strong players are, game by game, each against the next weaker one.

    Steps of other games, and those that are not measured now, keep their results. Example:
    `python -m benchmarks.strength hearts --quick`
    """
    chosen = [ladder.by_clock() if clock else ladder for ladder in LADDERS if not games or ladder.game in games]
    if games and len(chosen) < len(games):
        raise typer.BadParameter(f"expected some of {', '.join(ladder.game for ladder in LADDERS)}")
    for ladder in () if held_out else chosen:
        for step in ladder.steps():
            wanted = searches if is_search(step[0]) else bots
            if wanted and not (only_bars and step[3] is None):
                found = climb(ladder, *step, QUICK if quick else part, cores)
                draw(write({**read_results(), (found.game, found.player): found}), DOCS / "strength.svg")
    for one in HELD_OUT:
        if searches and not clock and (not games or one.game in games):
            found = measure(one, QUICK if quick else part, cores, seconds)
            write({**read_results(), (found.game, key_of(found)): found})
    if searches and not clock and (not games or NILS.game in games):
        found = measure_nils(QUICK if quick else part, seconds)
        write({**read_results(), (found.game, key_of(found)): found})
    console.print("Written to benchmarks/strength.json and docs/benchmarks/.", markup=False)


def climb(
    ladder: Ladder, upper: str, lower: str, games: int, bar: float | None, part: float, cores: int | None
) -> Step:
    """Measure one step: the upper player against the lower, at balanced seats."""
    game = ludex.game(ladder.game)
    get_ready(game, *needed_entries(game, [upper, lower], at_tables=False))
    what = f"{ladder.game}: {upper} against {lower}"
    field = ladder.field(upper, lower)
    with console.status(what) as status:

        def tell(tally: Tally) -> None:
            status.update(f"{what}: game {tally.played} of {tally.total}")

        count = max(len(field), round(games * part))
        found = contest(game, field, count, settings=ladder.settings, cores=cores, progress=tell)
    one = next(standing for standing in found.players if standing.player == upper)
    console.print(f"{what}: {one.win_rate:.1%} ({one.low:.1%} – {one.high:.1%}), {found.seconds:.0f} s", markup=False)
    return Step(
        game=ladder.game,
        player=upper,
        against=lower,
        seats=ladder.seats,
        opponents=field.count(lower),
        games=found.games,
        win_rate=one.win_rate,
        low=one.low,
        high=one.high,
        fair=one.fair,
        bar=bar,
        milliseconds=round(1000 * one.decisions.mean, 2) if one.decisions and is_search(upper) else None,
        violations=found.violations,
        timeouts=found.timeouts,
        seconds=round(found.seconds, 1),
        date=date.today().isoformat(),
    )


def measure(one: HeldOut, part: float, cores: int | None, seconds: float | None) -> Step:
    """Measure a search against a player that nothing is tuned on."""
    game, field = one.find_game(), one.field()
    get_ready(game, *needed_entries(game, field, at_tables=False))
    began = time.monotonic()

    def stop(tally: Tally) -> None:
        if seconds is not None and tally.games and time.monotonic() - began > seconds:
            raise KeyboardInterrupt

    count = max(len(field), round(one.games * part))
    found = contest(game, field, count, settings=one.settings, cores=cores, progress=stop, seed=SEED)
    upper, lower = (
        next(entry for entry in found.players if entry.player == name) for name in (one.player, one.against)
    )
    lead = f"{upper.lead:+.1f} ± {upper.lead_spread or 0:.1f}"
    console.print(f"{one.name}: {one.player} against {one.against}: {upper.win_rate:.1%}, {lead} points", markup=False)
    return Step(
        game=one.name,
        player=one.player,
        against=one.against,
        seats=one.seats,
        opponents=field.count(one.against),
        games=found.games,
        win_rate=upper.win_rate,
        low=upper.low,
        high=upper.high,
        fair=upper.fair,
        bar=one.bar,
        milliseconds=_mean_time(upper),
        violations=found.violations,
        timeouts=found.timeouts,
        seconds=round(found.seconds, 1),
        date=date.today().isoformat(),
        held_out=True,
        lead=round(upper.lead, 3),
        lead_spread=None if upper.lead_spread is None else round(upper.lead_spread, 3),
        points=one.points,
        milliseconds_against=_mean_time(lower),
    )


def measure_nils(part: float, seconds: float | None) -> Step:
    """Measure how many of its Nils a search makes against itself."""
    get_ready(NILS.find_game(), *needed_entries(NILS.find_game(), NILS.field(), at_tables=False))
    began = time.monotonic()
    found = count_nils(NILS, max(1, round(NILS.games * part)), seconds, SEED)
    console.print(f"{NILS_MADE}: {found.made} of {found.bid}, in {found.hands} hands", markup=False)
    low, high = wilson(found.made, found.bid)
    return Step(
        game=NILS_MADE,
        player=NILS.player,
        against=NILS.against,
        seats=NILS.seats,
        opponents=NILS.seats - 1,
        games=found.bid,
        win_rate=found.made / max(found.bid, 1),
        low=low,
        high=high,
        fair=0.0,
        bar=NILS.bar,
        milliseconds=None,
        violations=0,
        timeouts=0,
        seconds=round(time.monotonic() - began, 1),
        date=date.today().isoformat(),
        held_out=True,
    )


def _mean_time(entry: Standing) -> float | None:
    return round(1000 * entry.decisions.mean, 2) if entry.decisions else None


def read_results() -> dict[tuple[str, str], Step]:
    """Read earlier results."""
    if not RESULTS.is_file():
        return {}
    steps = msgspec.convert(msgspec.json.decode(RESULTS.read_bytes())["steps"], list[Step])
    return {(step.game, key_of(step)): step for step in steps}


def key_of(step: Step) -> str:
    """Return the name of a step within its game."""
    return f"{step.player} against {step.against}" if step.held_out else step.player


def write(known: dict[tuple[str, str], Step]) -> list[Step]:
    """Write the results in the order of the ladders, for programs and for readers, and return them."""
    order = [(ladder.game, step[0]) for one in LADDERS for ladder in (one, one.by_clock()) for step in ladder.steps()]
    order += [(one.name, f"{one.player} against {one.against}") for one in HELD_OUT]
    order.append((NILS_MADE, f"{NILS.player} against {NILS.against}"))
    steps = [known[key] for key in dict.fromkeys(order) if key in known]
    on = machine()
    text = msgspec.json.encode({"machine": on, "steps": steps})
    RESULTS.write_bytes(msgspec.json.format(text, indent=2) + b"\n")
    write_page(steps, on)
    return steps


if __name__ == "__main__":
    typer.run(main)
