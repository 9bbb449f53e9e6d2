"""Phase 3: what plants store, what fuel costs, how much can be bought, and what goes back after a discard."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option_range, rule
from ludex.games.power_grid.components.maps import USA
from ludex.games.power_grid.components.plants import COAL, FUELS, GARBAGE, HYBRID, OIL, RECHARGED, URANIUM
from ludex.games.power_grid.components.tables import MOST_TOKENS, PRICE_BEFORE, STORED_COAL_PRICE, TOKENS
from ludex.games.power_grid.events import FUEL_BOUGHT, FUEL_RETURNED
from ludex.games.power_grid.moves import BUY, GOODS, RETURN, RETURNS, STORED_COAL
from ludex.games.power_grid.reasons import FUEL_TOO_DEAR, NO_ROOM, NO_STORE, NOT_SO_MANY, TRACK_NOT_EMPTY, WRONG_RETURN

KINDS_OF_FUEL = len(FUELS)
KINDS_OF_GOODS = len(GOODS)


@rule
def hybrid_room(s: State, seat: int, other: int) -> int:
    """How much coal or oil hybrids can take beside the `other` of the two that its own plants have no room for."""
    return int(s.storage[seat, HYBRID] - max(s.fuel[seat, other] - s.storage[seat, other], 0))


@rule
def room_for(s: State, seat: int, fuel: int) -> int:
    """How much more of a fuel a seat can store. Hybrids hold coal and oil together, not each."""
    room = s.storage[seat, fuel] - s.fuel[seat, fuel]
    if fuel == COAL:
        room += hybrid_room(s, seat, OIL)
    elif fuel == OIL:
        room += hybrid_room(s, seat, COAL)
    return int(room)


@rule
def has_store(s: State) -> bool:
    """Recharged USA: coal that is neither on the track nor on plants lies in a store beside the track."""
    return bool(s.edition == RECHARGED and s.map == USA)


@rule
def left_of(s: State, good: int) -> int:
    """How many tokens are for sale, whatever room and money a seat has."""
    return int(s.supply[COAL] if good == STORED_COAL else s.track[good])


@rule
def price_of(s: State, good: int, amount: int) -> int:
    """The price of the cheapest `amount` tokens on the track."""
    if good == STORED_COAL:
        return int(amount * STORED_COAL_PRICE)
    first = TOKENS[good] - s.track[good]
    return int(PRICE_BEFORE[good, first + amount] - PRICE_BEFORE[good, first])


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
def why_not_buy(s: State, seat: int, good: int, amount: int) -> int:
    """A seat may buy any amount that is for sale, that its plants can store, and that it can pay for."""
    code = why_not_good(s, good)
    if code:
        return code
    if amount > left_of(s, good):
        return NOT_SO_MANY
    if amount > room_for(s, seat, COAL if good == STORED_COAL else good):
        return NO_ROOM
    if price_of(s, good, amount) > s.money[seat]:
        return FUEL_TOO_DEAR
    return 0


@rule
def most_of(s: State, seat: int, good: int) -> int:
    """The largest amount of a good that a seat can buy."""
    if why_not_good(s, good):
        return 0
    most = min(left_of(s, good), room_for(s, seat, COAL if good == STORED_COAL else good))
    while most > 0 and price_of(s, good, most) > s.money[seat]:
        most -= 1
    return int(most)


@rule
def offer_fuel(s: State, seat: int, out: Any) -> int:
    count = 0
    for good in range(KINDS_OF_GOODS):
        first = BUY + good * MOST_TOKENS
        count = option_range(out, count, first, first + most_of(s, seat, good) - 1)
    return count


@rule
def buy_fuel(s: State, seat: int, good: int, amount: int, log: Any) -> None:
    price = price_of(s, good, amount)
    s.money[seat] -= price
    if good == STORED_COAL:
        s.supply[COAL] -= amount
        s.fuel[seat, COAL] += amount
    else:
        s.track[good] -= amount
        s.fuel[seat, good] += amount
    note(log, FUEL_BOUGHT, EVERYONE, seat, good, amount, price)


@rule
def overflow(s: State, seat: int, fuel: int) -> int:
    """Fuel that the seat's plants of that type have no room for."""
    return int(max(s.fuel[seat, fuel] - s.storage[seat, fuel], 0))


@rule
def must_return(s: State, seat: int) -> int:
    """How much coal and oil together has no room, not even in hybrids."""
    return int(max(overflow(s, seat, COAL) + overflow(s, seat, OIL) - s.storage[seat, HYBRID], 0))


@rule
def least_coal_back(s: State, seat: int) -> int:
    return int(max(must_return(s, seat) - overflow(s, seat, OIL), 0))


@rule
def most_coal_back(s: State, seat: int) -> int:
    return int(min(must_return(s, seat), overflow(s, seat, COAL)))


@rule
def why_not_return(s: State, seat: int, coal: int, oil: int) -> int:
    """Exactly what does not fit goes back. The seat says how much of it is coal and how much is oil."""
    if coal + oil != must_return(s, seat) or not least_coal_back(s, seat) <= coal <= most_coal_back(s, seat):
        return WRONG_RETURN
    return 0


@rule
def offer_returns(s: State, seat: int, out: Any) -> int:
    count = 0
    for coal in range(least_coal_back(s, seat), most_coal_back(s, seat) + 1):
        move = RETURN + coal * RETURNS + must_return(s, seat) - coal
        count = option_range(out, count, move, move)
    return count


@rule
def return_fuel(s: State, seat: int, coal: int, oil: int, log: Any) -> None:
    """Return to the supply, never to the track, what fits nowhere. Garbage and uranium leave no choice."""
    garbage, uranium = overflow(s, seat, GARBAGE), overflow(s, seat, URANIUM)
    give_back(s, seat, COAL, coal)
    give_back(s, seat, OIL, oil)
    give_back(s, seat, GARBAGE, garbage)
    give_back(s, seat, URANIUM, uranium)
    if coal + oil + garbage + uranium > 0:
        note(log, FUEL_RETURNED, EVERYONE, seat, coal, oil, garbage, uranium)


@rule
def give_back(s: State, seat: int, fuel: int, amount: int) -> None:
    s.fuel[seat, fuel] -= amount
    s.supply[fuel] += amount
