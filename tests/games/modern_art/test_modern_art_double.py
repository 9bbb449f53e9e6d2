"""The double auction: who may add the second card, who is the auctioneer then, who is paid, who loses a turn."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Table
from ludex.games.modern_art import AwaitingCard, AwaitingSecondCard, OneOfferAuction, RoundEnding

from .position import card, code, money, offered, owns, phase, play, played, position, told

FIRST = "Manuel double, Manuel one offer, Manuel hidden, Sigrid one offer, Manuel double"


def test_the_player_himself_is_offered_the_second_card_first() -> None:
    table = play(position(FIRST, "Manuel open", "Daniel open"), "0: play Manuel double")
    assert table.view().phase == AwaitingSecondCard(card("Manuel double"), 0, 0, ())
    assert offered(table) == "add Manuel Carvalho one offer, add Manuel Carvalho hidden, decline"


def test_the_second_card_is_of_the_same_artist_not_a_double_and_in_hand() -> None:
    table = play(position(FIRST, "Manuel open", "Daniel open"), "0: play Manuel double")
    assert code(table, 0, "add Sigrid one offer") == "other-artist"
    assert code(table, 0, "add Manuel double") == "second-double"
    assert code(table, 0, "add Manuel open") == "not-in-hand"


def test_with_their_own_second_card_the_player_stays_auctioneer_of_both() -> None:
    table = play(position(FIRST, "Daniel open", "Daniel open"), "0: play Manuel double", "add Manuel one offer")
    phase = table.view().phase
    assert isinstance(phase, OneOfferAuction)
    assert (phase.auctioneer, phase.lot.first_player, played(table)[0]) == (0, 0, 2)
    assert phase.lot.cards == (card("Manuel double"), card("Manuel one offer"))
    play(table, "1: bid 40", "2: pass", "0: pass")
    assert owns(table, 1) == {card("Manuel double"): 1, card("Manuel one offer"): 1}
    assert (money(table), table.waiting) == ([140, 60, 100], (1,))


def test_the_others_are_offered_it_clockwise_each_once() -> None:
    table = play(position("Sigrid open", "Daniel open", FIRST, "Daniel open", turn=2), "2: play Manuel double")
    order: list[int] = []
    while isinstance(found := table.view().phase, AwaitingSecondCard):
        assert found.declined == tuple(sorted(order))
        order.append(table.waiting[0])
        play(table, "decline")
    assert order == [2, 3, 0, 1]


def test_players_without_a_fitting_card_are_asked_all_the_same() -> None:
    """Otherwise all players would know that they have none."""
    table = play(position(FIRST, "Daniel open", "Daniel open"), "0: play Manuel double", "0: decline")
    assert (table.waiting, offered(table)) == ((1,), "decline")


def test_players_without_any_card_are_not_asked() -> None:
    table = play(position("Manuel double", "", "Daniel open"), "0: play Manuel double")
    assert table.waiting == (2,)


def test_another_who_adds_the_second_card_is_the_auctioneer_and_gets_all_the_money() -> None:
    table = position("Manuel double, Sigrid open", "Daniel open", "Manuel one offer, Daniel open", "Sigrid open")
    play(table, "0: play Manuel double", "0: decline", "1: decline", "2: add Manuel one offer")
    found = phase(table, OneOfferAuction)
    assert (found.auctioneer, found.lot.first_player, table.waiting) == (2, 0, (3,))
    play(table, "3: bid 30", "0: pass", "1: pass", "2: pass")
    assert (money(table), owns(table, 3).total()) == ([100, 100, 130, 70], 2)


def test_those_between_lose_their_turn() -> None:
    table = position("Manuel double, Sigrid open", "Daniel open", "Manuel one offer, Daniel open", "Sigrid open")
    play(table, "0: play Manuel double", "0: decline", "1: decline", "2: add Manuel one offer")
    assert "seat 1 loses a turn: another seat added the second card." in told(table)
    play(table, "3: pass", "0: pass", "1: pass", "2: pass")
    assert table.view().phase == AwaitingCard(3)


def test_the_first_player_bids_like_anybody_and_pays_the_new_auctioneer() -> None:
    table = position("Manuel double, Sigrid open", "Manuel one offer, Daniel open", "Daniel open")
    play(table, "0: play Manuel double", "0: decline", "1: add Manuel one offer", "2: pass", "0: bid 25", "1: pass")
    assert (money(table), owns(table, 0).total()) == ([75, 125, 100], 2)


def test_a_new_auctioneer_who_buys_pays_the_bank() -> None:
    table = position("Manuel double, Sigrid open", "Manuel one offer, Daniel open", "Daniel open")
    play(table, "0: play Manuel double", "0: decline", "1: add Manuel one offer", "2: bid 9", "0: pass", "1: bid 10")
    assert (money(table), owns(table, 1).total()) == ([100, 90, 100], 2)


def test_without_a_second_card_the_player_gets_the_double_for_nothing() -> None:
    table = play(position(FIRST, "Manuel open", "Daniel open"), "0: play Manuel double", *["decline"] * 3)
    assert (owns(table, 0), money(table)) == ({card("Manuel double"): 1}, [100] * 3)
    assert (table.waiting, played(table)[0]) == ((1,), 1)
    assert told(table)[-1] == "seat 0 gets Manuel Carvalho (double) for nothing."


@pytest.mark.parametrize("auction", ["open", "one offer", "hidden", "fixed price"])
def test_the_second_card_says_how_both_are_sold(auction: str) -> None:
    table = position("Manuel double, Sigrid open", f"Manuel {auction}, Daniel open", "Daniel open")
    play(table, "0: play Manuel double", "0: decline", f"1: add Manuel {auction}")
    found: Any = table.view().phase
    assert (type(found).__name__.lower(), found.auctioneer) == (f"{auction.replace(' ', '')}auction", 1)
    assert [painting.auction for painting in found.lot.cards] == ["double", auction]


def test_a_fixed_price_for_both_must_be_paid_by_the_new_auctioneer_if_nobody_buys() -> None:
    table = position("Manuel double, Sigrid open", "Manuel fixed price, Daniel open", "Daniel open")
    play(table, "0: play Manuel double", "decline", "1: add Manuel fixed price", "1: price 20", "2: pass", "0: pass")
    assert (money(table), owns(table, 1).total()) == ([100, 80, 100], 2)


def test_sealed_ties_go_by_the_new_auctioneer() -> None:
    table = position("Manuel double, Sigrid open", "Daniel open", "Manuel hidden, Daniel open", "Sigrid open")
    play(table, "0: play Manuel double", "decline", "1: decline", "2: add Manuel hidden")
    play(table, "0: seal 5", "1: seal 5", "2: seal 4", "3: seal 5")
    assert owns(table, 3).total() == 2


# The money by split


def split(*moves: str) -> Table:
    table = position("Manuel double, Sigrid open", "Manuel one offer, Daniel open", "Daniel open", double_money="split")
    return play(table, "0: play Manuel double", "0: decline", "1: add Manuel one offer", *moves)


def test_by_split_both_get_half_and_the_second_the_odd_unit() -> None:
    assert money(split("2: bid 25", "0: pass", "1: pass")) == [112, 113, 75]


def test_by_split_a_buyers_own_half_goes_to_the_bank() -> None:
    assert money(split("2: pass", "0: bid 25", "1: pass")) == [75, 113, 100]
    assert money(split("2: bid 24", "0: pass", "1: bid 25")) == [112, 75, 100]


def test_by_split_a_price_of_one_goes_to_the_second() -> None:
    assert money(split("2: bid 1", "0: pass", "1: pass")) == [100, 101, 99]


def test_by_split_players_who_add_their_own_card_are_paid_alone() -> None:
    table = position(FIRST, "Daniel open", "Daniel open", double_money="split")
    play(table, "0: play Manuel double", "0: add Manuel one offer", "1: bid 25", "2: pass", "0: pass")
    assert money(table) == [125, 75, 100]


# The fifth card


def test_a_double_that_is_the_fifth_card_ends_the_round_without_a_second() -> None:
    table = play(
        position(FIRST, "Daniel open", "Daniel open", unsold="3 Manuel open, Manuel fixed price"),
        "0: play Manuel double",
    )
    assert table.view().phase == RoundEnding(0, (card("Manuel double"),))


def test_a_second_card_that_is_the_fifth_leaves_both_unsold() -> None:
    table = position(
        "Manuel double, Sigrid open", "Manuel one offer, Daniel open", "Daniel open", before=["3 Manuel open"]
    )
    play(table, "0: play Manuel double", "0: decline", "1: add Manuel one offer")
    assert table.view().phase == RoundEnding(1, (card("Manuel double"), card("Manuel one offer")))
    assert (played(table)[0], owns(table, 1).total()) == (5, 0)
