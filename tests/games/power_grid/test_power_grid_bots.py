"""Decisions of the shipped bots. Their strength is tested by the arena, and their legality by the kit."""

from __future__ import annotations

from typing import Any

import pytest

from ludex import Request, Table
from ludex.arena import simulate
from ludex.games.power_grid.bots.worth import END_WISELY, STYLES
from ludex.players import Bot

from .position import GAME, asked, play, position

PLANNERS = ("planner", "rival", "tycoon")
planners = pytest.mark.parametrize("bot", PLANNERS)
SIXTEEN = [
    "Berlin",
    "Magdeburg",
    "Schwerin",
    "Rostock",
    "Lübeck",
    "Torgelow",
    "Frankfurt (Oder)",
    "Halle",
    "Leipzig",
    "Dresden",
    "Erfurt",
    "Fulda",
    "Würzburg",
    "Nürnberg",
    "Hamburg",
    "Kiel",
]  # fmt: skip  (cities in play for three)


def wants(bot: str, table: Table) -> str:
    """Return the decision of a bot at the seat that is asked."""
    seat = table.waiting[0]
    request = Request(seat, table.view(seat), table.options(seat), record=table.record(seat))
    return str(Bot(GAME, bot).decide(request))


def test_every_game_also_has_random_and_first() -> None:
    assert list(GAME.machine.bot_slots) == ["random", "first", "cheap", *PLANNERS]


def test_every_style_has_every_weight() -> None:
    assert tuple(STYLES) == PLANNERS
    assert [len(weights.values) for weights in STYLES.values()] == [13, 13, 13]
    assert [weights.values[END_WISELY] for weights in STYLES.values()] == [0, 1, 1]


def test_cheap_opens_the_smallest_plant_for_its_number() -> None:
    assert wants("cheap", position(round_number=1)) == "open plant 3 bid 3"


def test_cheap_never_raises_a_bid() -> None:
    assert wants("cheap", play(position(), "open plant 4 bid 4")) == "pass"


def test_cheap_builds_what_costs_least() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[[], ["Halle"]])
    assert wants("cheap", table) == "build Leipzig"


def test_cheap_buys_one_token_at_a_time_until_one_run_is_there() -> None:
    table = position(phase="buying", plants=[[13], [8]])
    bought = 0
    while asked(table)[0] == 1 and wants("cheap", table) != "done":
        play(table, wants("cheap", table))
        bought += 1
    assert bought == 3


@planners
def test_planners_raise_up_to_what_a_plant_is_worth_and_no_further(bot: str) -> None:
    market = [18, 22, 25, 27, 33, 34, 35, 36]
    table = position(money=[200, 200], market=market, plants=[[3], [4]])
    assert wants(bot, play(table, "open plant 25 bid 25")) == "bid 26"
    expensive = position(money=[900, 900], market=market, plants=[[3], [4]])
    assert wants(bot, play(expensive, "open plant 25 bid 800")) == "pass"


@planners
def test_planners_discard_the_plant_they_miss_least(bot: str) -> None:
    table = position(seats=3, plants=[[4, 25, 31]], market=[33, 34, 35, 36, 37, 38, 39, 40], money=[150, 50, 50])
    assert " discard 4 " in wants(bot, table)


@planners
def test_planners_buy_fuel_for_a_run(bot: str) -> None:
    table = position(phase="buying", plants=[[13], [20]], cities=[[], SIXTEEN[:5]], money=[50, 60])
    assert wants(bot, table) == "buy coal 3"


@planners
def test_planners_run_what_pays_and_burn_nothing_for_nothing(bot: str) -> None:
    table = position(phase="powering", plants=[[4, 50], [13]], fuel=[{"coal": 4}], cities=[SIXTEEN[:6]])
    assert wants(bot, table) == "run plant 50"
    play(table, "run plant 50")
    assert wants(bot, table) == "done"


@planners
def test_planners_let_hybrids_burn_what_other_plants_leave(bot: str) -> None:
    table = position(
        phase="powering", plants=[[4, 5], [13]], fuel=[{"coal": 2, "oil": 2}], cities=[SIXTEEN[:2]], track={"coal": 20}
    )
    while asked(table) == (0, "powering"):
        play(table, wants(bot, table))
    assert table.view().seats[0].fuel["coal"] == 0
    assert table.view().seats[0].fuel["oil"] == 0


