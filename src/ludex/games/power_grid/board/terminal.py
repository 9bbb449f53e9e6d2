"""How Power Grid is drawn for a person at a terminal."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

from ludex.games.power_grid.components.plants import FUELS
from ludex.games.power_grid.components.tables import PRICE, TOKENS

if TYPE_CHECKING:
    from ludex.games.power_grid.views import CityView, FuelView, SeatView, TrustView, View

WIDTH = 100
"""Columns of a terminal that the text fits into."""
INDENT = 10
MAP_ROWS = {"germany": 38, "usa": 36}
LABEL = 14
"""Columns kept free on the right for the labels of the cities farthest east."""


def draw_view(view: View) -> str:
    """Draw a view as text: market, fuel, seats, and the cities by region or, while cities are built, on the map.

    >>> import ludex
    >>> view = ludex.game("power-grid").new(3, seed=7).view(0)
    >>> print("\\n".join(draw_view(view).splitlines()[:3]))
    Germany (original), round 1, Step 1: opening. Order: seats 2, 1, 0.
    For sale  3 (2 oil → 1), 4 (2 coal → 1), 5 (2 hybrid → 1), 6 (1 garbage → 1)
    Future    7 (3 oil → 2), 8 (3 coal → 2), 9 (1 oil → 1), 10 (2 coal → 2); 26 in the stack, 13 on top
    """
    title = f"{view.printed.title} ({view.edition}), round {view.round}, Step {view.step}: {view.phase}."
    lines = [
        f"{title} Order: seats {', '.join(map(str, view.order))}.",
        f"For sale  {', '.join(map(str, view.current)) or '–'}{_discount(view)}",
        f"Future    {_future(view)}",
        *(_track(fuel) + _store(view, fuel) for fuel in view.fuels),
        *(_seat(view, seat) for seat in view.seats),
        *([_trust(view.trust)] if view.trust else []),
    ]
    if view.auction is not None:
        auction = view.auction
        lines.append(
            f"Auction   plant {auction.plant}: seat {auction.bidder} bids {auction.bid}; "
            f"still bidding: seats {', '.join(map(str, auction.bidders))}"
        )
    lines.extend([draw_map(view)] if view.phase == "building" else _regions(view))
    return "\n".join(_fitted(line) for line in lines)


def _fitted(line: str) -> str:
    """Break a line that is too long after a comma or semicolon."""
    if "\n" in line or len(line) <= WIDTH:
        return line
    parts = re.sub(r"(?<![,;]) ", "\0", line[INDENT:])
    return line[:INDENT] + f"\n{'':{INDENT}}".join(wrap(parts, WIDTH - INDENT)).replace("\0", " ")


def _store(view: View, fuel: FuelView) -> str:
    return f", {fuel.supply} stored at 8 each" if view.coal_store and fuel.name == "coal" else ""


def _discount(view: View) -> str:
    return f"; the discount is on {view.discount}" if view.discount is not None else ""


def _future(view: View) -> str:
    cards = [str(plant) for plant in view.future] + ["Step 3"] * view.step_card
    known = view.top or (f"a {view.back}" if view.back != "none" else None)
    top = f", {known} on top" if view.stack and known else ""
    return f"{', '.join(cards) or '–'}; {view.stack} in the stack{top}"


def _track(fuel: FuelView) -> str:
    """A fuel's track from the cheapest place up: every price with a mark for each token there."""
    kind = FUELS.index(fuel.name)
    size = int(TOKENS[kind])
    places: dict[int, str] = {}
    for place in range(size):
        price = int(PRICE[kind, place])
        places[price] = places.get(price, "") + ("■" if place >= size - fuel.count else "·")
    track = " ".join(f"{price}{tokens}" for price, tokens in places.items())
    return f"{fuel.name:<10}{track}  {fuel.count} left"


def _seat(view: View, seat: SeatView) -> str:
    mark = "▶" if seat.seat == view.turn else " "
    money = "?" if seat.money is None else seat.money
    plants = ", ".join(map(str, seat.plants)) or "no plants"
    fuel = ", ".join(f"{count} {name}" for name, count in seat.fuel.items() if count)
    said = "; has bought" if seat.bought else "; has passed" if seat.out else ""
    cities = f"{len(seat.cities)} {'city' if len(seat.cities) == 1 else 'cities'}, can power {seat.can_power}"
    return f"{mark} Seat {seat.seat}  {money:>3} Elektro; {cities}; {plants}{'; ' if fuel else ''}{fuel}{said}"


def _trust(trust: TrustView) -> str:
    plants = ", ".join(map(str, trust.plants)) or "no plants"
    fuel = "".join(f"; {count} {name}" for name, count in trust.fuel.items() if count)
    return f"  The Trust  {len(trust.cities)} houses, {trust.houses_left} left; {plants}{fuel}"


def _label(city: CityView) -> str:
    """A city with the seats that built there (T: the Trust) and what it costs the seat that builds now."""
    built = "".join(map(str, city.houses)) + "T" * city.trust
    houses = f":{built}" if built else ""
    cost = f"={city.cost}" if city.cost is not None else ""
    return city.name + houses + cost


def _regions(view: View) -> list[str]:
    return [
        f"{region:<14}{', '.join(_label(city) for city in view.cities if city.region == region)}"
        for region in view.regions
    ]


def draw_map(view: View) -> str:
    """Draw the map as text, with `:02` for the houses of seats 0 and 2 and `=17` for the cost of building.

    >>> import ludex
    >>> view = ludex.game("power-grid").new(6, seed=7, map="usa").view(0)
    >>> "Buffalo" in draw_map(view)
    True
    """
    printed, height = view.printed, MAP_ROWS[view.map]
    latitudes = [city.at[0] for city in printed.cities]
    longitudes = [city.at[1] for city in printed.cities]
    rows = [[" "] * WIDTH for _ in range(height + 4)]
    for city in sorted(view.cities, key=lambda city: -len(_label(city))):
        at = printed.cities[printed.place(city.name)].at
        row = round((max(latitudes) - at[0]) / (max(latitudes) - min(latitudes)) * (height - 1)) + 2
        share = (at[1] - min(longitudes)) / (max(longitudes) - min(longitudes))
        _put(rows, row, round(share * (WIDTH - LABEL)), _label(city))
    drawn = ["".join(row).rstrip() for row in rows]
    return "\n".join(line for line in drawn if line)


def _put(rows: list[list[str]], row: int, column: int, text: str) -> None:
    """Write a text where it belongs, in the nearest free place, or on a line of its own below."""
    places = ((abs(up) * 4 + abs(aside), up, aside) for up in range(-6, 7) for aside in range(-24, 25))
    for _, up, aside in sorted(places):
        at, first = row + up, column + aside
        if not (0 <= at < len(rows) and first >= 0 and first + len(text) < len(rows[0])):
            continue
        if all(sign == " " for sign in rows[at][max(first - 1, 0) : first + len(text) + 1]):
            rows[at][first : first + len(text)] = text
            return
    rows.append([*text])
