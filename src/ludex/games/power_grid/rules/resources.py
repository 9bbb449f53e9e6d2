"""Phase 3: storage on plants, prices of fuel, purchases, and fuel that goes back after a discard."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offer_range, offers, reason, refusal, rule
from ludex.games.power_grid.components.maps import USA
from ludex.games.power_grid.components.plants import COAL, GARBAGE, HYBRID, OIL, RECHARGED, URANIUM
from ludex.games.power_grid.components.tables import PRICE_BEFORE, STORED_COAL_PRICE, TOKENS
from ludex.games.power_grid.events import FuelBought, FuelReturned
from ludex.games.power_grid.moves import GOODS, STORED_COAL, BuyFuel, Done, ReturnFuel
from ludex.games.power_grid.reasons import money
from ludex.games.power_grid.state import BUYING, OPENING, RETURNING, State

KINDS_OF_GOODS = len(GOODS)


@rule
def hybrid_room(s: State, seat: int, other: int) -> int:
    """Return how much coal or oil hybrids can take besides the `other` of the two that has no room elsewhere."""
    return s.storage[seat, HYBRID] - max(s.fuel[seat, other] - s.storage[seat, other], 0)


@rule
def room_for(s: State, seat: int, fuel: int) -> int:
    """Return how much more of a fuel a seat can store. Hybrids hold coal and oil together, not each."""
    room = s.storage[seat, fuel] - s.fuel[seat, fuel]
    if fuel == COAL:
        room += hybrid_room(s, seat, OIL)
    elif fuel == OIL:
        room += hybrid_room(s, seat, COAL)
    return room


@rule
def has_store(s: State) -> bool:
    """Recharged USA: coal that is neither on the track nor on plants lies in a store next to the track."""
    return s.edition == RECHARGED and s.map == USA


@rule
def fuel_of(good: int) -> int:
    """Return the fuel of a good. Stored coal is coal."""
    return COAL if good == STORED_COAL else good


@rule
def left_of(s: State, good: int) -> int:
    """Return how many tokens are for sale, whatever room and money a seat has."""
    return s.supply[COAL] if good == STORED_COAL else s.track[good]


@rule
def price_of(s: State, good: int, amount: int) -> int:
    """Return the price of the cheapest `amount` tokens on the track."""
    if good == STORED_COAL:
        return amount * STORED_COAL_PRICE
    first = TOKENS[good] - s.track[good]
    return int(PRICE_BEFORE[good, first + amount] - PRICE_BEFORE[good, first])


NO_STORE = reason("no-store", "only the USA map of the Recharged edition has stored coal.")
TRACK_NOT_EMPTY = reason(
    "track-not-empty",
    "stored coal is sold only when the coal track is empty; it has {left_on_track} left.",
    left_on_track=lambda s, seat: s.track[COAL],
)
NOT_SO_MANY = reason(
    "not-so-many", "only {left} {fuel} can be bought.", left=lambda s, seat, move: left_of(s, GOODS.index(move.fuel))
)
NO_ROOM = reason(
    "no-room",
    "your plants have room for {room} more {fuel}.",
    room=lambda s, seat, move: room_for(s, seat, fuel_of(GOODS.index(move.fuel))),
)
FUEL_TOO_DEAR = reason(
    "fuel-too-dear",
    "{amount} {fuel} cost {price}, and you have {money}.",
    price=lambda s, seat, move: price_of(s, GOODS.index(move.fuel), move.amount),
    money=money,
)


@rule
def why_not_good(s: State, good: int) -> int:
    """Only one map has stored coal, which is for sale when the track is empty or, by a setting, at any time."""
    if good == STORED_COAL:
        if not has_store(s):
            return NO_STORE
        if s.track[COAL] > 0 and not s.store_any_time:
            return TRACK_NOT_EMPTY
    return 0


@rule
def most_of(s: State, seat: int, good: int) -> int:
    """Return the largest amount of a good that a seat can buy."""
    if why_not_good(s, good):
        return 0
    most = min(left_of(s, good), room_for(s, seat, fuel_of(good)))
    while most > 0 and price_of(s, good, most) > s.money[seat]:
        most -= 1
    return most


@rule
def can_buy(s: State, seat: int) -> bool:
    for good in range(KINDS_OF_GOODS):
        if why_not_buy(s, seat, good, 1) == 0:
            return True
    return False


@offers(when=BUYING)
def offer_fuel(s: State, seat: int, out: Rows) -> int:
    count = 0
    for good in range(KINDS_OF_GOODS):
        count = offer_range(out, count, BuyFuel, 1, most_of(s, seat, good), good)
    return offer(out, count, Done)


@refusal(BuyFuel, when=BUYING)
def why_not_buy(s: State, seat: int, fuel: int, amount: int) -> int:
    """A seat may buy any amount that is for sale, that its plants can store, and that it can pay for."""
    code = why_not_good(s, fuel)
    if code:
        return code
    if amount > left_of(s, fuel):
        return NOT_SO_MANY
    if amount > room_for(s, seat, fuel_of(fuel)):
        return NO_ROOM
    if price_of(s, fuel, amount) > s.money[seat]:
        return FUEL_TOO_DEAR
    return 0


@effect(BuyFuel, when=BUYING)
def buy_fuel(s: State, seat: int, fuel: int, amount: int, log: Log) -> None:
    price = price_of(s, fuel, amount)
    s.money[seat] -= price
    s.fuel[seat, fuel_of(fuel)] += amount
    if fuel == STORED_COAL:
        s.supply[COAL] -= amount
    else:
        s.track[fuel] -= amount
    note(log, FuelBought, EVERYONE, seat, fuel, amount, price)


@rule
def overflow(s: State, seat: int, fuel: int) -> int:
    """Return the amount of fuel that the seat's plants of that type have no room for."""
    return max(s.fuel[seat, fuel] - s.storage[seat, fuel], 0)


