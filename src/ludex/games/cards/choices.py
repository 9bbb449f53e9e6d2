"""What may be done in a turn: the moves of its steps, and why others are not allowed."""

from __future__ import annotations

from typing import Any

from ludex.core import State, option, option_range, rule
from ludex.games.cards.betting import NOT_NOW
from ludex.games.cards.bits import lowest, offer, size
from ludex.games.cards.bytecode import CLAIM, DISCARD, DRAW, NONE, PLAY
from ludex.games.cards.claims import can_ask, can_ask_anyone
from ludex.games.cards.deck import CARDS, RANK_MASK
from ludex.games.cards.melds import knocks
from ludex.games.cards.moves import (
    ASK_SEAT,
    BELIEVE,
    CLAIM_CARD,
    DISCARD_CARD,
    DOUBT,
    DRAW_CARD,
    KNOCK,
    PLAY_CARD,
    PLAY_SET,
    PLAY_WILD,
    SKIP,
    TAKE_TOP,
)
from ludex.games.cards.program import number, phase_length
from ludex.games.cards.state import (
    DISCARD_FLAGS,
    DRAW_AT_WILL,
    DRAW_IF_STUCK,
    KNOCK_LIMIT,
    MAY_SKIP,
    OPTIONAL,
    SETS,
    SKIP_AT_WILL,
    STRENGTH,
    WHEN,
    WILD,
)
from ludex.games.cards.steps import (
    allowed,
    can_draw,
    can_take,
    dealer_stands,
    discards_left,
    is_house,
    wants_draw,
)

CARD_NOT_ALLOWED, SET_NOT_ALLOWED, CANNOT_KNOCK, CANNOT_ASK, MUST_ACT, NAME_A_SUIT, NOTHING_THERE = range(20, 27)


@rule
def usable(s: State, seat: int) -> int:
    """The cards a seat can use in this step; before playing, those it could play."""
    kind = s.code[s.pc]
    if kind == DISCARD:
        return s.hand[seat] if discards_left(s, seat) else 0
    if kind == CLAIM:
        return s.hand[seat] if claims_left(s, seat) else 0
    if kind == PLAY and s.code[s.pc + SETS]:
        return 0
    if kind == PLAY or (kind == DRAW and s.code[s.pc + WHEN] == DRAW_IF_STUCK):
        return allowed(s, seat, s.pc if kind == PLAY else s.pc + phase_length(s))
    return 0


@rule
def fits_set(s: State, seat: int, rank: int, count: int) -> bool:
    """Whether so many of a rank may be played: held, stronger than what lies there, and as many."""
    if size(s.hand[seat] & RANK_MASK[rank]) < count:
        return False
    if s.set_size == 0:
        return True
    return bool(count == s.set_size and s.code[STRENGTH + rank] > s.code[STRENGTH + (s.top - 1) % 13])


@rule
def can_play_set(s: State, seat: int) -> bool:
    for rank in range(13):
        if fits_set(s, seat, rank, s.set_size if s.set_size else 1):
            return True
    return False


@rule
def stands(s: State, seat: int) -> bool:
    """Whether the seat is the dealer against all others, and has drawn enough."""
    return is_house(s, seat) and s.code[s.pc + WHEN] == DRAW_AT_WILL and dealer_stands(s, seat)


@rule
def may_pass(s: State, seat: int, cards: int) -> bool:
    """Whether a seat may do nothing: where the phase says so, or where there is nothing to do."""
    kind = s.code[s.pc]
    if kind == DRAW:
        if s.code[s.pc + WHEN] == DRAW_AT_WILL and (not is_house(s, seat) or stands(s, seat)):
            return True
        return not wants_draw(s, seat, cards)
    if kind == PLAY:
        if s.code[s.pc + SETS]:
            return s.set_size > 0 or not can_play_set(s, seat)
        return s.code[s.pc + MAY_SKIP] == SKIP_AT_WILL or cards == 0
    if kind == DISCARD:
        return s.code[s.pc + DISCARD_FLAGS] & OPTIONAL != 0 or cards == 0
    if kind == CLAIM:
        return bool(s.claimer == 0 and (s.claimed > 0 or s.hand_size[seat] == 0))
    return not can_ask_anyone(s, seat) and s.stock_size == 0


@rule
def claims_left(s: State, seat: int) -> bool:
    return bool(s.claimer == 0 and s.claimed < s.code[s.pc + 1] and s.hand_size[seat] > 0)


@rule
def why_not_step(s: State, seat: int, move: int) -> int:
    """One move of a turn."""
    kind = s.code[s.pc]
    cards = usable(s, seat)
    if move == SKIP:
        return 0 if may_pass(s, seat, cards) else MUST_ACT
    if kind == DRAW:
        return why_not_draw(s, seat, move, cards)
    if kind == PLAY:
        return why_not_lay(s, seat, move, cards)
    if kind == DISCARD:
        return why_not_discard(s, seat, move, cards)
    if kind == CLAIM:
        return why_not_claim(s, move, cards)
    if ASK_SEAT <= move < CLAIM_CARD:
        other, rank = (move - ASK_SEAT) // 13, (move - ASK_SEAT) % 13
        fits = other < s.seats and can_ask(s, seat, other) and s.hand[seat] & RANK_MASK[rank] != 0
        return 0 if fits else CANNOT_ASK
    if move == DRAW_CARD:
        return 0 if not can_ask_anyone(s, seat) and s.stock_size > 0 else NOT_NOW
    return NOT_NOW


