"""The ladders for readers: tables in Markdown and a picture, both for the documentation."""

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
    """Number of seats of the table."""
    opponents: int
    """Number of seats that the lower rung has."""
    games: int
    win_rate: float
    low: float
    high: float
    fair: float
    bar: float | None
    milliseconds: float | None
    """Average time of a search for a move, by the clock."""
    violations: int
    timeouts: int
    seconds: float
    date: str

    @property
    def verdict(self) -> str:
        """The result at the bar: held for certain, held by the measurement, or missed."""
        if self.bar is None:
            return ""
        if self.low >= self.bar:
            return "held"
        return "held, but the interval reaches below" if self.win_rate >= self.bar else "missed"


def write_page(steps: Sequence[Step], machine: dict[str, Any]) -> None:
    """Write `strength.md` and `strength.svg` into the folder of the other benchmarks."""
    DOCS.mkdir(exist_ok=True)
    (DOCS / "strength.md").write_text(page(steps, machine), encoding="utf-8")
    draw(steps, DOCS / "strength.svg")


def page(steps: Sequence[Step], machine: dict[str, Any]) -> str:
    """Return the bars, and the ladders."""
    on = f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}."
    return f"{on}\n\n### The bars\n\n{bars(steps)}\n### The ladders\n\n{ladders(steps)}"


def bars(steps: Sequence[Step]) -> str:
    """Return one line per bar: the target share of wins against the best bots, and the measured one."""
    lines = ["| game | player | against | games | wins | 95 % | bar | | ms a move | date |", "|" + " --- |" * 10]
    for step in steps:
        if step.bar is not None:
            what = f"{step.game} | {step.player} | {step.opponents} × {step.against} | {step.games:,}"
            spent = "" if step.milliseconds is None else f"{step.milliseconds:.1f}"
            found = f"{_rates(step)} | {step.bar:.0%} | {step.verdict} | {spent}"
            lines.append(f"| {what} | {found} | {step.date} |")
    return "\n".join(lines) + "\n"


def ladders(steps: Sequence[Step]) -> str:
    """Return one line per step, ladder by ladder."""
    lines = ["| game | player | against | seats | games | wins | 95 % | fair | date |", "|" + " --- |" * 9]
    for step in steps:
        where = f"{step.game} | {step.player} | {step.against} | {step.seats}"
        lines.append(f"| {where} | {step.games:,} | {_rates(step)} | {step.fair:.0%} | {step.date} |")
    return "\n".join(lines) + "\n"


def _rates(step: Step) -> str:
    return f"**{step.win_rate:.1%}** | {step.low:.1%} – {step.high:.1%}"


def draw(steps: Sequence[Step], path: Path) -> None:
    """Draw the wins of each rung against the one below as multiples of its fair share, with intervals and bars."""
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
        if step.bar is not None:
            axes.plot(step.bar / step.fair, row, "|", color="#333333", markersize=13, markeredgewidth=2)
    axes.set_yticks(range(len(shown)), [f"{step.game}: {step.player} | {step.against}" for step in shown], fontsize=8)
    axes.axvline(1, color="#333333", linewidth=0.8)
    axes.set_xlim(left=0)
    axes.margins(y=0.02)
    axes.set_xlabel(
        "wins, as a multiple of a fair share, with 95 % intervals (amber: searches; green: bots; strokes: bars)"
    )
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    picture.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plt.close(picture)
