"""Phase 4: what a city costs, where one may build, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games.power_grid.rules.building import NO_HOUSE_LEFT, why_not_city

from .position import asked, market, money, offered, play, position, rejected, twin

ON: dict[str, Any] = {"phase": "building", "plants": [[13], [18]], "market": [20, 21, 22, 23, 24, 25, 26, 27]}
EAST = ["north-east", "east", "south-east"]
SEVEN = ["Berlin", "Magdeburg", "Schwerin", "Rostock", "Lübeck", "Torgelow", "Frankfurt (Oder)"]


def test_cities_are_built_in_reverse_order() -> None:
    table = position(seats=3, phase="building", plants=[[13], [18], [22]], order=[1, 2, 0])
    assert [asked(table)[0], asked(play(table, "done"))[0], asked(play(table, "done"))[0]] == [0, 2, 1]


def test_the_first_city_costs_its_slot_only_wherever_it_is() -> None:
    table = position(**ON, money=[50, 10])
    assert len(offered(table)) == 21 + 1
    assert money(play(table, "1: build Flensburg"))[1] == 0


def test_a_further_city_costs_its_slot_and_the_cheapest_connection() -> None:
    table = position(**ON, money=[50, 100], regions=EAST, cities=[[], ["Berlin"]])
    play(table, "1: build Torgelow")
    assert money(table)[1] == 100 - 10 - 15
    play(table, "1: build Magdeburg")
    assert money(table)[1] == 75 - 10 - 10


def test_the_connection_starts_from_any_own_city_also_one_just_built() -> None:
    table = position(**ON, money=[50, 100], regions=EAST, cities=[[], ["Berlin"]])
    assert table.view().city("Halle").cost == 10 + 17
    assert play(table, "1: build Magdeburg").view().city("Halle").cost == 10 + 11


def test_the_order_of_building_changes_the_price() -> None:
    far_first = position(**ON, money=[50, 100], regions=EAST, cities=[[], ["Berlin"]])
    near_first = position(**ON, money=[50, 100], regions=EAST, cities=[[], ["Berlin"]])
    play(far_first, "1: build Halle", "1: build Magdeburg")
    play(near_first, "1: build Magdeburg", "1: build Halle")
    assert money(far_first)[1] == 100 - 27 - 20
    assert money(near_first)[1] == 100 - 20 - 21


def test_every_city_pays_its_whole_connection_again() -> None:
    table = position(**ON, money=[50, 200], regions=EAST, cities=[["Halle"], ["Berlin"]])
    assert table.view().city("Erfurt").cost == 10 + 17 + 6
    play(table, "1: build Erfurt")
    assert table.view().city("Dresden").cost == 10 + min(16 + 6, 6 + 0 + 13)


def test_connections_run_through_full_and_foreign_cities() -> None:
    table = position(**ON, money=[50, 100], regions=EAST, cities=[["Magdeburg", "Halle"], ["Berlin"]])
    assert rejected(table, "build Magdeburg") == "city-full"
    assert table.view().city("Leipzig").cost == 10 + 17 + 0


def test_free_connections_cost_the_slot_only() -> None:
    table = position(**ON, money=[50, 10], regions=EAST, cities=[[], ["Halle"]])
    assert offered(table) == ["build Leipzig", "done"]


def test_connections_do_not_leave_the_regions_in_play() -> None:
    inside = position(**ON, money=[50, 200], regions=["north-west", "north-east", "east"], cities=[[], ["Hamburg"]])
    outside = position(**ON, money=[50, 200], regions=["north-west", "west", "east"], cities=[[], ["Hamburg"]])
    assert inside.view().city("Halle").cost == 10 + 8 + 16 + 11, "by Schwerin and Magdeburg"
    assert outside.view().city("Halle").cost == 10 + 17 + 19 + 6, "by Hannover and Erfurt"


def test_cities_out_of_play_do_not_exist() -> None:
    table = position(**ON, regions=EAST)
    assert rejected(table, "build Hamburg") == "not-in-play"
    assert rejected(table, "build Seattle") == "not-on-map"
    assert rejected(table, "build Stralsund") == "not-on-map"


def test_recharged_builds_in_stralsund_and_not_in_torgelow() -> None:
    table = position(**ON, regions=EAST, edition="recharged")
    assert rejected(table, "build Torgelow") == "not-on-map"
    play(table, "1: build Stralsund")


def test_nobody_builds_twice_in_a_city() -> None:
    table = position(**ON, step=1, regions=EAST, cities=[[], ["Berlin"]])
    assert rejected(table, "build Berlin") == "already-built"


@pytest.mark.parametrize(("step", "houses", "cost"), [(1, 0, 10), (2, 0, 10), (2, 1, 15), (3, 0, 10), (3, 2, 20)])
def test_the_slot_costs_10_15_or_20_by_the_houses_there(step: int, houses: int, cost: int) -> None:
    cities = [["Berlin"] if seat < houses else [] for seat in range(4)]
    on = {**ON, "market": [20, 21, 22, 23, 24, 25], "shuffled": step == 3, "stack": [40]}
    table = position(**on, seats=4, step=step, cities=cities)
    assert asked(table)[0] == 3
    assert table.view().city("Berlin").cost == cost


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_city_holds_as_many_houses_as_the_step_says(step: int) -> None:
    cities = [["Berlin"] if seat < step else [] for seat in range(4)]
    on = {**ON, "market": [20, 21, 22, 23, 24, 25], "shuffled": step == 3, "stack": [40]}
    assert rejected(position(**on, seats=4, step=step, cities=cities), "build Berlin") == "city-full"


def test_nobody_builds_what_he_cannot_pay() -> None:
    table = position(**ON, money=[50, 24], regions=EAST, cities=[[], ["Berlin"]])
    assert rejected(table, "build Torgelow") == "city-too-dear"


def test_nobody_builds_more_than_22_houses() -> None:
    s = twin(position(**ON, cities=[[], ["Berlin"]]))
    hamburg = 2
    assert why_not_city(s, 1, hamburg) == 0
    s.cities[1] = 22
    assert why_not_city(s, 1, hamburg) == NO_HOUSE_LEFT


def test_nobody_is_forced_to_build() -> None:
    table = position(**ON)
    assert asked(play(table, "1: done")) == (0, "building")


def test_the_kept_connections_are_those_of_the_whole_network() -> None:
    table = position(**ON, money=[50, 500], regions=EAST)
    play(table, "1: build Berlin", "1: build Passau", "1: build Halle")
    s = twin(table)
    view = table.view()
    costs = {name: view.city(name).cost for name in ("Leipzig", "Frankfurt (Oder)", "Regensburg", "Dresden")}
    assert costs == {"Leipzig": 10, "Frankfurt (Oder)": 16, "Regensburg": 22, "Dresden": 23}
    assert s.cities[1] == 3


def test_step_2_does_not_begin_while_cities_are_built() -> None:
    table = position(**ON, seats=3, cities=[["Hamburg"], [], SEVEN[:6]], money=[90, 90, 90])
    play(table, f"2: build {SEVEN[6]}", "2: done")
    assert table.view().step == 1
    assert rejected(table, "1: build Berlin") == "city-full"


def test_the_game_ends_when_all_have_built_and_not_before() -> None:
    cities = [city.name for city in position(**ON, seats=3).view().cities]
    table = position(**ON, seats=3, cities=[[], [], cities[:16]], money=[50, 50, 500])
    play(table, f"2: build {cities[16]}", "2: done", "1: done")
    assert table.outcome is None
    play(table, "0: done")
    assert table.outcome is not None
    assert table.outcome.reason.startswith("a network reached")


def test_the_market_is_not_touched_by_building_in_the_recharged_edition() -> None:
    on = {**ON, "market": [3, 4, 5, 6, 7, 8, 9, 10]}
    table = position(**on, edition="recharged", cities=[[], ["Hamburg", "Kiel"]], money=[50, 100])
    play(table, "1: build Flensburg")
    assert market(table)[0] == 3
