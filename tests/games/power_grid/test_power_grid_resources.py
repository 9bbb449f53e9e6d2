"""Phase 3: storage, prices, buying."""

from __future__ import annotations

from typing import Any

import pytest

from .position import asked, fuel, money, offered, play, position, rejected, supply, track

FULL: dict[str, Any] = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}


def test_fuel_is_bought_in_reverse_order() -> None:
    table = position(phase="buying", seats=3, order=[1, 2, 0], plants=[[4], [3], [8]])
    assert asked(table) == (0, "buying")
    assert asked(play(table, "0: done")) == (2, "buying")
    assert asked(play(table, "2: done")) == (1, "buying")


def test_the_cheapest_is_sold_first() -> None:
    table = position(phase="buying", plants=[[8], [20]], track={"coal": 24}, order=[1, 0])
    play(table, "0: buy coal 4")
    assert money(table)[0] == 50 - (1 + 1 + 1 + 2)
    play(table, "0: buy coal 2")
    assert money(table)[0] == 50 - (1 + 1 + 1 + 2) - (2 + 2)
    assert track(table)["coal"] == 18


def test_uranium_is_sold_along_its_own_ladder() -> None:
    table = position(phase="buying", plants=[[13], [11, 17]], track={"uranium": 3}, money=[50, 100])
    play(table, "1: buy uranium 3")
    assert money(table)[1] == 100 - (12 + 14 + 16)


def test_a_plant_stores_twice_what_it_burns() -> None:
    table = position(phase="buying", plants=[[13], [4]], track=FULL)
    assert offered(table) == ["buy coal 1…4", "done"]
    assert rejected(table, "buy coal 5") == "no-room"
    assert rejected(table, "buy oil 1") == "no-room"


def test_eco_plants_store_nothing() -> None:
    table = position(phase="buying", plants=[[13], [4]])
    play(table, "1: done")
    assert asked(table)[1] != "buying", "seat 0 has nothing to buy for"


def test_a_hybrid_stores_coal_and_oil_together_and_not_each() -> None:
    table = position(phase="buying", plants=[[13], [5]], track=FULL)
    assert offered(table) == ["buy coal 1…4", "buy oil 1…4", "done"]
    play(table, "1: buy coal 3")
    assert offered(table) == ["buy coal 1", "buy oil 1", "done"]
    play(table, "1: buy oil 1")
    assert fuel(table, 1) == {"coal": 3, "oil": 1}


def test_hybrid_room_counts_only_what_other_plants_cannot_hold() -> None:
    table = position(phase="buying", plants=[[13], [4, 5]], fuel=[{}, {"coal": 4}], track=FULL)
    assert offered(table) == ["buy coal 1…4", "buy oil 1…4", "done"]
    assert offered(play(table, "1: buy coal 2")) == ["buy coal 1…2", "buy oil 1…2", "done"]


def test_nobody_buys_more_than_the_track_has() -> None:
    table = position(phase="buying", plants=[[13], [8]], track={"coal": 2})
    assert offered(table) == ["buy coal 1…2", "done"]
    assert rejected(table, "buy coal 3") == "not-so-many"
    play(table, "1: buy coal 2")
    assert track(table)["coal"] == 0


def test_nobody_buys_more_than_he_can_pay() -> None:
    table = position(phase="buying", plants=[[13], [8]], track={"coal": 6}, money=[50, 22])
    assert offered(table) == ["buy coal 1…3", "done"]
    assert rejected(table, "buy coal 4") == "fuel-too-dear"


def test_who_can_buy_nothing_is_not_asked() -> None:
    table = position(phase="buying", seats=3, plants=[[4], [8], [20]], money=[50, 0, 50])
    assert asked(play(table, "2: done")) == (0, "buying")


def test_who_has_no_room_left_is_not_asked_again() -> None:
    table = position(phase="buying", plants=[[4], [8]])
    assert asked(play(table, "1: buy coal 6")) == (0, "buying")


@pytest.mark.parametrize(("edition", "country"), [("original", "usa"), ("recharged", "germany")])
def test_coal_is_stored_on_the_recharged_map_of_the_usa_only(edition: str, country: str) -> None:
    table = position(phase="buying", edition=edition, map=country, plants=[[13], [8]], track={"coal": 0})
    assert table.waiting == () or "buy stored coal 1…6" not in offered(table)
    assert not table.view().coal_store


def test_stored_coal_costs_8_when_the_track_is_empty() -> None:
    table = position(
        phase="buying", edition="recharged", map="usa", plants=[[13], [8]], track={"coal": 1}, money=[50, 50]
    )
    assert rejected(table, "buy stored coal 1") == "track-not-empty"
    play(table, "1: buy coal 1")
    assert offered(table) == ["buy stored coal 1…5", "done"]
    stored = supply(table)["coal"]
    play(table, "1: buy stored coal 2")
    assert money(table)[1] == 50 - 8 - 16
    assert supply(table)["coal"] == stored - 2
    assert fuel(table, 1) == {"coal": 3}


def test_by_a_setting_stored_coal_is_sold_at_any_time() -> None:
    settings: dict[str, Any] = {"edition": "recharged", "map": "usa", "coal_store": "any-time"}
    table = position(phase="buying", plants=[[13], [8]], track={"coal": 10}, **settings)
    assert "buy stored coal 1…6" in offered(table)


def test_elsewhere_stored_coal_is_rejected_with_a_reason() -> None:
    assert rejected(position(phase="buying", plants=[[13], [8]]), "buy stored coal 1") == "no-store"
