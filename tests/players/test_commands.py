"""Requests that a person at a terminal can make besides moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex import Table
from ludex.players.commands import Commands
from ludex.players.hints import hint
from ludex.players.person import Screen
from ludex.players.search import Tried
from tests.core.tiny import Cards
from tests.players.terminal import Printed, Typed


class At:
    """A person at a terminal of 100 columns, who types commands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, table: Table, interactive: bool = False) -> None:
        self.table = table
        self.printed = Printed(monkeypatch, 100)
        self.screen = Screen(table, keyboard=Typed())
        self.screen.keyboard.interactive = interactive
        self.seat = table.waiting[0]

    def types(self, line: str) -> str:
        """Return the output for a typed line."""
        before = len(self.printed.text)
        assert Commands(self.screen, self.seat).obey(self.table.request(self.seat), line)
        return self.printed.text[before:]


def at(monkeypatch: pytest.MonkeyPatch, name: str, seats: int, seed: int = 3) -> At:
    names = ("Guest", "Ada (hard)", "Basil (easy)", "Clara", "Dov", "Edith", "Felix")[:seats]
    return At(monkeypatch, ludex.game(name).new(seats, seed, players=names))


@pytest.mark.parametrize("name", ["automation", "modern-art", "power-grid", "diplomacy", "spades"])
def test_rules_show_the_rulebook_of_the_game(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = ludex.game(name)
    told = at(monkeypatch, name, game.usual_seats).types("rules")
    heading = next(line for line in game.rulebook().splitlines() if line.startswith("#")).strip("# ")
    assert heading in told
    assert "##" not in told


def test_rules_are_paged_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    person = at(monkeypatch, "automation", 2)
    person.screen.keyboard.interactive = True
    person.types("rules")
    assert "Framework" in paged[0]


@pytest.mark.parametrize(
    ("game", "seats", "typed", "told"),
    [
        ("automation", 2, "card module", "Module, costs 5. 3 points at the end."),
        ("modern-art", 3, "card one offer", "One offer: each player has one chance to raise or pass."),
        ("power-grid", 3, "card 20", "Plant 20: burns 3 coal, powers 5 cities."),
        ("power-grid", 3, "card plant 20", "Plant 20: burns 3 coal, powers 5 cities."),
        ("hearts", 4, "card Q♠", "Queen of spades. Counts 13 points when won."),
        ("hearts", 4, "card queen of spades", "Queen of spades."),
        ("diplomacy", 7, "card bur", "Burgundy (BUR), land."),
        ("automation", 2, "card modul", "There is nothing called 'modul' here. Did you mean 'Module'?"),
        ("automation", 2, "card", "Type card and a name: Bitcoin, Ethereum"),
    ],
)
def test_card_tells_what_a_thing_of_the_game_does(
    monkeypatch: pytest.MonkeyPatch, game: str, seats: int, typed: str, told: str
) -> None:
    assert told in at(monkeypatch, game, seats).types(typed)


def test_nobody_is_advised_to_concede(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludex.game("diplomacy")
    request = game.new(7, seed=1).request(0)
    tried = [Tried(game.moves.parse(text), 9, 0.5, 0.1) for text in ("CONCEDE TO ITALY", "VOTE DRAW", "A BUD - SER")]
    monkeypatch.setattr("ludex.players.hints.Search.evaluate", lambda self, request: tried)
    assert [line["move"] for line in hint(game, request)] == ["A BUD - SER"]


def test_hints_are_those_of_the_table_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    why = "After this hand, you have on average 4 tricks instead of 3."
    found = [{"move": "play QS", "say": "clearly better", "why": why, "against": "play 2C"}]
    monkeypatch.setattr("ludex.players.commands.hint", lambda game, request: found)
    told = at(monkeypatch, "spades", 4).types("hint")
    assert "play Q♠: clearly better" in told
    assert "compared with “play 2♣”: after this hand, you have on average 4 tricks" in " ".join(told.split())


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("automation", 2, "player  points"),
        ("modern-art", 3, "player  cards  money  paintings"),
        ("power-grid", 3, "the game ends with 17"),
        ("diplomacy", 7, "18 centres win."),
        ("spades", 4, "Hand 1, to 500 points."),
    ],
)
def test_score_tells_how_everybody_stands(monkeypatch: pytest.MonkeyPatch, game: str, seats: int, told: str) -> None:
    shown = at(monkeypatch, game, seats).types("score")
    assert told in shown
    assert "Guest" in shown
    assert "seat " not in shown


