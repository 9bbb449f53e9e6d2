"""Strategies for card games, whatever the genome. Each is a rule, so that it runs compiled inside simulations.

`greedy` bids what its hand should win and takes what it can. `careful` also bids Nil on a weak hand, keeps away from
bags, and does not play over its partner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core import State, rule
from ludex.games.cards.betting import level
from ludex.games.cards.bits import size
from ludex.games.cards.bytecode import BETTING, BIDDING, CARD_SCORING, END, PASS, TRICK
from ludex.games.cards.contracts import allows_nil, variant_flags
from ludex.games.cards.dealing import past_block
from ludex.games.cards.deck import BIT
from ludex.games.cards.moves import BID, CHECK, FOLD, PASS_CARD, RAISE
from ludex.games.cards.program import side_of, signed, strength, suit_cards, suit_of
from ludex.games.cards.showdown import BLACKJACK, card_total, strongest
from ludex.games.cards.state import (
    BAG_LIMIT,
    BIDDING_AT,
    BLIND,
    BY_POKER,
    EXACT,
    FLAGS,
    LOW_CARD_WINS,
    LOW_WINS,
    RANKING,
    SCORING_AT,
    STRENGTH,
)
from ludex.games.cards.steps_bots import choose_step
from ludex.games.cards.tricks import power


@rule
def greedy(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Bid the estimate, win what can be won."""
    return decide(s, seat, options, count, dice, False)


