"""The five auctions, each a small machine of its own: how it begins, what an answer does, when the lot is sold."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.cards import DOUBLE, FIXED_PRICE, ONE_OFFER
from ludex.games.modern_art.events import (
    AUCTION_BEGAN,
    BID_PLACED,
    BID_REVEALED,
    BID_SEALED,
    CARD_PLAYED,
    HAMMER_CALLED,
    LOST_TO_SECOND_CARD,
    LOT_SOLD,
    MONEY_MOVED,
    OWN_BID_SEALED,
    PASSED,
    PRICE_NAMED,
    PURSE_CHANGED,
    SECOND_CARD_ADDED,
    SECOND_CARD_DECLINED,
    TURN_SKIPPED,
)
from ludex.games.modern_art.moves import ADD, BID, BUY, DECLINE, HAMMER, PASS
from ludex.games.modern_art.rounds import AUCTION_COUNT, BANK, clear_lot, ends_round, left_of, show_card, stop_round
from ludex.games.modern_art.state import (
    BEGINNING,
    CALLS,
    MYSTERY,
    NAMING_PRICE,
    NO_CARD,
    NOBODY,
    SOLD,
    TURN_DONE,
)


@rule
def all_seats(s: State) -> int:
    return int((1 << s.seats) - 1)


@rule
def offer_card(s: State, seat: int, kind: int, log: Any) -> None:
    """The player in turn offers a card: it ends the round, or looks for a second card, or is auctioned."""
    clear_lot(s)
    s.card = kind
    s.auctioneer = seat
    lay_down(s, seat, kind, CARD_PLAYED, log)
    if ends_round(s, kind):
        stop_round(s, log)
    elif kind % AUCTION_COUNT == DOUBLE:
        s.phase = DOUBLE
        offer_second(s, 0)
    else:
        s.phase = BEGINNING


@rule
def lay_down(s: State, seat: int, kind: int, event: int, log: Any) -> None:
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1
    count = show_card(s, kind)
    note(log, event, EVERYONE, seat, kind // AUCTION_COUNT, kind % AUCTION_COUNT, count)


# Double: first the player himself, then everyone clockwise, may add a card of the same artist.


@rule
def offer_second(s: State, step: int) -> None:
    """Offer the second card's place to the next seat that holds cards, `step` seats from the first player. When all
    have declined, he gets the double for nothing."""
    seat = (s.turn + step) % s.seats
    while step < s.seats and s.hand_size[seat] == 0:
        step += 1
        seat = left_of(s, seat)
    if step < s.seats:
        s.asked = seat
    else:
        s.phase = SOLD


@rule
def answer_double(s: State, seat: int, move: int, log: Any) -> None:
    """Who adds the second card is the auctioneer, whoever played the first."""
    if move == DECLINE:
        s.declined |= 1 << seat
        note(log, SECOND_CARD_DECLINED, EVERYONE, seat)
        offer_second(s, (seat - s.turn) % s.seats + 1)
        return
    kind = move - ADD
    s.second = kind
    s.auctioneer = seat
    lay_down(s, seat, kind, SECOND_CARD_ADDED, log)
    skipped = left_of(s, s.turn)
    while s.turn != seat and skipped != seat:
        note(log, TURN_SKIPPED, EVERYONE, skipped, LOST_TO_SECOND_CARD)
        skipped = left_of(s, skipped)
    if ends_round(s, kind):
        stop_round(s, log)
    else:
        s.phase = BEGINNING


@rule
def begin_auction(s: State, log: Any) -> None:
    """The symbol of the last card says how the lot is sold."""
    symbol = (s.card if s.second == NO_CARD else s.second) % AUCTION_COUNT
    note(log, AUCTION_BEGAN, EVERYONE, s.auctioneer, symbol)
    s.declined = 0
    s.phase = symbol
    if symbol == ONE_OFFER:
        s.asked = left_of(s, s.auctioneer)
    elif symbol == FIXED_PRICE:
        s.asked = s.auctioneer
        s.phase = NAMING_PRICE


# Open: everybody may bid at any time.


@rule
def may_speak(s: State) -> int:
    """In an open auction: the seats that have not yet declined the standing bid. It is nobody's to decline his own."""
    mask = all_seats(s) & ~s.declined
    if s.bidder != NOBODY:
        mask &= ~(1 << s.bidder)
    return int(mask)


@rule
def answer_open(s: State, seat: int, move: int, log: Any) -> None:
    """A raise asks everybody anew. When all have declined the standing bid the lot is sold, or the hammer is due."""
    if move == HAMMER:
        call(s, log)
        return
    if move == PASS:
        s.declined |= 1 << seat
        note(log, PASSED, EVERYONE, seat)
    else:
        raise_bid(s, seat, move - BID, log)
        s.declined = 0
        s.calls = 0
    if may_speak(s) == 0 and not s.hammer:
        s.phase = SOLD


