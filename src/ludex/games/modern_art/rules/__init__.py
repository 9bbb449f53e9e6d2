"""The rules of Modern Art: setup, what may be done, why not, what it does, who won."""

from __future__ import annotations

from typing import Any

from ludex.core import State, below, option, option_range, rule
from ludex.games.modern_art.components import (
    AUCTION_COUNT,
    DOUBLE,
    FIXED_PRICE,
    HIDDEN,
    KINDS,
    ONE_OFFER,
    OPEN,
    START_MONEY,
)
from ludex.games.modern_art.laws import audit
from ludex.games.modern_art.moves import ADD, BID, BUY, DECLINE, END_ROUND, HAMMER, PASS, PLAY, PRICE, SEAL, SELL, TURN
from ludex.games.modern_art.rules.awaiting_card import offer_card
from ludex.games.modern_art.rules.cards import deal_card
from ludex.games.modern_art.rules.double import answer_double
from ludex.games.modern_art.rules.fixed_price_auction import answer_fixed_price, name_price
from ludex.games.modern_art.rules.hidden_auction import seal_bid
from ludex.games.modern_art.rules.lot import begin_auction, clear_lot, hand_over
from ludex.games.modern_art.rules.mystery_offer import answer_mystery
from ludex.games.modern_art.rules.one_offer_auction import answer_one_offer
from ludex.games.modern_art.rules.open_auction import answer_open, may_speak
from ludex.games.modern_art.rules.round_ending import rank_artists
from ludex.games.modern_art.rules.rounds import cards_to_deal, next_round, next_turn
from ludex.games.modern_art.rules.seats import all_seats
from ludex.games.modern_art.rules.selling import sell_paintings
from ludex.games.modern_art.secrets import hide, redeal
from ludex.games.modern_art.state import (
    ALL_ROUNDS_PLAYED,
    AWAITING_CARD,
    BEGINNING,
    MYSTERY,
    NAMING_PRICE,
    OVER,
    ROUND_DONE,
    ROUND_ENDING,
    SELLING,
    SOLD,
    TURN_DONE,
)

__all__ = ["audit", "hide", "legal", "over", "play", "redeal", "scores", "setup", "waiting", "why_not"]

# Why a move is not allowed. The sentences are in game.py.
WRONG_DECISION, NOT_IN_HAND, OTHER_ARTIST, SECOND_DOUBLE = range(1, 5)
TOO_LOW, TOO_HIGH, CANNOT_PAY, ONLY_THE_HAMMER, NOT_YET_QUIET = range(5, 10)


@rule
def setup(s: State) -> None:
    """Everybody gets their money and first cards; the starting player is given, or chosen by chance."""
    for kind in range(KINDS):
        s.deck[kind] = s.total[kind]
        s.deck_size += s.total[kind]
    cards = cards_to_deal(s)
    s.mystery_size = cards * s.with_mystery
    for seat in range(s.seats):
        s.money[seat] = START_MONEY
        for _ in range(cards):
            deal_card(s, seat)
    clear_lot(s)
    s.turn = s.starter if s.starter >= 0 else below(s, s.seats)
    s.asked = s.turn
    s.auctioneer = s.turn
    s.phase = AWAITING_CARD


@rule
def waiting(s: State) -> int:
    """In open and hidden auctions and at the sale many decide at once; otherwise one seat is asked."""
    if s.phase == OPEN:
        mask = may_speak(s)
        return mask if mask else 1 << int(s.auctioneer)
    if s.phase == HIDDEN:
        return all_seats(s) & ~int(s.declined)
    if s.phase == SELLING:
        return int(s.selling)
    if s.phase == OVER:
        return 0
    return 1 << int(s.asked)


@rule
def legal(s: State, seat: int, out: Any) -> int:
    phase = s.phase
    if phase == AWAITING_CARD:
        return legal_cards(s, seat, out)
    if phase == OPEN or phase == ONE_OFFER:
        if may_speak(s) == 0 and phase == OPEN:
            return option(out, 0, HAMMER)
        return option_range(out, option(out, 0, PASS), BID + lowest(s, seat), BID + s.money[seat])
    if phase == HIDDEN:
        return option_range(out, 0, SEAL + lowest(s, seat), SEAL + s.money[seat])
    if phase == NAMING_PRICE:
        return option_range(out, 0, PRICE + lowest(s, seat), PRICE + s.money[seat])
    if phase == FIXED_PRICE:
        count = option(out, 0, PASS)
        return option(out, count, BUY) if s.money[seat] >= s.price else count
    if phase == DOUBLE:
        return legal_second_cards(s, seat, out)
    if phase == MYSTERY:
        return option(out, option(out, 0, TURN), DECLINE)
    return option(out, 0, END_ROUND if phase == ROUND_ENDING else SELL)


