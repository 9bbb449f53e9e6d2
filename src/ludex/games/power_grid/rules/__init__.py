"""The rules of Power Grid, with a file for each chapter of the rulebook. This one shows the course of the game."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.power_grid.components.maps import CITY_NAMED
from ludex.games.power_grid.components.plants import KIND, LOWEST, NUMBER
from ludex.games.power_grid.components.tables import END_CITIES, MOST_TOKENS, STEP_2_CITIES
from ludex.games.power_grid.events import DISCOUNT_SET, ROUND_BEGAN
from ludex.games.power_grid.moves import BID, BIDS, BUILD, BUY, DISCARDS, DONE, MIXES, OPEN, PASS, RETURN, RETURNS, RUN
from ludex.games.power_grid.reasons import WRONG_PHASE
from ludex.games.power_grid.rules.auction import (
    discard_named,
    end_auctions,
    leave_auctions,
    next_bidder,
    next_opener,
    offer_bids,
    offer_openings,
    open_auction,
    pass_bid,
    pass_opening,
    raise_bid,
    sell,
    why_not_bid,
    why_not_open,
    why_not_pass_opening,
)
from ludex.games.power_grid.rules.building import build, can_build, offer_cities, why_not_city
from ludex.games.power_grid.rules.bureaucracy import (
    can_run,
    offer_runs,
    pay_income,
    resupply,
    run_plant,
    update_market,
    why_not_run,
)
from ludex.games.power_grid.rules.market import begin_step, begin_step_2, most_cities, set_discount, tend_market
from ludex.games.power_grid.rules.player_order import set_order
from ludex.games.power_grid.rules.resources import (
    KINDS_OF_GOODS,
    buy_fuel,
    most_of,
    offer_fuel,
    offer_returns,
    return_fuel,
    why_not_buy,
    why_not_return,
)
from ludex.games.power_grid.rules.scoring import END_CITIES_REACHED, ROUND_LIMIT_REACHED, end_game
from ludex.games.power_grid.state import (
    BEGUN,
    BIDDING,
    BUILDING,
    BUYING,
    END_OF_AUCTIONS,
    END_OF_ROUND,
    OPENING,
    OVER,
    POWERING,
    RETURNING,
    WAITING,
)


@rule
def waiting(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.phase == OVER else 1 << s.turn


@rule
def legal(s: State, seat: int, out: Any) -> int:
    if s.phase == OPENING:
        return offer_openings(s, seat, out)
    if s.phase == BIDDING:
        return offer_bids(s, seat, out)
    if s.phase == RETURNING:
        return offer_returns(s, seat, out)
    if s.phase == BUYING:
        count = offer_fuel(s, seat, out)
    elif s.phase == BUILDING:
        count = offer_cities(s, seat, out)
    else:
        count = offer_runs(s, seat, out)
    return option(out, count, DONE)


@rule
def phase_of(s: State, move: int) -> int:
    """The phase a move belongs to. Passing belongs to two phases, being done to three."""
    if move == PASS:
        return int(s.phase if s.phase == BIDDING else OPENING)
    if move == DONE:
        return int(s.phase if s.phase == BUILDING or s.phase == POWERING else BUYING)
    if move < BUILD:
        return BUYING
    if move < RUN:
        return BUILDING
    if move < RETURN:
        return POWERING
    if move < BID:
        return RETURNING
    return BIDDING if move < OPEN else OPENING


@rule
def why_not(s: State, seat: int, move: int) -> int:
    if phase_of(s, move) != s.phase:
        return WRONG_PHASE
    if move == PASS:
        return why_not_pass_opening(s) if s.phase == OPENING else 0
    if move == DONE:
        return 0
    if move >= OPEN:
        rest = (move - OPEN) // BIDS
        bid, discard = (move - OPEN) % BIDS + 1, discard_named(rest % DISCARDS)
        return why_not_open(s, seat, KIND[rest // DISCARDS + LOWEST], discard, bid)
    if move >= BID:
        bid, discard = (move - BID) % BIDS + 1, discard_named((move - BID) // BIDS)
        return why_not_bid(s, seat, s.auctioned, discard, bid, s.bid + 1)
    if move >= RETURN:
        return why_not_return(s, seat, (move - RETURN) // RETURNS, (move - RETURN) % RETURNS)
    if move >= RUN:
        return why_not_run(s, seat, KIND[(move - RUN) // MIXES + LOWEST], (move - RUN) % MIXES - 1)
    if move >= BUILD:
        return why_not_city(s, seat, CITY_NAMED[s.variant, move - BUILD])
    return why_not_buy(s, seat, (move - BUY) // MOST_TOKENS, (move - BUY) % MOST_TOKENS + 1)


@rule
def play(s: State, seat: int, move: int, log: Any) -> None:
    """Execute a legal move, then go on until the next decision."""
    s.turn = -1
    if s.phase == OPENING:
        if move == PASS:
            pass_opening(s, seat, log)
        else:
            rest = (move - OPEN) // BIDS
            bid, discard = (move - OPEN) % BIDS + 1, discard_named(rest % DISCARDS)
            open_auction(s, seat, KIND[rest // DISCARDS + LOWEST], discard, bid, log)
    elif s.phase == BIDDING:
        if move == PASS:
            pass_bid(s, seat, log)
        else:
            raise_bid(s, seat, discard_named((move - BID) // BIDS), (move - BID) % BIDS + 1, log)
    elif s.phase == RETURNING:
        return_fuel(s, seat, (move - RETURN) // RETURNS, (move - RETURN) % RETURNS, log)
        s.phase = OPENING
    elif move == DONE:
        s.done = 1
    elif s.phase == BUYING:
        buy_fuel(s, seat, (move - BUY) // MOST_TOKENS, (move - BUY) % MOST_TOKENS + 1, log)
    elif s.phase == BUILDING:
        build(s, seat, CITY_NAMED[s.variant, move - BUILD], log)
    else:
        run_plant(s, seat, KIND[(move - RUN) // MIXES + LOWEST], (move - RUN) % MIXES - 1, log)
    advance(s, log)


@rule
def advance(s: State, log: Any) -> None:
    """Do what happens by itself until a seat has something to decide."""
    while s.turn < 0 and s.phase != OVER:
        if tend_market(s, log):
            continue
        if s.phase == OPENING:
            s.turn = next_opener(s)
            if s.turn < 0:
                end_auctions(s, log)
                s.phase = END_OF_AUCTIONS
        elif s.phase == BIDDING:
            s.turn = next_bidder(s)
            if s.turn < 0:
                sell(s, log)
        elif s.phase == END_OF_AUCTIONS:
            leave_auctions(s, log)
            if s.round == 1:
                set_order(s, log)
        elif s.phase == END_OF_ROUND:
            begin_round(s, log)
        else:
            ask_in_order(s, log)


@rule
def ask_in_order(s: State, log: Any) -> None:
    """Ask the seats one after the other: in phases 3 and 4 in reverse order, in phase 5 in order.

    A seat that is done, or can do nothing, makes room for the next."""
    seat = s.order[s.place_in_order]
    if not s.done and can_do_something(s, seat):
        s.turn = seat
        return
    s.done = 0
    if s.phase == POWERING:
        pay_income(s, seat, log)
        s.place_in_order += 1
        if s.place_in_order == s.seats:
            resupply(s, log)
            update_market(s, log)
            s.phase = END_OF_ROUND
    elif s.place_in_order > 0:
        s.place_in_order -= 1
    elif s.phase == BUYING:
        s.phase = BUILDING
        s.place_in_order = s.seats - 1
    else:
        end_building(s, log)


@rule
def can_do_something(s: State, seat: int) -> bool:
    """Whether a seat has a choice. One that could only say that it is done is not asked."""
    if s.phase == BUYING:
        for good in range(KINDS_OF_GOODS):
            if most_of(s, seat, good) > 0:
                return True
        return False
    return can_build(s, seat) if s.phase == BUILDING else can_run(s, seat)


@rule
def end_building(s: State, log: Any) -> None:
    """End phase 4: the game may be over. If not, Step 2 or 3 may begin, and then plants are run."""
    if most_cities(s) >= END_CITIES[s.edition, s.seats]:
        end_game(s, END_CITIES_REACHED, log)
        return
    if s.round >= s.round_limit:
        end_game(s, ROUND_LIMIT_REACHED, log)
        return
    if s.step_3 == WAITING:
        s.step_3 = BEGUN
        begin_step(s, 3, log)
    elif s.step == 1 and most_cities(s) >= STEP_2_CITIES[s.edition, s.seats]:
        begin_step_2(s, log)
    s.phase = POWERING
    s.place_in_order = 0


@rule
def begin_round(s: State, log: Any) -> None:
    """Begin a round: set the player order, and place the discount for the auctions."""
    if s.step_3 == WAITING:
        s.step_3 = BEGUN
        begin_step(s, 3, log)
    s.round += 1
    note(log, ROUND_BEGAN, EVERYONE, s.round, s.step)
    set_order(s, log)
    set_discount(s)
    if s.discount >= 0:
        note(log, DISCOUNT_SET, EVERYONE, NUMBER[s.discount])
    s.phase = OPENING