def test_the_score_does_not_tell_hidden_money(monkeypatch: pytest.MonkeyPatch) -> None:
    person = at(monkeypatch, "modern-art", 3)
    person.seat = 0
    person.table = ludex.game("modern-art").new(3, 3, players=("Guest", "Ada", "Basil"), starter=0)
    assert person.types("score").count("100") == 1


def test_the_log_tells_again_what_happened_and_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    person = at(monkeypatch, "automation", 2)
    told = person.types("log")
    assert "Guest draws 4 × Bitcoin, Method." in told
    assert "Ada draws" not in told.replace("Ada draws 5 cards.", "")


def test_the_map_lists_connections_with_their_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    person = at(monkeypatch, "power-grid", 6)
    assert "Kiel 4" in person.types("map")
    assert "Flensburg, north-west. Connections: Kiel 4." in person.types("map flens")
    assert "'Atlantis' is neither a city nor a region in play." in person.types("map Atlantis")


def test_the_map_lists_the_neighbours_of_a_province(monkeypatch: pytest.MonkeyPatch) -> None:
    person = at(monkeypatch, "diplomacy", 7)
    told = person.types("map spa")
    assert "Spain (SPA), supply centre." in told
    assert "Fleets go from NC to" in told or "fleets go from NC to" in told
    assert "BUD" in person.types("map")


@pytest.mark.parametrize(("game", "seats"), [("power-grid", 3), ("diplomacy", 7)])
def test_the_map_is_written_as_a_picture_and_never_over_another_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, seats: int
) -> None:
    person, file = at(monkeypatch, game, seats), tmp_path / "map.svg"
    for _ in range(2):
        assert "The map is in" in person.types(f"map {file}")
    assert file.read_text().startswith("<svg")
    file.write_text("my notes")
    assert "Not written" in person.types(f"map {file}")
    assert file.read_text() == "my notes"


def test_games_without_maps_and_cards_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    person = At(monkeypatch, Cards().new(2, seed=1))
    assert "This game has no map." in person.types("map")
    assert "This game has no map to draw." in person.types("map x.svg")
    assert "type rules" in person.types("card x")
    assert "there are no drafts" in person.types("orders")
    assert "nothing to vote on" in person.types("votes")


def test_orders_show_what_stands_there_what_to_think_about_and_all_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    person = at(monkeypatch, "diplomacy", 7)
    draft = person.table.draft(0)
    assert draft is not None
    draft.take(person.table.read_line(0, "A VIE S A BUD - GAL"))
    told = person.types("orders")
    assert "Note: A VIE S A BUD - GAL matches no order" in told
    assert "F TRI  H; - ADR, ALB, VEN; S A VEN H; S A ROM - VEN" in told
    assert "CONCEDE" not in told
    assert "Type one of these: VOTE DRAW, CONCEDE TO ENGLAND" in person.types("votes")


def test_save_never_writes_over_a_file_of_something_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    person, file = at(monkeypatch, "automation", 2), tmp_path / "game.json"
    assert "Type save and the name of a file" in person.types("save")
    assert "Saved to" in person.types(f"save {file}")
    assert "Saved to" in person.types("save")
    other = at(monkeypatch, "automation", 2, seed=4)
    kept = file.read_text()
    assert "exists and is not a history of this table" in " ".join(other.types(f"save {file}").split())
    assert file.read_text() == kept
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    assert "Not saved" in other.types(f"save {notes}")
    assert notes.read_text() == "mine"


def test_help_names_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    person = at(monkeypatch, "diplomacy", 7)
    told = person.types("help")
    for word in Commands(person.screen, 0).by_name:
        assert word in told or len(word) == 1 or word == "help"


def test_help_lists_only_what_the_game_has_a_use_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told = at(monkeypatch, "automation", 2).types("help")
    assert "map" not in told
    assert "erase" not in told
    assert "pass lot" not in told
    assert "pass lot" in at(monkeypatch, "modern-art", 3).types("help")
