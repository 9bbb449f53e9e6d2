"""The board for people: the text at a terminal, the text map, the picture."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import structs

from ludex.core.show.page import Seating
from ludex.games.power_grid import PLANTS, draw_map, draw_view, svg_map
from ludex.games.power_grid.board.geography import Ground, cell
from ludex.games.power_grid.board.picture import LETTER
from ludex.games.power_grid.components.maps import PRINTED, MapName
from ludex.games.power_grid.components.plants import Edition

from .position import GAME, play, position

CORNERS: dict[str, Any] = {
    "germany": ("Bremen", "Köln", "Köln", "Hannover"),
    "usa": ("Chicago", "New Orleans", "Memphis", "Raleigh"),
}
SVG = "{http://www.w3.org/2000/svg}"
variants = pytest.mark.parametrize(("name", "edition"), PRINTED, ids=map(str, PRINTED))


def test_the_text_shows_market_track_seats_and_cities() -> None:
    table = position(seats=3, plants=[[4], [8], [20]], fuel=[{"coal": 2}], cities=[["Berlin"]], track={"coal": 10})
    text = draw_view(table.view(0))
    assert "For sale  3 (2 oil → 1), 5 (2 hybrid → 1)" in text
    assert "coal      1··· 2··· 3··· 4··· 5··■ 6■■■ 7■■■ 8■■■  10 left" in text
    assert "▶ seat 0       50       1       1  4 (2 coal → 1); 2 coal\n" in text
    assert "Berlin (0)" in text


def test_the_text_shows_the_auction() -> None:
    text = draw_view(play(position(), "open plant 4 bid 9").view())
    assert "Auction   plant 4 (2 coal → 1): seat 0 bids 9; still bidding: seat 0, seat 1" in text


def test_hidden_money_is_drawn_as_a_question() -> None:
    assert "seat 1        ?       0" in draw_view(GAME.new(2, seed=1, money="hidden").view(0))


def test_while_cities_are_built_the_map_shows_what_they_cost() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[["Hamburg"], ["Berlin"]], money=[50, 100])
    text = draw_map(table.view(1))
    assert "Torgelow=25" in text
    assert "Hamburg:0" in text
    assert "Berlin:1" in text
    assert GAME.look.remarks(table.view(1))["build Torgelow"] == "25"


@variants
def test_the_text_map_has_every_city_in_play_once(name: MapName, edition: Edition) -> None:
    view = GAME.new(6, seed=1, map=name, edition=edition).view()
    drawn = draw_map(view)
    for city in view.cities:
        assert drawn.count(city.name) == 1


@variants
def test_the_text_fits_a_terminal_of_100_columns_however_full_the_map_is(name: MapName, edition: Edition) -> None:
    view = GAME.new(6, seed=1, map=name, edition=edition).view()
    plants = tuple(PLANTS[number] for number in (11, 23, 46))
    fuel = {"coal": 3, "oil": 3, "garbage": 0, "uranium": 4}
    full = replace(
        view,
        phase="building",
        step=3,
        current=tuple(PLANTS[number] for number in (17, 24, 28, 30, 34, 38)),
        cities=tuple(structs.replace(city, houses=(0, 1, 5), cost=138) for city in view.cities),
        seats=tuple(replace(seat, plants=plants, fuel=fuel, money=1234) for seat in view.seats),
    )
    text = draw_view(full)
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("(0,1,5)") == len(view.cities)
    drawn = draw_map(full)
    assert max(map(len, drawn.splitlines())) <= 100
    assert drawn.count(":015=138") == len(view.cities)


@variants
def test_cities_of_the_text_map_lie_as_on_the_map(name: MapName, edition: Edition) -> None:
    lines = draw_map(GAME.new(6, seed=1, map=name, edition=edition).view()).splitlines()
    at = {
        city: next((row, line.index(city)) for row, line in enumerate(lines) if city in line) for city in CORNERS[name]
    }
    north, south, west, east = CORNERS[name]
    assert at[north][0] < at[south][0]
    assert at[west][1] < at[east][1]


def test_the_text_shows_stored_coal_and_the_plant_that_comes_next() -> None:
    assert "26 in the stack, 13 on top" in draw_view(GAME.new(3, seed=1).view())
    table = position(phase="buying", edition="recharged", map="usa", plants=[[13], [8]], track={"coal": 4})
    assert "4 left, 20 stored at 8 each" in draw_view(table.view())


@variants
def test_the_picture_has_every_city_and_every_connection(name: MapName, edition: Edition) -> None:
    view = GAME.new(4, seed=1, map=name, edition=edition).view()
    root = ElementTree.fromstring(svg_map(view))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    cards = {str(plant) for plant in (*view.current, *view.future)}
    assert set(titles) == {view.printed.title, *(city.name for city in view.printed.cities), *cards}
    assert len(list(root.iter(f"{SVG}line"))) == len(view.printed.connections)


def test_the_picture_shows_houses_in_the_colours_of_their_seats() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[["Hamburg"], ["Berlin"]])
    picture = svg_map(table.view())
    assert "<title>Hamburg, built by seat 0</title>" in picture
    assert "<title>Berlin, built by seat 1</title>" in picture


def test_the_picture_shows_what_a_city_costs_the_seat_that_builds() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[["Hamburg"], ["Berlin"]], money=[50, 100])
    assert "Torgelow<tspan fill='#0a6b3d' dx='4'>25</tspan>" in svg_map(table.view())
    assert "<tspan" not in svg_map(position().view())


def test_the_picture_shows_the_market_and_every_seat() -> None:
    table = position(plants=[[4], [8, 20]], fuel=[{"coal": 2}], track={"coal": 10}, edition="recharged", stack=[30])
    words = [text.text for text in ElementTree.fromstring(svg_map(table.view())).iter(f"{SVG}text")]
    for said in ("for sale", "future", "1 in the stack, a socket on top", "4 · 2 coal", "8, 20"):
        assert said in words
    assert "▸ seat 0: 0 cities, 50 Elektro" in words
    assert svg_map(table.view()).count("stroke='#e0218a'") == 1, "the discount is marked"
    assert svg_map(table.view()).count("height='10' fill='#8a5a33'") == 10, "tokens of coal"


def test_the_picture_of_hidden_money_shows_ones_own_only() -> None:
    picture = svg_map(GAME.new(3, seed=1, money="hidden").view(1))
    assert picture.count("Elektro") == 1


@variants
def test_labels_of_cities_stay_on_the_picture(name: MapName, edition: Edition) -> None:
    printed = PRINTED[name, edition]
    ground = Ground(printed)
    for city, (x, _) in zip(printed.cities, ground.cities, strict=True):
        half = len(city.name) * LETTER / 2
        assert half - 10 < x < ground.width - half + 10, city.name


@variants
def test_cities_lie_apart_and_where_they_belong(name: MapName, edition: Edition) -> None:
    printed = PRINTED[name, edition]
    ground = Ground(printed)
    for at, (x, y) in enumerate(ground.cities):
        assert 0 < x < ground.width
        assert 0 < y < ground.height
        for ox, oy in ground.cities[:at]:
            assert abs(x - ox) > 45 or abs(y - oy) > 25, printed.cities[at].name
    by_name = {city.name: ground.cities[at] for at, city in enumerate(printed.cities)}
    north, south = ("Kiel", "München") if name == "germany" else ("Chicago", "New Orleans")
    west, east = ("Köln", "Berlin") if name == "germany" else ("Seattle", "Boston")
    assert by_name[north][1] < by_name[south][1]
    assert by_name[west][0] < by_name[east][0]


def test_a_cell_is_what_lies_nearest() -> None:
    box = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    corners = [corner for corner, _ in cell([(2.0, 5.0), (8.0, 5.0)], 0, box)]
    assert sorted(corners) == [(0.0, 0.0), (0.0, 10.0), (5.0, 0.0), (5.0, 10.0)]


def test_the_map_never_answers_about_another_city_than_the_one_that_was_asked_for() -> None:
    view = GAME.new(3, seed=7).view(0)
    out = next(city for city in view.printed.cities if city.region not in view.regions)
    ask = functools.partial(GAME.look.terminal.map_text, view, Seating.unnamed(3, 0), width=80)
    assert ask(out.name) == f"{out.name} is not in play: this game is played without the region {out.region}."
    city = view.cities[0].name
    assert ask(city[:-1].upper()).startswith(f"{city}, ")
    slip = f"{city[:2]}x{city[2:]}"
    assert ask(slip) == f"{slip!r} is neither a city nor a region in play. Did you mean {city!r}?"
