"""The steps of a turn: drawing, playing, discarding. Each has what may be done, and what it does."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.cards.bits import lowest, pick, size
from ludex.games.cards.bytecode import EFFECT
from ludex.games.cards.dealing import from_stock
from ludex.games.cards.deck import BIT, RANK_MASK
from ludex.games.cards.moves import (
    CAPTURED,
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_HIDDEN,
    CARD_PLAYED,
    CARD_TAKEN,
    CARDS_DRAWN,
    SET_PLAYED,
    SUIT_NAMED,
)
from ludex.games.cards.program import get_card, lose_card, next_in, strength, with_cards
from ludex.games.cards.showdown import card_total
from ludex.games.cards.state import (
    BOOK,
    BY_BLACKJACK,
    CAPTURE,
    DISCARD_COUNT,
    DISCARD_FLAGS,
    DRAW_AT_WILL,
    DRAW_COUNT,
    DRAW_IF_STUCK,
    EFFECT_AGAIN,
    EFFECT_DRAW,
    EFFECT_REVERSE,
    EFFECT_SKIP,
    EFFECTS_AT,
    FACE_DOWN,
    FROM_NEIGHBOUR,
    FROM_PILE,
    FROM_STOCK,
    LIMIT,
    ONTO_TABLE,
    RANKING,
    REFILL,
    RESHUFFLE,
    SOURCE,
    STRENGTH,
    TO,
    WHEN,
)

DEALER_STANDS = 17
CONDITIONS_AT = 7
SAME_SUIT, SAME_RANK, SAME_COLOUR, BEATS_TOP, ADJACENT, ANYTHING = range(1, 7)
RANK_IS = 32


# Drawing


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
def dealer_stands(s: State, seat: int) -> bool:
    """Against all others the dealer has no choice: it draws below 17 and stands from there."""
    return card_total(s.hand[seat]) >= DEALER_STANDS


@rule
def is_house(s: State, seat: int) -> bool:
    return bool(s.code[RANKING] == BY_BLACKJACK and seat == s.dealer)


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


@rule
def put_books(s: State, seat: int) -> None:
    """Cards of one rank, as many as make a book, are put down."""
    book = s.code[BOOK]
    for rank in range(13):
        cards = s.hand[seat] & RANK_MASK[rank]
        while book and size(cards) >= book:
            for _ in range(book):
                card = lowest(cards)
                cards &= cards - 1
                lose_card(s, seat, card)
                s.won[seat] |= BIT[card]


# Playing


@rule
def holds(s: State, condition: int, card: int) -> bool:
    """Whether a condition holds for a card; where no card lies on top, all that compare with it do."""
    if condition >= RANK_IS:
        return card % 13 == condition - RANK_IS
    if condition == ANYTHING:
        return True
    if condition == ADJACENT:
        return is_adjacent(s, card)
    if s.top == 0:
        return True
    top = s.top - 1
    if condition == SAME_SUIT:
        return bool(card // 13 == (s.wish - 1 if s.wish else top // 13))
    if condition == SAME_RANK:
        return bool(card % 13 == top % 13)
    if condition == SAME_COLOUR:
        return (card // 13 in (1, 2)) == (top // 13 in (1, 2))
    return strength(s, card) > strength(s, top)


@rule
def is_adjacent(s: State, card: int) -> bool:
    """Whether the next stronger or weaker card of the suit lies on the table."""
    for rank in range(13):
        place = s.code[STRENGTH + rank]
        if place and abs(place - strength(s, card)) == 1 and s.table >> (card - card % 13 + rank) & 1:
            return True
    return False


@rule
def allowed(s: State, seat: int, at: int) -> int:
    """The cards of a hand for which any group of conditions holds."""
    cards, rest = 0, s.hand[seat]
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        group = True
        for item in range(s.code[at + CONDITIONS_AT - 1]):
            condition = s.code[at + CONDITIONS_AT + item]
            if condition == 0:
                if group:
                    break
                group = True
            elif not holds(s, condition, card):
                group = False
        if group:
            cards |= BIT[card]
    return cards


@rule
def play_card(s: State, seat: int, card: int, wish: int, log: Any) -> None:
    """Onto the pile, onto the table, or to capture from it; then the card's effects."""
    lose_card(s, seat, card)
    s.passes = 0
    note(log, CARD_PLAYED, EVERYONE, seat, card)
    to = s.code[s.pc + TO]
    if to == ONTO_TABLE:
        s.table |= BIT[card]
    elif to == CAPTURE:
        capture(s, seat, card, log)
    else:
        s.pile |= BIT[card]
        s.top = 1 + card
        s.wish = wish
        if wish:
            note(log, SUIT_NAMED, EVERYONE, seat, wish - 1)
    effects(s, card % 13)


@rule
def play_set(s: State, seat: int, rank: int, count: int, log: Any) -> None:
    """So many cards of a rank, the lowest suits first."""
    note(log, SET_PLAYED, EVERYONE, seat, rank, count)
    s.passes = 0
    s.set_size = count
    s.leader = seat
    for _ in range(count):
        card = lowest(s.hand[seat] & RANK_MASK[rank])
        lose_card(s, seat, card)
        s.pile |= BIT[card]
        s.top = 1 + card
    effects(s, rank)


@rule
def captured(s: State, card: int) -> int:
    """What a card captures: an equal card, else two cards that add up to it, else three; the lowest there are."""
    value = strength(s, card)
    for size_wanted in range(1, 4):
        for first in range(52):
            if s.table >> first & 1:
                one = value - strength(s, first)
                if size_wanted == 1 and one == 0:
                    return int(BIT[first])
                for second in range(first + 1, 52):
                    if size_wanted > 1 and s.table >> second & 1:
                        two = one - strength(s, second)
                        if size_wanted == 2 and two == 0:
                            return int(BIT[first] | BIT[second])
                        for third in range(second + 1, 52):
                            if size_wanted == 3 and s.table >> third & 1 and two == strength(s, third):
                                return int(BIT[first] | BIT[second] | BIT[third])
    return 0


@rule
def capture(s: State, seat: int, card: int, log: Any) -> None:
    """Who captures takes both; who clears the table has made a sweep."""
    cards = captured(s, card)
    if cards == 0:
        s.table |= BIT[card]
        return
    s.table &= ~cards
    s.won[seat] |= cards | BIT[card]
    s.leader = seat
    if s.table == 0:
        s.sweeps[seat] += 1
    note(log, CAPTURED, EVERYONE, seat, size(cards))


@rule
def effects(s: State, rank: int) -> None:
    """All effects of a rank; they come about when the turn ends."""
    at = int(s.code[EFFECTS_AT])
    while s.code[at] == EFFECT:
        if s.code[at + 1] == rank:
            does, count = s.code[at + 2], s.code[at + 3]
            if does == EFFECT_SKIP:
                s.skipping += count
            elif does == EFFECT_REVERSE:
                s.direction = -s.direction
            elif does == EFFECT_AGAIN:
                s.again = 1
            elif does == EFFECT_DRAW:
                s.penalty += count
        at += 4


# Discarding


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


@rule
def discards_left(s: State, seat: int) -> bool:
    return bool(s.drawn < s.code[s.pc + DISCARD_COUNT] and s.hand_size[seat] > 0)
