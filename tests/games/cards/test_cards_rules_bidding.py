"""The rules of bidding and of contracts, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused, scores

from ludex import Table
from ludex.games.cards import View
from ludex.games.cards.genome import BiddingPhase, ContractScoring, ContractVariant, Match, TrickPhase

HANDS = ("2C 3C 4C 5C", "6C 7C 8C 9C", "2D 3D 4D 5D", "6D 7D 8D 9D")


def last_trick(rules: Any, bids: str, tricks: list[int], **fields: Any) -> Table[View]:
    """The last trick of a hand, which seat 3 wins: `tricks` are those won before."""
    table = lay_out(rules, "2C", "3C", "4C", "5C", after=bids, tricks=tricks, tricks_played=12, **fields)
    return play(table, "play 2C, play 3C, play 4C, play 5C")


def test_bids_go_from_the_lowest_to_the_size_of_the_hand() -> None:
    table = lay_out("oh-hell", *HANDS)
    assert options(table) == {"bid 0", "bid 1", "bid 2", "bid 3", "bid 4"}
    assert refused(table, "bid 5") == "bid-too-high"
    table = lay_out(genome("spades", phases=(BiddingPhase(2, 3, allow_nil=False), TrickPhase())), *HANDS)
    assert options(table) == {"bid 2", "bid 3"}
    assert refused(table, "bid 1") == "bid-too-low"


def test_a_bid_of_nothing_is_nil_where_nil_is_allowed() -> None:
    assert play(lay_out("spades", *HANDS), "bid 0").view().seats[0].nil
    assert not play(lay_out("oh-hell", *HANDS), "bid 0").view().seats[0].nil


def test_the_hook_forbids_the_last_bidder_to_make_the_bids_add_up() -> None:
    table = play(lay_out("oh-hell", *HANDS), "bid 1, bid 1, bid 0")
    assert options(table) == {"bid 0", "bid 1", "bid 3", "bid 4"}
    assert refused(table, "bid 2") == "bid-hooked"


def test_the_hook_does_not_forbid_the_only_bid_there_is() -> None:
    hooked = ContractVariant(exact=True, hook=True)
    rules = genome("oh-hell", phases=(BiddingPhase(1, 1, allow_nil=False), TrickPhase()), contract_variant=hooked)
    assert options(play(lay_out(rules, *HANDS), "bid 1, bid 1, bid 1")) == {"bid 1"}


def test_partners_bid_no_more_than_the_tricks_there_are() -> None:
    rules = genome("partnership-spades", contract_variant=ContractVariant(partners=True))
    assert options(play(lay_out(rules, *HANDS), "bid 3, bid 1")) == {"bid 0", "bid 1"}


@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        ("bid 1, bid 4, bid 4, bid 3", [1, 4, 4, 3], [10, 40, 40, 31]),
        ("bid 2, bid 4, bid 4, bid 4", [1, 4, 4, 3], [-20, 40, 40, 40]),
        ("bid 1, bid 5, bid 2, bid 5", [3, 5, 4, 0], [12, 50, 22, -50]),
    ],
    ids=["made", "failed", "overtricks"],
)
def test_a_contract_scores_for_tricks_bid_and_costs_them_when_it_fails(
    bids: str, tricks: list[int], expected: list[int]
) -> None:
    assert scores(last_trick("spades", bids, tricks)) == expected


def test_a_contract_of_partners_is_the_sum_of_their_bids_and_tricks() -> None:
    assert scores(last_trick("partnership-spades", "bid 3, bid 4, bid 3, bid 3", [6, 4, 0, 2])) == [60, 70]


def test_nil_scores_its_bonus_or_costs_its_penalty() -> None:
    assert scores(last_trick("spades", "bid 0, bid 4, bid 0, bid 4", [0, 4, 5, 3])) == [100, 40, -100 + 5, 40]


@pytest.mark.parametrize(("kind", "expected"), [("help", -100 + 40), ("bags", -100 - 40)])
def test_tricks_of_a_failed_nil_help_the_partner_or_do_not(kind: Any, expected: int) -> None:
    rules = genome("partnership-spades", contract_variant=ContractVariant(nil_tricks=kind))
    assert scores(last_trick(rules, "bid 0, bid 4, bid 4, bid 4", [1, 5, 3, 3]))[0] == expected


def test_tricks_of_a_failed_nil_can_be_bags() -> None:
    rules = genome("partnership-spades", contract_variant=ContractVariant(nil_tricks="bags"))
    view = last_trick(rules, "bid 0, bid 4, bid 4, bid 4", [1, 5, 4, 2]).view()
    assert (view.sides[0].score, view.sides[0].bags) == (-100 + 40 + 1, 1)


@pytest.mark.parametrize(
    ("kind", "before", "score", "kept"),
    [
        ("carry", 9, 10 + 2 - 100, 1),
        ("reset", 9, 10 + 2 - 100, 0),
        ("once", 9, 10 + 2 - 100, 1),
        ("carry", 7, 10 + 2, 9),
        ("score", 0, 98 + 12 - 100, 0),
    ],
)
def test_bags_cost_a_penalty_at_their_limit(kind: Any, before: int, score: int, kept: int) -> None:
    """Seat 0 wins two tricks more than it bid; read off the score, its eight bags are those of 98 points."""
    rules = genome("spades", contract_variant=ContractVariant(bags=kind))
    points = [98, 0, 0, 0] if kind == "score" else [0] * 4
    side = (
        last_trick(rules, "bid 1, bid 4, bid 2, bid 4", [3, 4, 2, 3], bags=[before, 0, 0, 0], score=points)
        .view()
        .sides[0]
    )
    assert (side.score, side.bags) == (score, kept)


def test_bags_over_twice_the_limit_cost_the_penalty_twice() -> None:
    rules = genome("spades", contract_scoring=ContractScoring(bag_limit=2))
    side = last_trick(rules, "bid 1, bid 3, bid 1, bid 3", [6, 3, 1, 2]).view().sides[0]
    assert (side.score, side.bags) == (10 + 5 - 200, 1)


def test_bags_over_twice_the_limit_cost_the_penalty_once_a_hand_and_stay_as_the_document_has_it() -> None:
    variant = ContractVariant(bags="once")
    rules = genome("spades", contract_scoring=ContractScoring(bag_limit=2), contract_variant=variant)
    side = last_trick(rules, "bid 1, bid 3, bid 1, bid 3", [6, 3, 1, 2]).view().sides[0]
    assert (side.score, side.bags) == (10 + 5 - 100, 3)


def test_a_team_sees_its_contract_grow_with_every_bid_but_nil() -> None:
    table = lay_out("partnership-spades", "2C 2D", "3C 3D", "4C 4D", "5C 5D")
    assert [side.contract for side in table.view().sides] == [None, None]
    play(table, "bid 2, bid 0, bid 1")
    assert [side.contract for side in table.view().sides] == [3, 0]
    assert "seat 0 and seat 2: contract 3, 0 tricks, 0 points" in table.game.look.draw(table.view(3))
    play(table, "bid 1, play 2C, play 3C, play 4C, play 5C")
    assert [side.tricks for side in table.view().sides] == [0, 1]


def test_an_exact_contract_needs_exactly_its_tricks_and_brings_a_bonus() -> None:
    rules = genome("oh-hell", match=Match(hands=1))
    assert scores(last_trick(rules, "bid 2, bid 3, bid 0, bid 1", [2, 2, 1, 0])) == [12, 0, 0, 11]
