"""Phase 2: opening auctions, bidding, buying plants."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, option_range, rule
from ludex.games.power_grid.components.maps import GERMANY
from ludex.games.power_grid.components.plants import KIND, LOWEST, NEEDS, NUMBER, ORIGINAL, PLANT_39, RECHARGED, TYPE
from ludex.games.power_grid.components.tables import MOST_PLANTS, PLANT_LIMIT
from ludex.games.power_grid.events import (
    AUCTION_OPENED,
    BID_MADE,
    BID_PASSED,
    DISCOUNT_UNSOLD,
    NOBODY_BOUGHT,
    OPENING_PASSED,
    PLANT_BOUGHT,
    PLANT_DISCARDED,
)
from ludex.games.power_grid.moves import BID, BIDS, DISCARDS, OPEN, PASS
from ludex.games.power_grid.reasons import (
    BID_TOO_HIGH,
    BID_TOO_LOW,
    DISCARD_IS_BOUGHT,
    DISCARD_MISSING,
    DISCARD_NOT_NEEDED,
    DISCARD_NOT_OWNED,
    MUST_BUY,
    NO_SUCH_PLANT,
    NOT_ABOVE_SMALLEST,
    NOT_FOR_SALE,
    ONLY_THE_MINIMUM,
)
from ludex.games.power_grid.rules.market import begin_step, for_sale, replace_lowest, take_from_market
from ludex.games.power_grid.rules.resources import least_coal_back, most_coal_back, must_return, return_fuel
from ludex.games.power_grid.state import BEGUN, BIDDING, BUYING, GONE, OPENING, RETURNING, WAITING

NO_DISCARD = -1
UNKNOWN_DISCARD = -2
"""A number that no plant has."""


@rule
def limit(s: State) -> int:
    """How many plants a seat may own."""
    return int(PLANT_LIMIT[s.edition, s.seats])


@rule
def at_limit(s: State, seat: int) -> bool:
    return bool(s.plant_count[seat] == limit(s))


@rule
def eligible(s: State) -> int:
    """The seats, as bits, that can still buy in this phase: they have neither bought nor passed an opening."""
    return int(((1 << s.seats) - 1) & ~(s.bought | s.out))


@rule
def minimum(s: State, kind: int) -> int:
    """The lowest bid for a plant: its number, or 1 with the discount."""
    return 1 if kind == s.discount else int(NUMBER[kind])


@rule
def is_alone(s: State, seat: int) -> bool:
    """Whether no other seat is left that could bid against this one."""
    return bool(eligible(s) & ~(1 << seat) == 0)


@rule
def why_not_pass_opening(s: State) -> int:
    """In the first round every player must buy a plant."""
    return MUST_BUY if s.round == 1 else 0


@rule
def why_not_plant(s: State, seat: int, kind: int) -> int:
    """The plant must be in the current market.

    By a setting (the source document's check), seats at the limit open only plants above their smallest."""
    if kind < 0:
        return NO_SUCH_PLANT
    at = 0
    while at < for_sale(s) and s.market[at] != kind:
        at += 1
    if at == for_sale(s):
        return NOT_FOR_SALE
    if s.open_above_smallest and at_limit(s, seat) and kind < s.plants[seat, 0]:
        return NOT_ABOVE_SMALLEST
    return 0


@rule
def why_not_discard(s: State, seat: int, kind: int, discard: int) -> int:
    """Seats at the limit name one of their own plants, never the one they bid for. Other seats name none."""
    if not at_limit(s, seat):
        return 0 if discard == NO_DISCARD else DISCARD_NOT_NEEDED
    if discard == NO_DISCARD:
        return DISCARD_MISSING
    if discard == kind:
        return DISCARD_IS_BOUGHT
    if discard < 0 or s.place[discard] != seat:
        return DISCARD_NOT_OWNED
    return 0


@rule
def why_not_amount(s: State, seat: int, bid: int, least: int) -> int:
    """A bid lies between the minimum and the seat's money."""
    if bid < least:
        return BID_TOO_LOW
    if bid > s.money[seat]:
        return BID_TOO_HIGH
    return 0


@rule
def most_to_open(s: State, seat: int, kind: int) -> int:
    """The highest opening bid: all money or, by a setting, the minimum for the last seat that can still buy."""
    if s.last_pays_minimum and is_alone(s, seat):
        return min(minimum(s, kind), int(s.money[seat]))
    return int(s.money[seat])


@rule
def why_not_open(s: State, seat: int, kind: int, discard: int, bid: int) -> int:
    code = why_not_plant(s, seat, kind)
    if code == 0:
        code = why_not_amount(s, seat, bid, minimum(s, kind))
    if code == 0 and bid > most_to_open(s, seat, kind):
        code = ONLY_THE_MINIMUM
    if code == 0:
        code = why_not_discard(s, seat, kind, discard)
    return int(code)


@rule
def why_not_bid(s: State, seat: int, kind: int, discard: int, bid: int, least: int) -> int:
    code = why_not_amount(s, seat, bid, least)
    return int(code if code else why_not_discard(s, seat, kind, discard))


@rule
def discard_named(index: int) -> int:
    """The kind of plant that a packed move discards."""
    if index == 0:
        return NO_DISCARD
    kind = KIND[index - 1 + LOWEST]
    return int(kind if kind >= 0 else UNKNOWN_DISCARD)


@rule
def discard_index(kind: int) -> int:
    """The discard of a packed move."""
    return 0 if kind == NO_DISCARD else int(NUMBER[kind] - LOWEST + 1)


@rule
def packed_open(kind: int, discard: int, bid: int) -> int:
    return int(OPEN + ((NUMBER[kind] - LOWEST) * DISCARDS + discard_index(discard)) * BIDS + bid - 1)


@rule
def packed_bid(discard: int, bid: int) -> int:
    return int(BID + discard_index(discard) * BIDS + bid - 1)


@rule
def discard_choice(s: State, seat: int, slot: int) -> int:
    """The plant in a slot, if the seat must name one. Below the limit it is NO_DISCARD."""
    return int(s.plants[seat, slot]) if at_limit(s, seat) else NO_DISCARD


@rule
def offer_openings(s: State, seat: int, out: Any) -> int:
    count = 0
    choices = limit(s) if at_limit(s, seat) else 1
    for at in range(for_sale(s)):
        kind = s.market[at]
        if why_not_plant(s, seat, kind) == 0:
            for slot in range(choices):
                first = packed_open(kind, discard_choice(s, seat, slot), minimum(s, kind))
                count = option_range(out, count, first, first + most_to_open(s, seat, kind) - minimum(s, kind))
    if why_not_pass_opening(s) == 0:
        count = option(out, count, PASS)
    return count


@rule
def offer_bids(s: State, seat: int, out: Any) -> int:
    count = 0
    choices = limit(s) if at_limit(s, seat) else 1
    for slot in range(choices):
        first = packed_bid(discard_choice(s, seat, slot), s.bid + 1)
        count = option_range(out, count, first, first + s.money[seat] - s.bid - 1)
    return option(out, count, PASS)


@rule
def next_opener(s: State) -> int:
    """The first seat in player order that can still buy, or -1 if there is none."""
    for at in range(s.seats):
        if eligible(s) >> s.order[at] & 1:
            return int(s.order[at])
    return -1


@rule
def open_auction(s: State, seat: int, kind: int, discard: int, bid: int, log: Any) -> None:
    """Open an auction. All seats that can still buy may bid."""
    s.auctioned = kind
    s.bidders = eligible(s)
    s.phase = BIDDING
    s.bid = bid
    s.bidder = seat
    s.discard = discard
    s.spoke = seat
    note(log, AUCTION_OPENED, EVERYONE, seat, NUMBER[kind], bid)


@rule
def pass_opening(s: State, seat: int, log: Any) -> None:
    """A seat that opens no auction is out of the whole phase, and cannot bid either."""
    s.out |= 1 << seat
    note(log, OPENING_PASSED, EVERYONE, seat)


@rule
def raise_bid(s: State, seat: int, discard: int, bid: int, log: Any) -> None:
    s.bid = bid
    s.bidder = seat
    s.discard = discard
    s.spoke = seat
    note(log, BID_MADE, EVERYONE, seat, NUMBER[s.auctioned], bid)


@rule
def pass_bid(s: State, seat: int, log: Any) -> None:
    """A seat that passes is out of the auction for this plant."""
    s.bidders &= ~(1 << seat)
    s.spoke = seat
    note(log, BID_PASSED, EVERYONE, seat, NUMBER[s.auctioned])


@rule
def next_bidder(s: State) -> int:
    """The next bidder clockwise, or -1 when only the highest bidder is left."""
    for step in range(1, s.seats):
        seat = (s.spoke + step) % s.seats
        if s.bidders >> seat & 1 and seat != s.bidder:
            return int(seat)
    return -1


@rule
def sell(s: State, log: Any) -> None:
    """The highest bidder pays and takes the plant. At the limit, the plant it named leaves the game."""
    seat, kind = s.bidder, s.auctioned
    s.money[seat] -= s.bid
    take_from_market(s, kind, seat)
    note(log, PLANT_BOUGHT, EVERYONE, seat, NUMBER[kind], s.bid)
    if s.discard >= 0:
        drop_plant(s, seat, s.discard)
        note(log, PLANT_DISCARDED, EVERYONE, seat, NUMBER[s.discard])
    add_plant(s, seat, kind)
    s.bought |= 1 << seat
    if kind == s.discount:
        s.discount = -1
    if kind == PLANT_39 and s.edition == RECHARGED and s.map == GERMANY:
        s.uranium_ended = 1
    close_auction(s)
    s.missing += 1
    if least_coal_back(s, seat) < most_coal_back(s, seat):
        s.phase = RETURNING
        s.turn = seat
    else:
        s.phase = OPENING
        coal = least_coal_back(s, seat)
        return_fuel(s, seat, coal, must_return(s, seat) - coal, log)


@rule
def close_auction(s: State) -> None:
    """Clear all traces of an auction."""
    s.auctioned = -1
    s.bidders = 0
    s.bid = 0
    s.bidder = -1
    s.discard = -1
    s.spoke = -1


@rule
def add_plant(s: State, seat: int, kind: int) -> None:
    """Give a plant to a seat. Its plants are kept in rising order."""
    at = s.plant_count[seat]
    while at > 0 and s.plants[seat, at - 1] > kind:
        s.plants[seat, at] = s.plants[seat, at - 1]
        at -= 1
    s.plants[seat, at] = kind
    s.plant_count[seat] += 1
    s.storage[seat, TYPE[kind]] += 2 * NEEDS[kind]


@rule
def drop_plant(s: State, seat: int, kind: int) -> None:
    """Take a plant from a seat and out of the game."""
    s.storage[seat, TYPE[kind]] -= 2 * NEEDS[kind]
    at = 0
    while s.plants[seat, at] != kind:
        at += 1
    s.plant_count[seat] -= 1
    while at < MOST_PLANTS - 1:
        s.plants[seat, at] = s.plants[seat, at + 1]
        at += 1
    s.plants[seat, MOST_PLANTS - 1] = -1
    s.place[kind] = GONE


@rule
def end_auctions(s: State, log: Any) -> None:
    """End phase 2: a plant that nobody wanted leaves and is replaced."""
    if s.edition == ORIGINAL and s.bought == 0:
        replace_lowest(s, NOBODY_BOUGHT, log)
    elif s.discount >= 0:
        s.discount = -1
        replace_lowest(s, DISCOUNT_UNSOLD, log)
    s.bought = 0
    s.out = 0


@rule
def leave_auctions(s: State, log: Any) -> None:
    """Begin Step 3 if its card came up in phase 2, then go on to buying fuel, in reverse order."""
    if s.step_3 == WAITING:
        s.step_3 = BEGUN
        s.step_3_round = s.round
        begin_step(s, 3, log)
    s.phase = BUYING
    s.place_in_order = s.seats - 1
