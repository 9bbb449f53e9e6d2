"""Discarding: a step of a turn in which a seat puts cards away, and may knock."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.cards.bytecode.blocks import NONE
from ludex.games.cards.bytecode.places import (
    DISCARD_COUNT,
    DISCARD_FLAGS,
    FACE_DOWN,
    KNOCK_BONUS,
    KNOCK_LIMIT,
    OPTIONAL,
    REFILL,
)
from ludex.games.cards.card_sets import offer
from ludex.games.cards.components import BIT, CARDS
from ludex.games.cards.events import CARD_DISCARDED, CARD_HIDDEN
from ludex.games.cards.moves import DISCARD_CARD, KNOCK
from ludex.games.cards.reasons import CANNOT_KNOCK, CARD_NOT_ALLOWED, NOT_NOW
from ludex.games.cards.rules.drawing import draw_one
from ludex.games.cards.rules.hands import lose_card
from ludex.games.cards.rules.melds import knocks


@rule
def discards_left(s: State, seat: int) -> bool:
    return bool(s.drawn < s.code[s.pc + DISCARD_COUNT] and s.hand_size[seat] > 0)


@rule
def discardable(s: State, seat: int) -> int:
    """The cards a seat may put away now."""
    return s.hand[seat] if discards_left(s, seat) else 0


@rule
def knocking_cards(s: State, seat: int) -> int:
    """The cards one may knock with."""
    limit = s.code[s.pc + KNOCK_LIMIT]
    return 0 if limit == NONE else knocks(s.hand[seat], limit)


@rule
def may_stop_discarding(s: State, cards: int) -> bool:
    """Whether a seat may put nothing (more) away."""
    return s.code[s.pc + DISCARD_FLAGS] & OPTIONAL != 0 or cards == 0


@rule
def offer_discards(s: State, seat: int, cards: int, out: Any) -> int:
    count = offer(out, 0, DISCARD_CARD, cards)
    return offer(out, count, KNOCK, knocking_cards(s, seat)) if cards else count


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
def discard_step(s: State, seat: int, move: int, log: Any) -> None:
    """Put a card away, and end the hand with it by knocking."""
    if move >= KNOCK:
        s.knocker = 1 + seat
        s.bonus = s.code[s.pc + KNOCK_BONUS]
        s.hand_over = 1
    discard_card(s, seat, move - KNOCK if move >= KNOCK else move - DISCARD_CARD, log)
    if s.hand_over or not discards_left(s, seat):
        end_discard(s, seat, log)


@rule
def discard_card(s: State, seat: int, card: int, log: Any) -> None:
    """Onto the pile, or face down."""
    lose_card(s, seat, card)
    s.drawn += 1
    if s.code[s.pc + DISCARD_FLAGS] & FACE_DOWN:
        s.dropped[seat] |= BIT[card]
        s.dropped_size[seat] += 1
        note(log, CARD_HIDDEN, EVERYONE, seat)
    else:
        s.pile |= BIT[card]
        s.top = 1 + card
        s.wish = 0
        note(log, CARD_DISCARDED, EVERYONE, seat, card)


@rule
def end_discard(s: State, seat: int, log: Any) -> None:
    """Where hands are filled up again, as many cards are drawn as were put away."""
    if s.code[s.pc + DISCARD_FLAGS] & REFILL:
        while s.drawn > 0 and s.stock_size > 0:
            draw_one(s, seat, log)
            s.drawn -= 1
    s.done = 1
