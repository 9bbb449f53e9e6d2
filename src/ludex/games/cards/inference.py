"""What claims and bids say about the cards of those who made them, for players that look ahead."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.cards.bots.bidding import estimate_tricks
from ludex.games.cards.bytecode.blocks import CLAIM
from ludex.games.cards.bytecode.places import BIDDING_AT
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import BIT, RANK_MASK
from ludex.games.cards.rules.claiming import due_rank
from ludex.games.cards.secrets import redeal
from ludex.games.cards.state import SEATS, State

HONEST = 90
"""How often, in per cent, a claim of two cards or more is true if it can be."""
EARLY = 5
"""Up to so many tricks into a hand, the cards still held say something about the bid."""
WHOLE_TRICK = 4
"""A trick in the quarters in which bots count."""


@rule
def suppose(s: State, seat: int) -> None:
    """Deal the unseen cards at random, and let claims be as honest as they usually are."""
    unseen = s.claim_cards == 0
    redeal(s, seat)
    if s.code[s.pc] == CLAIM and s.claimer and unseen and below(s, 100) < chance_of_truth(s, seat):
        make_honest(s, seat)


@rule
def hidden_due(s: State, seat: int) -> int:
    """The cards of the rank that is due that another seat may hold for all that a seat knows: it holds none of them
    itself, and none lies face up or in a book."""
    cards = RANK_MASK[due_rank(s)] & s.deck & ~(s.hand[seat] | s.dropped[seat] | s.pile | s.table)
    for other in range(s.seats):
        cards &= ~s.won[other]
        if other != s.claimer - 1:
            cards &= ~s.known[other]
    return int(cards)


@rule
def chance_of_truth(s: State, seat: int) -> int:
    """How likely a claim is to be true, in per cent.

    Players who claim one card either have just that one, or none at all and had to lie.
    """
    due = size(hidden_due(s, seat))
    if due < s.claimed:
        return 0
    if s.claimed > 1:
        return HONEST
    unknown = size(s.deck) - s.hand_size[seat] - s.dropped_size[seat]
    held = s.hand_size[s.claimer - 1] + 1
    return int(100 * due * held // max(due * held + unknown - held, 1))


@rule
def make_honest(s: State, seat: int) -> None:
    """Exchange the false cards of a claim for true ones, wherever these were dealt."""
    claimer = s.claimer - 1
    due = hidden_due(s, seat) & ~s.claim_cards
    false = s.claim_cards & ~RANK_MASK[due_rank(s)]
    while false and due:
        old, new = lowest(false), lowest(due)
        false &= false - 1
        due &= due - 1
        put_for(s, new, old)
        s.claim_cards = s.claim_cards & ~BIT[old] | BIT[new]
        s.dropped[claimer] = s.dropped[claimer] & ~BIT[old] | BIT[new]


@rule
def put_for(s: State, taken: int, left: int) -> None:
    """Take a card from where it was dealt, and leave another in its place."""
    for other in range(SEATS):
        if s.hand[other] & BIT[taken]:
            s.hand[other] = s.hand[other] & ~BIT[taken] | BIT[left]
            s.known[other] &= ~BIT[taken]
        elif s.dropped[other] & BIT[taken]:
            s.dropped[other] = s.dropped[other] & ~BIT[taken] | BIT[left]
    if s.stock & BIT[taken]:
        s.stock = s.stock & ~BIT[taken] | BIT[left]


@rule
def likelihood(s: State, seat: int) -> int:
    """How well hands fit the bids, in thousandths: a hand should promise what its bid still lacks, give or take a
    trick."""
    weight = 1000
    if s.code[BIDDING_AT] and s.tricks_played <= EARLY:
        for other in range(s.seats):
            if other != seat and s.bid[other] >= 0:
                lacks = WHOLE_TRICK * (s.bid[other] - s.tricks[other])
                off = abs(estimate_tricks(s, other) - lacks) - WHOLE_TRICK
                if off > 0:
                    weight = weight * WHOLE_TRICK // (WHOLE_TRICK + off)
    return weight
