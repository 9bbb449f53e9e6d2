"""The map as SVG: provinces in the colours of their owners, units, and orders as arrows with their results.

The shapes are data (`data/*_shapes.json`, with their source).
"""

from __future__ import annotations

import json
import math
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ludex.author import Move
from ludex.games.diplomacy.components import MAPS, MapData, MapName
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

if TYPE_CHECKING:
    from ludex.games.diplomacy.notation.position import Position
    from ludex.games.diplomacy.rulings import Ruling
    from ludex.games.diplomacy.views import View

COLOURS = ("#c8564b", "#5a6fb0", "#7db4e0", "#6b6b6b", "#5f9e5f", "#b79fd0", "#e3b94f")
"""The colours of the powers, in the order of their map."""
UNIT_COLOURS = ("#a5281f", "#27357f", "#2f7fc0", "#2e2e2e", "#1f7a33", "#6a478f", "#c48a06")
SEA_COLOUR, LAND_COLOUR, NEUTRAL_COLOUR, INK = "#b9d3e6", "#efe6cf", "#d3cdbf", "#2b2b2b"
HALO = 'paint-order="stroke" stroke="#fff" stroke-opacity="0.8" stroke-width="2.4"'
DONE_COLOUR, FAILED_COLOUR = "#14532d", "#b00020"


Point: TypeAlias = tuple[float, float]


class Arrow(NamedTuple):
    """An order to be drawn, and how it ended (None: not yet)."""

    order: Move
    power: int
    succeeded: bool | None = None


@cache
def shapes(name: str) -> dict[str, Any]:
    """The shapes of a map."""
    text = files("ludex.games.diplomacy").joinpath(f"data/{name}_shapes.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def draw_position(
    name: MapName,
    units: dict[str, list[str]],
    centers: dict[str, list[str]],
    arrows: list[Arrow],
    title: str = "",
    results: dict[str, str] | None = None,
    lost: frozenset[str] = frozenset(),
) -> str:
    """Draw a position with orders as SVG, with results by unit, and the units that are dislodged.

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
        *(_arrow(shape, arrow) for arrow in arrows if not isinstance(arrow.order, Build | Disband)),
        *_names(board, shape),
        *_units(board, shape, units, results or {}),
        *(_arrow(shape, arrow) for arrow in arrows if isinstance(arrow.order, Build | Disband)),
        *(_dislodged(shape, unit) for unit in sorted(lost)),
        _legend(board, shape, centers, title, bool(arrows)),
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
    """Draw seas, then land in the colour of its owner, or lighter in that of the unit there."""
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


def _names(board: MapData, shape: dict[str, Any]) -> list[str]:
    """The codes of the provinces, and a star for a supply centre."""
    drawn = []
    for province in board.provinces:
        x, y = shape["places"][province.code]
        style = 'fill="#3c5d78" font-style="italic"' if province.type == "sea" else f'fill="{INK}"'
        star = "★" if province.centre else ""
        drawn.append(
            f'<text x="{x}" y="{y + 17}" font-size="10" text-anchor="middle" {style} {HALO}>{star}{province.code}'
            f"<title>{escape(province.name)}</title></text>"
        )
    return drawn


def _units(board: MapData, shape: dict[str, Any], units: dict[str, list[str]], results: dict[str, str]) -> list[str]:
    """Draw armies as shields and fleets as ships. A dislodged unit stands aside."""
    drawn = []
    for power, found in units.items():
        colour = UNIT_COLOURS[board.power_names.index(power)]
        for unit in found:
            gone, name = unit.startswith("*"), unit.lstrip("*")
            x, y = _place(shape, name[2:])
            x, y = (x + 11, y - 9) if gone else (x, y)
            dash = ' stroke-dasharray="1.6 1.2"' if gone else ""
            told = f"{power} {name}: {results[name]}" if name in results else f"{power} {name}"
            drawn.append(
                f'<g filter="url(#shade)">{_body(name[0], x, y)} fill="{colour}" stroke="#fff" stroke-width="1"{dash}/>'
                f"<title>{escape(told)}</title></g>"
            )
            if gone:
                drawn.append(_caption((x, y - 10), "dislodged"))
    return drawn


def _body(kind: str, x: float, y: float) -> str:
    """The outline of a unit, as a tag that is still open."""
    if kind == "A":
        return f'<path d="M{x - 7},{y - 6}h14v6a7,7 0 0 1 -14,0z"'
    return f'<path d="M{x - 9},{y - 1}h18l-4,6h-10z M{x - 1},{y - 9}h1.5v8h-1.5z M{x + 1},{y - 8}l6,6h-6z"'


def _dislodged(shape: dict[str, Any], unit: str) -> str:
    x, y = _place(shape, unit[2:])
    return _cross((x, y), FAILED_COLOUR, 8) + _caption((x, y - 13), "dislodged")


def _caption(at: Point, text: str) -> str:
    style = f'font-size="8.5" font-weight="bold" fill="{FAILED_COLOUR}" text-anchor="middle"'
    return f'<text x="{at[0]}" y="{at[1]}" {style} {HALO}>{text}</text>'


def _place(shape: dict[str, Any], place: str) -> Point:
    x, y = shape["places"].get(place) or shape["places"][place[:3]]
    return x, y


def _arrow(shape: dict[str, Any], arrow: Arrow) -> str:
    """Draw an order, in red if it failed.

    A move is a solid arrow, a support has dashes, a convoy dots, a build a ring, and a removal a cross.
    """
    order, done = arrow.order, arrow.succeeded
    colour, mark = (INK, "open") if done is None else (DONE_COLOUR, "done") if done else (FAILED_COLOUR, "failed")
    here = _place(shape, getattr(order, "unit", "A PAR")[2:])
    match order:
        case MoveTo(_, to) | MoveVia(_, to) | Retreat(_, to):
            dash = ' stroke-dasharray="7 3"' if isinstance(order, Retreat) else ""
            start, end = _aside((here[0] + 11, here[1] - 9) if dash else here, _place(shape, to))
            return _line(start, end, colour, 2.4, f'marker-end="url(#{mark})"{dash}', done is False)
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
            return _line(here, middle, colour, 2, 'stroke-dasharray="0.5 3.5" stroke-linecap="round"', done is False)
        case Build(unit):
            body = _body(unit[0], *here)
            return f'{body} fill="{UNIT_COLOURS[arrow.power]}" stroke="#fff"/>' + _ring(here, DONE_COLOUR, 13)
        case Disband():
            return _cross(here, FAILED_COLOUR, 9)
        case Hold():
            return _ring(here, colour, 11)
    return ""


def _aside(start: Point, end: Point) -> tuple[Point, Point]:
    """Shift a move to the right, so that two moves against each other are seen side by side."""
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (start[1] - end[1]) / length * 2.6, (end[0] - start[0]) / length * 2.6
    return (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)


def _line(start: Point, end: Point, colour: str, width: float, more: str, crossed: bool) -> str:
    """A line that ends a little before its target, with a cross on it if the order failed."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    cut = min(9.0, length / 3)
    x1, y1 = start[0] + dx / length * cut, start[1] + dy / length * cut
    x2, y2 = end[0] - dx / length * cut * 0.8, end[1] - dy / length * cut * 0.8
    line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    shade = f'{line} stroke="#fff" stroke-opacity="0.65" stroke-width="{width + 1.8}"/>'
    shown = f'{line} stroke="{colour}" stroke-width="{width}" {more}/>'
    return shade + shown + (_cross(((x1 + x2) / 2, (y1 + y2) / 2), colour, 4) if crossed else "")


