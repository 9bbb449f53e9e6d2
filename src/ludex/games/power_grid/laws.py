"""The laws that hold after every move."""

from __future__ import annotations

from ludex.core import State, rule
from ludex.games.power_grid.cards import CARDS, FUELS, GARBAGE, KINDS, NEEDS, STEP_3, TOKENS, TYPE, TYPES, URANIUM
from ludex.games.power_grid.maps import CITIES, IN_PLAY
from ludex.games.power_grid.resources import must_return
from ludex.games.power_grid.state import (
    CARD_LOST,
    FIRST_MARKET,
    FOR_SALE,
    FUEL_LOST,
    HOUSES_WRONG,
    LAST_MARKET,
    MARKET_WRONG,
    MONEY_WRONG,
    RETURNING,
    STACK,
    STORAGE_WRONG,
    UNDER,
)


@rule
def audit(s: State) -> int:
    """Fuel and cards are neither made nor lost; the market is in order; houses, money and storage are within bounds."""
    for fuel in range(len(FUELS)):
        total = s.track[fuel] + s.supply[fuel]
        for seat in range(s.seats):
            total += s.fuel[seat, fuel]
            if s.fuel[seat, fuel] < 0:
                return FUEL_LOST
        if total != TOKENS[fuel] or s.track[fuel] < 0 or s.supply[fuel] < 0:
            return FUEL_LOST
    code = audit_cards(s)
    return code if code else audit_seats(s)


@rule
def audit_cards(s: State) -> int:
    """All 43 cards are each in one place, and the lists agree with the places."""
    pile = UNDER if s.shuffled else STACK
    in_stack = under = listed = 0
    for kind in range(KINDS):
        in_stack += s.place[kind] == pile
        under += s.place[kind] == UNDER
    if in_stack != s.stack or (not s.shuffled and under != s.under):
        return CARD_LOST
    for at in range(s.market_size):
        if s.place[s.market[at]] != FOR_SALE or (at > 0 and s.market[at] <= s.market[at - 1]):
            return MARKET_WRONG
    if s.market_size > (LAST_MARKET if s.step == 3 else FIRST_MARKET):
        return MARKET_WRONG
    for kind in range(CARDS):
        listed += s.place[kind] == FOR_SALE
    if listed != s.market_size or (s.place[STEP_3] == STACK) == (s.shuffled == 1):
        return CARD_LOST
    for seat in range(s.seats):
        for slot in range(s.plant_count[seat]):
            if s.place[s.plants[seat, slot]] != seat:
                return CARD_LOST
    return 0


@rule
def audit_seats(s: State) -> int:
    """Houses and plants are as many as the counts say; money and storage are within bounds."""
    for city in range(CITIES):
        there = 0
        for seat in range(s.seats):
            there += s.houses[city] >> seat & 1
        if there != s.house_count[city] or there > s.step or (there > 0 and not IN_PLAY[s.board, city]):
            return HOUSES_WRONG
    for seat in range(s.seats):
        built = owned = 0
        for city in range(CITIES):
            built += s.houses[city] >> seat & 1
        for kind in range(KINDS):
            owned += s.place[kind] == seat
        if built != s.cities[seat] or owned != s.plant_count[seat]:
            return HOUSES_WRONG
        if s.money[seat] < 0:
            return MONEY_WRONG
        if not is_stored(s, seat) and not (s.phase == RETURNING and s.turn == seat):
            return STORAGE_WRONG
    return 0


@rule
def is_stored(s: State, seat: int) -> bool:
    """Whether a seat's fuel fits its plants; hybrids hold the coal and oil that fit nowhere else."""
    for of in range(len(TYPES)):
        room = 0
        for slot in range(s.plant_count[seat]):
            if TYPE[s.plants[seat, slot]] == of:
                room += 2 * NEEDS[s.plants[seat, slot]]
        if room != s.storage[seat, of]:
            return False
    fits = s.fuel[seat, GARBAGE] <= s.storage[seat, GARBAGE] and s.fuel[seat, URANIUM] <= s.storage[seat, URANIUM]
    return bool(fits and must_return(s, seat) == 0)
