"""What a document about an engine for Automation (number 003) names as future enhancements. All of them exist here."""

from __future__ import annotations

import importlib
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludex
from ludex import Game, History, Move, PlayerViolation, Request
from ludex.arena import simulate
from ludex.games.automation import Engine
from ludex.players import Bot

GAME = ludex.game("automation")


def first(request: Request) -> Move:
    """The simplest player."""
    return request.options[0]


def copied_game(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, *edits: tuple[str, str, str]) -> Game:
    """Automation under another name, with edits (file, old text, new text): what somebody adding a card would type."""
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
    monkeypatch.setattr(game, "kernel", game.interpreted, raising=False)
    return game


HOTFIX = '[expanded]\n"Hotfix" = { type = "action", cost = 3, actions = 1, cards = 2, effect = "%s", supply = 10 }\n'


def test_an_action_card_of_known_effects_is_one_line_of_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding an action card: a line in the card list, no code."""
    game = copied_game(tmp_path, monkeypatch, "plus_data", ("data/cards.toml", "[expanded]\n", HOTFIX % "backlog"))
    table = game.new(1, seed=1, edition="expanded", start={"Bitcoin": 4, "Method": 0, "Hotfix": 1})
    table.play(0, "play Hotfix")
    assert (table.view(0).phase, table.view(0).actions) == ("DISCARD", 1)
    assert piles(table.view(0))["Hotfix"] == 10
    play_by_chance(game, start={"Hotfix": 5})


def test_an_action_card_with_its_own_effect_is_data_and_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new effect: its name among the effects, what it does, the line that calls it. Hotfix here gives a Bug."""
    game = copied_game(
        tmp_path,
        monkeypatch,
        "plus_effect",
        ("data/cards.toml", "[expanded]\n", HOTFIX % "hotfix"),
        ("components.py", '"daily scrum")', '"daily scrum", "hotfix")'),
        ("components.py", "DAILY_SCRUM = range", "DAILY_SCRUM, HOTFIX = range"),
        ("rules/kingdom.py", "    DAILY_SCRUM,\n", "    DAILY_SCRUM,\n    HOTFIX,\n"),
        (
            "rules/kingdom.py",
            "    if effect == REFACTOR:",
            "    if effect == HOTFIX:\n        gain(s, s.turn, BUG, log)\n    elif effect == REFACTOR:",
        ),
    )
    table = game.new(1, seed=1, edition="expanded", start={"Bitcoin": 4, "Method": 0, "Hotfix": 1})
    events = [str(event) for event in table.play(0, "play Hotfix")]
    assert "seat 0 gains Bug." in events
    play_by_chance(game, start={"Hotfix": 5})


def play_by_chance(game: Game, **options: Any) -> None:
    """A whole game keeps the laws."""
    table = game.new(2, seed=1, edition="expanded", turn_limit=6, **options)
    random = Random(1)
    while table.waiting:
        table.play(table.waiting[0], random.choice(table.options(table.waiting[0])))
        assert table.broken_law() is None


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
    assert history.replay(at=middle).record_in_full().tobytes() == table.record_in_full(middle).tobytes()


def test_there_are_stronger_players_than_chance() -> None:
    """More sophisticated strategies are shipped, and win."""
    assert {"big-money", "big-money-action", "architect"} <= set(GAME.bot_slots)
    assert simulate(GAME, ["big-money", "random"], 300, seed=1, rotate=True).seats[0].low > 0.9


def test_all_that_happens_is_logged() -> None:
    """Every move's events are kept, in words."""
    engine = Engine([first], seed=1, turn_limit=1)
    engine.play()
    log = [str(event) for event in engine.table.events(0)]
    assert log[0] == "seat 0 plays Bitcoin."
    assert "seat 0 buys Bitcoin for 0." in log
    assert log[-1] == "The game is over."


def test_every_rejected_decision_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    """What a player got wrong stands in the log."""
    with pytest.raises(PlayerViolation):
        Engine([lambda request: None], seed=1, max_retries=1).play()
    assert "attempt 1 of 1 rejected: the player returned None" in caplog.text


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
