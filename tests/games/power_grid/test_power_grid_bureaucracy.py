"""Phase 5: running plants, income, new fuel, the market."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ludex.core.show.page import Seating
from ludex.games.power_grid.board.terminal import draw_score
from ludex.games.power_grid.state import GONE, UNDER

from .position import asked, fuel, market, money, offered, place, play, position, rejected, supply, told, track

CITIES = ["Berlin", "Magdeburg", "Schwerin", "Rostock", "Lübeck", "Torgelow", "Frankfurt (Oder)", "Halle", "Leipzig"]
ON: dict[str, Any] = {"phase": "powering"}
HIGH = [20, 21, 22, 23, 24, 25, 26, 27]


def test_plants_are_run_in_player_order() -> None:
    table = position(**ON, seats=3, plants=[[13], [18], [33]], order=[1, 2, 0])
    assert [asked(table)[0], asked(play(table, "done"))[0], asked(play(table, "done"))[0]] == [1, 2, 0]


def test_each_plant_that_has_its_fuel_can_be_run_or_not() -> None:
    table = position(**ON, plants=[[4, 13, 8], [33]], fuel=[{"coal": 2}], cities=[CITIES])
    assert offered(table) == ["run plant 4", "run plant 13", "done"]
    assert rejected(table, "run plant 8") == "not-enough-fuel"
    assert rejected(table, "run plant 33") == "not-owned"
    assert rejected(table, "run plant 4 coal 1") == "mix-not-needed"
    play(table, "0: run plant 13")
    assert rejected(table, "run plant 13") == "already-run"


def test_a_plant_burns_exactly_its_need_and_that_goes_to_the_supply() -> None:
    table = position(**ON, plants=[[8, 13], [33]], fuel=[{"coal": 6}], cities=[CITIES], track={"coal": 5})
    before = supply(table)["coal"]
    play(table, "0: run plant 8")
    assert fuel(table, 0) == {"coal": 3}
    assert supply(table)["coal"] == before + 3
    assert track(table)["coal"] == 5


def test_a_hybrid_burns_any_mix_the_player_names() -> None:
    table = position(**ON, plants=[[5, 13], [33]], fuel=[{"coal": 1, "oil": 2}], cities=[CITIES])
    assert offered(table) == ["run plant 5 coal 0", "run plant 5 coal 1", "run plant 13", "done"]
    assert rejected(table, "run plant 5") == "mix-missing"
    assert rejected(table, "run plant 5 coal 2") == "not-enough-fuel"
    assert rejected(table, "run plant 5 coal 3") == "mix-missing"
    play(table, "0: run plant 5 coal 1")
    assert fuel(table, 0) == {"oil": 1}


@pytest.mark.parametrize(("count", "income"), [(0, 10), (1, 22), (5, 64), (9, 90)])
def test_income_is_for_the_cities_powered_and_no_more_than_one_has(count: int, income: int) -> None:
    table = position(**ON, plants=[[50, 44], [13]], cities=[CITIES[:count]])
    play(table, "0: run plant 44", "0: run plant 50")
    assert money(table)[0] == 50 + (98 if count == 9 else income)


def test_everybody_remembers_what_a_seat_was_last_paid_where_money_is_hidden() -> None:
    table = position(**ON, plants=[[50, 44], [13]], cities=[CITIES])
    table = table.game.position(replace(table.position(), settings={**table.position().settings, "money": "hidden"}))
    assert table.view(1).seats[0].income is None
    play(table, "0: run plant 44", "0: run plant 50")
    known = table.view(1).seats[0]
    assert (known.money, known.powered, known.income) == (None, 9, 98)
    assert table.view().seats[1].income is None, "it is still to be paid"
    assert "98" in draw_score(table.view(1), Seating.unnamed(2, 1), 100)


def test_choosing_fewer_is_legal() -> None:
    table = position(**ON, plants=[[50], [13]], cities=[CITIES])
    assert money(play(table, "0: done"))[0] == 60


def test_who_can_run_nothing_gets_10_without_being_asked() -> None:
    table = position(**ON, plants=[[8], [13]], cities=[CITIES])
    assert asked(table) == (1, "powering")
    assert money(table)[0] == 60


def test_new_fuel_comes_by_players_and_step() -> None:
    table = position(
        **ON, seats=4, plants=[[13]], cities=[CITIES[:1]], track={"coal": 1, "oil": 2, "garbage": 3, "uranium": 4}
    )
    play(table, "0: done")
    assert track(table) == {"coal": 6, "oil": 5, "garbage": 5, "uranium": 5}


def test_new_fuel_is_limited_by_the_supply() -> None:
    table = position(
        **ON, seats=4, plants=[[13], [4, 8, 20]], fuel=[{}, {"coal": 16}], track={"coal": 6}, cities=[CITIES[:1]]
    )
    assert supply(table)["coal"] == 2
    play(table, "0: done", "1: done")
    assert track(table)["coal"] == 8
    assert supply(table)["coal"] == 0


def test_in_steps_1_and_2_the_highest_plant_goes_under_the_stack() -> None:
    table = play(position(**ON, market=HIGH, plants=[[13], [18]], stack=[19]), "0: done", "1: done")
    assert market(table) == [19, 20, 21, 22, 23, 24, 25, 26]
    assert place(table, 27) == UNDER


def test_in_step_3_the_lowest_plant_leaves() -> None:
    on = {**ON, "market": HIGH[:6]}
    table = play(position(**on, step=3, shuffled=True, plants=[[13], [18]], stack=[30]), "0: done", "1: done")
    assert market(table) == [21, 22, 23, 24, 25, 30]
    assert place(table, 20) == GONE


def test_with_an_empty_stack_the_market_shrinks() -> None:
    on = {**ON, "market": HIGH[:4]}
    table = play(position(**on, step=3, shuffled=True, plants=[[13], [18]], stack=[]), "0: done", "1: done")
    assert market(table) == [21, 22, 23]


def test_nobody_is_told_a_plant_ran_that_did_not() -> None:
    table = play(position(**ON, plants=[[5, 13], [33]], fuel=[{"oil": 2}], cities=[CITIES]), "0: run plant 5 coal 0")
    assert told(table) == ["seat 0 runs plant 5 on 2 oil."]
