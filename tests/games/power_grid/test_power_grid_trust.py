"""Against the Trust: the variant of the Recharged edition for two players."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ludex import BadSetting, Table
from ludex.games.power_grid import Engine, PowerGrid, Strategy, svg_map
from ludex.games.power_grid.board.terminal import draw_view
from ludex.games.power_grid.components.maps import BOARDS, CONNECTED, IN_PLAY, VARIANTS
from ludex.games.power_grid.moves import MOVES, BuildCity, Pass, PlaceHouse
from ludex.players import Bot
from ludex.testing import check_game

from .position import INTERPRETED, market, play, position, rejected, told, track

TRUST: dict[str, Any] = {"edition": "recharged", "trust": True}


def new(seed: int = 1, **settings: Any) -> Table:
    return INTERPRETED.new(2, seed, **TRUST, **settings)


def placed(seed: int = 1, **settings: Any) -> Table:
    """Return a table after the six houses of the Trust were placed: each in the first city that is offered."""
    table = new(seed, **settings)
    while table.view().phase == "placing":
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    return table


def trust(table: Table) -> Any:
    found = table.view().trust
    assert found is not None
    return found


# Before the game


def test_the_first_player_places_one_house_the_second_two_the_first_two_the_second_one() -> None:
    table = new()
    first, second = table.view().order
    placers = []
    while table.view().phase == "placing":
        placers.append(table.waiting[0])
        table.play(table.waiting[0], table.options(table.waiting[0])[-1])
    assert placers == [first, second, second, first, first, second]
    assert len(trust(table).cities) == 6
    assert trust(table).houses_left == 10


def test_every_house_but_the_first_stands_next_to_another_one_of_the_trust() -> None:
    table = new(regions="north-west, north-east, east")
    assert len(table.options(table.waiting[0])) == 21
    play(table, "place Berlin")
    near = {str(move).removeprefix("place ") for move in table.options(table.waiting[0])}
    assert near == {"Frankfurt (Oder)", "Halle", "Magdeburg", "Schwerin", "Stralsund"}
    assert rejected(table, "place Berlin") == "trust-is-there"
    assert rejected(table, "place Kiel") == "not-next-to-the-trust"
    assert rejected(table, "place Aachen") == "not-in-play"
    assert rejected(table, "place Seattle") == "not-on-map"
    assert rejected(table, "open plant 3 bid 3") == "wrong-phase"
    rejection = table.check(table.waiting[0], "place Kiel")
    assert rejection is not None
    assert set(rejection.sentence.partition("Place the house in ")[2].rstrip(".").split(", ")) == near


def test_on_every_board_six_houses_can_be_placed() -> None:
    """The cities in play are connected with each other, so there is always a city next to the Trust's."""
    for place, board in enumerate(BOARDS):
        connected = CONNECTED[VARIANTS.index((board.map, board.edition))]
        inside = {int(city) for city in IN_PLAY[place].nonzero()[0]}
        reached = {min(inside)}
        while near := {b for a in reached for b in inside - reached if connected[a, b]}:
            reached |= near
        assert reached == inside, board


def test_without_the_setting_or_with_more_players_there_is_no_trust() -> None:
    assert INTERPRETED.new(2, 1, edition="recharged").view().trust is None
    assert INTERPRETED.new(3, 1, **TRUST).view().trust is None
    with pytest.raises(BadSetting, match="only the recharged edition has the Trust"):
        INTERPRETED.new(2, 1, trust=True)


# Phase 2


def test_the_trust_takes_the_largest_plant_for_sale_once_a_player_has_bought() -> None:
    table = placed()
    first, second = table.view().order
    plants = [plant.number for plant in table.view().current]
    play(table, f"{first}: open plant {plants[0]} bid 1", f"{second}: pass")
    took = trust(table).plants[0].number
    assert took >= plants[-1], "the largest of four, one of which may have been drawn for the plant that was sold"
    assert f"The Trust takes plant {took}." in told(table)
    assert table.waiting == (second,)
    assert len(market(table)) == 8, "it is replaced"
    play(table, f"open plant {table.view().current[0].number} bid {table.view().current[0].number}")
    assert len(trust(table).plants) == 1, "one plant a round"


