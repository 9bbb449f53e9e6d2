"""The ladders for readers: a table in Markdown and a picture, both for the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.report import COLOURS, DOCS


class Step(msgspec.Struct, frozen=True):
    """One rung of a ladder against the one below."""

    game: str
    player: str
    against: str
    seats: int
    games: int
    win_rate: float
    low: float
    high: float
    fair: float
    violations: int
    timeouts: int
    seconds: float
    date: str


def write_page(steps: Sequence[Step], machine: dict[str, Any]) -> None:
    """Write `strength.md` and `strength.svg` beside the other benchmarks."""
    DOCS.mkdir(exist_ok=True)
    (DOCS / "strength.md").write_text(table(steps, machine), encoding="utf-8")
    draw(steps, DOCS / "strength.svg")


def table(steps: Sequence[Step], machine: dict[str, Any]) -> str:
    """One line a step, ladder by ladder."""
    lines = ["| game | player | against | seats | games | wins | 95 % | fair | date |", "|" + " --- |" * 9]
    for step in steps:
        rates = f"**{step.win_rate:.1%}** | {step.low:.1%} – {step.high:.1%} | {step.fair:.0%}"
        where = f"{step.game} | {step.player} | {step.against} | {step.seats}"
        lines.append(f"| {where} | {step.games:,} | {rates} | {step.date} |")
    on = f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}."
    return f"{on}\n\n" + "\n".join(lines) + "\n"


def draw(steps: Sequence[Step], path: Path) -> None:
    """How many times its fair share each rung wins against the one below, with intervals."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "ludex"
    from matplotlib import pyplot as plt

    shown = steps[::-1]
    picture, axes = plt.subplots(figsize=(9, 0.3 * len(shown) + 1.2))
    for row, step in enumerate(shown):
        colour = COLOURS["cores" if step.player.startswith("search") else "program"]
        low, middle, high = (value / step.fair for value in (step.low, step.win_rate, step.high))
        axes.plot([low, high], [row, row], color=colour, linewidth=4, alpha=0.4, solid_capstyle="round")
        axes.plot(middle, row, "o", color=colour, markersize=6)
    axes.set_yticks(range(len(shown)), [f"{step.game}: {step.player} | {step.against}" for step in shown], fontsize=8)
    axes.axvline(1, color="#333333", linewidth=0.8)
    axes.set_xlim(left=0)
    axes.margins(y=0.02)
    axes.set_xlabel("wins, as a multiple of a fair share, with 95 % intervals (amber: searches; green: bots)")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    picture.savefig(path, bbox_inches="tight", metadata={"Date": None})
