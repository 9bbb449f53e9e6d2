"""Files that are not histories, from the command line: a sentence and a status, never a traceback."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from ludex import game
from tests.commands import Run


def saved(file: Path, **changed: Any) -> Path:
    table = game("automation").new(2, entropy=[b"a" * 16, None], players=["Ann", "random"])
    table.play(0, "end phase")
    file.write_text(json.dumps({**json.loads(table.history.to_json()), **changed}))
    return file


SOON = 20.0
"""Processor seconds after which a refusal has failed."""

HOSTILE: dict[str, Any] = {
    "seats": {"seats": 10**11},
    "seed": {"seed": "ab" * 65},
    "settings": {"settings": {"edition": [[[[[[[[[["x"]]]]]]]]]]}},
    "players": {"players": [1, 2]},
    "retries": {"retries": [{"after": 0, "seat": 0, "attempt": {}}] * 10},
    "moves": {"moves": [{"seat": 10**30, "move": "end phase", "digest": ""}]},
}


@pytest.mark.parametrize("command", [("replay",), ("play", "automation", "--resume")], ids=["replay", "resume"])
@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence(
    run: Run,
    tmp_path: Path,
    case: str,
    command: tuple[str, ...],
) -> None:
    file = saved(tmp_path / "game.json", **HOSTILE[case])
    started = time.process_time()
    code, _, error = run(*command, str(file))
    assert code == 2
    assert error.startswith("Error: ")
    assert len(error) < 1_000
    assert "Traceback" not in error
    assert time.process_time() - started < SOON


def test_deeply_nested_files_and_endless_files_are_refused(run: Run, tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text('{"settings": ' + "[" * 200_000)
    assert run("replay", str(deep))[2].startswith(f"Error: {deep}: not a Ludex history: ")
    assert "more than 64,000,000 bytes" in run("replay", "/dev/zero")[2]


def test_what_a_player_kept_is_checked(run: Run, tmp_path: Path) -> None:
    file = saved(tmp_path / "game.json")
    history = json.loads(file.read_text())
    kept = ("--commitment", history["commitment"], "--digest", history["start"], "--entropy", f"0:{'61' * 16}")
    code, text, _ = run("replay", str(file), "--verify", *kept)
    assert (code, text[:9]) == (0, "Verified:")
    for name, wrong in (("--commitment", "0" * 64), ("--digest", "0" * 32), ("--entropy", f"1:{'61' * 16}")):
        code, _, error = run("replay", str(file), "--verify", name, wrong)
        assert code == 2
        assert error.startswith(("Error: tampered", "Error: another table"))
    assert "expected SEAT:HEX" in run("replay", str(file), "--verify", "--entropy", "nothing")[2]


def test_a_typed_seed_is_said_to_prove_nothing(run: Run) -> None:
    assert "typed seed: proves nothing" in run("play", "automation", "--seed", "7")[1]
    assert "the commitment proves nothing" not in run("play", "automation")[1]