def _dot(at: Point, colour: str) -> str:
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="2.6" fill="{colour}"/>'


def _ring(at: Point, colour: str, radius: float = 12) -> str:
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="none" stroke="{colour}" stroke-width="1.4"/>'


def _cross(at: Point, colour: str, size: float) -> str:
    x, y = at
    a, b, c, d = (f"{value:.1f}" for value in (x - size, y - size, x + size, y + size))
    path = f"M{a},{b}L{c},{d}M{c},{b}L{a},{d}"
    return f'<path d="{path}" stroke="{colour}" stroke-width="2" stroke-linecap="round"/>'


_SIGNS = (
    ("move", f'stroke-width="2.4" marker-end="url(#done)" stroke="{DONE_COLOUR}"'),
    ("failed", f'stroke-width="2.4" marker-end="url(#failed)" stroke="{FAILED_COLOUR}"'),
    ("retreat", f'stroke-width="2.4" marker-end="url(#done)" stroke-dasharray="7 3" stroke="{DONE_COLOUR}"'),
    ("support", f'stroke-width="1.5" stroke-dasharray="4 2.5" stroke="{DONE_COLOUR}"'),
    ("convoy", f'stroke-width="2" stroke-dasharray="0.5 3.5" stroke-linecap="round" stroke="{DONE_COLOUR}"'),
)
"""The kinds of lines, with what they stand for."""


def _legend(board: MapData, shape: dict[str, Any], centers: dict[str, list[str]], title: str, signs: bool) -> str:
    """The phase, the powers with their centres, and beside them what the lines mean."""
    height = 15 * max(len(board.powers), len(_SIGNS)) + 28
    x, y = shape.get("legend") or (10, shape["height"] - height + 8)
    size = f'width="{172 if signs else 92}" height="{height}"'
    style = f'{size} rx="4" fill="#fffdf5" fill-opacity="0.92" stroke="#8a7a55"'
    rows = [
        f'<g transform="translate({x},{y})"><rect x="-4" y="-16" {style}/>',
        f'<text x="2" y="1" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for number, power in enumerate(board.power_names):
        at = 18 + 15 * number
        rows.append(f'<rect x="2" y="{at - 9}" width="11" height="11" fill="{UNIT_COLOURS[number]}"/>')
        rows.append(f'<text x="18" y="{at}" font-size="11">{power.title()} {len(centers.get(power, ()))}</text>')
    for number, (word, line) in enumerate(_SIGNS if signs else ()):
        at = 18 + 15 * number
        rows.append(f'<line x1="90" y1="{at - 3}" x2="118" y2="{at - 3}" {line}/>')
        rows.append(f'<text x="126" y="{at}" font-size="11">{word}</text>')
    return "".join([*rows, "</g>"])


def draw_ruling(position: Position, ruling: Ruling) -> str:
    """Draw the orders of a position and their results, on the board as it was before."""
    board = position.board
    arrows, told = [], {}
    for result in ruling.results:
        if result.result not in ("void", "unreadable"):
            order = ORDERS.parse(result.order)
            arrows.append(Arrow(order, board.power_names.index(result.power), result.outcome == "succeeds"))
            told[getattr(order, "unit", "")] = f"{result.order}, {result.reason}"
    lost = frozenset(gone.unit for gone in ruling.dislodged)
    return draw_position(position.map, position.units, position.centers, arrows, ruling.phase, told, lost)


def draw_svg(view: View) -> str:
    """Draw a view: the board, with arrows for the seat's own orders or, before it has given any, for those of the
    previous phase."""
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
            if not result.order.endswith(" H")
        ]
    centers = {power.power: list(power.centers) for power in view.powers}
    return draw_position(view.map, units, centers, arrows, view.phase)
