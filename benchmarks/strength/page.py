"""The ladders for readers: tables in Markdown and a picture, both for the documentation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.report import COLOURS, DOCS


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
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
    held_out: bool = False
    """True if nothing is tuned on the lower player."""
    lead: float | None = None
    """The lead of the upper player, in points a game."""
    lead_spread: float | None = None
    """Half of the 95 % interval of the lead."""
    points: float | None = None
    """The bar for the lead."""
    milliseconds_against: float | None = None
    """Average time of the lower player for a move, by the clock."""

    @property
    def verdict(self) -> str:
        """The result at the bar: held for certain, held by the measurement, or missed."""
        if self.points is not None and self.lead is not None:
            if self.lead_spread is not None and self.lead - self.lead_spread >= self.points:
                return "held"
            return "held, but the interval reaches below" if self.lead >= self.points else "missed"
        if self.bar is None:
            return ""
        if self.low >= self.bar:
            return "held"
        return "held, but the interval reaches below" if self.win_rate >= self.bar else "missed"


def write_page(steps: Sequence[Step], machine: dict[str, Any]) -> None:
    """Write `strength.md` into the folder of the other benchmarks."""
    DOCS.mkdir(exist_ok=True)
    (DOCS / "strength.md").write_text(page(steps, machine), encoding="utf-8")


def page(steps: Sequence[Step], machine: dict[str, Any]) -> str:
    """Return the bars, and the ladders."""
    on = f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}."
    rungs = [step for step in steps if not step.held_out]
    others = [step for step in steps if step.held_out]
    told = f"### Against players that nothing is tuned on\n\n{held_out(others)}\n" if others else ""
    return f"{on}\n\n### The bars\n\n{bars(rungs)}\n{told}### The ladders\n\n{ladders(rungs)}"


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


def held_out(steps: Sequence[Step]) -> str:
    """Return one line per player on which nothing is tuned."""
    columns = "game | player | against | games | wins | 95 % | lead in points | bar | | ms a move | theirs | date"
    lines = [f"| {columns} |", "|" + " --- |" * 12]
    for step in steps:
        lead = "" if step.lead is None else f"{step.lead:+.1f}"
        lead += "" if step.lead_spread is None else f" ± {step.lead_spread:.1f}"
        bar = f"{step.points:+.0f} points" if step.points is not None else f"{step.bar:.0%}" if step.bar else ""
        times = [f"{time:.1f}" if time else "" for time in (step.milliseconds, step.milliseconds_against)]
        what = f"{step.game} | {step.player} | {step.opponents} × {step.against} | {step.games:,}"
        lines.append(
            f"| {what} | {_rates(step)} | {lead} | {bar} | {step.verdict} | {' | '.join(times)} | {step.date} |"
        )
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

    shown = [step for step in steps if not step.held_out][::-1]
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
