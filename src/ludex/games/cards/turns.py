"""Turns: the steps one seat takes, who is next, and when the hand is over."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.cards.betting import staying
from ludex.games.cards.bits import size
from ludex.games.cards.bytecode import ASK, CLAIM, DISCARD, DRAW, PLAY
from ludex.games.cards.choices import claims_left, usable
from ludex.games.cards.claims import ask, believe, claim_card, doubt, end_claim
from ludex.games.cards.dealing import from_stock
from ludex.games.cards.moves import (
    ASK_SEAT,
    BELIEVE,
    CLAIM_CARD,
    DISCARD_CARD,
    DOUBT,
    DRAW_CARD,
    KNOCK,
    PASSED,
    PILE_CLEARED,
    PLAY_CARD,
    PLAY_SET,
    PLAY_WILD,
    SKIP,
    TAKE_TOP,
    WENT_OUT,
)
from ludex.games.cards.program import get_card, next_in, number, phase_length, with_cards
from ludex.games.cards.state import (
    AGAIN,
    CAPTURE,
    CARDS_DEALT,
    FIRST_OUT,
    FROM_NEIGHBOUR,
    HAND_ENDS,
    KNOCK_BONUS,
    ONE_LEFT,
    SOURCE,
    TO,
    TURN_LIMIT,
    TURN_ROUNDS,
)
from ludex.games.cards.steps import (
    discard_card,
    discards_left,
    draw_from_neighbour,
    draw_one,
    end_discard,
    play_card,
    play_set,
    put_books,
    take_top,
    wants_draw,
)


@rule
def is_step(kind: int) -> bool:
    """Whether a phase is a step of a turn."""
    return kind == DRAW or kind == PLAY or kind == DISCARD or kind == CLAIM or kind == ASK


@rule
def taking_turns(s: State) -> int:
    """The seats that take turns, as bits: those in the hand that hold cards, or that can still get some by asking."""
    mask = with_cards(s) & staying(s)
    if s.stock_size > 0 and s.code[s.group] == ASK:
        mask = staying(s)
    return mask


@rule
def begin_step(s: State) -> None:
    """The first step of the first turn, or the next step. A step without a choice is left out, unless it is the
    last."""
    if s.group == 0:
        begin_turns(s)
    s.drawn = 0
    draws = s.code[s.pc] == DRAW and is_step(s.code[s.pc + phase_length(s)])
    if draws and not wants_draw(s, s.turn, usable(s, s.turn)):
        s.done = 1


@rule
def begin_turns(s: State) -> None:
    """Left of the dealer begins; with one seat left in the hand there is nothing to do."""
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
def take_step(s: State, seat: int, move: int, log: Any) -> None:
    """Execute one move of a turn."""
    kind = s.code[s.pc]
    if move == SKIP and not (kind == CLAIM and s.claimed > 0):
        note(log, PASSED, EVERYONE, seat)
        s.done = 1
        if kind != DISCARD:
            s.passes += 1
    elif move == DRAW_CARD or move == TAKE_TOP:
        draw_step(s, seat, kind, move, log)
    elif kind == PLAY:
        play_step(s, seat, move, log)
    elif kind == DISCARD:
        if move >= KNOCK:
            s.knocker = 1 + seat
            s.bonus = s.code[s.pc + KNOCK_BONUS]
            s.hand_over = 1
        discard_card(s, seat, move - KNOCK if move >= KNOCK else move - DISCARD_CARD, log)
        if s.hand_over or not discards_left(s, seat):
            s.done = 1
    elif kind == CLAIM:
        claim_step(s, seat, move, log)
    else:
        ask(s, seat, (move - ASK_SEAT) // 13, (move - ASK_SEAT) % 13, log)
    if kind == DISCARD and s.done:
        end_discard(s, seat, log)


@rule
def play_step(s: State, seat: int, move: int, log: Any) -> None:
    """A set, or one card: PLAY_CARD comes before PLAY_WILD, where the suit is named."""
    if move >= PLAY_SET:
        play_set(s, seat, (move - PLAY_SET) // 4, (move - PLAY_SET) % 4 + 1, log)
    else:
        wild = move >= PLAY_WILD
        card = (move - PLAY_WILD) // 4 if wild else move - PLAY_CARD
        play_card(s, seat, card, (move - PLAY_WILD) % 4 + 1 if wild else 0, log)
    s.done = 1


@rule
def claim_step(s: State, seat: int, move: int, log: Any) -> None:
    """A card more, the end of the claim, or what another thinks of it."""
    if move == DOUBT:
        doubt(s, seat, log)
    elif move == BELIEVE:
        believe(s, seat)
    else:
        if move != SKIP:
            claim_card(s, seat, move - CLAIM_CARD, log)
        if move == SKIP or not claims_left(s, seat):
            end_claim(s, seat, log)


@rule
def draw_step(s: State, seat: int, kind: int, move: int, log: Any) -> None:
    """Draw, and go on drawing while the step asks for it."""
    if move == TAKE_TOP:
        take_top(s, seat, log)
    elif kind == DRAW and s.code[s.pc + SOURCE] == FROM_NEIGHBOUR:
        draw_from_neighbour(s, seat, log)
    else:
        draw_one(s, seat, log)
    s.drawn += 1
    s.passes = 0
    put_books(s, seat)
    if kind == DRAW and not wants_draw(s, seat, usable(s, seat)):
        s.done = 1


@rule
def end_turn(s: State, log: Any) -> None:
    """Who has no cards left is out; then the next seat begins its turn, or the hand is over."""
    s.turns += 1
    go_out(s, log)
    if not s.hand_over and s.code[AGAIN]:
        deal_again(s)
    mask = taking_turns(s)
    if s.hand_over or is_hand_over(s, mask):
        s.hand_over = 0
        s.pc = s.group
        while is_step(s.code[s.pc]):
            s.pc += phase_length(s)
        take_table(s)
        return
    next_turn(s, mask, log)
    s.pc = s.group


@rule
def go_out(s: State, log: Any) -> None:
    """Seats whose last card is gone, the one in turn first."""
    if s.code[HAND_ENDS] != FIRST_OUT and s.code[HAND_ENDS] != ONE_LEFT:
        return
    for step in range(s.seats):
        seat = (s.turn + step) % s.seats
        if s.hand_size[seat] == 0 and s.place[seat] == 0 and s.alive >> seat & 1:
            s.finished += 1
            s.place[seat] = s.finished
            note(log, WENT_OUT, EVERYONE, seat)


@rule
def deal_again(s: State) -> None:
    """All hands are empty: the same number of cards once more."""
    cards = s.code[CARDS_DEALT]
    if with_cards(s) or s.stock_size < cards * size(s.alive):
        return
    for seat in range(s.seats):
        if s.alive >> seat & 1:
            for _ in range(cards):
                get_card(s, seat, from_stock(s))


@rule
def is_hand_over(s: State, mask: int) -> bool:
    """As the genome says; and when all have passed in a row, or the limit of turns is reached."""
    ends = s.code[HAND_ENDS]
    held = with_cards(s)
    players = size(staying(s))
    if s.turns >= number(s, TURN_LIMIT):
        return True
    if s.code[TURN_ROUNDS] and s.turns >= s.code[TURN_ROUNDS] * players:
        return True
    if ends == FIRST_OUT and s.finished > 0:
        return True
    if ends == ONE_LEFT and held & (held - 1) == 0:
        return True
    blocked = s.passes >= size(mask) and s.set_size == 0
    return blocked or mask == 0


@rule
def next_turn(s: State, mask: int, log: Any) -> None:
    """The next seat, as the effects of what was played have it; sets are led anew when all others have passed."""
    if s.set_size:
        others = size(mask & ~(1 << s.leader))
        if s.passes >= others:
            s.set_size = s.top = s.passes = 0
            s.turn = s.leader if mask >> s.leader & 1 else next_in(s, s.leader, mask)
            note(log, PILE_CLEARED, EVERYONE, s.turn)
            return
    again = s.again and mask >> s.turn & 1
    s.again = 0
    if again:
        s.skipping = s.penalty = 0
        return
    seat = next_seat_of(s, s.turn, mask)
    for _ in range(s.penalty):
        if s.stock_size > 0:
            draw_one(s, seat, log)
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
def take_table(s: State) -> None:
    """Who captured last takes what is left on the table."""
    if s.code[s.group] == PLAY and s.code[s.group + TO] == CAPTURE and s.won[s.leader]:
        s.won[s.leader] |= s.table
        s.table = 0


@rule
def turn_goes_on(s: State) -> bool:
    """Whether another step follows in the same turn."""
    follows = is_step(s.code[s.pc + phase_length(s)])
    return follows and not s.hand_over and s.hand_size[s.turn] > 0
