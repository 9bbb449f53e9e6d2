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

from ludex.author import Html, Move
from ludex.author.advanced import printed_by_author
from ludex.games.diplomacy.components import ARMY, FLEET, MAPS, PLACE_NUMBER, PROVINCE, REACH, MapData, MapName
from ludex.games.diplomacy.moves import Build, Convoy, Disband, Hold, MoveTo, MoveVia, Retreat, SupportHold, SupportMove
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.position import Position
from ludex.games.diplomacy.views import View

if TYPE_CHECKING:
    from ludex.games.diplomacy.rulings import Ruling

COLOURS = ("#c8564b", "#5a6fb0", "#7db4e0", "#6b6b6b", "#5f9e5f", "#b79fd0", "#e3b94f")
"""The colours of the powers, in the order of their map."""
UNIT_COLOURS = ("#a5281f", "#27357f", "#2f7fc0", "#2e2e2e", "#1f7a33", "#6a478f", "#c48a06")
SEA_COLOUR, LAND_COLOUR, NEUTRAL_COLOUR, INK = "#b9d3e6", "#efe6cf", "#d3cdbf", "#2b2b2b"
HALO = 'stroke="#fff" stroke-opacity="0.8" stroke-width="2.4" stroke-linejoin="round"'
DONE_COLOUR, FAILED_COLOUR = "#14532d", "#b00020"
MOVE_DASH, RETREAT_DASH, SUPPORT_DASH, CONVOY_DASH = "", "7 3", "4 2.5", "1.5 3"


Point: TypeAlias = tuple[float, float]


class Arrow(NamedTuple):
    """An order to draw, its result (None: not yet), whether it was void, and the fleets that carry its army.

    Its colour is that of its power, if no other is given.
    """

    order: Move
    power: int
    succeeded: bool | None = None
    void: bool = False
    route: tuple[str, ...] = ()
    colour: str = ""


@cache
def shapes(name: str) -> dict[str, Any]:
    """Return the shapes of a map."""
    own: dict[str, Any] | None = printed_by_author(__name__, "shapes").get(name)
    if own is not None:
        return own
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
) -> Html:
    """Draw a position with orders as SVG, with results by unit, and the units that are dislodged.

    >>> svg = draw_position("standard", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]}, [])
    >>> svg.startswith("<svg"), "A PAR" in svg
    (True, True)
    """
    board, shape = MAPS[name], shapes(name)
    owners = {code: board.power_names.index(power) for power, codes in centers.items() for code in codes}
    stands = {unit[2:5]: board.power_names.index(power) for power, found in units.items() for unit in found}
    size = f'viewBox="0 0 {shape["width"]} {shape["height"]}"'
    arrows = _with_routes(arrows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Georgia, \'Times New Roman\', serif">',
        f'<rect width="{shape["width"]}" height="{shape["height"]}" fill="{SEA_COLOUR}"/>',
        *_provinces(board, shape, owners, stands),
        *(_arrow(shape, arrow) for arrow in arrows if not isinstance(arrow.order, Build | Disband)),
        *draw_names(board, shape),
        *_units(board, shape, units, results or {}),
        *(_arrow(shape, arrow) for arrow in arrows if isinstance(arrow.order, Build | Disband)),
        *(_dislodged(shape, unit) for unit in sorted(lost)),
        _legend(board, shape, centers, title, bool(arrows)),
        "</svg>",
    ]
    return Html("\n".join(part for part in parts if part))


def draw_arrows(name: MapName, arrows: list[Arrow]) -> list[str]:
    """Draw orders alone, to be laid over a map: a picture for each, which is empty if there is nothing to draw."""
    return [_arrow(shapes(name), arrow) for arrow in _with_routes(arrows)]


def _with_routes(arrows: list[Arrow]) -> list[Arrow]:
    """Return the arrows, with the fleets along which each convoyed army goes."""
    convoys = [arrow.order for arrow in arrows if isinstance(arrow.order, Convoy) and not arrow.void]
    found = []
    for arrow in arrows:
        order = arrow.order
        if isinstance(order, MoveTo | MoveVia) and order.unit[0] == "A" and not arrow.void:
            fleets = {convoy.unit[2:] for convoy in convoys if (convoy.other, convoy.to) == (order.unit, order.to)}
            if isinstance(order, MoveVia) or not _is_near(ARMY, order.unit[2:], order.to):
                arrow = arrow._replace(route=find_route(order.unit[2:], order.to, fleets))
        found.append(arrow)
    used = {(sea, arrow.order.unit) for arrow in found for sea in arrow.route if hasattr(arrow.order, "unit")}
    return [_on_its_way(arrow, used) for arrow in found]


