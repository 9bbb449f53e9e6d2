"""Rules that all auctions share: how they begin, and how the lot is handed over and paid for."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.modern_art.components import AUCTION_COUNT, HIDDEN, ONE_OFFER, OPEN
from ludex.games.modern_art.events import BANK, AuctionBegan, LotSold, MoneyMoved, PurseChanged
from ludex.games.modern_art.rules.fixed_price_auction import begin_fixed_price
from ludex.games.modern_art.rules.lot import symbol_of_lot
from ludex.games.modern_art.rules.mystery_offer import offer_mystery_card
from ludex.games.modern_art.rules.one_offer_auction import begin_one_offer
from ludex.games.modern_art.state import HIDDEN_AUCTION, NO_CARD, NOBODY, OPEN_AUCTION, TURN_DONE, State


@rule
def begin_auction(s: State, log: Log) -> None:
    """The symbol of the last card determines how the lot is sold."""
    symbol = symbol_of_lot(s)
    note(log, AuctionBegan, EVERYONE, s.auctioneer, symbol)
    s.declined = 0
    if symbol == OPEN:
        s.phase = OPEN_AUCTION
    elif symbol == ONE_OFFER:
        begin_one_offer(s)
    elif symbol == HIDDEN:
        s.phase = HIDDEN_AUCTION
    else:
        begin_fixed_price(s)


@rule
def hand_over(s: State, log: Log) -> None:
    """The buyer takes the paintings and pays; without a bid the auctioneer gets them for nothing."""
    if s.bidder == NOBODY:
        s.bidder = s.auctioneer
    second = -1
    s.paintings[s.bidder, s.card] += 1
    s.painting_copies[s.bidder, s.card] |= 1 << s.card_copy
    if s.second != NO_CARD:
        s.paintings[s.bidder, s.second] += 1
        s.painting_copies[s.bidder, s.second] |= 1 << s.second_copy
        second = s.second % AUCTION_COUNT
    artist, auction = s.card // AUCTION_COUNT, s.card % AUCTION_COUNT
    note(log, LotSold, EVERYONE, s.bidder, s.auctioneer, artist, auction, second, s.price)
    pay(s, log)
    if s.mystery_size > 0:
        offer_mystery_card(s)
    else:
        s.phase = TURN_DONE


@rule
def pay(s: State, log: Log) -> None:
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
    note(log, PurseChanged, 1 << s.bidder, s.bidder, s.money[s.bidder])


@rule
def receive(s: State, seat: int, amount: int, log: Log) -> None:
    """Buyers never pay themselves: their own share goes to the bank."""
    if seat == s.bidder:
        s.bank -= amount
        note(log, MoneyMoved, EVERYONE, s.bidder, BANK, amount)
        return
    s.money[seat] += amount
    note(log, MoneyMoved, EVERYONE, s.bidder, seat, amount)
    note(log, PurseChanged, 1 << seat, seat, s.money[seat])
