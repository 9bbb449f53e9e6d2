"""Drawing: a step of a turn in which a seat takes cards."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.games.cards.bytecode.numbers import past_block
from ludex.games.cards.bytecode.places import (
    BY_BLACKJACK,
    DRAW_AT_WILL,
    DRAW_COUNT,
    DRAW_IF_STUCK,
    FROM_NEIGHBOUR,
    FROM_PILE,
    FROM_STOCK,
    LIMIT,
    RANKING,
    RESHUFFLE,
    SOURCE,
    WHEN,
)
from ludex.games.cards.card_sets import pick, size
from ludex.games.cards.components import BIT
from ludex.games.cards.events import CARD_DRAWN, CARD_TAKEN, CARDS_DRAWN
from ludex.games.cards.moves import DRAW_CARD, TAKE_TOP
from ludex.games.cards.reasons import NOT_NOW, NOTHING_THERE
from ludex.games.cards.rules.hands import from_stock, get_card, lose_card, put_books
from ludex.games.cards.rules.playing import allowed
from ludex.games.cards.rules.seats import next_in, with_cards
from ludex.games.cards.rules.showdown import card_total

DEALER_STANDS = 17


@rule
def can_draw(s: State, seat: int) -> bool:
    """Whether there is a card to draw: in the stock, below the pile's top where that is shuffled, or at the next
    seat."""
    source = s.code[s.pc + SOURCE]
    if source == FROM_NEIGHBOUR:
        return with_cards(s) & ~(1 << seat) != 0
    if source == FROM_PILE:
        return False
    if s.code[s.pc + RESHUFFLE] and s.top and s.pile & ~BIT[s.top - 1]:
        return True
    return bool(s.stock_size > 0)


@rule
def can_take(s: State) -> bool:
    """Whether the pile's top may be taken."""
    source = s.code[s.pc + SOURCE]
    return bool(s.top > 0 and source != FROM_STOCK and source != FROM_NEIGHBOUR)


@rule
def playable_next(s: State, seat: int) -> int:
    """The cards a seat could play in the step after this one, where it draws only while it has none."""
    return allowed(s, seat, past_block(s, s.pc)) if s.code[s.pc + WHEN] == DRAW_IF_STUCK else 0


@rule
def wants_draw(s: State, seat: int, cards: int) -> bool:
    """Whether the draw step asks for (another) card; `cards` are those that could be played after it."""
    if not can_draw(s, seat) and not can_take(s):
        return False
    if s.drawn >= s.code[s.pc + DRAW_COUNT]:
        return False
    when = s.code[s.pc + WHEN]
    if when == DRAW_IF_STUCK:
        return cards == 0
    if when == DRAW_AT_WILL:
        return bool(card_total(s.hand[seat]) < s.code[s.pc + LIMIT])
    return True


@rule
def is_house(s: State, seat: int) -> bool:
    return bool(s.code[RANKING] == BY_BLACKJACK and seat == s.dealer)


@rule
def dealer_stands(s: State, seat: int) -> bool:
    """Against all others the dealer has no choice: it draws below 17 and stands from there."""
    return card_total(s.hand[seat]) >= DEALER_STANDS


@rule
def stands(s: State, seat: int) -> bool:
    """Whether the seat is the dealer against all others, and has drawn enough."""
    return is_house(s, seat) and s.code[s.pc + WHEN] == DRAW_AT_WILL and dealer_stands(s, seat)


@rule
def may_stop_drawing(s: State, seat: int, cards: int) -> bool:
    """Whether a seat may leave it at that: where drawing is free, or where there is nothing (more) to draw."""
    if s.code[s.pc + WHEN] == DRAW_AT_WILL and (not is_house(s, seat) or stands(s, seat)):
        return True
    return not wants_draw(s, seat, cards)


@rule
def offer_drawing(s: State, seat: int, cards: int, out: Any) -> int:
    count = 0
    for move in range(DRAW_CARD, TAKE_TOP + 1):
        if why_not_draw(s, seat, move, cards) == 0:
            count = option(out, count, move)
    return count


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
def draw_step(s: State, seat: int, move: int, log: Any) -> None:
    """Draw, and go on drawing while the step asks for it."""
    if move == TAKE_TOP:
        take_top(s, seat, log)
    elif s.code[s.pc + SOURCE] == FROM_NEIGHBOUR:
        draw_from_neighbour(s, seat, log)
    else:
        draw_one(s, seat, log)
    s.drawn += 1
    s.passes = 0
    put_books(s, seat)
    if not wants_draw(s, seat, playable_next(s, seat)):
        s.done = 1


@rule
def draw_one(s: State, seat: int, log: Any) -> None:
    """A card from the stock, which only the drawer sees. An empty stock is made anew of the pile below its top."""
    if s.stock_size == 0:
        s.stock = s.pile & ~BIT[s.top - 1]
        s.stock_size = size(s.stock)
        s.pile = BIT[s.top - 1]
    card = from_stock(s)
    get_card(s, seat, card)
    note(log, CARD_DRAWN, 1 << seat, seat, card)
    note(log, CARDS_DRAWN, EVERYONE, seat, 1)


@rule
def draw_from_neighbour(s: State, seat: int, log: Any) -> None:
    """A card of the next seat's hand, unseen; the two of them know it."""
    victim = next_in(s, seat, with_cards(s) & ~(1 << seat))
    card = pick(s, s.hand[victim], s.hand_size[victim])
    lose_card(s, victim, card)
    s.known[victim] = 0
    get_card(s, seat, card)
    note(log, CARD_DRAWN, 1 << seat | 1 << victim, seat, card)
    note(log, CARDS_DRAWN, EVERYONE, seat, 1)


@rule
def take_top(s: State, seat: int, log: Any) -> None:
    """The pile's top, which everybody sees; what lay below it is not known to be next."""
    card = s.top - 1
    s.pile &= ~BIT[card]
    s.top = 0
    get_card(s, seat, card)
    s.known[seat] |= BIT[card]
    note(log, CARD_TAKEN, EVERYONE, seat, card)