def _on_its_way(arrow: Arrow, used: set[tuple[str, str]]) -> Arrow:
    """Return a convoy along whose fleet an army is drawn."""
    order = arrow.order
    if isinstance(order, Convoy) and (order.unit[2:], order.other) in used:
        return arrow._replace(route=(order.unit[2:],))
    return arrow


def find_route(start: str, end: str, fleets: set[str]) -> tuple[str, ...]:
    """Return the shortest way from shore to shore along fleets, or nothing if they do not connect them.

    >>> find_route("LON", "TUN", {"ENG", "MAO", "WES", "NTH"})
    ('ENG', 'MAO', 'WES')
    """
    routes: list[tuple[str, ...]] = [(sea,) for sea in sorted(fleets) if _is_near(FLEET, sea, start)]
    seen = {route[0] for route in routes}
    for route in routes:
        if _is_near(FLEET, route[-1], end):
            return route
        further = [sea for sea in sorted(fleets - seen) if _is_near(FLEET, route[-1], sea)]
        seen.update(further)
        routes += [(*route, sea) for sea in further]
    return ()


def _is_near(kind: int, place: str, to: str) -> bool:
    return bool(REACH[kind, PLACE_NUMBER[place], PROVINCE[PLACE_NUMBER[to]]])


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


def draw_names(board: MapData, shape: dict[str, Any], size: float = 10) -> list[str]:
    """Draw the codes of the provinces, and a star for a supply centre."""
    drawn = []
    for province in board.provinces:
        x, y = shape["places"][province.code]
        style = 'fill="#3c5d78" font-style="italic"' if province.type == "sea" else f'fill="{INK}"'
        star = "★" if province.centre else ""
        drawn.append(_text((x, y + 7 + size), f"{star}{province.code}", f'font-size="{size}" {style}', province.name))
    return drawn


def _units(board: MapData, shape: dict[str, Any], units: dict[str, list[str]], results: dict[str, str]) -> list[str]:
    """Draw armies as shields and fleets as ships. A dislodged unit is drawn aside."""
    drawn = []
    for power, found in units.items():
        colour = UNIT_COLOURS[board.power_names.index(power)]
        for unit in found:
            gone, name = unit.startswith("*"), unit.lstrip("*")
            x, y = place_of(shape, name[2:])
            x, y = (x + 11, y - 9) if gone else (x, y)
            dash = ' stroke-dasharray="1.6 1.2"' if gone else ""
            told = f"{power} {name}: {results[name]}" if name in results else f"{power} {name}"
            shade = draw_unit(name[0], x + 0.8, y + 1.2, 'fill="#000" fill-opacity="0.35"')
            body = draw_unit(name[0], x, y, f'fill="{colour}" stroke="#fff" stroke-width="1"{dash}')
            drawn.append(f"<g>{shade}{body}<title>{escape(told)}</title></g>")
            if gone:
                drawn.append(_caption((x, y - 10), "dislodged"))
    return drawn


def draw_unit(kind: str, x: float, y: float, style: str) -> str:
    """Draw the outline of a unit."""
    path = f"M{x - 7:.1f},{y - 6:.1f}h14v6a7,7 0 0 1 -14,0z"
    if kind == "F":
        hull, mast = f"M{x - 9:.1f},{y - 1:.1f}h18l-4,6h-10z", f"M{x - 1:.1f},{y - 9:.1f}h1.5v8h-1.5z"
        path = f"{hull} {mast} M{x + 1:.1f},{y - 8:.1f}l6,6h-6z"
    return f'<path d="{path}" {style}/>'


def _dislodged(shape: dict[str, Any], unit: str) -> str:
    x, y = place_of(shape, unit[2:])
    return _cross((x, y), FAILED_COLOUR, 8) + _caption((x, y - 13), "dislodged")


