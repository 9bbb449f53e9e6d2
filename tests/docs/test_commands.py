"""The commands in the documents can be typed as they are printed."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from ludex.cli import app, main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("[!_]*/*.md")]
COMMANDS = sorted(
    {
        line
        for page in PAGES
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        for line in re.findall(r"^\$ (ludex .*)", block, re.MULTILINE)
    }
)
SHELL = {">", "&", "|"}
PLAYED = [line for line in COMMANDS if re.match(r"ludex arena .*(my_bot\.py:Rich|:Closer,big)", line)]


def parse(command: Any, words: list[str], parent: Any = None) -> None:
    """Read the arguments of a command, and of the command below it, without running it. Bad ones raise an error."""
    context = command.make_context("ludex", words, parent=parent)
    if hasattr(command, "resolve_command") and context._protected_args:
        _, below, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        parse(below, rest, context)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_in_the_documents_has_arguments_that_ludex_understands(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    ends = [place for place, word in enumerate(words) if word in SHELL]
    parse(get_command(app), words[: min(ends, default=len(words))])


def test_a_wrong_option_would_be_found() -> None:
    with pytest.raises(Exception, match="--gmaes"):
        parse(get_command(app), ["arena", "automation", "--gmaes", "3"])


@pytest.mark.parametrize("line", PLAYED)
def test_the_arena_plays_the_players_of_the_tutorials(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for example in (ROOT / "src" / "ludex" / "examples" / "bots").glob("*.py"):
        (tmp_path / example.name).write_text(example.read_text())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(re.sub(r"--games \d+", "--games 4 --cores 1", line)))
    with pytest.raises(SystemExit) as leave:
        main()
    assert not leave.value.code
    assert "4 games of automation" in capsys.readouterr().out
    assert "--report" not in line or (tmp_path / "report.html").exists()
