"""Future enhancements named in a document about an engine for Automation (number 003). All of them exist here."""

from __future__ import annotations

import importlib
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludex
from ludex import BadSetting, BrokenRule, Game, History, Move, PlayerViolation, Request
from ludex.arena import simulate
from ludex.games.automation import Engine
from ludex.players import Bot

GAME = ludex.game("automation")


def first(request: Request) -> Move:
    """The simplest player."""
    return request.options[0]


def copied_game(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, *edits: tuple[str, str, str]) -> Game:
    """Return Automation under another name, with edits (file, old text, new text) as by an author adding a card."""
    package = folder / name
    shutil.copytree(Path(ludex.__file__).parent / "games" / "automation", package)
    for path in package.rglob("*.py"):
        path.write_text(path.read_text().replace("ludex.games.automation", name))
    for file, old, new in edits:
        text = (package / file).read_text()
        assert old in text, f"{file} no longer says {old!r}: how a card is added has changed"
        (package / file).write_text(text.replace(old, new, 1))
    monkeypatch.syspath_prepend(str(folder))
    game: Game = importlib.import_module(name).Automation()
    monkeypatch.setattr(game.machine, "kernel", game.machine.interpreted, raising=False)
    return game


HOTFIX = '[expanded]\n"Hotfix" = { type = "action", cost = 3, actions = 1, cards = 2, effect = "%s", supply = 10 }\n'
BACKLOG = "discard any number of cards, then draw that many"
START = {"Bitcoin": 4, "Method": 0, "Hotfix": 1}


def test_a_card_with_a_known_effect_is_one_line_of_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding an action card: a line in the card list, no code."""
    game = copied_game(tmp_path, monkeypatch, "plus_data", ("data/cards.toml", "[expanded]\n", HOTFIX % BACKLOG))
    table = game.new(1, seed=1, edition="expanded", start=START)
    table.play(0, "play Hotfix")
    assert (table.view(0).phase, table.view(0).actions) == ("DISCARD", 1)
    assert piles(table.view(0))["Hotfix"] == 10
    assert table.view(0).card("Hotfix").text == f"+2 cards, +1 action; {BACKLOG}"
    play_by_chance(game, start={"Hotfix": 5})


def test_the_number_in_a_known_effect_is_the_cards_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed Daily Scrum lets the others draw one card; a new card may let them draw three."""
    line = HOTFIX % "each other player draws 3 cards"
    game = copied_game(tmp_path, monkeypatch, "plus_number", ("data/cards.toml", "[expanded]\n", line))
    table = game.new(2, seed=1, edition="expanded", start=START)
    table.play(0, "play Hotfix")
    assert "seat 1 draws" not in " ".join(map(str, table.events(1, since=0)))  # all five cards are in hand already
    table = game.new(2, seed=1, edition="expanded", start={**START, "Bitcoin": 9, "Hotfix": 9})
    table.play(0, "play Hotfix")
    assert "seat 1 draws 3 cards." in map(str, table.events())


def test_a_new_effect_is_one_rule_that_nothing_else_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule says which sentence it carries out. Hotfix here gives its player Bugs."""
    rule = """@EFFECTS.does("gain # Bugs")
def hotfix(s: State, card: int, number: int, log: Log) -> None:
    for _ in range(number):
        gain(s, s.turn, BUG, log)


@EFFECTS.does("discard any number"""
    edits = (
        ("data/cards.toml", "[expanded]\n", HOTFIX % "gain 2 Bugs"),
        ("rules/kingdom.py", '@EFFECTS.does("discard any number', rule),
    )
    game = copied_game(tmp_path, monkeypatch, "plus_effect", *edits)
    table = game.new(1, seed=1, edition="expanded", start=START)
    events = [str(event) for event in table.play(0, "play Hotfix")]
    assert events.count("seat 0 gains Bug.") == 2
    play_by_chance(game, start={"Hotfix": 5})


@pytest.mark.parametrize("field", ["effect", "attack"])
def test_an_effect_that_no_rule_carries_out_is_an_error_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    """It names the file, the card, what it says, and what cards can say."""
    line = (HOTFIX % "sing a song").replace("effect", field)
    with pytest.raises(BrokenRule) as raised:
        copied_game(tmp_path, monkeypatch, f"plus_{field}_nobody_has", ("data/cards.toml", "[expanded]\n", line))
    said = str(raised.value)
    assert f"data/cards.toml, Hotfix in edition expanded: no rule implements the {field} 'sing a song'." in said
    assert "each other player" in said
    assert "write a new rule there" in said


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('{ type = "action", supply = 10 }', "missing required field `cost`"),
        ('{ type = "joke", cost = 1 }', "Invalid enum value 'joke'"),
        ('{ type = "action", cost = 1, card = 2 }', "unknown field `card`"),
    ],
)
def test_a_bad_entry_in_the_card_list_is_an_error_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str, words: str
) -> None:
    """It names the file, the card and the field."""
    line = f'[expanded]\n"Hotfix" = {entry}\n'
    with pytest.raises(ValueError, match=f"data/cards.toml, Hotfix in edition expanded: .*{words}"):
        copied_game(tmp_path, monkeypatch, "bad_" + str(abs(hash(entry))), ("data/cards.toml", "[expanded]\n", line))


