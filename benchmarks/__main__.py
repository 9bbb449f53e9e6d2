"""Run all benchmarks, print the ratios, and write results.json and the pages of the documentation made from it."""

from __future__ import annotations

import importlib
import os
import platform
from importlib.metadata import version
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from tools.readme import main as write_readme

from benchmarks.measure import Row
from benchmarks.report import figure, write_report

PARTS = (
    "automation",
    "modern_art",
    "power_grid",
    "diplomacy",
    "cards",
    "search",
    "lab",
    "python_face",
    "batch",
    "doors",
    "memory",
)
PACKAGES = ("ludex", "numpy", "numba", "pyminion", "diplomacy", "open_spiel", "gymnasium", "pettingzoo")


def main() -> None:
    """Measure game by game, so that first results appear early."""
    console = Console(highlight=False)
    console.width = max(console.width, 130)
    rows: list[Row] = []
    for name in PARTS:
        with console.status(f"measuring {name}"):
            rows += importlib.import_module(f"benchmarks.{name}").rows()
    write(rows)
    grid = Grid("what", "ours", "peer", "its value", "ratio", "unit", "cores", box=None, header_style="bold")
    for row in rows:
        values = figure(row.ours), row.peer, figure(row.peer_value), figure(row.ratio)
        grid.add_row(row.name, *values, row.unit, str(row.cores))
    console.print(grid)
    console.print("\nWritten to benchmarks/results.json, docs/benchmarks/ and README.md.", markup=False)


def write(rows: list[Row]) -> None:
    """Write the results, for programs and for readers."""
    on, versions = machine(), {name: version(name) for name in PACKAGES}
    results = {"machine": on, "versions": versions, "results": rows}
    path = Path(__file__).parent / "results.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
    with_what = ", ".join(f"{name} {number}" for name, number in versions.items())
    write_report(rows, f"{on['processor']}, {on['cores']} cores, Python {on['python']}; {with_what}.")
    write_readme()


def machine() -> dict[str, str | int]:
    """Describe the machine."""
    names = [line.split(":", 1)[1].strip() for line in _cpu_lines() if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.is_file() else []


if __name__ == "__main__":
    main()
