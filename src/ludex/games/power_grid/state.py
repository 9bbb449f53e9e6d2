"""The record of Power Grid, its phases, the places of cards, and the stages of Step 3."""

from __future__ import annotations

from typing import Literal, get_args

from ludex.author import COUNT, FLAG, SEAT_BITS, SEAT_OR_NOBODY, Record, i8, i16
from ludex.games.power_grid.components.maps import BOARDS, CITIES, FAR, MAPS, VARIANTS
from ludex.games.power_grid.components.plants import BACKS, CARDS, EDITIONS, FUELS, KINDS, TYPES
from ludex.games.power_grid.components.tables import MOST_PLANTS, MOST_SEATS, MOST_TOKENS, PAYMENT

SEATS = MOST_SEATS
MARKET = 9
"""Places of the plant market: eight, and one for a card that was just drawn."""
FIRST_MARKET = 8
LAST_MARKET = 6
"""Plants in the market of Steps 1 and 2, and in that of Step 3."""

Phase = Literal["opening", "bidding", "returning", "buying", "building", "powering", "over", "placing"]
PHASES: tuple[Phase, ...] = get_args(Phase)
OPENING, BIDDING, RETURNING, BUYING, BUILDING, POWERING, OVER, PLACING = range(len(PHASES))
"""The decisions: an opening, a bid, which fuel goes back after a discard, fuel, cities, plants to run, and
before the game where the houses of the Trust stand."""
END_OF_AUCTIONS, END_OF_BUILDING, END_OF_ROUND = 8, 9, 10
"""Phases between two decisions, in which no seat is asked."""

STACK, REMOVED, UNDER, FOR_SALE, GONE = range(SEATS, SEATS + 5)
"""The places of a card, unless one of the seats 0 to 5 owns it: in the stack, removed unseen before the game, put under
the stack (in the new stack, once the Step 3 card has come up), in the market, out of the game."""

TRUST = 2
"""The seat under which the record stores the plants, fuel and houses of the Trust."""

NOT_YET, IN_MARKET, LEAVING, WAITING, BEGUN = range(5)
"""The progress of Step 3: its card is in the stack; it is in the market until phase 2 ends; it leaves once Step 2 has
changed the market; Step 3 waits for the next phase; Step 3 has begun."""

BY_CITIES, BY_ROUNDS = 1, 2
"""The ways in which the game ends: by the size of a network, or by the round limit."""


class State(Record):
    """The whole state of a game.

    A *kind* is a plant's place among all plants, -1 where there is none. Bits of seats have bit k for seat k. The stack
    has no order: chance picks a card when it is drawn, and what is known about the order is stored separately.
    """

    # settings
    variant = i8(range(len(VARIANTS)), fixed=True)
    edition = i8(range(len(EDITIONS)), fixed=True)
    map = i8(range(len(MAPS)), fixed=True)
    open_above_smallest = i8(FLAG, fixed=True)
    last_pays_minimum = i8(FLAG, fixed=True)
    skip_step_2 = i8(FLAG, fixed=True)
    remove_in_step_3 = i8(FLAG, fixed=True)
    step_3_at_once = i8(FLAG, fixed=True)
    store_any_time = i8(FLAG, fixed=True)
    hidden_money = i8(FLAG, fixed=True)
    trust = i8(FLAG, fixed=True)  # 1 if the Trust takes part
    resupplied_for = i8(range(SEATS + 1), fixed=True)  # the number of players for whom new fuel comes
    round_limit = i16(COUNT, fixed=True)
    # course of the game
    board = i16(range(len(BOARDS)))  # the regions in play
    round = i16(COUNT)
    step = i8(range(1, 4))
    phase = i8(range(len(PHASES)))
    turn = i8(SEAT_OR_NOBODY)  # the seat that decides, -1 between two decisions
    place_in_order = i8(range(SEATS + 1))
    done = i8(FLAG)  # 1 if the seat at this place is done
    ended = i8(range(BY_ROUNDS + 1))
    order = i8.row(SEATS, SEAT_OR_NOBODY)
    # cards
    place = i8.row(CARDS, range(GONE + 1))
    market = i8.row(MARKET, range(-1, CARDS), derived=True)  # kinds in rising order
    market_size = i8(range(MARKET + 1), derived=True)
    missing = i8(range(MARKET + 1))  # plants that must be drawn before anything else happens
    stack = i8(range(CARDS + 1), derived=True)  # plants in the stack; the Step 3 card is the last of it
    under = i8(range(CARDS + 1), derived=True)  # plants put under the stack
    top = i8(range(-1, CARDS))  # the kind known to be on top of the stack
    back = i8(range(len(BACKS)))  # what the back of the top card shows (Recharged)
    shuffled = i8(FLAG)  # whether the Step 3 card has come up
    step_3 = i8(range(BEGUN + 1))
    step_3_round = i16(COUNT)
    discount = i8(range(-1, KINDS))  # the kind with the discount (Recharged)
    plants = i8.grid(SEATS, MOST_PLANTS, range(-1, KINDS), derived=True)  # kinds in rising order
    plant_count = i8.row(SEATS, range(MOST_PLANTS + 1), derived=True)
    # auction
    bought = i8(SEAT_BITS)  # bits of the seats that have bought in this phase
    out = i8(SEAT_BITS)  # bits of the seats that passed an opening and are out of the phase
    bidders = i8(SEAT_BITS)  # bits of the seats that still bid
    auctioned = i8(range(-1, KINDS))  # a kind
    bid = i16(COUNT)
    bidder = i8(SEAT_OR_NOBODY)  # the seat with the highest bid
    discard = i8(range(-1, KINDS))  # the kind that the highest bidder named
    spoke = i8(SEAT_OR_NOBODY)  # the seat that bid or passed last
    trust_took = i8(FLAG)  # whether the Trust has had its turn in this phase
    # fuel, stored by seat, because players may move it between their plants at any time
    track = i8.row(len(FUELS), range(MOST_TOKENS + 1))
    supply = i8.row(len(FUELS), range(MOST_TOKENS + 1), derived=True)
    fuel = i8.grid(SEATS, len(FUELS), range(MOST_TOKENS + 1))
    storage = i8.grid(SEATS, len(TYPES), range(128), derived=True)  # what a seat's plants of each type can hold
    uranium_ended = i8(FLAG)
    # network
    money = i16.row(SEATS, COUNT)
    cities = i8.row(SEATS, range(CITIES + 1), derived=True)
    houses = i8.row(CITIES, range(1 << SEATS))  # bits of the seats that built there
    house_count = i8.row(CITIES, range(SEATS + 1), derived=True)
    reach = i8.grid(
        SEATS, CITIES, range(FAR + 1), derived=True
    )  # the cheapest connection of a seat's network to a city
    # powering
    run = i8(range(1 << MOST_PLANTS))  # bits of the plants already run
    powered = i8(range(CITIES + 1))
    paid_for = i8.row(
        SEATS, range(len(PAYMENT) + 1)
    )  # 1 + the cities that a seat was last paid for, 0 before the first income