def test_a_pass_is_enough_for_the_trust_to_take_its_plant() -> None:
    table = position(plants=[[13], [18]], market=[20, 21, 22, 23, 24, 25, 26, 27], stack=[30, 31, 32], **TRUST)
    play(table, "0: pass")
    assert [plant.number for plant in trust(table).plants] == [23]


def with_trust(**more: Any) -> Table:
    """Auctions in which the Trust owns the plants 20, 25 and 31."""
    on: dict[str, Any] = {"plants": [[13], [18], [20, 25, 31]], "stack": [40, 42, 44]}
    return position(**{**on, **TRUST, **more})


def test_with_three_plants_the_trust_takes_only_a_larger_one_and_scraps_its_smallest() -> None:
    table = play(with_trust(market=[15, 16, 17, 21, 22, 23, 24, 26]), "0: pass")
    assert [plant.number for plant in trust(table).plants] == [21, 25, 31]
    assert "The Trust scraps plant 20, its smallest." in told(table)
    table = play(with_trust(market=[12, 15, 16, 17, 21, 22, 23, 24]), "0: pass")
    assert [plant.number for plant in trust(table).plants] == [20, 25, 31]
    assert not any("The Trust" in text for text in told(table))


def test_the_trust_taking_plant_39_does_not_end_the_uranium() -> None:
    table = position(plants=[[13], [18]], market=[35, 36, 37, 39, 40, 42, 44, 46], stack=[50], **TRUST)
    play(table, "0: pass")
    assert trust(table).plants[-1].number == 39
    assert table.engine.record_in_full()["uranium_ended"][0] == 0


# Phases 3 to 5


def test_the_trust_takes_fuel_for_one_run_between_the_players_and_burns_it() -> None:
    """Plant 25 burns 2 coal and plant 21 two of coal and oil in turn."""
    table = position(phase="buying", plants=[[8], [10], [21, 25]], track={"coal": 24, "oil": 18}, **TRUST)
    assert table.waiting == (1,)
    assert trust(table).fuel["coal"] == 0
    play(table, "1: buy coal 1", "1: done")
    assert table.waiting == (0,)
    assert trust(table).fuel == {"coal": 3, "oil": 1, "garbage": 0, "uranium": 0}
    assert "The Trust takes 3 coal and 1 oil." in told(table)
    assert track(table)["coal"] == 24 - 1 - 3
    while table.view().round == 2:
        play(table, "done")
    assert trust(table).fuel["coal"] == 0
    assert "The Trust burns its fuel." in [str(event) for event in table.events()]


def test_a_hybrid_takes_what_is_left_and_nothing_is_made_of_nothing() -> None:
    table = position(phase="buying", plants=[[13], [8], [25, 46]], track={"coal": 3, "oil": 1}, **TRUST)
    play(table, "1: done")
    assert trust(table).fuel == {"coal": 3, "oil": 1, "garbage": 0, "uranium": 0}, "one token is missing"


def test_the_trust_blocks_the_second_place_of_every_empty_city_that_a_player_connects() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[[], [], ["Halle"]], **TRUST)
    play(table, "1: build Berlin")
    assert told(table)[1] == "The Trust blocks the second place in Berlin."
    berlin = table.view().city("Berlin")
    assert (berlin.houses, berlin.trust) == ((1,), True)
    assert rejected(table, "build Halle") == "city-full", "in Step 1 the house of the Trust keeps everybody out"
    in_step_2 = position(
        phase="building", step=2, plants=[[13], [18]], cities=[["Berlin"], [], ["Berlin", "Halle"]], **TRUST
    )
    assert rejected(in_step_2, "build Berlin") == "city-full"
    assert "Berlin is full: seat 0, the Trust built there" in in_step_2.check(1, "build Berlin").sentence  # type: ignore[union-attr]  # it is rejected
    play(in_step_2, "1: build Halle")
    assert "costs" not in told(in_step_2)[0]
    assert told(in_step_2) == ["seat 1 builds in Halle for 15."], "Halle was not empty"


