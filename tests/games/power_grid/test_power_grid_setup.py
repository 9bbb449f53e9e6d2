"""Setup: regions, market, stack, fuel, money, order; and what the options change."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludex import BadSetting, Table
from ludex.games.power_grid.components.maps import BOARDS, PRINTED
from ludex.games.power_grid.components.plants import NUMBER, PLANTS, Edition
from ludex.games.power_grid.events import PlantDrawn
from ludex.games.power_grid.state import REMOVED, STACK

from .position import GAME, market, money, numbers, play, position, track, twin


def plants_in(table: Table, where: int) -> list[int]:
    s = twin(table)
    return [int(NUMBER[kind]) for kind in range(len(PLANTS)) if s.place[kind] == where]


def test_everybody_starts_with_50_elektro() -> None:
    assert money(GAME.new(5, seed=1)) == [50] * 5


@pytest.mark.parametrize(("edition", "garbage"), [("original", 6), ("recharged", 9)])
def test_the_track_starts_as_printed(edition: Edition, garbage: int) -> None:
    assert track(GAME.new(3, seed=1, edition=edition)) == {"coal": 24, "oil": 18, "garbage": garbage, "uranium": 2}


def test_original_starts_with_plants_3_to_10() -> None:
    view = GAME.new(3, seed=1).view()
    assert [plant.number for plant in view.current] == [3, 4, 5, 6]
    assert [plant.number for plant in view.future] == [7, 8, 9, 10]


@pytest.mark.parametrize(("seats", "removed"), [(2, 8), (3, 8), (4, 4), (5, 0), (6, 0)])
def test_original_removes_so_many_plants_unseen_but_never_13(seats: int, removed: int) -> None:
    for seed in range(10):
        table = GAME.new(seats, seed=seed)
        gone = plants_in(table, REMOVED)
        assert len(gone) == removed
        assert 13 not in gone
        assert all(number > 10 for number in gone)
        assert table.view().stack == 42 - 8 - removed


def test_in_the_original_edition_13_is_drawn_first() -> None:
    for seed in range(5):
        table = GAME.new(2, seed=seed)
        seat = table.waiting[0]
        play(table, f"{seat}: open plant 3 bid 3", "pass")
        assert market(table) == [4, 5, 6, 7, 8, 9, 10, 13]


def test_recharged_starts_with_eight_plugs_and_another_on_top() -> None:
    seen = set()
    for seed in range(20):
        table = GAME.new(3, seed=seed, edition="recharged")
        assert len(market(table)) == 8
        assert all(PLANTS[number].back == "plug" for number in market(table))
        assert table.view().back == "plug"
        seen.update(market(table))
    assert seen == set(range(3, 16))


@pytest.mark.parametrize(("seats", "plugs", "sockets"), [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)])
def test_recharged_removes_plugs_and_sockets_unseen(seats: int, plugs: int, sockets: int) -> None:
    gone = plants_in(GAME.new(seats, seed=3, edition="recharged"), REMOVED)
    backs = Counter(PLANTS[number].back for number in gone)
    assert (backs["plug"], backs["socket"]) == (plugs, sockets)


def test_in_the_recharged_edition_the_back_of_the_top_card_does_not_lie() -> None:
    table = GAME.new(2, seed=4, edition="recharged")
    checked = 0
    while table.outcome is None and checked < 12:
        view, before = table.view(), set(market(table))
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
        drawn = [event.plant for event in table.events(since=len(table.played) - 1) if isinstance(event, PlantDrawn)]
        if drawn and drawn[0] not in before:
            assert PLANTS[drawn[0]].back == view.back
            checked += 1
    assert checked == 12


@pytest.mark.parametrize(("seats", "regions"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)])
def test_the_seed_chooses_connected_regions(seats: int, regions: int) -> None:
    chosen = {GAME.new(seats, seed=seed).view().regions for seed in range(40)}
    assert len(chosen) > 3
    for choice in chosen:
        assert len(choice) == regions
        assert PRINTED["germany", "original"].is_contiguous(choice)


def test_the_table_can_choose_the_regions() -> None:
    as_list = GAME.new(3, seed=1, map="usa", regions=["midwest", "north-east", "south-east"]).view()
    as_text = GAME.new(3, seed=1, map="usa", regions="midwest, north-east, south-east").view()
    assert as_list.regions == as_text.regions == ("midwest", "north-east", "south-east")
    assert len(as_list.cities) == 21


@pytest.mark.parametrize(
    ("regions", "message"),
    [
        ("north-west, south-east, west", "are not connected"),
        ("north-west, atlantis, west", "has no region 'atlantis'"),
        ("west, west, east", "named twice"),
        ("west, east", "no number of players"),
        ("west, east, north-west, south-west", "3 players need exactly 3 regions"),
    ],
)
def test_other_choices_of_regions_are_refused_with_the_reason(regions: str, message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        GAME.new(3, seed=1, regions=regions)


@pytest.mark.parametrize(
    "settings",
    [
        {"round_limit": 0},
        {"round_limit": 201},
        {"edition": "deluxe"},
        {"map": "mars"},
        {"money": "secret"},
        {"trust": True},
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadSetting):
        GAME.new(3, seed=1, **settings)


def test_the_game_is_for_2_to_6() -> None:
    for seats in (1, 7):
        with pytest.raises(BadSetting):
            GAME.new(seats, seed=1)


def test_every_choice_of_regions_can_be_played_on() -> None:
    seats = {3: 3, 4: 4, 5: 6}
    for board in BOARDS:
        settings: dict[str, Any] = {"map": board.map, "edition": board.edition, "regions": list(board.regions)}
        assert GAME.new(seats[len(board.regions)], seed=1, **settings).view().regions == board.regions


def test_the_market_is_kept_as_a_list_without_gaps() -> None:
    s = twin(position())
    assert numbers(s.market.plain()) == market(position())
    assert s.place[s.market[0]] != STACK
