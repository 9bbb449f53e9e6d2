"""Compare the online table with boardgame.io's server, print the figures, and write results.json and a page."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console

from benchmarks.__main__ import machine
from benchmarks.report import DOCS, figure
from benchmarks.table import art, capacity, pages, rest
from benchmarks.table.load import Found, Load, allow_many_sockets, measure
from benchmarks.table.servers import Server, boardgame, ludex, running, why_no_boardgame

IN_MEMORY, FLAT = "boardgame.io 0.50.2, in memory", "boardgame.io 0.50.2, FlatFile"
OURS = "Ludex, SQLite, every move on the disk first"


class Line(msgspec.Struct, frozen=True):
    """One line of the results: the measurement, and the bar it has to reach."""

    what: str
    value: float | None
    unit: str
    bar: str
    holds: bool | None
    note: str = ""
    cost: float | None = None
    """Microseconds of processor time that the server needed for a move."""
    kilobytes: float | None = None
    """Kilobytes sent per board."""


class Size(msgspec.Struct, frozen=True):
    """The extent of the measurements."""

    tables: int = 500
    seconds: float = 8.0
    rounds: int = 3
    art: int = 60
    live: int = 1000
    sleeping: int = 10_000
    kills: int = 20
    presses: int = 100


QUICK = Size(tables=50, seconds=2.0, rounds=1, art=10, live=50, sleeping=500, kills=1, presses=10)
IN_THE_PAGE = "In a browser: "
"""The beginning of the lines about pages."""


def servers(folder: Path) -> dict[str, tuple[str, Server]]:
    """Return the servers to measure, in turn."""
    found = {OURS: ("ludex", ludex(folder))}
    if not why_no_boardgame():
        found[IN_MEMORY] = ("boardgame", boardgame(folder, "memory"))
        found[FLAT] = ("boardgame", boardgame(folder, str(folder / "flat")))
    return found


def speeds(folder: Path, size: Size) -> dict[str, Found]:
    """Return the best of a few rounds in turn, so that noise of the machine affects all alike."""
    best: dict[str, Found] = {}
    for _ in range(size.rounds):
        for name, (kind, server) in servers(folder).items():
            with running(server):
                pid = server.process.pid if server.process else 0
                found = measure(Load(kind, server.address, size.tables, size.seconds, pid=pid))
            if name not in best or found.moves > best[name].moves:
                best[name] = found
    return best


def speed_lines(folder: Path, size: Size) -> Iterator[Line]:
    """Yield moves per second, at full speed."""
    found = speeds(folder, size)
    ours = found[OURS]
    at = f"{size.tables} tables"
    for name, one in found.items():
        note = f"p99 {figure(one.p99)} ms, {figure(one.cost)} µs of processor time a move"
        yield Line(f"{name}: moves at {at}", one.moves, "moves/s", "", None, note, one.cost)
    for name, bar in ((IN_MEMORY, 1.5), (FLAT, 5.0)):
        what = f"Ludex against {name.replace(' 0.50.2', '')}, {at}"
        if name in found:
            ratio = ours.moves / found[name].moves
            yield Line(what, ratio, "×", f"≥ {bar:g}", ratio >= bar)
            cheaper = found[name].cost / ours.cost
            yield Line(f"The same by processor time of the server a move, {at}", cheaper, "×", "", None)
        else:
            yield Line(what, None, "×", f"≥ {bar:g}", None, f"not measured: {why_no_boardgame()}")


def paced_line(folder: Path, size: Size) -> Line:
    """Measure the time from a move to the other player's screen when the server is not at its limit."""
    server = ludex(folder)
    with running(server):
        pid = server.process.pid if server.process else 0
        found = measure(Load("ludex", server.address, size.tables, size.seconds, rate=500, pid=pid))
    note = f"median {figure(found.median)} ms, {figure(found.moves)} moves/s, {figure(found.cost)} µs a move"
    return Line("p99 at 500 moves/s, paced", found.p99, "ms", "≤ 60", found.p99 <= 60, note, found.cost)


def art_lines(folder: Path, size: Size) -> Iterator[Line]:
    """Yield measurements of boards for four viewers."""
    for deflate in (False, True):
        server = ludex(folder)
        with running(server):
            pid = server.process.pid if server.process else 0
            found = art.measure(server.address, size.art, size.seconds, deflate, pid)
        how = "compressed as browsers ask for it" if deflate else "plain"
        note = f"{figure(found.boards)} boards/s, {figure(found.kilobytes)} kB each, {figure(found.cost)} µs a move"
        what = f"Modern Art, boards drawn for four viewers, {how}"
        holds = found.moves >= 300
        yield Line(what, found.moves, "moves/s", "≥ 300", holds, note, found.cost, found.kilobytes)


