"""Power Grid on a page: auction, plant market, fuel tracks, the map with its houses, and every company."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from ludex.author import Html, Page, Seating, map_frame, plural, tag
from ludex.games.power_grid.board.geography import Ground, Point
from ludex.games.power_grid.board.picture import SEA, draw_costs, draw_ground
from ludex.games.power_grid.components.maps import BOARDS, PRINTED, MapName
from ludex.games.power_grid.components.plants import FUELS, Edition, Plant
from ludex.games.power_grid.components.tables import PRICE, SLOT_COST, TOKENS
from ludex.games.power_grid.running import RUN_ALL, best_plan, in_words
from ludex.games.power_grid.state import Phase
from ludex.games.power_grid.views import CityView, FuelView, SeatView, View

SIGNS = {
    "coal": "M4 13 7 5l6-2 5 5-2 8-8 2z",
    "oil": "M5 4h10v12H5zM5 8h10M5 12h10",
    "garbage": "M4 6h12l-1 12H5zM8 6V3h4v3",
    "uranium": "M10 2 17 6v8l-7 4-7-4V6zM10 7v6M7 8.5l6 3",
}
"""Outlines of the fuels' tokens."""
THE_TRUST = -1
"""The owner of the Trust's houses, which is not a seat."""


def draw_page(view: View, seating: Seating) -> Page:
    """Draw the board, and the viewer's company as the hand."""
    board = tag(
        "div",
        tag("div", _market(view, seating), _fuel_tracks(view), _companies(view, seating), class_="exchange"),
        map_frame(_map(view), "grid-map"),
        class_=f"power-grid now-{view.phase.replace(' ', '-')}",
    )
    return Page(board, _own(view))


_DUE: Mapping[Phase, str] = {
    "opening": "may open an auction",
    "bidding": "may bid",
    "returning": "must put fuel back that no plant can hold",
    "buying": "may buy fuel",
    "building": "may build",
    "powering": "may run plants",
    "placing": "must place houses of the Trust",
}
_DONE: Mapping[Phase, str] = {"over": "the game is over"}


def headline(view: View, seating: Seating) -> str:
    """Return a sentence on the current phase."""
    now = f"Round {view.round}, Step {view.step}"
    if view.auction:
        leader = "you" if view.auction.bidder == seating.me else seating.name(view.auction.bidder)
        return f"{now}: plant {view.auction.plant.number} is auctioned, {view.auction.bid} by {leader}"
    if view.turn is None:
        return f"{now}: {_DONE.get(view.phase, view.phase)}"
    who = "you" if view.turn == seating.me else seating.name(view.turn)
    return f"{now}: {who} {_DUE[view.phase]}"


def _market(view: View, seating: Seating) -> Html:
    """Draw the plants for sale and to come, or the current auction."""
    market = [
        tag("div", tag("h3", "for sale"), tag("div", (_plant(p, view) for p in view.current), class_="plants")),
    ]
    if view.future or view.step_card:
        future = [*(_plant(plant, view) for plant in view.future), *([_step_card()] if view.step_card else [])]
        market.append(tag("div", tag("h3", "to come"), tag("div", future, class_="plants")))
    known = f", {view.top} on top" if view.top else f", a {view.back} on top" if view.back != "none" else ""
    left = f"{view.stack} plants in the stack{known if view.stack else ''}" if view.stack else "the stack is empty"
    limits = f"Step 2 with {view.step_2_cities} cities, the end with {view.end_cities}"
    market.append(tag("p", f"{left} · {limits}", class_="small soft"))
    return tag("section", _auction(view, seating), market, class_="market", aria_label="Plant market")


def _auction(view: View, seating: Seating) -> Html | None:
    found = view.auction
    if found is None:
        return None
    told = tag(
        "div",
        tag(
            "p",
            tag("span", found.bid, class_="figure", key=f"bid-{found.bid}"),
            seating.chip(found.bidder),
            class_="standing",
        ),
        tag("p", "still bidding: ", _listed(seating.chip(seat) for seat in found.bidders)),
    )
    return tag("div", _plant(found.plant, view, "on-offer"), told, class_="hammer")


def _listed(parts: Iterable[Html]) -> list[object]:
    found: list[object] = []
    for part in parts:
        found += [", ", part] if found else [part]
    return found


def _plant(plant: Plant, view: View, more: str = "", owner: int | None = None) -> Html:
    burns = _tokens(plant) if plant.needs else tag("span", "no fuel", class_="free")
    discount = plant.number == view.discount and owner is None
    waits = view.auction is not None and view.auction.plant == plant and more != "on-offer"
    return tag(
        "div",
        tag("b", plant.number, class_="number"),
        tag("span", burns, class_="burns"),
        tag("span", f"{plant.powers}", tag("i", "⌂"), class_="powers"),
        tag("em", "1 Elektro") if discount else None,
        class_=f"plant {plant.type} {more}".strip(),
        press=(f"plant {plant.number}",) if owner is None else (f"discard {plant.number}",),
        key=None if waits else f"plant-{plant.number}",
        tip=plant.told + (" Today it can be opened for 1." if discount else ""),
    )


