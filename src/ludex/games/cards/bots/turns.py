"""What the bots do in turns: shed what counts most, keep what is wild, lie only when they must."""

from __future__ import annotations

from typing import Any

from ludex.author import below, field_of, is_a, pick_move, rule
from ludex.games.cards.bytecode.blocks import ASK, CLAIM, DISCARD, DRAW
from ludex.games.cards.bytecode.places import BY_POKER, CAPTURE, DRAW_AT_WILL, RANKING, STRENGTH, TO, WHEN
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import BIT, RANK_MASK, SUIT_MASK
from ludex.games.cards.moves import (
    Ask,
    Believe,
    Claim,
    Discard,
    Doubt,
    Draw,
    Knock,
    PlayCard,
    PlaySet,
    PlayWild,
    Skip,
    TakeTop,
)
from ludex.games.cards.rules.capturing import captured
from ludex.games.cards.rules.claiming import due_rank
from ludex.games.cards.rules.melds import POINTS, deadwood
from ludex.games.cards.rules.showdown import card_total
from ludex.games.cards.state import State

STAND = 16


@rule
def choose_step(s: State, seat: int, options: Any, count: int, dice: Any) -> int:
    """The move of the highest worth; among equals the first. Now and then a claim is doubted for no
    reason, and a bot that knows of nothing to ask for asks for anything."""
    chosen, most = int(options[0, 0]), -10_000
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            value = worth(s, seat, move)
            if value > most:
                chosen, most = move, value
    doubts = s.code[s.pc] == CLAIM and s.claimer and below(dice, 8) == 0
    asks_blindly = s.code[s.pc] == ASK and most == 0
    if doubts or asks_blindly:
        return pick_move(dice, options, count)
    return int(chosen)


@rule
def worth(s: State, seat: int, move: int) -> int:
    """How good a move of a turn looks."""
    kind = s.code[s.pc]
    if kind == DRAW:
        return worth_of_drawing(s, seat, move)
    if kind == DISCARD:
        return worth_of_discarding(s, seat, move)
    if kind == CLAIM:
        return worth_of_claiming(s, seat, move)
    if kind == ASK:
        if not is_a(move, Ask):
            return 0
        other, rank = field_of(move, Ask, 0), field_of(move, Ask, 1)
        return size(s.known[other] & RANK_MASK[rank])
    if is_a(move, Skip):
        return -1_000
    return worth_of_playing(s, seat, move)


@rule
def worth_of_drawing(s: State, seat: int, move: int) -> int:
    """Hit below 17; take the pile's top when it matches."""
    if s.code[s.pc + WHEN] == DRAW_AT_WILL:
        draws = card_total(s.hand[seat]) < STAND
        return 1 if is_a(move, Draw) == draws else 0
    if is_a(move, TakeTop):
        with_top = deadwood(s.hand[seat] | BIT[s.top - 1])
        return 2 if with_top < deadwood(s.hand[seat]) else 0
    return 1


@rule
def worth_of_discarding(s: State, seat: int, move: int) -> int:
    """Knock at once; at poker put single cards away, else keep what matches best."""
    if is_a(move, Knock):
        return 1_000
    if is_a(move, Skip):
        return 0
    card = field_of(move, Discard)
    if s.code[RANKING] == BY_POKER:
        single = size(s.hand[seat] & RANK_MASK[card % 13]) == 1
        return int(20 - s.code[STRENGTH + card % 13]) if single and s.code[STRENGTH + card % 13] < 12 else -1
    return 500 - deadwood(s.hand[seat] & ~BIT[card])


@rule
def worth_of_claiming(s: State, seat: int, move: int) -> int:
    """Lay what is due; lie with one card when none is. Doubt what cannot be."""
    due = RANK_MASK[due_rank(s)]
    if is_a(move, Doubt) or is_a(move, Believe):
        impossible = size(s.hand[seat] & due) + s.claimed > 4 or s.hand_size[s.claimer - 1] == 0
        return 1 if is_a(move, Doubt) == impossible else 0
    if is_a(move, Skip):
        return 5
    card = field_of(move, Claim)
    return 10 if due >> card & 1 else 0


@rule
def worth_of_playing(s: State, seat: int, move: int) -> int:
    """Many and weak cards of a set first; of single cards those that count most, captures before all, wild ones
    last."""
    if is_a(move, PlaySet):
        rank, many = field_of(move, PlaySet, 0), field_of(move, PlaySet, 1)
        return int(4 * (20 - s.code[STRENGTH + rank]) + many)
    if is_a(move, PlayWild):
        suit = field_of(move, PlayWild, 1)
        return size(s.hand[seat] & SUIT_MASK[suit]) - 100
    card = field_of(move, PlayCard)
    if s.code[s.pc + TO] == CAPTURE:
        return 10 * size(captured(s, card))
    return int(POINTS[card % 13] + size(s.hand[seat] & SUIT_MASK[card // 13]))
