"""The map as a picture (SVG): regions, connections with their costs, and cities with their houses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import hypot

from ludex.author import Html
from ludex.games.power_grid.board.geography import WIDTHS, Ground, Point, cell
from ludex.games.power_grid.board.panel import INK, THE_TRUST, draw_panel, house, panel_height
from ludex.games.power_grid.components.maps import Map
from ludex.games.power_grid.components.tables import SLOT_COST
from ludex.games.power_grid.views import CityView, View

REGION_COLORS = ("#cfe3f1", "#f5e2b8", "#d9ecc7", "#f3d0c7", "#ddd3ec", "#c9ebe2")
OUT_OF_PLAY = "#e4e4e0"
SEA = "#eef3f6"
LINE, PALE = "#6b7480", "#c5c9cc"
WANTED = "#0a6b3d"
SHARES = (50, 45, 55, 40, 60, 35, 65, 30, 70, 25, 75)
"""The places for a cost on its connection, in hundredths of the way, the best place first."""
LETTER = 7.6
"""The width of a letter of a city's name."""
PAGE_LETTER = 9.5
"""The same on a page, where the map is drawn smaller, and its names larger."""
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


def svg_map(view: View) -> Html:
    """Draw the map of a view as an SVG document.

    >>> import ludex
    >>> picture = svg_map(ludex.game("power-grid").new(4, seed=7).view())
    >>> picture.startswith("<svg"), picture.count("<title>"), "Hamburg" in picture
    (True, 51, True)
    """
    printed = view.printed
    ground = Ground(printed, panel_height(view, WIDTHS[printed.name]))
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
        *_costs(printed, places, seen),
        *draw_panel(view, ground.width),
        "</svg>",
    ]
    return Html("\n".join(parts) + "\n")


def draw_ground(printed: Map, regions: Sequence[str]) -> str:
    """Draw the map without what changes in a game: land and connections.

    >>> from ludex.games.power_grid.components.maps import BOARDS
    >>> "Hamburg" in draw_ground(BOARDS[0].printed, BOARDS[0].regions)
    False
    """
    ground = Ground(printed)
    inside = [city.region in regions for city in printed.cities]
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {ground.width:.0f} {ground.height:.0f}' {FONT}>",
        f"<rect width='100%' height='100%' fill='{SEA}'/>",
        *_land(printed, ground, regions),
        *_lines(printed, ground.cities, inside),
        "</svg>",
    ]
    return "\n".join(parts)


def draw_costs(printed: Map, regions: Sequence[str]) -> str:
    """Draw the costs of the connections in play. The page that shows them says how large they are.

    >>> from ludex.games.power_grid.components.maps import BOARDS
    >>> draw_costs(BOARDS[0].printed, BOARDS[0].regions).startswith("<svg")
    True
    """
    ground = Ground(printed)
    names = {city.name: city.name for city in printed.cities if city.region in regions}
    texts = (
        f"<text x='{x:.1f}' y='{y:.1f}' dy='0.35em'>{cost}</text>"
        for cost, (x, y), inside in _cost_places(printed, ground.cities, names, PAGE_LETTER)
        if inside
    )
    size = f"viewBox='0 0 {ground.width:.0f} {ground.height:.0f}'"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' {size}><g id='costs' text-anchor='middle'>{''.join(texts)}</g></svg>"
    )


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _land(printed: Map, ground: Ground, regions: Sequence[str]) -> list[str]:
    """Draw the country, with every point in the colour of the nearest city's region, or grey if it is out of play."""
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
    """Draw the connections, pale if they lead out of play."""
    lines = []
    for a, b, _ in printed.connections:
        (ax, ay), (bx, by) = places[a], places[b]
        color = LINE if inside[a] and inside[b] else PALE
        lines.append(f"<line x1='{ax:.1f}' y1='{ay:.1f}' x2='{bx:.1f}' y2='{by:.1f}' stroke='{color}'/>")
    return ["<g stroke-width='3'>", *lines, "</g>"]


def _costs(printed: Map, places: Sequence[Point], seen: Mapping[str, CityView]) -> list[str]:
    """Draw the costs of the connections, each in a circle."""
    labels = {name: name if city.cost is None else f"{name} {city.cost}" for name, city in seen.items()}
    costs = []
    for cost, (x, y), inside in _cost_places(printed, places, labels):
        color, ink = (LINE, INK) if inside else (PALE, "#a3a8ac")
        costs.append(
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='9' fill='#ffffff' stroke='{color}'/>"
            f"<text x='{x:.1f}' y='{y + 4:.1f}' fill='{ink}'>{cost}</text>"
        )
    return ["<g font-size='11' text-anchor='middle'>", *costs, "</g>"]


def _cost_places(
    printed: Map, places: Sequence[Point], labels: Mapping[str, str], letter: float = LETTER
) -> Iterator[tuple[int, Point, bool]]:
    """Yield the costs, each where there is most room, the shortest connections first, and whether they are in play.

    `labels` are the labels of the cities in play."""
    names = [city.name for city in printed.cities]
    taken = [
        spot for name, at in zip(names, places, strict=True) for spot in _covered(labels.get(name, name), at, letter)
    ]
    for a, b, cost in sorted(printed.connections, key=lambda c: _distance(places[c[0]], places[c[1]])):
        (ax, ay), (bx, by) = places[a], places[b]
        spots = [(ax + (bx - ax) * share / 100, ay + (by - ay) * share / 100) for share in SHARES]
        found = max(spots, key=lambda spot: min(min(_distance(spot, other), 24) for other in taken))
        taken.append(found)
        yield cost, found, names[a] in labels and names[b] in labels


def _covered(label: str, at: Point, letter: float) -> list[Point]:
    """Return the spots that a city's houses and label cover, with letters of this width."""
    half = round(len(label) * letter / 2)
    return [(at[0] + aside, at[1] + down) for aside in range(-half, half + 1, 8) for down in (0, 16)]


def _distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _city(name: str, at: Point, city: CityView | None, step: int) -> str:
    """Draw a city with its three places for houses, and its cost for the seat that builds now.

    Houses have the colour of their seat; places that are not open yet are grey."""
    x, y = at
    houses = (*city.houses, *[THE_TRUST] * city.trust) if city else ()
    slots = []
    for slot, cost in enumerate(SLOT_COST.tolist()):
        left = x - 24 + 16 * slot
        if slot < len(houses):
            slots.append(house(left, y + 7, houses[slot]))
        else:
            slots.append(house(left, y + 7, None, str(cost), is_open=city is not None and slot < step))
    ink = INK if city else "#8e9499"
    builders = [f"seat {seat}" if seat != THE_TRUST else "the Trust" for seat in houses]
    built = f", built by {', '.join(builders)}" if houses else ""
    cost = f"<tspan fill='{WANTED}' dx='4'>{city.cost}</tspan>" if city and city.cost is not None else ""
    return (
        f"<g><title>{escape(name)}{built}</title>{''.join(slots)}"
        f"<text x='{x:.1f}' y='{y + 20:.1f}' font-size='12.5' font-weight='bold' text-anchor='middle' fill='{ink}' "
        f"stroke='#ffffff' stroke-width='3.5' paint-order='stroke'>{escape(name)}{cost}</text></g>"
    )
