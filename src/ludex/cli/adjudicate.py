"""`ludex adjudicate`: a position of Diplomacy with its orders in, the results out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ludex.cli.console import AsJson, out
from ludex.games.diplomacy.adjudicate import Ruling, adjudicate_all
from ludex.games.diplomacy.position import BadPosition, Position


def adjudicate(
    file: Annotated[
        Path, typer.Argument(help="A position as JSON, or .jsonl with one position a line; - reads standard input.")
    ],
    json: AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the orders and results on the map, into this file.")] = None,
) -> None:
    """Adjudicate Diplomacy: what becomes of every order of a phase, and why.

    Example: `echo '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": "A PAR - BUR"}}' | ludex
    adjudicate -`
    """
    positions = list(read_positions(file))
    if svg is not None and len(positions) != 1:
        raise BadPosition(f"--svg draws one position, and {file} holds {len(positions)}")
    for position, ruling in zip(positions, adjudicate_all(positions), strict=True):
        if svg is not None:
            draw(svg, position, ruling)
        if json:
            print(msgspec.json.encode(ruling).decode())
        else:
            show(ruling)


def read_positions(file: Path) -> Iterator[Position]:
    """The positions in a file; what is wrong with one is told with its line."""
    text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    if file.suffix != ".jsonl":
        yield Position.read(text)
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield Position.read(line)
            except BadPosition as error:
                raise BadPosition(f"{file}, line {number}: {error}") from None


def draw(file: Path, position: Position, ruling: Ruling) -> None:
    """Write the map with the orders and what became of them."""
    from ludex.games.diplomacy.drawing import draw_ruling

    file.write_text(draw_ruling(position, ruling), encoding="utf-8")


def show(ruling: Ruling) -> None:
    """A ruling as text: the answer first, then what is on the board."""
    out.print(f"{ruling.phase} → {ruling.next_phase}", style="bold")
    for result in ruling.results:
        mark = "✓" if result.outcome == "succeeds" else "✗"
        out.print(f"{mark} {result.power:<8} {result.order:<24} {result.reason}", markup=False, soft_wrap=True)
    for note in ruling.notes:
        out.print(f"  {note}", markup=False, soft_wrap=True)
    for gone in ruling.dislodged:
        where = f"can retreat to {', '.join(gone.retreats)}" if gone.retreats else "has no retreat and is destroyed"
        out.print(
            f"! {gone.power:<8} {gone.unit} is dislodged from {gone.dislodged_from} and {where}.",
            markup=False,
            soft_wrap=True,
        )
    for power, units in ruling.units.items():
        centers = f"  centres {len(ruling.centers[power])}" if power in ruling.centers else ""
        out.print(f"  {power:<8} {', '.join(units)}{centers}", markup=False, soft_wrap=True)
