"""The screens of all games at three widths, as golden text. `make golden` writes them again: read what changed."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from tests.players.terminal import Printed

import ludex
from ludex import Table
from ludex.core.game.registry import game_names
from ludex.core.language.chance import new_dice, secret_seed
from ludex.players.person import Screen
from ludex.testing import check_golden

FOLDER = Path(__file__).parents[1] / "golden" / "screens"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"
NAMES = ("Guest", "Ada (hard)", "Basil (easy)", "Clara (hard)", "Dov (easy)", "Edith (hard)", "Felix (easy)")
WIDTHS = (120, 80, 60)
ROWS = 40
SEED = 5
MOVES = {"automation": 9, "modern-art": 14, "power-grid": 66, "diplomacy": 60, "diplomacy-lagoon": 12}
"""Number of random moves before a person is asked. In card games there are `IN_CARDS`."""
IN_CARDS = 10


def midgame(name: str) -> Table:
    """Return a table after some moves at random, all of them from a fixed seed."""
    game = ludex.game(name)
    seats = game.usual_seats
    table: Table = game.new(seats, SEED, players=NAMES[:seats])
    dice = new_dice(secret_seed(SEED))
    rows = np.zeros((game.max_options, 2), np.int64)
    for _ in range(MOVES.get(name, IN_CARDS)):
        seat = table.waiting[0]
        packed = game.machine.kernel.choose(
            game.machine.bot_slots["random"], table.record(seat).copy(), 0, seat, rows, dice
        )
        table.play(seat, game.moves.unpack(packed))
    return table


def shown(table: Table, width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the screen of the next person who is asked at a terminal of this width."""
    printed = Printed(monkeypatch, width)
    Screen(table).show(table.request(table.waiting[0]))
    return printed.text


@pytest.mark.parametrize("name", game_names())
def test_golden_screens_are_as_they_were_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = midgame(name)
    screens = {width: shown(table, width, monkeypatch) for width in WIDTHS}
    text = "".join(f"# {width} columns\n{screen}\n" for width, screen in screens.items())
    check_golden(FOLDER / f"{name}.txt", text, update=UPDATE)
    for width, screen in screens.items():
        lines = screen.splitlines()
        assert len(lines) <= ROWS, f"{len(lines)} rows at {width} columns"
        assert max(map(len, lines)) <= width
        assert "seat " not in screen.replace("the next seat", "")
        assert "Seat " not in screen
