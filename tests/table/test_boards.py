"""Every board is drawn for every viewer in every phase that a game reaches, and a board that fails stops no game."""

from __future__ import annotations

import re
import zlib
from random import Random
from typing import Any

import pytest

import ludex
from ludex.core.show.look import Look
from ludex.core.show.page import Page, Seating
from ludex.table.app.game_cards import fields_of, installed_games
from ludex.table.app.templates import STATIC
from tests.table.house import House

MOVES = 260
THIN = 5


@pytest.mark.parametrize("name", ludex.game_names())
def test_every_board_is_drawn_in_every_phase(name: str) -> None:
    dice = Random(zlib.crc32(name.encode()))
    game = ludex.game(name)
    seats = min(game.usual_seats, 5) if 5 in game.seats or game.usual_seats <= 5 else game.seats[0]
    table: Any = game.new(seats, seed=5)
    names = tuple(f"P{seat}" for seat in range(seats))
    phases: set[str] = set()
    for move in range(MOVES):
        phase = str(type(getattr(table.view(), "phase", "")).__name__) + str(getattr(table.view(), "phase", ""))[:12]
        if move % THIN == 0 or phase not in phases or not table.waiting:
            phases.add(phase)
            for seat in (None, *table.waiting, dice.randrange(seats)):
                view, seating = table.view(seat), Seating(names, seat)
                page = game.look.page(view, seating)
                assert page.board
                assert "style=" not in page.board + page.hand, "the table forbids inline styles"
                assert "<script" not in page.board + page.hand
                assert isinstance(game.look.headline(view, seating), str)
        if not table.waiting:
            return
        seat = dice.choice(table.waiting)
        first, last = dice.choice(table.options(seat).rows)
        table.engine.play_packed(seat, dice.randint(first, min(last, first + 5)))


@pytest.mark.anyio
async def test_a_board_that_fails_stops_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.make("automation", people=2)
    await table.sit()
    game = await house.server.find_game("automation")

    def broken(view: object, seating: Seating) -> Page:
        raise KeyError("no such card")

    monkeypatch.setattr(type(game), "look", Look(page=broken))
    line = await table.line(0, **{"as": "page"})
    state = await line.state()
    assert "plain" in state["board"]
    assert state["options"]["paths"]


def test_no_style_of_the_whole_page_depends_on_what_is_in_it() -> None:
    """`body:has(…)` made browsers style every element again with every card: a fifth of a second on a busy machine."""
    sheets = {path.name: path.read_text() for path in STATIC.glob("*.css")}
    sheets |= {game.name: game.look.style for game in installed_games()}
    whole = re.compile(r"(?:^|[\s,}])(?:html|body|:root|\.at-\w+)[^\s{,>+~]*:has\(", re.MULTILINE)
    assert {name: found for name, text in sheets.items() if (found := whole.findall(text))} == {}


def test_what_is_said_about_a_setting_is_about_the_setting() -> None:
    for game in installed_games():
        for field in fields_of(game):
            assert len(field.about) < 400, (game.name, field.name)
            assert not re.search(">>>|__|[Ss]truct|class ", field.about), (game.name, field.name)