@rule
def careful(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Bid the estimate or Nil; win what the contract needs and no more."""
    return decide(s, seat, options, count, dice, True)


@rule
def decide(s: State, seat: int, options: Any, count: int, dice: State, careful: bool) -> int:
    """By the kind of phase."""
    kind = s.code[s.pc]
    if count == 1 and options[0, 0] == options[0, 1]:
        return int(options[0, 0])
    if kind == TRICK or kind == PASS:
        if kind == TRICK and s.code[s.pc + FLAGS] & BLIND:
            return int(options[0, 0])
        return choose_trick_card(s, seat, options, count, kind == PASS, careful)
    if kind == BIDDING:
        return choose_bid(s, seat, options, count, careful)
    if kind == BETTING:
        return choose_bet(s, seat, options, count)
    return choose_step(s, seat, options, count, dice)


# Bidding


@rule
def estimate_tricks(s: State, seat: int) -> int:
    """How many tricks a hand should win, in quarters of a trick: high cards, long trumps, short suits to trump in."""
    quarters, best = 0, 0
    for rank in range(13):
        best = max(best, s.code[STRENGTH + rank])
    trumps = size(s.hand[seat] & suit_cards(s, s.trump - 1)) if s.trump else 0
    for suit in range(4):
        held = s.hand[seat] & suit_cards(s, suit)
        length = size(held)
        for card in range(52):
            if held >> card & 1:
                below_best = best - strength(s, card)
                if suit + 1 == s.trump:
                    quarters += 4 if below_best <= 1 else 3 if below_best <= 3 or length >= 4 else 1
                elif below_best <= 0:
                    quarters += 4 if length <= 5 else 2
                elif below_best == 1 and length >= 2:
                    quarters += 3 if length <= 4 else 1
                elif below_best == 2 and length >= 3:
                    quarters += 1
        if suit + 1 != s.trump and length <= 1 and trumps >= 2:
            quarters += 3 - 2 * length
    return quarters


@rule
def is_weak(s: State, seat: int) -> bool:
    """Whether a hand could win no trick at all: nothing near the top, and few trumps."""
    best = 0
    for rank in range(13):
        best = max(best, s.code[STRENGTH + rank])
    high = 0
    for card in range(52):
        if s.hand[seat] >> card & 1 and best - strength(s, card) <= 1:
            high += 1
    trumps = s.hand[seat] & suit_cards(s, s.trump - 1) if s.trump else 0
    return high == 0 and size(trumps) <= 3 and strongest(s, trumps) <= best - 3


@rule
def choose_bid(s: State, seat: int, options: Any, count: int, careful: bool) -> int:
    """The offered bid next to the estimate. Who is careful bids Nil on a weak hand, and less than the estimate where a
    trick too many costs little and one too few costs the contract."""
    modest = careful and not variant_flags(s) & EXACT
    wanted = (estimate_tricks(s, seat) + (-2 if modest else 1)) // 4
    if careful and allows_nil(s) and is_weak(s, seat) and wanted <= 1:
        wanted = 0
    elif wanted <= 0 and allows_nil(s):
        wanted = 1
    chosen, distance = int(options[0, 0]), 100
    for row in range(count):
        near = min(max(BID + wanted, options[row, 0]), options[row, 1])
        if abs(near - BID - wanted) < distance:
            chosen, distance = near, abs(near - BID - wanted)
    return int(chosen)


# Tricks


@rule
def wants_tricks(s: State, seat: int, careful: bool) -> bool:
    """Whether another trick is good for the seat: the contract needs it, or tricks and the cards in them count for
    it."""
    if s.code[BIDDING_AT]:
        if s.nil[seat]:
            return False
        contract = taken = 0
        for other in range(s.seats):
            if side_of(s, other) == side_of(s, seat):
                taken += s.tricks[other]
                if not s.nil[other] and s.bid[other] > 0:
                    contract += s.bid[other]
        if taken < contract:
            return True
        return not (variant_flags(s) & EXACT) and not (careful and s.code[s.code[BIDDING_AT] + BAG_LIMIT])
    at = int(s.code[SCORING_AT])
    while s.code[at] != END and s.code[at] != CARD_SCORING:
        at = past_block(s, at)
    good = True
    if s.code[at] == CARD_SCORING:
        good = signed(s, at + 5) > 0
    return bool(good != (s.code[LOW_WINS] != 0))


@rule
def choose_trick_card(s: State, seat: int, options: Any, count: int, passing: bool, careful: bool) -> int:
    """The card that does best by a simple value: take cheaply what is wanted, and get rid of what is dangerous."""
    wants = wants_tricks(s, seat, careful)
    mate_wins = s.lead_suit > 0 and side_of(s, s.best) == side_of(s, seat)
    last = s.todo == 1 << seat
    chosen, most = int(options[0, 0]), -10_000
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            card = move - PASS_CARD if passing else move
            if passing or s.lead_suit == 0:
                value = lead_value(s, card, wants != passing)
            else:
                value = follow_value(s, card, wants and not (careful and mate_wins), last)
            if value > most:
                chosen, most = move, value
    return int(chosen)


@rule
def lead_value(s: State, card: int, wants: bool) -> int:
    """Lead high to win and low to lose; trumps last."""
    value = strength(s, card)
    if s.code[s.pc] == TRICK and s.code[s.pc + FLAGS] & LOW_CARD_WINS:
        value = 16 - value
    if s.scoring_cards & BIT[card] and not wants:
        value += 4
    trump = 8 if suit_of(s, card) + 1 == s.trump else 0
    return int(value - trump if wants else -value - trump)


@rule
def follow_value(s: State, card: int, wants: bool, last: bool) -> int:
    """Win with the cheapest card if last, else with the strongest; lose with the weakest, or throw what is
    dangerous."""
    flags = s.code[s.pc + FLAGS]
    value = power(s, card, suit_of(s, card) + 1, flags)
    held = int(strength(s, card)) + (8 if suit_of(s, card) + 1 == s.trump else 0)
    wins = value > s.best_power
    danger = held + (20 if s.scoring_cards & BIT[card] else 0)
    if wants:
        if wins:
            return 200 - value if last else 200 + value
        return -held
    if wins:
        return -200 + (value if last else -value)
    return danger


# Betting


@rule
def choose_bet(s: State, seat: int, options: Any, count: int) -> int:
    """Raise on a good hand, fold a bad one when it costs something."""
    cards = s.hand[seat]
    if s.code[RANKING] == BY_POKER:
        ranks = 0
        for rank in range(13):
            if size(cards & suit_of_rank(rank)) >= 2:
                ranks += 1
        good, bad = ranks > 0, ranks == 0 and strongest(s, cards) < 12
    else:
        high = strongest(s, cards)
        points = card_total(cards)
        good, bad = high >= 10 or points == BLACKJACK, high < 6
    owed = level(s) - s.stake[seat]
    wanted = RAISE if good else FOLD if bad and owed > 0 else CHECK
    for row in range(count):
        if options[row, 0] <= wanted <= options[row, 1]:
            return int(wanted)
    return CHECK


@rule
def suit_of_rank(rank: int) -> int:
    """All four cards of a rank."""
    return int(BIT[rank] | BIT[rank + 13] | BIT[rank + 26] | BIT[rank + 39])


BOTS: dict[str, Callable[..., Any]] = {"greedy": greedy, "careful": careful}
