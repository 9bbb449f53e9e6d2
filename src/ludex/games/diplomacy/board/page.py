"""Diplomacy on a page: the map with units that can be pressed, orders as arrows, and the powers.

Shapes and names of the provinces never change, so they are pictures that a browser caches; after a move only the owners
of provinces, the units and the arrows are sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

from ludex.author import Html, Page, Seating, map_frame, tag
from ludex.games.diplomacy.board.picture import (
    HALO,
    INK,
    NEUTRAL_COLOUR,
    SEA_COLOUR,
    Arrow,
    draw_arrows,
    draw_unit,
    place_of,
    shapes,
)
from ludex.games.diplomacy.board.results import draw_results, key_of
from ludex.games.diplomacy.components import MAPS, MapData, MapName, ProvinceData
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.views import DislodgedView, UnitView, View


def draw_page(view: View, seating: Seating) -> Page:
    """Draw the map, the powers, and the orders of the previous phase."""
    board = tag(
        "div",
        map_frame(_map(view, seating), "europe"),
        tag("section", _powers(view, seating), draw_results(view), class_="chancellery"),
        class_="diplomacy",
    )
    return Page(board)


def headline(view: View, seating: Seating) -> str:
    """Return the season, and the powers whose orders are missing."""
    owing = [seating.name(power.seat) for power in view.powers if power.owes_orders]
    mine = "" if view.power is None else f" You are {view.power.title()}."
    left = f" {len(owing)} of {sum(power.units > 0 for power in view.powers)} are still writing." if owing else ""
    return f"{view.season[:1].upper()}{view.season[1:]} {view.year}.{mine}{left}"


def _art(name: MapName) -> str:
    game = "diplomacy" if name == "standard" else f"diplomacy-{name}"
    return f"/games/{game}/art/{name}"


def draw_art(name: str) -> Html | None:
    """Draw the shapes of a map's provinces, its ground, or its names.

    >>> draw_art("standard-names") is None, draw_art("nowhere-names") is None
    (False, True)
    """
    found, _, what = name.rpartition("-")
    if found not in MAPS or what not in ("shapes", "ground", "names"):
        return None
    return _drawn(found, what)


@cache
def _drawn(name: MapName, what: str) -> Html:
    board, shape = MAPS[name], shapes(name)
    if what == "shapes":
        parts = [f'<path id="{code}" d="{path}" fill-rule="evenodd"/>' for code, path in shape["paths"].items()]
    elif what == "ground":
        sea = f'<rect width="{shape["width"]}" height="{shape["height"]}" fill="{SEA_COLOUR}"/>'
        parts = [sea, f'<path d="{shape["neutral"]}" fill="{NEUTRAL_COLOUR}" stroke="#9a9484" stroke-width="0.5"/>']
        if "SWI" in shape["paths"]:
            parts.append(f'<path d="{shape["paths"]["SWI"]}" fill="#8d8673" stroke="#5b5240" stroke-width="0.8"/>')
    else:
        parts = ['<g id="names" text-anchor="middle">', *_names(board, shape), "</g>"]
    size = f'viewBox="0 0 {shape["width"]} {shape["height"]}" font-family="Georgia, serif"'
    return Html(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>')


def _names(board: MapData, shape: dict[str, Any]) -> Iterator[str]:
    """Draw the codes of the provinces, and a star for a supply centre. The page says how large they are."""
    for province in board.provinces:
        x, y = shape["places"][province.code]
        style = 'fill="#2f4d66" font-style="italic"' if province.type == "sea" else f'fill="{INK}"'
        text = f"{'★' if province.centre else ''}{province.code}"
        place = f'<text x="{x:.1f}" y="{y + 7:.1f}" dy="0.95em" {style}'
        yield f"{place} {HALO}>{text}</text>{place}>{text}</text>"


def _map(view: View, seating: Seating) -> Html:
    shape = shapes(view.map)
    left = shape.get("left", 0)  # left of it is room for a legend
    size = {"width": shape["width"], "height": shape["height"]}
    provinces = sorted(MAPS[view.map].provinces, key=lambda province: province.type != "sea")
    winter = view.phase.endswith("A")
    own = _own_arrows(view, seating)
    return tag(
        "svg",
        tag("image", href=f"{_art(view.map)}-ground.svg", **size),
        (_province(view, province, winter) for province in provinces if province.code in shape["paths"]),
        _last_orders(view, hidden=bool(own)),
        tag("g", [Html(drawn) for drawn in draw_arrows(view.map, own)], class_="orders") if own else None,
        tag("use", href=f"{_art(view.map)}-names.svg#names", class_="names"),
        (_unit(view, unit.power, unit.unit) for unit in view.units),
        (_unit(view, gone.power, gone.unit, dislodged=True) for gone in view.dislodged),
        viewBox=f"{left} 0 {shape['width'] - left} {shape['height']}",
        class_="map",
        role="group",
        aria_label="Map",
    )


def _province(view: View, province: ProvinceData, winter: bool) -> Html:
    """Draw a province in the colour of its owner, or paler in that of the unit there. All of it can be pressed."""
    code = province.code
    there = [unit for unit in view.units if unit.province == code]
    gone = [unit for unit in view.dislodged if unit.unit[2:5] == code]
    units: list[UnitView | DislodgedView] = [*there, *gone]
    owner = view.owner(code) or (there[0].power if there and province.type != "sea" else None)
    kind = "sea" if province.type == "sea" else "owned" if view.owner(code) else "held" if owner else "land"
    seat = None if owner is None or kind == "sea" else MAPS[view.map].power_names.index(owner)
    places = [(code,), *((f"{code}/{coast}",) for coast in province.coasts)]
    if winter:
        places += [(f"{letter} {place[0]}",) for place in list(places) for letter in "AF"]
    else:
        places += sorted({(found.unit,) for found in units})
    x, y = place_of(shapes(view.map), there[0].unit[2:] if there else code)
    return tag(
        "g",
        tag("use", href=f"{_art(view.map)}-shapes.svg#{code}"),
        tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", class_="reach"),
        class_=f"province {kind}{' mine' if view.power in [unit.power for unit in units] else ''}",
        seat=seat,
        press=places,
        tip=_about(view, province, owner, there, gone),
    )


def _about(
    view: View, province: ProvinceData, owner: str | None, there: list[UnitView], gone: list[DislodgedView]
) -> str:
    """Describe a province: what it is, whose, and the units there."""
    what = "supply centre" if province.centre else province.type
    owned = f" of {owner.title()}" if owner and view.owner(province.code) else ""
    stands = "".join(f" {in_words(unit)}." for unit in there)
    stands += "".join(f" {in_words(unit)}, dislodged." for unit in gone)
    return f"{province.name} ({province.code}), {what}{owned}.{stands}"


def in_words(unit: UnitView | DislodgedView) -> str:
    """Describe a unit by its power: `Austria: army`."""
    return f"{unit.power.title()}: {'army' if unit.unit[0] == 'A' else 'fleet'}"


def _own_arrows(view: View, seating: Seating) -> list[Arrow]:
    """Return the viewer's orders, drafted or given."""
    if view.seat is None:
        return []
    orders = (*seating.draft, *view.orders)
    return [Arrow(ORDERS.parse(order), view.seat, colour=f"var(--s{view.seat})") for order in orders]


