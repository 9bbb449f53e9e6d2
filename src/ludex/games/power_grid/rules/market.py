"""The plant market: the places of the cards, and the beginning of Steps 2 and 3."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, below, note, rule
from ludex.games.power_grid.components.plants import (
    BACK,
    KIND,
    KINDS,
    NO_BACK,
    NUMBER,
    ORIGINAL,
    PLUG,
    RECHARGED,
    SOCKET,
    STEP_3,
    STEP_3_BACK,
)
from ludex.games.power_grid.events import (
    BELOW_DISCOUNT,
    OBSOLETE,
    STEP_2_BEGINS,
    STEP_3_BEGINS,
    PlantDrawn,
    PlantLeft,
    StepBegan,
    StepCardDrawn,
)
from ludex.games.power_grid.state import (
    BIDDING,
    BUILDING,
    FOR_SALE,
    GONE,
    IN_MARKET,
    LEAVING,
    OPENING,
    RETURNING,
    STACK,
    UNDER,
    WAITING,
    State,
)

NONE = -1
"""No plant: to people a number that is left out, to the record a kind."""
CURRENT = 4
"""The number of plants for sale in Steps 1 and 2. All others lie in the future market."""


@rule
def kind_of(plant: int) -> int:
    """Return the kind of a plant by its number, or NONE if no plant has this number or none is named."""
    return int(KIND[plant]) if plant >= 0 else NONE


@rule
def number_of(kind: int) -> int:
    """Return a plant's number, or NONE."""
    return int(NUMBER[kind]) if kind >= 0 else NONE


@rule
def for_sale(s: State) -> int:
    """Return how many plants of the market can be bought now, from the lowest up."""
    count = s.market_size
    if s.step_3 == IN_MARKET:
        count -= 1
    return count if s.step == 3 else min(count, CURRENT)


@rule
def most_cities(s: State) -> int:
    """Return the size of the largest network."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.cities[seat])
    return most


@rule
def put_in_market(s: State, kind: int) -> None:
    """Sort a card into the market."""
    at = s.market_size
    while at > 0 and s.market[at - 1] > kind:
        s.market[at] = s.market[at - 1]
        at -= 1
    s.market[at] = kind
    s.market_size += 1
    s.place[kind] = FOR_SALE


@rule
def take_from_market(s: State, kind: int, to: int) -> None:
    """Move a card from the market to a seat, under the stack, or out of the game."""
    s.market_size -= 1
    at = 0
    while s.market[at] != kind:
        at += 1
    while at < s.market_size:
        s.market[at] = s.market[at + 1]
        at += 1
    s.market[at] = -1
    s.place[kind] = to


@rule
def remove_lowest(s: State, why: int, log: Log) -> None:
    """Remove the lowest plant of the market from the game."""
    if s.market_size > 0 and s.market[0] != STEP_3:
        kind = s.market[0]
        take_from_market(s, kind, GONE)
        note(log, PlantLeft, EVERYONE, NUMBER[kind], why)


@rule
def replace_lowest(s: State, why: int, log: Log) -> None:
    """Remove the lowest plant of the market from the game, and have another drawn."""
    remove_lowest(s, why, log)
    s.missing += 1


@rule
def fits(s: State, kind: int, pile: int, back: int) -> bool:
    """Return whether a plant lies at an unknown place of a pile and has this back (NO_BACK: any)."""
    return bool(s.place[kind] == pile and kind != s.top and (back == NO_BACK or BACK[kind] == back))


@rule
def pick_card(s: State, pile: int, back: int) -> int:
    """Pick a plant of a pile, each with the same chance."""
    count = 0
    for kind in range(KINDS):
        if fits(s, kind, pile, back):
            count += 1
    left = below(s, count) + 1
    kind = -1
    while left > 0:
        kind += 1
        if fits(s, kind, pile, back):
            left -= 1
    return kind


@rule
def show_back(s: State) -> None:
    """Recharged: show the back of the top card.

    Chance decides now which back it is. It decides which card it is when the card is drawn."""
    if s.edition == ORIGINAL:
        return
    if s.stack == 0:
        s.back = NO_BACK if s.shuffled else STEP_3_BACK
        return
    plugs = 0
    for kind in range(KINDS):
        if s.place[kind] == (UNDER if s.shuffled else STACK) and BACK[kind] == PLUG:
            plugs += 1
    s.back = PLUG if below(s, s.stack) < plugs else SOCKET


@rule
def draw_card(s: State) -> int:
    """Take the top card off the stack, or return -1 if it is empty.

    The Step 3 card is the last. The plants under it become the new stack."""
    if s.stack > 0:
        kind = s.top if s.top >= 0 else pick_card(s, UNDER if s.shuffled else STACK, s.back)
        s.top = -1
        s.stack -= 1
    elif s.shuffled == 0:
        kind = STEP_3
        s.shuffled = 1
        s.stack = s.under
        s.under = 0
    else:
        return -1
    s.place[kind] = GONE
    show_back(s)
    return kind


@rule
def is_obsolete(s: State, kind: int) -> bool:
    """Original edition: a plant is obsolete once some player's network has as many cities as its number."""
    if s.edition != ORIGINAL or not 0 <= kind < STEP_3:
        return False
    number = NUMBER[kind]
    for seat in range(s.seats):
        if s.cities[seat] >= number:
            return True
    return False


