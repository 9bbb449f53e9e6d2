"""The map as a picture (SVG): real geography, regions, connections with their costs, cities with their houses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, hypot, radians, sin, sqrt
from typing import TypeAlias

from ludex.games.power_grid.maps import Map
from ludex.games.power_grid.views import CityView, View

Point: TypeAlias = tuple[float, float]

WIDTHS = {"germany": 940, "usa": 1500}
MARGIN = 50
HEADER = 84
ROOM: Point = (98, 66)
"""Cities are moved apart until an ellipse of this size around each is free."""
REGION_COLORS = ("#cfe3f1", "#f5e2b8", "#d9ecc7", "#f3d0c7", "#ddd3ec", "#c9ebe2")
OUT_OF_PLAY = "#e4e4e0"
SEA = "#eef3f6"
LINE, PALE = "#6b7480", "#c5c9cc"
INK = "#2b2f36"
SEAT_COLORS = ("#d1342f", "#2763c4", "#23984a", "#e3a01b", "#7b3fa0", "#222222")
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


def svg_map(view: View) -> str:
    """The map of a view as an SVG document.

    >>> import ludex
    >>> picture = svg_map(ludex.game("power-grid").new(4, seed=7).view())
    >>> picture.startswith("<svg"), picture.count("<title>"), "Hamburg" in picture
    (True, 43, True)
    """
    printed = view.printed
    ground = Ground(printed)
    places = ground.cities
    inside = [city.region in view.regions for city in printed.cities]
    seen = {city.name: city for city in view.cities}
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {ground.width:.0f} {ground.height:.0f}' {FONT}>",
        f"<title>{escape(printed.title)}</title>",
        f"<rect width='100%' height='100%' fill='{SEA}'/>",
        *_land(printed, ground, view.regions),
        *_lines(printed, places, inside),
        *(_city(city.name, places[at], seen.get(city.name), view.step) for at, city in enumerate(printed.cities)),
        *_costs(printed, places, inside),
        *_header(view, ground.width),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class Ground:
    """Where everything is on the picture: the outline and the cities, projected, and the cities moved apart."""

    def __init__(self, printed: Map) -> None:
        project = albers if printed.name == "usa" else plain
        outline = [project(at) for at in printed.outline]
        cities = [project(city.at) for city in printed.cities]
        left, right = min(x for x, _ in outline + cities), max(x for x, _ in outline + cities)
        top, bottom = min(y for _, y in outline + cities), max(y for _, y in outline + cities)
        self.width = float(WIDTHS[printed.name])
        scale = (self.width - 2 * MARGIN) / (right - left)
        self.height = (bottom - top) * scale + 2 * MARGIN + HEADER

        def put(at: Point) -> Point:
            return (at[0] - left) * scale + MARGIN, (at[1] - top) * scale + MARGIN + HEADER

        self.outline = [put(at) for at in outline]
        self.cities = move_apart([put(at) for at in cities])


def plain(at: Point) -> Point:
    """A small country: longitudes shortened as in its middle."""
    return at[1] * cos(radians(51.2)), -at[0]


def albers(at: Point) -> Point:
    """Albers' equal-area conic projection with the usual parallels for the United States."""
    first, second, middle, meridian = radians(29.5), radians(45.5), radians(37.5), radians(-96)
    cone = (sin(first) + sin(second)) / 2
    constant = cos(first) ** 2 + 2 * cone * sin(first)
    latitude, turn = radians(at[0]), cone * (radians(at[1]) - meridian)
    radius, zero = (sqrt(constant - 2 * cone * sin(angle)) / cone for angle in (latitude, middle))
    return radius * sin(turn), -(zero - radius * cos(turn))


def move_apart(places: Sequence[Point]) -> list[Point]:
    """Move places that are too near to each other apart, a little at a time."""
    moved = list(places)
    for _ in range(200):
        for a in range(len(moved)):
            for b in range(a):
                dx, dy = (moved[a][0] - moved[b][0]) / ROOM[0], (moved[a][1] - moved[b][1]) / ROOM[1]
                near = hypot(dx, dy)
                if near < 1:
                    push = (1 - near) / 2 / max(near, 0.01)
                    x, y = dx * push * ROOM[0] / 2, dy * push * ROOM[1] / 2
                    moved[a] = moved[a][0] + x, moved[a][1] + y
                    moved[b] = moved[b][0] - x, moved[b][1] - y
    return moved


def cell(places: Sequence[Point], at: int, box: Sequence[Point]) -> list[tuple[Point, int]]:
    """All that is nearer to one place than to any other: corners, each with the place beyond the side that follows
    it."""
    corners = [(corner, -1) for corner in box]
    x, y = places[at]
    for other, (ox, oy) in enumerate(places):
        if other == at:
            continue
        kept: list[tuple[Point, int]] = []
        for (corner, side), (following, _) in zip(corners, corners[1:] + corners[:1], strict=True):
            here, there = (_nearer(point, (x, y), (ox, oy)) for point in (corner, following))
            if here >= 0:
                kept.append((corner, side))
            if (here >= 0) != (there >= 0):
                share = here / (here - there)
                cut = corner[0] + share * (following[0] - corner[0]), corner[1] + share * (following[1] - corner[1])
                kept.append((cut, other if here >= 0 else side))
        corners = kept
    return corners


