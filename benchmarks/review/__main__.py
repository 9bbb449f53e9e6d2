"""Measure reviews, and write benchmarks/review.json and docs/benchmarks/review.md with its plot.

Results are stored after every step, and a run that was stopped is resumed.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

import ludex
from benchmarks.__main__ import machine
from benchmarks.review.blunders import Equals, Planted, measure_equals, measure_planted
from benchmarks.review.calibration import Sample, gather
from benchmarks.review.games import SYSTEMS, play_varied
from benchmarks.review.page import write_page
from ludex.console import get_ready
from ludex.core.game.warm import entries_of
from ludex.players.review import ReviewSettings, review

RESULTS = Path(__file__).parent.parent / "review.json"
STEP = 50
"""The number of games after which results are stored."""
LIMIT = 45.0
"""The time limit of the reviews that are timed."""
console = Console(highlight=False, stderr=True)


class Timed(msgspec.Struct, frozen=True):
    """The time of one review."""

    seconds: float
    moves: int
    playouts: int


class Results(msgspec.Struct):
    """Everything that was measured."""

    machine: str = ""
    samples: dict[str, list[Sample]] = msgspec.field(default_factory=dict)
    planted: dict[str, Planted] = msgspec.field(default_factory=dict)
    equals: dict[str, Equals] = msgspec.field(default_factory=dict)
    timed: dict[str, Timed] = msgspec.field(default_factory=dict)


def main(
    games: Annotated[int, typer.Option(min=2, help="Games of every system, for the calibration.")] = 1000,
    blunders: Annotated[int, typer.Option(min=0, help="Planted blunders of every system.")] = 20,
    only: Annotated[list[str] | None, typer.Option(help="Only these systems.")] = None,
    page: Annotated[bool, typer.Option("--page", help="Only write the page again.")] = False,
) -> None:
    """Measure how good reviews are. Example: `python -m benchmarks.review --games 100 --blunders 4`."""
    results = _stored()
    results.machine = described_machine()
    for name in [] if page else only or SYSTEMS:
        game = ludex.game(name)
        get_ready(game, *[entry for entry in entries_of(game) if entry != "play_games"])
        calibrate(results, name, games)
        if name not in results.timed:
            results.timed[name] = time_review(name)
            _store(results)
        if blunders and name not in results.planted:
            results.planted[name] = measure_planted(name, blunders, partial(console.print, markup=False))
            _store(results)
        if blunders and name not in results.equals:
            results.equals[name] = measure_equals(name, max(2, blunders // 5))
            console.print(f"{name}: {results.planted[name]}, {results.equals[name]}", markup=False)
            _store(results)
    write_page(results)
    console.print("Written to benchmarks/review.json and docs/benchmarks/review.md.", markup=False)


def described_machine() -> str:
    """Describe the machine in a line."""
    on = machine()
    return f"{on['processor']}, {on['cores']} cores, Python {on['python']}"


def calibrate(results: Results, name: str, games: int) -> None:
    """Add games until there are enough."""
    samples = results.samples.setdefault(name, [])
    began = time.monotonic()
    done = len({one.game for one in samples})
    for first in range(done, games, STEP):
        samples += gather(name, range(first, min(first + STEP, games)))
        _store(results)
        console.print(f"{name}: {first + STEP} games, {time.monotonic() - began:.0f} s", markup=False)


def time_review(name: str) -> Timed:
    """Time a review of one game on two cores."""
    table = play_varied(name, 1)
    began = time.monotonic()
    found = review(table.history, ReviewSettings(seconds=LIMIT, cores=2))
    return Timed(time.monotonic() - began, found.moves, found.playouts)


def _stored() -> Results:
    return msgspec.json.decode(RESULTS.read_bytes(), type=Results) if RESULTS.exists() else Results()


def _store(results: Any) -> None:
    RESULTS.write_bytes(msgspec.json.encode(results) + b"\n")


if __name__ == "__main__":
    typer.run(main)
