"""Power Grid at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.author import GAP, Seating, Terminal, grid, labelled, listed, quote, running, whole
from ludex.author.advanced import did_you_mean
from ludex.games.power_grid.board.text_map import draw_map, draw_roads, roads_from
from ludex.games.power_grid.components.maps import spellings
from ludex.games.power_grid.components.plants import FUELS, PLANTS, Plant
from ludex.games.power_grid.components.tables import PRICE, PRICE_BEFORE, TOKENS
from ludex.games.power_grid.views import CityView, FuelView, SeatView, TrustView, View

NARROW, WIDE = 70, 100
MANY_SEATS = 4
"""Number of seats from which screens that are not wide show less of each company. Narrow screens always do."""
REGION = 14
"""Columns for the name of a region."""


def draw_view(view: View, seating: Seating | None = None, width: int = 100) -> str:
    """Draw a view as text: market, fuel, seats, and the cities that have houses.

    >>> import ludex
    >>> view = ludex.game("power-grid").new(3, seed=7).view(0)
    >>> print("\\n".join(draw_view(view).splitlines()[:3]))
    Germany (original), round 1, Step 1: opening. Order: seat 2, seat 1, seat 0.
    For sale  3 (2 oil → 1), 4 (2 coal → 1), 5 (2 hybrid → 1), 6 (1 garbage → 1)
    Future    7 (3 oil → 2), 8 (3 coal → 2), 9 (1 oil → 1), 10 (2 coal → 2), 26 in the stack, 13 on top
    """
    seating = seating or Seating.unnamed(len(view.seats), view.seat)
    title = f"{view.printed.title} ({view.edition}), round {view.round}, Step {view.step}: {view.phase}."
    order = ", ".join(seating.name(seat) for seat in view.order)
    lines = [
        *running([title, f"Order: {order}."], width, lead=""),
        *listed("For sale", [*map(str, view.current or ("–",))], width),
        *listed("Future", [*map(str, view.future), *["Step 3"] * view.step_card, _stack(view)], width),
    ]
    if view.discount is not None:
        lines.append(f"{'':10}Plant {view.discount} has the discount: it can be opened for 1.")
    lines += [_track(fuel, width) + _store(view, fuel) for fuel in view.fuels]
    lines += draw_score(view, seating, width).splitlines()
    if view.auction is not None:
        auction = view.auction
        bidding = ", ".join(seating.name(seat) for seat in auction.bidders)
        stands = f"plant {auction.plant}: {seating.name(auction.bidder)} bids {auction.bid}; still bidding: {bidding}"
        lines += labelled("Auction", stands, width)
    crowded = width < NARROW or (width < WIDE and len(view.seats) > MANY_SEATS)
    lines += _own_houses(view, width) if crowded and view.seat is not None else _houses(view, seating, width)
    return "\n".join(lines)


def _stack(view: View) -> str:
    known = view.top or (f"a {view.back}" if view.back != "none" else None)
    top = f", {known} on top" if view.stack and known else ""
    return f"{view.stack} in the stack{top}"


def _store(view: View, fuel: FuelView) -> str:
    return f", {fuel.supply} stored at 8 each" if view.coal_store and fuel.name == "coal" else ""


def _track(fuel: FuelView, width: int) -> str:
    """Draw a fuel's track from the cheapest place up: every price with a mark for each token there.

    On a narrow screen the places that are empty are left out.
    """
    kind = FUELS.index(fuel.name)
    size = int(TOKENS[kind])
    places: dict[int, str] = {}
    for place in range(size):
        price = int(PRICE[kind, place])
        places[price] = places.get(price, "") + ("■" if place >= size - fuel.count else "·")
    kept = {price: tokens for price, tokens in places.items() if "■" in tokens} if width < NARROW else places
    track = " ".join(f"{price}{tokens}" for price, tokens in kept.items())
    return f"{fuel.name:<10}{track}{'  ' if track else ''}{fuel.count} left"


def draw_score(view: View, seating: Seating, width: int) -> str:
    """Draw the money, cities, plants and fuel of all players, with the last income if money is hidden."""
    rows = [_seat(view, seating, seat) for seat in view.seats]
    headings = ("  player", "Elektro", "income", "cities", "powers", "plants and fuel")
    lines = grid(headings, rows, width)
    if view.trust:
        lines += labelled("  The Trust", _trust(view.trust), width, indent=13)
    return "\n".join(lines)


def _seat(view: View, seating: Seating, seat: SeatView) -> tuple[object, ...]:
    mark = "▶" if seat.seat == view.turn else " "
    fuel = ", ".join(whole(f"{count} {name}") for name, count in seat.fuel.items() if count)
    said = "has bought" if seat.bought else "has passed" if seat.out else ""
    plants = ", ".join(whole(str(plant)) for plant in seat.plants) or "no plants"
    money = "?" if seat.money is None else seat.money
    income = seat.income if any(other.money is None for other in view.seats) else None
    told = "; ".join(filter(None, (plants, fuel, whole(said))))
    return f"{mark} {seating.name(seat.seat)}", money, income or "", len(seat.cities), seat.can_power, told


def _trust(trust: TrustView) -> str:
    plants = ", ".join(map(str, trust.plants)) or "no plants"
    fuel = "".join(f"; {count} {name}" for name, count in trust.fuel.items() if count)
    return f"{len(trust.cities)} houses, {trust.houses_left} left; {plants}{fuel}"


def _houses(view: View, seating: Seating, width: int) -> list[str]:
    """Draw the regions in play, each with the cities that have houses."""
    lines, empty = [], []
    for region in view.regions:
        built = [
            f"{city.name} ({','.join(_owners(city, seating))})"
            for city in view.cities
            if city.region == region and (city.houses or city.trust)
        ]
        empty += [region] * (not built)
        lines += listed(region, built, width, indent=REGION) if built else []
    return lines + (listed("no houses in", empty, width, indent=REGION) if empty else [])


def _own_houses(view: View, width: int) -> list[str]:
    """Draw the viewer's cities, where there is no room for all."""
    own = [city.name for city in view.cities if view.seat in city.houses]
    return listed("Your cities", [*own, "map shows all"] if own else ["none, map shows all"], width, indent=REGION)


