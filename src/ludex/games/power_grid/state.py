"""The record of Power Grid, its phases, and where cards and Step 3 can be."""

from __future__ import annotations

from ludex.core import i8, i16, record
from ludex.games.power_grid.components.maps import CITIES
from ludex.games.power_grid.components.plants import CARDS, FUELS, TYPES
from ludex.games.power_grid.components.tables import MOST_PLANTS, MOST_SEATS

SEATS = MOST_SEATS
MARKET = 9
"""Places of the plant market: eight, and one for a card that was just drawn."""
FIRST_MARKET = 8
LAST_MARKET = 6
"""Plants in the market of Steps 1 and 2, and in that of Step 3."""

OPENING, BIDDING, RETURNING, BUYING, BUILDING, POWERING, OVER, END_OF_AUCTIONS, END_OF_ROUND = range(9)
"""What is being decided: an opening, a bid, which fuel goes back after a discard, fuel, cities, plants to run. In the
last two nothing is decided."""

STACK, REMOVED, UNDER, FOR_SALE, GONE = range(SEATS, SEATS + 5)
"""Where a card can be, unless one of the seats 0 to 5 owns it: in the stack, removed unseen before the game, put under
the stack (in the new stack, once the Step 3 card has come up), in the market, out of the game."""

NOT_YET, IN_MARKET, LEAVING, WAITING, BEGUN = range(5)
"""How far Step 3 has come: its card is in the stack; it is in the market until phase 2 ends; it leaves once Step 2 has
changed the market; Step 3 waits for the next phase; Step 3 has begun."""


STATE = record(
    # settings
    variant=i8,
    edition=i8,
    map=i8,
    open_above_smallest=i8,
    last_pays_minimum=i8,
    skip_step_2=i8,
    remove_in_step_3=i8,
    store_any_time=i8,
    hidden_money=i8,
    round_limit=i16,
    # course of the game
    board=i16,
    round=i16,
    step=i8,
    phase=i8,
    turn=i8,
    place_in_order=i8,
    done=i8,
    ended=i8,
    order=(i8, SEATS),
    # cards
    place=(i8, CARDS),
    market=(i8, MARKET),
    market_size=i8,
    missing=i8,
    stack=i8,
    under=i8,
    top=i8,
    back=i8,
    shuffled=i8,
    step_3=i8,
    step_3_round=i16,
    discount=i8,
    plants=(i8, (SEATS, MOST_PLANTS)),
    plant_count=(i8, SEATS),
    # auction
    bought=i8,
    out=i8,
    bidders=i8,
    auctioned=i8,
    bid=i16,
    bidder=i8,
    discard=i8,
    spoke=i8,
    # fuel
    track=(i8, len(FUELS)),
    supply=(i8, len(FUELS)),
    fuel=(i8, (SEATS, len(FUELS))),
    storage=(i8, (SEATS, len(TYPES))),
    uranium_ended=i8,
    # network
    money=(i16, SEATS),
    cities=(i8, SEATS),
    houses=(i8, CITIES),
    house_count=(i8, CITIES),
    reach=(i8, (SEATS, CITIES)),
    # powering
    run=i8,
    powered=i8,
)
"""`turn` is the seat that decides, -1 while the game goes on by itself. `done` says that it wants to do no more.

The stack has no order: chance picks a card when it is drawn. What is known about its order is kept apart: the Step 3
card is the last of it, `top` is a plant known to lie on top (-1: none), `back` is what the back of the top card shows
(Recharged). `stack` and `under` count the plants in the stack and under it; `shuffled` says that the Step 3 card came
up; `missing` says how many plants must be drawn before anything else happens.

`bought`, `out` and `bidders` are bits of seats: those that have bought in this phase, those that passed an opening and
are out of it, those that still bid for the plant `auctioned`. `spoke` is the seat that bid or passed last. Kinds are -1
where there is none.

Players may move fuel between their plants at any time, so it is kept by seat; `storage` is what a seat's plants of each
type can hold. `houses` are bits of the seats that built in a city, `house_count` is their number; `reach` is the
cheapest connection of a seat's network to a city. `run` are bits of the plants already run."""
