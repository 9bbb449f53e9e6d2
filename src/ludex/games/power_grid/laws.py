"""The laws that hold after every move."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.power_grid.components.maps import CITIES, IN_PLAY
from ludex.games.power_grid.components.plants import (
    BACK,
    CARDS,
    FUELS,
    GARBAGE,
    KINDS,
    NEEDS,
    NO_BACK,
    ORIGINAL,
    PLUG,
    STEP_3,
    TYPE,
    TYPES,
    URANIUM,
)
from ludex.games.power_grid.components.tables import PAYMENT, PLANTS_REMOVED, PLUGS_REMOVED, SOCKETS_REMOVED, TOKENS
from ludex.games.power_grid.rules.auction import at_limit
from ludex.games.power_grid.rules.resources import must_return
from ludex.games.power_grid.state import (
    BIDDING,
    BUILDING,
    BUYING,
    FIRST_MARKET,
    FOR_SALE,
    IN_MARKET,
    LAST_MARKET,
    LEAVING,
    OVER,
    POWERING,
    REMOVED,
    RETURNING,
    STACK,
    UNDER,
    State,
)

FUEL_LOST = law("24 coal, 24 oil, 24 garbage and 12 uranium are on the track, on plants and in the supply")
CARD_LOST = law("each of the 43 cards is in exactly one place")
STACK_WRONG = law(
    "the stack holds a plant with the back that is shown, and as many plants as the edition says are removed, or none"
)
MARKET_WRONG = law(
    "the market is in rising order and holds at most eight plants, in Step 3 six, with those to be drawn"
)
HOUSES_WRONG = law(
    "a city holds no more houses than the step allows, besides a second one of the Trust, and the counts agree"
)
MONEY_WRONG = law("no seat's money is below zero")
INCOME_WRONG = law("no seat was paid for more cities than there are payments")
ORDER_WRONG = law("every seat has one place in the order of play")
ASKED_WRONG = law(
    "the seat at its place in the order decides; in an auction, one that still bids for a plant on sale, and at the "
    "limit of plants names one to discard"
)
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
    if code == 0:
        code = audit_stack(s)
    if code == 0:
        code = audit_seats(s)
    return code if code else audit_course(s)


@rule
def audit_course(s: State) -> int:
    """Check the order of play, and that the seat that is asked may be asked."""
    for seat in range(s.seats):
        found = 0
        for place in range(s.seats):
            found += s.order[place] == seat
        if found != 1:
            return ORDER_WRONG
    if s.phase == OVER:
        return 0
    if s.turn < 0:
        return ASKED_WRONG
    if s.phase == BUYING or s.phase == BUILDING or s.phase == POWERING:
        return 0 if s.place_in_order < s.seats and s.order[s.place_in_order] == s.turn else ASKED_WRONG
    return audit_auction(s) if s.phase == BIDDING else 0


@rule
def audit_auction(s: State) -> int:
    """Check that the bidders still take part, for a plant in the market, and at the limit discard one of theirs."""
    if s.auctioned < 0 or s.place[s.auctioned] != FOR_SALE or s.bidder < 0:
        return ASKED_WRONG
    if not (s.bidders >> s.bidder & 1 and s.bidders >> s.turn & 1 and s.bid <= s.money[s.bidder]):
        return ASKED_WRONG
    if at_limit(s, s.bidder) != (s.discard >= 0):
        return ASKED_WRONG
    return 0 if s.discard < 0 or s.place[s.discard] == s.bidder else ASKED_WRONG


@rule
def audit_cards(s: State) -> int:
    """Check that each of the 43 cards is in one place, and that the lists agree with the places."""
    pile = UNDER if s.shuffled else STACK
    in_stack = under = listed = 0
    for kind in range(KINDS):
        in_stack += s.place[kind] == pile
        under += s.place[kind] == UNDER
    if in_stack != s.stack or (not s.shuffled and under != s.under) or (s.top >= 0 and s.place[s.top] != pile):
        return CARD_LOST
    for at in range(s.market_size):
        if s.place[s.market[at]] != FOR_SALE or (at > 0 and s.market[at] <= s.market[at - 1]):
            return MARKET_WRONG
    if s.market_size + s.missing > (LAST_MARKET if s.step == 3 else FIRST_MARKET):
        return MARKET_WRONG
    for kind in range(CARDS):
        listed += s.place[kind] == FOR_SALE
    if listed != s.market_size or (s.place[STEP_3] == STACK) == (s.shuffled == 1):
        return CARD_LOST
    if (s.place[STEP_3] == FOR_SALE) != (s.step_3 == IN_MARKET or s.step_3 == LEAVING):
        return CARD_LOST
    for seat in range(owners(s)):
        for slot in range(s.plant_count[seat]):
            if s.place[s.plants[seat, slot]] != seat:
                return CARD_LOST
    return 0


@rule
def audit_stack(s: State) -> int:
    """Check the plants removed unseen, and that the top card can have the back that is shown."""
    removed = plugs = backs = 0
    for kind in range(KINDS):
        if s.place[kind] == REMOVED:
            removed += 1
            plugs += BACK[kind] == PLUG
        backs += s.place[kind] == (UNDER if s.shuffled else STACK) and BACK[kind] == s.back
    if s.edition == ORIGINAL:
        right = s.back == NO_BACK and (removed == 0 or removed == PLANTS_REMOVED[s.edition, s.seats])
        return 0 if right else STACK_WRONG
    as_printed = plugs == PLUGS_REMOVED[s.edition, s.seats] and removed - plugs == SOCKETS_REMOVED[s.edition, s.seats]
    return 0 if (removed == 0 or as_printed) and (s.stack == 0 or backs > 0) else STACK_WRONG


@rule
def owners(s: State) -> int:
    """Return the number of owners of plants, fuel and houses: the seats, and the Trust."""
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
    """Return whether a seat's fuel fits its plants. Hybrids hold the coal and oil that fit nowhere else."""
    for of in range(len(TYPES)):
        room = 0
        for slot in range(s.plant_count[seat]):
            if TYPE[s.plants[seat, slot]] == of:
                room += 2 * NEEDS[s.plants[seat, slot]]
        if room != s.storage[seat, of]:
            return False
    fits = s.fuel[seat, GARBAGE] <= s.storage[seat, GARBAGE] and s.fuel[seat, URANIUM] <= s.storage[seat, URANIUM]
    return bool(fits and must_return(s, seat) == 0)
