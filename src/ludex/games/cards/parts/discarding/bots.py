"""Rules by which bots discard and knock."""

from __future__ import annotations

from typing import Any

from ludex.author import field_of, is_a, rule
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import RANK_MASK
from ludex.games.cards.moves import Discard, Knock, Skip
from ludex.games.cards.parts.betting.places import BY_POKER, RANKING
from ludex.games.cards.parts.deal.places import STRENGTH
from ludex.games.cards.parts.discarding.melds import deadwood
from ludex.games.cards.parts.discarding.outs import known_of_others, live_cards, outs, partners, without
from ludex.games.cards.state import State
from ludex.games.cards.weights import FEEDS, HELPS, KNOCK, KNOCK_LATE, OUTS, OUTS_LATE

FULL_STOCK = 31
"""The cards that are left in the stock when a hand of Gin begins."""


@rule
def worth_of_discarding(s: State, seat: int, move: int, weights: Any) -> int:
    """At poker put single cards away, else keep what matches, and what can still match. Knock with few points."""
    if is_a(move, Skip):
        return 0
    if is_a(move, Knock):
        left = deadwood(without(s.hand[seat], field_of(move, Knock)))
        return 200_000 - left if left <= weigh_time(s, weights[KNOCK], weights[KNOCK_LATE]) else -200_000 - left
    card = field_of(move, Discard)
    if s.code[RANKING] == BY_POKER:
        single = size(s.hand[seat] & RANK_MASK[card % 13]) == 1
        return int(20 - s.code[STRENGTH + card % 13]) if single and s.code[STRENGTH + card % 13] < 12 else -1
    rest = without(s.hand[seat], card)
    live = live_cards(s, seat)
    value = 100 * (500 - deadwood(rest)) + size(outs(rest) & live) * weigh_time(s, weights[OUTS], weights[OUTS_LATE])
    value -= size(partners(card) & live) * weights[HELPS]
    return int(value - size(partners(card) & known_of_others(s, seat)) * weights[FEEDS])


@rule
def weigh_time(s: State, early: int, late: int) -> int:
    """Return a weight between those for a full and for an empty stock."""
    left = min(int(s.stock_size), FULL_STOCK)
    return (early * left + late * (FULL_STOCK - left)) // FULL_STOCK
