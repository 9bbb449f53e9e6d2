"""The rules of Power Grid, with a file for each chapter of the rulebook. This one shows the course of the game."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.author import EVERYONE, Log, asked, effect, note, reason, rule
from ludex.games.power_grid.components.plants import NUMBER
from ludex.games.power_grid.components.tables import END_CITIES, STEP_2_CITIES
from ludex.games.power_grid.events import DiscountSet, RoundBegan
from ludex.games.power_grid.laws import audit
from ludex.games.power_grid.moves import Done
from ludex.games.power_grid.rules.auction import (
    cannot_raise,
    end_auctions,
    has_no_opening,
    leave_auctions,
    next_bidder,
    next_opener,
    openable,
    pass_over_bidder,
    pass_over_opener,
    sell,
)
from ludex.games.power_grid.rules.building import can_build
from ludex.games.power_grid.rules.bureaucracy import can_run, pay_income, resupply, update_market
from ludex.games.power_grid.rules.market import begin_step, begin_step_2, most_cities, set_discount, tend_market
from ludex.games.power_grid.rules.player_order import set_order
from ludex.games.power_grid.rules.resources import can_buy
from ludex.games.power_grid.rules.scoring import end_game, over, scores
from ludex.games.power_grid.rules.setup import setup
from ludex.games.power_grid.rules.trust import (
    FIRST_HOUSES,
    placer,
    trust_burns,
    trust_is_due,
    trust_takes_fuel,
    trust_takes_plant,
)
from ludex.games.power_grid.secrets import hide, redeal
from ludex.games.power_grid.state import (
    BEGUN,
    BIDDING,
    BUILDING,
    BUYING,
    BY_CITIES,
    BY_ROUNDS,
    END_OF_AUCTIONS,
    END_OF_BUILDING,
    END_OF_ROUND,
    OPENING,
    OVER,
    PHASES,
    PLACING,
    POWERING,
    TRUST,
    WAITING,
    Phase,
    State,
)

__all__ = ["audit", "follow", "hide", "milestone", "not_now", "over", "redeal", "scores", "setup"]
"""The rules of the contract."""


@asked()
def asked_in_turn(s: State) -> int:
    """One seat decides at a time."""
    return 1 << s.turn


DUE: Mapping[Phase, str] = {
    "bidding": "bid or pass",
    "returning": "say which fuel goes back",
    "buying": "buy fuel, or say done",
    "building": "build cities, or say done",
    "powering": "run plants, or say done",
    "placing": "place a house of the Trust",
}


def what_is_due(s: State, seat: int) -> str:
    """Say what the seat should do now. Only what it may do is named."""
    if s.phase == OPENING:
        return " or ".join(["open an auction"] * bool(openable(s, seat)) + ["pass"] * (s.round > 1))
    if s.phase == BIDDING and s.money[seat] <= s.bid:
        return "pass"
    return DUE[PHASES[s.phase]]


WRONG_PHASE = reason("wrong-phase", "now it is time to {due}.", due=what_is_due)


@rule
def not_now(s: State, seat: int) -> int:
    """Every move belongs to a phase, passing to two and being done to three."""
    return WRONG_PHASE


@effect(Done, when=BUYING)
@effect(Done, when=BUILDING)
@effect(Done, when=POWERING)
def be_done(s: State, seat: int) -> None:
    s.done = 1


@rule
def follow(s: State, log: Log) -> None:
    """Continue after a move until the next decision."""
    s.turn = -1
    advance(s, log)


@rule
def advance(s: State, log: Log) -> None:
    """Continue until a seat has something to decide."""
    while s.turn < 0 and s.phase != OVER:
        if tend_market(s, log):
            continue
        if s.phase == PLACING:
            ask_placer(s)
        elif s.phase == OPENING:
            ask_opener(s, log)
        elif s.phase == BIDDING:
            ask_bidder(s, log)
        elif s.phase == END_OF_AUCTIONS:
            leave_auctions(s, log)
            if s.round == 1:
                set_order(s, log)
        elif s.phase == END_OF_BUILDING:
            begin_powering(s, log)
        elif s.phase == END_OF_ROUND:
            begin_round(s, log)
        else:
            ask_in_order(s, log)


@rule
def ask_placer(s: State) -> None:
    """Ask who places the next house of the Trust. When all are placed, the game begins."""
    if s.cities[TRUST] < FIRST_HOUSES:
        s.turn = placer(s)
    else:
        s.phase = OPENING


@rule
def ask_opener(s: State, log: Log) -> None:
    """Ask the next seat that can open an auction. If there is none, the auctions are over.

    The Trust has its turn when the first player is done."""
    seat = next_opener(s)
    if trust_is_due(s):
        trust_takes_plant(s, log)
    elif seat < 0:
        end_auctions(s, log)
        s.phase = END_OF_AUCTIONS
    elif has_no_opening(s, seat):
        pass_over_opener(s, seat, log)
    else:
        s.turn = seat


@rule
def ask_bidder(s: State, log: Log) -> None:
    """Ask the next seat that can raise the bid. If there is none, the plant is sold."""
    seat = next_bidder(s)
    if seat < 0:
        sell(s, log)
    elif cannot_raise(s, seat):
        pass_over_bidder(s, seat, log)
    else:
        s.turn = seat


@rule
def ask_in_order(s: State, log: Log) -> None:
    """Ask the seats one after the other: in phases 3 and 4 in reverse order, in phase 5 in order.

    A seat that is done, or can do nothing, makes room for the next."""
    seat = s.order[s.place_in_order]
    if not s.done and can_do_something(s, seat):
        s.turn = seat
        return
    s.done = 0
    if s.trust and s.place_in_order == s.seats - 1 and s.phase == BUYING:
        trust_takes_fuel(s, log)
    if s.phase == POWERING:
        pay_income(s, seat, log)
        if s.trust and s.place_in_order == 0:
            trust_burns(s, log)
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
    """Return whether a seat has a choice. One that could only say that it is done is not asked."""
    if s.phase == BUYING:
        return can_buy(s, seat)
    return can_build(s, seat) if s.phase == BUILDING else can_run(s, seat)


@rule
def end_building(s: State, log: Log) -> None:
    """End phase 4: the game may be over. If not, Step 2 or 3 may begin."""
    if most_cities(s) >= END_CITIES[s.edition, s.seats]:
        end_game(s, BY_CITIES, log)
        return
    if s.round >= s.round_limit:
        end_game(s, BY_ROUNDS, log)
        return
    if s.step_3 == WAITING:
        s.step_3 = BEGUN
        begin_step(s, 3, log)
    elif s.step == 1 and most_cities(s) >= STEP_2_CITIES[s.edition, s.seats]:
        begin_step_2(s, log)
    s.phase = END_OF_BUILDING


@rule
def begin_powering(s: State, log: Log) -> None:
    """Begin phase 5. By a setting, Step 3 begins at once if its card replaced a plant as Step 2 began."""
    if s.step_3 == WAITING and s.step_3_at_once:
        s.step_3 = BEGUN
        begin_step(s, 3, log)
    s.phase = POWERING
    s.place_in_order = 0


@rule
def begin_round(s: State, log: Log) -> None:
    """Begin a round: set the player order, and place the discount for the auctions."""
    if s.step_3 == WAITING:
        s.step_3 = BEGUN
        begin_step(s, 3, log)
    s.round += 1
    note(log, RoundBegan, EVERYONE, s.round, s.step)
    set_order(s, log)
    set_discount(s)
    if s.discount >= 0:
        note(log, DiscountSet, EVERYONE, NUMBER[s.discount])
    s.phase = OPENING


@rule
def milestone(s: State) -> int:
    """Every round ends with the income."""
    return s.round
