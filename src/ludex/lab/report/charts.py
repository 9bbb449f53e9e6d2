"""Charts of the report, as self-contained drawings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludex.core.show.page import Html, tag
from ludex.lab.findings import Share

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 440, 210, 44, 26, 26


def _x(value: float, low: float, high: float) -> float:
    return round(LEFT + (value - low) / max(high - low, 1e-9) * (WIDTH - LEFT - 10), 1)


def _y(value: float, low: float, high: float) -> float:
    return round(HEIGHT - BOTTOM - (value - low) / max(high - low, 1e-9) * (HEIGHT - BOTTOM - TOP), 1)


def _frame(label: str, children: Sequence[Html], low: float, high: float, ends: tuple[str, str], form: str) -> Html:
    """Draw a chart with a scale on the left, and labels for its two ends below."""
    scale = []
    for value in (low, (low + high) / 2, high):
        y = _y(value, low, high)
        scale.append(tag("line", x1=LEFT, x2=WIDTH - 10, y1=y, y2=y, class_="grid"))
        scale.append(tag("text", format(value, form), x=LEFT - 6, y=y + 4, class_="scale", text_anchor="end"))
    scale.append(tag("text", ends[0], x=LEFT, y=HEIGHT - 8, class_="scale"))
    scale.append(tag("text", ends[1], x=WIDTH - 10, y=HEIGHT - 8, class_="scale", text_anchor="end"))
    return tag("svg", scale, children, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=label, class_="chart")


def _line(values: Sequence[float], low: float, high: float, kind: str) -> Html:
    last = max(len(values) - 1, 1)
    points = " ".join(f"{_x(place, 0, last)},{_y(value, low, high)}" for place, value in enumerate(values))
    return tag("polyline", points=points, class_=kind)


def lines(label: str, series: dict[str, Sequence[float]], ends: tuple[str, str], form: str = ".2f") -> Html:
    """Draw several lines over the same range, with a legend.

    >>> str(lines("fitness", {"best": [0.1, 0.2]}, ("first", "last"))).count("<polyline")
    1
    """
    everything = [value for values in series.values() for value in values]
    low, high = min(everything, default=0.0), max(everything, default=1.0)
    low, high = (low, high) if high - low > 0.02 else (low - 0.05, high + 0.05)
    drawn = [_line(values, low, high, f"line line-{place}") for place, values in enumerate(series.values())]
    legend = [
        tag("text", name, x=LEFT + 8 + 90 * place, y=TOP - 12, class_=f"legend legend-{place}")
        for place, name in enumerate(series)
    ]
    return _frame(label, [*drawn, *legend], low, high, ends, form)


def bundle(label: str, curves: Sequence[Sequence[float]], ends: tuple[str, str]) -> Html:
    """Draw many thin lines from 0 to 1, and their mean as a thick one."""
    drawn = [_line(curve, 0, 1, "thin") for curve in curves]
    mean = [float(value) for value in np.mean(np.array(curves), axis=0)] if curves else []
    return _frame(label, [*drawn, _line(mean, 0, 1, "line line-0")], 0, 1, ends, ".0%")


def histogram(label: str, values: Sequence[float], unit: str) -> Html:
    """Draw the distribution of values in bins of equal width. A few extreme values share the last bin.

    >>> "49 moves or more" in histogram("Lengths", [*range(51), 4424.0], "moves")
    True
    """
    found = np.array(values)
    last = float(np.percentile(found, 98, method="lower"))
    cut = found.max() > 2 * last
    counts, edges = np.histogram(found.clip(max=last) if cut else found, bins=min(24, max(4, len(set(values)))))
    most = max(int(counts.max()), 1)
    bars = []
    for place, count in enumerate(counts.tolist()):
        x0, x1 = _x(place, 0, len(counts)), _x(place + 1, 0, len(counts))
        y = _y(count, 0, most)
        told = tag("title", f"{edges[place]:.0f} to {edges[place + 1]:.0f} {unit}: {count}")
        bars.append(
            tag(
                "rect",
                told,
                x=x0 + 1,
                y=y,
                width=round(x1 - x0 - 2, 1),
                height=round(HEIGHT - BOTTOM - y, 1),
                class_="bar",
            )
        )
    ends = (f"{edges[0]:.0f} {unit}", f"{edges[-1]:.0f} {unit}{' or more' if cut else ''}")
    return _frame(label, bars, 0, most, ends, ".0f")


def intervals(label: str, shares: Sequence[Share], fair: float, low: float = 0.0, high: float = 1.0) -> Html:
    """Draw shares as dots with their intervals, and a line for the fair share."""
    row, width = 26, WIDTH
    left = 20 + 7 * max((len(share.label) for share in shares), default=0)
    height = row * len(shares) + 26

    def at(value: float) -> float:
        return round(left + (min(max(value, low), high) - low) / (high - low) * (width - left - 50), 1)

    drawn = [tag("line", x1=at(fair), x2=at(fair), y1=4, y2=height - 20, class_="fair")]
    for place, share in enumerate(shares):
        y = 16 + place * row
        drawn += [
            tag("text", share.label, x=left - 10, y=y + 4, class_="scale", text_anchor="end"),
            tag("line", x1=at(share.low), x2=at(share.high), y1=y, y2=y, class_="interval"),
            tag("circle", cx=at(share.share), cy=y, r=5, class_="dot"),
            tag("text", f"{share.share:.0%}", x=width - 36, y=y + 4, class_="scale"),
        ]
    drawn.append(tag("text", f"fair: {fair:.0%}", x=at(fair), y=height - 6, class_="scale", text_anchor="middle"))
    return tag("svg", drawn, viewBox=f"0 0 {width} {height}", role="img", aria_label=label, class_="chart")