def _tokens(plant: Plant) -> list[Html]:
    kinds = ("coal", "oil") if plant.type == "hybrid" else (plant.type,)
    return [_sign(kinds[at % len(kinds)]) for at in range(plant.needs)]


def _step_card() -> Html:
    return tag("div", tag("b", "Step 3"), class_="plant step-card", key="step-3", tip="Step 3 begins after this phase.")


@cache
def _sign(fuel: str) -> Html:
    return tag("svg", tag("path", d=SIGNS[fuel]), viewBox="0 0 20 20", class_=f"fuel {fuel}", aria_hidden="true")


def _fuel_tracks(view: View) -> Html:
    rows = [_track(fuel) for fuel in view.fuels]
    store = tag("p", "Stored coal lies next to the track.", class_="small soft") if view.coal_store else None
    return tag("section", rows, store, class_="tracks", aria_label="Fuel market")


def _track(fuel: FuelView) -> Html:
    """Draw a fuel's track from the cheapest place up: places with a token are filled."""
    kind = FUELS.index(fuel.name)
    size = int(TOKENS[kind])
    boxes: dict[int, list[Html]] = {}
    for place in range(size):
        full = place >= size - fuel.count
        boxes.setdefault(int(PRICE[kind, place]), []).append(_place_of(fuel.name, full))
    groups = (tag("span", tag("small", price), tag("span", inside), class_="price") for price, inside in boxes.items())
    said = "sold out" if fuel.price is None else f"next for {fuel.price}"
    return tag(
        "div",
        tag("b", _sign(fuel.name), fuel.name, tag("small", f" {said}"), class_="name"),
        tag("div", groups, class_="track"),
        press=("buy", fuel.name),
        class_="track-row",
        tip=f"{fuel.name}: {fuel.count} for sale, {said}; {fuel.supply} in the supply.",
    )


@cache
def _place_of(fuel: str, full: bool) -> Html:
    return tag("i", class_=f"token {fuel}" if full else "token")


def _map(view: View) -> Html:
    board = _BOARD_NUMBERS[view.map, view.edition, view.regions]
    width, height, places = _layout(view.map, view.edition)
    seen = {city.name: city for city in view.cities}
    cities = (
        _city(city.name, places[at], seen[city.name], view.step)
        for at, city in enumerate(view.printed.cities)
        if city.name in seen
    )
    sea = tag("rect", x=-2 * width, y=-2 * height, width=5 * width, height=5 * height, fill=SEA)
    land = tag("image", href=f"/games/power-grid/art/map-{board}.svg", width=width, height=height)
    ground = tag("g", sea, land, class_="ground")
    costs = tag("use", href=f"/games/power-grid/art/costs-{board}.svg#costs", class_="costs")
    return tag("svg", ground, costs, cities, viewBox=_window(board), class_="map", role="group", aria_label="Map")


@cache
def _window(board: int) -> str:
    """Return the part of the map that is in play, with some room around it. The page shows more where it has room."""
    known = BOARDS[board]
    width, height, places = _layout(known.map, known.edition)
    inside = [at for at, city in zip(places, known.printed.cities, strict=True) if city.region in known.regions]
    left, right = min(x for x, _ in inside) - 75, max(x for x, _ in inside) + 75
    top, bottom = min(y for _, y in inside) - 45, max(y for _, y in inside) + 45
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"


_BOARD_NUMBERS = {(board.map, board.edition, board.regions): number for number, board in enumerate(BOARDS)}


@cache
def _layout(name: MapName, edition: Edition) -> tuple[int, int, tuple[Point, ...]]:
    """Return the size of a map, and where its cities are."""
    ground = Ground(PRINTED[name, edition])
    return round(ground.width), round(ground.height), tuple(ground.cities)


def draw_art(name: str) -> Html | None:
    """Draw the ground of a map, or the costs of its connections: `map-7` and `costs-7` are of the board of this number.

    >>> draw_art("map-0") is None, draw_art("costs-0") is None, draw_art("map-9999") is None, draw_art("x") is None
    (False, False, True, True)
    """
    kind, _, number = name.partition("-")
    if kind not in _ART or not number.isdecimal() or len(number) > 4 or int(number) >= len(BOARDS):
        return None
    return _drawn(kind, int(number))


_ART = {"map": draw_ground, "costs": draw_costs}


@cache
def _drawn(kind: str, board: int) -> Html:
    return Html(_ART[kind](BOARDS[board].printed, BOARDS[board].regions))


