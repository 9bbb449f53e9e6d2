"""The map as SVG: provinces in the colours of their owners, units, orders as arrows, results marked.

The shapes are data (`data/*_shapes.json`, with their source). A map without shapes is drawn as places and the ways
between them.
"""

from __future__ import annotations

import json
import math
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from ludex.core import Move
from ludex.games.diplomacy.adjudicate import Ruling
from ludex.games.diplomacy.map import MAPS, PLACE_NUMBER, STEP, MapData, MapName
from ludex.games.diplomacy.moves import (
    ORDERS,
    Build,
    Convoy,
    Disband,
    Hold,
    MoveTo,
    MoveVia,
    Retreat,
    SupportHold,
    SupportMove,
)
from ludex.games.diplomacy.position import Position
from ludex.games.diplomacy.views import View

COLOURS = ("#c8564b", "#5a6fb0", "#7db4e0", "#6b6b6b", "#5f9e5f", "#b79fd0", "#e3b94f")
"""Of the powers, in the order of their map."""
UNIT_COLOURS = ("#a5281f", "#27357f", "#2f7fc0", "#2e2e2e", "#1f7a33", "#6a478f", "#c48a06")
SEA_COLOUR, LAND_COLOUR, NEUTRAL_COLOUR, INK = "#b9d3e6", "#efe6cf", "#d3cdbf", "#2b2b2b"
HALO = 'paint-order="stroke" stroke="#fff" stroke-opacity="0.55" stroke-width="2"'
DONE_COLOUR, FAILED_COLOUR = "#14532d", "#b00020"


class Arrow(NamedTuple):
    """An order to be drawn, and how it ended (None: not yet)."""

    order: Move
    power: int
    succeeded: bool | None = None


@cache
def shapes(name: str) -> dict[str, Any]:
    """The shapes of a map."""
    text = files(__package__).joinpath(f"data/{name}_shapes.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def draw_position(
    name: MapName,
    units: dict[str, list[str]],
    centers: dict[str, list[str]],
    arrows: list[Arrow],
    title: str = "",
    results: dict[str, str] | None = None,
) -> str:
    """A position with orders as SVG.

    >>> svg = draw_position("standard", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, [])
    >>> svg.startswith("<svg"), "A PAR" in svg
    (True, True)
    """
    board, shape = MAPS[name], shapes(name)
    owners = {code: board.power_names.index(power) for power, codes in centers.items() for code in codes}
    stands = {unit.lstrip("*")[2:5]: board.power_names.index(power) for power, found in units.items() for unit in found}
    size = f'viewBox="0 0 {shape["width"]} {shape["height"]}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Georgia, \'Times New Roman\', serif">',
        _DEFINITIONS,
        f'<rect width="{shape["width"]}" height="{shape["height"]}" fill="{SEA_COLOUR}"/>',
        *_provinces(board, shape, owners, stands),
        *(_arrow(shape, arrow) for arrow in arrows),
        *_names(board, shape),
        *_units(board, shape, units, results or {}),
        _legend(board, shape, centers, title),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _marker(name: str, colour: str) -> str:
    """The head of an arrow."""
    box = 'viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto-start-reverse"'
    return f'<marker id="{name}" {box}><path d="M0,0L8,4L0,8L2,4Z" fill="{colour}"/></marker>'


_SHADE = '<feDropShadow dx="0.6" dy="0.8" stdDeviation="0.7" flood-opacity="0.45"/>'
_DEFINITIONS = (
    f'<defs><filter id="shade" x="-30%" y="-30%" width="160%" height="160%">{_SHADE}</filter>'
    f"{_marker('done', DONE_COLOUR)}{_marker('failed', FAILED_COLOUR)}{_marker('open', INK)}</defs>"
)


def _provinces(board: MapData, shape: dict[str, Any], owners: dict[str, int], stands: dict[str, int]) -> list[str]:
    """Seas, then land; land takes its owner's colour, or a lighter one of who stands there."""
    if not shape["paths"]:
        return _ways(board, shape, owners)
    drawn = [f'<path d="{shape["neutral"]}" fill="{NEUTRAL_COLOUR}" stroke="#9a9484" stroke-width="0.5"/>']
    for sea_first in (True, False):
        for province in board.provinces:
            sea = province.type == "sea"
            if sea != sea_first or province.code not in shape["paths"]:
                continue
            fill, opacity = (SEA_COLOUR, 1.0) if sea else (LAND_COLOUR, 1.0)
            path = shape["paths"][province.code]
            line = "#8fb0c8" if sea else "#5b5240"
            drawn.append(f'<path d="{path}" fill="{fill}" stroke="{line}" stroke-width="0.8" fill-rule="evenodd"/>')
            power = owners.get(province.code, stands.get(province.code) if not sea else None)
            if power is not None and not sea:
                opacity = 0.72 if province.code in owners else 0.28
                drawn.append(f'<path d="{path}" fill="{COLOURS[power]}" fill-opacity="{opacity}" fill-rule="evenodd"/>')
    if "SWI" in shape["paths"]:
        drawn.append(f'<path d="{shape["paths"]["SWI"]}" fill="#8d8673" stroke="#5b5240" stroke-width="0.8"/>')
    return drawn


