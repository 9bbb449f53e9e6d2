"""Bots bid sensibly: better than a simple point-count bidder on the same deals, and by points and lengths."""

from __future__ import annotations

import numpy as np
import pytest
from tests.games.cards.point_count import DuplicateMatch, Result, point_count
from tests.games.cards.positions import genome, lay_out, play

import ludex
from ludex import Table
from ludex.games.cards import View
from ludex.games.cards.genome import AuctionPhase, Match, TrickPhase

BALANCED_STRONG = "AC KC 4C 2C AD QD 3D KH 5H 2H QS 4S 3S"
WEAK = "9C 8C 7C 6C 9D 8D 7D 9H 8H 7H 9S 8S 7S"
FIVE_SPADES = "TC 5C 3C KD TD 9D 4D AH AS KS 6S 5S 2S"


def chosen(*hands: str, calls: str = "", bot: str = "careful") -> str:
    """The call of the bot whose turn it is; seat 3 deals."""
    rules = genome("bridge", phases=(AuctionPhase(), TrickPhase()), match=Match(hands=4))
    table: Table[View] = lay_out(rules, *hands)
    table = play(table, calls) if calls else table
    seat = table.waiting[0]
    return str(ludex.Bot(table.game, bot).decide(table.request(seat)))


def test_a_weak_hand_passes_and_a_strong_one_opens() -> None:
    assert chosen("2C", "2D", "2H", WEAK) == "pass"
    assert chosen("2C", "3D", "2H", FIVE_SPADES) == "bid 1 spades"
    assert chosen("3C", "2D", "2S", BALANCED_STRONG) == "bid 1 no trump"


def test_a_partner_with_a_fit_and_points_raises_to_game() -> None:
    strong = "AD QD JD 3D KC QC JC 9C 9S 8S 7S QS KH"
    assert chosen("2C 4C", strong, "2H 3H", FIVE_SPADES, calls="bid 1 spades, pass") == "bid 4 spades"


def test_only_a_bid_far_too_high_is_doubled() -> None:
    strong = "AC KC QC AD KD QD AH KH QH AS KS QS JS"
    assert chosen(strong, "2C", "2D", "2H", calls="bid 4 hearts") == "double"
    assert chosen(WEAK, "2C", "2D", "2H", calls="bid 4 hearts") == "pass"


def check_better(deals: range, result: tuple[list[int], Result, Result]) -> None:
    better, ours, theirs = result
    mean, error = np.mean(better), np.std(better) / len(deals) ** 0.5
    assert mean > 2 * error, (mean, error)
    assert ours.made / ours.bid > theirs.made / theirs.bid


def test_bots_bid_better_than_a_simple_point_count_bidder() -> None:
    match = DuplicateMatch()
    deals = range(500_000, 500_600)
    check_better(deals, match.duplicate(deals, match.bots, point_count))


@pytest.mark.deep
@pytest.mark.parametrize("vulnerable", ["none", "duplicate"])
def test_bots_bid_better_over_thousands_of_deals(vulnerable: str) -> None:
    match = DuplicateMatch(vulnerable)
    deals = range(600_000, 602_000)
    check_better(deals, match.duplicate(deals, match.bots, point_count))