def _nearer(point: Point, one: Point, other: Point) -> float:
    """Positive if the point is nearer to the one than to the other."""
    return hypot(point[0] - other[0], point[1] - other[1]) ** 2 - hypot(point[0] - one[0], point[1] - one[1]) ** 2


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _land(printed: Map, ground: Ground, regions: Sequence[str]) -> list[str]:
    """The country, its regions coloured by the cities nearest; regions out of play are grey."""
    box = [(0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height)]
    outline = _path(ground.outline)
    cells, borders = [], []
    for at, city in enumerate(printed.cities):
        corners = cell(ground.cities, at, box)
        color = REGION_COLORS[printed.regions.index(city.region)] if city.region in regions else OUT_OF_PLAY
        points = _path(corner for corner, _ in corners)
        cells.append(f"<polygon points='{points}' fill='{color}' stroke='{color}'/>")
        for (corner, beyond), (following, _) in zip(corners, corners[1:] + corners[:1], strict=True):
            if at > beyond >= 0 and printed.cities[beyond].region != city.region:
                borders.append(f"<polyline points='{_path((corner, following))}'/>")
    return [
        f"<defs><clipPath id='land'><polygon points='{outline}'/></clipPath></defs>",
        "<g clip-path='url(#land)'>",
        *cells,
        "<g fill='none' stroke='#ffffff' stroke-width='5' stroke-linecap='round'>",
        *borders,
        "</g></g>",
        f"<polygon points='{outline}' fill='none' stroke='#9aa4ad' stroke-width='2' stroke-linejoin='round'/>",
    ]


def _lines(printed: Map, places: Sequence[Point], inside: Sequence[bool]) -> list[str]:
    """The connections; those that lead out of play are pale."""
    lines = []
    for a, b, _ in printed.connections:
        (ax, ay), (bx, by) = places[a], places[b]
        color = LINE if inside[a] and inside[b] else PALE
        lines.append(f"<line x1='{ax:.1f}' y1='{ay:.1f}' x2='{bx:.1f}' y2='{by:.1f}' stroke='{color}'/>")
    return ["<g stroke-width='3'>", *lines, "</g>"]


def _costs(printed: Map, places: Sequence[Point], inside: Sequence[bool]) -> list[str]:
    """What the connections cost, written on each where most room is; the short ones choose first."""
    costs = []
    taken = [*places, *((x + aside, y + 16) for x, y in places for aside in (-20, 0, 20))]
    for a, b, cost in sorted(printed.connections, key=lambda c: _distance(places[c[0]], places[c[1]])):
        (ax, ay), (bx, by) = places[a], places[b]
        color, ink = (LINE, INK) if inside[a] and inside[b] else (PALE, "#a3a8ac")
        spots = [(ax + (bx - ax) * share / 100, ay + (by - ay) * share / 100) for share in (50, 44, 56, 38, 62, 32, 68)]
        x, y = max(spots, key=lambda spot: min(min(_distance(spot, other), 24) for other in taken))
        taken.append((x, y))
        costs.append(
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='9' fill='#ffffff' stroke='{color}'/>"
            f"<text x='{x:.1f}' y='{y + 4:.1f}' fill='{ink}'>{cost}</text>"
        )
    return ["<g font-size='11' text-anchor='middle'>", *costs, "</g>"]


def _distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _city(name: str, at: Point, city: CityView | None, step: int) -> str:
    """A city with three places for houses: built ones in the colour of the seat, those not open yet in grey."""
    x, y = at
    houses = city.houses if city else ()
    slots = []
    for slot, cost in enumerate((10, 15, 20)):
        left = x - 24 + 16 * slot
        house = f"M{left:.1f},{y + 7:.1f} v-9 l8,-6 l8,6 v9 z"
        if slot < len(houses):
            slots.append(f"<path d='{house}' fill='{SEAT_COLORS[houses[slot]]}' stroke='#ffffff'/>")
        else:
            fill = "#ffffff" if city and slot < step else "#d5d8da"
            slots.append(
                f"<path d='{house}' fill='{fill}' stroke='#7d868f'/>"
                f"<text x='{left + 8:.1f}' y='{y + 5:.1f}' font-size='7.5' text-anchor='middle' "
                f"fill='#7d868f'>{cost}</text>"
            )
    ink = INK if city else "#8e9499"
    built = f", built by seat {', '.join(map(str, houses))}" if houses else ""
    return (
        f"<g><title>{escape(name)}{built}</title>{''.join(slots)}"
        f"<text x='{x:.1f}' y='{y + 20:.1f}' font-size='12.5' font-weight='bold' text-anchor='middle' fill='{ink}' "
        f"stroke='#ffffff' stroke-width='3.5' paint-order='stroke'>{escape(name)}</text></g>"
    )


def _header(view: View, width: float) -> list[str]:
    """What game it is, and whose houses have which colour."""
    title = f"{view.printed.title} · {view.edition} · round {view.round} · Step {view.step} · {view.phase}"
    parts = [
        f"<rect width='100%' height='{HEADER}' fill='#ffffff'/>",
        f"<text x='{MARGIN / 2}' y='26' font-size='19' font-weight='bold' fill='{INK}'>{escape(title)}</text>",
    ]
    columns = int(width // 240)
    for at, seat in enumerate(view.seats):
        x, y = MARGIN / 2 + at % columns * 240, 52 + at // columns * 21
        money = "" if seat.money is None else f", {seat.money} Elektro"
        mark = "▸ " if seat.seat == view.turn else ""
        parts.append(
            f"<path d='M{x:.1f},{y + 1} v-9 l8,-6 l8,6 v9 z' fill='{SEAT_COLORS[seat.seat]}'/>"
            f"<text x='{x + 21:.1f}' y='{y}' font-size='12.5' fill='{INK}'>"
            f"{mark}seat {seat.seat}: {len(seat.cities)} cities{money}</text>"
        )
    return parts
