"""Language models that negotiate in Diplomacy: counted, recorded, replayed and written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import BadSetting
from ludex.arena import Contest, contest
from ludex.arena.report import report
from tests.commands import Run
from tests.players.chat_endpoint import Handler, ScriptedEndpoint, serving

GAME = ludex.game("diplomacy-lagoon")
KEY = "sk-secret-0123456789"
YEAR = {"last_year": 1}
PROMISE = {"ALDER": "move A ASK - HUB", "BIRCH": "hold A BOL H", "CEDAR": "peace"}


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_CHAT_KEY", KEY)


def negotiate(handler: Handler) -> None:
    """Promise something to all in the first round of spring, then nothing; hold with all units."""
    prompt = handler.prompt
    if "What do you write?" not in prompt:
        options = [line[2:] for line in prompt.partition("Your options:")[2].splitlines() if line.startswith("- ")]
        handler.complete(f"Move: {next((option for option in options if option.endswith(' H')), options[0])}")
        return
    power = prompt.partition("You are ")[2].partition(".")[0]
    letters: list[Any] = []
    if "Round 1 of at most 2 of messages before the orders of S1M" in prompt:
        letters = [{"to": "all", "text": f"Trust {power}", "proposals": [PROMISE[power]]}]
    handler.complete(json.dumps({"messages": letters}))


def names(server: ScriptedEndpoint) -> list[str]:
    return [f"chat:model-{number}@{server.url}" for number in "abc"]


def play(server: ScriptedEndpoint, games: int = 1, **more: Any) -> Contest:
    return contest(GAME, names(server), games, **{"press": 2, "settings": YEAR, "seed": 3, **more})


def test_models_negotiate_and_their_promises_are_counted(tmp_path: Path) -> None:
    with serving(negotiate) as server:
        result = play(server, transcripts=tmp_path)
    assert not result.violations
    games = result.games
    assert sum(one.messages for one in result.players) == 3 * games
    assert (sum(one.promises_kept for one in result.players), sum(one.promises_broken for one in result.players)) == (
        games,
        games,
    )
    assert not any(one.messages_rejected for one in result.players)
    spoken = [prompt for prompt in server.prompts if "What do you write?" in prompt]
    assert len(spoken) == 9 * games  # two rounds in spring, and one in fall, in which no one writes
    told = (tmp_path / "diplomacy-lagoon-1-000000-press.md").read_text()
    assert "Trust ALDER" in told
    assert "| S1M | ALDER | BIRCH, CEDAR | move A ASK - HUB | broken (A ASK H) |" in told
    assert "| S1M | BIRCH | ALDER, CEDAR | hold A BOL H | kept |" in told
    assert "peace |" not in told  # no one else proposed it
    assert len(list(tmp_path.iterdir())) == 4 * games
    assert KEY not in "".join(file.read_text() for file in tmp_path.iterdir())
    page = report(result)
    assert "<h2>Press</h2>" in page
    assert "legal at the first try" in page


def test_a_contest_with_press_is_replayed_from_its_cassette(tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    with serving(negotiate) as server:
        played = play(server, cassette=tape)
        players = names(server)
    again = contest(GAME, players, 1, press=2, settings=YEAR, seed=3, cassette=tape)
    assert again.digest == played.digest
    assert [(one.messages, one.promises_kept) for one in again.players] == [
        (one.messages, one.promises_kept) for one in played.players
    ]
    assert KEY not in tape.read_text()
    with pytest.raises(BadSetting, match="recorded with another press: 2, not 1"):
        contest(GAME, players, 1, press=1, settings=YEAR, seed=3, cassette=tape)


def test_garbage_in_place_of_messages_is_refused_with_the_reason_and_ends_no_game() -> None:
    def mumble(handler: Handler) -> None:
        if "What do you write?" in handler.prompt:
            handler.complete("Let us be friends.")
        else:
            negotiate(handler)

    with serving(mumble) as server:
        result = play(server, attempts=2)
    assert not result.violations
    assert {one.messages_rejected for one in result.players} == {4 * result.games}
    again = [prompt for prompt in server.prompts if "Your last answer was rejected" in prompt]
    assert len(again) == 6 * result.games
    assert all("found no messages in the answer" in prompt for prompt in again)


def test_the_command_shows_messages_and_promises(run: Run) -> None:
    with serving(negotiate) as server:
        options = ["--press", "2", "--games", "1", "--setting", "last_year=1", "--players", ",".join(names(server))]
        code, text, _ = run("arena", "diplomacy-lagoon", *options)
        assert code == 0
        assert "promises kept" in text
    code, _, error = run("arena", "automation", "--press", "2", "--players", "random,first")
    assert code == 2
    assert "automation has no press" in error
