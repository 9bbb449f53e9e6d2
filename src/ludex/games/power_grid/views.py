"""What a seat sees: everything but the stack, the plants removed unseen and, by a setting, the money of others."""

from __future__ import annotations

import msgspec

from ludex.games.power_grid.components.maps import BOARDS, PRINTED, VARIANTS, Map, MapName
from ludex.games.power_grid.components.plants import BACKS, FUELS, KINDS, NUMBER, PLANTS, STEP_3, Edition, Plant
from ludex.games.power_grid.components.tables import END_CITIES, PRICE, STEP_2_CITIES, TOKENS, TRUST_HOUSES
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


class SeatView(msgspec.Struct, frozen=True):
    """What is known about a seat.

    `money` is None where it is hidden. `can_power` is the most cities the seat could power now."""

    seat: int
    money: int | None
    plants: tuple[Plant, ...]
    fuel: dict[str, int]
    cities: tuple[str, ...]
    can_power: int
    bought: bool
    out: bool


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


class View(msgspec.Struct, frozen=True):
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


def make_view(s: State, seat: int | None) -> View:
    """Make the view of a seat from its hidden record."""
    name, edition = VARIANTS[s.variant]
    board = BOARDS[s.board]
    sale = for_sale(s)
    market = [plant_of(s.market[at]) for at in range(s.market_size) if s.market[at] != STEP_3]
    return View(
        seat=seat,
        edition=edition,
        map=name,
        regions=board.regions,
        round=s.round,
        step=s.step,
        phase=PHASES[s.phase],
        turn=s.turn if s.turn >= 0 else None,
        order=tuple(s.order[at] for at in range(s.seats)),
        plant_limit=limit(s),
        step_2_cities=int(STEP_2_CITIES[s.edition, s.seats]),
        end_cities=int(END_CITIES[s.edition, s.seats]),
        current=tuple(market[:sale]),
        future=tuple(market[sale:]),
        step_card=s.step_3 == IN_MARKET,
        discount=int(NUMBER[s.discount]) if s.discount >= 0 else None,
        stack=s.stack,
        top=int(NUMBER[s.top]) if s.top >= 0 else None,
        back=BACKS[s.back],
        under=_plants_at(s, UNDER),
        gone=_plants_at(s, GONE),
        auction=_auction(s),
        fuels=tuple(_fuel(s, fuel) for fuel in range(len(FUELS))),
        coal_store=has_store(s),
        cities=tuple(
            _city(s, place) for place, city in enumerate(PRINTED[name, edition].cities) if city.region in board.regions
        ),
        seats=tuple(_seat(s, other, seat) for other in range(s.seats)),
        run=tuple(int(NUMBER[s.plants[s.turn, slot]]) for slot in range(8) if s.turn >= 0 and s.run >> slot & 1),
        trust=_trust(s) if s.trust else None,
    )


def plant_of(kind: int) -> Plant:
    """The plant of a kind."""
    return msgspec.structs.replace(PLANTS[int(NUMBER[kind])])


def _plants_at(s: State, place: int) -> tuple[int, ...]:
    return tuple(int(NUMBER[kind]) for kind in range(KINDS) if s.place[kind] == place)


def _auction(s: State) -> AuctionView | None:
    if s.phase != BIDDING:
        return None
    bidders = tuple(seat for seat in range(s.seats) if s.bidders >> seat & 1)
    return AuctionView(plant_of(s.auctioned), s.bid, s.bidder, bidders, s.bid + 1)


def _fuel(s: State, fuel: int) -> FuelView:
    count = s.track[fuel]
    price = int(PRICE[fuel, TOKENS[fuel] - count]) if count else None
    return FuelView(FUELS[fuel], count, price, s.supply[fuel])


def _city(s: State, place: int) -> CityView:
    printed = PRINTED[VARIANTS[s.variant]].cities[place]
    houses = tuple(seat for seat in range(s.seats) if s.houses[place] >> seat & 1)
    building = s.phase == BUILDING and s.turn >= 0 and why_not_city(s, s.turn, place) == 0
    cost = city_cost(s, s.turn, place) if building else None
    return CityView(
        printed.name, printed.region, houses, cost, trust=bool(s.houses[place] >> TRUST & 1) and bool(s.trust)
    )


def _trust(s: State) -> TrustView:
    cities = PRINTED[VARIANTS[s.variant]].cities
    return TrustView(
        plants=tuple(plant_of(s.plants[TRUST, slot]) for slot in range(s.plant_count[TRUST])),
        fuel={name: s.fuel[TRUST, fuel] for fuel, name in enumerate(FUELS)},
        cities=tuple(city.name for place, city in enumerate(cities) if s.houses[place] >> TRUST & 1),
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


def _seat(s: State, seat: int, viewer: int | None) -> SeatView:
    cities = PRINTED[VARIANTS[s.variant]].cities
    return SeatView(
        seat=seat,
        money=None if s.hidden_money and seat != viewer and not _is_open(s, viewer) else s.money[seat],
        plants=tuple(plant_of(s.plants[seat, slot]) for slot in range(s.plant_count[seat])),
        fuel={name: s.fuel[seat, fuel] for fuel, name in enumerate(FUELS)},
        cities=tuple([city.name for city, built in zip(cities, s.houses, strict=False) if built >> seat & 1]),
        can_power=_most_powered(s, seat),
        bought=bool(s.bought >> seat & 1),
        out=bool(s.out >> seat & 1),
    )
