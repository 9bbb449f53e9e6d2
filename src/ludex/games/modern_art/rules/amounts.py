"""Amounts that are said or sealed. No player may offer more than they have."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, reason, rule
from ludex.games.modern_art.events import BidPlaced
from ludex.games.modern_art.state import NAMING_PRICE, State


def _money(s: State, seat: int) -> int:
    return s.money[seat]


def _least(s: State, seat: int) -> str:
    return "a price is at least 1" if s.phase == NAMING_PRICE else f"the standing bid is {s.price}"


TOO_LOW = reason("too-low", "{least}. You have {money}: {due}.", least=_least, money=_money)
TOO_HIGH = reason("too-high", "you have only {money}: {due}.", money=_money)


@rule
def why_not_amount(s: State, seat: int, amount: int, low: int) -> int:
    """Return why a seat may not say an amount, if `low` is the least."""
    if amount < low:
        return TOO_LOW
    return TOO_HIGH if amount > s.money[seat] else 0


@rule
def raise_bid(s: State, seat: int, amount: int, log: Log) -> None:
    """Make a bid the standing one."""
    s.price = amount
    s.bidder = seat
    note(log, BidPlaced, EVERYONE, seat, amount)


def say_amounts(s: State, seat: int, low: int) -> str:
    """Describe the amounts that a seat can offer."""
    money = s.money[seat]
    return f"{low} to {money}" if low < money else f"{low}"


def say_raise_or_pass(s: State, seat: int) -> str:
    """Say what a seat can answer to the standing bid."""
    low = s.price + 1
    return f"bid {say_amounts(s, seat, low)}, or pass" if low <= s.money[seat] else "pass"
