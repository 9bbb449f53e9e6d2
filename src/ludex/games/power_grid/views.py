"""What a seat sees: everything but the stack, the plants removed unseen and, by a setting, the money of others."""

from __future__ import annotations

from functools import cache

import msgspec

from ludex.author import LazyView, lazily
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
"""How many answers to a question that is often asked are kept."""


class FuelView(msgspec.Struct, frozen=True):
    """A fuel: the tokens on its track, the price of the next one (None: sold out), and the tokens in the supply."""

    name: str
    count: int
    price: int | None
    supply: int


class CityView(msgspec.Struct, frozen=True):
    """A city in play: the seats that built there, and what it costs the seat that builds now, if it may.

    `trust` says that the Trust has a house there."""

    name: str
    region: str
    houses: tuple[int, ...]
    cost: int | None
    trust: bool = False


class SeatView(LazyView):
    """What is known about a seat.

    `money` is None where it is hidden. `can_power` is the most cities the seat could power now. `powered` is how many
    it powered when it was last paid, and `income` what it got for them, which everybody saw (None: not paid yet)."""

    seat: int
    money: int | None
    plants: tuple[Plant, ...]
    fuel: dict[str, int]
    cities: tuple[str, ...]
    can_power: int
    bought: bool
    out: bool
    powered: int | None = None
    income: int | None = None


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


class View(LazyView):
    """All that one seat (None: a spectator) may know.

    `current` are the plants for sale, `future` the others; `step_card` says that the Step 3 card lies behind them.
    `stack` counts the plants left to draw; `top` is the one known to come next (original: 13 at the start), `back` what
    the back of the top one shows (Recharged). `under` are the plants that were put under the stack (in Step 3: that
    make it up), `gone` those that left the game openly."""

    seat: int | None
    edition: Edition
    map: MapName
    regions: tuple[str, ...]
    round: int
    step: int
    phase: Phase
    turn: int | None
    order: tuple[int, ...]
    plant_limit: int
    step_2_cities: int
    end_cities: int
    current: tuple[Plant, ...]
    future: tuple[Plant, ...]
    step_card: bool
    discount: int | None
    stack: int
    top: int | None
    back: str
    under: tuple[int, ...]
    gone: tuple[int, ...]
    auction: AuctionView | None
    fuels: tuple[FuelView, ...]
    coal_store: bool
    cities: tuple[CityView, ...]
    seats: tuple[SeatView, ...]
    run: tuple[int, ...]
    trust: TrustView | None = None

    @property
    def printed(self) -> Map:
        """The printed map."""
        return PRINTED[self.map, self.edition]

    def least(self, plant: int) -> int:
        """The lowest bid for a plant: its number, or 1 with the discount."""
        return 1 if plant == self.discount else plant

    def city(self, name: str) -> CityView:
        """A city in play, by name."""
        return next(city for city in self.cities if city.name == name)


def plant_of(kind: int) -> Plant:
    """The plant of a kind."""
    return msgspec.structs.replace(PLANTS[NUMBERS[kind]])


def _plants_at(s: State, place: int) -> tuple[int, ...]:
    return tuple([number for number, at in zip(NUMBERS, s.place, strict=False) if at == place])


def _run(s: State) -> tuple[int, ...]:
    """The plants that the seat to move is about to run."""
    if s.turn < 0:
        return ()
    return tuple([NUMBERS[kind] for slot, kind in enumerate(s.plants[s.turn]) if s.run >> slot & 1])


def _plants_of(s: State, seat: int) -> tuple[Plant, ...]:
    return tuple([plant_of(kind) for kind in s.plants[seat].plain()[: s.plant_count[seat]]])


def _fuel_of(s: State, seat: int) -> dict[str, int]:
    return dict(zip(FUELS, s.fuel[seat], strict=True))


def _auction(s: State) -> AuctionView | None:
    if s.phase != BIDDING:
        return None
    bidders = tuple(seat for seat in range(s.seats) if s.bidders >> seat & 1)
    return AuctionView(plant_of(s.auctioned), s.bid, s.bidder, bidders, s.bid + 1)


def _fuel(s: State, fuel: int) -> FuelView:
    count = s.track[fuel]
    price = int(PRICE[fuel, TOKENS[fuel] - count]) if count else None
    return FuelView(FUELS[fuel], count, price, s.supply[fuel])


def _market(s: State, first: int, last: int) -> tuple[Plant, ...]:
    """Some of the plants in the market, counted without the Step 3 card."""
    kinds = [kind for kind in s.market.plain()[: s.market_size] if kind != STEP_3]
    return tuple([plant_of(kind) for kind in kinds[first:last]])


