"""Laws that always hold: no card and no chip is made or lost."""

from __future__ import annotations

from ludex.author import law, rule
from ludex.games.cards.bytecode.blocks import END
from ludex.games.cards.bytecode.layouts import FIRST_PHASE
from ludex.games.cards.bytecode.numbers import number, past_block
from ludex.games.cards.card_sets import size
from ludex.games.cards.parts.auction.calls import (
    DOUBLER,
    REDOUBLER,
    SEAT_PLUS_1,
    auction_at,
    bidder_of,
    number_of_bids,
)
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.parts.betting.places import CHIPS
from ludex.games.cards.parts.passing.genome import PASS
from ludex.games.cards.parts.passing.places import PASS_CARDS
from ludex.games.cards.parts.seats import is_step, side_of
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.trumps.rules import suit_cards
from ludex.games.cards.secrets import claimer
from ludex.games.cards.state import BIDS, SEATS, State

CARDS_LOST = law("every card is somewhere, and only once")
SIZES_WRONG = law("hands are as large as the cards in them")
CHIPS_LOST = law("chips are neither made nor lost")
KNOWN_WRONG = law("what is known or chosen of a hand is in it")
VOIDS_WRONG = law("no seat holds a suit that it has shown not to hold")
SHOWN_WRONG = law("hands that were shown are cards of the deck, each once, and a seat of the match knocked")
CHOICE_WRONG = law("the seats still to choose cards to pass are those that have chosen too few")
ALIVE_WRONG = law("some seats are still in the match")
CLAIM_WRONG = law("no more cards are claimed than were laid")
TODO_WRONG = law("the seats still to play to a trick hold cards and have played none to it")
PHASE_WRONG = law("a match that is not over is in a phase of its game")
TURNS_WRONG = law("a step of a turn belongs to turns that have begun")
PLACES_WRONG = law("the seats that went out have places from the first on, each place once")
CONTRACT_WRONG = law("the contract is the highest bid of an auction, and a seat of its side plays it")
TRICK_WRONG = law("the trick before was led and won by seats of the match")


@rule
def is_contract_right(s: State) -> bool:
    """Return whether bids were made by seats of the match, the highest of them too, and a seat of the bidder's side
    plays the contract, with a partner as the dummy if there is one."""
    at = auction_at(s)
    bids = number_of_bids(s, at) if s.code[at] == AUCTION else 0
    for bid in range(BIDS):
        call = s.calls[bid]
        if call and (bid >= s.high_bid or not are_callers_right(s, call)):
            return False
    if not 0 <= s.high_bid <= bids or (s.high_bid and not s.calls[s.high_bid - 1]):
        return False
    if not s.high_bid:
        return not (s.declarer or s.dummy or s.for_dummy)
    bidder = bidder_of(s, s.high_bid - 1)
    if s.passed_out or s.declarer > s.seats or s.dummy > s.seats or (s.code[s.pc] == TRICK and not s.declarer):
        return False
    if s.declarer and side_of(s, s.declarer - 1) != side_of(s, bidder):
        return False
    partner = s.declarer != s.dummy and side_of(s, s.dummy - 1) == side_of(s, bidder) if s.dummy else not s.for_dummy
    return bool(partner and (not s.for_dummy or s.ended or s.turn == s.declarer - 1))


@rule
def are_callers_right(s: State, call: int) -> bool:
    """Return whether the seats that made, doubled and redoubled a bid are seats of the match, and no double is missing
    before a redouble."""
    made, doubled, redoubled = call & SEAT_PLUS_1, call >> DOUBLER & SEAT_PLUS_1, call >> REDOUBLER
    known = 1 <= made <= s.seats and 0 <= doubled <= s.seats and 0 <= redoubled <= s.seats
    return bool(known and (doubled or not redoubled))


