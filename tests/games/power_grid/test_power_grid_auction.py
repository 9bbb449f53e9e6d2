"""Phase 2: opening, bidding, buying, discarding."""

from __future__ import annotations

import pytest

from ludex.core.language.chance import new_dice
from ludex.games.power_grid.state import GONE

from .position import (
    GAME,
    asked,
    fuel,
    market,
    money,
    offered,
    owns,
    place,
    play,
    position,
    rejected,
    supply,
    told,
    track,
)

LATER = [11, 12, 13, 14, 15, 16, 17, 18]


def test_the_first_in_player_order_opens() -> None:
    assert asked(position(seats=3, order=[2, 0, 1])) == (2, "opening")


def test_a_bid_lies_between_the_number_and_ones_own_money() -> None:
    table = position(money=[5, 50])
    assert offered(table) == ["open plant 3 bid 3…5", "open plant 4 bid 4…5", "open plant 5 bid 5", "pass"]
    assert rejected(table, "open plant 4 bid 3") == "bid-too-low"
    assert rejected(table, "open plant 4 bid 6") == "bid-too-high"


def test_only_the_four_lowest_plants_are_for_sale() -> None:
    table = position()
    assert rejected(table, "open plant 7 bid 10") == "not-for-sale"
    assert rejected(table, "open plant 20 bid 20") == "not-for-sale"
    assert rejected(table, "open plant 41 bid 41") == "no-such-plant"


def test_in_step_3_all_plants_are_for_sale() -> None:
    table = position(step=3, market=[20, 21, 22, 23, 24, 25], stack=[30], shuffled=True)
    assert {int(text.split()[2]) for text in offered(table)[:-1]} == {20, 21, 22, 23, 24, 25}


def test_nobody_passes_an_opening_in_the_first_round() -> None:
    table = position(round_number=1)
    assert "pass" not in offered(table)
    assert rejected(table, "pass") == "must-buy"
    assert "pass" in offered(position(round_number=2))


def test_everybody_buys_exactly_one_plant_in_the_first_round() -> None:
    table = position(round_number=1, seats=3, stack=[13, 20, 30])
    play(table, "0: open plant 3 bid 3", "1: pass", "2: pass")
    assert asked(table) == (1, "opening")
    play(table, "1: open plant 4 bid 4", "2: bid 5", "1: pass")
    assert asked(table) == (1, "opening")
    assert rejected(table, "pass") == "must-buy"
    play(table, "1: open plant 5 bid 5")
    assert [owns(table, seat) for seat in range(3)] == [[3], [5], [4]]
    assert table.view().phase == "buying"


def test_bidding_goes_clockwise_by_seat_and_not_by_player_order() -> None:
    table = position(seats=4, order=[2, 0, 3, 1])
    play(table, "2: open plant 4 bid 4")
    assert asked(table) == (3, "bidding")
    play(table, "3: bid 5", "0: bid 6", "1: bid 7", "2: bid 8", "3: pass", "0: pass", "1: pass")
    assert owns(table, 2) == [4]


def test_a_bid_raises_by_at_least_one() -> None:
    table = play(position(), "open plant 4 bid 6")
    assert offered(table) == ["bid 7…50", "pass"]
    assert rejected(table, "bid 6") == "bid-too-low"
    assert rejected(table, "bid 51") == "bid-too-high"


def test_the_highest_bidder_never_raises_himself() -> None:
    table = play(position(seats=3), "0: open plant 4 bid 4", "1: pass", "2: bid 5", "0: pass")
    assert owns(table, 2) == [4]
    assert asked(table) == (0, "opening")


def test_a_pass_in_bidding_is_final_for_this_plant_only() -> None:
    table = play(position(seats=3), "0: open plant 4 bid 4", "1: pass", "2: bid 5")
    assert asked(table) == (0, "bidding")
    play(table, "0: bid 6", "2: bid 7", "0: pass")
    assert asked(table) == (0, "opening")
    play(table, "0: open plant 5 bid 5")
    assert asked(table) == (1, "bidding")


def test_a_pass_on_opening_is_final_for_the_whole_phase() -> None:
    table = play(position(seats=3), "0: pass", "1: open plant 4 bid 4")
    assert asked(table) == (2, "bidding")
    play(table, "2: bid 5", "1: pass")
    assert asked(table) == (1, "opening")
    assert table.view().seats[0].out


def test_who_has_bought_neither_opens_nor_bids_again_in_this_round() -> None:
    table = play(position(seats=3), "0: open plant 4 bid 4", "1: pass", "2: pass", "1: open plant 5 bid 5")
    assert asked(table) == (2, "bidding")


