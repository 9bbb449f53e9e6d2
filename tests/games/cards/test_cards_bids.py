"""Bids of bots and searches: a Nil is considered only on a hand that can lose every trick."""

from __future__ import annotations

import pytest
from tests.games.cards.positions import genome, lay_out

import ludex
from ludex import Table
from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards.components import NAMES
from ludex.games.cards.moves import Bid
from ludex.games.cards.parts.bidding.bots import MOST_RISK, nil_risk
from ludex.games.cards.parts.bidding.genome import BiddingPhase, ContractVariant
from ludex.players.search.candidates import sense_of

LOW = "2C 5C 9C 3D 6D 8D JD 2H 4H 7H TH 2S 4S"


def bidding(hand: str, **changes: object) -> Table:
    """A table at which seat 0 bids with this hand; the other hands have the rest of the cards."""
    rules = genome("partnership-spades", **changes)
    taken = hand.split()
    rest = [card for card in NAMES if card not in taken]
    return lay_out(rules, hand, *(" ".join(rest[13 * seat : 13 * seat + 13]) for seat in range(3)))


def risk(hand: str) -> int:
    record = bidding(hand).request(0).record
    assert record is not None
    return int(nil_risk(load_twin(record.copy(), 0), 0))


def considered(table: Table) -> set[int]:
    """Return the bids that a search at seat 0 may consider."""
    record = table.request(0).record
    assert record is not None
    is_sensible = sense_of(table.game, record.copy(), 0)
    bids = [move for move in table.options(0) if isinstance(move, Bid)]
    return {move.tricks for move in bids if is_sensible(table.game.moves.pack(move))}


def test_low_cards_are_no_risk_and_high_ones_are() -> None:
    assert risk(LOW) == 0
    assert risk(LOW.replace("2H 4H 7H TH", "9H JH QH AH")) > 0


def test_a_high_card_over_low_ones_of_its_suit_can_be_thrown_below_another() -> None:
    """An ace with three low cards is a smaller risk than an ace alone."""
    alone = "2C 3C 4C 5C 6C 3D 4D 5D 6D 7D 2S 3S AH"
    covered = "2C 3C 4C 5C 3D 4D 5D 6D 2S 2H 4H 7H AH"
    assert risk(covered) < risk(alone)


def test_trumps_are_the_greatest_risk() -> None:
    hand = "2C 3C 4C 5C 3D 4D 5D 6D 2H 4H 7H 2S {}"
    assert risk(hand.format("QS")) > risk(hand.format("QD"))


def test_a_search_considers_a_nil_on_a_low_hand_alone() -> None:
    assert considered(bidding(LOW)) == set(range(14))
    high = LOW.replace("4S", "KS")
    assert risk(high) > MOST_RISK
    assert considered(bidding(high)) == set(range(1, 14))


def test_every_bid_is_considered_where_a_nil_might_be_the_only_one_or_is_none() -> None:
    high = LOW.replace("4S", "KS")
    for variant in (ContractVariant(partners=True), ContractVariant(hook=True)):
        assert 0 in considered(bidding(high, contract_variant=variant))
    phases = (BiddingPhase(allow_nil=False, min_bid=0), genome("partnership-spades").phases[1])
    assert 0 in considered(bidding(high, phases=phases))


@pytest.mark.parametrize("bot", ["greedy", "careful"])
def test_a_search_still_proposes_what_the_bots_bid(bot: str) -> None:
    table = bidding(LOW.replace("4S", "AS"))
    move = ludex.Bot(table.game, bot).decide(table.request(0))
    assert isinstance(move, Bid)
    assert move.tricks in considered(table)
