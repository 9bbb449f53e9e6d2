"""The printed plants, tables and maps; and the cheapest connections derived from them."""

from __future__ import annotations

import heapq
from hashlib import sha256
from itertools import combinations

import pytest

from ludex.games.power_grid.components.maps import (
    BOARD_COUNT,
    BOARDS,
    CITIES,
    CITIES_IN_PLAY,
    CITY_COUNT,
    DISTANCE,
    FAR,
    FIRST_BOARD,
    IN_PLAY,
    PRINTED,
    VARIANTS,
    Board,
    Map,
    MapName,
    find_board,
)
from ludex.games.power_grid.components.plants import FUELS, PLANTS, Edition
from ludex.games.power_grid.components.tables import (
    END_CITIES,
    PAYMENT,
    PLANT_LIMIT,
    PRICE,
    RESUPPLY,
    START_FUEL,
    STEP_2_CITIES,
    TOKENS,
)

from . import reference

maps = pytest.mark.parametrize("printed", PRINTED.values(), ids=map(str, PRINTED))


def test_there_are_42_plants_of_six_types() -> None:
    types = [plant.type for plant in PLANTS.values()]
    counts = {kind: types.count(kind) for kind in set(types)}
    assert counts == {"oil": 8, "coal": 9, "hybrid": 5, "garbage": 6, "uranium": 6, "eco": 8}


def test_plants_store_fuel_for_two_runs_and_eco_plants_none() -> None:
    assert (PLANTS[20].stores, PLANTS[13].stores) == (6, 0)
    assert all((plant.needs == 0) == (plant.type == "eco") for plant in PLANTS.values())
    assert PLANTS[5].fuels == ("coal", "oil")


def test_the_plugs_are_plants_3_to_15() -> None:
    assert [number for number, plant in PLANTS.items() if plant.back == "plug"] == list(range(3, 16))


def test_tokens_are_24_24_24_and_12() -> None:
    assert dict(zip(FUELS, TOKENS.tolist(), strict=True)) == {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}


def test_the_uranium_ladder_ends_8_10_12_14_16() -> None:
    assert PRICE[3, :12].tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16]
    assert PRICE[0].tolist() == [price for price in range(1, 9) for _ in range(3)]


def test_17_cities_pay_142_and_more_than_20_pay_150() -> None:
    assert PAYMENT[17] == 142
    assert PAYMENT[20] == PAYMENT[21] == PAYMENT[22] == 150
    assert (PAYMENT[1:] >= PAYMENT[:-1]).all()


def test_resupply_cells_that_others_got_wrong() -> None:
    coal, _, garbage, uranium = range(4)
    assert RESUPPLY[2, 2, garbage] == 2
    assert RESUPPLY[5, 3, uranium] == 2
    assert RESUPPLY[6, 3, coal] == 6


def test_every_printed_number_agrees_with_a_second_transcription() -> None:
    for number, plant in PLANTS.items():
        assert (plant.type, plant.needs, plant.powers) == reference.PRINTED[number]
    assert list(PLANTS) == list(reference.PRINTED)
    assert PAYMENT[:21].tolist() == list(reference.PAYMENT)
    assert PRICE[3, :12].tolist() == list(reversed(reference.URANIUM_PRICES))
    for seats in range(2, 7):
        for kind, fuel in enumerate(FUELS):
            assert RESUPPLY[seats, 1:, kind].tolist() == [int(count) for count in reference.RESUPPLY[seats][fuel]]
        for row, edition in enumerate(("original", "recharged")):
            limits = PLANT_LIMIT[row, seats], STEP_2_CITIES[row, seats], END_CITIES[row, seats]
            assert limits == reference.LIMITS[edition][seats]


@pytest.mark.parametrize(
    ("variant", "digest"),
    [
        (("germany", "original"), "9d70be44d247c580"),
        (("germany", "recharged"), "2d0f033ca95a0524"),
        (("usa", "original"), "195a35e20966fd3d"),
        (("usa", "recharged"), "07d0f6dd0764dd23"),
    ],
)
def test_no_city_region_or_cost_has_changed_since_it_was_compared_with_its_sources(
    variant: tuple[MapName, Edition], digest: str
) -> None:
    printed = PRINTED[variant]
    names = [city.name for city in printed.cities]
    lines = sorted(f"{city.name} {city.region}" for city in printed.cities)
    lines += sorted(" ".join([*sorted((names[a], names[b])), str(cost)]) for a, b, cost in printed.connections)
    assert sha256("\n".join(lines).encode()).hexdigest()[:16] == digest


