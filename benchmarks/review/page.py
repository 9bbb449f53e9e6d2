"""The page of the documentation that is made from the measurements of reviews."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.review.calibration import Sample, bins, verdict

DOCS = Path(__file__).parent.parent.parent / "docs" / "benchmarks"
LEAST = 10
"""The least number of decisions in a bin that is drawn."""


def write_page(results: Any) -> None:
    """Write `review.md` and `review.svg` into the folder of the other benchmarks."""
    DOCS.mkdir(exist_ok=True)
    parts = [f"{results.machine}.", _calibration(results.samples)]
    parts += [_planted(results), _equals(results), _timed(results)]
    (DOCS / "review.md").write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")
    draw(results.samples, DOCS / "review.svg")


def _calibration(samples: Mapping[str, list[Sample]]) -> str:
    rows = [
        "### Calibration",
        "",
        "| game | games | decisions | Brier: equal chances | playouts alone | reviews | error | best trust (halves) |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, own in samples.items():
        one = verdict(name, own)
        rows.append(
            f"| {name} | {one.games:,} | {one.samples:,} | {one.constant:.3f} | {one.raw:.3f} | **{one.told:.3f}** | "
            f"{one.error:.3f} | {one.first_half:.2f}, {one.second_half:.2f} |"
        )
    return "\n".join(rows)


def _planted(results: Any) -> str:
    if not results.planted:
        return ""
    rows = ["### Planted blunders", "", "| game | planted | reported | among the three |", "| --- | --- | --- | --- |"]
    for name, one in results.planted.items():
        rows.append(f"| {name} | {one.planted} | **{one.reported}** | {one.among_three} |")
    planted, reported, three = (
        sum(getattr(one, what) for one in results.planted.values()) for what in ("planted", "reported", "among_three")
    )
    return "\n".join([*rows, f"| all | {planted} | **{reported}** | {three} |"])


def _equals(results: Any) -> str:
    if not results.equals:
        return ""
    rows = [
        "### Games between equal players",
        "",
        "| game | games | choices | blunders |",
        "| --- | --- | --- | --- |",
    ]
    rows += [f"| {name} | {one.games} | {one.choices:,} | {one.blunders} |" for name, one in results.equals.items()]
    return "\n".join(rows)


def _timed(results: Any) -> str:
    if not results.timed:
        return ""
    rows = ["### Time", "", "| game | moves | playouts | seconds on two cores |", "| --- | --- | --- | --- |"]
    rows += [f"| {name} | {one.moves} | {one.playouts:,} | {one.seconds:.0f} |" for name, one in results.timed.items()]
    return "\n".join(rows)


def draw(samples: Mapping[str, list[Sample]], path: Path) -> None:
    """Draw how often the seats won at every chance that a review states."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "ludex"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 3, figsize=(9, 6), sharex=True, sharey=True)
    for axis, (name, own) in zip(axes.flat, samples.items(), strict=False):
        axis.plot([0, 1], [0, 1], color="#8a8f98", linewidth=1, linestyle="--")
        shown = [(said, came, len(group)) for said, came, group in bins(own) if len(group) >= LEAST]
        errors = [1.96 * (max(came * (1 - came), 0.01) / size) ** 0.5 for _, came, size in shown]
        axis.errorbar(
            [one[0] for one in shown], [one[1] for one in shown], yerr=errors, fmt="o", markersize=4, color="#1b7f5c"
        )
        axis.set_title(name, fontsize=10)
    for axis in list(axes.flat)[len(samples) :]:
        axis.set_visible(False)
    figure.supxlabel("chance that the review tells", fontsize=10)
    figure.supylabel("share that won", fontsize=10)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
