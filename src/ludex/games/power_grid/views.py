"""Views of Power Grid: everything but the stack, the plants removed unseen and, by a setting, the money of others."""

from __future__ import annotations

from functools import cache

import msgspec

from ludex.author import GameView, shown
from ludex.games.power_grid.components.maps import BOARDS, PRINTED, VARIANTS, Map, MapName
from ludex.games.power_grid.components.plants import BACKS, FUELS, NUMBERS, PLANTS, STEP_3, Edition, Plant
from ludex.games.power_grid.components.tables import END_CITIES, PAYMENT, PRICE, STEP_2_CITIES, TOKENS, TRUST_HOUSES
from ludex.games.power_grid.rules.auction import limit
from ludex.games.power_grid.rules.building import city_cost, why_not_city
from ludex.games.power_grid.rules.market import for_sale
from ludex.games.power_grid.rules.resources import has_store
from ludex.games.power_grid.rules.scoring import can_power
from ludex.games.power_grid.state import BIDDING, BUILDING, GONE, IN_MARKET, PHASES, TRUST, UNDER, Phase, State

REMEMBERED = 10_000
"""The number of answers to a frequent question that are stored."""


class FuelView(msgspec.Struct, frozen=True):
    """A fuel: the tokens on its track, the price of the next one (None: sold out), and the tokens in the supply."""

    name: str
    count: int
    price: int | None
    supply: int


class CityView(msgspec.Struct, frozen=True):
    """A city in play: the seats that built there, and what it costs the seat that builds now, if it may.

    `trust` is True if the Trust has a house there."""

    name: str
    region: str
    houses: tuple[int, ...]
    cost: int | None
    trust: bool = False


class AuctionView(msgspec.Struct, frozen=True):
    """The plant that is auctioned, the highest bid and bidder, the seats still bidding, and the lowest next bid."""

    plant: Plant
    bid: int
    bidder: int
    bidders: tuple[int, ...]
    least: int


class TrustView(msgspec.Struct, frozen=True):
    """The Trust: its plants and fuel, the cities with its houses, and how many houses it has left."""

    plants: tuple[Plant, ...]
    fuel: dict[str, int]
    cities: tuple[str, ...]
    houses_left: int


def plant_of(kind: int) -> Plant:
    """Return the plant of a kind."""
    return msgspec.structs.replace(PLANTS[NUMBERS[kind]])


def _plants_at(s: State, place: int) -> tuple[int, ...]:
    return tuple([number for number, at in zip(NUMBERS, s.place, strict=False) if at == place])


def _plants_of(s: State, seat: int) -> tuple[Plant, ...]:
    return tuple([plant_of(kind) for kind in s.plants[seat].plain()[: s.plant_count[seat]]])


def _fuel_of(s: State, seat: int) -> dict[str, int]:
    return dict(zip(FUELS, s.fuel[seat], strict=True))


def _fuel(s: State, fuel: int) -> FuelView:
    count = s.track[fuel]
    price = int(PRICE[fuel, TOKENS[fuel] - count]) if count else None
    return FuelView(FUELS[fuel], count, price, s.supply[fuel])


def _market(s: State, first: int, last: int) -> tuple[Plant, ...]:
    """List some of the plants in the market, counted without the Step 3 card."""
    kinds = [kind for kind in s.market.plain()[: s.market_size] if kind != STEP_3]
    return tuple([plant_of(kind) for kind in kinds[first:last]])


@cache
def _places_in_play(variant: int, board: int) -> tuple[tuple[int, str, str], ...]:
    cities = enumerate(PRINTED[VARIANTS[variant]].cities)
    return tuple((place, city.name, city.region) for place, city in cities if city.region in BOARDS[board].regions)


@cache
def _seats_in(bits: int, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if bits >> seat & 1)


_POWERED: dict[tuple[int, ...], int] = {}
"""The number of cities a seat could power, by its plants, fuel and cities, because every view asks for it."""


def _most_powered(s: State, seat: int) -> int:
    key = (s.plant_count[seat], *s.plants[seat], *s.fuel[seat], s.cities[seat])
    if key not in _POWERED:
        if len(_POWERED) >= REMEMBERED:
            _POWERED.clear()
        _POWERED[key] = can_power(s, seat)
    return _POWERED[key]