@rule
def must_return(s: State, seat: int) -> int:
    """Return how much coal and oil together has no room, not even in hybrids."""
    return max(overflow(s, seat, COAL) + overflow(s, seat, OIL) - s.storage[seat, HYBRID], 0)


@rule
def least_coal_back(s: State, seat: int) -> int:
    return max(must_return(s, seat) - overflow(s, seat, OIL), 0)


@rule
def most_coal_back(s: State, seat: int) -> int:
    return min(must_return(s, seat), overflow(s, seat, COAL))


@offers(when=RETURNING)
def offer_returns(s: State, seat: int, out: Rows) -> int:
    count = 0
    for coal in range(least_coal_back(s, seat), most_coal_back(s, seat) + 1):
        count = offer(out, count, ReturnFuel, coal, must_return(s, seat) - coal)
    return count


WRONG_RETURN = reason(
    "wrong-return",
    "your plants have no room for {back} of your coal and oil. Return {least} to {most} coal, and the rest as oil.",
    back=lambda s, seat: must_return(s, seat),
    least=lambda s, seat: least_coal_back(s, seat),
    most=lambda s, seat: most_coal_back(s, seat),
)


@refusal(ReturnFuel, when=RETURNING)
def why_not_return(s: State, seat: int, coal: int, oil: int) -> int:
    """Exactly what does not fit goes back. The seat chooses how much of it is coal and how much is oil."""
    if coal + oil != must_return(s, seat) or not least_coal_back(s, seat) <= coal <= most_coal_back(s, seat):
        return WRONG_RETURN
    return 0


@effect(ReturnFuel, when=RETURNING)
def return_fuel(s: State, seat: int, coal: int, oil: int, log: Log) -> None:
    """Return to the supply, never to the track, what fits nowhere, and continue the auctions.

    Garbage and uranium leave no choice."""
    garbage, uranium = overflow(s, seat, GARBAGE), overflow(s, seat, URANIUM)
    give_back(s, seat, COAL, coal)
    give_back(s, seat, OIL, oil)
    give_back(s, seat, GARBAGE, garbage)
    give_back(s, seat, URANIUM, uranium)
    if coal + oil + garbage + uranium > 0:
        note(log, FuelReturned, EVERYONE, seat, coal, oil, garbage, uranium)
    s.phase = OPENING


@rule
def give_back(s: State, seat: int, fuel: int, amount: int) -> None:
    s.fuel[seat, fuel] -= amount
    s.supply[fuel] += amount
