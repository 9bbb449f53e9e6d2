"""Promises of the auction plan (document 000) in its code: the calls it shows work as written there, and the validation
functions refuse what no rule allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ludex import Table
from ludex.games.power_grid import (
    PLANTS,
    Engine,
    Plant,
    PowerGrid,
    SeatView,
    Strategy,
    View,
    validate_auction_bid,
    validate_auction_opening,
)


class AsWritten:
    """A strategy as the document shows it: it does not inherit from our player, and its methods do not take `error`."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def choose_auction_move(
        self, player: SeatView, game_state: View, current_market: Sequence[Plant], can_buy: bool, must_buy: bool
    ) -> Any:
        self.asked.append("opening")
        if not must_buy:
            return "pass"
        return {"action": "buy", "plant": current_market[0], "bid": current_market[0].cost}

    def bid_in_auction(self, player: SeatView, game_state: View, plant: Plant, current_bid: int, min_bid: int) -> Any:
        self.asked.append("bid")
        return min_bid if min_bid < 6 else "pass"


class Inherits(Strategy):
    """The same, as a subclass: it overrides the methods without `error`."""

    def choose_auction_move(  # type: ignore[override]  # the document's signature has no error
        self, player: SeatView, game_state: View, current_market: Sequence[Plant], can_buy: bool, must_buy: bool
    ) -> Any:
        return AsWritten().choose_auction_move(player, game_state, current_market, can_buy, must_buy)

    def build_city(self, player: SeatView, game_state: View) -> Any:  # type: ignore[override]  # as above
        return "done"


def test_the_documents_own_signatures_work_without_error() -> None:
    """The document calls `choose_auction_move(player, game_state, market, can_buy=…, must_buy=…)`, and no more."""
    stranger = AsWritten()
    engine = Engine([stranger, Inherits("B"), Strategy("C")], seed=1, round_limit=2)
    engine.play()
    assert {"opening", "bid"} == set(stranger.asked)
    assert engine.table.engine.retries == []
    assert engine.table.players[0] == "AsWritten"


def test_a_strategy_without_error_is_asked_again_all_the_same() -> None:
    """Its answers are rejected and asked for again as any others; only the reason does not reach it."""

    class Learns(AsWritten):
        def choose_auction_move(
            self, player: SeatView, game_state: View, current_market: Sequence[Plant], can_buy: bool, must_buy: bool
        ) -> Any:
            move = super().choose_auction_move(player, game_state, current_market, can_buy, must_buy)
            return "pass" if self.asked.count("opening") == 1 else move

    engine = Engine([Learns(), Learns(), Learns()], seed=1, round_limit=1)
    engine.play()
    assert [attempt.rejection.code for _, _, attempt in engine.table.engine.retries] == ["must-buy"]


# The validation functions refuse what no rule allows


def engine(**settings: Any) -> Engine:
    return Engine([Strategy(name) for name in "ABC"], seed=1, **settings)


def refused(answer: tuple[Any, ...]) -> str:
    valid, error = answer[:2]
    assert valid is False
    assert isinstance(error, str)
    assert answer[2:] in ((), (None,))
    return error


@pytest.mark.parametrize("bid", [-1, -5, -32_000, 0])
def test_a_negative_bid_is_refused_whatever_the_bids_before_are_said_to_be(bid: int) -> None:
    """No bid is below 1, even if the bid before it is given as negative."""
    assert "Bid 1 to 50" in refused(engine().validate_auction_bid(1, bid, PLANTS[4], 0, 0))
    assert "current_bid -10 is not a whole number from 0 up" in refused(
        engine().validate_auction_bid(1, bid, PLANTS[4], -10, -9)
    )
    assert "min_bid -9" in refused(engine().validate_auction_bid(1, bid, PLANTS[4], 3, -9))
    refused(engine().validate_auction_opening(0, {"action": "buy", "plant": 4, "bid": bid}))


def in_auction() -> Table:
    """Round 2: of three seats in order, the first has passed its opening, the second has opened plant 7 at 9."""
    table = PowerGrid().new(3, seed=1)
    while table.view().round == 1:
        seat = table.waiting[0]
        table.play(seat, table.options(seat)[0] if table.view().phase == "opening" else table.options(seat)[-1])
    first, second, _ = table.view().order
    table.play(first, "pass")
    plant = table.view().current[0].number
    table.play(second, f"open plant {plant} bid {plant}")
    return table


def test_seats_that_are_out_of_the_auctions_are_refused() -> None:
    """A player who passed an opening is out of all auctions of the round, and can neither open nor bid."""
    table = in_auction()
    first, second, third = table.view().order
    plant = table.view().auction.plant
    for answer in ("pass", 30):
        assert "out of the auctions of this round" in refused(
            validate_auction_bid(table, first, answer, plant, plant.cost, plant.cost + 1)
        )
    assert "out of the auctions of this round" in refused(validate_auction_opening(table, first, "pass"))
    assert "you cannot raise your own bid" in refused(
        validate_auction_bid(table, second, 30, plant, plant.cost, plant.cost + 1)
    )
    assert validate_auction_bid(table, third, 30, plant, plant.cost, plant.cost + 1)[0]


def test_a_seat_that_has_bought_is_refused() -> None:
    """A player buys one plant a round."""
    table = in_auction()
    _, second, third = table.view().order
    table.play(third, "pass")
    assert "already bought a plant" in refused(validate_auction_opening(table, second, "pass"))
    assert "already bought a plant" in refused(validate_auction_bid(table, second, 30, PLANTS[10], 10, 11))
    assert validate_auction_opening(table, third, "pass") == (True, None)


def test_a_seat_that_passed_on_a_plant_is_out_of_its_auction() -> None:
    """A player who passes on a plant cannot bid for it again."""
    table = PowerGrid().new(3, seed=1)
    first = table.waiting[0]
    table.play(first, "open plant 4 bid 4")
    passing = table.waiting[0]
    table.play(passing, "pass")
    assert "out of its auction" in refused(validate_auction_bid(table, passing, 6, PLANTS[4], 4, 5))
    assert validate_auction_bid(table, passing, 6, PLANTS[5], 5, 6)[0], "another plant is another auction"


def test_finished_games_and_other_phases_are_refused() -> None:
    """There is nothing to open or to bid for when the game is over, or while fuel is bought."""
    game = engine(round_limit=1)
    game.play()
    assert refused(game.validate_auction_opening(0, "pass")) == "the game is over."
    assert refused(game.validate_auction_bid(0, 9, PLANTS[9], 8, 9)) == "the game is over."
    table = PowerGrid().new(3, seed=1)
    while table.view().phase in ("opening", "bidding"):
        seat = table.waiting[0]
        table.play(seat, table.options(seat)[0] if table.view().phase == "opening" else "pass")
    assert "no auctions now" in refused(validate_auction_opening(table, 0, "pass"))
