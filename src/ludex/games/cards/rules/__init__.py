"""The machine: it runs the program in the record, phase by phase and hand by hand.

A hand is dealt, its phases run in the order of the program, and it is scored. Each phase has a separate file with
its moves, the reasons for refusing others, and the effects of moves.
"""

from __future__ import annotations

from ludex.author import EVERYONE, Log, Rows, asked, ending, note, rule
from ludex.games.cards.bytecode.blocks import END
from ludex.games.cards.bytecode.numbers import number, past_block
from ludex.games.cards.events import HandDealt
from ludex.games.cards.laws import audit
from ludex.games.cards.parts.asking.rules import offer_asking
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.parts.auction.rules import begin_auction, offer_calls
from ludex.games.cards.parts.betting.genome import BETTING
from ludex.games.cards.parts.betting.places import CHIPS
from ludex.games.cards.parts.betting.rules import begin_betting, offer_bets, post_antes
from ludex.games.cards.parts.bidding.genome import BIDDING
from ludex.games.cards.parts.bidding.rules import begin_bidding, offer_bids
from ludex.games.cards.parts.claiming.rules import offer_claims
from ludex.games.cards.parts.deal.rules import deal, read_deck
from ludex.games.cards.parts.discarding.rules import offer_discards
from ludex.games.cards.parts.drawing.rules import offer_drawing
from ludex.games.cards.parts.hands import put_books
from ludex.games.cards.parts.match.places import LOW_WINS
from ludex.games.cards.parts.passing.genome import PASS
from ludex.games.cards.parts.passing.rules import asked_to_pass, begin_passing, offer_passing
from ludex.games.cards.parts.playing.rules import offer_playing
from ludex.games.cards.parts.seats import is_step, side_of
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.rules import begin_tricks, offer_tricks
from ludex.games.cards.parts.turns.places import BOOK
from ludex.games.cards.parts.turns.rules import begin_step, end_turn, turn_continues
from ludex.games.cards.reasons import NOT_NOW
from ludex.games.cards.rules.scoring import finish_hand
from ludex.games.cards.secrets import hide, redeal
from ludex.games.cards.state import ALL_HANDS_PLAYED, FLOOR_REACHED, LAST_ALIVE, TARGET_REACHED, State

__all__ = [
    "asked_to_pass",
    "audit",
    "due",
    "hide",
    "milestone",
    "offer_asking",
    "offer_bets",
    "offer_bids",
    "offer_calls",
    "offer_claims",
    "offer_discards",
    "offer_drawing",
    "offer_passing",
    "offer_playing",
    "offer_tricks",
    "over",
    "redeal",
    "scores",
    "setup",
    "side",
]
"""The rules of the contract, and from each part who is asked in its phase and what is offered there."""

LAST_HAND_PLAYED = ending("the last hand was played")
TARGET = ending("the target was reached")
FLOOR = ending("a side fell to the floor")
ONE_SEAT_LEFT = ending("only one seat is left")


@rule
def setup(s: State) -> None:
    """Deal the first hand. Seat 0 sits to the left of its dealer."""
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
            s.pc = past_block(s, s.pc)


@rule
def start_hand(s: State) -> None:
    """Deal, collect antes, and put down books that were dealt."""
    deal(s)
    if number(s, CHIPS):
        post_antes(s)
    if s.code[BOOK]:
        for seat in range(s.seats):
            put_books(s, seat)


@rule
def begin_phase(s: State) -> None:
    """Find out who is asked first. A phase without a decision is done at once."""
    kind = s.code[s.pc]
    if kind == TRICK:
        begin_tricks(s)
    elif kind == BIDDING:
        begin_bidding(s)
    elif kind == PASS:
        begin_passing(s)
    elif kind == BETTING:
        begin_betting(s)
    elif kind == AUCTION:
        begin_auction(s)
    else:
        begin_step(s)


@rule
def due(s: State) -> int:
    """The kind of phase the program is at."""
    return int(s.code[s.pc])


@asked()
def asked_in_turn(s: State) -> int:
    """One seat decides at a time."""
    return 0 if s.ended else 1 << s.turn


@rule
def not_now(s: State, seat: int) -> int:
    """Refuse moves of other phases."""
    return NOT_NOW


@rule
def follow(s: State, log: Log) -> None:
    """Continue to the next decision if a move ended its phase."""
    if s.done:
        advance(s, log)


@rule
def advance(s: State, log: Log) -> None:
    """Continue to the next phase. After the last one the hand is scored, and the next is dealt."""
    while s.done and not s.ended:
        s.done = 0
        if is_step(s.code[s.pc]) and not turn_continues(s):
            end_turn(s, log)
        else:
            s.pc = past_block(s, s.pc)
        if s.code[s.pc] == END:
            finish_hand(s, log)
            if not s.ended:
                start_hand(s)
                note(log, HandDealt, EVERYONE, s.hand_number + 1, s.dealer, s.hand_size[s.dealer])
        if not s.ended:
            begin_phase(s)


@rule
def over(s: State) -> int:
    if s.ended == ALL_HANDS_PLAYED:
        return LAST_HAND_PLAYED
    if s.ended == TARGET_REACHED:
        return TARGET
    if s.ended == FLOOR_REACHED:
        return FLOOR
    return ONE_SEAT_LEFT if s.ended == LAST_ALIVE else 0


@rule
def scores(s: State, out: Rows) -> None:
    """Count the score of each seat's side, negative where the lowest is best."""
    for seat in range(s.seats):
        score = s.score[side_of(s, seat)]
        out[seat, 0] = -score if s.code[LOW_WINS] else score


@rule
def side(s: State, seat: int) -> int:
    """Teams win together."""
    return side_of(s, seat)


@rule
def milestone(s: State) -> int:
    """A match is scored hand by hand."""
    return int(s.hand_number)
