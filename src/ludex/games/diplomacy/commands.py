"""Command `ludex adjudicate`: it takes a position of Diplomacy with its orders, and prints the results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ludex.author.advanced import NOT_JSON
from ludex.console import AsJson, say, say_json
from ludex.games.diplomacy import (
    BadPosition,
    Position,
    Ruling,
    adjudicate_all,
    draw_after,
    draw_ruling,
    draw_svg,
    export_game,
    import_game,
)


def adjudicate(
    file: Annotated[
        Path, typer.Argument(help="A position as JSON, or .jsonl with one position on each line; - is standard input.")
    ] = Path("-"),
    json: AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the orders and results on the map, into this file.")] = None,
    after: Annotated[Path | None, typer.Option(help="Draw the position that follows, into this file.")] = None,
    rules: Annotated[str | None, typer.Option(help="Judge a saved game by a preset, e.g. webdiplomacy.")] = None,
    history: Annotated[Path | None, typer.Option(help="Write a saved game as a history for `ludex replay`.")] = None,
    strict: Annotated[
        bool,
        typer.Option(help="Refuse a saved game whose states do not follow from its orders, or continue from them."),
    ] = True,
) -> None:
    """Adjudicate Diplomacy: show the result of every order of a phase, and why.

    A whole game, as webDiplomacy, dipcc or the package diplomacy saves it, is replayed phase by phase.

    Example: `echo '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": "A PAR - BUR"}}' | ludex
    adjudicate -`
    """
    if (game := saved_game(file)) is not None:
        replay(game, rules, strict, json, svg or after, history)
        return
    if rules is not None or history is not None or not strict:
        raise BadPosition(f"--rules, --no-strict and --history are for saved games, and {file} is not one")
    judged = list(judge(file))
    if (svg or after) and len(judged) != 1:
        raise BadPosition(f"--svg and --after draw one position, and {file} holds {len(judged)}")
    if svg is not None:
        svg.write_text(draw_ruling(*judged[0]), encoding="utf-8")
    if after is not None:
        after.write_text(draw_after(*judged[0]), encoding="utf-8")
    for _, ruling in judged:
        if json:
            say_json(ruling)
        else:
            show(ruling)


def judge(file: Path) -> Iterator[tuple[Position, Ruling]]:
    """Yield every position in a file with its ruling. Many positions are judged by compiled rules.

    Errors in a position name its line.
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


def saved_game(file: Path) -> bytes | None:
    """Return the bytes of a file that holds a whole saved game, which has phases; None if it holds positions."""
    if str(file) == "-":
        return None
    raw = file.read_bytes()
    try:
        found = msgspec.json.decode(raw)
    except NOT_JSON:
        return None
    return raw if isinstance(found, dict) and "phases" in found else None


def replay(game: bytes, rules: str | None, strict: bool, json: bool, svg: Path | None, history: Path | None) -> None:
    """Replay a saved game: show the results of every phase, and how it ends."""
    table = import_game(game, rules, strict=strict)
    if history is not None:
        history.write_text(table.history.to_json(), encoding="utf-8")
    if svg is not None:
        svg.write_text(draw_svg(table.view()), encoding="utf-8")
    if json:
        say_json(export_game(table))
        return
    for phase in export_game(table)["phases"]:
        say(phase["name"], style="bold")
        for power, orders in phase["orders"].items():
            for order in orders:
                ended = ", ".join(phase["results"].get(" ".join(order.split()[:2]), ()))
                say(f"  {power:<8} {order:<24} {ended}".rstrip())
    for difference in table.differences:
        say(f"! {difference}")
    for power in table.view().powers:
        say(f"  {power.power:<8} centres {len(power.centers)}, units {power.units}")


def show(ruling: Ruling) -> None:
    """Print a ruling: the answer first, then the units on the board."""
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
