"""The record of Power Grid, its phases, and where cards and Step 3 can be."""

from __future__ import annotations

from typing import Literal, get_args

from ludex.author import Record, i8, i16
from ludex.games.power_grid.components.maps import CITIES
from ludex.games.power_grid.components.plants import CARDS, FUELS, TYPES
from ludex.games.power_grid.components.tables import MOST_PLANTS, MOST_SEATS

SEATS = MOST_SEATS
MARKET = 9
"""Places of the plant market: eight, and one for a card that was just drawn."""
FIRST_MARKET = 8
LAST_MARKET = 6
"""Plants in the market of Steps 1 and 2, and in that of Step 3."""

Phase = Literal["opening", "bidding", "returning", "buying", "building", "powering", "over", "placing"]
PHASES: tuple[Phase, ...] = get_args(Phase)
OPENING, BIDDING, RETURNING, BUYING, BUILDING, POWERING, OVER, PLACING = range(len(PHASES))
"""What is being decided: an opening, a bid, which fuel goes back after a discard, fuel, cities, plants to run, and
before the game where the houses of the Trust stand."""
END_OF_AUCTIONS, END_OF_BUILDING, END_OF_ROUND = 8, 9, 10
"""Between two decisions, never while a seat is asked."""

STACK, REMOVED, UNDER, FOR_SALE, GONE = range(SEATS, SEATS + 5)
"""Where a card can be, unless one of the seats 0 to 5 owns it: in the stack, removed unseen before the game, put under
the stack (in the new stack, once the Step 3 card has come up), in the market, out of the game."""

TRUST = 2
"""The Trust keeps its plants, fuel and houses where seat 2 would, if there were a third player."""

NOT_YET, IN_MARKET, LEAVING, WAITING, BEGUN = range(5)
"""How far Step 3 has come: its card is in the stack; it is in the market until phase 2 ends; it leaves once Step 2 has
changed the market; Step 3 waits for the next phase; Step 3 has begun."""

BY_CITIES, BY_ROUNDS = 1, 2
"""How the game ended: by the size of a network, or by the round limit."""


class State(Record):
    """The whole state of a game.

    A *kind* is a plant's place among all plants, -1 where there is none. Bits of seats have bit k for seat k. The stack
    has no order: chance picks a card when it is drawn, and what is known about the order is kept apart.
    """

    # settings
    variant = i8()
    edition = i8()
    map = i8()
    open_above_smallest = i8()
    last_pays_minimum = i8()
    skip_step_2 = i8()
    remove_in_step_3 = i8()
    step_3_at_once = i8()
    store_any_time = i8()
    hidden_money = i8()
    trust = i8()  # whether the Trust takes part
    resupplied_for = i8()  # for how many players new fuel comes
    round_limit = i16()
    # course of the game
    board = i16()  # the regions in play
    round = i16()
    step = i8()
    phase = i8()
    turn = i8()  # the seat that decides, -1 while the game goes on by itself
    place_in_order = i8()
    done = i8()  # whether the seat at this place wants to do no more
    ended = i8()
    order = i8.row(SEATS)
    # cards
    place = i8.row(CARDS)
    market = i8.row(MARKET)  # kinds in rising order
    market_size = i8()
    missing = i8()  # plants that must be drawn before anything else happens
    stack = i8()  # plants in the stack; the Step 3 card is the last of it
    under = i8()  # plants put under the stack
    top = i8()  # the kind known to lie on top of the stack
    back = i8()  # what the back of the top card shows (Recharged)
    shuffled = i8()  # whether the Step 3 card has come up
    step_3 = i8()
    step_3_round = i16()
    discount = i8()  # the kind with the discount (Recharged)
    plants = i8.grid(SEATS, MOST_PLANTS)  # kinds in rising order
    plant_count = i8.row(SEATS)
    # auction
    bought = i8()  # bits of the seats that have bought in this phase
    out = i8()  # bits of the seats that passed an opening and are out of the phase
    bidders = i8()  # bits of the seats that still bid
    auctioned = i8()  # a kind
    bid = i16()
    bidder = i8()  # the seat with the highest bid
    discard = i8()  # the kind that the highest bidder named
    spoke = i8()  # the seat that bid or passed last
    trust_took = i8()  # whether the Trust has had its turn in this phase
    # fuel, kept by seat, since players may move it between their plants at any time
    track = i8.row(len(FUELS))
    supply = i8.row(len(FUELS))
    fuel = i8.grid(SEATS, len(FUELS))
    storage = i8.grid(SEATS, len(TYPES))  # what a seat's plants of each type can hold
    uranium_ended = i8()
    # network
    money = i16.row(SEATS)
    cities = i8.row(SEATS)
    houses = i8.row(CITIES)  # bits of the seats that built there
    house_count = i8.row(CITIES)
    reach = i8.grid(SEATS, CITIES)  # the cheapest connection of a seat's network to a city
    # powering
    run = i8()  # bits of the plants already run
    powered = i8()
    paid_for = i8.row(SEATS)  # 1 + the cities that a seat was last paid for, 0 before the first income
