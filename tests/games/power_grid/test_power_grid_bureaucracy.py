"""Phases 1 and 5: player order, running plants, income, resupply, the market; and who wins."""

from __future__ import annotations

import pytest

from ludex.core import Outcome
from ludex.games.power_grid.state import GONE, UNDER

from .position import asked, fuel, market, money, offered, place, play, position, rejected, supply, told, track, twin

CITIES = ["Berlin", "Magdeburg", "Schwerin", "Rostock", "Lübeck", "Torgelow", "Frankfurt (Oder)", "Halle", "Leipzig"]
ON = {"phase": "powering"}
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


def test_the_next_round_is_played_in_the_order_of_cities_then_plants() -> None:
    table = position(
        **ON, seats=4, plants=[[13], [50], [18], [19]], cities=[["Berlin"], [], ["Halle", "Leipzig"], ["Kiel"]]
    )
    while table.view().phase == "powering":
        play(table, "done")
    assert table.view().round == 3
    assert table.view().order == (2, 3, 0, 1)
    assert asked(table) == (2, "opening")


def test_nobody_is_told_a_plant_ran_that_did_not() -> None:
    table = play(position(**ON, plants=[[5, 13], [33]], fuel=[{"oil": 2}], cities=[CITIES]), "0: run plant 5 coal 0")
    assert told(table) == ["seat 0 runs plant 5 on 0 coal, 2 oil, 0 garbage, 0 uranium."]


def scored(plants: list[int], fuel: dict[str, int], cities: int = 9) -> int:
    """What a seat can power at the end."""
    table = position(**ON, plants=[plants, [18]], fuel=[fuel], cities=[CITIES[:cities]])
    return table.view().seats[0].can_power


def test_the_end_counts_the_best_set_of_plants() -> None:
    assert scored([4, 20], {"coal": 3}) == 5
    assert scored([10, 15, 20], {"coal": 4}) == 5, "15 and 10, not 20"
    assert scored([10, 15, 20], {"coal": 5}) == 8
    assert scored([50, 44], {}) == 9, "no more than one has cities"


def test_the_end_counts_the_best_mix_of_hybrids() -> None:
    assert scored([4, 5, 12], {"coal": 3, "oil": 3}) == 1 + 1 + 2
    assert scored([4, 5, 7], {"coal": 2, "oil": 5}) == 1 + 1 + 2
    assert scored([4, 5, 7], {"coal": 3, "oil": 3}) == 1 + 2


def finished(plants: list[list[int]], money: list[int], edition: str = "original") -> Outcome:
    """A game that ends with 17 cities of seat 0 and 3 of seat 1."""
    names = [city.name for city in position(seats=3, edition=edition).view().cities]
    table = position(
        phase="building",
        seats=3,
        plants=[*plants, [37]],
        cities=[names[:17], names[17:20]],
        money=[*money, 0],
        edition=edition,
    )
    while table.outcome is None:
        play(table, "done")
    return table.outcome


def test_who_powers_most_wins_even_if_another_ended_the_game() -> None:
    outcome = finished([[13], [33]], [100, 0])
    assert outcome.scores[:2] == (1, 3)
    assert outcome.winners == (1,)


def test_of_equals_the_one_with_most_money_wins() -> None:
    assert finished([[18], [22]], [30, 31]).winners == (1,)


def test_of_equals_with_equal_money_most_cities_win_in_the_original_edition_only() -> None:
    assert finished([[18], [22]], [30, 30]).winners == (0,)
    assert finished([[18], [22]], [30, 30], edition="recharged").winners == (0, 1)


def test_after_the_end_there_is_no_income() -> None:
    table = position(phase="building", seats=3, plants=[[13], [18], [22]], round_number=7, round_limit=7)
    while table.outcome is None:
        play(table, "done")
    assert money(table) == [50, 50, 50]
    assert table.outcome.reason == "the round limit was reached"
    assert twin(table).turn == -1
