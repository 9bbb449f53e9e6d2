"""The results for readers: a table in Markdown and a picture of the ratios, both for the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Row

DOCS = Path(__file__).parent.parent / "docs" / "benchmarks"
PROGRAMS = ("pyminion", "diplomacy", "OpenSpiel", "pgx", "PettingZoo")
"""Peers that are independent programs; the others are Ludex itself, or a target."""
LEAST = 0.5
"""Ratios below are in the table only: they compare things of different kinds."""
COLOURS = {"program": "#2f6f5e", "cores": "#d08c3f", "other": "#9aa5b1"}


def write_report(rows: Sequence[Row], machine: str) -> None:
    """Write `results.md` and `ratios.svg` into one folder."""
    DOCS.mkdir(exist_ok=True)
    (DOCS / "results.md").write_text(table(rows, machine), encoding="utf-8")
    draw(rows, DOCS / "ratios.svg")


def table(rows: Sequence[Row], machine: str) -> str:
    """Return a table with one line per measurement."""
    lines = ["| what | ours | compared with | its value | ratio | unit | cores |", "|" + " --- |" * 7]
    for row in rows:
        values = f"{figure(row.ours)} | {row.peer} | {figure(row.peer_value)} | **{figure(row.ratio)}**"
        lines.append(f"| {row.name} | {values} | {row.unit} | {row.cores} |")
    return f"{machine}\n\n" + "\n".join(lines) + "\n"


def figure(value: float) -> str:
    """Format a number with three significant digits, without an exponent where a person would not write one.

    >>> figure(12_418_223.0), figure(2.728), figure(0.0000137)
    ('12,400,000', '2.73', '1.37e-05')
    """
    if value >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}"


def draw(rows: Sequence[Row], path: Path) -> None:
    """Draw bars on a logarithmic scale: our value as a multiple of the other's."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "ludex"
    from matplotlib import pyplot as plt

    shown = [row for row in rows if row.unit != "bytes" and row.ratio > LEAST][::-1]
    picture, axes = plt.subplots(figsize=(10, 0.34 * len(shown) + 1.2))
    colours = [COLOURS[kind_of(row)] for row in shown]
    bars = axes.barh([f"{row.name}  |  {row.peer}" for row in shown], [row.ratio for row in shown], color=colours)
    axes.bar_label(bars, [f"{figure(row.ratio)} ×" for row in shown], padding=4, fontsize=8)
    axes.set_xscale("log")
    axes.margins(y=0.01)
    axes.set_xlim(left=LEAST, right=max(row.ratio for row in shown) * 4)
    axes.axvline(1, color="#333333", linewidth=0.8)
    axes.set_xlabel("ratio, larger is better (green: independent programs; amber: two cores against one; grey: others)")
    axes.tick_params(axis="y", labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    picture.savefig(path, bbox_inches="tight", metadata={"Date": None})


def kind_of(row: Row) -> str:
    """Classify a row: compared with an independent program, with one core, or with something else."""
    if row.peer.startswith(PROGRAMS):
        return "program"
    return "cores" if row.cores == 2 else "other"