def _last_orders(view: View, hidden: bool) -> Html | None:
    """Draw the orders of the previous phase. If they are hidden, each appears when its result is pressed."""
    powers = MAPS[view.map].power_names
    found = [
        Arrow(ORDERS.parse(result.order), power, result.result == "done", colour=f"var(--s{power})")
        for result in view.last_results
        for power in (powers.index(result.power),)
    ]
    if not found:
        return None
    drawn = zip(view.last_results, draw_arrows(view.map, found), strict=True)
    groups = (
        tag("g", Html(arrow), data_shown_by=key_of(result), class_="hold" if result.order.endswith(" H") else None)
        for result, arrow in drawn
    )
    return tag("g", groups, class_="orders last hidden" if hidden else "orders last")


def _unit(view: View, power: str, unit: str, dislodged: bool = False) -> Html:
    """Draw a unit. Its province is what people press."""
    x, y = place_of(shapes(view.map), unit[2:])
    x, y = (x + 11, y - 9) if dislodged else (x, y)
    seat = MAPS[view.map].power_names.index(power)
    shade = draw_unit(unit[0], x + 0.8, y + 1.2, 'fill="#000" fill-opacity="0.35"')
    body = draw_unit(unit[0], x, y, 'class="body"')
    kind = "unit dislodged" if dislodged else "unit"
    return tag("g", Html(shade + body), class_=kind, seat=seat, key=f"{power}-{unit}", aria_hidden="true")