def _city(name: str, at: Point, city: CityView, step: int) -> Html:
    """Draw a city with its three places for houses, and its cost for the seat that builds now."""
    x, y = at
    houses = (*city.houses, *[THE_TRUST] * city.trust)
    slots = []
    for slot, cost in enumerate(SLOT_COST.tolist()):
        left, seat = x - 24 + 16 * slot, houses[slot] if slot < len(houses) else None
        shape = tag("path", d=f"M{left:.1f},{y + 7:.1f}v-9l8,-6l8,6v9z")
        sign = (
            None if seat is not None else tag("text", cost, x=f"{left + 8:.1f}", y=f"{y + 5:.1f}", class_="slot-cost")
        )
        kind = (
            "house trust"
            if seat == THE_TRUST
            else "house"
            if seat is not None
            else "slot"
            if slot < step
            else "slot shut"
        )
        owner = None if seat == THE_TRUST else seat
        slots.append(
            tag("g", shape, sign, class_=kind, seat=owner, key=None if seat is None else f"house-{name}-{seat}")
        )
    cost = None if city.cost is None else tag("tspan", city.cost, dx=4, class_="cost")
    label = tag("text", name, cost, x=f"{x:.1f}", y=f"{y + 9:.1f}", dy="0.9em", class_="city-name")
    spot = tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", class_="spot reach")
    next_slot = f" A house in the next place costs {SLOT_COST[len(houses)]}." if len(houses) < step else ""
    price = next_slot if city.cost is None else f" Building here costs you {city.cost}, connections included."
    press = [("build", name), ("place", name)]
    return tag("g", spot, slots, label, class_="city", press=press, tip=f"{name}, {city.region}.{price}")


def _income(there: SeatView) -> str:
    """Describe hidden money."""
    return "hidden" if there.income is None else f"got {there.income}, rest hidden"


def _companies(view: View, seating: Seating) -> Html:
    """Draw all companies in the order of play: money, cities, plants and fuel."""
    rows = (_company(view, seating, seat) for seat in view.order)
    return tag(
        "section", tag("h3", "companies, in the order of play"), rows, class_="companies", aria_label="Companies"
    )


def _company(view: View, seating: Seating, seat: int) -> Html:
    there: SeatView = view.seats[seat]
    money = _income(there) if there.money is None else f"{there.money}"
    count = len(there.cities)
    facts = tag(
        "span",
        tag("b", money, class_="money", tip="Elektro"),
        tag("span", f" {plural(count, 'city', 'cities')}, powers {there.can_power}"),
        class_="facts",
    )
    plants = tag(
        "div",
        (_plant(p, view, "small", seat) for p in there.plants) if there.plants else tag("small", "no plants yet"),
        class_="plants",
    )
    turn = " turn" if seat == view.turn else ""
    return tag(
        "article",
        tag("h4", seating.chip(seat), facts),
        tag("div", plants, _store(there), class_="owns"),
        class_=f"company{turn}",
        seat=seat,
    )


def _store(there: SeatView) -> Html | None:
    held = [tag("span", _sign(fuel), count) for fuel, count in there.fuel.items() if count]
    return tag("p", held, class_="store") if held else None


def _own(view: View) -> Html:
    """Draw the viewer's plants, fuel and money."""
    if view.seat is None:
        return Html()
    mine = view.seats[view.seat]
    plants = tag("div", (_own_plant(plant, view) for plant in mine.plants), class_="plants")
    plan = best_plan(view)
    run = tag("button", in_words(plan), type="button", move=RUN_ALL, class_="main") if plan else None
    return tag("div", tag("p", "You have ", tag("b", mine.money)), _store(mine), plants, run, class_="own-company")


def _own_plant(plant: Plant, view: View) -> Html:
    run = " running" if plant.number in view.run else ""
    return tag(
        "div",
        tag("b", plant.number, class_="number"),
        tag("span", _tokens(plant) if plant.needs else None, class_="burns"),
        tag("span", plant.powers, tag("i", "⌂"), class_="powers"),
        class_=f"plant {plant.type}{run}",
        press=[("run", f"plant {plant.number}"), (f"discard {plant.number}",)],
        tip=f"Your plant {plant.number}.",
    )


@cache
def draw_picture() -> Html:
    """Draw the small picture of the game: houses on a few lines, and a plant."""
    red, blue, green, brown = "#b3302f", "#2a5aa0", "#2d7a52", "#8f5c00"
    towns = ((28, 66, red), (58, 34, blue), (92, 58, green), (126, 30, red), (132, 72, brown))
    lines = "M28 66 58 34 92 58 28 66M92 58l34 -28M92 58l40 14"
    parts = [tag("path", d=lines, fill="none", stroke="#9aa4ad", stroke_width=2.5)]
    for x, y, colour in towns:
        parts.append(tag("circle", cx=x, cy=y, r=13, class_="frame", fill="#fffdf7", stroke="#c9bfa8"))
        parts.append(tag("path", d=f"M{x - 8},{y + 7}v-9l8,-6l8,6v9z", fill=colour))
    return tag("svg", parts, viewBox="0 0 160 100", role="img", aria_label="Power Grid", class_="picture power-picture")
