"""The end of the game: what a seat can power, and who wins."""

from __future__ import annotations

from typing import Any

from ludex import Outcome

from .position import money, play, position, twin

CITIES = ["Berlin", "Magdeburg", "Schwerin", "Rostock", "Lübeck", "Torgelow", "Frankfurt (Oder)", "Halle", "Leipzig"]
ON: dict[str, Any] = {"phase": "powering"}


def scored(plants: list[int], fuel: dict[str, int], cities: int = 9) -> int:
    """Return the number of cities that a seat can power at the end."""
    table = position(**ON, plants=[plants, [18]], fuel=[fuel], cities=[CITIES[:cities]])
    return int(table.view().seats[0].can_power)


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
    """Return a game that ends with 17 cities of seat 0 and 3 of seat 1."""
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