def _caption(at: Point, text: str) -> str:
    return _text(at, text, f'font-size="8.5" font-weight="bold" fill="{FAILED_COLOUR}"')


def place_of(shape: dict[str, Any], place: str) -> Point:
    x, y = shape["places"].get(place) or shape["places"][place[:3]]
    return x, y


def _arrow(shape: dict[str, Any], arrow: Arrow) -> str:
    """Draw an order in the colour of its power, with a cross if it failed, and pale if it was void.

    A move is a solid arrow, along the fleets that carry it; a support has dashes, a convoy dots, a build a ring, and a
    removal a cross.
    """
    drawn = _order(shape, arrow)
    return f'<g opacity="0.5" class="void">{drawn}</g>' if drawn and arrow.void else drawn


def _order(shape: dict[str, Any], arrow: Arrow) -> str:
    order, failed, colour = arrow.order, arrow.succeeded is False, arrow.colour or UNIT_COLOURS[arrow.power]
    here = place_of(shape, getattr(order, "unit", "A PAR")[2:])
    match order:
        case MoveTo(_, to) | MoveVia(_, to):
            start, end = _aside(here, place_of(shape, to)) if not arrow.route else (here, place_of(shape, to))
            way = [start, *(_below(place_of(shape, sea)) for sea in arrow.route), end]
            return _line(way, colour, 2.4, MOVE_DASH, failed, head=True)
        case Retreat(_, to):
            start, end = _aside((here[0] + 11, here[1] - 9), place_of(shape, to))
            return _line([start, end], colour, 2.4, RETREAT_DASH, failed, head=True)
        case SupportMove(_, other, to):
            start, end = place_of(shape, other[2:]), place_of(shape, to)
            middle = (start[0] * 0.45 + end[0] * 0.55, start[1] * 0.45 + end[1] * 0.55)
            return _line([here, middle], colour, 1.5, SUPPORT_DASH, failed) + _dot(middle, colour)
        case SupportHold(_, other):
            end = place_of(shape, other[2:])
            return _line([here, end], colour, 1.5, SUPPORT_DASH, failed) + _ring(end, colour)
        case Convoy(_, other, to):
            start, end = place_of(shape, other[2:]), place_of(shape, to)
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            line = "" if arrow.route else _line([here, middle], colour, 2, CONVOY_DASH, failed)
            return _ring(here, colour, 13) + line
        case Build(unit):
            return draw_unit(unit[0], *here, f'fill="{colour}" stroke="#fff"') + _ring(here, DONE_COLOUR, 13)
        case Disband():
            return _cross(here, FAILED_COLOUR, 9)
        case Hold():
            return _ring(here, colour, 11) + (_cross((here[0], here[1] + 11), FAILED_COLOUR, 4) if failed else "")
    return ""


def _below(at: Point) -> Point:
    """Return a point a little below a fleet, so that the fleet stays visible."""
    return at[0], at[1] + 7


