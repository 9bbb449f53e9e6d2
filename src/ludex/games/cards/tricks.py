"""Passing cards on, and tricks."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.cards.bits import pick, size
from ludex.games.cards.bytecode import NONE
from ludex.games.cards.deck import BIT
from ludex.games.cards.moves import CARD_CHOSEN, CARD_PLAYED, CARDS_PASSED, TRICK_TIED, TRICK_WON
from ludex.games.cards.program import (
    lose_card,
    next_in,
    number,
    strength,
    suit_cards,
    suit_of,
    with_cards,
)
from ludex.games.cards.state import (
    ACROSS,
    BLIND,
    BREAK_TRUMP,
    BREAKING,
    BY_RANK,
    CLEAN_START,
    FIRST_LEAD,
    FLAGS,
    FOLLOW,
    HOLD,
    LOW_CARD_WINS,
    MUST_TRUMP,
    PASS_CARDS,
    PASS_FIRST,
    PASS_WAYS,
    RIGHT,
    SEATS,
    TAKE,
    TRICKS,
    TURN_LIMIT,
    UNBREAKABLE,
)


@rule
def pass_offset(s: State) -> int:
    """How many seats on cards are passed in this hand; 0 is none."""
    way = s.code[s.pc + PASS_FIRST + s.hand_number % s.code[s.pc + PASS_WAYS]]
    if way == HOLD:
        return 0
    if way == RIGHT:
        return int(s.seats - 1)
    return int(s.seats // 2 if way == ACROSS else 1)


@rule
def begin_passing(s: State) -> None:
    """Left of the dealer chooses first; nobody sees what is chosen."""
    s.todo = s.alive
    s.turn = next_in(s, s.dealer, s.todo)
    if pass_offset(s) == 0 or size(s.alive) < s.seats:
        s.done = 1


@rule
def choose_card(s: State, seat: int, card: int, log: Any) -> None:
    """One more card chosen to be passed; when all have chosen, the cards move."""
    s.chosen[seat] |= BIT[card]
    s.drawn += 1
    note(log, CARD_CHOSEN, 1 << seat, seat, card)
    if s.drawn < s.code[s.pc + PASS_CARDS]:
        return
    s.todo &= ~(1 << seat)
    s.drawn = 0
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
        return
    offset = pass_offset(s)
    s.passed_by = offset
    for giver in range(s.seats):
        taker = (giver + offset) % s.seats
        s.hand[giver] &= ~s.chosen[giver]
        s.given[giver] = s.chosen[giver]
        note(log, CARDS_PASSED, EVERYONE, giver, taker)
    for giver in range(s.seats):
        taker = (giver + offset) % s.seats
        s.hand[taker] |= s.chosen[giver]
        s.chosen[giver] = 0
    for giver in range(s.seats):
        s.known[giver] = 0
    s.done = 1


@rule
def begin_tricks(s: State) -> None:
    """Left of the dealer leads, or who holds the card that has to be led. What the phase says is kept at hand."""
    s.flags = s.code[s.pc + FLAGS]
    s.breaking = s.code[s.pc + BREAKING]
    s.first_lead = s.code[s.pc + FIRST_LEAD]
    s.todo = with_cards(s)
    s.leader = next_in(s, s.dealer, s.todo)
    first = s.first_lead
    if first != NONE:
        for seat in range(s.seats):
            if s.hand[seat] >> first & 1:
                s.leader = seat
                s.known[seat] |= BIT[first]
    s.turn = s.leader


@rule
def playable(s: State, seat: int) -> int:
    """The cards a seat may play to the trick."""
    hand = s.hand[seat]
    if s.lead_suit == 0:
        return leads(s, hand)
    flags = s.flags
    if flags & FOLLOW:
        same = hand & suit_cards(s, s.lead_suit - 1)
        if same:
            return int(same)
        if flags & MUST_TRUMP:
            trumps = hand & suit_cards(s, s.trump - 1)
            if trumps:
                return int(trumps)
    if flags & CLEAN_START and s.tricks_played == 0 and hand & ~s.scoring_cards:
        return int(hand & ~s.scoring_cards)
    return int(hand)


@rule
def leads(s: State, hand: int) -> int:
    """The cards that may be led: the first lead may be prescribed, a suit may have to be broken first."""
    first = s.first_lead
    if s.tricks_played == 0 and first != NONE and hand >> first & 1:
        return int(BIT[first])
    breaking = s.breaking
    if breaking and not s.broken:
        suit = s.trump if breaking == BREAK_TRUMP else breaking
        rest = hand & ~suit_cards(s, suit - 1)
        if rest:
            return rest
    return hand


@rule
def power(s: State, card: int, suit: int, flags: int) -> int:
    """How well a card of a suit (from 1) does in the trick: trumps above the suit led, everything else is nothing."""
    value = strength(s, card)
    if flags & LOW_CARD_WINS:
        value = 16 - value
    if suit == s.trump:
        value += 16
    return 0 if suit != s.trump and suit != s.lead_suit and not flags & BY_RANK else value


@rule
def flip_card(s: State, seat: int) -> int:
    """A card of the hand, unseen."""
    return pick(s, s.hand[seat], s.hand_size[seat])


@rule
def play_to_trick(s: State, seat: int, card: int, log: Any) -> None:
    """A card is played; the last one ends the trick."""
    flags = s.flags
    suit = suit_of(s, card) + 1
    if s.lead_suit == 0:
        s.lead_suit = suit
        s.best_power = -1
    elif suit != s.lead_suit and flags & FOLLOW:
        s.voids[seat] |= 1 << (s.lead_suit - 1)
        if flags & MUST_TRUMP and suit != s.trump:
            s.voids[seat] |= 1 << (s.trump - 1)
    breaking = s.breaking
    if breaking and not flags & UNBREAKABLE and suit == (s.trump if breaking == BREAK_TRUMP else breaking):
        s.broken = 1
    lose_card(s, seat, card)
    s.played[seat] = 1 + card
    s.pot_cards |= 1 << card
    value = power(s, card, suit, flags)
    if value > s.best_power:
        s.best_power = value
        s.best = seat
        s.tied = 0
    elif value == s.best_power and flags & BY_RANK:
        s.tied = 1
    note(log, CARD_PLAYED, EVERYONE, seat, card)
    s.todo &= ~(1 << seat)
    if s.todo:
        s.turn = next_in(s, seat, s.todo)
    else:
        end_trick(s, flags, log)


@rule
def end_trick(s: State, flags: int, log: Any) -> None:
    """The best card takes the trick and leads next; equal best cards leave it for the next winner."""
    if s.tied:
        note(log, TRICK_TIED, EVERYONE)
    else:
        note(log, TRICK_WON, EVERYONE, s.best)
        take_trick(s, s.best, flags)
        s.leader = s.best
    for seat in range(SEATS):
        s.played[seat] = 0
    s.lead_suit = s.tied = s.best = s.best_power = 0
    s.tricks_played += 1
    s.todo = with_cards(s)
    enough = s.code[s.pc + TRICKS] and s.tricks_played >= s.code[s.pc + TRICKS]
    alone = flags & TAKE and s.todo & (s.todo - 1) == 0
    if s.todo == 0 or enough or alone or s.tricks_played >= number(s, TURN_LIMIT):
        s.todo = 0
        s.done = 1
    elif s.todo >> s.leader & 1:
        s.turn = s.leader
    else:
        s.turn = next_in(s, s.leader, s.todo)


@rule
def take_trick(s: State, seat: int, flags: int) -> None:
    """The cards lie beside the winner, or go back into its hand."""
    s.tricks[seat] += 1
    if flags & TAKE:
        s.hand[seat] |= s.pot_cards
        s.hand_size[seat] += size(s.pot_cards)
    else:
        s.won[seat] |= s.pot_cards
    s.pot_cards = 0


@rule
def is_blind(s: State) -> bool:
    """Whether cards are turned up unseen."""
    return bool(s.flags & BLIND)
