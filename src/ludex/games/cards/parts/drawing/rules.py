"""Drawing: a step of a turn in which a seat takes cards."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offers, reason, refusal, rule
from ludex.games.cards.bytecode.numbers import past_block
from ludex.games.cards.card_sets import pick, size
from ludex.games.cards.components import BIT
from ludex.games.cards.events import CardDrawn, CardsDrawn, CardTaken
from ludex.games.cards.moves import Draw, Skip, TakeTop
from ludex.games.cards.parts.betting.places import BY_BLACKJACK, RANKING
from ludex.games.cards.parts.betting.showdown import card_total
from ludex.games.cards.parts.drawing.genome import DRAW
from ludex.games.cards.parts.drawing.places import (
    DRAW_AT_WILL,
    DRAW_COUNT,
    DRAW_IF_STUCK,
    FROM_NEIGHBOUR,
    FROM_PILE,
    FROM_STOCK,
    LIMIT,
    RESHUFFLE,
    SOURCE,
    WHEN,
)
from ludex.games.cards.parts.hands import from_stock, get_card, lose_card, put_books
from ludex.games.cards.parts.playing.rules import allowed
from ludex.games.cards.parts.seats import is_step, next_in, pass_turn, with_cards
from ludex.games.cards.reasons import MUST_ACT
from ludex.games.cards.state import State

DEALER_STANDS = 17

NOTHING_THERE = reason("nothing-there", "there is no card that you may draw or take now.")


@rule
def reshuffles(s: State) -> bool:
    """Return True if a step of the turn says that an empty stock is made of the pile again."""
    at = s.group
    while is_step(s.code[at]):
        if s.code[at] == DRAW and s.code[at + RESHUFFLE]:
            return True
        at = past_block(s, at)
    return False


@rule
def has_stock(s: State) -> bool:
    """Return True if a card can be drawn from the stock, or from the pile below its top once that is shuffled."""
    return bool(s.stock_size > 0 or (s.top and s.pile & ~BIT[s.top - 1] and reshuffles(s)))


@rule
def can_draw(s: State, seat: int) -> bool:
    """Return True if there is a card to draw: in the stock, below the pile's top where that is shuffled, or at the next
    seat."""
    source = s.code[s.pc + SOURCE]
    if source == FROM_NEIGHBOUR:
        return with_cards(s) & ~(1 << seat) != 0
    if source == FROM_PILE:
        return False
    return has_stock(s)


@rule
def can_take(s: State) -> bool:
    """Return True if the pile's top may be taken."""
    source = s.code[s.pc + SOURCE]
    return bool(s.top > 0 and source != FROM_STOCK and source != FROM_NEIGHBOUR)


@rule
def wants_draw(s: State, seat: int) -> bool:
    """Return True if the draw step asks for (another) card."""
    if not can_draw(s, seat) and not can_take(s):
        return False
    if s.drawn >= s.code[s.pc + DRAW_COUNT]:
        return False
    when = s.code[s.pc + WHEN]
    if when == DRAW_IF_STUCK:
        return allowed(s, seat, past_block(s, s.pc)) == 0
    if when == DRAW_AT_WILL:
        return bool(card_total(s.hand[seat]) < s.code[s.pc + LIMIT])
    return True


@rule
def is_house(s: State, seat: int) -> bool:
    return bool(s.code[RANKING] == BY_BLACKJACK and seat == s.dealer)


@rule
def dealer_stands(s: State, seat: int) -> bool:
    """The dealer who plays against all others stands at 17 points or more."""
    return card_total(s.hand[seat]) >= DEALER_STANDS


@rule
def stands(s: State, seat: int) -> bool:
    """Return True if the seat is the dealer against all others, and has drawn enough."""
    return is_house(s, seat) and s.code[s.pc + WHEN] == DRAW_AT_WILL and dealer_stands(s, seat)


@rule
def may_stand(s: State, seat: int) -> bool:
    """Return True if a seat may stand though it could draw more. A dealer against all others has no choice."""
    return s.code[s.pc + WHEN] == DRAW_AT_WILL and (not is_house(s, seat) or stands(s, seat))


