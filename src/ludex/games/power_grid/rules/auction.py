"""Phase 2: opening auctions, bidding, buying plants."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offer_range, offers, reason, refusal, rule
from ludex.games.power_grid.components.maps import GERMANY
from ludex.games.power_grid.components.plants import NEEDS, NUMBER, ORIGINAL, PLANT_39, RECHARGED, TYPE
from ludex.games.power_grid.components.tables import MOST_PLANTS, PLANT_LIMIT
from ludex.games.power_grid.events import (
    DISCOUNT_UNSOLD,
    NOBODY_BOUGHT,
    AuctionOpened,
    BidMade,
    BidPassed,
    CannotOpen,
    CannotRaise,
    OpeningPassed,
    PlantBought,
    PlantDiscarded,
)
from ludex.games.power_grid.moves import Bid, OpenAuction, Pass
from ludex.games.power_grid.reasons import NO_SUCH_PLANT, money, owned
from ludex.games.power_grid.rules.market import (
    NONE,
    begin_step,
    for_sale,
    kind_of,
    number_of,
    replace_lowest,
    take_from_market,
)
from ludex.games.power_grid.rules.resources import least_coal_back, most_coal_back, must_return, return_fuel
from ludex.games.power_grid.state import BEGUN, BIDDING, BUYING, GONE, OPENING, RETURNING, WAITING, State

# Who can buy, and for how much


@rule
def limit(s: State) -> int:
    """Return the number of plants that a seat may own."""
    return int(PLANT_LIMIT[s.edition, s.seats])


@rule
def at_limit(s: State, seat: int) -> bool:
    return s.plant_count[seat] == limit(s)


@rule
def eligible(s: State) -> int:
    """Return the seats, as bits, that can still buy in this phase: they have neither bought nor passed an opening."""
    return ((1 << s.seats) - 1) & ~(s.bought | s.out)


@rule
def is_alone(s: State, seat: int) -> bool:
    """Return whether no other seat is left that could bid against this one."""
    return eligible(s) & ~(1 << seat) == 0


@rule
def minimum(s: State, kind: int) -> int:
    """Return the lowest bid for a plant: its number, or 1 with the discount."""
    return 1 if kind == s.discount else int(NUMBER[kind])


@rule
def most_to_open(s: State, seat: int, kind: int) -> int:
    """Return the highest opening bid: all money or, by a setting, the minimum for the last seat that can still buy."""
    if s.last_pays_minimum and is_alone(s, seat):
        return min(minimum(s, kind), s.money[seat])
    return s.money[seat]


# What the refusals quote


def plants_for_sale(s: State, seat: int) -> str:
    return ", ".join(str(NUMBER[s.market[at]]) for at in range(for_sale(s))) or "none"


def openable(s: State, seat: int) -> list[str]:
    """Return the plants that the seat may open and can pay for."""
    kinds = [s.market[at] for at in range(for_sale(s))]
    can_pay = [kind for kind in kinds if minimum(s, kind) <= s.money[seat]]
    return [str(NUMBER[kind]) for kind in can_pay if why_not_plant(s, seat, kind) == 0]


def openings(s: State, seat: int) -> str:
    """Say what the seat may do instead: the plants that it may open and can pay for, and passing if it may pass."""
    plants = openable(s, seat)
    ways = ([f"Open plant {' or '.join(plants)}"] if plants else []) + ["pass"] * (s.round > 1)
    return ", or ".join(ways).capitalize() + "."


def plant_meant(s: State, seat: int, move: OpenAuction | Bid) -> int:
    """Return the plant that the move is about."""
    return move.plant if isinstance(move, OpenAuction) else number_of(s.auctioned)


def lowest_bid(s: State, seat: int, move: OpenAuction | Bid) -> int:
    """Return the lowest bid now."""
    return minimum(s, kind_of(move.plant)) if isinstance(move, OpenAuction) else s.bid + 1


def advice(s: State, seat: int, move: OpenAuction | Bid) -> str:
    """Say what the seat may do instead: bid within its means, open another plant, or pass, each only if it may."""
    low, opens = lowest_bid(s, seat, move), isinstance(move, OpenAuction)
    high = most_to_open(s, seat, kind_of(move.plant)) if isinstance(move, OpenAuction) else s.money[seat]
    if low > high:
        return openings(s, seat) if opens else "Pass."
    amounts = f"Bid {low}" if low == high else f"Bid {low} to {high}"
    return f"{amounts}." if opens and s.round == 1 else f"{amounts}, or pass."


# The checks that openings and bids share

BID_TOO_LOW = reason(
    "bid-too-low",
    "plant {plant} needs at least {least}, and you have {money}. {advice}",
    plant=plant_meant,
    least=lowest_bid,
    money=money,
    advice=advice,
)
BID_TOO_HIGH = reason(
    "bid-too-high",
    "you have {money}, and plant {plant} needs at least {least}. {advice}",
    plant=plant_meant,
    least=lowest_bid,
    money=money,
    advice=advice,
)


@rule
def why_not_amount(s: State, seat: int, bid: int, least: int) -> int:
    """A bid lies between the minimum and the seat's money."""
    if bid < least:
        return BID_TOO_LOW
    if bid > s.money[seat]:
        return BID_TOO_HIGH
    return 0