def _cities_of(s: State, seat: int) -> tuple[str, ...]:
    cities = PRINTED[VARIANTS[s.variant]].cities
    return tuple([city.name for city, built in zip(cities, s.houses, strict=False) if built >> seat & 1])


class SeatView(GameView[State, tuple[int, int | None]]):
    """The viewer's knowledge of a seat.

    `money` is None where it is hidden. `can_power` is the most cities the seat could power now. `powered` is how many
    it powered when it was last paid, and `income` what it got for them, which all players saw (None: not paid yet)."""

    @shown
    def seat(self) -> int:
        return self._seat[0]

    @shown
    def money(self) -> int | None:
        """The seat's money, or None where it is hidden. At a table that was forfeited it is not."""
        s, (seat, viewer) = self._s, self._seat
        is_open = any(money > 0 for other, money in enumerate(s.money) if other != viewer)
        return s.money[seat] if not s.hidden_money or seat == viewer or is_open else None

    @shown
    def plants(self) -> tuple[Plant, ...]:
        return _plants_of(self._s, self.seat)

    @shown
    def fuel(self) -> dict[str, int]:
        return _fuel_of(self._s, self.seat)

    @shown
    def cities(self) -> tuple[str, ...]:
        """The cities where the seat has a house."""
        return _cities_of(self._s, self.seat)

    @shown
    def can_power(self) -> int:
        """The most cities that the seat could power now."""
        return _most_powered(self._s, self.seat)

    @shown
    def bought(self) -> bool:
        """True if the seat has bought a plant in this phase."""
        return bool(self._s.bought >> self.seat & 1)

    @shown
    def out(self) -> bool:
        """True if the seat is out of the auctions of this round."""
        return bool(self._s.out >> self.seat & 1)

    @shown(default=None)
    def powered(self) -> int | None:
        """The number of cities that the seat powered when it was last paid."""
        paid_for = self._s.paid_for[self.seat]
        return paid_for - 1 if paid_for else None

    @shown(default=None)
    def income(self) -> int | None:
        """The seat's last income."""
        return None if self.powered is None else int(PAYMENT[self.powered])