@rule
def why_not_draw(s: State, seat: int, move: int, cards: int) -> int:
    if move != DRAW_CARD and move != TAKE_TOP:
        return NOT_NOW
    if stands(s, seat) or not wants_draw(s, seat, cards):
        return NOTHING_THERE
    if move == DRAW_CARD:
        return 0 if can_draw(s, seat) else NOTHING_THERE
    return 0 if can_take(s) else NOTHING_THERE


@rule
def why_not_claim(s: State, move: int, cards: int) -> int:
    if s.claimer:
        return 0 if move == DOUBT or move == BELIEVE else NOT_NOW
    if CLAIM_CARD <= move < CLAIM_CARD + CARDS and cards:
        return 0 if cards >> (move - CLAIM_CARD) & 1 else CARD_NOT_ALLOWED
    return NOT_NOW


@rule
def is_wild(s: State, rank: int) -> bool:
    return number(s, s.pc + WILD) >> rank & 1 != 0


@rule
def why_not_lay(s: State, seat: int, move: int, cards: int) -> int:
    """A single card, a wild one with a suit, or a set."""
    if s.code[s.pc + SETS]:
        if not PLAY_SET <= move < ASK_SEAT:
            return NOT_NOW
        rank, count = (move - PLAY_SET) // 4, (move - PLAY_SET) % 4 + 1
        return 0 if fits_set(s, seat, rank, count) else SET_NOT_ALLOWED
    if PLAY_CARD <= move < PLAY_CARD + CARDS:
        card = move - PLAY_CARD
        if not cards >> card & 1:
            return CARD_NOT_ALLOWED
        return NAME_A_SUIT if is_wild(s, card % 13) else 0
    if PLAY_WILD <= move < PLAY_SET:
        card = (move - PLAY_WILD) // 4
        return 0 if cards >> card & 1 and is_wild(s, card % 13) else CARD_NOT_ALLOWED
    return NOT_NOW


@rule
def why_not_discard(s: State, seat: int, move: int, cards: int) -> int:
    if cards == 0:
        return NOT_NOW
    if DISCARD_CARD <= move < DISCARD_CARD + CARDS:
        return 0 if cards >> (move - DISCARD_CARD) & 1 else CARD_NOT_ALLOWED
    if KNOCK <= move < KNOCK + CARDS:
        return 0 if knocking_cards(s, seat) >> (move - KNOCK) & 1 else CANNOT_KNOCK
    return NOT_NOW


@rule
def knocking_cards(s: State, seat: int) -> int:
    """The cards one may knock with."""
    limit = s.code[s.pc + KNOCK_LIMIT]
    return 0 if limit == NONE else knocks(s.hand[seat], limit)


@rule
def offer_step(s: State, seat: int, out: Any) -> int:
    """All that may be done in this step."""
    kind = s.code[s.pc]
    cards = usable(s, seat)
    count = 0
    if kind == DRAW:
        for move in range(DRAW_CARD, TAKE_TOP + 1):
            if why_not_draw(s, seat, move, cards) == 0:
                count = option(out, count, move)
    elif kind == PLAY:
        count = offer_lay(s, seat, cards, out)
    elif kind == DISCARD:
        count = offer(out, count, DISCARD_CARD, cards)
        if cards:
            count = offer(out, count, KNOCK, knocking_cards(s, seat))
    elif kind == CLAIM:
        if s.claimer:
            return option(out, option(out, 0, DOUBT), BELIEVE)
        count = offer(out, count, CLAIM_CARD, cards)
    else:
        count = offer_asking(s, seat, out)
    return option(out, count, SKIP) if may_pass(s, seat, cards) else count


@rule
def offer_lay(s: State, seat: int, cards: int, out: Any) -> int:
    count = 0
    if s.code[s.pc + SETS]:
        for rank in range(13):
            for many in range(1, 5):
                if fits_set(s, seat, rank, many):
                    count = option(out, count, PLAY_SET + 4 * rank + many - 1)
        return count
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if is_wild(s, card % 13):
            count = option_range(out, count, PLAY_WILD + 4 * card, PLAY_WILD + 4 * card + 3)
        else:
            count = option(out, count, PLAY_CARD + card)
    return count


@rule
def offer_asking(s: State, seat: int, out: Any) -> int:
    count = 0
    for other in range(s.seats):
        if can_ask(s, seat, other):
            for rank in range(13):
                if s.hand[seat] & RANK_MASK[rank]:
                    count = option(out, count, ASK_SEAT + 13 * other + rank)
    if count == 0 and s.stock_size > 0:
        count = option(out, count, DRAW_CARD)
    return count
