"""Plots as inline SVG. They are drawn for the width of a phone, so that their text can be read anywhere.

Colours are variables of the page's style sheet, which defines them for light and for dark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

WIDTH = 360
LEFT, RIGHT = 8, 352
COLOURS = 8
"""Number of colours that the style sheet has for players. More players share them."""


class Span(NamedTuple):
    """A value with its interval, in a colour."""

    label: str
    value: float
    low: float
    high: float
    colour: int
    mark: float | None = None
    """A value to compare with, drawn as a short line."""


class Ridge(NamedTuple):
    """A distribution: the amount in every bin."""

    label: str
    counts: Sequence[float]
    colour: int
    note: str = ""


def svg(height: float, parts: Sequence[str], title: str) -> str:
    """Return a picture with a title for screen readers."""
    inside = "".join(parts)
    said = f"<title>{escape(title)}</title>"
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">{said}{inside}</svg>'


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Return a piece of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """Return a straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def shorten(name: str, most: int = 22) -> str:
    """Return a name that fits: of a long one the end, if possible from a slash, which is more distinctive.

    >>> shorten("program:examples/programs/first_option.py"), shorten("a" * 40, 12)
    ('…/first_option.py', '…aaaaaaaaaaa')
    """
    if len(name) <= most:
        return name
    end = name[1 - most :]
    return "…" + (end[end.rindex("/") :] if "/" in end[:-4] else end)


def nice_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Return round numbers within a range, at equal steps.

    >>> nice_ticks(0.12, 0.93)
    [0.2, 0.4, 0.6, 0.8]
    >>> nice_ticks(13, 47)
    [20, 30, 40]
    """
    span = max(high - low, 1e-9)
    for factor in (1, 2, 5, 10, 20, 50):
        step = factor * 10 ** (floor(log10(span / most)))
        first = -floor(-low / step)
        ticks = [round(number * step, 10) for number in range(first, floor(high / step + 1e-9) + 1)]
        if len(ticks) <= most:
            return ticks
    return []


def spans_plot(spans: Sequence[Span], show: Callable[[float], str], title: str, tick_unit: str = "") -> str:
    """Return a plot of values with their intervals, one below the other, on a common axis."""
    ends = [end for span in spans for end in (span.low, span.high, span.value if span.mark is None else span.mark)]
    low, high = min(ends), max(ends)
    margin = 0.06 * (high - low) or 0.5
    low, high = low - margin, high + margin

    def at(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - low) / (high - low)

    row = 38
    bottom = row * len(spans) + 6
    ticks = nice_ticks(low, high)
    parts = [line(at(tick), 4, at(tick), bottom, "grid") for tick in ticks]
    for tick in ticks:
        word = f"{tick * 100:g}%" if tick_unit == "%" else f"{tick:g}"
        parts.append(text(_inside(at(tick)), bottom + 15, word, "tick", "middle"))
    for number, span in enumerate(spans):
        y = number * row + 29
        colour = f"c{span.colour % COLOURS}"
        parts.append(text(LEFT, y - 13, shorten(span.label), "label"))
        told = f"{show(span.value)}  ({show(span.low)} – {show(span.high)})"
        parts.append(text(RIGHT, y - 13, told, "value", "end"))
        parts.append(line(at(span.low), y, at(span.high), y, f"span {colour}"))
        if span.mark is not None:
            parts.append(line(at(span.mark), y - 8, at(span.mark), y + 8, "mark"))
        parts.append(f'<circle cx="{at(span.value):.1f}" cy="{y}" r="5" class="dot {colour}"/>')
    return svg(bottom + 22, parts, title)


def ridges_plot(ridges: Sequence[Ridge], ticks: Sequence[tuple[float, str]], title: str) -> str:
    """Return a plot of distributions over the same bins, one below the other. Ticks are given in bins."""
    bins = max(len(ridge.counts) for ridge in ridges)
    width = (RIGHT - LEFT) / bins
    height = 46 if len(ridges) > 1 else 110
    row = height + 22
    bottom = row * len(ridges) + 2
    parts = [line(LEFT + at * width, 4, LEFT + at * width, bottom, "grid") for at, _ in ticks]
    parts += [text(_inside(LEFT + at * width), bottom + 15, word, "tick", "middle") for at, word in ticks]
    for number, ridge in enumerate(ridges):
        base = (number + 1) * row
        most = max(ridge.counts) or 1
        colour = f"bar c{ridge.colour % COLOURS}"
        parts.append(text(LEFT, base - height - 6, shorten(ridge.label, 28), "label"))
        parts.append(text(RIGHT, base - height - 6, ridge.note, "value", "end"))
        parts.append(line(LEFT, base, RIGHT, base, "axis"))
        for at, count in enumerate(ridge.counts):
            if count:
                tall = max(1.0, (height - 4) * count / most)
                x, y = LEFT + at * width, base - tall
                wide = max(0.8, width - 1)
                parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}" class="{colour}"/>')
    return svg(bottom + 22, parts, title)


def course_plot(points: Sequence[tuple[int, float]], lower: float, upper: float, title: str) -> str:
    """Return a plot of the course of a ratio between two bounds."""
    height = 150
    most = max(deal for deal, _ in points)
    values = [lower, upper, *(ratio for _, ratio in points)]
    low, high = min(values) - 0.4, max(values) + 0.4

    def x(deal: float) -> float:
        return LEFT + (RIGHT - LEFT) * deal / most

    def y(ratio: float) -> float:
        return 8 + (height - 8) * (high - ratio) / (high - low)

    ticks = [tick for tick in nice_ticks(0, most) if tick == int(tick)]
    parts = [line(LEFT, y(bound), RIGHT, y(bound), "mark") for bound in (lower, upper)]
    parts.append(line(LEFT, y(0), RIGHT, y(0), "grid"))
    parts.append(text(LEFT, y(upper) - 5, f"H1 accepted at {upper:.2f}", "tick"))
    parts.append(text(LEFT, y(lower) + 14, f"H0 accepted at {lower:.2f}", "tick"))
    parts += [text(_inside(x(tick)), height + 22, f"{tick:,.0f}", "tick", "middle") for tick in ticks]
    course = " ".join(f"{x(deal):.1f},{y(ratio):.1f}" for deal, ratio in ((0, 0.0), *points))
    parts.append(f'<polyline points="{course}" class="course"/>')
    parts.append(f'<circle cx="{x(points[-1][0]):.1f}" cy="{y(points[-1][1]):.1f}" r="4" class="dot c0"/>')
    return svg(height + 28, parts, title)


def _inside(x: float) -> float:
    """Return the position nearest to x at which the middle of a short word stays inside the picture."""
    return min(RIGHT - 12, max(LEFT + 8, x))