def test_the_nominator_who_is_outbid_opens_again() -> None:
    assert asked(play(position(), "0: open plant 4 bid 4", "1: bid 5", "0: pass")) == (0, "opening")


def test_the_winner_pays_his_bid_and_takes_the_plant() -> None:
    table = play(position(money=[30, 30]), "0: open plant 4 bid 4", "1: bid 9", "0: bid 11", "1: pass")
    assert money(table) == [19, 30]
    assert owns(table, 0) == [4]


def test_the_last_one_left_pays_exactly_the_minimum() -> None:
    table = play(position(money=[50, 50]), "0: pass")
    assert offered(table)[0] == "open plant 3 bid 3"
    assert rejected(table, "open plant 3 bid 4") == "only-the-minimum"


def test_by_option_the_last_one_left_may_bid_anything() -> None:
    table = play(position(last_buyer="any"), "0: pass")
    assert offered(table)[0] == "open plant 3 bid 3…50"


def test_exactly_one_plant_is_drawn_for_one_that_is_sold() -> None:
    table = position(plants=[[4, 5, 6], [3]], seats=3, market=LATER, stack=[30, 31], fuel=[{"coal": 4}])
    play(table, "0: open plant 11 discard 4 bid 11", "1: pass", "2: pass")
    assert len(market(table)) == 8
    assert table.view().stack == 1


def test_the_market_stays_sorted_and_the_lowest_four_are_current() -> None:
    table = play(position(stack=[13]), "0: open plant 4 bid 4", "1: pass")
    assert [plant.number for plant in table.view().current] == [3, 5, 6, 7]
    assert [plant.number for plant in table.view().future] == [8, 9, 10, 13]


def test_at_the_limit_an_opening_names_the_discard() -> None:
    table = position(seats=3, plants=[[4, 5, 6]], market=LATER)
    assert offered(table)[:3] == [f"open plant 11 discard {number} bid 11…50" for number in (4, 5, 6)]
    assert rejected(table, "open plant 11 bid 11") == "discard-missing"
    assert rejected(table, "open plant 11 discard 7 bid 11") == "discard-not-owned"
    assert rejected(table, "open plant 11 discard 41 bid 11") == "discard-not-owned"
    assert rejected(table, "open plant 11 discard 11 bid 11") == "discard-is-bought"


def test_at_the_limit_a_bid_names_the_discard() -> None:
    table = play(position(seats=3, plants=[[3], [4, 5, 6]], market=LATER), "0: open plant 11 bid 11")
    assert rejected(table, "bid 12") == "discard-missing"
    assert rejected(table, "discard 3 bid 12") == "discard-not-owned"
    play(table, "1: discard 5 bid 12", "2: pass", "0: pass")
    assert owns(table, 1) == [4, 6, 11]
    assert place(table, 5) == GONE


def test_the_last_named_discard_counts() -> None:
    table = position(seats=3, plants=[[3], [4, 5, 6]], market=LATER)
    play(
        table,
        "0: open plant 11 bid 11",
        "1: discard 5 bid 12",
        "2: pass",
        "0: bid 13",
        "1: discard 6 bid 14",
        "0: pass",
    )
    assert owns(table, 1) == [4, 5, 11]


def test_below_the_limit_nothing_is_discarded() -> None:
    table = position(seats=3, plants=[[4, 5]], market=LATER)
    assert rejected(table, "open plant 11 discard 4 bid 11") == "discard-not-needed"


def test_two_players_of_the_original_edition_own_four_plants() -> None:
    assert rejected(position(seats=2, plants=[[3, 4, 5, 6]], market=LATER), "open plant 11 bid 11") == "discard-missing"
    assert "open plant 11 bid 11…50" in offered(position(seats=2, plants=[[4, 5, 6]], market=LATER))
    recharged = position(seats=2, plants=[[4, 5, 6]], market=LATER, edition="recharged")
    assert rejected(recharged, "open plant 12 bid 12") == "discard-missing"


def test_at_the_limit_a_plant_opened_is_above_the_own_smallest() -> None:
    table = position(seats=3, plants=[[12, 20, 21]], market=[11, 13, 14, 15, 16, 17, 18, 19])
    assert rejected(table, "open plant 11 discard 12 bid 11") == "not-above-smallest"
    assert rejected(table, "open plant 13 discard 12 bid 12") == "bid-too-low"
    free = position(seats=3, plants=[[12, 20, 21]], market=[11, 13, 14, 15, 16, 17, 18, 19], open_above_smallest=False)
    assert "open plant 11 discard 12 bid 11…50" in offered(free)