def rest_lines(folder: Path, size: Size) -> Iterator[Line]:
    """Yield measurements of memory, restart and kills."""
    found, answered = rest.memory(folder, size.live, size.sleeping)
    grown, slept = found.live - found.empty, found.sleeping - found.started
    note = f"{found.live:.0f} MB in all, {found.empty:.0f} MB with one table played"
    yield Line(f"{size.live:,} live tables, two clients each", grown, "MB", "≤ 100", grown <= 100, note)
    note = f"{found.sleeping:.0f} MB after a start with them, {found.started:.0f} MB without"
    yield Line(f"{size.sleeping:,} sleeping tables", slept, "MB", "about 0", None, note)
    what = f"Restart with {size.sleeping:,} tables to the first answer"
    yield Line(what, answered, "s", "≤ 5", answered <= 5)
    killed = rest.kills("ludex", ludex(folder), 50, size.kills)
    note = f"{killed.seen:,} moves seen, {killed.damaged} tables damaged"
    yield Line(f"{killed.kills} × kill -9 under load: moves lost", killed.lost, "moves", "0", killed.lost == 0, note)
    if not why_no_boardgame():
        theirs = rest.kills("boardgame", boardgame(folder, str(folder / "killed")), 50, min(3, size.kills))
        note = f"{theirs.seen:,} moves seen, {theirs.damaged} tables damaged"
        yield Line(
            f"boardgame.io, FlatFile, {theirs.kills} × kill -9: moves lost", theirs.lost, "moves", "", None, note
        )


def page_lines(folder: Path, size: Size) -> Iterator[Line]:
    """Yield measurements in a real browser."""
    why = pages.why_no_browser()
    if why:
        yield Line(f"{IN_THE_PAGE}from a press to the board", None, "ms", "", None, f"not measured: {why}")
        return
    server = ludex(folder)
    with running(server):
        for game, waits, first, later in pages.measured(server.address, size.presses):
            note = f"p99 {figure(waits.p99)} ms, {waits.presses} presses; load of the machine {os.getloadavg()[0]:.1f}"
            yield Line(f"{IN_THE_PAGE}{game}, from a press to the board, median", waits.median, "ms", "", None, note)
            note = (
                f"{first.clicks} presses with the name on a first visit; later {later.clicks} press and "
                f"{figure(later.seconds)} s, bots that play before included"
            )
            yield Line(f"{IN_THE_PAGE}{game}, from home to the first decision", first.seconds, "s", "", None, note)


def page(lines: list[Line], on: str) -> str:
    """Return the results as a table in Markdown."""
    rows = ["| what | measured | bar | holds | |", "|" + " --- |" * 5]
    for line in lines:
        value = "–" if line.value is None else f"{figure(line.value)} {line.unit}"
        holds = "" if line.holds is None else "yes" if line.holds else "**no**"
        rows.append(f"| {line.what} | {value} | {line.bar} | {holds} | {line.note} |")
    return f"{on}\n\n" + "\n".join(rows) + "\n"


def _about(on: Mapping[str, Any], load: float) -> str:
    """Return the line about the machine."""
    return f"{on['processor']}, {on['cores']} cores, Python {on['python']}; load of the machine before {load:.1f}."


def add_to_results(found: list[Line]) -> None:
    """Replace the lines about pages in the stored results, and write the page again."""
    path = Path(__file__).parent / "results.json"
    stored = msgspec.json.decode(path.read_bytes())
    lines = [line for line in msgspec.convert(stored["results"], list[Line]) if not line.what.startswith(IN_THE_PAGE)]
    lines += found
    stored["results"] = lines
    path.write_bytes(msgspec.json.format(msgspec.json.encode(stored), indent=2) + b"\n")
    (DOCS / "table.md").write_text(page(lines, _about(stored["machine"], stored["load"][0])), encoding="utf-8")


def capacity_page(lines: list[Line]) -> str:
    """Return the needs of many players, from the boards that were sent compressed: the last ones measured."""
    drawn = [(line.cost, line.kilobytes) for line in lines if line.cost is not None and line.kilobytes is not None]
    return capacity.page(*drawn[-1])


def main(quick: bool = False, write: bool = True, rounds: int = 3, kills: int = 20, in_page: bool = False) -> None:
    """Measure, print and write. `--in-page` measures only the pages in a browser, and keeps the other results."""
    allow_many_sockets()
    console = Console(highlight=False)
    size = QUICK if quick else Size(rounds=rounds, kills=kills)
    lines: list[Line] = []
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory(prefix="ludex-bench-") as name:
        parts = (
            speed_lines,
            lambda folder, size: iter([paced_line(folder, size)]),
            art_lines,
            rest_lines,
            page_lines,
        )
        for number, part in enumerate(parts[-1:] if in_page else parts):
            folder = Path(name) / str(number)
            folder.mkdir()
            for line in part(folder, size):
                lines.append(line)
                value = "not measured" if line.value is None else f"{figure(line.value)} {line.unit}"
                verdict = "" if line.holds is None else "  holds" if line.holds else "  MISSED"
                console.print(f"{line.what}: {value}  {line.bar}{verdict}  {line.note}", markup=False)
    loads.append(os.getloadavg()[0])
    on = machine()
    if not write or quick:
        return
    if in_page:
        add_to_results(lines)
    else:
        results = {"machine": on, "load": loads, "size": size, "results": lines}
        path = Path(__file__).parent / "results.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
        DOCS.mkdir(exist_ok=True)
        (DOCS / "table.md").write_text(page(lines, _about(on, loads[0])), encoding="utf-8")
        (DOCS / "capacity.md").write_text(capacity_page(lines), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