def with_discards(s: State, seat: int, move: OpenAuction | Bid) -> str:
    """Write the move with each plant that the seat can discard."""
    plants = [int(NUMBER[s.plants[seat, slot]]) for slot in range(s.plant_count[seat])]
    return " or ".join(str(msgspec.structs.replace(move, discard=plant)) for plant in plants)


DISCARD_MISSING = reason(
    "discard-missing",
    "you own {count} of {limit} plants, so name the one to discard: {ways}.",
    count=lambda s, seat: s.plant_count[seat],
    limit=lambda s, seat: limit(s),
    ways=with_discards,
)
DISCARD_NOT_OWNED = reason("discard-not-owned", "you do not own plant {discard}. Discard {owned}.", owned=owned)
DISCARD_IS_BOUGHT = reason(
    "discard-is-bought", "you cannot discard the plant you are bidding for. Discard {owned}.", owned=owned
)
DISCARD_NOT_NEEDED = reason(
    "discard-not-needed",
    "you own {count} of {limit} plants, so there is nothing to discard.",
    count=lambda s, seat: s.plant_count[seat],
    limit=lambda s, seat: limit(s),
)


@rule
def why_not_discard(s: State, seat: int, kind: int, discard: int) -> int:
    """Seats at the limit name one of their own plants, never the one they bid for. Other seats name none."""
    if not at_limit(s, seat):
        return 0 if discard == NONE else DISCARD_NOT_NEEDED
    if discard == NONE:
        return DISCARD_MISSING
    named = kind_of(discard)
    if named == kind:
        return DISCARD_IS_BOUGHT
    if named == NONE or s.place[named] != seat:
        return DISCARD_NOT_OWNED
    return 0


@rule
def discard_choices(s: State, seat: int) -> int:
    """Return the number of ways to name a discard. Below the limit there is one: to name none."""
    return s.plant_count[seat] if at_limit(s, seat) else 1


@rule
def discard_choice(s: State, seat: int, slot: int) -> int:
    """Return the number of the plant in a slot, if the seat must name one."""
    return number_of(s.plants[seat, slot]) if at_limit(s, seat) else NONE


# Opening


@rule
def next_opener(s: State) -> int:
    """Return the first seat in player order that can still buy, or -1 if there is none."""
    can_buy = eligible(s)
    for at in range(s.seats):
        if can_buy >> s.order[at] & 1:
            return s.order[at]
    return -1


