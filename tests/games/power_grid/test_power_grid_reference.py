"""The real game and the slow, plain second one walk through the same games and must agree after every move.

Bots that play well seldom see the odd corners, so some games are steered into them, and each must have seen those it is
there for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from ludex import Event, Move, Request, Table
from ludex.games.power_grid import PowerGridSettings
from ludex.games.power_grid.components.maps import PRINTED
from ludex.games.power_grid.components.plants import PLANTS
from ludex.games.power_grid.events import (
    FuelBought,
    FuelReturned,
    PlantBought,
    PlantDrawn,
    PlantLeft,
    PlantPutUnder,
    Resupplied,
    StepBegan,
    StepCardDrawn,
)
from ludex.games.power_grid.moves import Done, OpenAuction, Pass
from ludex.games.power_grid.views import View
from ludex.players import Bot

from .position import GAME, money
from .reference import RESUPPLY, STEP_CARD, Reference
from .variants import VARIANTS

BOTS = ("random", "planner", "tycoon", "cheap")


def second_game(table: Table) -> Reference:
    """Return the other one at the same start."""
    view, settings = table.view(), table.settings
    assert isinstance(settings, PowerGridSettings)
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
        open_above_smallest=settings.open_above_smallest,
        last_buyer=settings.last_buyer,
        early_step_3=settings.early_step_3,
        step_3_removal=settings.step_3_removal,
        step_3_by_step_2=settings.step_3_by_step_2,
        coal_store=settings.coal_store,
        hidden=settings.money == "hidden",
        round_limit=settings.round_limit,
    )


def drawn(table: Table, market: list[int]) -> list[int]:
    """Return the cards that came off the stack in the last move. A plant that left without having been there was drawn
    too."""
    seen, cards = set(market), []
    for event in table.events(since=len(table.played) - 1):
        if isinstance(event, StepCardDrawn):
            cards.append(STEP_CARD)
        elif isinstance(event, PlantPutUnder):
            seen.discard(event.plant)
        elif isinstance(event, PlantDrawn | PlantLeft) and event.plant not in seen:
            cards.append(event.plant)
            seen.add(event.plant)
    return cards


def walk(seats: int, seed: int, options: dict[str, Any], styles: tuple[str, ...] = ("bots",)) -> Counter[str]:
    """Play one whole game in lockstep; return what was seen on the way, and how many moves it took."""
    table = GAME.new(seats, seed, **options)
    other = second_game(table)
    random = Random(seed)
    bots = [Bot(GAME, random.choice(BOTS), seed + seat) for seat in range(seats)]
    sights: Counter[str] = Counter()
    while other.question is not None:
        compare(table, other)
        seat = other.question.seat
        style = styles[seat % len(styles)]
        move = str(STYLES[style](table, seat, bots[seat], random))
        market, before = list(other.market), table.view()
        table.play(seat, move)
        other.answer(move, drawn(table, market))
        sights.update(seen(before, table, move, market))
    compare_tables(table, other)
    compare_ends(table, other)
    sights.update(seen_at_the_end(other))
    sights["moves"] = len(table.played)
    return sights


# how seats choose


def by_bot(table: Table, seat: int, bot: Bot, random: Random) -> Move:
    """Choose the move of a bot, sometimes any, so that games get far and into odd corners."""
    options = table.options(seat)
    if random.random() < 0.15:
        return anything(table, seat, random)
    return bot.decide(Request(seat, table.view(seat), options, record=table.record(seat)))


def anything(table: Table, seat: int, random: Random) -> Move:
    first, last = random.choice(table.options(seat).rows)
    return GAME.moves.unpack(random.randint(first, min(last, first + 3)))


def collecting(table: Table, seat: int, bot: Bot, random: Random) -> Move:
    """Buys the most expensive plant it can and builds two cities, and more when the stack is empty: the Step 3 card
    comes up in Step 1."""
    view, options = table.view(seat), table.options(seat)
    if view.phase == "opening":
        openings = [first for first, _ in options.rows if GAME.moves.unpack(first) != Pass()]
        return GAME.moves.unpack(openings[-1]) if openings else Pass()
    if view.phase == "building":
        return options[0] if len(view.seats[seat].cities) < (2 if view.stack else 6) else Done()
    return Pass() if view.phase == "bidding" else options[0]


def building(table: Table, seat: int, bot: Bot, random: Random) -> Move:
    """Builds all it can, the cheapest first: plants grow obsolete while others still build."""
    view = table.view(seat)
    if view.phase == "building":
        city = min((city for city in view.cities if city.cost is not None), key=lambda city: city.cost or 0)
        return GAME.moves.parse(f"build {city.name}")
    return by_bot(table, seat, bot, random)


def hoarding(table: Table, seat: int, bot: Bot, random: Random) -> Move:
    """Fills its stores and burns little, so that a discard leaves coal and oil without room."""
    view, options = table.view(), table.options(seat)
    if view.phase == "buying":
        return options[-2]
    if view.phase == "powering":
        return options[-1]
    if view.phase == "opening":
        return anything(table, seat, random)
    return by_bot(table, seat, bot, random)


def stoking(table: Table, seat: int, bot: Bot, random: Random) -> Move:
    """Buys plants that burn coal and all the coal they hold, and runs them: the track runs out of it."""
    view, options = table.view(seat), table.options(seat)
    if view.phase == "opening":
        openings = [move for move in (GAME.moves.unpack(first) for first, _ in options.rows) if move != Pass()]
        burning = [move for move in openings if isinstance(move, OpenAuction) and "coal" in PLANTS[move.plant].fuels]
        return burning[0] if burning else options[-1] if view.round > 1 else openings[0]
    if view.phase == "buying":
        return GAME.moves.unpack(options.rows[0][1])
    return options[0] if view.phase == "powering" else by_bot(table, seat, bot, random)


def spending_24(table: Table, seat: int, bot: Bot, random: Random) -> Move:
    """Spends 24 in the first round: seats 0, 2, 4 on a plant, the others on a plant and a city. Then nothing."""
    view, options = table.view(seat), table.options(seat)
    if view.round == 1 and view.phase == "opening":
        wanted = 14 if seat % 2 else 24
        return next((move for move in options if isinstance(move, OpenAuction) and move.bid == wanted), options[0])
    return options[0] if view.phase == "building" and seat % 2 and not view.seats[seat].cities else options[-1]


STYLES: dict[str, Callable[[Table, int, Bot, Random], Move]] = {
    "bots": by_bot,
    "collecting": collecting,
    "building": building,
    "hoarding": hoarding,
    "stoking": stoking,
    "spending 24": spending_24,
}


# what is seen on the way

AUCTIONS = ("opening", "bidding", "returning")


def seen(before: View, table: Table, move: str, market: list[int]) -> Iterator[str]:
    """Yield the corners that a move led into."""
    events = table.events(since=len(table.played) - 1)
    player = before.seats[table.played[-1].seat]
    for at, event in enumerate(events):
        yield from seen_in(event, before, market, events[:at])
    if before.phase == "returning":
        yield "coal and oil compete"
    if move.startswith("open"):
        plant, bid = int(move.split()[2]), int(move.split()[-1])
        if len(player.plants) == before.plant_limit and plant < player.plants[0].number:
            yield "an opening below the own smallest plant"
        if all(seat.bought or seat.out for seat in before.seats if seat != player):
            yield "the last buyer" if bid == before.least(plant) else "the last buyer pays more"
    after = table.view()
    if after.step == 3 and after.stack == 0 and len(after.current) < len(before.current):
        yield "the market shrinks"
    if any(len(city.houses) == 3 for city in after.cities):
        yield "three houses in a city"


def seen_in(event: Event, before: View, market: list[int], earlier: tuple[Event, ...]) -> Iterator[str]:
    """Yield the corners that an event shows."""
    if isinstance(event, StepCardDrawn):
        yield f"the Step 3 card in {'auctions' if before.phase in AUCTIONS else before.phase}"
        if before.step == 1:
            yield "the Step 3 card in Step 1"
            if before.phase == "building" and not any(isinstance(one, StepBegan) for one in earlier):
                yield "the Step 3 card in Step 1 while building"
        if any(isinstance(one, PlantLeft) and one.why == "Step 2 begins" for one in earlier):
            yield "the Step 3 card comes for the plant of Step 2"
    elif isinstance(event, PlantLeft):
        yield f"left: {event.why}"
        drawn_before = any(isinstance(one, PlantDrawn) and one.plant == event.plant for one in earlier)
        if "many cities" in event.why and event.plant not in market and not drawn_before:
            yield "an obsolete plant is drawn"
    elif isinstance(event, PlantBought):
        if event.plant == before.discount:
            yield "sold with the discount"
        if (event.plant, before.edition, before.map) == (39, "recharged", "germany"):
            yield "plant 39 ends the uranium"
    elif isinstance(event, FuelReturned):
        yield "fuel goes back"
    elif isinstance(event, FuelBought) and event.fuel == "stored coal":
        yield "stored coal"
    elif isinstance(event, Resupplied):
        table = RESUPPLY[len(before.seats)]
        if any(getattr(event, fuel) < int(min(table[fuel])) for fuel in ("coal", "oil", "garbage")):
            yield "the supply limits the new fuel"


def seen_at_the_end(other: Reference) -> Iterator[str]:
    yield f"the end by {other.ended}"
    first, second = sorted(((s.can_power(), s.money, len(s.cities)) for s in other.seats), reverse=True)[:2]
    if first[0] == second[0]:
        yield "the first by money" if first[1] > second[1] else "equal power and money"
        if first[1] == second[1] and first[2] > second[2]:
            yield "equal power and money, not cities"


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
    assert view.discount == (other.discount if view.phase in AUCTIONS else None)
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


def compare_ends(table: Table, other: Reference) -> None:
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores == tuple(mine.can_power() for mine in other.seats)
    assert list(outcome.ranks) == other.ranks()
    assert ("round limit" in outcome.reason) == (other.ended == "rounds")


class Walk(NamedTuple):
    """A game that leads into certain corners."""

    seats: int
    seed: int
    options: dict[str, Any]
    styles: tuple[str, ...]
    sights: tuple[str, ...]


USA: dict[str, Any] = {"map": "usa"}
NEW: dict[str, Any] = {"edition": "recharged"}
ONE_ROUND: dict[str, Any] = {"last_buyer": "any", "round_limit": 1}
WALKS = [
    Walk(2, 5, USA, ("hoarding", "bots"), ("left: a player has that many cities", "an obsolete plant is drawn")),
    Walk(2, 10, USA, ("hoarding", "bots"), ("the Step 3 card in building",)),
    Walk(2, 10, USA, ("hoarding", "bots"), ("the Step 3 card comes for the plant of Step 2",)),
    Walk(
        2,
        10,
        USA | {"step_3_by_step_2": "at-once"},
        ("hoarding", "bots"),
        ("the Step 3 card comes for the plant of Step 2",),
    ),
    Walk(2, 6, USA, ("hoarding", "bots"), ("coal and oil compete", "fuel goes back", "the Step 3 card in powering")),
    Walk(
        3,
        56,
        {"open_above_smallest": False},
        ("bots", "hoarding"),
        ("an opening below the own smallest plant", "three houses in a city"),
    ),
    Walk(2, 7, NEW, ("bots",), ("left: it is smaller than the plant with the discount", "sold with the discount")),
    Walk(2, 2, NEW, ("bots",), ("plant 39 ends the uranium", "left: it had the discount and was not sold")),
    Walk(3, 9, NEW | USA | {"round_limit": 12}, ("stoking",), ("stored coal",)),
    Walk(4, 3, NEW | USA | {"coal_store": "any-time"}, ("hoarding", "bots"), ("stored coal",)),
    Walk(
        2, 12, {}, ("collecting",), ("the Step 3 card in Step 1", "the market shrinks", "left: nobody bought a plant")
    ),
    Walk(2, 12, {"early_step_3": "step-2-first"}, ("collecting",), ("the Step 3 card in Step 1", "the last buyer")),
    Walk(2, 12, NEW | {"early_step_3": "skip"}, ("collecting",), ("the Step 3 card in Step 1",)),
    Walk(2, 1, NEW | {"step_3_removal": False}, ("collecting", "bots"), ("the Step 3 card in auctions",)),
    Walk(2, 3, ONE_ROUND, ("spending 24",), ("equal power and money, not cities", "the last buyer pays more")),
    Walk(5, 3, NEW | ONE_ROUND, ("spending 24",), ("equal power and money", "the end by rounds")),
    Walk(3, 14, NEW | USA, ("hoarding",), ("the first by money", "the supply limits the new fuel")),
    Walk(3, 6, {}, ("bots", "hoarding"), ("left: Step 2 begins", "left: Step 3 begins", "the end by cities")),
]


@pytest.mark.parametrize("one", WALKS, ids=lambda one: one.sights[0])
def test_the_second_power_grid_agrees_in_odd_corners(one: Walk) -> None:
    sights = walk(one.seats, one.seed, {"round_limit": 25, **one.options}, one.styles)
    assert set(one.sights) <= set(sights), f"not seen: {set(one.sights) - set(sights)}; seen: {sorted(sights)}"


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_the_second_power_grid_agrees_on_every_move_of_a_whole_game(options: dict[str, Any]) -> None:
    place = list(VARIANTS.values()).index(options)
    assert walk(2 + place % 5, seed=place, options=options)["moves"] > 100


@pytest.mark.deep
@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_the_second_power_grid_agrees_in_many_games(options: dict[str, Any]) -> None:
    styles = list(STYLES)
    for seed in range(100, 115):
        mix = (styles[seed % len(styles)], styles[seed // 2 % len(styles)])
        walk(2 + seed % 5, seed, {"round_limit": 40, **options}, mix)
