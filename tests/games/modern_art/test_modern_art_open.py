"""Open auctions: any player may bid at any time, until passes or the hammer close them."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Table
from ludex.games.modern_art import OpenAuction, clock_moves

from .position import code, money, offered, owns, phase, play, position, told

SEATS = "Manuel open", "Sigrid open", "Daniel open", "Ramon open"


def opened(**settings: Any) -> Table:
    return play(position(*SEATS, **settings), "0: play Manuel open")


def test_everybody_may_bid_at_any_time_the_auctioneer_too() -> None:
    table = opened()
    assert table.waiting == (0, 1, 2, 3)
    play(table, "2: bid 3", "1: bid 4", "2: bid 9", "0: bid 10")
    assert (phase(table, OpenAuction).bid, phase(table, OpenAuction).bidder) == (10, 0)


def test_the_standing_bidder_is_not_asked() -> None:
    assert play(opened(), "2: bid 3").waiting == (0, 1, 3)


def test_it_ends_when_every_other_seat_has_declined_the_standing_bid() -> None:
    table = play(opened(), "2: bid 3", "0: pass", "3: pass")
    assert (table.waiting, owns(table, 2).total()) == ((1,), 0)
    play(table, "1: pass")
    assert (owns(table, 2).total(), money(table)) == (1, [103, 100, 97, 100])


def test_after_a_raise_everybody_is_asked_again() -> None:
    table = play(opened(), "2: bid 3", "0: pass", "3: pass", "1: bid 4")
    assert table.waiting == (0, 2, 3)
    assert phase(table, OpenAuction).declined == ()


def test_a_bid_is_higher_than_the_standing_one_and_payable() -> None:
    table = play(opened(money=[100, 20, 30, 100]), "2: bid 15")
    assert offered(table, 1) == "pass, bid 16…20"
    assert code(table, 1, "bid 15") == "too-low"
    assert code(table, 1, "bid 21") == "too-high"


def test_players_who_cannot_raise_are_still_asked_so_that_nobody_learns_it() -> None:
    table = play(opened(money=[100, 20, 30, 100]), "2: bid 25")
    assert (table.waiting, offered(table, 1)) == ((0, 1, 3), "pass")


def test_without_a_bid_the_auctioneer_gets_it_for_nothing() -> None:
    table = play(opened(), "1: pass", "3: pass", "2: pass", "0: pass")
    assert (owns(table, 0).total(), money(table)) == (1, [100] * 4)
    assert "seat 0 gets Manuel Carvalho (open) for nothing." in told(table)


def test_an_auctioneer_who_wins_pays_the_bank() -> None:
    table = play(opened(), "0: bid 5", "1: pass", "2: pass", "3: pass")
    assert money(table) == [95, 100, 100, 100]


# The hammer


def test_the_hammer_closes_after_three_calls() -> None:
    table = play(opened(closing="hammer"), "1: bid 5", *["0: pass", "2: pass", "3: pass", "0: hammer"] * 2)
    assert (phase(table, OpenAuction).calls, owns(table, 1).total()) == (2, 0)
    play(table, "0: pass", "2: pass", "3: pass", "0: hammer")
    assert (owns(table, 1).total(), money(table)) == (1, [105, 95, 100, 100])
    assert told(table)[0] == "The hammer: sold."


def test_passes_are_not_final_before_the_hammer_has_fallen() -> None:
    table = play(opened(closing="hammer"), "1: bid 5", "0: pass", "2: pass", "3: pass", "0: hammer")
    assert table.waiting == (0, 2, 3)
    play(table, "2: bid 6")
    assert (phase(table, OpenAuction).calls, phase(table, OpenAuction).declined) == (0, ())


def test_the_hammer_is_the_auctioneers_move_when_all_are_quiet() -> None:
    table = play(opened(closing="hammer"), "1: bid 5", "0: pass", "2: pass")
    assert code(table, 3, "hammer") == "not-yet-quiet"
    play(table, "3: pass")
    assert (table.waiting, offered(table)) == ((0,), "hammer")
    assert code(table, 0, "bid 6") == "only-the-hammer"


def test_the_hammer_sells_to_the_auctioneer_for_nothing_if_nobody_bids() -> None:
    table = opened(closing="hammer")
    play(table, *["0: pass", "1: pass", "2: pass", "3: pass", "0: hammer"] * 3)
    assert (owns(table, 0).total(), money(table)) == (1, [100] * 4)


def test_without_the_setting_there_is_no_hammer() -> None:
    assert code(opened(), 0, "hammer") == "wrong-decision"


def test_the_clock_of_a_table_drives_the_hammer() -> None:
    table = play(opened(closing="hammer"), "2: bid 8", "3: pass")
    assert clock_moves(table.view()) == ((0, "pass"), (1, "pass"), (0, "hammer"))
    while moves := clock_moves(table.view()):
        for seat, move in moves:
            table.play(seat, move)
    assert (owns(table, 2).total(), money(table)) == (1, [108, 100, 92, 100])


@pytest.mark.parametrize("closing", ["passes", "hammer"])
def test_the_view_says_how_it_closes(closing: str) -> None:
    phase = opened(closing=closing).view(2).phase
    assert isinstance(phase, OpenAuction)
    assert (phase.closing, phase.calls, phase.bid, phase.bidder, phase.auctioneer) == (closing, 0, None, None, 0)