def _cities(s: State) -> tuple[CityView, ...]:
    """The cities in play, in the order of the printed map."""
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


@cache
def _places_in_play(variant: int, board: int) -> tuple[tuple[int, str, str], ...]:
    cities = enumerate(PRINTED[VARIANTS[variant]].cities)
    return tuple((place, city.name, city.region) for place, city in cities if city.region in BOARDS[board].regions)


@cache
def _seats_in(bits: int, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if bits >> seat & 1)


def _trust(s: State) -> TrustView:
    return TrustView(
        plants=_plants_of(s, TRUST),
        fuel=_fuel_of(s, TRUST),
        cities=_cities_of(s, TRUST),
        houses_left=TRUST_HOUSES - s.cities[TRUST],
    )


def _is_open(s: State, viewer: int | None) -> bool:
    """Whether the money of others is not hidden: at a table that was forfeited."""
    return any(money > 0 for seat, money in enumerate(s.money) if seat != viewer)


_POWERED: dict[tuple[int, ...], int] = {}
"""How many cities a seat could power, by its plants, fuel and cities: the same question comes with every view."""


def _most_powered(s: State, seat: int) -> int:
    key = (s.plant_count[seat], *s.plants[seat], *s.fuel[seat], s.cities[seat])
    if key not in _POWERED:
        if len(_POWERED) >= REMEMBERED:
            _POWERED.clear()
        _POWERED[key] = can_power(s, seat)
    return _POWERED[key]


def _sees_money(s: State, seat: int, viewer: int | None) -> bool:
    return not s.hidden_money or seat == viewer or _is_open(s, viewer)


def _cities_of(s: State, seat: int) -> tuple[str, ...]:
    cities = PRINTED[VARIANTS[s.variant]].cities
    return tuple([city.name for city, built in zip(cities, s.houses, strict=False) if built >> seat & 1])


_seat_view = lazily(
    SeatView,
    State,
    seat=lambda s, who: who[0],
    money=lambda s, who: s.money[who[0]] if _sees_money(s, *who) else None,
    plants=lambda s, who: _plants_of(s, who[0]),
    fuel=lambda s, who: _fuel_of(s, who[0]),
    cities=lambda s, who: _cities_of(s, who[0]),
    can_power=lambda s, who: _most_powered(s, who[0]),
    bought=lambda s, who: bool(s.bought >> who[0] & 1),
    out=lambda s, who: bool(s.out >> who[0] & 1),
    powered=lambda s, who: s.paid_for[who[0]] - 1 if s.paid_for[who[0]] else None,
    income=lambda s, who: int(PAYMENT[s.paid_for[who[0]] - 1]) if s.paid_for[who[0]] else None,
)
"""What is known about a seat by a viewer, the two being given as a pair."""

make_view = lazily(
    View,
    State,
    seat=lambda s, seat: seat,
    edition=lambda s, seat: VARIANTS[s.variant][1],
    map=lambda s, seat: VARIANTS[s.variant][0],
    regions=lambda s, seat: BOARDS[s.board].regions,
    round=lambda s, seat: s.round,
    step=lambda s, seat: s.step,
    phase=lambda s, seat: PHASES[s.phase],
    turn=lambda s, seat: s.turn if s.turn >= 0 else None,
    order=lambda s, seat: tuple(s.order.plain()[: s.seats]),
    plant_limit=lambda s, seat: limit(s),
    step_2_cities=lambda s, seat: int(STEP_2_CITIES[s.edition, s.seats]),
    end_cities=lambda s, seat: int(END_CITIES[s.edition, s.seats]),
    current=lambda s, seat: _market(s, 0, for_sale(s)),
    future=lambda s, seat: _market(s, for_sale(s), s.market_size),
    step_card=lambda s, seat: s.step_3 == IN_MARKET,
    discount=lambda s, seat: NUMBERS[s.discount] if s.discount >= 0 else None,
    stack=lambda s, seat: s.stack,
    top=lambda s, seat: NUMBERS[s.top] if s.top >= 0 else None,
    back=lambda s, seat: BACKS[s.back],
    under=lambda s, seat: _plants_at(s, UNDER),
    gone=lambda s, seat: _plants_at(s, GONE),
    auction=lambda s, seat: _auction(s),
    fuels=lambda s, seat: tuple([_fuel(s, fuel) for fuel in range(len(FUELS))]),
    coal_store=lambda s, seat: has_store(s),
    cities=lambda s, seat: _cities(s),
    seats=lambda s, seat: tuple([_seat_view(s, (other, seat)) for other in range(s.seats)]),
    run=lambda s, seat: _run(s),
    trust=lambda s, seat: _trust(s) if s.trust else None,
)
"""The view of a seat, from its hidden record."""
