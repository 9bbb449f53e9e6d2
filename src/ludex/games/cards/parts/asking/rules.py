"""Asking: a seat asks another for its cards of a rank."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.events import Asked
from ludex.games.cards.moves import Ask, Draw, Skip
from ludex.games.cards.parts.asking.genome import ASK
from ludex.games.cards.parts.drawing.rules import draw_card
from ludex.games.cards.parts.hands import get_card, lose_card, put_books
from ludex.games.cards.parts.seats import pass_turn
from ludex.games.cards.reasons import MUST_ACT, NOT_NOW
from ludex.games.cards.state import State

CANNOT_ASK = reason("cannot-ask", "ask another player who has cards, for a rank that you hold.")


@rule
def can_ask(s: State, seat: int, other: int) -> bool:
    """Return True if a seat has cards, and the other has some to be asked for."""
    return other != seat and s.alive >> other & 1 != 0 and s.hand_size[other] > 0 and s.hand_size[seat] > 0


@rule
def can_ask_anyone(s: State, seat: int) -> bool:
    for other in range(s.seats):
        if can_ask(s, seat, other):
            return True
    return False


@offers(when=ASK)
def offer_asking(s: State, seat: int, out: Rows) -> int:
    count = 0
    for other in range(s.seats):
        if can_ask(s, seat, other):
            for rank in range(13):
                if s.hand[seat] & RANK_MASK[rank]:
                    count = offer(out, count, Ask, other, rank)
    if count == 0 and s.stock_size > 0:
        count = offer(out, count, Draw)
    return offer(out, count, Skip) if count == 0 else count


@refusal(Ask, when=ASK)
def why_not_ask(s: State, seat: int, seat_: int, rank: int) -> int:
    fits = seat_ < s.seats and can_ask(s, seat, seat_) and s.hand[seat] & RANK_MASK[rank] != 0
    return 0 if fits else CANNOT_ASK


@refusal(Draw, when=ASK)
def why_not_draw_instead(s: State, seat: int) -> int:
    return 0 if not can_ask_anyone(s, seat) and s.stock_size > 0 else NOT_NOW


@refusal(Skip, when=ASK)
def why_not_stop_asking(s: State, seat: int) -> int:
    return MUST_ACT if can_ask_anyone(s, seat) or s.stock_size > 0 else 0


@effect(Draw, when=ASK)
def draw_instead(s: State, seat: int, log: Log) -> None:
    """Draw a card for a seat that has no player to ask, and may ask then."""
    draw_card(s, seat, log)
    s.drawn += 1
    s.passes = 0
    put_books(s, seat)


@effect(Skip, when=ASK)
def ask_nobody(s: State, seat: int, log: Log) -> None:
    pass_turn(s, seat, log)


@effect(Ask, when=ASK)
def ask(s: State, seat: int, seat_: int, rank: int, log: Log) -> None:
    """The seat that is asked gives all its cards of the rank. If it has none, the turn ends with a card drawn."""
    cards = s.hand[seat_] & RANK_MASK[rank]
    count = size(cards)
    note(log, Asked, EVERYONE, seat, seat_, rank, count)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        lose_card(s, seat_, card)
        get_card(s, seat, card)
        s.known[seat] |= 1 << card
    if count == 0:
        if s.stock_size > 0:
            draw_card(s, seat, log)
        s.done = 1
    put_books(s, seat)
    s.passes = 0