def _powers(view: View, seating: Seating) -> Html:
    """Draw the table of powers, each with its player."""
    head = tag("tr", (tag("th", word, scope="col") for word in ("power", "centres", "units", "")))
    rows = []
    for power in sorted(view.powers, key=lambda power: -len(power.centers)):
        more = f"{power.surplus:+d}" if power.surplus else ""
        state = "writing" if power.owes_orders else "ready" if power.units or power.centers else "out"
        person = "you" if power.seat == view.seat else seating.person(power.seat)
        called = tag("b", power.power.title(), class_="chip", seat=power.seat)
        name = tag("th", called, tag("small", f" {person}") if person else None, scope="row")
        units = tag("td", power.units, tag("small", f" {more}"))
        rows.append(tag("tr", name, tag("td", len(power.centers)), units, tag("td", state)))
    return tag("table", tag("thead", head), tag("tbody", rows), class_="powers")


@cache
def draw_picture() -> Html:
    """Draw the small picture of the game: a coast, two provinces, and an order that meets another."""
    land = "M0 44C24 30 44 52 66 40S108 22 160 34V100H0Z"
    arrow = escape("M40 70H92")
    parts = [
        tag("rect", width=160, height=100, fill=SEA_COLOUR),
        tag("path", d=land, fill="#efe6cf", stroke="#5b5240"),
        tag("path", d="M0 44C24 30 44 52 66 40L72 100H0Z", fill="#c9a49c", stroke="#5b5240"),
        tag("path", d="M118 27Q140 30 160 34V100H112Z", fill="#a9b9d6", stroke="#5b5240"),
        tag("path", d=arrow, stroke="#a5281f", stroke_width=3, fill="none"),
        tag("path", d="M92 64l10 6-10 6z", fill="#a5281f"),
        Html(draw_unit("A", 34, 70, 'fill="#a5281f" stroke="#fff"')),
        Html(draw_unit("A", 132, 66, 'fill="#27357f" stroke="#fff"')),
        Html(draw_unit("F", 92, 22, 'fill="#27357f" stroke="#fff"')),
    ]
    return tag("svg", parts, viewBox="0 0 160 100", role="img", aria_label="Diplomacy", class_="picture")


def draw_small_picture() -> Html:
    """Draw the small picture of the game on a small map: three shores around a lagoon, and fleets on their way."""
    edge = {"stroke": "#5b5240"}
    parts = [
        tag("rect", width=160, height=100, fill=SEA_COLOUR),
        tag("path", d="M0 0H74C70 16 44 14 40 34S22 58 0 56Z", fill="#b9cfa9", **edge),
        tag("path", d="M160 0V62C142 62 136 46 122 42S98 20 96 0Z", fill="#c9a49c", **edge),
        tag("path", d="M18 100C30 78 56 86 78 80S132 72 148 100Z", fill="#a9b9d6", **edge),
        tag("path", d="M70 50C72 40 90 40 93 49S84 61 77 59S68 56 70 50Z", fill="#efe6cf", **edge),
        tag("path", d="M54 40L64 46M108 45L100 48M84 74V66", stroke="#5b5240", stroke_width=2, stroke_dasharray="3 2"),
        Html(draw_unit("F", 48, 38, 'fill="#3f6b2d" stroke="#fff"')),
        Html(draw_unit("F", 115, 30, 'fill="#a5281f" stroke="#fff"')),
        Html(draw_unit("A", 84, 90, 'fill="#27357f" stroke="#fff"')),
    ]
    return tag("svg", parts, viewBox="0 0 160 100", role="img", aria_label="Diplomacy: The Lagoon", class_="picture")