@rule
def legal_cards(s: State, seat: int, out: Any) -> int:
    count = 0
    for kind in range(KINDS):
        if s.hand[seat, kind] > 0:
            count = option(out, count, PLAY + kind)
    return count


@rule
def legal_second_cards(s: State, seat: int, out: Any) -> int:
    """The four cards of the double's artist that are not doubles."""
    count = 0
    first = s.card - DOUBLE
    for kind in range(first, first + DOUBLE):
        if s.hand[seat, kind] > 0:
            count = option(out, count, ADD + kind)
    return option(out, count, DECLINE)


@rule
def lowest(s: State, seat: int) -> int:
    """The least amount a seat may say.

    A bid is higher than the standing bid. A secret bid may be nothing; a price only if the auctioneer has no money.
    """
    if s.phase == HIDDEN:
        return 0
    if s.phase == NAMING_PRICE:
        return 1 if s.money[seat] > 0 else 0
    return int(s.price + 1)


@rule
def why_not(s: State, seat: int, move: int) -> int:
    if s.phase == OPEN and may_speak(s) == 0:
        return 0 if move == HAMMER else ONLY_THE_HAMMER
    if move < DECLINE:
        return why_not_card(s, seat, move)
    if move > SELL:
        return why_not_amount(s, seat, move)
    return why_not_word(s, seat, move)


@rule
def why_not_card(s: State, seat: int, move: int) -> int:
    kind = move - ADD if move >= ADD else move - PLAY
    if s.phase != (DOUBLE if move >= ADD else AWAITING_CARD):
        return WRONG_DECISION
    if s.phase == DOUBLE and kind // AUCTION_COUNT != s.card // AUCTION_COUNT:
        return OTHER_ARTIST
    if s.phase == DOUBLE and kind % AUCTION_COUNT == DOUBLE:
        return SECOND_DOUBLE
    return 0 if s.hand[seat, kind] > 0 else NOT_IN_HAND


@rule
def why_not_amount(s: State, seat: int, move: int) -> int:
    if move < SEAL:
        amount = move - BID
        fits = s.phase == OPEN or s.phase == ONE_OFFER
    elif move < PRICE:
        amount = move - SEAL
        fits = s.phase == HIDDEN
    else:
        amount = move - PRICE
        fits = s.phase == NAMING_PRICE
    if not fits:
        return WRONG_DECISION
    if amount < lowest(s, seat):
        return TOO_LOW
    return TOO_HIGH if amount > s.money[seat] else 0


@rule
def why_not_word(s: State, seat: int, move: int) -> int:
    """The moves without numbers and cards."""
    phase = s.phase
    if move == PASS:
        fits = phase == OPEN or phase == ONE_OFFER or phase == FIXED_PRICE
    elif move == DECLINE:
        fits = phase == DOUBLE or phase == MYSTERY
    elif move == BUY:
        fits = phase == FIXED_PRICE
        if fits and s.money[seat] < s.price:
            return CANNOT_PAY
    elif move == HAMMER:
        fits = False
        if phase == OPEN and s.hammer:
            return NOT_YET_QUIET
    elif move == TURN:
        fits = phase == MYSTERY
    else:
        fits = phase == (ROUND_ENDING if move == END_ROUND else SELLING)
    return 0 if fits else WRONG_DECISION


@rule
def play(s: State, seat: int, move: int, log: Any) -> None:
    """Execute a legal move, and what follows from it by itself."""
    phase = s.phase
    if phase == OPEN:
        answer_open(s, seat, move, log)
    elif phase == ONE_OFFER:
        answer_one_offer(s, seat, move, log)
    elif phase == HIDDEN:
        seal_bid(s, seat, move - SEAL, log)
    elif phase == NAMING_PRICE:
        name_price(s, move - PRICE, log)
    elif phase == FIXED_PRICE:
        answer_fixed_price(s, seat, move, log)
    elif phase == AWAITING_CARD:
        offer_card(s, seat, move - PLAY, log)
    elif phase == DOUBLE:
        answer_double(s, seat, move, log)
    elif phase == MYSTERY:
        answer_mystery(s, move, log)
    elif phase == ROUND_ENDING:
        rank_artists(s, log)
    else:
        sell_paintings(s, seat, log)
    if s.phase > OVER:
        follow_up(s, log)


@rule
def follow_up(s: State, log: Any) -> None:
    if s.phase == BEGINNING:
        begin_auction(s, log)
    if s.phase == SOLD:
        hand_over(s, log)
    if s.phase == TURN_DONE:
        next_turn(s, log)
    if s.phase == ROUND_DONE:
        next_round(s, log)


@rule
def over(s: State) -> int:
    return ALL_ROUNDS_PLAYED if s.phase == OVER else 0


@rule
def scores(s: State, out: Any) -> None:
    """Money; players with equally much share a rank."""
    for seat in range(s.seats):
        out[seat, 0] = s.money[seat]
        out[seat, 1] = 0