def test_a_bid_may_be_for_a_plant_below_the_own_smallest() -> None:
    table = position(seats=3, plants=[[3], [12, 20, 21]], market=[11, 13, 14, 15, 16, 17, 18, 19])
    play(table, "0: open plant 11 bid 11")
    assert "discard 12 bid 12…50" in offered(table)


def test_fuel_of_a_discarded_plant_moves_to_plants_with_room() -> None:
    table = position(seats=3, plants=[[4, 13, 18]], fuel=[{"coal": 4}], market=[15, 16, 17, 19, 20, 21, 22, 23])
    play(table, "0: open plant 15 discard 4 bid 15", "1: pass", "2: pass")
    assert fuel(table, 0) == {"coal": 4}


def test_fuel_that_fits_nowhere_goes_to_the_supply_and_not_to_the_track() -> None:
    table = position(seats=3, plants=[[4, 13, 18]], fuel=[{"coal": 4}], track={"coal": 10}, market=[14, *range(19, 26)])
    before = supply(table)["coal"]
    play(table, "0: open plant 14 discard 4 bid 14", "1: pass", "2: pass")
    assert fuel(table, 0) == {}
    assert supply(table)["coal"] == before + 4
    assert track(table)["coal"] == 10
    assert "seat 0 has no room for 4 coal" in " ".join(told(table))


def test_fuel_that_fits_in_part_goes_back_in_part() -> None:
    table = position(seats=3, plants=[[6, 13, 14]], fuel=[{"garbage": 6}], market=[15, 16, 17, 18, 19, 20, 21, 22])
    play(table, "0: open plant 15 discard 14 bid 15", "1: pass", "2: pass")
    assert fuel(table, 0) == {"garbage": 2}


def test_where_coal_and_oil_compete_for_hybrid_room_the_player_chooses() -> None:
    owned = [[4, 7, 5]]  # room for 4 coal, 6 oil, and 4 of either
    table = position(seats=3, plants=owned, fuel=[{"coal": 6, "oil": 8}], market=LATER, track={"coal": 12, "oil": 12})
    play(table, "0: open plant 13 discard 4 bid 13", "1: pass", "2: pass")  # 6 coal and 2 oil are left for 4 places
    assert asked(table) == (0, "returning")
    assert offered(table) == ["return coal 2 oil 2", "return coal 3 oil 1", "return coal 4 oil 0"]
    assert rejected(table, "return coal 1 oil 3") == "wrong-return"
    assert rejected(table, "return coal 4 oil 1") == "wrong-return"
    play(table, "0: return coal 3 oil 1")
    assert fuel(table, 0) == {"coal": 3, "oil": 7}
    assert asked(table) == (1, "opening")


def test_the_plant_drawn_for_the_sold_one_is_seen_after_the_fuel_is_settled() -> None:
    table = position(
        seats=3, plants=[[4, 7, 5]], fuel=[{"coal": 6, "oil": 8}], market=LATER, track={"coal": 12, "oil": 12}
    )
    play(table, "0: open plant 13 discard 4 bid 13", "1: pass", "2: pass")
    assert len(market(table)) == 7
    assert len(market(play(table, "0: return coal 2 oil 2"))) == 8


def test_if_nobody_bought_the_lowest_plant_is_replaced() -> None:
    table = play(position(stack=[13], plants=[[20], [21]]), "0: pass", "1: pass")
    assert market(table) == [4, 5, 6, 7, 8, 9, 10, 13]
    assert place(table, 3) == GONE


def test_if_somebody_bought_no_plant_leaves() -> None:
    table = play(position(stack=[13, 14]), "0: open plant 4 bid 4", "1: pass", "1: pass")
    assert market(table)[0] == 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_whole_first_auction_phase_leaves_everybody_with_one_plant(seats: int) -> None:
    table = position(round_number=1, seats=seats)
    while table.view().phase in ("opening", "bidding"):
        options = table.options(table.waiting[0])
        table.play(table.waiting[0], options[0] if table.view().phase == "opening" else options[-1])
    assert [len(owns(table, seat)) for seat in range(seats)] == [1] * seats


def test_a_redeal_of_hidden_money_leaves_a_bidder_of_the_first_round_what_everybody_knows_it_has() -> None:
    table = GAME.new(3, seed=1, money="hidden")
    (bidder,) = table.waiting
    table.play(bidder, "open plant 4 bid 7")
    states = table.engine.record_in_full()
    table.game.machine.kernel.redeal(states, 0, (bidder + 1) % 3, new_dice(bytes(range(32))))
    assert states["money"][0, :3].tolist() == [50, 50, 50]
