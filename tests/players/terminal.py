"""A terminal for tests: lines are typed from a list, and the output is recorded as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

import pytest
from rich.console import Console

from ludex.players.keyboard import Keyboard

WRITERS = ("ludex.console", "ludex.players.screen", "ludex.players.commands", "ludex.cli.replay")


class Typed(Keyboard):
    """A keyboard that types these lines, and then leaves. It records the questions and the completions of Tab."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.interactive = True
        self.lines = list(lines)
        self.asked: list[str] = []
        self.completed: list[Sequence[str]] = []

    def ask(self, prompt: str, choices: Sequence[str] = ()) -> str:
        self.asked.append(prompt)
        self.completed.append(choices)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


class Printed:
    """Return what a terminal of some width shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, width: int = 80, colours: bool = False) -> None:
        self._file = StringIO()
        console = Console(
            file=self._file,
            width=width,
            force_terminal=True,
            color_system="standard" if colours else None,
            highlight=False,
        )
        for module in WRITERS:
            monkeypatch.setattr(f"{module}.out", console)

    @property
    def text(self) -> str:
        return self._file.getvalue()

    @property
    def flat(self) -> str:
        """The text as if no line had been broken."""
        return " ".join(self.text.split())
