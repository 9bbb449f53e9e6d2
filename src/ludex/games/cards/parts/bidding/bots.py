"""Rules by which bots bid: the number of tricks that a hand should win."""

from __future__ import annotations

from typing import Any

from ludex.author import field_of, packed, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.moves import Bid
from ludex.games.cards.parts.betting.showdown import strongest
from ludex.games.cards.parts.bidding.places import BIDDING_AT, EXACT, HOOK, MAX_BID, PARTNERS
from ludex.games.cards.parts.bidding.rules import allows_nil, variant_flags
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.trumps.rules import strength, suit_cards
from ludex.games.cards.state import State
from ludex.games.cards.weights import BID, BID_EXACT, WeightRow

SAFE, SAFER = 4, 3
"""The strongest card that is safe as the lowest of its suit in a hand that bids Nil, and by how much the next ones may
be stronger."""
MOST_RISK = 4
"""The most risk at which a search considers a Nil."""


@rule
def estimate_tricks(s: State, seat: int) -> int:
    """Estimate the tricks of a hand, in quarters of a trick: high cards, long trumps, short suits to trump in."""
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
    """Return True if a hand could win no trick at all: nothing near the top, and few trumps."""
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
def nil_risk(s: State, seat: int) -> int:
    """Estimate how likely a hand is to win a trick against its will: how far its lowest cards of each suit are above
    those that are hard to be left with. Trumps count three times."""
    risk = 0
    for suit in range(4):
        held = s.hand[seat] & suit_cards(s, suit)
        safe = SAFE
        for card in range(52):
            if held >> card & 1 and safe < SAFE + 4 * SAFER:
                risk += max(strength(s, card) - safe, 0) * (3 if suit + 1 == s.trump else 1)
                safe += SAFER
    return risk


@rule
def is_sensible_bid(s: State, seat: int, move: int) -> bool:
    """Return False for a Nil on a hand that is likely to win a trick, wherever another bid can be made."""
    free = s.code[s.code[BIDDING_AT] + MAX_BID] >= 2 and not variant_flags(s) & (PARTNERS | HOOK)
    return not (free and allows_nil(s) and field_of(move, Bid) == 0) or nil_risk(s, seat) <= MOST_RISK


@rule
def choose_bid(s: State, seat: int, options: Any, count: int, careful: bool, weights: WeightRow) -> int:
    """The offered bid next to the estimate. Careful bots bid Nil on a weak hand, and have weights for what is added."""
    more = 1
    if careful:
        more = weights[BID_EXACT] if variant_flags(s) & EXACT else weights[BID]
    wanted = (estimate_tricks(s, seat) + more) // 4
    if careful and allows_nil(s) and is_weak(s, seat) and wanted <= 1:
        wanted = 0
    elif wanted <= 0 and allows_nil(s):
        wanted = 1
    chosen, distance = int(options[0, 0]), 100
    for row in range(count):
        near = min(max(packed(Bid, wanted), options[row, 0]), options[row, 1])
        if abs(near - packed(Bid, wanted)) < distance:
            chosen, distance = near, abs(near - packed(Bid, wanted))
    return int(chosen)
