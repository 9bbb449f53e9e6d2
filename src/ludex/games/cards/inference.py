"""Inferences from claims, bids and cards chosen to be passed about the cards of other players, for players that look
ahead."""

from __future__ import annotations

from ludex.author import below, rule
from ludex.games.cards.card_sets import lowest, size
from ludex.games.cards.components import BIT, RANK_MASK
from ludex.games.cards.parts.auction.bots import fit_of_hand, is_sensible_call
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.parts.bidding.bots import estimate_tricks, is_sensible_bid
from ludex.games.cards.parts.bidding.genome import BIDDING
from ludex.games.cards.parts.bidding.places import BIDDING_AT
from ludex.games.cards.parts.claiming.genome import CLAIM
from ludex.games.cards.parts.claiming.rules import due_rank
from ludex.games.cards.parts.passing.genome import PASS
from ludex.games.cards.parts.seats import next_in
from ludex.games.cards.secrets import redeal
from ludex.games.cards.state import SEATS, State

HONEST = 90
"""The percentage of claims of two cards or more that are true if they can be."""
EARLY = 5
"""The number of tricks in a hand after which the cards still held no longer say anything about the bid."""
WHOLE_TRICK = 4
"""A trick in the quarters in which bots count."""


@rule
def sensible(s: State, seat: int, move: int) -> bool:
    """Return False for bids that look better in playouts than they are."""
    if s.code[s.pc] == AUCTION:
        return is_sensible_call(s, seat, move)
    return s.code[s.pc] != BIDDING or is_sensible_bid(s, seat, move)


@rule
def suppose(s: State, seat: int) -> None:
    """Deal the unseen cards at random, let claims be as honest as they usually are, and take back what the others have
    chosen to pass: a bot can then choose it."""
    unseen = s.claim_cards == 0
    redeal(s, seat)
    if s.code[s.pc] == PASS:
        take_back_choices(s, seat)
    if s.code[s.pc] == CLAIM and s.claimer and unseen and below(s, 100) < chance_of_truth(s, seat):
        make_honest(s, seat)


@rule
def take_back_choices(s: State, seat: int) -> None:
    """Let all other seats choose again which cards they pass."""
    s.todo |= s.alive & ~(1 << seat)
    for other in range(s.seats):
        if other != seat:
            s.chosen[other] = 0
    s.turn = next_in(s, s.dealer, s.todo)


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
    """Return the likelihood that a claim is true, in per cent.

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
    """Return how well hands fit the bids, in thousandths: a hand should promise what its bid still lacks, give or take
    a trick."""
    weight = 1000
    if s.code[BIDDING_AT] and s.tricks_played <= EARLY:
        for other in range(s.seats):
            if other != seat and s.bid[other] >= 0:
                lacks = WHOLE_TRICK * (s.bid[other] - s.tricks[other])
                off = abs(estimate_tricks(s, other) - lacks) - WHOLE_TRICK
                if off > 0:
                    weight = weight * WHOLE_TRICK // (WHOLE_TRICK + off)
    if s.high_bid and s.tricks_played == 0:
        for other in range(s.seats):
            if other != seat:
                weight = weight * WHOLE_TRICK // (WHOLE_TRICK + fit_of_hand(s, other))
    return weight
