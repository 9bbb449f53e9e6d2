"""The map of Power Grid as text: drawn in its shape, or as a list of connections with their costs."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.author import Seating, listed
from ludex.games.power_grid.views import CityView, View

WIDTH = 100
"""Columns of the drawn map."""
MAP_ROWS = {"germany": 38, "usa": 36}
LABEL = 14
"""Columns kept free on the right for the labels of the cities farthest east."""


def draw_roads(view: View, seating: Seating, regions: Iterable[str], width: int) -> str:
    """Draw every city of the regions with its houses, and its connections with their costs.

    >>> import ludex
    >>> view = ludex.game("power-grid").new(6, seed=3).view(0)
    >>> print(draw_roads(view, Seating.unnamed(6), ["north-west"], 80).splitlines()[1])
      Flensburg         Kiel 4
    """
    lines: list[str] = []
    for region in regions:
        lines.append(region)
        for city in view.cities:
            if city.region == region:
                built = [*(seating.name(seat) for seat in city.houses), *["Trust"] * city.trust]
                house = f" ({', '.join(built)})" if built else ""
                roads = [f"{other} {cost}" for other, cost in _roads(view, city.name)]
                lines += listed(f"  {city.name}{house} ", roads, width, indent=20 if not house else 34)
    return "\n".join(lines)


def roads_from(view: View, name: str) -> str:
    """Describe a city with its connections and its current cost.

    >>> import ludex
    >>> roads_from(ludex.game("power-grid").new(6, seed=3).view(0), "Kiel")
    'Kiel, north-west. Connections: Flensburg 4, Hamburg 8.'
    """
    city = view.city(name)
    roads = ", ".join(f"{other} {cost}" for other, cost in _roads(view, name))
    price = "" if city.cost is None else f" Building there costs {city.cost} now."
    return f"{name}, {city.region}. Connections: {roads}.{price}"


def _roads(view: View, name: str) -> list[tuple[str, int]]:
    """Return the connections of a city to others that are in play."""
    printed, inside = view.printed, {city.name for city in view.cities}
    names = [city.name for city in printed.cities]
    ends = ((names[a], names[b], cost) for a, b, cost in printed.connections)
    roads = ((b if a == name else a, cost) for a, b, cost in ends if name in (a, b))
    return sorted((other, cost) for other, cost in roads if other in inside)


def _label(city: CityView) -> str:
    """Draw a city with the seats that built there (T: the Trust) and what it costs the seat that builds now."""
    built = "".join(map(str, city.houses)) + "T" * city.trust
    houses = f":{built}" if built else ""
    cost = f"={city.cost}" if city.cost is not None else ""
    return city.name + houses + cost


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
    """Write a text at its place, in the nearest free one, or on a separate line below."""
    places = ((abs(up) * 4 + abs(aside), up, aside) for up in range(-6, 7) for aside in range(-24, 25))
    for _, up, aside in sorted(places):
        at, first = row + up, column + aside
        if not (0 <= at < len(rows) and first >= 0 and first + len(text) < len(rows[0])):
            continue
        if all(sign == " " for sign in rows[at][max(first - 1, 0) : first + len(text) + 1]):
            rows[at][first : first + len(text)] = text
            return
    rows.append([*text])
