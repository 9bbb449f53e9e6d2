"""The real game and the slow, plain second one walk through the same games and must agree after every move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core import Request, Table
from ludex.games.power_grid.events import PlantDrawn, PlantLeft, StepCardDrawn
from ludex.games.power_grid.maps import PRINTED
from ludex.players import Bot

from .position import GAME, money
from .reference import STEP_CARD, Reference
from .test_power_grid_conformance import VARIANTS

BOTS = ("random", "planner", "tycoon", "cheap")


def second_game(table: Table) -> Reference:
    """The other one at the same start."""
    view, options = table.view(), table.game_options
    printed = PRINTED[view.map, view.edition]
    inside = {city.name for city in view.cities}
    names = [city.name for city in printed.cities]
    connections = {
        (names[a], names[b]): cost for a, b, cost in printed.connections if names[a] in inside and names[b] in inside
    }
    return Reference(
        view.edition,
        view.map,
        connections,
        view.order,
        [plant.number for plant in (*view.current, *view.future)],
        open_above_smallest=options.open_above_smallest,
        last_buyer=options.last_buyer,
        early_step_3=options.early_step_3,
        step_3_removal=options.step_3_removal,
        coal_store=options.coal_store,
        round_limit=options.round_limit,
    )


def drawn(table: Table, market: list[int]) -> list[int]:
    """The cards that came off the stack in the last move. A plant that left without having been there was drawn too."""
    seen, cards = set(market), []
    for event in table.events(since=len(table.played) - 1):
        if isinstance(event, StepCardDrawn):
            cards.append(STEP_CARD)
        elif isinstance(event, PlantDrawn | PlantLeft) and event.plant not in seen:
            cards.append(event.plant)
            seen.add(event.plant)
    return cards


def walk(seats: int, seed: int, options: dict[str, Any]) -> int:
    """One whole game in lockstep; returns how many moves it took."""
    table = GAME.new(seats, seed, **options)
    other = second_game(table)
    random = Random(seed)
    bots = [Bot(GAME, random.choice(BOTS), seed + seat) for seat in range(seats)]
    while other.question is not None:
        compare(table, other)
        seat = other.question.seat
        move = str(choose(table, seat, bots[seat], random))
        market = list(other.market)
        table.play(seat, move)
        other.answer(move, drawn(table, market))
    compare_tables(table, other)
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores == tuple(mine.can_power() for mine in other.seats)
    assert list(outcome.ranks) == other.ranks()
    assert ("round limit" in outcome.reason) == (other.ended == "rounds")
    return len(table.played)


def choose(table: Table, seat: int, bot: Bot, random: Random) -> Any:
    """What a bot wants, sometimes anything, so that games get far and into odd corners."""
    options = table.options(seat)
    if random.random() < 0.15:
        first, last = random.choice(options.rows)
        return GAME.moves.unpack(random.randint(first, min(last, first + 3)))
    return bot.decide(Request(seat, table.view(seat), options, record=table.record(seat)))


def compare(table: Table, other: Reference) -> None:
    """The same seat is asked the same, and may answer the same."""
    asked = other.question
    assert asked is not None
    assert table.waiting == (asked.seat,)
    view = table.view()
    assert view.phase == asked.phase
    assert {str(move) for move in table.options(asked.seat)} == asked.answers
    compare_tables(table, other)


def compare_tables(table: Table, other: Reference) -> None:
    view = table.view()
    assert (view.round, view.step, list(view.order)) == (other.round, other.step, other.order)
    shown = [plant.number for plant in (*view.current, *view.future)] + [STEP_CARD] * view.step_card
    assert shown == other.market
    assert [plant.number for plant in view.current] == other.for_sale()
    assert view.discount == (other.discount if view.phase in ("opening", "bidding", "returning") else None)
    assert view.stack == (other.stack if other.new_stack is None else len(other.new_stack))
    for fuel in view.fuels:
        assert (fuel.count, fuel.supply) == (other.track[fuel.name], other.supply[fuel.name])
    assert money(table) == [mine.money for mine in other.seats]
    for seat, mine in zip(view.seats, other.seats, strict=True):
        assert [plant.number for plant in seat.plants] == mine.plants
        assert seat.fuel == mine.fuel
        assert set(seat.cities) == mine.cities
    for city in view.cities:
        assert set(city.houses) == set(other.houses[city.name])


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_the_second_power_grid_agrees_on_every_move_of_a_whole_game(options: dict[str, Any]) -> None:
    place = list(VARIANTS.values()).index(options)
    assert walk(2 + place % 5, seed=place, options=options) > 100


@pytest.mark.deep
@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_the_second_power_grid_agrees_in_many_games(options: dict[str, Any]) -> None:
    for seed in range(100, 115):
        walk(2 + seed % 5, seed, options)
