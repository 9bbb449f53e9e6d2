"""How Power Grid is drawn for a person at a terminal. The map as a picture is in picture.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludex.games.power_grid.cards import FUELS, PRICE, TOKENS

if TYPE_CHECKING:
    from ludex.games.power_grid.views import CityView, FuelView, SeatView, View

MAP_SIZES = {"germany": (100, 38), "usa": (126, 34)}
"""Columns and rows of the text map."""


def draw_view(view: View) -> str:
    """A view as text: market, fuel, seats, and the cities by region; while cities are built, the map.

    >>> import ludex
    >>> view = ludex.game("power-grid").new(3, seed=7).view(0)
    >>> print("\\n".join(draw_view(view).splitlines()[:3]))
    Germany (original), round 1, Step 1: opening. Order: seat 2, 1, 0.
    For sale  3 (2 oil → 1), 4 (2 coal → 1), 5 (2 hybrid → 1), 6 (1 garbage → 1)
    Future    7 (3 oil → 2), 8 (3 coal → 2), 9 (1 oil → 1), 10 (2 coal → 2); 26 in the stack
    """
    title = f"{view.printed.title} ({view.edition}), round {view.round}, Step {view.step}: {view.phase}."
    lines = [
        f"{title} Order: seat {', '.join(map(str, view.order))}.",
        f"For sale  {', '.join(map(str, view.current)) or '–'}{_discount(view)}",
        f"Future    {_future(view)}",
        *(_track(fuel) for fuel in view.fuels),
        *(_seat(view, seat) for seat in view.seats),
    ]
    if view.auction is not None:
        auction = view.auction
        lines.append(
            f"Auction   plant {auction.plant}: seat {auction.bidder} bids {auction.bid}; "
            f"in it: seat {', '.join(map(str, auction.bidders))}"
        )
    return "\n".join([*lines, draw_map(view) if view.phase == "building" else _regions(view)])


def _discount(view: View) -> str:
    return f"; the discount is on {view.discount}" if view.discount is not None else ""


def _future(view: View) -> str:
    cards = [str(plant) for plant in view.future] + ["Step 3"] * view.step_card
    back = f", a {view.back} on top" if view.stack and view.back != "none" else ""
    return f"{', '.join(cards) or '–'}; {view.stack} in the stack{back}"


def _track(fuel: FuelView) -> str:
    """A fuel's track, the cheapest place first: every price with a sign for each token there."""
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
    fuel = ", ".join(f"{count} {name}" for name, count in seat.fuel.items() if count) or "no fuel"
    said = "; has bought" if seat.bought else "; has passed" if seat.out else ""
    cities = f"{len(seat.cities)} {'city' if len(seat.cities) == 1 else 'cities'}, can power {seat.can_power}"
    return f"{mark} Seat {seat.seat}  {money:>3} Elektro; {cities}; {plants}; {fuel}{said}"


def _label(city: CityView) -> str:
    """A city with the seats that built there and, for the one that builds, what it costs."""
    houses = ":" + "".join(map(str, city.houses)) if city.houses else ""
    cost = f"={city.cost}" if city.cost is not None else ""
    return city.name + houses + cost


def _regions(view: View) -> str:
    lines = []
    for region in view.regions:
        cities = (_label(city) for city in view.cities if city.region == region)
        lines.append(f"{region:<14}{', '.join(cities)}")
    return "\n".join(lines)


def draw_map(view: View) -> str:
    """The map as text: cities where they are, `:02` for the houses of seats 0 and 2, `=17` for what one would cost.

    >>> import ludex
    >>> view = ludex.game("power-grid").new(6, seed=7, map="usa").view(0)
    >>> "Buffalo" in draw_map(view)
    True
    """
    width, height = MAP_SIZES[view.map]
    printed = view.printed
    latitudes = [city.at[0] for city in printed.cities]
    longitudes = [city.at[1] for city in printed.cities]
    rows: list[list[str]] = [[" "] * (width + 16) for _ in range(height + 4)]
    for city in view.cities:
        at = printed.cities[printed.place(city.name)].at
        row = round((max(latitudes) - at[0]) / (max(latitudes) - min(latitudes)) * (height - 1)) + 2
        column = round((at[1] - min(longitudes)) / (max(longitudes) - min(longitudes)) * (width - 14))
        _put(rows, row, column, _label(city))
    drawn = ["".join(row).rstrip() for row in rows]
    return "\n".join(line for line in drawn if line)


def _put(rows: list[list[str]], row: int, column: int, text: str) -> None:
    """Write a text where it belongs, or on the nearest free place."""
    places = ((abs(up) * 4 + abs(aside), up, aside) for up in range(-4, 5) for aside in range(-12, 13, 2))
    for _, up, aside in sorted(places):
        at, first = row + up, column + aside
        if not (0 <= at < len(rows) and first >= 0 and first + len(text) < len(rows[0])):
            continue
        if all(sign == " " for sign in rows[at][max(first - 1, 0) : first + len(text) + 1]):
            rows[at][first : first + len(text)] = text
            return
    rows[row].extend(f"  {text}")
