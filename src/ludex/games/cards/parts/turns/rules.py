"""Turns: the steps one seat takes, who is next, and when turns are over."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.bytecode.numbers import past_block, signed
from ludex.games.cards.card_sets import size
from ludex.games.cards.events import PileCleared
from ludex.games.cards.parts.asking.genome import ASK
from ludex.games.cards.parts.betting.rules import staying
from ludex.games.cards.parts.claiming.genome import CLAIM
from ludex.games.cards.parts.drawing.genome import DRAW
from ludex.games.cards.parts.drawing.rules import draw_cards, wants_draw
from ludex.games.cards.parts.hands import put_books
from ludex.games.cards.parts.seats import is_step, next_in, side_of, with_cards
from ludex.games.cards.parts.terms import PLACE, gain
from ludex.games.cards.parts.turns.hand_end import can_deal_again, deal_again, go_out, is_hand_over, take_table
from ludex.games.cards.parts.turns.places import FIRST_PLACE, PLACE_COUNT
from ludex.games.cards.state import State


@rule
def taking_turns(s: State) -> int:
    """The seats that take turns, as bits: those in the hand that hold cards, or that can still get some by asking."""
    mask = with_cards(s) & staying(s)
    if s.stock_size > 0 and s.code[s.group] == ASK:
        mask = staying(s)
    return mask


@rule
def begin_turns(s: State) -> None:
    """The seat to the left of the dealer begins. With one seat left in the hand there is nothing to do."""
    s.group = s.pc
    if s.code[s.pc] == CLAIM:
        s.claim = 1
    mask = taking_turns(s)
    s.turn = next_in(s, s.dealer, mask if mask else s.alive)
    s.leader = s.turn
    if staying(s) & (staying(s) - 1) == 0:
        s.hand_over = 1
        s.done = 1


@rule
def begin_step(s: State) -> None:
    """The first step of the first turn, or the next step. A step without a choice is left out, unless it is the
    last."""
    if s.group == 0:
        begin_turns(s)
    s.drawn = 0
    draws = s.code[s.pc] == DRAW and is_step(s.code[past_block(s, s.pc)])
    if draws and not wants_draw(s, s.turn):
        s.done = 1


@rule
def turn_continues(s: State) -> bool:
    """Return True if another step follows in the same turn."""
    follows = is_step(s.code[past_block(s, s.pc)])
    return follows and not s.hand_over and s.hand_size[s.turn] > 0


@rule
def end_turn(s: State, log: Log) -> None:
    """Seats without cards go out. Then the next seat begins its turn, or the hand is over: it is not dealt again."""
    s.turns += 1
    s.played[s.turn] = 0
    go_out(s, log)
    dealing = can_deal_again(s)
    mask = staying(s) if dealing else taking_turns(s)
    if s.hand_over or is_hand_over(s, mask):
        s.hand_over = 0
        s.pc = s.group
        while is_step(s.code[s.pc]):
            s.pc = past_block(s, s.pc)
        take_table(s)
        return
    if dealing:
        deal_again(s)
    next_turn(s, mask, log)
    s.pc = s.group


@rule
def next_turn(s: State, mask: int, log: Log) -> None:
    """Find the next seat, as the effects of what was played have it. Sets are led again when all others have passed."""
    if s.set_size:
        others = size(mask & ~(1 << s.leader))
        if s.passes >= others:
            s.set_size = s.top = s.passes = 0
            s.turn = s.leader if mask >> s.leader & 1 else next_in(s, s.leader, mask)
            note(log, PileCleared, EVERYONE, s.turn)
            return
    again = s.again and mask >> s.turn & 1
    s.again = 0
    if again:
        s.skipping = s.penalty = 0
        return
    seat = next_seat_of(s, s.turn, mask)
    draw_cards(s, seat, s.penalty, log)
    put_books(s, seat)
    for _ in range(s.skipping):
        seat = next_seat_of(s, seat, mask)
    s.skipping = s.penalty = 0
    s.turn = seat


@rule
def next_seat_of(s: State, seat: int, mask: int) -> int:
    """The next seat of a set, the way round that turns go now."""
    if s.direction > 0:
        return next_in(s, seat, mask)
    seat = seat - 1 if seat > 0 else s.seats - 1
    while not mask >> seat & 1:
        seat = seat - 1 if seat > 0 else s.seats - 1
    return int(seat)


@rule
def score_order(s: State, log: Log, at: int) -> None:
    """Score points by the order of going out. Seats that did not go out share the next place."""
    listed = s.code[at + PLACE_COUNT]
    for seat in range(s.seats):
        place = s.place[seat] if s.place[seat] else s.finished + 1
        if place <= listed and s.alive >> seat & 1:
            points = signed(s, at + FIRST_PLACE + place - 1)
            gain(s, log, side_of(s, seat), PLACE, points, seat, place, s.place[seat])