@planners
def test_planners_build_no_more_than_they_can_use(bot: str) -> None:
    table = position(phase="building", plants=[[13], [3]], cities=[[], SIXTEEN[:9]], money=[50, 500])
    assert wants(bot, table) == "done"


def test_tycoon_does_not_end_a_game_it_would_lose() -> None:
    table = position(
        seats=3,
        phase="building",
        step=2,
        plants=[[50], [13], [33]],
        cities=[SIXTEEN[:9], [], SIXTEEN],
        money=[50, 50, 500],
        market=[36, 37, 38, 39, 40, 42, 44, 46],
    )
    assert wants("tycoon", table) == "done"


def test_tycoon_ends_a_game_it_wins() -> None:
    table = position(
        seats=3,
        phase="building",
        step=2,
        plants=[[13], [18], [50, 44, 33]],
        cities=[SIXTEEN[:9], [], SIXTEEN],
        money=[50, 50, 500],
        market=[30, 36, 37, 38, 39, 40, 42, 46],
    )
    assert wants("tycoon", table).startswith("build ")


@pytest.mark.parametrize(("money", "wanted"), [(500, "build "), (120, "done")])
def test_tycoon_ends_a_game_that_would_be_a_tie_if_it_is_richer(money: int, wanted: str) -> None:
    """Both can power twelve cities, and neither gains by waiting for the other to begin."""
    table = position(
        seats=3,
        phase="building",
        step=2,
        plants=[[44, 33, 27], [13], [50, 37, 18]],
        cities=[SIXTEEN, [], SIXTEEN],
        money=[300, 50, money],
        market=[30, 34, 35, 36, 38, 39, 40, 42],
    )
    assert asked(table)[0] == 2
    assert wants("tycoon", table).startswith(wanted)


def test_tycoon_builds_no_city_that_it_cannot_power_once_the_end_has_come() -> None:
    table = position(
        seats=3,
        phase="building",
        step=2,
        plants=[[44, 33, 27], [13], [50, 37, 18]],
        cities=[SIXTEEN, [], [*SIXTEEN, "Hannover"]],
        money=[300, 50, 500],
        market=[30, 34, 35, 36, 38, 39, 40, 42],
    )
    assert wants("tycoon", table) == "done"


@pytest.mark.parametrize("seed", range(4))
def test_tycoons_do_not_wait_for_each_other_to_end_the_game(seed: int) -> None:
    """Four of them used to wait up to 24 rounds, each one city short of the end."""
    table = GAME.new(4, seed=seed)
    bots = [Bot(GAME, "tycoon", 9 * seed + at) for at in range(4)]
    one_short = 0
    while table.outcome is None:
        seat = table.waiting[0]
        table.play(seat, bots[seat].decide(table.request(seat)))
        if not one_short and max(len(one.cities) for one in table.view().seats) >= 16:
            one_short = table.view().round
    assert 0 < one_short <= table.view().round <= one_short + 3


def test_bots_have_dice_of_their_own_and_never_touch_the_stack() -> None:
    """The same moves lead to the same cards for any players, and a history replays without its bots."""
    table = GAME.new(3, seed=3, round_limit=4)
    while table.outcome is None:
        seat = table.waiting[0]
        request = Request(seat, table.view(seat), table.options(seat), record=table.record(seat))
        before = table.engine.record_in_full().tobytes()
        moves = {str(Bot(GAME, "random", number).decide(request)) for number in range(3)}
        assert table.engine.record_in_full().tobytes() == before
        table.play(seat, sorted(moves)[0])
    assert table.history.replay().digest == table.digest


MATCHES: list[tuple[list[str], dict[str, Any]]] = [
    (["cheap", "random"], {}),
    (["planner", "cheap", "cheap"], {"map": "usa"}),
    (["tycoon", "planner", "planner", "planner"], {}),
    (["tycoon", "planner"], {"edition": "recharged"}),
]


@pytest.mark.parametrize(("bots", "options"), MATCHES, ids=[f"{bots[0]}, {len(bots)}" for bots, _ in MATCHES])
def test_every_rung_beats_the_one_below(bots: list[str], options: dict[str, Any]) -> None:
    result = simulate(GAME, bots, 400, seed=1, rotate=True, settings=options)
    assert result.seats[0].low > 1 / len(bots)