@offers(when=DRAW)
def offer_drawing(s: State, seat: int, out: Rows) -> int:
    count, wants = 0, wants_draw(s, seat)
    if wants and not stands(s, seat):
        if can_draw(s, seat):
            count = offer(out, count, Draw)
        if can_take(s):
            count = offer(out, count, TakeTop)
    return count if wants and not may_stand(s, seat) else offer(out, count, Skip)


@refusal(Draw, when=DRAW)
def why_not_draw(s: State, seat: int) -> int:
    return 0 if not stands(s, seat) and wants_draw(s, seat) and can_draw(s, seat) else NOTHING_THERE


@refusal(TakeTop, when=DRAW)
def why_not_take(s: State, seat: int) -> int:
    return 0 if not stands(s, seat) and wants_draw(s, seat) and can_take(s) else NOTHING_THERE


@refusal(Skip, when=DRAW)
def why_not_stop_drawing(s: State, seat: int) -> int:
    return MUST_ACT if wants_draw(s, seat) and not may_stand(s, seat) else 0


@effect(Draw, when=DRAW)
def draw(s: State, seat: int, log: Log) -> None:
    """A card from the stock, or from the hand of the next seat."""
    if s.code[s.pc + SOURCE] == FROM_NEIGHBOUR:
        draw_from_neighbour(s, seat, log)
    else:
        draw_card(s, seat, log)
    continue_drawing(s, seat)


@effect(TakeTop, when=DRAW)
def take_top(s: State, seat: int, log: Log) -> None:
    """Take the pile's top, which all players see and which may not be thrown back. The pile then has no known top."""
    card = s.top - 1
    s.pile &= ~BIT[card]
    s.top = 0
    get_card(s, seat, card)
    s.known[seat] |= BIT[card]
    s.played[seat] = 1 + card
    note(log, CardTaken, EVERYONE, seat, card)
    continue_drawing(s, seat)


@effect(Skip, when=DRAW)
def stop_drawing(s: State, seat: int, log: Log) -> None:
    pass_turn(s, seat, log)


@rule
def continue_drawing(s: State, seat: int) -> None:
    """Draw again while the step asks for it."""
    s.drawn += 1
    s.passes = 0
    put_books(s, seat)
    if not wants_draw(s, seat):
        s.done = 1


@rule
def draw_card(s: State, seat: int, log: Log) -> None:
    """A card from the stock, or from the pile below its top. The drawer forgets what it drew before."""
    s.seen[seat] = 0
    draw_one(s, seat, log)


@rule
def draw_cards(s: State, seat: int, count: int, log: Log) -> None:
    """A number of cards in one go, or as many as there are."""
    if count:
        s.seen[seat] = 0
    for _ in range(count):
        if has_stock(s):
            draw_one(s, seat, log)


@rule
def draw_one(s: State, seat: int, log: Log) -> None:
    """A card from the stock, which only the drawer sees. An empty stock is refilled from the pile below its top."""
    if s.stock_size == 0:
        s.stock = s.pile & ~BIT[s.top - 1]
        s.stock_size = size(s.stock)
        s.pile = BIT[s.top - 1]
    card = from_stock(s)
    get_card(s, seat, card)
    s.seen[seat] |= BIT[card]
    note(log, CardDrawn, 1 << seat, seat, card)
    note(log, CardsDrawn, EVERYONE, seat, 1)


@rule
def draw_from_neighbour(s: State, seat: int, log: Log) -> None:
    """A card of the next seat's hand, unseen; the two of them know it."""
    victim = next_in(s, seat, with_cards(s) & ~(1 << seat))
    card = pick(s, s.hand[victim], s.hand_size[victim])
    lose_card(s, victim, card)
    s.known[victim] = 0
    get_card(s, seat, card)
    s.seen[seat] = s.seen[victim] = BIT[card]
    note(log, CardDrawn, 1 << seat | 1 << victim, seat, card)
    note(log, CardsDrawn, EVERYONE, seat, 1)