@rule
def call(s: State, log: Any) -> None:
    """Going once, going twice: everybody may think again. The third call sells."""
    note(log, HAMMER_CALLED, EVERYONE, s.calls)
    s.calls += 1
    s.declined = 0
    if s.calls == CALLS:
        s.phase = SOLD


@rule
def raise_bid(s: State, seat: int, amount: int, log: Any) -> None:
    s.price = amount
    s.bidder = seat
    note(log, BID_PLACED, EVERYONE, seat, amount)


# One offer: everybody once, clockwise, the auctioneer last.


@rule
def answer_one_offer(s: State, seat: int, move: int, log: Any) -> None:
    if move == PASS:
        s.declined |= 1 << seat
        note(log, PASSED, EVERYONE, seat)
    else:
        raise_bid(s, seat, move - BID, log)
    if seat == s.auctioneer:
        s.phase = SOLD
    else:
        s.asked = left_of(s, seat)


# Hidden: everybody bids in secret, then all bids are shown.


@rule
def seal_bid(s: State, seat: int, amount: int, log: Any) -> None:
    s.bids[seat] = amount
    s.declined |= 1 << seat
    note(log, BID_SEALED, EVERYONE, seat)
    note(log, OWN_BID_SEALED, 1 << seat, seat, amount)
    if s.declined == all_seats(s):
        reveal_bids(s, log)


@rule
def reveal_bids(s: State, log: Any) -> None:
    """The highest bid buys; of equal bids the auctioneer's, then the nearest clockwise from him. So he also gets what
    nobody wants."""
    seat = s.auctioneer
    s.bidder = seat
    for _ in range(s.seats):
        note(log, BID_REVEALED, EVERYONE, seat, s.bids[seat])
        if s.bids[seat] > s.bids[s.bidder]:
            s.bidder = seat
        seat = left_of(s, seat)
    s.price = s.bids[s.bidder]
    s.phase = SOLD


# Fixed price: the first who says yes, clockwise; at last the auctioneer himself.


@rule
def name_price(s: State, amount: int, log: Any) -> None:
    s.price = amount
    note(log, PRICE_NAMED, EVERYONE, s.auctioneer, amount)
    s.phase = FIXED_PRICE
    s.asked = left_of(s, s.auctioneer)


@rule
def answer_fixed_price(s: State, seat: int, move: int, log: Any) -> None:
    """If nobody else buys, the auctioneer must."""
    if move == BUY:
        s.bidder = seat
        s.phase = SOLD
        return
    s.declined |= 1 << seat
    note(log, PASSED, EVERYONE, seat)
    s.asked = left_of(s, seat)
    if s.asked == s.auctioneer:
        s.bidder = s.auctioneer
        s.phase = SOLD


# The end of every auction.


@rule
def hand_over(s: State, log: Any) -> None:
    """The buyer puts the paintings before him and pays; without a bid the auctioneer gets them for nothing."""
    if s.bidder == NOBODY:
        s.bidder = s.auctioneer
    second = -1
    s.paintings[s.bidder, s.card] += 1
    if s.second != NO_CARD:
        s.paintings[s.bidder, s.second] += 1
        second = s.second % AUCTION_COUNT
    artist, auction = s.card // AUCTION_COUNT, s.card % AUCTION_COUNT
    note(log, LOT_SOLD, EVERYONE, s.bidder, s.auctioneer, artist, auction, second, s.price)
    pay(s, log)
    s.phase = TURN_DONE
    if s.mystery_size > 0:
        s.asked = s.auctioneer
        s.phase = MYSTERY


@rule
def pay(s: State, log: Any) -> None:
    """The auctioneer gets the price. Where the option says so he shares it with the player whose double he joined, and
    keeps the odd unit."""
    if s.price == 0:
        return
    shared = s.price // 2 if s.split and s.auctioneer != s.turn else 0
    s.money[s.bidder] -= s.price
    receive(s, s.auctioneer, s.price - shared, log)
    if shared > 0:
        receive(s, s.turn, shared, log)
    note(log, PURSE_CHANGED, 1 << s.bidder, s.bidder, s.money[s.bidder])


@rule
def receive(s: State, seat: int, amount: int, log: Any) -> None:
    """Nobody pays himself: what would go to the buyer goes to the bank."""
    if seat == s.bidder:
        s.bank -= amount
        note(log, MONEY_MOVED, EVERYONE, s.bidder, BANK, amount)
        return
    s.money[seat] += amount
    note(log, MONEY_MOVED, EVERYONE, s.bidder, seat, amount)
    note(log, PURSE_CHANGED, 1 << seat, seat, s.money[seat])
