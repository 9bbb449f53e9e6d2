"""Steps 2 and 3, obsolete plants, the discount: what happens to the market, and when."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Table
from ludex.games.power_grid.state import GONE

from .position import GAME, asked, market, offered, place, play, position, rejected, told, track, twin

SEVEN = ["Berlin", "Magdeburg", "Schwerin", "Rostock", "Lübeck", "Torgelow", "Frankfurt (Oder)"]
HIGH = [20, 21, 22, 23, 24, 25, 26, 27]


def pass_all(table: Table) -> Table:
    """Let all seats do as little as possible until the phase changes."""
    phase, number = table.view().phase, table.view().round
    while table.outcome is None and (table.view().phase, table.view().round) == (phase, number):
        play(table, "pass" if phase in ("opening", "bidding") else "done")
    return table


# Step 2


def test_step_2_begins_after_building_and_replaces_the_lowest_plant() -> None:
    table = position(seats=3, phase="building", market=HIGH, stack=[30, 31], cities=[SEVEN], plants=[[13], [18], [33]])
    pass_all(table)
    assert table.view().step == 2
    assert market(table)[0] == 21
    assert len(market(table)) == 8
    assert place(table, 20) == GONE


@pytest.mark.parametrize(
    ("seats", "edition", "cities"), [(2, "original", 10), (2, "recharged", 7), (5, "original", 7), (6, "original", 6)]
)
def test_step_2_needs_so_many_cities(seats: int, edition: str, cities: int) -> None:
    names = [city.name for city in position(seats=seats, edition=edition).view().cities]
    for count in (cities - 1, cities):
        table = position(
            seats=seats,
            edition=edition,
            phase="building",
            market=HIGH,
            cities=[names[:count]],
            plants=[[13], [18], [33], [37], [44], [50]][:seats],
        )
        assert pass_all(table).view().step == (2 if count == cities else 1)


def test_the_round_in_which_step_2_begins_is_resupplied_by_step_2() -> None:
    table = position(
        seats=3, phase="building", market=HIGH, cities=[SEVEN], plants=[[13], [18], [33]], track={"coal": 5, "oil": 5}
    )
    pass_all(pass_all(table))
    assert track(table)["coal"] == 10
    assert track(table)["oil"] == 8


# obsolete plants


def test_a_plant_whose_number_a_network_reaches_leaves_at_once() -> None:
    table = position(
        phase="building",
        market=[4, 5, 6, 7, 8, 9, 10, 11],
        stack=[30, 31],
        cities=[[], ["Hamburg", "Kiel", "Flensburg"]],
        plants=[[13], [18]],
        money=[50, 100],
    )
    play(table, "1: build Lübeck")
    assert market(table)[0] == 5
    assert len(market(table)) == 8
    assert "Plant 4 leaves the game: a player has that many cities." in told(table)
    play(table, "1: build Cuxhaven")
    assert market(table)[0] == 6


def test_a_drawn_plant_that_is_obsolete_is_drawn_again() -> None:
    table = position(
        phase="building",
        market=[6, 20, 21, 22, 23, 24, 25, 26],
        stack=[3],
        under=[40],
        cities=[[], SEVEN[:5]],
        plants=[[13], [18]],
        money=[50, 100],
    )
    play(table, "1: build Torgelow")
    assert place(table, 6) == place(table, 3) == GONE
    assert "Plant 3 leaves the game: a player has that many cities." in told(table)


def test_obsolete_plants_are_thrown_away_in_auctions_too() -> None:
    table = position(market=HIGH, stack=[4, 30], cities=[SEVEN], plants=[[13], [18]])
    while place(table, 30) != 9 and asked(table)[1] == "opening" and table.view().stack:
        play(table, "open plant 20 bid 20", "pass")
    assert 4 not in market(table)


def test_recharged_has_no_obsolete_plants() -> None:
    table = position(
        edition="recharged",
        phase="building",
        market=[3, 5, 6, 7, 8, 9, 10, 11],
        cities=[[], ["Hamburg", "Kiel", "Flensburg"]],
        plants=[[13], [18]],
        money=[50, 100],
    )
    assert market(play(table, "1: build Lübeck"))[0] == 3


# the Step 3 card in phase 2


def third(**more: Any) -> Table:
    """Auctions in Step 2 with nothing but the Step 3 card left in the stack, and plants 40, 42 and 44 under it."""
    on: dict[str, Any] = {
        "step": 2,
        "market": HIGH,
        "stack": [],
        "under": [40, 42, 44],
        "plants": [[4], [8]],
        "money": [90, 90],
    }
    return position(**on, **more)


def to_next_round(table: Table) -> Table:
    """Let all seats do as little as possible until the next round."""
    number = table.view().round
    while table.view().round == number:
        play(table, "pass" if asked(table)[1] in ("opening", "bidding") else "done")
    return table


def test_step_3_from_phase_2_on_is_resupplied_by_step_3() -> None:
    table = play(third(track={"coal": 5, "oil": 5}), "0: open plant 20 bid 20", "1: pass", "1: pass")
    assert track(to_next_round(table)) == {"coal": 5 + 3, "oil": 5 + 4, "garbage": 6 + 3, "uranium": 2 + 1}


def test_in_auctions_the_step_3_card_counts_as_the_highest_plant() -> None:
    table = play(third(), "0: open plant 20 bid 20", "1: pass")
    view = table.view()
    assert (view.step, view.step_card, view.stack) == (2, True, 3)
    assert [plant.number for plant in view.current] == [21, 22, 23, 24]


def test_purchases_go_on_from_the_new_stack() -> None:
    table = play(third(), "0: open plant 20 bid 20", "1: pass", "1: open plant 21 bid 21")
    assert len(market(table)) == 6, "eight and the card, less the card and the lowest plant at the end of the phase"
    assert table.view().stack == 2


def test_at_the_end_of_phase_2_card_and_lowest_plant_leave_and_step_3_begins() -> None:
    table = play(third(), "0: open plant 20 bid 20", "1: pass", "1: pass")
    view = table.view()
    assert (view.step, view.phase, view.step_card, view.round) == (3, "buying", False, 2)
    assert market(table) == [22, 23, 24, 25, 26, 27]
    assert place(table, 21) == GONE


@pytest.mark.parametrize(("removal", "lowest"), [(True, 23), (False, 22)])
def test_phase_5_of_that_round_removes_the_lowest_plant_by_option(removal: bool, lowest: int) -> None:
    table = play(third(step_3_removal=removal), "0: open plant 20 bid 20", "1: pass", "1: pass")
    while table.view().round == 2:
        play(table, "done")
    assert market(table)[0] == lowest
    assert len(market(table)) == 6


def test_the_round_after_removes_the_lowest_plant_in_any_case() -> None:
    table = play(third(step_3_removal=False), "0: open plant 20 bid 20", "1: pass", "1: pass")
    while table.view().round < 4:
        play(table, "pass" if asked(table)[1] == "opening" else "done")
    assert market(table)[0] > 22


# the Step 3 card in phase 4


def test_in_phase_4_card_and_lowest_plant_leave_at_once_and_step_3_waits_for_phase_5() -> None:
    table = position(
        phase="building",
        step=2,
        market=[6, 7, 22, 23, 24, 25, 26, 27],
        stack=[],
        under=[40],
        cities=[[], SEVEN[:5]],
        plants=[[13], [18]],
        money=[50, 100],
    )
    play(table, "1: build Torgelow")
    assert market(table) == [22, 23, 24, 25, 26, 27]
    assert place(table, 7) == GONE
    assert table.view().step == 2
    play(table, "1: done", "0: done")
    assert table.view().step == 3
    before = track(table)["oil"]
    assert track(to_next_round(table))["oil"] == before + 4, "phase 5 is in Step 3 already"


@pytest.mark.parametrize(
    ("early", "left"), [("skip", [22, 23, 24, 25, 26, 27]), ("step-2-first", [23, 24, 25, 26, 27, 40])]
)
def test_in_phase_4_of_step_1_no_second_slot_opens_before_phase_5(early: str, left: list[int]) -> None:
    table = position(
        phase="building",
        market=[6, 7, 22, 23, 24, 25, 26, 27],
        stack=[],
        under=[40],
        cities=[["Hamburg"], SEVEN[:5]],
        plants=[[13], [18]],
        money=[50, 200],
        early_step_3=early,
    )
    play(table, "1: build Torgelow")
    assert market(table) == left
    assert table.view().step == 1
    assert rejected(table, "build Hamburg") == "city-full"
    play(table, "1: done", "0: done")
    assert table.view().step == 3


# the Step 3 card in phase 5


def powering(**more: Any) -> Table:
    return position(
        phase="powering", market=HIGH, stack=[], under=[40], plants=[[13], [18]], track={"coal": 5, "oil": 5}, **more
    )


def test_in_phase_5_card_and_lowest_plant_leave_and_the_resupply_is_still_step_2() -> None:
    table = play(powering(step=2), "0: done", "1: done")
    assert market(table) == [21, 22, 23, 24, 25, 26]
    assert track(table)["coal"] == 9
    assert (table.view().step, table.view().round) == (3, 3)
    assert table.view().stack == 2, "27 went under the stack before the card came up"


# the Step 3 card in Step 1


@pytest.mark.parametrize(
    ("edition", "early", "left"),
    [
        ("original", "edition", [21, 22, 23, 24, 25, 26]),
        ("original", "step-2-first", [22, 23, 24, 25, 26]),
        ("recharged", "edition", [22, 23, 24, 25, 26]),
        ("recharged", "skip", [21, 22, 23, 24, 25, 26]),
    ],
)
def test_in_step_1_the_step_3_card_skips_step_2_or_does_it_first(edition: str, early: str, left: list[int]) -> None:
    table = play(powering(step=1, edition=edition, early_step_3=early), "0: done", "1: done")
    assert [number for number in market(table) if number < 27] == left
    assert len(market(table)) == 6
    assert table.view().step == 3


def test_step_2_whose_plant_is_the_step_3_card_goes_on_to_step_3_in_the_next_round() -> None:
    table = position(
        seats=3, phase="building", market=HIGH, stack=[], under=[40], cities=[SEVEN], plants=[[13], [18], [33]]
    )
    pass_all(table)
    assert table.view().step == 2
    assert market(table) == [22, 23, 24, 25, 26, 27]
    pass_all(table)
    assert table.view().step == 3
    assert market(table) == [22, 23, 24, 25, 26, 27]


def test_by_a_setting_step_3_begins_at_once_if_its_card_replaces_the_plant_of_step_2() -> None:
    """As if the card had come up in phase 4: phase 5 is already Step 3, with its fuel and its change of the market."""
    settled: dict[str, Any] = {
        "market": HIGH,
        "stack": [],
        "under": [40],
        "cities": [SEVEN],
        "plants": [[13], [18], [33]],
    }
    at_once = position(seats=3, phase="building", track={"coal": 5}, step_3_by_step_2="at-once", **settled)
    pass_all(at_once)
    assert (at_once.view().step, at_once.view().phase) == (3, "powering")
    assert market(at_once) == [22, 23, 24, 25, 26, 27]
    pass_all(at_once)
    assert market(at_once) == [23, 24, 25, 26, 27, 40]
    assert track(at_once)["coal"] == 5 + 3
    waiting = pass_all(pass_all(position(seats=3, phase="building", track={"coal": 5}, **settled)))
    assert track(waiting)["coal"] == 5 + 5


# the discount of the Recharged edition


def discounted(**more: Any) -> Table:
    return position(edition="recharged", plants=[[13], [18]], **{"market": HIGH, **more})


def test_the_plant_with_the_discount_is_opened_at_1() -> None:
    table = discounted()
    assert table.view().discount == 20
    assert offered(table)[0] == "open plant 20 bid 1…50"
    assert offered(table)[1] == "open plant 21 bid 21…50"


def test_a_sold_discount_does_not_move_on() -> None:
    table = play(discounted(stack=[30]), "0: open plant 20 bid 1", "1: pass")
    assert table.view().discount is None
    assert offered(table)[0] == "open plant 21 bid 21"


def test_a_drawn_plant_below_the_discount_leaves_with_it_and_another_is_drawn() -> None:
    table = play(discounted(stack=[11], under=[40]), "0: open plant 21 bid 21", "1: pass")
    assert place(table, 11) == GONE
    assert table.view().discount is None
    assert table.view().step_card, "the next card was the Step 3 card"


def test_a_drawn_plant_above_the_discount_leaves_it() -> None:
    table = play(discounted(stack=[30]), "0: open plant 21 bid 21", "1: pass")
    assert table.view().discount == 20


def test_an_unsold_plant_with_the_discount_leaves_the_game() -> None:
    table = play(discounted(stack=[30]), "0: pass", "1: pass")
    assert market(table) == [21, 22, 23, 24, 25, 26, 27, 30]
    assert table.view().discount is None


def test_a_new_round_has_a_new_discount() -> None:
    table = position(edition="recharged", phase="powering", market=HIGH, plants=[[13], [18]], stack=[30])
    assert play(table, "0: done", "1: done").view().discount == 20


def test_the_original_edition_has_no_discount() -> None:
    assert GAME.new(3, seed=1).view().discount is None
    table = to_next_round(position(phase="powering", market=HIGH, plants=[[13], [18]], stack=[30]))
    assert table.view().discount is None
    assert rejected(table, "open plant 20 bid 19") == "bid-too-low"


def test_recharged_begins_with_the_discount_on_the_lowest_plant() -> None:
    view = GAME.new(3, seed=1, edition="recharged").view()
    assert view.discount == view.current[0].number


def test_recharged_replaces_no_second_plant_if_nobody_bought() -> None:
    table = play(discounted(stack=[30, 31]), "0: pass", "1: pass")
    assert table.view().stack == 1


# Recharged Germany and plant 39


def test_after_plant_39_is_bought_no_uranium_comes_in_recharged_germany() -> None:
    for edition, game_map, comes in (("recharged", "germany", 0), ("recharged", "usa", 1), ("original", "germany", 1)):
        table = position(
            edition=edition,
            map=game_map,
            market=[39, 40, 42, 44, 46, 50],
            step=3,
            shuffled=True,
            stack=[20],
            money=[90, 90],
            plants=[[13], [18]],
        )
        play(table, "0: open plant 39 bid 39", "1: pass", "1: pass")
        while table.view().round == 2:
            play(table, "done")
        assert track(table)["uranium"] == 2 + comes
        assert twin(table).uranium_ended == 1 - comes