def test_the_trust_blocks_while_it_has_houses() -> None:
    names = [city.name for city in position(**TRUST).view().cities]
    table = position(phase="building", plants=[[13], [18]], cities=[[], [], names[:16]], money=[50, 90], **TRUST)
    assert trust(table).houses_left == 0
    play(table, f"1: build {names[20]}")
    assert not table.view().city(names[20]).trust


@pytest.mark.parametrize(("setting", "coal"), [("three", 4), ("two", 3)])
def test_new_fuel_comes_for_three_players_or_by_a_setting_for_two(setting: str, coal: int) -> None:
    table = position(phase="powering", plants=[[13], [18]], track={"coal": 5}, trust_fuel=setting, **TRUST)
    play(table, "0: done", "1: done")
    assert track(table)["coal"] == 5 + coal


def test_the_trust_neither_wins_nor_brings_step_2_about() -> None:
    names = [city.name for city in position(**TRUST).view().cities]
    table = position(phase="building", plants=[[13], [18]], cities=[[], [], names[:16]], round_limit=2, **TRUST)
    assert table.view().step == 1
    play(table, "1: done", "0: done")
    assert table.outcome is not None
    assert len(table.outcome.scores) == 2


# Whole games


@pytest.mark.deep
def test_games_against_the_trust_keep_the_contract() -> None:
    game = PowerGrid()
    game.seats = range(2, 3)
    settings = [{**TRUST, "round_limit": 8}, {**TRUST, "map": "usa", "money": "hidden", "round_limit": 6}]
    check_game(game, settings=settings, games=2, thin=40)


def test_random_games_against_the_trust_keep_every_law_and_every_position() -> None:
    random, seen = Random(1), Counter[str]()
    for seed in range(3):
        table = new(seed, round_limit=8)
        while table.outcome is None:
            rows = [row for row in table.options(table.waiting[0]).rows if MOVES.unpack(row[0]) != Pass()]
            first, last = random.choice(rows or table.options(table.waiting[0]).rows)
            table.play(table.waiting[0], MOVES.unpack(random.randint(first, min(last, first + 2))))
            assert table.engine.broken_law() is None
            if random.random() < 0.05:
                again = INTERPRETED.position(table.position())
                assert again.view() == table.view()
        seen.update(type(event).__name__ for event in table.events())
    assert {"TrustPlaced", "TrustTook", "TrustFuelled", "TrustBlocked", "TrustBurned"} <= set(seen)


def test_a_strategy_places_houses_by_name_and_the_bots_play_too() -> None:
    class Placer(Strategy):
        def place_house(self, player: Any, game_state: Any, choices: Any) -> str:  # type: ignore[override]  # no error
            return str(choices[-1].city)

    engine = Engine([Placer("A"), Bot(INTERPRETED, "tycoon", 1)], seed=1, round_limit=4, **TRUST)
    engine.play()
    assert engine.table.engine.retries == []
    assert isinstance(MOVES.parse("place Berlin"), PlaceHouse)
    assert isinstance(MOVES.parse("build Berlin"), BuildCity)


def test_the_trust_is_drawn() -> None:
    table = placed()
    drawn, picture = draw_view(table.view()), svg_map(table.view())
    assert "The Trust  6 houses, 10 left; no plants" in drawn
    assert f"{trust(table).cities[0]} (Trust)" in drawn
    assert "the Trust: 10 houses left" in picture
    assert picture.count("built by the Trust") == 6