@rule
def has_no_opening(s: State, seat: int) -> bool:
    """Return whether a seat could only pass: no plant for sale may be opened, or none can be paid for.

    Where money is hidden, all who may open are asked, since being passed over would tell what they have. In the
    first round that is known."""
    asked = s.hidden_money and s.round > 1
    for at in range(for_sale(s)):
        kind = s.market[at]
        if not is_below_smallest(s, seat, kind) and (asked or minimum(s, kind) <= s.money[seat]):
            return False
    return True


@rule
def pass_over_opener(s: State, seat: int, log: Log) -> None:
    """A seat that has nothing to open is out of the phase without being asked."""
    s.out |= 1 << seat
    note(log, CannotOpen, EVERYONE, seat)


@offers(when=OPENING)
def offer_openings(s: State, seat: int, out: Rows) -> int:
    count = 0
    for at in range(for_sale(s)):
        kind = s.market[at]
        if not is_below_smallest(s, seat, kind):
            low, high = minimum(s, kind), most_to_open(s, seat, kind)
            for slot in range(discard_choices(s, seat)):
                discard = discard_choice(s, seat, slot)
                count = offer_range(out, count, OpenAuction, low, high, NUMBER[kind], discard)
    if why_not_pass_opening(s, seat) == 0:
        count = offer(out, count, Pass)
    return count


NOT_FOR_SALE = reason(
    "not-for-sale", "plant {plant} is not in the current market. For sale: {for_sale}.", for_sale=plants_for_sale
)
NOT_ABOVE_SMALLEST = reason(
    "not-above-smallest",
    "you own {count} plants, so you may only open a plant above your smallest, {smallest}.",
    count=lambda s, seat: s.plant_count[seat],
    smallest=lambda s, seat: number_of(s.plants[seat, 0]),
)
ONLY_THE_MINIMUM = reason(
    "only-the-minimum",
    "no other player is left to bid against you, so plant {plant} costs exactly {least}.",
    least=lowest_bid,
)


@rule
def is_below_smallest(s: State, seat: int, kind: int) -> bool:
    """By a setting (the check of the reference API), seats at the limit open only plants above their smallest."""
    return bool(s.open_above_smallest and at_limit(s, seat) and kind < s.plants[seat, 0])


@rule
def why_not_plant(s: State, seat: int, kind: int) -> int:
    """The plant must be in the current market."""
    if kind == NONE:
        return NO_SUCH_PLANT
    at = 0
    while at < for_sale(s) and s.market[at] != kind:
        at += 1
    if at == for_sale(s):
        return NOT_FOR_SALE
    return NOT_ABOVE_SMALLEST if is_below_smallest(s, seat, kind) else 0


@refusal(OpenAuction, when=OPENING)
def why_not_open(s: State, seat: int, plant: int, discard: int, bid: int) -> int:
    kind = kind_of(plant)
    code = why_not_plant(s, seat, kind)
    if code == 0:
        code = why_not_amount(s, seat, bid, minimum(s, kind))
    if code == 0 and bid > most_to_open(s, seat, kind):
        code = ONLY_THE_MINIMUM
    if code == 0:
        code = why_not_discard(s, seat, kind, discard)
    return code


@effect(OpenAuction, when=OPENING)
def open_auction(s: State, seat: int, plant: int, discard: int, bid: int, log: Log) -> None:
    """Open an auction. All seats that can still buy may bid."""
    s.phase = BIDDING
    s.auctioned = kind_of(plant)
    s.bidders = eligible(s)
    stand(s, seat, discard, bid)
    note(log, AuctionOpened, EVERYONE, seat, plant, bid)


MUST_BUY = reason(
    "must-buy", "in the first round every player must buy a plant. For sale: {for_sale}.", for_sale=plants_for_sale
)


@refusal(Pass, when=OPENING)
def why_not_pass_opening(s: State, seat: int) -> int:
    """In the first round every player must buy a plant."""
    return MUST_BUY if s.round == 1 else 0


