"""Asking: a seat asks another for its cards of a rank."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.events import ASKED
from ludex.games.cards.moves import ASK_SEAT, CLAIM_CARD, DRAW_CARD
from ludex.games.cards.reasons import CANNOT_ASK, NOT_NOW
from ludex.games.cards.rules.drawing import draw_one
from ludex.games.cards.rules.hands import get_card, lose_card, put_books


@rule
def can_ask(s: State, seat: int, other: int) -> bool:
    """Whether a seat has cards, and the other has some to be asked for."""
    return other != seat and s.alive >> other & 1 and s.hand_size[other] > 0 and s.hand_size[seat] > 0


@rule
def can_ask_anyone(s: State, seat: int) -> bool:
    for other in range(s.seats):
        if can_ask(s, seat, other):
            return True
    return False


@rule
def may_stop_asking(s: State, seat: int) -> bool:
    """Whether a seat may do nothing: there is nobody to ask and nothing to draw."""
    return not can_ask_anyone(s, seat) and s.stock_size == 0


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


@rule
def why_not_ask(s: State, seat: int, move: int) -> int:
    if ASK_SEAT <= move < CLAIM_CARD:
        other, rank = (move - ASK_SEAT) // 13, (move - ASK_SEAT) % 13
        fits = other < s.seats and can_ask(s, seat, other) and s.hand[seat] & RANK_MASK[rank] != 0
        return 0 if fits else CANNOT_ASK
    if move == DRAW_CARD:
        return 0 if not can_ask_anyone(s, seat) and s.stock_size > 0 else NOT_NOW
    return NOT_NOW


@rule
def ask_step(s: State, seat: int, move: int, log: Any) -> None:
    """Ask, or draw a card where there is nobody to ask."""
    if move == DRAW_CARD:
        draw_one(s, seat, log)
        s.drawn += 1
        s.passes = 0
        put_books(s, seat)
    else:
        ask(s, seat, (move - ASK_SEAT) // 13, (move - ASK_SEAT) % 13, log)


@rule
def ask(s: State, seat: int, other: int, rank: int, log: Any) -> None:
    """The other gives all its cards of the rank; who gets none draws, and the turn is over."""
    cards = s.hand[other] & RANK_MASK[rank]
    count = size(cards)
    note(log, ASKED, EVERYONE, seat, other, rank, count)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        lose_card(s, other, card)
        get_card(s, seat, card)
        s.known[seat] |= 1 << card
    if count == 0:
        if s.stock_size > 0:
            draw_one(s, seat, log)
        s.done = 1
    put_books(s, seat)
    s.passes = 0
