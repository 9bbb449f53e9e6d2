"""However much comes in, what is said about it is short: every entrance is given a megabyte, and answers at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludex
from ludex import Bot, History, LudexError, Referee, Search
from ludex.arena import contest, simulate
from ludex.cli import main
from ludex.console import read_settings
from ludex.core.game.position import Position
from ludex.core.game.registry import defined_game
from ludex.core.language.chance import secret_seed
from ludex.core.language.errors import MOST_QUOTED, quote
from ludex.core.language.options import Options
from ludex.core.play.reading import read_moves
from ludex.games.automation import BuyCard
from ludex.games.cards import BadGenome, CardGame, Genome
from ludex.games.cards.bytecode.text import assemble
from ludex.games.cards.columns import write_results
from ludex.games.diplomacy import Order, OrderParser, OrderSheet, adjudicate, import_game
from ludex.games.modern_art import Bid
from ludex.games.power_grid.reference_api.validation import validate_auction_bid, validate_auction_opening
from ludex.players import make_player

SIZE = 200_000
LONGEST = 4_000
"""A sentence may list all kinds of moves of a game, but not what came in."""
SECONDS = 60.0
"""Processor seconds after which something is not linear: far more than anything here takes."""

TEXTS = {
    "letters": "x" * SIZE,
    "digits": "9" * SIZE,
    "backslashes": "\\" * SIZE,
    "brackets": "[" * SIZE,
    "objects": '{"a":' * (SIZE // 5),
    "half a character": "\ud800" * SIZE,
}

GAMES = ("automation", "modern-art", "power-grid", "diplomacy", "spades")


def answer(call: Callable[[], Any]) -> str:
    """Return the message of an entry point: of a refusal that it raises, or of one that it returns."""
    started = time.process_time()
    try:
        told = call()
    except LudexError as error:
        told = error
    assert time.process_time() - started < SECONDS
    return str(told)


def verbs() -> dict[str, Any]:
    """Return one move of every kind of every game, to be followed by too much."""
    kinds = {(name, kind.verb) for name in GAMES for kind in ludex.game(name).moves.kinds}
    return {f"{name} {verb or '…'}": (name, verb) for name, verb in sorted(kinds)}


VERBS = verbs()


@pytest.mark.parametrize("text", ["digits", "backslashes"])
@pytest.mark.parametrize("case", VERBS)
def test_a_move_that_goes_on_for_ever(case: str, text: str) -> None:
    name, verb = VERBS[case]
    table = ludex.game(name).new(seed=1)
    told = answer(lambda: table.check(table.waiting[0], f"{verb} {TEXTS[text]}"))
    assert 10 < len(told) < LONGEST


TABLES: dict[str, Callable[[str], Any]] = {
    "play": lambda text: _table().play(0, text),
    "check": lambda text: _table().check(0, text),
    "a seat": lambda text: _table().play(text, "end phase"),  # type: ignore[arg-type]  # whatever comes in
    "a seat for options": lambda text: _table().options(text),  # type: ignore[arg-type]  # as above
    "a field of a move": lambda text: _table().check(0, BuyCard(text)),
    "a number in a move": lambda text: ludex.game("modern-art").new(3, seed=1).check(0, Bid(text)),  # type: ignore[arg-type]
    "a large number in a move": lambda text: ludex.game("modern-art").new(3, seed=1).check(0, Bid(10**9_999)),
    "JSON of a move": lambda text: ludex.game("automation").moves.from_json(text),
    "a tag in JSON": lambda text: ludex.game("automation").moves.from_json(msgspec.json.encode({"type": _plain(text)})),
    "settings": lambda text: _new(2, **{text: 1}),
    "the value of a setting": lambda text: ludex.game("automation").new(2, edition=text),  # type: ignore[arg-type]  # as above
    "an object in a setting": lambda text: ludex.game("automation").new(2, supply={text: 1}),
    "a list of settings": lambda text: ludex.game("automation").new(2, supply=[text] * 9),  # type: ignore[arg-type]  # as above
    "settings without names": lambda text: _new(2, 1, None, None, text),
    "seats": lambda text: ludex.game("automation").new(text),  # type: ignore[arg-type]  # as above
    "players": lambda text: ludex.game("automation").new(2, 1, [text]),
    "a game": lambda text: ludex.game(text),
    "a game's file": lambda text: ludex.game(f"{text}.json"),
    "a definition": lambda text: defined_game({_plain(text): _plain(text)}),
    "a position": lambda text: ludex.game("automation").position(text),
    "a position of a game": lambda text: ludex.game("automation").position(_position(game=text)),
    "a field of a position": lambda text: ludex.game("automation").position(_position(state={text: 1})),
    "a value in a position": lambda text: ludex.game("automation").position(_position(state={"money": text})),
    "a list in a position": lambda text: ludex.game("automation").position(_position(state={"supply": [text] * 3})),
    "settings of a position": lambda text: ludex.game("automation").position(_position(settings={text: 1})),
    "a history": lambda text: History.from_json(text),
    "seeds": lambda text: secret_seed([text]),  # type: ignore[arg-type]  # as above
    "options": lambda text: BuyCard(text) in Options(ludex.game("automation").moves, [(0, 3)]),
    "typed at a terminal": lambda text: read_moves(_table(), 0, text),
    "a referee's policy": lambda text: Referee(_table(), [_first, _first], on_violation=text),  # type: ignore[arg-type]
    "a referee's limit": lambda text: Referee(_table(), [_first, _first], time_limit=text),  # type: ignore[arg-type]
    "a bot": lambda text: Bot(ludex.game("automation"), text),
    "a bot in a search": lambda text: Search(ludex.game("automation"), bot=text),
    "a player": lambda text: make_player(ludex.game("automation"), text),
    "a player's class": lambda text: make_player(ludex.game("automation"), f"os:{text}"),
    "a player's module": lambda text: make_player(ludex.game("automation"), f"{text}:Mine"),
    "a player's file": lambda text: make_player(ludex.game("automation"), f"{text}.py:Mine"),
    "players of a simulation": lambda text: simulate("automation", [text, "random"], 1),
    "players of a contest": lambda text: contest("automation", [text, "random"], 1),
    "programs": lambda text: make_player(ludex.game("automation"), f'program:"{text}'),
    "settings at the command line": lambda text: read_settings([text.replace("=", "")]),
}


def _first(request: ludex.Request) -> ludex.Move:
    return request.options[0]


def _new(*given: Any, **settings: Any) -> Any:
    return ludex.game("automation").new(*given, **settings)


def _table() -> ludex.Table:
    table: ludex.Table = ludex.game("automation").new(2, seed=1)
    return table


def _plain(text: str) -> str:
    return text.replace("\ud800", "x")


def _position(**fields: Any) -> Position:
    return Position(**{"game": "automation", "seats": 2, **fields})


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("case", TABLES)
def test_an_entrance_says_little_about_much(case: str, text: str) -> None:
    assert len(answer(lambda: TABLES[case](TEXTS[text]))) < LONGEST


def _spoilt(path: str, value: Any) -> str:
    table = _table()
    table.play(0, "end phase")
    data = msgspec.json.decode(table.history.to_json())
    *way, last = path.split(".")
    at = data
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[last] = value
    return msgspec.json.encode(data).decode()


@pytest.mark.parametrize("text", [text for text in TEXTS if text != "half a character"])
@pytest.mark.parametrize("path", ["game", "version", "seed", "commitment", "start", "moves.0.move", "moves.0.digest"])
def test_a_history_that_claims_too_much(path: str, text: str) -> None:
    told = answer(lambda: History.from_json(_spoilt(path, TEXTS[text])).verify())
    assert 10 < len(told) < LONGEST


DIPLOMACY: dict[str, Callable[[str], Any]] = {
    "an order": lambda text: Order(text),
    "an order for a unit": lambda text: Order(f"A PAR - {text}"),
    "a parser": lambda text: OrderParser().parse(text),
    "orders": lambda text: adjudicate(_position_with(text)).results[0].reason,
    "a phase": lambda text: adjudicate({"phase": text, "units": {}}),
    "a power": lambda text: adjudicate({"phase": "S1901M", "units": {text: ["A PAR"]}}),
    "a unit": lambda text: adjudicate({"phase": "S1901M", "units": {"FRANCE": [text]}}),
    "rules": lambda text: adjudicate({"phase": "S1901M", "units": {}, "rules": text}),
    "a map": lambda text: adjudicate({"phase": "S1901M", "units": {}, "map": text}),
    "no position": lambda text: adjudicate(text),  # type: ignore[arg-type]  # whatever comes in
    "a saved game": lambda text: import_game(text),
    "a sheet": lambda text: OrderSheet(ludex.game("diplomacy").new(seed=1), "FRANCE").write(text),
    "a sheet of a power": lambda text: OrderSheet(ludex.game("diplomacy").new(seed=1), text),
    "a preset": lambda text: ludex.game("diplomacy").new(seed=1, preset=text),  # type: ignore[arg-type]  # as above
}


def _position_with(orders: str) -> dict[str, Any]:
    return {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": orders}}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("case", DIPLOMACY)
def test_diplomacy_says_little_about_much(case: str, text: str) -> None:
    assert len(answer(lambda: DIPLOMACY[case](TEXTS[text]))) < LONGEST


POWER_GRID: dict[str, Callable[[str], Any]] = {
    "an opening": lambda text: validate_auction_opening(_grid(), 0, text),
    "a plant": lambda text: validate_auction_opening(_grid(), 0, {"action": "buy", "plant": text, "bid": 5}),
    "a bid": lambda text: validate_auction_opening(_grid(), 0, {"action": "buy", "plant": 4, "bid": text}),
    "a player": lambda text: validate_auction_opening(_grid(), text, "pass"),  # type: ignore[arg-type]  # as above
    "a response": lambda text: validate_auction_bid(_grid(), 0, text, 4, 5, 6),
    "regions": lambda text: ludex.game("power-grid").new(3, seed=1, regions=[text]),
}


def _grid() -> ludex.Table:
    table: ludex.Table = ludex.game("power-grid").new(3, seed=1)
    return table


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("case", POWER_GRID)
def test_power_grid_says_little_about_much(case: str, text: str) -> None:
    assert len(answer(lambda: POWER_GRID[case](TEXTS[text]))) < LONGEST


def _genome(**fields: Any) -> bytes:
    return msgspec.json.encode({**(ludex.game("spades").definition or {}), **fields})


CARDS: dict[str, Callable[[str], Any]] = {
    "a genome": lambda text: Genome.from_json(text),
    "a name": lambda text: CardGame(Genome.from_json(_genome(name=f"{text}!"))),
    "ranks": lambda text: CardGame(Genome.from_json(_genome(deck={"ranks": text}))),
    "a field": lambda text: Genome.from_json(_genome(**{text: 1})),
    "a value": lambda text: Genome.from_json(_genome(trump=text)),
    "a phase": lambda text: Genome.from_json(_genome(phases=[{"type": text}])),
    "a list": lambda text: Genome.from_json(_genome(seats=[text, text])),
    "a file": lambda text: Genome.load(text),
    "bytecode": lambda text: assemble(text),
    "a block": lambda text: assemble(f"{text} a=1"),
    "a number in a block": lambda text: assemble(f"deck {text}"),
    "results": lambda text: write_results(None, f"{text}.doc"),  # type: ignore[arg-type]  # the name is read first
}


@pytest.mark.parametrize("text", [text for text in TEXTS if text != "half a character"])
@pytest.mark.parametrize("case", CARDS)
def test_card_games_say_little_about_much(case: str, text: str) -> None:
    assert len(answer(lambda: CARDS[case](TEXTS[text]))) < LONGEST


COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "a command": lambda text: [text],
    "a game": lambda text: ["play", text],
    "a file": lambda text: ["play", f"{text}.json"],
    "players": lambda text: ["play", "automation", "--players", text],
    "people": lambda text: ["play", "automation", "--players", f"person:{text}, person:random"],
    "simulated players": lambda text: ["simulate", "automation", "--players", text],
    "a setting": lambda text: ["simulate", "automation", "--setting", text],
    "a value": lambda text: ["simulate", "automation", "--setting", f"edition={text}"],
    "a history": lambda text: ["replay", text],
}


@pytest.mark.parametrize("text", ["backslashes", "brackets"])
@pytest.mark.parametrize("case", COMMANDS)
def test_the_command_says_little_about_much(
    case: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["ludex", *COMMANDS[case](TEXTS[text])])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert 10 < len(told) < LONGEST


@pytest.mark.parametrize("text", ["brackets", "objects", "letters", "digits", "half a character"])
@pytest.mark.parametrize("command", ["play", "games", "simulate"])
def test_a_file_that_is_not_a_genome(
    command: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "d.json"
    file.write_bytes(TEXTS[text][:20_000].encode(errors="surrogatepass"))
    monkeypatch.setattr("sys.argv", ["ludex", command, str(file)])
    with pytest.raises(SystemExit):
        main()
    told = capsys.readouterr().err
    assert "d.json: not a genome" in told
    assert len(told) < LONGEST


def test_deep_nesting_is_told_in_plain_words() -> None:
    for text in (TEXTS["brackets"][:60_000], TEXTS["objects"][:60_000]):
        with pytest.raises(BadGenome, match=r"^not a genome: its lists and objects are nested too deeply$"):
            Genome.from_json(text)


VALUES: dict[str, Any] = {
    **TEXTS,
    "a list": [TEXTS["letters"]],
    "an object": {TEXTS["letters"]: 1},
    "a large number": 10**5000,
    "bytes": b"x" * SIZE,
}


@pytest.mark.parametrize("case", VALUES)
def test_a_quote_is_short(case: str) -> None:
    assert len(quote(VALUES[case])) <= MOST_QUOTED
    assert len(quote(VALUES[case], most=20)) <= 20