class View(GameView[State]):
    """All that one seat (None: a spectator) may know.

    `current` are the plants for sale, `future` the others; `step_card` is True if the Step 3 card is behind them.
    `stack` counts the plants left to draw; `top` is the one known to come next (original: 13 at the start), `back` what
    the back of the top one shows (Recharged). `under` are the plants that were put under the stack (in Step 3: that
    make it up), `gone` those that left the game openly."""

    @shown
    def seat(self) -> int | None:
        """The seat that the view is for, or None for a spectator."""
        return self._seat

    @shown
    def edition(self) -> Edition:
        """The edition that is played."""
        return VARIANTS[self._s.variant][1]

    @shown
    def map(self) -> MapName:
        """The map that is played on."""
        return VARIANTS[self._s.variant][0]

    @shown
    def regions(self) -> tuple[str, ...]:
        """The regions in play."""
        return BOARDS[self._s.board].regions

    @shown
    def round(self) -> int:
        """The number of the round, from 1 on."""
        return self._s.round

    @shown
    def step(self) -> int:
        """The step of the game: 1, 2 or 3."""
        return self._s.step

    @shown
    def phase(self) -> Phase:
        """The decision that is due."""
        return PHASES[self._s.phase]

    @shown
    def turn(self) -> int | None:
        """The seat that owes the decision."""
        return self._s.turn if self._s.turn >= 0 else None

    @shown
    def order(self) -> tuple[int, ...]:
        """The player order."""
        return tuple(self._s.order.plain()[: self._s.seats])

    @shown
    def plant_limit(self) -> int:
        """The number of plants that a seat may own."""
        return limit(self._s)

    @shown
    def step_2_cities(self) -> int:
        """The number of cities with which Step 2 begins."""
        return int(STEP_2_CITIES[self._s.edition, self._s.seats])

    @shown
    def end_cities(self) -> int:
        """The number of cities with which the game ends."""
        return int(END_CITIES[self._s.edition, self._s.seats])

    @shown
    def current(self) -> tuple[Plant, ...]:
        """The plants for sale."""
        return _market(self._s, 0, for_sale(self._s))

    @shown
    def future(self) -> tuple[Plant, ...]:
        """The plants in the market that are not for sale yet."""
        return _market(self._s, for_sale(self._s), self._s.market_size)

    @shown
    def step_card(self) -> bool:
        """True if the Step 3 card is in the market."""
        return self._s.step_3 == IN_MARKET

    @shown
    def discount(self) -> int | None:
        """The plant with the discount."""
        return NUMBERS[self._s.discount] if self._s.discount >= 0 else None

    @shown
    def stack(self) -> int:
        """The number of plants left to draw."""
        return self._s.stack

    @shown
    def top(self) -> int | None:
        """The plant that is known to come next."""
        return NUMBERS[self._s.top] if self._s.top >= 0 else None

    @shown
    def back(self) -> str:
        """The back of the next plant."""
        return BACKS[self._s.back]

    @shown
    def under(self) -> tuple[int, ...]:
        """The plants under the stack."""
        return _plants_at(self._s, UNDER)

    @shown
    def gone(self) -> tuple[int, ...]:
        """The plants that left the game openly."""
        return _plants_at(self._s, GONE)

    @shown
    def auction(self) -> AuctionView | None:
        """The auction in progress, if there is one."""
        s = self._s
        if s.phase != BIDDING:
            return None
        return AuctionView(plant_of(s.auctioned), s.bid, s.bidder, _seats_in(s.bidders, s.seats), s.bid + 1)

    @shown
    def fuels(self) -> tuple[FuelView, ...]:
        """The fuel market."""
        return tuple([_fuel(self._s, fuel) for fuel in range(len(FUELS))])

    @shown
    def coal_store(self) -> bool:
        """True if the map has a store of coal."""
        return has_store(self._s)

    @shown
    def cities(self) -> tuple[CityView, ...]:
        """The cities in play, in the order of the printed map."""
        s = self._s
        builder = s.turn if s.phase == BUILDING else -1
        house_bits = s.houses.plain()
        return tuple(
            [
                CityView(
                    name,
                    region,
                    _seats_in(house_bits[place], s.seats),
                    city_cost(s, builder, place) if builder >= 0 and why_not_city(s, builder, place) == 0 else None,
                    trust=bool(s.trust and house_bits[place] >> TRUST & 1),
                )
                for place, name, region in _places_in_play(s.variant, s.board)
            ]
        )

    @shown
    def seats(self) -> tuple[SeatView, ...]:
        """The viewer's knowledge of each seat."""
        return tuple([SeatView.of(self._s, (seat, self._seat)) for seat in range(self._s.seats)])

    @shown
    def run(self) -> tuple[int, ...]:
        """The plants that the seat in turn is about to run."""
        s = self._s
        if s.turn < 0:
            return ()
        return tuple([NUMBERS[kind] for slot, kind in enumerate(s.plants[s.turn]) if s.run >> slot & 1])

    @shown(default=None)
    def trust(self) -> TrustView | None:
        """The Trust's possessions, in games with the Trust."""
        s = self._s
        if not s.trust:
            return None
        houses_left = TRUST_HOUSES - s.cities[TRUST]
        return TrustView(_plants_of(s, TRUST), _fuel_of(s, TRUST), _cities_of(s, TRUST), houses_left)

    @property
    def printed(self) -> Map:
        """The printed map."""
        return PRINTED[self.map, self.edition]

    def least(self, plant: int) -> int:
        """Return the lowest bid for a plant: its number, or 1 with the discount."""
        return 1 if plant == self.discount else plant

    def city(self, name: str) -> CityView:
        """Return a city in play, by name."""
        return next(city for city in self.cities if city.name == name)


make_view = View.of


def lot_on_offer(view: View) -> str | None:
    """Name the plant that is auctioned now, or return None."""
    return f"round {view.round}, plant {view.auction.plant.number}" if view.auction else None
