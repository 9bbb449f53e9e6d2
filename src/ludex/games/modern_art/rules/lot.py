"""The lot: what is auctioned, how its auction begins, and how it is handed over."""

from __future__ import annotations

from typing import Any

from ludex.core import EVERYONE, State, note, rule
from ludex.games.modern_art.components import AUCTION_COUNT, FIXED_PRICE, ONE_OFFER
from ludex.games.modern_art.events import AUCTION_BEGAN, BANK, BID_PLACED, LOT_SOLD, MONEY_MOVED, PURSE_CHANGED
from ludex.games.modern_art.rules.seats import left_of
from ludex.games.modern_art.state import MYSTERY, NAMING_PRICE, NO_CARD, NOBODY, TURN_DONE


@rule
def clear_lot(s: State) -> None:
    """Forget how the last lot was sold."""
    s.card = NO_CARD
    s.second = NO_CARD
    s.price = 0
    s.bidder = NOBODY
    s.declined = 0
    s.calls = 0
    for seat in range(s.seats):
        s.bids[seat] = 0


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


@rule
def raise_bid(s: State, seat: int, amount: int, log: Any) -> None:
    s.price = amount
    s.bidder = seat
    note(log, BID_PLACED, EVERYONE, seat, amount)


@rule
def hand_over(s: State, log: Any) -> None:
    """The buyer takes the paintings and pays; without a bid the auctioneer gets them for nothing."""
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
    """The auctioneer gets the price.

    With the setting `split`, those who joined another player's double share it with them and keep the odd unit.
    """
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
    """Buyers never pay themselves: their own share goes to the bank."""
    if seat == s.bidder:
        s.bank -= amount
        note(log, MONEY_MOVED, EVERYONE, s.bidder, BANK, amount)
        return
    s.money[seat] += amount
    note(log, MONEY_MOVED, EVERYONE, s.bidder, seat, amount)
    note(log, PURSE_CHANGED, 1 << seat, seat, s.money[seat])