def _ways(board: MapData, shape: dict[str, Any], owners: dict[str, int]) -> list[str]:
    """A map without shapes: circles, and lines where an army or a fleet can go."""
    at = shape["places"]
    drawn = []
    for kind, line in ((1, 'stroke="#8a7a55" stroke-width="5"'), (2, 'stroke="#6f9dbd" stroke-width="2"')):
        for place in at:
            for to in at:
                if place < to and STEP[kind, PLACE_NUMBER[place], PLACE_NUMBER[to]]:
                    (x, y), (u, v) = at[place], at[to]
                    drawn.append(f'<line x1="{x}" y1="{y}" x2="{u}" y2="{v}" {line}/>')
    for province in board.provinces:
        x, y = at[province.code]
        fill = "#9fc4dd" if province.type == "sea" else LAND_COLOUR
        if province.code in owners:
            fill = COLOURS[owners[province.code]]
        drawn.append(f'<circle cx="{x}" cy="{y}" r="34" fill="{fill}" stroke="#5b5240" stroke-width="1.2"/>')
    return drawn


def _names(board: MapData, shape: dict[str, Any]) -> list[str]:
    """The codes of the provinces, and a star for a supply centre."""
    drawn = []
    for province in board.provinces:
        x, y = shape["places"][province.code]
        style = 'fill="#3c5d78" font-style="italic"' if province.type == "sea" else f'fill="{INK}"'
        star = "★" if province.centre else ""
        drawn.append(
            f'<text x="{x}" y="{y + 15}" font-size="8.5" text-anchor="middle" {style} {HALO}>{star}{province.code}'
            f"<title>{escape(province.name)}</title></text>"
        )
    return drawn


def _units(board: MapData, shape: dict[str, Any], units: dict[str, list[str]], results: dict[str, str]) -> list[str]:
    """Armies as shields, fleets as ships; a dislodged unit stands aside."""
    drawn = []
    for power, found in units.items():
        colour = UNIT_COLOURS[board.power_names.index(power)]
        for unit in found:
            gone, name = unit.startswith("*"), unit.lstrip("*")
            x, y = _place(shape, name[2:])
            x, y = (x + 11, y - 9) if gone else (x, y)
            body = (
                f'<path d="M{x - 7},{y - 6}h14v6a7,7 0 0 1 -14,0z"'
                if name[0] == "A"
                else f'<path d="M{x - 9},{y - 1}h18l-4,6h-10z M{x - 1},{y - 9}h1.5v8h-1.5z M{x + 1},{y - 8}l6,6h-6z"'
            )
            dash = ' stroke-dasharray="1.6 1.2"' if gone else ""
            told = f"{power} {name}: {results[name]}" if name in results else f"{power} {name}"
            drawn.append(
                f'<g filter="url(#shade)">{body} fill="{colour}" stroke="#fff" stroke-width="1"{dash}/>'
                f"<title>{escape(told)}</title></g>"
            )
            if gone:
                style = f'font-size="8" fill="{FAILED_COLOUR}" text-anchor="middle"'
                drawn.append(f'<text x="{x}" y="{y - 8}" {style}>dislodged</text>')
    return drawn


def _place(shape: dict[str, Any], place: str) -> tuple[float, float]:
    x, y = shape["places"].get(place) or shape["places"][place[:3]]
    return x, y


