"""What people see: the text at a terminal, the text map, the picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludex.games.power_grid import draw_map, draw_view, svg_map
from ludex.games.power_grid.maps import PRINTED
from ludex.games.power_grid.picture import Ground, cell

from .position import GAME, play, position

SVG = "{http://www.w3.org/2000/svg}"
variants = pytest.mark.parametrize(("name", "edition"), PRINTED, ids=map(str, PRINTED))


def test_the_text_shows_market_track_seats_and_cities() -> None:
    table = position(seats=3, plants=[[4], [8], [20]], fuel=[{"coal": 2}], cities=[["Berlin"]], track={"coal": 10})
    text = draw_view(table.view(0))
    assert "For sale  3 (2 oil → 1), 5 (2 hybrid → 1)" in text
    assert "coal      1··· 2··· 3··· 4··· 5··■ 6■■■ 7■■■ 8■■■  10 left" in text
    assert "▶ Seat 0   50 Elektro; 1 city, can power 1; 4 (2 coal → 1); 2 coal" in text
    assert "Berlin:0" in text


def test_the_text_shows_the_auction() -> None:
    text = draw_view(play(position(), "open plant 4 bid 9").view())
    assert "Auction   plant 4 (2 coal → 1): seat 0 bids 9; in it: seat 0, 1" in text


def test_hidden_money_is_drawn_as_a_question() -> None:
    assert "Seat 1    ? Elektro" in draw_view(GAME.new(2, seed=1, money="hidden").view(0))


def test_while_cities_are_built_the_map_shows_what_they_cost() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[["Hamburg"], ["Berlin"]], money=[50, 100])
    text = draw_view(table.view(1))
    assert "Torgelow=25" in text
    assert "Hamburg:0" in text
    assert "Berlin:1" in text


@variants
def test_the_text_map_has_every_city_in_play_once(name: str, edition: str) -> None:
    view = GAME.new(6, seed=1, map=name, edition=edition).view()
    drawn = draw_map(view)
    for city in view.cities:
        assert drawn.count(city.name) == 1
    assert max(map(len, drawn.splitlines())) <= 150


@variants
def test_the_picture_has_every_city_and_every_connection(name: str, edition: str) -> None:
    view = GAME.new(4, seed=1, map=name, edition=edition).view()
    root = ElementTree.fromstring(svg_map(view))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert set(titles) == {view.printed.title, *(city.name for city in view.printed.cities)}
    assert len(list(root.iter(f"{SVG}line"))) == len(view.printed.connections)


def test_the_picture_shows_houses_in_the_colours_of_their_seats() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[["Hamburg"], ["Berlin"]])
    picture = svg_map(table.view())
    assert "<title>Hamburg, built by seat 0</title>" in picture
    assert "<title>Berlin, built by seat 1</title>" in picture


@variants
def test_cities_lie_apart_and_where_they_belong(name: str, edition: str) -> None:
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
