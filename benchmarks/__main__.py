"""Run all benchmarks, print the ratios, write results.json."""

from __future__ import annotations

import importlib
import os
import platform
from importlib.metadata import version
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from benchmarks.measure import Row

GAMES = ("automation", "modern_art", "power_grid", "diplomacy", "cards")
PACKAGES = ("ludex", "numpy", "numba", "pyminion", "diplomacy", "open_spiel")


def main() -> None:
    """Measure game by game, so that something is to be seen early."""
    console = Console(highlight=False)
    rows: list[Row] = []
    for name in GAMES:
        with console.status(f"measuring {name}"):
            rows += msgspec.convert(
                list(importlib.import_module(f"benchmarks.{name}").rows()), list[Row], from_attributes=True
            )
    results = {"machine": machine(), "versions": {name: version(name) for name in PACKAGES}, "results": rows}
    path = Path(__file__).parent / "results.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
    grid = Grid("what", "ours", "peer", "its value", "ratio", "unit", "cores", box=None, header_style="bold")
    for row in rows:
        values = f"{row.ours:,.4g}", row.peer, f"{row.peer_value:,.4g}", f"{row.ratio:,.3g}"
        grid.add_row(row.name, *values, row.unit, str(row.cores))
    console.print(grid)
    console.print(f"\nWritten to {path}", markup=False)


def machine() -> dict[str, str | int]:
    """What it ran on."""
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
