"""`ludex adjudicate`: a position of Diplomacy with its orders in, the results out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ludex.console import AsJson, say, say_json
from ludex.games.diplomacy import BadPosition, Position, Ruling, adjudicate_all, draw_ruling


def adjudicate(
    file: Annotated[
        Path, typer.Argument(help="A position as JSON, or .jsonl with one position on each line; - is standard input.")
    ] = Path("-"),
    json: AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the orders and results on the map, into this file.")] = None,
) -> None:
    """Adjudicate Diplomacy: what becomes of every order of a phase, and why.

    Example: `echo '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": "A PAR - BUR"}}' | ludex
    adjudicate -`
    """
    judged = list(judge(file))
    if svg is not None:
        if len(judged) != 1:
            raise BadPosition(f"--svg draws one position, and {file} holds {len(judged)}")
        draw(svg, *judged[0])
    for _, ruling in judged:
        if json:
            say_json(ruling)
        else:
            show(ruling)


def judge(file: Path) -> Iterator[tuple[Position, Ruling]]:
    """Yield every position in a file with its ruling. Many positions are judged by compiled rules.

    What is wrong with a position is told with its line.
    """
    name = "standard input" if str(file) == "-" else str(file)
    for line, text in read_texts(file, name).items():
        try:
            position = Position.read(text)
            yield position, next(adjudicate_all([position]))
        except BadPosition as error:
            raise BadPosition(f"{name}{line}: {error}") from None


def read_texts(file: Path, name: str) -> dict[str, str]:
    """Read the texts of the positions in a file, by their lines if each line has one.

    Standard input may be of either kind.
    """
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadPosition(f"{name} is not text: {error}") from None
    if not text.strip():
        raise BadPosition(f"{name} is empty: expected a position as JSON")
    lines = {f", line {n}": line for n, line in enumerate(text.splitlines(), 1) if line.strip()}
    by_line = file.suffix == ".jsonl" or (str(file) == "-" and all(line.lstrip()[0] == "{" for line in lines.values()))
    return lines if by_line else {"": text}


def draw(file: Path, position: Position, ruling: Ruling) -> None:
    """Draw the map with the orders and what became of them."""
    file.write_text(draw_ruling(position, ruling), encoding="utf-8")


def show(ruling: Ruling) -> None:
    """A ruling as text: the answer first, then what is on the board."""
    say(f"{ruling.phase} → {ruling.next_phase}", style="bold")
    for result in ruling.results:
        mark = "✓" if result.outcome == "succeeds" else "✗"
        say(f"{mark} {result.power:<8} {result.order:<24} {result.reason}")
    for note in ruling.notes:
        say(f"  {note}")
    for gone in ruling.dislodged:
        where = f"can retreat to {', '.join(gone.retreats)}" if gone.retreats else "has no retreat and is destroyed"
        say(f"! {gone.power:<8} {gone.unit} is dislodged by the unit from {gone.dislodged_from} and {where}.")
    for power, units in ruling.units.items():
        centers = f"  centres {len(ruling.centers[power])}" if power in ruling.centers else ""
        say(f"  {power:<8} {', '.join(units)}{centers}")
