"""Positions as text: the written form of the record, and the fields that follow from it.

Cards are listed by where they are, houses by city, fuel by its name:

    "place": {"seat 0": [4, 13], "seat 1": [5], "market": [6, 7, 8, 9, 10, 11, 12, 14], "stack": [15, 16, "Step 3"]}
    "houses": {"Berlin": [0, 1], "Halle": [0]}
    "fuel": [{"coal": 3}, {"coal": 1, "oil": 2}]

What belongs to the Trust is written as that of a seat 2. Cards that are listed nowhere have left the game. The market,
the seats' plants and what they store, the supply, all counts, and the connections of the networks follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.author import BadPosition, Counts, Label, Names, quote
from ludex.games.power_grid.components.maps import BOARDS, PRINTED
from ludex.games.power_grid.components.plants import BACKS, CARDS, FUELS, NUMBERS, STEP_3
from ludex.games.power_grid.components.tables import MOST_PLANTS, TOKENS
from ludex.games.power_grid.rules.auction import add_plant
from ludex.games.power_grid.rules.building import clear_reach, put_house
from ludex.games.power_grid.rules.market import put_in_market
from ludex.games.power_grid.settings import PowerGridSettings
from ludex.games.power_grid.state import FOR_SALE, GONE, MARKET, PHASES, SEATS, STACK, UNDER, State

NO_PLANT, STEP_3_CARD = "none", "Step 3"
PLACES = (*(f"seat {seat}" for seat in range(SEATS)), "stack", "removed", "under the stack", "market", "gone")


class Card:
    """A card, written as the number of its plant.

    >>> Card().write(0), Card().write(-1), Card().read(3)
    (3, 'none', 0)
    """

    depth = 0

    def write(self, value: int) -> int | str:
        return NO_PLANT if value < 0 else STEP_3_CARD if value == STEP_3 else NUMBERS[value]

    def read(self, written: Any) -> int:
        if written == NO_PLANT:
            return -1
        if written == STEP_3_CARD:
            return STEP_3
        if isinstance(written, int) and written in NUMBERS:
            return NUMBERS.index(written)
        raise ValueError(f"{quote(written)} is not the number of a plant, {STEP_3_CARD!r} or {NO_PLANT!r}")


class Places:
    """The places of the cards, written as the cards of each place. Those that left the game are omitted.

    >>> Places().write([10] * 40 + [6, 6, 6])
    {'stack': [46, 50, 'Step 3']}
    """

    depth = 1

    def write(self, value: Sequence[int]) -> dict[str, list[int | str]]:
        cards: dict[str, list[int | str]] = {}
        for kind, place in enumerate(value):
            if place != GONE:
                cards.setdefault(PLACES[place], []).append(Card().write(kind))
        return {name: cards[name] for name in PLACES if name in cards}

    def read(self, written: Any) -> list[int]:
        if not isinstance(written, dict) or not set(written) <= set(PLACES):
            raise ValueError(f"expected an object with lists of cards for {', '.join(PLACES)}")
        places = [GONE] * CARDS
        for name, cards in written.items():
            for card in cards:
                kind = Card().read(card)
                if kind < 0 or places[kind] != GONE:
                    raise ValueError(f"{quote(card)} is in two places" if kind >= 0 else f"{quote(card)} is not a card")
                places[kind] = PLACES.index(name)
        return places


class Bits:
    """A number of bits, written as the list of the bits that are set: seats, or places among a seat's plants.

    >>> Bits().write(5), Bits().read([0, 2])
    ([0, 2], 5)
    """

    depth = 0

    def write(self, value: int) -> list[int]:
        return [bit for bit in range(SEATS) if value >> bit & 1]

    def read(self, written: Any) -> int:
        if not isinstance(written, list | tuple) or not set(written) <= set(range(SEATS)):
            raise ValueError(f"{quote(written)} is not a list of numbers from 0 to {SEATS - 1}")
        return sum(1 << bit for bit in set(written))


class Houses:
    """The seats that built in each city, by the city's name."""

    depth = 1

    def __init__(self, cities: Sequence[str]) -> None:
        self.cities = cities

    def write(self, value: Sequence[int]) -> dict[str, list[int]]:
        return {city: Bits().write(seats) for city, seats in zip(self.cities, value, strict=True) if seats}

    def read(self, written: Any) -> list[int]:
        if not isinstance(written, dict) or not set(written) <= set(self.cities):
            raise ValueError("expected an object with lists of seats for cities of the map")
        return [Bits().read(written.get(city, ())) for city in self.cities]


class Order:
    """The seats in player order."""

    depth = 1

    def write(self, value: Sequence[int]) -> list[int]:
        return [seat for seat in value if seat >= 0]

    def read(self, written: Any) -> list[int]:
        if not isinstance(written, list | tuple) or sorted(written) != list(range(len(written))):
            raise ValueError(f"{quote(written)} does not list every seat once")
        return [*written, *[-1] * (SEATS - len(written))]


LABELS: Mapping[str, Label] = {
    "phase": Names(*PHASES),
    "ended": Names("no", "by the cities", "by the round limit"),
    "order": Order(),
    "place": Places(),
    "top": Card(),
    "back": Names(*BACKS),
    "step_3": Names("in the stack", "in the market", "leaving", "waiting", "begun"),
    "discount": Card(),
    "bought": Bits(),
    "out": Bits(),
    "bidders": Bits(),
    "auctioned": Card(),
    "discard": Card(),
    "track": Counts(*FUELS),
    "fuel": Counts(*FUELS),
    "run": Bits(),
}


def labels(settings: PowerGridSettings) -> Mapping[str, Label]:
    """Return the labels of positions with these settings: cities and regions are those of the map."""
    regions = {
        place: ", ".join(board.regions)
        for place, board in enumerate(BOARDS)
        if (board.map, board.edition) == (settings.map, settings.edition)
    }
    cities = [city.name for city in PRINTED[settings.map, settings.edition].cities]
    return {**LABELS, "board": Names(regions), "houses": Houses(cities)}


def complete_position(s: State) -> None:
    """Write the fields that follow from the rest of a position."""
    complete_cards(s)
    for seat in range(SEATS):
        clear_reach(s, seat)
    for city, seats in enumerate(list(s.houses)):
        s.houses[city] = 0
        for seat in Bits().write(seats):
            put_house(s, seat, city)
    for fuel in range(len(FUELS)):
        s.supply[fuel] = int(TOKENS[fuel]) - s.track[fuel] - sum(s.fuel[seat, fuel] for seat in range(SEATS))


def complete_cards(s: State) -> None:
    """Write the market, the seats' plants, and the numbers of plants in and under the stack."""
    for at in range(MARKET):
        s.market[at] = -1
    for seat in range(SEATS):
        for slot in range(MOST_PLANTS):
            s.plants[seat, slot] = -1
    for kind, place in enumerate(list(s.place)):
        if place == FOR_SALE:
            put_in_market(s, kind)
        elif place < s.seats + s.trust:
            add_plant(s, place, kind)
        elif place < SEATS:
            raise BadPosition(f"seat {place} has cards; seats are 0 to {s.seats - 1}")
    plants = list(s.place)[:STEP_3]
    s.stack = plants.count(UNDER if s.shuffled else STACK)
    s.under = 0 if s.shuffled else plants.count(UNDER)