@rule
def audit(s: State) -> int:
    """No card is lost or twice there, sizes are right, and chips are neither made nor lost."""
    cards, total = s.stock | s.pile | s.table | s.pot_cards, 0
    total = size(s.stock) + size(s.pile) + size(s.table) + size(s.pot_cards)
    for seat in range(SEATS):
        cards |= s.hand[seat] | s.won[seat] | s.dropped[seat]
        total += size(s.hand[seat]) + size(s.won[seat]) + size(s.dropped[seat])
        if size(s.hand[seat]) != s.hand_size[seat] or size(s.dropped[seat]) != s.dropped_size[seat]:
            return SIZES_WRONG
        if s.known[seat] & ~s.hand[seat] or s.chosen[seat] & ~s.hand[seat]:
            return KNOWN_WRONG
        for suit in range(4):
            if s.voids[seat] >> suit & 1 and s.hand[seat] & suit_cards(s, suit):
                return VOIDS_WRONG
    if s.claim_cards & ~s.dropped[claimer(s)]:
        return KNOWN_WRONG
    if s.claimed > s.dropped_size[claimer(s)]:
        return CLAIM_WRONG
    if not s.ended:
        code = audit_course(s)
        if code:
            return code
    if not 0 <= s.trick_leader < s.seats or not 0 <= s.trick_winner <= s.seats:
        return TRICK_WRONG
    if (s.high_bid or s.declarer or s.dummy or s.for_dummy) and not is_contract_right(s):
        return CONTRACT_WRONG
    if not is_shown_right(s):
        return SHOWN_WRONG
    if cards != s.deck or total != size(s.deck):
        return CARDS_LOST
    chips = 0
    for seat in range(s.seats):
        chips += s.chips[seat] + s.stake[seat]
    return CHIPS_LOST if chips != s.seats * number(s, CHIPS) else 0


@rule
def are_places_right(s: State) -> bool:
    """Return whether the places of those who went out are 1 to `finished`, each once."""
    places = 0
    for seat in range(SEATS):
        if s.place[seat] > 0:
            places |= 1 << s.place[seat] - 1
    return places == (1 << s.finished) - 1


@rule
def audit_course(s: State) -> int:
    """Some seats are in the match, and those that are asked can be asked in this phase."""
    kind = s.code[s.pc]
    if not is_in_phase(s):
        return PHASE_WRONG
    if s.alive == 0:
        return ALIVE_WRONG
    if not are_places_right(s):
        return PLACES_WRONG
    if kind == PASS and not is_choice_right(s):
        return CHOICE_WRONG
    if kind == TRICK:
        for seat in range(SEATS):
            if s.todo >> seat & 1 and (s.hand_size[seat] == 0 or s.played[seat]):
                return TODO_WRONG
    return TURNS_WRONG if is_step(kind) and not has_begun_turns(s) else 0


@rule
def is_in_phase(s: State) -> bool:
    """Return whether the program stands where a phase begins."""
    at = FIRST_PHASE
    while at < s.pc and s.code[at] != END:
        at = past_block(s, at)
    return bool(at == s.pc and s.code[at] != END)


@rule
def has_begun_turns(s: State) -> bool:
    """Return whether turns began at this step, or at a step before it with nothing but steps between."""
    at = int(s.group)
    while 0 < at < s.pc and is_step(s.code[at]):
        at = past_block(s, at)
    return at == s.pc


@rule
def is_shown_right(s: State) -> bool:
    """Return whether no card was shown twice, and none that the deck does not have."""
    cards = 0
    for seat in range(SEATS):
        if s.shown[seat] & (cards | ~s.deck):
            return False
        cards |= s.shown[seat]
    return bool(0 <= s.shown_knocker <= s.seats)


@rule
def is_choice_right(s: State) -> bool:
    """Return whether the seats still to choose cards to pass are those that have chosen too few, with one of them in
    turn."""
    wanted, todo = s.code[s.pc + PASS_CARDS], 0
    for seat in range(s.seats):
        if size(s.chosen[seat]) > wanted:
            return False
        if size(s.chosen[seat]) < wanted:
            todo |= 1 << seat
    return bool(s.todo == todo and todo >> s.turn & 1)