def play_by_chance(game: Game, **options: Any) -> None:
    """A whole game keeps the laws."""
    table = game.new(2, seed=1, edition="expanded", turn_limit=6, **options)
    random = Random(1)
    while table.waiting:
        table.play(table.waiting[0], random.choice(table.options(table.waiting[0])))
        assert table.engine.broken_law() is None


def test_variants_have_other_starting_decks_and_stacks() -> None:
    """Different starting decks or card stacks are options."""
    table = GAME.new(2, start={"Bitcoin": 5, "Ethereum": 1}, supply={"Framework": 4, "Bug": 0})
    assert dict(table.view().seats[1].owned) == {"Bitcoin": 5, "Ethereum": 1, "Method": 3}
    assert piles(table.view())["Framework"] == 4
    assert "Bug" not in piles(table.view())


def piles(view: Any) -> dict[str, int]:
    return {pile.card: pile.count for pile in view.supply}


def test_games_are_saved_loaded_and_replayed(tmp_path: Path) -> None:
    """A game can be saved, loaded, verified, and looked at after any move."""
    engine = Engine([Bot(GAME, "random"), Bot(GAME, "big-money")], seed=1, turn_limit=15)
    engine.play()
    table = engine.table
    file = tmp_path / "game.json"
    file.write_text(table.history.to_json())
    history = History.from_json(file.read_text())
    assert history.verify().digest == table.digest
    middle = len(history.moves) // 2
    assert history.replay(at=middle).engine.record_in_full().tobytes() == table.engine.record_in_full(middle).tobytes()


def test_there_are_stronger_players_than_chance() -> None:
    """More sophisticated strategies are shipped, and win."""
    assert {"big-money", "big-money-action", "architect"} <= set(GAME.machine.bot_slots)
    assert simulate(GAME, ["big-money", "random"], 300, seed=1, rotate=True).seats[0].low > 0.9


def test_all_that_happens_is_logged() -> None:
    """Every move's events are recorded, in words."""
    engine = Engine([first], seed=1, turn_limit=1)
    engine.play()
    log = [str(event) for event in engine.table.events(0)]
    assert log[5:9] == [
        "seat 0 draws 5 cards.",
        "seat 0 begins turn 1.",
        "seat 0 holds no action card to play.",
        "seat 0 plays Bitcoin.",
    ]
    assert "seat 0 buys Bitcoin for 0." in log
    assert log[-1] == "The game is over."


def test_every_rejected_decision_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    """A player's mistakes are in the log."""
    with pytest.raises(PlayerViolation):
        Engine([lambda request: None], seed=1, max_retries=1).play()
    assert "attempt 1 of 1 rejected: the player returned None" in caplog.text


def test_an_engine_tells_its_referee_how_to_watch_wait_and_end_games() -> None:
    """Every move is watched, a violation ends the game, and a limit of time is the referee's."""
    seen: list[int] = []
    engine = Engine(
        [first, lambda request: None],
        seed=1,
        turn_limit=3,
        on_violation="forfeit",
        watch=lambda table: seen.append(len(table.played)),
    )
    result = engine.play()
    assert "forfeited" in result.reason
    assert seen == list(range(seen[0], len(engine.table.played) + 1))
    with pytest.raises(BadSetting, match="time_limit is 0: expected seconds"):
        Engine([first, first], seed=1, time_limit=0)


def test_tournaments_run_in_parallel() -> None:
    """Many games at once, the same result on any number of cores."""
    players, options = ["big-money", "random", "first"], {"turn_limit": 8}
    one, two = (simulate(GAME, players, 520, seed=5, cores=cores, settings=options) for cores in (1, 2))
    assert (one.digest, one.seats) == (two.digest, two.seats)


def test_engines_run_side_by_side() -> None:
    """Engines share nothing: several at the same time give what each gives alone."""

    def scores(seed: int) -> list[int]:
        result = Engine([first, first], seed=seed, turn_limit=10).play()
        return [player.score for player in result.player_results]

    alone = [scores(seed) for seed in range(6)]
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(scores, range(6))) == alone