def _owners(city: CityView, seating: Seating) -> list[str]:
    return [*(seating.initials(seat) for seat in city.houses), *["Trust"] * city.trust]


def remarks(view: View) -> Mapping[str, str]:
    """Return the costs of cities and fuel, and descriptions of plants."""
    told = {f"build {city.name}": str(city.cost) for city in view.cities if city.cost is not None}
    told |= {f"buy {fuel.name}": f"from {fuel.price} each" for fuel in view.fuels if fuel.price is not None}
    if view.phase == "buying":
        told |= {f"buy {fuel.name} {count}": str(cost) for fuel in view.fuels for count, cost in _totals(fuel)}
    told |= {f"open plant {plant.number}": _does(plant) for plant in view.current}
    own = view.seats[view.seat].plants if view.seat is not None else ()
    return told | {f"run plant {plant.number}": _does(plant) for plant in own}


class PowerGridTerminal(Terminal[View]):
    """The terminal of Power Grid."""

    def screen(self, view: View, seating: Seating, width: int) -> str:
        return draw_view(view, seating, width)

    def score(self, view: View, seating: Seating, width: int) -> str:
        ends = f"Step 2 begins with {view.step_2_cities} cities, the game ends with {view.end_cities}."
        return f"{draw_score(view, seating, width)}\n{GAP}{ends}"

    def explain(self, view: View, name: str) -> str | None:
        """Explain a plant, by its number, or the connections of a city, by its name."""
        number = name.casefold().removeprefix("plant").strip()
        if number.isdecimal():
            return PLANTS[int(number)].told if int(number) in PLANTS else None
        city = _city_named(view, name)
        return roads_from(view, city) if city else None

    def explained(self, view: View) -> tuple[str, ...]:
        plants = (*view.current, *view.future)
        return (*(str(plant.number) for plant in plants), *(city.name for city in view.cities))

    def map_text(self, view: View, seating: Seating, name: str, width: int) -> str:
        """Draw cities with their connections and costs: of the whole map, of a region or of one city."""
        if not name:
            wide = draw_map(view) + "\n\n" if width >= 100 else ""
            return wide + draw_roads(view, seating, view.regions, width)
        regions = [region for region in view.regions if region.casefold() == name.casefold()]
        if regions:
            return draw_roads(view, seating, regions, width)
        city = _city_named(view, name)
        return roads_from(view, city) if city else _not_in_play(view, name)


def _totals(fuel: FuelView) -> Iterator[tuple[int, int]]:
    """Yield each number of tokens that are for sale, and their price together."""
    kind = FUELS.index(fuel.name)
    first = int(TOKENS[kind]) - fuel.count
    for count in range(1, fuel.count + 1):
        yield count, int(PRICE_BEFORE[kind, first + count] - PRICE_BEFORE[kind, first])


def _does(plant: Plant) -> str:
    """Return a plant's fuel and number of cities: `2 oil → 1`."""
    return str(plant).partition(" ")[2].strip("()")


def _city_named(view: View, name: str) -> str | None:
    """Return a city in play, by the beginning of its name."""
    return next((city.name for city in view.cities if _begins(city.name, name)), None)


def _begins(city: str, typed: str) -> bool:
    """Return whether a city's name begins like this, ignoring case; accents may be left out."""
    return any(spelling.casefold().startswith(typed.casefold()) for spelling in (city, *spellings(city)))


def _not_in_play(view: View, name: str) -> str:
    """Explain why there is no such place: its region is not in play, or it is not on the map."""
    out = next((city for city in view.printed.cities if _begins(city.name, name)), None)
    if out is not None:
        return f"{out.name} is not in play: this game is played without the region {out.region}."
    places = [*(city.name for city in view.cities), *view.regions]
    return f"{quote(name)} is neither a city nor a region in play.{did_you_mean(name, places)}"
