"""The laws that hold after every move."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.power_grid.components.maps import CITIES, IN_PLAY
from ludex.games.power_grid.components.plants import CARDS, FUELS, GARBAGE, KINDS, NEEDS, STEP_3, TYPE, TYPES, URANIUM
from ludex.games.power_grid.components.tables import PAYMENT, TOKENS
from ludex.games.power_grid.rules.resources import must_return
from ludex.games.power_grid.state import FIRST_MARKET, FOR_SALE, LAST_MARKET, RETURNING, STACK, UNDER, State

FUEL_LOST = law("24 coal, 24 oil, 24 garbage and 12 uranium are on the track, on plants and in the supply")
CARD_LOST = law("each of the 43 cards is in exactly one place")
MARKET_WRONG = law("the market is in rising order and holds at most eight plants, in Step 3 six")
HOUSES_WRONG = law(
    "a city holds no more houses than the step allows, beside a second one of the Trust, and the counts agree"
)
MONEY_WRONG = law("no seat's money is below zero")
INCOME_WRONG = law("no seat was paid for more cities than there are payments")
STORAGE_WRONG = law("no seat has more fuel than its plants can store")


@rule
def audit(s: State) -> int:
    """Check that fuel and cards are neither made nor lost, and that market, houses, money and storage are right."""
    for fuel in range(len(FUELS)):
        total = s.track[fuel] + s.supply[fuel]
        for seat in range(owners(s)):
            total += s.fuel[seat, fuel]
            if s.fuel[seat, fuel] < 0:
                return FUEL_LOST
        if total != TOKENS[fuel] or s.track[fuel] < 0 or s.supply[fuel] < 0:
            return FUEL_LOST
    code = audit_cards(s)
    return code if code else audit_seats(s)


@rule
def audit_cards(s: State) -> int:
    """Check that each of the 43 cards is in one place, and that the lists agree with the places."""
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
    for seat in range(owners(s)):
        for slot in range(s.plant_count[seat]):
            if s.place[s.plants[seat, slot]] != seat:
                return CARD_LOST
    return 0


@rule
def owners(s: State) -> int:
    """How many have plants, fuel and houses: the seats, and the Trust."""
    return s.seats + s.trust


@rule
def audit_seats(s: State) -> int:
    """Check that the counts of houses and plants are right, and that money and storage are within bounds."""
    for city in range(CITIES):
        there = 0
        for seat in range(owners(s)):
            there += s.houses[city] >> seat & 1
        if (
            there != s.house_count[city]
            or there > max(s.step, 1 + s.trust)
            or (there > 0 and not IN_PLAY[s.board, city])
        ):
            return HOUSES_WRONG
    for seat in range(owners(s)):
        built = owned = 0
        for city in range(CITIES):
            built += s.houses[city] >> seat & 1
        for kind in range(KINDS):
            owned += s.place[kind] == seat
        if built != s.cities[seat] or owned != s.plant_count[seat]:
            return HOUSES_WRONG
        if s.money[seat] < 0:
            return MONEY_WRONG
        if s.paid_for[seat] < 0 or s.paid_for[seat] > len(PAYMENT):
            return INCOME_WRONG
        if not is_stored(s, seat) and not (s.phase == RETURNING and s.turn == seat):
            return STORAGE_WRONG
    return 0


@rule
def is_stored(s: State, seat: int) -> bool:
    """Whether a seat's fuel fits its plants. Hybrids hold the coal and oil that fit nowhere else."""
    for of in range(len(TYPES)):
        room = 0
        for slot in range(s.plant_count[seat]):
            if TYPE[s.plants[seat, slot]] == of:
                room += 2 * NEEDS[s.plants[seat, slot]]
        if room != s.storage[seat, of]:
            return False
    fits = s.fuel[seat, GARBAGE] <= s.storage[seat, GARBAGE] and s.fuel[seat, URANIUM] <= s.storage[seat, URANIUM]
    return bool(fits and must_return(s, seat) == 0)