def _arrow(shape: dict[str, Any], arrow: Arrow) -> str:
    """A solid arrow for a move, dashes for a support, waves of dots for a convoy; red where it failed."""
    order, done = arrow.order, arrow.succeeded
    colour, mark = (INK, "open") if done is None else (DONE_COLOUR, "done") if done else (FAILED_COLOUR, "failed")
    here = _place(shape, getattr(order, "unit", "A PAR")[2:])
    match order:
        case MoveTo(_, to) | MoveVia(_, to) | Retreat(_, to):
            dash = ' stroke-dasharray="7 3"' if isinstance(order, Retreat) else ""
            return _line(here, _place(shape, to), colour, 2.4, f'marker-end="url(#{mark})"{dash}', done is False)
        case SupportMove(_, other, to):
            start, end = _place(shape, other[2:]), _place(shape, to)
            middle = (start[0] * 0.45 + end[0] * 0.55, start[1] * 0.45 + end[1] * 0.55)
            return _line(here, middle, colour, 1.5, 'stroke-dasharray="4 2.5"', done is False) + _dot(middle, colour)
        case SupportHold(_, other):
            end = _place(shape, other[2:])
            return _line(here, end, colour, 1.5, 'stroke-dasharray="4 2.5"', done is False) + _ring(end, colour)
        case Convoy(_, other, to):
            start, end = _place(shape, other[2:]), _place(shape, to)
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            return _line(here, middle, colour, 1.6, 'stroke-dasharray="1 3" stroke-linecap="round"', done is False)
        case Build():
            return _ring(here, DONE_COLOUR, 13)
        case Disband():
            return _cross(here, FAILED_COLOUR, 9)
        case Hold():
            return _ring(here, colour, 11)
    return ""


def _line(
    start: tuple[float, float], end: tuple[float, float], colour: str, width: float, more: str, crossed: bool
) -> str:
    """A line that ends a little before its aim, with a cross on it if it failed."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    cut = min(9.0, length / 3)
    x1, y1 = start[0] + dx / length * cut, start[1] + dy / length * cut
    x2, y2 = end[0] - dx / length * cut * 0.8, end[1] - dy / length * cut * 0.8
    line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    shade = f'{line} stroke="#fff" stroke-opacity="0.65" stroke-width="{width + 1.8}"/>'
    shown = f'{line} stroke="{colour}" stroke-width="{width}" {more}/>'
    return shade + shown + (_cross(((x1 + x2) / 2, (y1 + y2) / 2), colour, 4) if crossed else "")


def _dot(at: tuple[float, float], colour: str) -> str:
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="2.6" fill="{colour}"/>'


def _ring(at: tuple[float, float], colour: str, radius: float = 12) -> str:
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="none" stroke="{colour}" stroke-width="1.4"/>'


def _cross(at: tuple[float, float], colour: str, size: float) -> str:
    x, y = at
    a, b, c, d = (f"{value:.1f}" for value in (x - size, y - size, x + size, y + size))
    path = f"M{a},{b}L{c},{d}M{c},{b}L{a},{d}"
    return f'<path d="{path}" stroke="{colour}" stroke-width="2" stroke-linecap="round"/>'


def _legend(board: MapData, shape: dict[str, Any], centers: dict[str, list[str]], title: str) -> str:
    """The phase, and the powers with their centres."""
    rows = [f'<g transform="translate(10,{shape["height"] - 14 * len(board.powers) - 26})">']
    style = 'rx="4" fill="#fffdf5" fill-opacity="0.88" stroke="#8a7a55"'
    rows.append(f'<rect x="-4" y="-14" width="118" height="{14 * len(board.powers) + 32}" {style}/>')
    rows.append(f'<text x="2" y="2" font-size="13" font-weight="bold">{escape(title)}</text>')
    for number, power in enumerate(board.power_names):
        y = 16 + 14 * number
        rows.append(f'<rect x="2" y="{y - 8}" width="10" height="10" fill="{UNIT_COLOURS[number]}"/>')
        rows.append(f'<text x="17" y="{y}" font-size="10">{power.title()} {len(centers.get(power, ()))}</text>')
    return "".join([*rows, "</g>"])


def draw_ruling(position: Position, ruling: Ruling) -> str:
    """The orders of a position and what became of them, on the board as it was."""
    board = position.board
    arrows, told = [], {}
    for result in ruling.results:
        if result.result not in ("void", "unreadable"):
            order = ORDERS.parse(result.order)
            arrows.append(Arrow(order, board.power_names.index(result.power), result.outcome == "succeeds"))
            told[getattr(order, "unit", "")] = f"{result.order}, {result.reason}"
    return draw_position(position.map, position.units, position.centers, arrows, ruling.phase, told)


def draw_svg(view: View) -> str:
    """A view as a picture: the board, and as arrows the own orders, or before any is given those of the phase
    before."""
    powers = MAPS[view.map].power_names
    units: dict[str, list[str]] = {}
    for unit in view.units:
        units.setdefault(unit.power, []).append(unit.unit)
    for gone in view.dislodged:
        units.setdefault(gone.power, []).append(f"*{gone.unit}")
    arrows = [Arrow(ORDERS.parse(order), view.seat or 0) for order in view.orders]
    if not arrows:
        arrows = [
            Arrow(ORDERS.parse(result.order), powers.index(result.power), result.result == "done")
            for result in view.last_results
            if " H" not in result.order
        ]
    centers = {power.power: list(power.centers) for power in view.powers}
    return draw_position(view.map, units, centers, arrows, view.phase)