def _distance(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def _aside(start: Point, end: Point) -> tuple[Point, Point]:
    """Shift a move to the right, so that two moves against each other are seen side by side."""
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (start[1] - end[1]) / length * 2.6, (end[0] - start[0]) / length * 2.6
    return (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)


def _line(way: list[Point], colour: str, width: float, dash: str, crossed: bool, head: bool = False) -> str:
    """Draw a line that ends a little before its target, with an arrow head, and a cross on it if the order failed."""
    start, end = _shortened(way[0], way[1], 9.0), _shortened(way[-1], way[-2], 11.0 if head else 7.2)
    points = [start, *way[1:-1], end]
    path = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    style = 'fill="none" stroke-linejoin="round"'
    shade = f'<path d="{path}" {style} stroke="#fff" stroke-opacity="0.65" stroke-width="{width + 1.8:.1f}"/>'
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    drawn = f'<path d="{path}" {style} stroke="{colour}" stroke-width="{width}"{dashes}/>'
    tip = _head(points[-2], end, colour) if head else ""
    middle = len(points) // 2
    (x1, y1), (x2, y2) = points[middle - 1], points[middle]
    cross = _cross(((x1 + x2) / 2, (y1 + y2) / 2), FAILED_COLOUR, 4) if crossed else ""
    return shade + drawn + tip + cross


def _shortened(at: Point, towards: Point, cut: float) -> Point:
    """Return a point moved a little along a line."""
    length = _distance(at, towards) or 1.0
    part = min(cut, length / 3) / length
    return at[0] + (towards[0] - at[0]) * part, at[1] + (towards[1] - at[1]) * part


def _head(before: Point, end: Point, colour: str) -> str:
    """Draw the head of an arrow, as a separate shape: not every program draws markers."""
    length = _distance(before, end) or 1.0
    dx, dy = (end[0] - before[0]) / length, (end[1] - before[1]) / length
    corners = ((5.5, 0.0), (-3.5, 4.6), (-1.5, 0.0), (-3.5, -4.6))
    shown = " ".join(f"{end[0] + dx * a - dy * b:.1f},{end[1] + dy * a + dx * b:.1f}" for a, b in corners)
    return f'<polygon points="{shown}" fill="{colour}" stroke="#fff" stroke-width="0.6"/>'


def _text(at: Point, text: str, style: str, title: str = "") -> str:
    """Draw a text on a pale ground, which comes first: not every program can draw a stroke below its text."""
    place = f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" {style} text-anchor="middle"'
    told = f"<title>{escape(title)}</title>" if title else ""
    return f'{place} {HALO} aria-hidden="true">{text}</text>{place}>{text}{told}</text>'


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
    ("move", 2.4, MOVE_DASH, False, True),
    ("failed", 2.4, MOVE_DASH, True, True),
    ("void", 2.4, MOVE_DASH, False, True),
    ("retreat", 2.4, RETREAT_DASH, False, True),
    ("support", 1.5, SUPPORT_DASH, False, False),
    ("convoy", 2.0, CONVOY_DASH, False, False),
)
"""The kinds of lines: their meaning, their width and dashes, whether they are crossed, and whether they have a
head."""


def _legend(board: MapData, shape: dict[str, Any], centers: dict[str, list[str]], title: str, signs: bool) -> str:
    """Draw the phase, the powers with their centres, and next to them the meanings of lines."""
    height = 15 * max(len(board.powers), len(_SIGNS)) + 28
    x, y = shape.get("legend") or (10, shape["height"] - height + 8)
    size = f'width="{182 if signs else 92}" height="{height}"'
    style = f'{size} rx="4" fill="#fffdf5" fill-opacity="0.92" stroke="#8a7a55"'
    rows = [
        f'<g transform="translate({x},{y})"><rect x="-4" y="-16" {style}/>',
        f'<text x="2" y="1" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for number, power in enumerate(board.power_names):
        at = 18 + 15 * number
        rows.append(f'<rect x="2" y="{at - 9}" width="11" height="11" fill="{UNIT_COLOURS[number]}"/>')
        rows.append(f'<text x="18" y="{at}" font-size="11">{power.title()} {len(centers.get(power, ()))}</text>')
    for number, (word, width, dash, crossed, head) in enumerate(_SIGNS if signs else ()):
        at = 18 + 15 * number
        line = _line([(80, at - 3), (128, at - 3)], INK, width, dash, crossed, head)
        rows.append(f'<g opacity="0.5">{line}</g>' if word == "void" else line)
        rows.append(f'<text x="126" y="{at}" font-size="11">{word}</text>')
    return "".join([*rows, "</g>"])


def draw_ruling(position: Position, ruling: Ruling) -> Html:
    """Draw the orders of a position and their results, on the board as it was before. Void orders are pale."""
    board = position.board
    arrows, told = [], {}
    for result in ruling.results:
        if result.result != "unreadable":
            order, void = ORDERS.parse(result.order), result.result == "void"
            arrows.append(Arrow(order, board.power_names.index(result.power), result.outcome == "succeeds", void))
            if not void or getattr(order, "unit", "") not in told:
                told[getattr(order, "unit", "")] = f"{result.order}, {result.reason}"
    lost = frozenset(gone.unit for gone in ruling.dislodged)
    return draw_position(position.map, position.units, position.centers, arrows, ruling.phase, told, lost)


def draw_after(position: Position, ruling: Ruling) -> Html:
    """Draw the position that follows from a ruling. Units that must retreat are drawn aside."""
    return draw_position(position.map, ruling.units, ruling.centers, [], ruling.next_phase)


def draw_svg(view: View) -> Html:
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
