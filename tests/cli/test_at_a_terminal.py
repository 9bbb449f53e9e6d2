"""`ludex` in a real terminal, and with outputs that cannot write every sign."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludex.console import NOT_WRITABLE, say_json
from tests.players.chat_endpoint import serving

LUDEX = [sys.executable, "-m", "ludex"]
pexpect = pytest.importorskip("pexpect")


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {
        **os.environ,
        "LUDEX_INTERPRET": "1",
        "LUDEX_GAMES": str(folder),
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        **more,
    }


def open_terminal(folder: Path, *arguments: str, columns: int = 80) -> Any:
    return pexpect.spawn(
        LUDEX[0],
        [*LUDEX[1:], *arguments],
        env=environment(folder, PROMPT_TOOLKIT_NO_CPR="1"),
        dimensions=(40, columns),
        encoding="utf-8",
        timeout=200,
    )


def test_lines_are_edited_completed_and_called_back_and_no_game_is_lost(tmp_path: Path) -> None:
    """One evening at the terminal: Tab, the arrow keys, Ctrl-C, and the game is offered again at the next start."""
    terminal = open_terminal(tmp_path, "play", "automation", "--seed", "3")
    terminal.expect("Guest>")
    terminal.send("xplay B\x01\x1b[3~\x05\t\r")  # a slip at the beginning is deleted, then Tab completes `play Bitcoin`
    terminal.expect("In play   1 Bitcoin")
    terminal.expect("Guest>")
    terminal.send("\x1b[A\r")  # the line before, once more
    terminal.expect("In play   2 Bitcoin")
    terminal.expect("Guest>")
    terminal.send("\x03")
    terminal.expect("The game is saved. Continue with: ludex play automation")
    terminal.expect(pexpect.EOF)

    terminal = open_terminal(tmp_path, "play", "automation")
    terminal.expect("You have an unfinished game of automation")
    terminal.expect(r"Continue it\?")
    terminal.send("\r")
    terminal.expect("In play   2 Bitcoin")
    terminal.expect("Guest>")
    terminal.send("quit\r")
    terminal.expect("Leave?")
    terminal.send("n\r")
    terminal.expect("Guest>")
    terminal.send("\x04")
    terminal.expect("The game is saved")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_an_output_without_suits_gets_letters_and_no_traceback_and_a_pipe_no_colours(tmp_path: Path) -> None:
    settings = environment(tmp_path, PYTHONIOENCODING="ascii")
    del settings["NO_COLOR"]
    asked = [*LUDEX, "play", "spades", "--seed", "3"]
    told = subprocess.run(asked, env=settings, input=b"3\nquit\n", capture_output=True, check=True)
    assert b"Hand      C 2 Q A  D J Q A  H 9 A  S 3 4 10 Q K" in told.stdout
    assert b"Continue with: ludex play spades" in told.stdout
    assert b"\x1b" not in told.stdout
    assert told.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
def test_every_sign_of_every_game_can_be_written_in_every_encoding(encoding: str) -> None:
    signs = "♠♥♦♣ ▶ ■ · … – → × ¤ Köln Würzburg é 安"
    told = signs.encode(encoding, NOT_WRITABLE).decode(encoding)
    assert "?" not in told.rpartition(" ")[0]
    if encoding == "ascii":
        assert told == "SHDC > # . ... - -> x $ Koln Wurzburg e ?"


def test_json_is_json_in_every_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=NOT_WRITABLE)
    monkeypatch.setattr("sys.stdout", output)
    say_json({"card": "10♠"})
    output.flush()
    assert json.loads(output.buffer.getvalue()) == {"card": "10♠"}


def test_a_person_types_at_a_table_with_a_language_model(tmp_path: Path) -> None:
    """The game runs in an event loop then, and the prompt of the terminal has its own."""
    with serving("I have no money cards.\n\nMove: end phase") as server:
        players = f"person:Ann,chat:some-model@{server.url}"
        terminal = open_terminal(tmp_path, "play", "automation", "--seed", "3", "--players", players)
        for _ in range(2):
            terminal.expect("Ann>")
            terminal.send("end phase\r")
        terminal.expect("Ann>")
        terminal.send("resign\r")
        terminal.expect("Resign?")
        terminal.send("y\r")
        terminal.expect(pexpect.EOF)
        terminal.close()
    assert terminal.exitstatus == 0
    assert server.bodies
