"""Fixed price: the auctioneer names a price, and the first player clockwise to accept it buys."""

from __future__ import annotations

import msgspec

from ludex.author import EVERYONE, Log, Rows, effect, note, offer, offer_range, offers, reason, refusal, rule
from ludex.games.modern_art.events import Passed, PriceNamed
from ludex.games.modern_art.moves import Buy, NamePrice, Pass
from ludex.games.modern_art.rules.amounts import say_amounts, why_not_amount
from ludex.games.modern_art.rules.lot import Lot, see_lot
from ludex.games.modern_art.rules.seats import left_of, seats_in
from ludex.games.modern_art.state import FIXED_PRICE_AUCTION, LOT_SOLD, NAMING_PRICE, State

CANNOT_PAY = reason(
    "cannot-pay",
    "the price is {price}, and you have only {money}: pass.",
    price=lambda s, seat: s.price,
    money=lambda s, seat: s.money[seat],
)

# The auctioneer names a price.


@rule
def begin_fixed_price(s: State) -> None:
    s.phase = NAMING_PRICE
    s.asked = s.auctioneer


@rule
def lowest_price(s: State, seat: int) -> int:
    """A price is at least 1, unless the auctioneer has no money."""
    return 1 if s.money[seat] > 0 else 0


@offers(when=NAMING_PRICE)
def offer_prices(s: State, seat: int, out: Rows) -> int:
    return offer_range(out, 0, NamePrice, lowest_price(s, seat), s.money[seat])


@refusal(NamePrice, when=NAMING_PRICE)
def why_not_name_price(s: State, seat: int, amount: int) -> int:
    """It must be a price that the auctioneer could pay."""
    return why_not_amount(s, seat, amount, lowest_price(s, seat))


@effect(NamePrice, when=NAMING_PRICE)
def name_price(s: State, seat: int, amount: int, log: Log) -> None:
    s.price = amount
    note(log, PriceNamed, EVERYONE, seat, amount)
    s.phase = FIXED_PRICE_AUCTION
    s.asked = left_of(s, seat)


# The others are asked, one after the other.


@offers(when=FIXED_PRICE_AUCTION)
def offer_purchase(s: State, seat: int, out: Rows) -> int:
    """Players who cannot pay are asked as well, so that the others do not learn it."""
    count = offer(out, 0, Pass)
    return offer(out, count, Buy) if s.money[seat] >= s.price else count


@refusal(Buy, when=FIXED_PRICE_AUCTION)
def why_not_buy(s: State, seat: int) -> int:
    return CANNOT_PAY if s.money[seat] < s.price else 0


@effect(Buy, when=FIXED_PRICE_AUCTION)
def buy(s: State, seat: int) -> None:
    s.bidder = seat
    s.phase = LOT_SOLD


@effect(Pass, when=FIXED_PRICE_AUCTION)
def leave_it(s: State, seat: int, log: Log) -> None:
    """If no other player buys, the auctioneer must."""
    s.declined |= 1 << seat
    note(log, Passed, EVERYONE, seat)
    s.asked = left_of(s, seat)
    if s.asked == s.auctioneer:
        s.bidder = s.auctioneer
        s.phase = LOT_SOLD


class FixedPriceAuction(msgspec.Struct, frozen=True, tag="fixed price auction"):
    """The `asked` seat may buy at the price. While it is None, that is the auctioneer, who must name it."""

    lot: Lot
    auctioneer: int
    price: int | None
    asked: int
    passed: tuple[int, ...]

    @classmethod
    def seen(cls, s: State, viewer: int | None) -> FixedPriceAuction:
        price = None if s.phase == NAMING_PRICE else s.price
        return cls(see_lot(s), s.auctioneer, price, s.asked, seats_in(s.declined))

    @staticmethod
    def due(s: State, seat: int) -> str:
        if s.phase == NAMING_PRICE:
            return f"price {say_amounts(s, seat, lowest_price(s, seat))}"
        return "buy, or pass" if s.money[seat] >= s.price else "pass"

    def __str__(self) -> str:
        if self.price is None:
            return f"fixed price for {self.lot}: seat {self.asked} must name the price"
        return f"fixed price for {self.lot}: price {self.price}, seat {self.asked} is asked"
