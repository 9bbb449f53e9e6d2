"""One offer, hidden and fixed price."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludex import Table
from ludex.games.modern_art import FixedPriceAuction, HiddenAuction, Lot, OneOfferAuction

from .position import GAME, card, code, last_sale, money, offered, owns, phase, play, position, told

OTHERS = "Sigrid open", "Daniel open", "Ramon open"


# One offer


def test_one_offer_asks_everybody_once_from_the_left_the_auctioneer_last() -> None:
    table = play(position("Daniel open", "Manuel one offer", *OTHERS[1:], turn=1), "play Manuel one offer")
    order = []
    while isinstance(table.view().phase, OneOfferAuction):
        order.append(table.waiting[0])
        play(table, "pass")
    assert order == [2, 3, 0, 1]


def test_each_offer_is_above_the_highest_so_far() -> None:
    table = play(position("Manuel one offer", *OTHERS), "play Manuel one offer", "1: bid 10")
    assert offered(table) == "pass, bid 11…100"
    assert code(table, 2, "bid 10") == "too-low"


def test_nobody_is_asked_twice() -> None:
    table = play(
        position("Manuel one offer", *OTHERS), "play Manuel one offer", "1: bid 10", "2: bid 11", "3: pass", "0: pass"
    )
    assert (owns(table, 2).total(), money(table)) == (1, [111, 100, 89, 100])


def test_without_an_offer_the_auctioneer_gets_it_for_nothing() -> None:
    table = play(position("Manuel one offer", *OTHERS), "play Manuel one offer", "pass", "pass", "pass", "0: pass")
    assert (owns(table, 0).total(), money(table)) == (1, [100] * 4)


def test_the_auctioneer_may_outbid_all_as_the_last() -> None:
    table = play(position("Manuel one offer", *OTHERS), "play Manuel one offer", "bid 10", "pass", "pass", "0: bid 11")
    assert (owns(table, 0).total(), money(table)) == (1, [89, 100, 100, 100])


# Hidden


def hidden_auction(*bids: int, auctioneer: int = 0, amounts: list[int] | None = None) -> Table:
    hands = ["Sigrid open"] * len(bids)
    hands[auctioneer] = "Manuel hidden, Sigrid open"
    if len(bids) > 3:
        hands[(auctioneer + 1) % len(bids)] = "Daniel open"
    table = play(position(*hands, turn=auctioneer, money=amounts), "play Manuel hidden")
    for seat, bid in enumerate(bids):
        play(table, f"{seat}: seal {bid}")
    return table


def test_all_bid_at_the_same_time_and_once() -> None:
    table = play(position("Manuel hidden", *OTHERS), "play Manuel hidden")
    assert table.waiting == (0, 1, 2, 3)
    assert play(table, "2: seal 5").waiting == (0, 1, 3)
    assert code(table, 2, "seal 6") == "not-your-turn"


def test_the_highest_bidder_buys_and_pays_their_own_bid() -> None:
    table = hidden_auction(3, 9, 20, 19)
    assert (owns(table, 2), money(table)) == ({card("Manuel hidden"): 1}, [120, 100, 80, 100])


def test_a_bid_of_nothing_is_allowed_and_none_above_ones_money() -> None:
    table = play(position("Manuel hidden", *OTHERS, money=[100, 12, 0, 100]), "play Manuel hidden")
    assert (offered(table, 1), offered(table, 2)) == ("seal 0…12", "seal 0")
    assert code(table, 1, "seal 13") == "too-high"


def test_all_bids_of_nothing_give_it_to_the_auctioneer_for_nothing() -> None:
    table = hidden_auction(0, 0, 0, 0, auctioneer=2)
    assert (owns(table, 2).total(), money(table)) == (1, [100] * 4)


@pytest.mark.parametrize("auctioneer", range(4))
@pytest.mark.parametrize("tied", [seats for seats in product((0, 1), repeat=4) if sum(seats) > 1])
def test_ties_go_to_the_auctioneer_then_clockwise_from_him(auctioneer: int, tied: tuple[int, ...]) -> None:
    table = hidden_auction(*(7 if bids else 3 for bids in tied), auctioneer=auctioneer)
    order = [(auctioneer + step) % 4 for step in range(4)]
    assert owns(table, next(seat for seat in order if tied[seat])).total() == 1


def test_an_auctioneer_who_wins_pays_the_bank() -> None:
    assert money(hidden_auction(50, 9, 20, 19)) == [50, 100, 100, 100]


def test_bids_are_shown_when_all_are_sealed_and_not_before() -> None:
    table = play(position("Manuel hidden", *OTHERS), "play Manuel hidden", "1: seal 33", "2: seal 5", "0: seal 1")
    assert "33" not in " ".join(told(table)) + str(table.events(2))
    assert table.view().last_sale is None
    play(table, "3: seal 2")
    assert [line for line in told(table) if "has bid" in line] == [
        "seat 0 has bid 1.",
        "seat 1 has bid 33.",
        "seat 2 has bid 5.",
        "seat 3 has bid 2.",
    ]
    assert last_sale(table).bids == (1, 33, 5, 2)


def test_the_order_of_sealing_does_not_matter() -> None:
    tables = [position("Manuel hidden", *OTHERS) for _ in range(2)]
    play(tables[0], "play Manuel hidden", "0: seal 1", "1: seal 7", "2: seal 7", "3: seal 2")
    play(tables[1], "play Manuel hidden", "3: seal 2", "2: seal 7", "1: seal 7", "0: seal 1")
    assert tables[0].engine.record_in_full().tobytes() == tables[1].engine.record_in_full().tobytes()


def test_a_seat_sees_its_own_sealed_bid() -> None:
    table = play(position("Manuel hidden", *OTHERS), "play Manuel hidden", "1: seal 33")
    own, other = phase(table, HiddenAuction, seat=1), phase(table, HiddenAuction, seat=2)
    assert (own.own_bid, own.sealed, other.own_bid, other.sealed) == (33, (1,), None, (1,))


# Fixed price


def test_the_auctioneer_names_a_price_they_could_pay() -> None:
    table = play(position("Manuel fixed price", *OTHERS, money=[40, 100, 100, 100]), "play Manuel fixed price")
    assert offered(table) == "price 1…40"
    assert code(table, 0, "price 41") == "too-high"
    assert code(table, 0, "price 0") == "too-low"


def test_an_auctioneer_without_money_names_nothing() -> None:
    table = play(position("Manuel fixed price", *OTHERS, money=[0, 100, 100, 100]), "play Manuel fixed price")
    assert offered(table) == "price 0"
    play(table, "price 0", "1: buy")
    assert (owns(table, 1).total(), money(table)) == (1, [0, 100, 100, 100])


def test_the_first_clockwise_who_says_yes_buys() -> None:
    table = play(position("Manuel fixed price", *OTHERS), "play Manuel fixed price", "price 30", "1: pass", "2: buy")
    assert (owns(table, 2).total(), money(table), table.waiting) == (1, [130, 100, 70, 100], (1,))


def test_players_with_too_little_money_are_asked_but_cannot_buy() -> None:
    table = play(
        position("Manuel fixed price", *OTHERS, money=[100, 29, 100, 100]), "play Manuel fixed price", "price 30"
    )
    assert (table.waiting, offered(table)) == ((1,), "pass")
    rejection = table.check(1, "buy")
    assert rejection is not None
    assert rejection.sentence == "buy rejected: the price is 30, and you have only 29: pass."


def test_if_nobody_buys_the_auctioneer_must() -> None:
    table = play(
        position("Manuel fixed price", *OTHERS), "play Manuel fixed price", "price 30", "pass", "pass", "3: pass"
    )
    assert (owns(table, 0).total(), money(table)) == (1, [70, 100, 100, 100])
    assert "seat 0 pays 30 to the bank." in told(table)


def test_the_view_of_a_fixed_price_auction() -> None:
    table = play(position("Manuel fixed price", *OTHERS), "play Manuel fixed price")
    lot = Lot((card("Manuel fixed price"),), 0)
    assert table.view().phase == FixedPriceAuction(lot, 0, None, 0, ())
    play(table, "price 9", "1: pass")
    assert table.view().phase == FixedPriceAuction(lot, 0, 9, 2, (1,))


def test_auctions_are_named_by_their_cards() -> None:
    kinds: dict[str, Any] = {"one offer": OneOfferAuction, "hidden": HiddenAuction, "fixed price": FixedPriceAuction}
    for auction, kind in kinds.items():
        table = play(position(f"Manuel {auction}", *OTHERS, game=GAME), f"play Manuel {auction}")
        assert phase(table, kind).lot.cards == (card(f"Manuel {auction}"),)
