"""Every game's board on a page: well made, unique in its keys, safe with people's names, and silent about secrets."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import ludex
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.interpreted_state import load_twin
from ludex.core.play.table import Table
from ludex.core.show.page import Page, Seating
from ludex.players import make_player

GAMES = ludex.game_names()
MOVES = 40
EVERY = 5
"""Number of moves between two checks of the boards."""
NAMES = ('<b>"Ann"', "Bob & Co", "Chiara", "Dario", "Ewa", "Farid", "Gita")


@cache
def played(name: str) -> Table[Any]:
    """Return a table at which random players have made some moves."""
    game = ludex.game(name)
    table: Table[Any] = game.new(game.usual_seats, seed=11, players=NAMES[: game.usual_seats])
    player = make_player(game, "random", seed=3)
    while len(table.played) < MOVES and table.outcome is None:
        seat = table.waiting[0]
        table.play(seat, player.decide(table.request(seat)))  # type: ignore[arg-type]  # bots answer at once
    return table


@cache
def boards(name: str) -> tuple[tuple[Table[Any], int | None, Page], ...]:
    """Boards of a game at many moments, for every seat and for spectators."""
    whole = played(name)
    moments = [whole.branch(at) for at in range(0, len(whole.played) + 1, EVERY)]
    return tuple((table, seat, draw(table, seat)) for table in moments for seat in (None, *range(table.seats)))


def draw(table: Table[Any], seat: int | None) -> Page:
    """Return a seat's board."""
    return table.game.look.page(table.view(seat), Seating(table.players, seat))


@pytest.mark.parametrize("name", ["automation", "modern-art"])
def test_every_moment_of_whole_games_can_be_drawn(name: str) -> None:
    game = ludex.game(name)
    for seed in range(3):
        table: Table[Any] = game.new(game.usual_seats, seed=seed, players=NAMES[: game.usual_seats])
        player = make_player(game, "random", seed=seed)
        while table.outcome is None:
            seat = table.waiting[0]
            assert draw(table, seat).board
            table.play(seat, player.decide(table.request(seat)))  # type: ignore[arg-type]  # bots answer at once
        assert draw(table, None).board


class Reader(HTMLParser):
    """Reads a board, and notes what is wrong with it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.keys: Counter[str] = Counter()
        self.presses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.open.append(tag)
        if "style" in given or any(name.startswith("on") for name in given):
            self.faults.append(f"<{tag}> has a style or a script: {given}")
        if tag in ("script", "style", "iframe", "object"):
            self.faults.append(f"<{tag}> on a board")
        if tag == "img" and "alt" not in given:
            self.faults.append(f"a picture without words: {given}")
        self.keys[given.get("data-key") or ""] += 1
        if given.get("data-press"):
            self.presses.append(str(given["data-press"]))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def read(html: str) -> Reader:
    """Read a board."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    if reader.open:
        reader.faults.append(f"never closed: {reader.open}")
    return reader


@pytest.mark.parametrize("name", GAMES)
def test_boards_are_well_made(name: str) -> None:
    for _, _, page in boards(name):
        found = read(page.board + page.hand)
        assert not found.faults
        del found.keys[""]
        assert [key for key, count in found.keys.items() if count > 1] == []


@pytest.mark.parametrize("name", GAMES)
def test_names_are_escaped(name: str) -> None:
    for _, _, page in boards(name):
        assert NAMES[0] not in page.board + page.hand


@pytest.mark.parametrize("name", GAMES)
def test_what_a_viewer_cannot_know_is_not_on_the_board(name: str) -> None:
    for table, seat, page in boards(name):
        states = np.frombuffer(bytearray(table.engine.record_in_full().tobytes()), table.game.machine.layout.dtype)
        viewer = -1 if seat is None else seat
        table.game.machine.interpreted.redeal(states, 0, viewer, new_dice(secret_seed(len(table.played))))
        table.game.machine.interpreted.hide(states, 0, viewer)
        view = table.game.view(load_twin(states, 0), seat)
        assert table.game.look.page(view, Seating(table.players, seat)) == page


@pytest.mark.parametrize("name", GAMES)
def test_something_on_the_board_or_in_the_hand_can_be_pressed(name: str) -> None:
    """Every game offers its own moves on the board somewhere along the way; the action bar always has them all."""
    if name in ("betting-war", "simple-poker"):
        pytest.skip("chips are bet in the action bar, and there is nothing else to decide")
    lit = 0
    for table, seat, page in boards(name):
        if seat is None or seat not in table.waiting:
            continue
        paths = [[str(token) for token in path] for path in table.options(seat).paths]
        presses = [one.split("|") for press in read(page.board + page.hand).presses for one in press.split(";")]
        lit += any(
            tokens == path[at : at + len(tokens)] for path in paths for tokens in presses for at in range(len(path))
        )
    assert lit


@pytest.mark.parametrize("name", GAMES)
def test_a_headline_says_what_is_going_on(name: str) -> None:
    for table, seat, _ in boards(name):
        words = table.game.look.headline(table.view(seat), Seating(table.players, seat))
        assert words
        assert not re.search(r"\bseat \d", words)


@pytest.mark.parametrize("name", GAMES)
def test_games_have_a_picture_a_rulebook_and_a_style(name: str) -> None:
    game = ludex.game(name)
    assert not read(game.look.picture).faults
    assert len(game.rulebook()) > 400
    assert "{" in game.look.style
    assert game.minutes
    assert game.usual_seats in game.seats