def test_both_editions_differ_in_garbage_plant_limit_step_2_and_end() -> None:
    assert START_FUEL.tolist() == [[24, 18, 6, 2], [24, 18, 9, 2]]
    assert PLANT_LIMIT[:, 2:].tolist() == [[4, 3, 3, 3, 3], [3, 3, 3, 3, 3]]
    assert STEP_2_CITIES[:, 2:].tolist() == [[10, 7, 7, 7, 6], [7, 7, 7, 7, 6]]
    assert END_CITIES[:, 2:].tolist() == [[21, 17, 17, 15, 14], [18, 17, 17, 15, 14]]


@pytest.mark.parametrize(
    ("variant", "count", "total"),
    [
        (("germany", "original"), 83, 992),
        (("germany", "recharged"), 83, 998),
        (("usa", "original"), 87, 907),
        (("usa", "recharged"), 86, 877),
    ],
)
def test_connections_have_the_right_number_and_total_cost(
    variant: tuple[MapName, Edition], count: int, total: int
) -> None:
    costs = [cost for _, _, cost in PRINTED[variant].connections]
    assert (len(costs), sum(costs)) == (count, total)


@maps
def test_six_regions_of_seven_cities(printed: Map) -> None:
    regions = [city.region for city in printed.cities]
    assert len(printed.cities) == CITIES
    assert all(regions.count(region) == 7 for region in printed.regions)


@maps
def test_three_connections_are_free(printed: Map) -> None:
    assert sum(cost == 0 for _, _, cost in printed.connections) == 3


def test_recharged_renames_two_german_cities() -> None:
    old, new = ({city.name for city in PRINTED["germany", edition].cities} for edition in ("original", "recharged"))
    assert old - new == {"Torgelow", "Wiesbaden"}
    assert new - old == {"Stralsund", "Mainz"}


@pytest.mark.parametrize(
    ("name", "counts"), [("germany", {2: 9, 3: 13, 4: 12, 5: 6, 6: 1}), ("usa", {2: 9, 3: 12, 4: 12, 5: 6, 6: 1})]
)
def test_choices_of_connected_regions(name: MapName, counts: dict[int, int]) -> None:
    printed = PRINTED[name, "original"]
    for size, count in counts.items():
        assert sum(printed.is_contiguous(chosen) for chosen in combinations(printed.regions, size)) == count


def test_every_board_is_found_by_its_regions() -> None:
    assert [find_board(board.map, board.edition, board.regions) for board in BOARDS] == list(range(len(BOARDS)))


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("regions", [3, 4, 5])
def test_chance_chooses_among_all_boards_of_that_many_regions(variant: int, regions: int) -> None:
    first, count = FIRST_BOARD[variant, regions], BOARD_COUNT[variant, regions]
    chosen = BOARDS[first : first + count]
    assert {(board.map, board.edition) for board in chosen} == {VARIANTS[variant]}
    assert {len(board.regions) for board in chosen} == {regions}
    assert len(set(chosen)) == count == sum(len(board.regions) == regions for board in BOARDS if board in chosen)


def cheapest_from(board: Board, start: int) -> dict[int, int]:
    """Dijkstra's way, as a second opinion."""
    inside = {at for at, city in enumerate(board.printed.cities) if city.region in board.regions}
    near: dict[int, list[tuple[int, int]]] = {city: [] for city in inside}
    for a, b, cost in board.printed.connections:
        if a in inside and b in inside:
            near[a].append((b, cost))
            near[b].append((a, cost))
    found: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        cost, city = heapq.heappop(queue)
        if city not in found:
            found[city] = cost
            for other, more in near[city]:
                heapq.heappush(queue, (cost + more, other))
    return found


@pytest.mark.parametrize("place", range(0, len(BOARDS), 7))
def test_the_cheapest_connection_is_found_over_the_regions_in_play(place: int) -> None:
    board = BOARDS[place]
    inside = [at for at in range(CITIES) if IN_PLAY[place, at]]
    assert len(inside) == 7 * len(board.regions)
    for start in inside:
        found = cheapest_from(board, start)
        assert [found.get(city, FAR) for city in range(CITIES)] == DISTANCE[place, start].tolist()


@pytest.mark.parametrize("place", range(0, len(BOARDS), 7))
def test_the_cities_in_play_come_first_and_in_their_order(place: int) -> None:
    count = CITY_COUNT[place]
    assert CITIES_IN_PLAY[place, :count].tolist() == [city for city in range(CITIES) if IN_PLAY[place, city]]
    assert sorted(CITIES_IN_PLAY[place].tolist()) == list(range(CITIES))


def test_the_way_round_is_dearer_when_the_short_way_is_not_in_play() -> None:
    near = find_board("germany", "original", ["north-west", "west", "east"])
    round_about = find_board("germany", "original", ["north-west", "west", "south-west"])
    germany = PRINTED["germany", "original"]
    hannover, kassel = germany.place("Hannover"), germany.place("Kassel")
    assert DISTANCE[near, hannover, kassel] == 15
    fulda = germany.place("Fulda")
    assert DISTANCE[round_about, hannover, fulda] == FAR