@rule
def replace(s: State, log: Log) -> None:
    """Draw one card for the market.

    A plant that is obsolete, or smaller than the one with the discount, leaves at once, and the card is still
    missing."""
    kind = draw_card(s)
    if is_obsolete(s, kind):
        note(log, PlantLeft, EVERYONE, NUMBER[kind], OBSOLETE)
        return
    if 0 <= kind < s.discount:
        s.discount = -1
        note(log, PlantLeft, EVERYONE, NUMBER[kind], BELOW_DISCOUNT)
        return
    s.missing -= 1
    if kind >= 0:
        put_in_market(s, kind)
    if kind == STEP_3:
        s.step_3 = IN_MARKET
        note(log, StepCardDrawn, EVERYONE)
    elif kind >= 0:
        note(log, PlantDrawn, EVERYONE, NUMBER[kind])


@rule
def begin_step(s: State, step: int, log: Log) -> None:
    s.step = step
    note(log, StepBegan, EVERYONE, step)


@rule
def begin_step_2(s: State, log: Log) -> None:
    """Begin Step 2: the lowest plant is replaced."""
    begin_step(s, 2, log)
    replace_lowest(s, STEP_2_BEGINS, log)


@rule
def clear_step_card(s: State, log: Log) -> None:
    """Remove the Step 3 card and the lowest plant from the market without replacement, which leaves six plants.

    If the card came up in Step 1, Step 2 comes first, unless it is to be skipped. While cities are built, Step 2
    changes the market but opens no second slot."""
    if s.step == 1 and s.step_3 == IN_MARKET and not s.skip_step_2:
        s.step_3 = LEAVING
        if s.phase == BUILDING:
            replace_lowest(s, STEP_2_BEGINS, log)
        else:
            begin_step_2(s, log)
        return
    take_from_market(s, STEP_3, GONE)
    remove_lowest(s, STEP_3_BEGINS, log)
    s.step_3 = WAITING


@rule
def tend_market(s: State, log: Log) -> bool:
    """Do one thing that the market needs before the game continues, or return False if it needs nothing.

    Missing plants are drawn. The Step 3 card is cleared away, at once or at the end of phase 2. Obsolete plants leave
    and are replaced."""
    if s.missing > 0:
        replace(s, log)
    elif s.step_3 == LEAVING or (s.step_3 == IN_MARKET and not in_auctions(s)):
        clear_step_card(s, log)
    elif s.market_size > 0 and is_obsolete(s, s.market[0]):
        replace_lowest(s, OBSOLETE, log)
    else:
        return False
    return True


@rule
def in_auctions(s: State) -> bool:
    return s.phase == OPENING or s.phase == BIDDING or s.phase == RETURNING


@rule
def set_discount(s: State) -> None:
    """Recharged: place the discount for phase 2 on the lowest plant."""
    s.discount = s.market[0] if s.edition == RECHARGED and s.market_size > 0 else -1
