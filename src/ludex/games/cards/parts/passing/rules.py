"""Passing: all seats choose cards for another seat at the same time, and all of these cards move at once."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, asked, effect, note, offers, reason, refusal, rule
from ludex.games.cards.card_sets import lowest, offer_cards, size
from ludex.games.cards.components import BIT
from ludex.games.cards.events import CardChosen, CardReceived, CardsPassed
from ludex.games.cards.moves import PassCard
from ludex.games.cards.parts.passing.genome import PASS
from ludex.games.cards.parts.passing.places import ACROSS, HOLD, PASS_CARDS, PASS_FIRST, PASS_WAYS, RIGHT
from ludex.games.cards.parts.seats import next_in
from ludex.games.cards.reasons import NOT_IN_HAND
from ludex.games.cards.state import State

ALREADY_CHOSEN = reason("already-chosen", "you have already chosen {card}.")


@rule
def pass_offset(s: State) -> int:
    """Return the number of seats by which cards are passed in this hand; 0 is none."""
    way = s.code[s.pc + PASS_FIRST + s.hand_number % s.code[s.pc + PASS_WAYS]]
    if way == HOLD:
        return 0
    if way == RIGHT:
        return int(s.seats - 1)
    return int(s.seats // 2 if way == ACROSS else 1)


@rule
def begin_passing(s: State) -> None:
    """Every seat has to choose. `turn` is the first seat from the dealer's left that still has to: loops that ask one
    seat at a time ask that one."""
    s.todo = s.alive
    s.turn = next_in(s, s.dealer, s.todo)
    if pass_offset(s) == 0 or size(s.alive) < s.seats:
        s.done = 1


@asked(when=PASS)
def asked_to_pass(s: State) -> int:
    """All seats choose together which cards they pass."""
    return 0 if s.ended else int(s.todo)


@offers(when=PASS)
def offer_passing(s: State, seat: int, out: Rows) -> int:
    """Every card of the hand that is not chosen yet."""
    return offer_cards(out, 0, PassCard, s.hand[seat] & ~s.chosen[seat])


@refusal(PassCard, when=PASS)
def why_not_pass(s: State, seat: int, card: int) -> int:
    if not s.hand[seat] >> card & 1:
        return NOT_IN_HAND
    return ALREADY_CHOSEN if s.chosen[seat] >> card & 1 else 0


@effect(PassCard, when=PASS)
def choose_card(s: State, seat: int, card: int, log: Log) -> None:
    """Choose one more card to pass. When all have chosen, the cards move."""
    s.chosen[seat] |= BIT[card]
    note(log, CardChosen, 1 << seat, seat, card)
    if size(s.chosen[seat]) < s.code[s.pc + PASS_CARDS]:
        return
    s.todo &= ~(1 << seat)
    if s.todo:
        s.turn = next_in(s, s.dealer, s.todo)
    else:
        pass_cards(s, log)
        s.done = 1


@rule
def pass_cards(s: State, log: Log) -> None:
    """All chosen cards leave their hands before any arrives; what was known of a hand is known no longer."""
    offset = pass_offset(s)
    s.passed_by = offset
    for giver in range(s.seats):
        taker = (giver + offset) % s.seats
        s.hand[giver] &= ~s.chosen[giver]
        s.given[giver] = s.chosen[giver]
        note(log, CardsPassed, EVERYONE, giver, taker)
    for giver in range(s.seats):
        taker = (giver + offset) % s.seats
        s.hand[taker] |= s.chosen[giver]
        s.chosen[giver] = 0
        s.known[giver] = 0
        tell_received(s, giver, taker, log)


@rule
def tell_received(s: State, giver: int, taker: int, log: Log) -> None:
    """Report to both seats which cards were passed from one to the other."""
    cards = s.given[giver]
    while cards:
        note(log, CardReceived, 1 << giver | 1 << taker, taker, lowest(cards), giver)
        cards &= cards - 1
