"""The machine: it runs the bytecode in the record, phase by phase and hand by hand."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, option, rule
from ludex.core.loops import ask_bot as ask_any_bot
from ludex.core.rule import loop
from ludex.games.cards.betting import NOT_NOW, begin_betting, make_bet, offer_bets, post_antes, why_not_bet
from ludex.games.cards.bits import offer, pick, size
from ludex.games.cards.bytecode import BETTING, BIDDING, END, PASS, TRICK
from ludex.games.cards.choices import offer_step, why_not_step
from ludex.games.cards.contracts import begin_bidding, make_bid, offer_bids, why_not_bid
from ludex.games.cards.dealing import deal, read_deck
from ludex.games.cards.deck import CARDS
from ludex.games.cards.moves import BID, FLIP, HAND_DEALT, PASS_CARD, PLAY_CARD
from ludex.games.cards.program import number, phase_length, side_of
from ludex.games.cards.scoring import finish_hand
from ludex.games.cards.secrets import claimer, hide, redeal
from ludex.games.cards.state import BOOK, CHIPS, LOW_WINS, SEATS
from ludex.games.cards.steps import put_books
from ludex.games.cards.tricks import (
    begin_passing,
    begin_tricks,
    choose_card,
    flip_card,
    is_blind,
    play_to_trick,
    playable,
)
from ludex.games.cards.turns import begin_step, end_turn, is_step, take_step, turn_goes_on

__all__ = ["audit", "hide", "legal", "over", "play", "redeal", "scores", "setup", "waiting", "why_not"]

# Why a move is not allowed. The sentences are in game.py.
NOT_IN_HAND, MUST_FOLLOW, CANNOT_LEAD, ALREADY_CHOSEN = 2, 3, 4, 5

# Laws. The sentences are in game.py.
CARDS_LOST, SIZES_WRONG, CHIPS_LOST, KNOWN_WRONG = range(1, 5)


@rule
def setup(s: State) -> None:
    """The first hand; seat 0 sits left of its dealer."""
    read_deck(s)
    s.alive = (1 << s.seats) - 1
    s.dealer = s.seats - 1
    for seat in range(s.seats):
        s.chips[seat] = s.score[seat] = number(s, CHIPS)
    start_hand(s)
    s.done = 1
    while s.done:
        s.done = 0
        begin_phase(s)
        if s.done:
            s.pc += phase_length(s)


@rule
def start_hand(s: State) -> None:
    """Cards, antes, and what is put down at once."""
    deal(s)
    if number(s, CHIPS):
        post_antes(s)
    if s.code[BOOK]:
        for seat in range(s.seats):
            put_books(s, seat)


@rule
def begin_phase(s: State) -> None:
    """Who is asked first; a phase in which nobody has to decide is done at once."""
    kind = s.code[s.pc]
    if kind == TRICK:
        begin_tricks(s)
    elif kind == BIDDING:
        begin_bidding(s)
    elif kind == PASS:
        begin_passing(s)
    elif kind == BETTING:
        begin_betting(s)
    else:
        begin_step(s)


@rule
def waiting(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.ended else 1 << s.turn


@rule
def next_seat(s: State, dice: State) -> int:
    """The seat that decides (-1: none), for the generic loops: looking it up is quicker than finding the bit."""
    return -1 if s.ended else int(s.turn)


@loop
def ask_bot(bot: int, s: State, seat: int, options: Any, dice: State) -> int:
    """What a bot decides, for the generic loops: a random card of a trick is the same without a list of the options."""
    if bot == 0 and s.code[s.pc] == TRICK and not is_blind(s):
        cards = playable(s, seat)
        return int(PLAY_CARD + pick(dice, cards, size(cards)))
    return ask_any_bot(bot, s, seat, options, dice)


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """The moves of the present phase."""
    kind = s.code[s.pc]
    if kind == TRICK:
        return option(out, 0, FLIP) if is_blind(s) else offer(out, 0, PLAY_CARD, playable(s, seat))
    if kind == BIDDING:
        return offer_bids(s, seat, out)
    if kind == PASS:
        return offer(out, 0, PASS_CARD, s.hand[seat] & ~s.chosen[seat])
    return offer_bets(s, seat, out) if kind == BETTING else offer_step(s, seat, out)


@rule
def why_not(s: State, seat: int, move: int) -> int:
    """Agrees with `legal`: the same questions, asked for one move."""
    kind = s.code[s.pc]
    if kind == TRICK:
        return why_not_play(s, seat, move)
    if kind == BIDDING:
        return why_not_bid(s, seat, move - BID) if BID <= move < PASS_CARD else NOT_NOW
    if kind == PASS:
        return why_not_pass(s, seat, move)
    return why_not_bet(s, seat, move) if kind == BETTING else why_not_step(s, seat, move)


@rule
def why_not_play(s: State, seat: int, move: int) -> int:
    """A card of the hand that follows the suit, or that may be led."""
    if is_blind(s):
        return 0 if move == FLIP else NOT_NOW
    if not PLAY_CARD <= move < PLAY_CARD + CARDS:
        return NOT_NOW
    card = move - PLAY_CARD
    if not s.hand[seat] >> card & 1:
        return NOT_IN_HAND
    if playable(s, seat) >> card & 1:
        return 0
    return MUST_FOLLOW if s.lead_suit else CANNOT_LEAD


@rule
def why_not_pass(s: State, seat: int, move: int) -> int:
    if not PASS_CARD <= move < PASS_CARD + CARDS:
        return NOT_NOW
    card = move - PASS_CARD
    if not s.hand[seat] >> card & 1:
        return NOT_IN_HAND
    return ALREADY_CHOSEN if s.chosen[seat] >> card & 1 else 0


@rule
def play(s: State, seat: int, move: int, log: Any) -> None:
    """Execute a move; when it ends its phase, go on to the next decision."""
    kind = s.code[s.pc]
    if kind == TRICK:
        card = flip_card(s, seat) if move == FLIP else move - PLAY_CARD
        play_to_trick(s, seat, card, log)
    elif kind == BIDDING:
        make_bid(s, seat, move - BID, log)
    elif kind == PASS:
        choose_card(s, seat, move - PASS_CARD, log)
    elif kind == BETTING:
        make_bet(s, seat, move, log)
    else:
        take_step(s, seat, move, log)
    if s.done:
        go_on(s, log)


@rule
def go_on(s: State, log: Any) -> None:
    """The next phase; after the last one the hand is scored, and the next is dealt."""
    while s.done and not s.ended:
        s.done = 0
        if is_step(s.code[s.pc]) and not turn_goes_on(s):
            end_turn(s, log)
        else:
            s.pc += phase_length(s)
        if s.code[s.pc] == END:
            finish_hand(s, log)
            if not s.ended:
                start_hand(s)
                note(log, HAND_DEALT, EVERYONE, s.hand_number + 1, s.dealer, s.hand_size[s.dealer])
        if not s.ended:
            begin_phase(s)


@rule
def over(s: State) -> int:
    return int(s.ended)


@rule
def scores(s: State, out: Any) -> None:
    """The side's score; where the lowest is best, its negative."""
    for seat in range(s.seats):
        score = s.score[side_of(s, seat)]
        out[seat, 0] = -score if s.code[LOW_WINS] else score


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
    if s.claim_cards & ~s.dropped[claimer(s)]:
        return KNOWN_WRONG
    if cards != s.deck or total != size(s.deck):
        return CARDS_LOST
    chips = 0
    for seat in range(s.seats):
        chips += s.chips[seat] + s.stake[seat]
    return CHIPS_LOST if chips != s.seats * number(s, CHIPS) else 0
