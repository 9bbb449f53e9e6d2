"""Objects draw themselves in notebooks, and show nothing that is hidden."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

import pytest

import ludex
from ludex.author import tag
from ludex.games.cards.board.faces import card_title
from ludex.games.diplomacy import Diplomacy
from ludex.games.power_grid import svg_map
from tests.core.process import load_tictactoe
from tests.interpreting import interpreted as interpreted
from tests.typed import not_none

LARGE = ("automation", "modern-art", "power-grid", "diplomacy", "spades")


def shown(html: str) -> str:
    """Return what a reader sees: no style, no attributes."""
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)


@pytest.mark.parametrize("name", LARGE)
def test_a_table_is_drawn_without_a_server(name: str) -> None:
    table = ludex.game(name).new(ludex.game(name).usual_seats, seed=7)
    drawn = table._repr_html_()
    assert '<div class="ludex-board' in drawn
    assert "/games/" not in drawn
    assert "/static/" not in drawn


@pytest.mark.parametrize("name", LARGE)
def test_the_style_of_a_board_affects_nothing_else_on_the_page(name: str) -> None:
    drawn = ludex.game(name).new(ludex.game(name).usual_seats)._repr_html_()
    style = re.findall(r"<style>(.*?)</style>", drawn, re.DOTALL)
    assert len(style) == 1
    frame = not_none(re.match(r"\.(ludex-board-\w+) {", style[0]))[1]
    assert f'class="ludex-board {frame}"' in drawn
    assert style[0].count("{") == style[0].count("}")
    assert ":root" not in style[0]
    assert not re.search(r"^\s*body\b", style[0], re.MULTILINE)


def test_a_table_shows_no_card_in_a_hand() -> None:
    table = ludex.game("spades").new(4, seed=7)
    drawn = table._repr_html_()
    assert not re.search("[♥♦♣]", shown(drawn))
    keys = set(re.findall(r'data-key="([^"]+)"', drawn))
    assert not keys & {card for seat in range(4) for card in table.view(seat).hand}


def test_a_request_shows_the_hand_of_its_seat_and_no_other() -> None:
    table = ludex.game("spades").new(4, seed=7)
    seat = table.waiting[0]
    drawn = not_none(table.request(seat)._repr_html_())
    pressed = set(re.findall(r'data-key="([^"]+)"', drawn))
    own = set(table.view(seat).hand)
    others = {card for other in range(4) if other != seat for card in table.view(other).hand}
    assert own <= pressed
    assert not others & pressed


def test_a_table_looks_the_same_whatever_is_hidden() -> None:
    seen = {shown(ludex.game("modern-art").new(3, seed=seed, starter=0)._repr_html_()) for seed in range(5)}
    assert len(seen) == 1


def test_a_request_without_a_game_is_not_drawn() -> None:
    assert ludex.Request(0)._repr_html_() is None


def test_a_game_shows_its_picture_and_what_it_is() -> None:
    drawn = ludex.game("hearts")._repr_html_()
    assert "<svg" in drawn
    assert ludex.game("hearts").about in drawn


def test_a_game_without_a_board_is_drawn_too() -> None:
    table = load_tictactoe().TicTacToe().new(2, seed=1)
    assert "cells" in shown(table._repr_html_())


def test_a_view_lists_its_fields_and_escapes_them() -> None:
    drawn = ludex.game("automation").new(2, seed=7).view(0)._repr_html_()
    assert "<tr><th>money</th><td>0</td></tr>" in drawn
    assert "(&#x27;Bitcoin&#x27;, " in drawn


def test_maps_are_pictures_and_other_elements_are_html() -> None:
    drawn = svg_map(ludex.game("power-grid").new(3, seed=1).view())
    assert (drawn._repr_svg_(), drawn._repr_html_()) == (drawn, None)
    assert (tag("b", "<")._repr_html_(), tag("b", "<")._repr_svg_()) == ("<b>&lt;</b>", None)


PICTURED = ("power-grid", "diplomacy", "diplomacy-lagoon", "spades", "gin-rummy", "scopa")
"""Games whose views are a picture: a map, or cards."""
SVG = "{http://www.w3.org/2000/svg}"


def words_in(svg: str | None) -> list[str]:
    """Return the words of a picture, which has to be a whole document without other files."""
    root = ElementTree.fromstring(not_none(svg))
    assert root.tag == f"{SVG}svg"
    assert not re.search(r"href|url\((?!#)|var\(", not_none(svg))
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", PICTURED)
def test_tables_requests_and_views_are_pictures_too(name: str) -> None:
    table = ludex.game(name).new(ludex.game(name).usual_seats, seed=7)
    seat = table.waiting[0]
    assert words_in(table._repr_svg_()) == words_in(table.view()._repr_svg_())
    assert words_in(table.request(seat)._repr_svg_()) == words_in(table.view(seat)._repr_svg_())


@pytest.mark.parametrize("name", ["automation", "modern-art"])
def test_a_game_without_such_a_picture_has_html_alone(name: str) -> None:
    table = ludex.game(name).new(ludex.game(name).usual_seats, seed=7)
    seat = table.waiting[0]
    assert [shown._repr_svg_() for shown in (table, table.view(seat), table.request(seat))] == [None] * 3
    assert ludex.Request(0)._repr_svg_() is None


def test_the_picture_of_a_hand_has_its_cards_and_no_others() -> None:
    table = ludex.game("spades").new(4, seed=7)
    seat = table.waiting[0]
    titles = re.findall("<title>(.*?)</title>", not_none(table.view(seat)._repr_svg_()))
    assert titles == [card_title(card) for card in table.view(seat).hand]
    assert "<title>" not in not_none(table._repr_svg_())


def test_the_picture_of_cards_shows_the_trick_and_the_bids() -> None:
    game = ludex.game("spades")
    table = game.new(4, seed=7)
    while not all(seat.bid is not None for seat in table.view().seats):
        table.play(table.waiting[0], table.options(table.waiting[0])[2])
    card = str(table.options(table.waiting[0])[0]).split()[-1]
    table.play(table.waiting[0], card)
    view = table.view()
    words = words_in(table._repr_svg_())
    assert [word for word in words if word.startswith("seat")] == [
        f"seat {seat.seat}{' to move' * (seat.seat == view.turn)}" for seat in view.seats
    ]
    assert [word for word in words if "card" in word] == [
        f"{seat.hand_size} cards, bid {seat.bid}" for seat in view.seats
    ]
    assert f"<title>{card_title(card)}</title>" in not_none(table._repr_svg_())


def test_a_view_with_a_picture_shows_it_above_its_fields() -> None:
    drawn = ludex.game("diplomacy").new(7, seed=1).view()._repr_html_()
    found = not_none(re.match(r'<img src="data:image/svg\+xml;base64,([^"]+)"[^>]*><table>', drawn))
    assert any("SEV" in word for word in words_in(base64.b64decode(found[1]).decode()))


def test_two_maps_on_a_page_have_parts_with_different_names() -> None:
    standard, small = Diplomacy().new(7, seed=1), Diplomacy("lagoon").new(3, seed=1)
    parts = [set(re.findall(r'\bid="([^"]+)"', table._repr_html_())) for table in (standard, small)]
    assert parts[0]
    assert parts[0] & parts[1] == {"board"}
    assert set(re.findall(r'<use href="#([^"]+)"', standard._repr_html_())) <= parts[0]


def test_the_styles_of_two_games_on_a_page_do_not_meet() -> None:
    tables = (ludex.game("modern-art").new(3), ludex.game("spades").new(4))
    frames = {not_none(re.search(r"ludex-board-\w+", table._repr_html_()))[0] for table in tables}
    assert len(frames) == 2