@effect(Pass, when=OPENING)
def pass_opening(s: State, seat: int, log: Log) -> None:
    """A seat that opens no auction is out of the whole phase, and cannot bid either."""
    s.out |= 1 << seat
    note(log, OpeningPassed, EVERYONE, seat)


# Bidding


@rule
def next_bidder(s: State) -> int:
    """Return the next bidder clockwise, or -1 when only the highest bidder is left."""
    for step in range(1, s.seats):
        seat = (s.spoke + step) % s.seats
        if s.bidders >> seat & 1 and seat != s.bidder:
            return seat
    return -1


@rule
def cannot_raise(s: State, seat: int) -> bool:
    """Return whether a seat could only pass, as it cannot pay more. Where money is hidden, it is asked all the same."""
    return bool(not s.hidden_money and s.money[seat] <= s.bid)


@rule
def pass_over_bidder(s: State, seat: int, log: Log) -> None:
    """A seat that cannot raise is out of the auction for this plant without being asked."""
    s.bidders &= ~(1 << seat)
    s.spoke = seat
    note(log, CannotRaise, EVERYONE, seat, NUMBER[s.auctioned], s.bid)


@offers(when=BIDDING)
def offer_bids(s: State, seat: int, out: Rows) -> int:
    count = 0
    for slot in range(discard_choices(s, seat)):
        count = offer_range(out, count, Bid, s.bid + 1, s.money[seat], discard_choice(s, seat, slot))
    return offer(out, count, Pass)


@refusal(Bid, when=BIDDING)
def why_not_bid(s: State, seat: int, discard: int, bid: int) -> int:
    code = why_not_amount(s, seat, bid, s.bid + 1)
    return code if code else why_not_discard(s, seat, s.auctioned, discard)


@effect(Bid, when=BIDDING)
def raise_bid(s: State, seat: int, discard: int, bid: int, log: Log) -> None:
    stand(s, seat, discard, bid)
    note(log, BidMade, EVERYONE, seat, NUMBER[s.auctioned], bid)


@effect(Pass, when=BIDDING)
def pass_bid(s: State, seat: int, log: Log) -> None:
    """A seat that passes is out of the auction for this plant."""
    s.bidders &= ~(1 << seat)
    s.spoke = seat
    note(log, BidPassed, EVERYONE, seat, NUMBER[s.auctioned])


@rule
def stand(s: State, seat: int, discard: int, bid: int) -> None:
    """Make this the highest bid."""
    s.bid = bid
    s.bidder = seat
    s.discard = kind_of(discard)
    s.spoke = seat


# Buying


@rule
def sell(s: State, log: Log) -> None:
    """The highest bidder pays and takes the plant. At the limit, the plant it named leaves the game."""
    seat, kind = s.bidder, s.auctioned
    s.money[seat] -= s.bid
    take_from_market(s, kind, seat)
    note(log, PlantBought, EVERYONE, seat, NUMBER[kind], s.bid)
    if s.discard >= 0:
        drop_plant(s, seat, s.discard)
        note(log, PlantDiscarded, EVERYONE, seat, NUMBER[s.discard])
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
    """Give a plant to a seat. Its plants stay in rising order."""
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


# The end of the phase


@rule
def end_auctions(s: State, log: Log) -> None:
    """End phase 2: a plant that no player wanted leaves and is replaced."""
    if s.edition == ORIGINAL and s.bought == 0:
        replace_lowest(s, NOBODY_BOUGHT, log)
    elif s.discount >= 0:
        s.discount = -1
        replace_lowest(s, DISCOUNT_UNSOLD, log)
    s.bought = 0
    s.out = 0
    s.trust_took = 0


@rule
def leave_auctions(s: State, log: Log) -> None:
    """Begin Step 3 if its card came up in phase 2, then continue with buying fuel, in reverse order."""
    if s.step_3 == WAITING:
        s.step_3 = BEGUN
        s.step_3_round = s.round
        begin_step(s, 3, log)
    s.phase = BUYING
    s.place_in_order = s.seats - 1
