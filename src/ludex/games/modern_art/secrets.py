"""The secrets of a seat, and their redeal for seats that do not know them."""

from __future__ import annotations

from ludex.author import below, pick_kind, rule
from ludex.games.modern_art.components import KINDS, START_MONEY
from ludex.games.modern_art.rules.copies import take_in_hand
from ludex.games.modern_art.state import (
    FIXED_PRICE_AUCTION,
    GAME_OVER,
    HIDDEN_AUCTION,
    ONE_OFFER_AUCTION,
    OPEN_AUCTION,
    State,
)

GUESSED_BID = 60
"""Unknown bids in a hidden auction are guessed to be no higher than this."""


@rule
def hide(s: State, seat: int) -> None:
    """Hide the others' hands, money and sealed bids.

    Their hands and the deck become one heap of unknown cards; their money is unknown until the end.
    """
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.deck[kind] += s.hand[other, kind]
                s.hand[other, kind] = 0
                s.hand_copies[other, kind] = 0
            if s.phase != GAME_OVER:
                s.money[other] = 0
            if s.phase == HIDDEN_AUCTION:
                s.bids[other] = 0


@rule
def redeal(s: State, seat: int) -> None:
    """Deal the unknown cards to hands and deck, the unknown money to the others, and guess their sealed bids."""
    unknown = s.deck_size
    for other in range(s.seats):
        if other != seat:
            unknown += s.hand_size[other]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.hand_size[other]):
                kind = pick_kind(s, s.deck, unknown)
                s.deck[kind] -= 1
                take_in_hand(s, other, kind)
                unknown -= 1
    if s.phase != GAME_OVER:
        share_out(s, seat)
    if s.phase == HIDDEN_AUCTION:
        for other in range(s.seats):
            if other != seat and s.declined >> other & 1:
                s.bids[other] = below(s, min(s.money[other], GUESSED_BID) + 1)


@rule
def suppose(s: State, seat: int) -> None:
    """Deal like `redeal`, but treat sealed bids as not made yet, so that a bot can make them."""
    redeal(s, seat)
    if s.phase == HIDDEN_AUCTION:
        for other in range(s.seats):
            if other != seat and s.declined >> other & 1:
                s.declined ^= 1 << other
                s.bids[other] = 0


@rule
def share_out(s: State, seat: int) -> None:
    """Share out the others' money, whose total is known from what the bank has paid.

    Each of them gets what it is known to have, and a random share of the rest. Before the first sale every seat has its
    starting money.
    """
    if nothing_sold(s, seat):
        for other in range(s.seats):
            s.money[other] = START_MONEY
        return
    rest = START_MONEY * s.seats + s.bank
    heirs = 0
    for other in range(s.seats):
        if other != seat:
            s.money[other] = committed(s, other)
            heirs += 1
        rest -= s.money[other]
    for other in range(s.seats):
        if other != seat:
            share = min(below(s, 2 * rest // heirs + 1), rest) if heirs > 1 else rest
            s.money[other] += share
            rest -= share
            heirs -= 1


@rule
def nothing_sold(s: State, seat: int) -> bool:
    """Return whether no seat has paid for anything yet, as far as is publicly known."""
    if s.round > 0 or s.bank != 0 or s.price > START_MONEY or (seat >= 0 and s.money[seat] != START_MONEY):
        return False
    for other in range(s.seats):
        for kind in range(KINDS):
            if s.paintings[other, kind]:
                return False
    return True


@rule
def committed(s: State, seat: int) -> int:
    """Return the amount that a seat must have, as is publicly known: its standing bid, or the price it named."""
    if (s.phase == OPEN_AUCTION or s.phase == ONE_OFFER_AUCTION) and seat == s.bidder:
        return s.price
    if s.phase == FIXED_PRICE_AUCTION and seat == s.auctioneer:
        return s.price
    return 0
