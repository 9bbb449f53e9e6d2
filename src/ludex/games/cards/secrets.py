"""Hidden information: what a seat may not know, and dealing it again so that it fits all that the seat does know."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.cards.bytecode.layouts import FIRST_PHASE
from ludex.games.cards.bytecode.numbers import past_block
from ludex.games.cards.card_sets import lowest, pick, size
from ludex.games.cards.components import BIT
from ludex.games.cards.parts.passing.genome import PASS
from ludex.games.cards.parts.passing.places import PASS_CARDS
from ludex.games.cards.parts.passing.rules import pass_offset
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.places import BLIND, TRICK_FLAGS
from ludex.games.cards.parts.trumps.rules import suit_cards, suit_of
from ludex.games.cards.state import SEATS, State

HOLDERS = 2 * SEATS + 1
"""The number of places that can hold unseen cards: hands, cards dropped face down, and the stock."""


@rule
def sees_own_hand(s: State) -> bool:
    """Return True if players see their own cards: in blind tricks they do not."""
    return s.code[s.pc] != TRICK or not s.code[s.pc + TRICK_FLAGS] & BLIND


@rule
def hide(s: State, seat: int) -> None:
    """Blank the stock, what is not known of the other hands, and what other seats did or saw face down."""
    s.stock = 0
    for other in range(s.seats):
        if other != seat or not sees_own_hand(s):
            s.hand[other] &= s.known[other] | known_to(s, seat, other)
        if other != seat:
            if other == claimer(s):
                s.claim_cards = 0
            s.chosen[other] = 0
            if passed_to(s, other) != seat:
                s.given[other] = 0
            s.dropped[other] = 0
            s.seen[other] = 0


@rule
def claimer(s: State) -> int:
    """The seat that lays or has laid cards to a claim."""
    return int(s.claimer - 1 if s.claimer else s.turn)


@rule
def known_to(s: State, seat: int, other: int) -> int:
    """The cards that a seat knows to have gone into another hand, because it passed them there itself."""
    cards = 0
    if seat >= 0 and seat != other and passed_to(s, seat) == other:
        cards = s.given[seat]
    return cards


@rule
def passed_to(s: State, seat: int) -> int:
    """The seat that a seat passed its cards to in this hand, or -1 if it has passed none."""
    if s.given[seat] == 0:
        return -1
    return int((seat + s.passed_by) % s.seats)


@rule
def redeal(s: State, seat: int) -> None:
    """Deal the unseen cards at random: to each hand as many as it has, but no suit that it is known not to hold.

    A card goes to one of the holders that have room, with a chance in proportion to their room. A choice is taken back
    if some suit would be left with more cards than there is room for them. So a fitting deal is always found, and where
    no seat is known to be short of a suit, all deals are equally likely.
    """
    unseen = s.deck & ~(s.pile | s.table | s.pot_cards)
    for other in range(SEATS):
        unseen &= ~(s.hand[other] | s.won[other] | s.dropped[other])
    while unseen:
        card = lowest(unseen)
        unseen &= unseen - 1
        give_unseen(s, card, unseen)
    choose_unseen(s, seat)
    pass_unseen(s)
    claim_unseen(s)


@rule
def room(s: State, holder: int) -> int:
    """Return the number of unseen cards that a holder has yet to get."""
    if holder < SEATS:
        return int(s.hand_size[holder] - size(s.hand[holder]))
    if holder < 2 * SEATS:
        return int(s.dropped_size[holder - SEATS] - size(s.dropped[holder - SEATS]))
    return int(s.stock_size - size(s.stock))


@rule
def put(s: State, holder: int, card: int) -> None:
    if holder < SEATS:
        s.hand[holder] ^= BIT[card]
    elif holder < 2 * SEATS:
        s.dropped[holder - SEATS] ^= BIT[card]
    else:
        s.stock ^= BIT[card]


@rule
def may_hold(s: State, holder: int, suit: int) -> bool:
    return holder >= SEATS or not s.voids[holder] >> suit & 1


@rule
def give_unseen(s: State, card: int, rest: int) -> None:
    """Give one card to a holder so that the rest still fits. A card that has no possible holder is left out."""
    tried = 0
    suit = suit_of(s, card)
    while True:
        total = 0
        for holder in range(HOLDERS):
            if not tried >> holder & 1 and may_hold(s, holder, suit):
                total += room(s, holder)
        if total <= 0:
            return
        at = below(s, total)
        holder = 0
        while tried >> holder & 1 or not may_hold(s, holder, suit) or at >= room(s, holder):
            if not tried >> holder & 1 and may_hold(s, holder, suit):
                at -= room(s, holder)
            holder += 1
        put(s, holder, card)
        if fits(s, rest):
            return
        put(s, holder, card)
        tried |= 1 << holder


@rule
def fits(s: State, rest: int) -> bool:
    """Return True if every set of suits has room enough for its cards among the holders that may hold any of them
    (Hall's theorem)."""
    voids = 0
    for seat in range(s.seats):
        voids |= s.voids[seat]
    if voids == 0:
        return True
    for suits in range(1, 16):
        cards = places = 0
        for suit in range(4):
            if suits >> suit & 1:
                cards += size(rest & suit_cards(s, suit))
        for holder in range(HOLDERS):
            if holder >= SEATS or suits & ~s.voids[holder]:
                places += room(s, holder)
        if cards > places:
            return False
    return True


@rule
def claim_unseen(s: State) -> None:
    """Choose the cards of an unseen claim among those that the claimer has laid face down."""
    if s.claim_cards:
        return
    rest = s.dropped[claimer(s)]
    for chosen in range(s.claimed):
        card = pick(s, rest, s.dropped_size[claimer(s)] - chosen)
        rest &= ~BIT[card]
        s.claim_cards |= BIT[card]


@rule
def choose_unseen(s: State, seat: int) -> None:
    """Choose the cards that other seats have chosen to pass: all of them, or only some for a seat that is not done. As
    long as the seat sees the match as it was set up, no other seat is thought to have begun."""
    if s.code[s.pc] != PASS or pass_offset(s) == 0:
        return
    begun = s.hand_number > 0 or s.todo != s.alive or (seat >= 0 and s.chosen[seat] != 0)
    for other in range(s.seats):
        if other != seat:
            rest = s.hand[other]
            left = int(s.hand_size[other])
            wanted = int(s.code[s.pc + PASS_CARDS])
            if s.todo >> other & 1:
                wanted = below(s, wanted) if begun else 0
            for _ in range(wanted):
                card = pick(s, rest, left)
                s.chosen[other] |= BIT[card]
                rest &= ~BIT[card]
                left -= 1


@rule
def pass_unseen(s: State) -> None:
    """Choose the cards that other seats have passed to each other, any of those that the receivers have had since."""
    if s.passed_by == 0:
        return
    at = FIRST_PHASE
    while s.code[at] != PASS:
        at = past_block(s, at)
    for giver in range(s.seats):
        if s.given[giver] == 0:
            choose_passed(s, giver, s.code[at + PASS_CARDS])


@rule
def choose_passed(s: State, giver: int, count: int) -> None:
    """Choose what one seat has passed: cards that the receiver still holds, or that have been played.

    Who played which card before the present trick is not looked at, so any card may stand for one of those.
    """
    taker = (giver + s.passed_by) % s.seats
    held, free = s.hand[taker], 0
    for other in range(s.seats):
        free |= s.won[other]
    if s.played[taker]:
        free |= BIT[s.played[taker] - 1]
    for other in range(s.seats):
        held, free = held & ~s.given[other], free & ~s.given[other]
    holds, played = size(held), size(free)
    gone = min(s.tricks_played + (1 if s.played[taker] else 0), played)
    for _ in range(min(count, holds + gone)):
        if below(s, holds + gone) < holds:
            card = pick(s, held, holds)
            holds -= 1
        else:
            card = pick(s, free, played)
            played -= 1
            gone -= 1
        held, free = held & ~BIT[card], free & ~BIT[card]
        s.given[giver] |= BIT[card]
