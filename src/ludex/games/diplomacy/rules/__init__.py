"""The course of a game of Diplomacy: who owes orders, and what happens when all are in.

Orders are given unit by unit, in the alphabetical sequence of the provinces. When the last power has given its last
order, the phase is carried out. Each chapter has a file with its options, refusals and effects.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, asked, ending, note, rule
from ludex.games.diplomacy.components import (
    CENTRE,
    FIRST_PROVINCE,
    FIRST_YEAR,
    HOME,
    NOWHERE,
    PROVINCES,
    START_KIND,
    START_PLACE,
    START_POWER,
)
from ludex.games.diplomacy.events import GameEnded, PhaseBegan
from ludex.games.diplomacy.rules.adjustments import carry_out_adjustments, count_adjustments
from ludex.games.diplomacy.rules.centres import centres, find_winner, take_centres
from ludex.games.diplomacy.rules.explanations import forget_results, tell_results
from ludex.games.diplomacy.rules.movement import carry_out_moves, count_orders
from ludex.games.diplomacy.rules.retreats import carry_out_retreats, count_retreats, destroy_trapped
from ludex.games.diplomacy.rules.votes import count_votes
from ludex.games.diplomacy.state import (
    CONCEDED,
    DRAW,
    FALL_MOVES,
    FALL_RETREATS,
    NO_ORDER,
    OVER,
    SOLO,
    SPRING_MOVES,
    SPRING_RETREATS,
    WINTER,
    YEAR_LIMIT,
    State,
    is_moves,
    is_retreats,
)


@rule
def setup(s: State) -> None:
    """All powers start in their home centres, in the spring of the first year."""
    s.phase = SPRING_MOVES
    s.year = FIRST_YEAR[s.map]
    s.winner = NOWHERE
    for p in range(PROVINCES):
        s.owner[p] = NOWHERE
        if FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1]:
            s.kind[p] = START_KIND[p]
            s.power[p] = START_POWER[p]
            s.place[p] = START_PLACE[p]
            s.owner[p] = HOME[p]
    begin_phase(s)


@asked()
def owing_orders(s: State) -> int:
    """All powers that still owe orders decide at the same time."""
    mask = 0
    if s.ended == 0:
        for seat in range(s.seats):
            if s.left[seat]:
                mask |= 1 << seat
    return mask


@rule
def follow(s: State, log: Log) -> None:
    """Carry out all orders once the last power has given its last."""
    if owing_orders(s) == 0:
        advance(s, log)


@rule
def advance(s: State, log: Log) -> None:
    """Carry out the phase, and continue with the next in which some power has something to decide.

    On an empty board without a last year, continue with the next movement phase.
    """
    if is_moves(s.phase) and count_votes(s):
        finish(s, log)
        return
    forget_results(s)
    carry_out(s, log)
    forget_orders(s)
    while True:
        next_phase(s, log)
        if s.ended or begin_phase(s) or (s.last_year == 0 and is_moves(s.phase)):
            break
    if s.ended:
        finish(s, log)
    else:
        note(log, PhaseBegan, EVERYONE, s.phase, s.year)


@rule
def carry_out(s: State, log: Log) -> None:
    """Carry out all orders of the phase."""
    if is_moves(s.phase):
        carry_out_moves(s)
        tell_results(s, log)
        destroy_trapped(s, log)
    else:
        if is_retreats(s.phase):
            carry_out_retreats(s)
        else:
            carry_out_adjustments(s)
        tell_results(s, log)


@rule
def forget_orders(s: State) -> None:
    """Orders and votes are for one phase only."""
    for p in range(PROVINCES):
        s.order[p] = NO_ORDER
        s.target[p] = 0
        s.to[p] = 0
    for seat in range(s.seats):
        s.vote[seat] = 0


@rule
def next_phase(s: State, log: Log) -> None:
    """Spring and fall moves, each followed by retreats; after fall, centres change hands and winter begins."""
    if s.phase == SPRING_MOVES:
        s.phase = SPRING_RETREATS
    elif s.phase == SPRING_RETREATS:
        s.phase = FALL_MOVES
    elif s.phase == FALL_MOVES:
        s.phase = FALL_RETREATS
    elif s.phase == FALL_RETREATS:
        take_centres(s, log)
        s.phase = WINTER
        find_winner(s)
    elif s.last_year and s.year >= s.last_year:
        s.ended = YEAR_LIMIT
    else:
        s.phase = SPRING_MOVES
        s.year += 1


@rule
def begin_phase(s: State) -> bool:
    """Count the decisions of every power, and return whether there are any."""
    for seat in range(s.seats):
        s.left[seat] = 0
    if s.phase == WINTER:
        count_adjustments(s)
    elif is_moves(s.phase):
        count_orders(s)
    else:
        count_retreats(s)
    for seat in range(s.seats):
        if s.left[seat]:
            return True
    return False


@rule
def finish(s: State, log: Log) -> None:
    """The game is over."""
    s.phase = OVER
    note(log, GameEnded, EVERYONE, s.ended, s.winner)


WON = ending("a power owns enough centres to win")
DRAWN = ending("all powers agreed on a draw")
GIVEN_UP = ending("all others conceded")
LAST_YEAR = ending("the last year was played")


@rule
def over(s: State) -> int:
    """Return the ending, from the number in the record."""
    if s.ended == SOLO:
        return WON
    if s.ended == DRAW:
        return DRAWN
    if s.ended == CONCEDED:
        return GIVEN_UP
    return LAST_YEAR if s.ended == YEAR_LIMIT else 0


@rule
def scores(s: State, out: Rows) -> None:
    """Score the centres. In a draw the surviving powers share them equally; after a concession the winner has all."""
    total = sharing = 0
    for p in range(PROVINCES):
        total += CENTRE[p] if FIRST_PROVINCE[s.map] <= p < FIRST_PROVINCE[s.map + 1] else 0
    for seat in range(s.seats):
        out[seat, 0] = centres(s, seat)
        out[seat, 1] = 0
        sharing += out[seat, 0] > 0
    for seat in range(s.seats):
        if s.ended == DRAW and out[seat, 0] > 0:
            out[seat, 0] = total // sharing
        elif s.ended == CONCEDED:
            out[seat, 0] = total if seat == s.winner else 0


@rule
def milestone(s: State) -> int:
    """Centres change hands once a year, after fall."""
    return int(s.year - FIRST_YEAR[s.map] + (s.phase == WINTER))
