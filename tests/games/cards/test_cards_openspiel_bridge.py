"""Bridge compared with OpenSpiel's: every list of calls and cards, every score, and who decides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.games.cards.test_cards_openspiel import Driver

from ludex.games.cards.components import NAMES
from ludex.games.cards.genome import AuctionPhase, Match, TrickPhase
from ludex.games.cards.library.tricks import create_bridge_genome
from ludex.games.cards.moves import MOVES, BidSuit, Double, Redouble, Skip

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra `peers`)")

PASS, DOUBLE, REDOUBLE, FIRST_BID = 52, 53, 54, 55
WORDS = {MOVES.first(Skip): PASS, MOVES.first(Double): DOUBLE, MOVES.first(Redouble): REDOUBLE}
BID = MOVES.first(BidSuit)
QUIET = 0.6
"""The share of calls that are a pass, a double or one of the lowest bids, so that auctions end at all levels."""


def action_of(packed: int) -> int:
    """Return OpenSpiel's number of a move: cards by rank and then suit, bids by level and strain."""
    if packed in WORDS:
        return WORDS[packed]
    return FIRST_BID + packed - BID if packed >= BID else packed % 13 * 4 + packed // 13


def bridge(hands: int) -> Any:
    phases = (AuctionPhase(vulnerable="duplicate"), TrickPhase())
    return msgspec.structs.replace(create_bridge_genome(), phases=phases, match=Match(hands=hands))


def chosen(ours: Driver, legal: list[int], calling: bool) -> int:
    if calling and ours.random.random() < QUIET:
        low = [packed for packed in legal if packed in WORDS] + [packed for packed in legal if packed >= BID][:3]
        return ours.random.choice(low)
    return ours.random.choice(legal)


def compare_hand(ours: Driver, number: int) -> set[str]:
    """Play a hand of ours and one of OpenSpiel's side by side, and return what it was like."""
    dealer = int(ours.s["dealer"])
    place = (number + number // 4) % 4
    vulnerable = (place in (1, 3), place in (2, 3))
    first = (dealer - 3) % 2
    game = pyspiel.load_game(
        "bridge",
        {
            "use_double_dummy_result": False,
            "dealer_vul": vulnerable[first],
            "non_dealer_vul": vulnerable[1 - first],
        },
    )
    theirs, seen, before = game.new_initial_state(), set(), [int(score) for score in ours.s["score"][:2]]
    dealt = ours.hands(4)
    for card in range(52):
        theirs.apply_action(action_of(NAMES.index(dealt[(dealer + card) % 4][card // 4])))
    while not theirs.is_terminal():
        assert (int(ours.s["turn"]) - dealer) % 4 == theirs.current_player()
        legal = ours.options()
        actions = {action_of(packed): packed for packed in legal}
        assert sorted(actions) == theirs.legal_actions()
        calling = min(actions) >= PASS
        packed = chosen(ours, legal, calling)
        seen |= {"dummy"} if ours.s["for_dummy"] else set()
        seen |= {"doubled"} if packed == MOVES.first(Double) else set()
        seen |= {"redoubled"} if packed == MOVES.first(Redouble) else set()
        ours.play(packed)
        theirs.apply_action(action_of(packed))
    gained = [int(after) - score for after, score in zip(ours.s["score"][:2], before, strict=True)]
    assert [gained[(dealer + seat) % 2] - gained[(dealer + seat + 1) % 2] for seat in range(4)] == theirs.returns()
    assert min(gained) == 0
    return seen | ({"scored"} if any(gained) else {"nothing"})


def compare(seed: int, hands: int) -> set[str]:
    ours = Driver(bridge(hands), 4, seed)
    return {what for number in range(hands) for what in compare_hand(ours, number)}


def test_bridge_as_openspiel_plays_it() -> None:
    seen = {what for seed in range(8) for what in compare(seed, 50)}
    assert seen == {"dummy", "doubled", "redoubled", "scored", "nothing"}


@pytest.mark.deep
def test_thousands_of_hands_of_bridge_as_openspiel_plays_them() -> None:
    for seed in range(100, 180):
        compare(seed, 100)
