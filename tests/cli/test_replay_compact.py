"""`ludex replay --compact`: a paragraph for each trick, lot, turn or phase, and nothing public left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex.cli.replay import sections_of
from ludex.core.play.table import Table
from tests.commands import Run
from tests.interpreting import interpreted  # noqa: F401  (a fixture)


def played(name: str, seats: int, moves: int = 4000, **settings: Any) -> Table:
    """Return a table of a game of random bots."""
    game = ludex.game(name)
    table: Table = game.new(seats, seed=5, **settings)
    bots = [ludex.Bot(game, "random")] * seats
    for _ in range(moves):
        if table.outcome is not None:
            break
        seat = table.waiting[0]
        table.play(seat, bots[seat].decide(table.request(seat)))
    return table


@pytest.mark.parametrize(
    ("name", "seats"), [("modern-art", 3), ("spades", 4), ("power-grid", 2), ("diplomacy-lagoon", 3)]
)
def test_every_public_event_is_in_one_section_in_its_order(name: str, seats: int) -> None:
    table = played(name, seats, 150)
    events = [event for _, part in sections_of(table) for event in part]
    opening, moves = table.engine.opening(), (seen for move in table.played for seen in move.events)
    assert events == [seen.event for seen in (*opening, *moves) if seen.visible_to(None)]
    assert all(part for _, part in sections_of(table))


def test_a_hand_of_spades_has_a_section_for_each_trick_and_one_title() -> None:
    table = played("spades", 4, 4 + 52)
    titles = [title for title, _ in sections_of(table)]
    assert titles[0] == "Hand 1"
    assert titles.count("Hand 1") == 1
    tricks = [part for _, part in sections_of(table) if any(type(event).__name__ == "TrickWon" for event in part)]
    assert len(tricks) == 13
    assert any(type(event).__name__ == "HandScored" for event in tricks[-1]), "scores end the last trick"


def test_the_command_shows_few_lines_and_the_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played("automation", 2, turn_limit=9).history.to_json())
    code, compact, _ = run("replay", str(file), "--compact")
    full = run("replay", str(file))[1]
    assert code == 0
    assert len(compact.splitlines()) < len(full.splitlines())
    assert "plays Bitcoin" in compact
    assert [line for line in compact.splitlines() if line.startswith("Turn")] == [
        f"Turn {turn}" for turn in range(1, 10)
    ]
    assert compact.splitlines()[-3:] == full.splitlines()[-3:], "the same end"


def test_a_game_that_is_not_over_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played("spades", 4, 9).history.to_json())
    assert "Not over yet" in run("replay", str(file), "--compact")[1]
