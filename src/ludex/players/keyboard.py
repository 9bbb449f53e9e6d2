"""The source of typed lines: a terminal with editing, history and completion, or a plain input."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer

BETWEEN = ",;"
"""The separator of moves that are typed in one line."""


class Keyboard:
    """Reads lines. At a terminal they can be edited, called back with the arrow keys, and completed with Tab."""

    def __init__(self) -> None:
        self.interactive = is_terminal()
        self._session: PromptSession[str] | None = None

    def ask(self, prompt: str, choices: Sequence[str] = ()) -> str:
        """Read a line. `choices` are what Tab completes."""
        if not self.interactive or os.environ.get("TERM") == "dumb":
            typed = input(prompt).strip()
            if not sys.stdin.isatty():
                print(typed)  # echo the line, which a pipe does not show
            return typed
        session = self._session or self._open()
        typed = session.prompt(
            prompt, completer=_completer(choices), complete_while_typing=False, in_thread=_is_in_loop()
        )
        return typed.strip()

    def forget(self) -> None:
        """Forget the typed lines, so that the next person at the keyboard cannot recall them."""
        self._session = None

    def confirm(self, question: str, default: bool) -> bool:
        """Ask a question that is answered by yes or no."""
        answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").casefold()
        return default if not answer else answer.startswith("y")

    def _open(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        # a menu below the line would take rows from the table, so completions are listed above, as shells do
        self._session = PromptSession(history=InMemoryHistory(), complete_style=CompleteStyle.READLINE_LIKE)
        return self._session


def _is_in_loop() -> bool:
    """Return True inside an event loop, in which a game with language models runs. The prompt has a separate one."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def is_terminal() -> bool:
    """Return True if a person types and reads here, and not a pipe."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())


def completions(typed: str, choices: Iterable[str]) -> list[tuple[str, int]]:
    """Return the possible next words of the last move of a line, each with the number of characters that it replaces.

    >>> completions("b", ["bid", "build Berlin", "build Essen", "pass"])
    [('bid', 1), ('build ', 1)]
    >>> completions("A PAR - BUR, a mar ", ["A MAR H", "A MAR - SPA"])
    [('A MAR H', 6), ('A MAR - ', 6)]
    """
    begun = typed
    for sign in BETWEEN:
        begun = begun.rpartition(sign)[2]
    begun = begun.lstrip()
    fitting = (choice for choice in choices if choice.casefold().startswith(begun.casefold()))
    return [(text, len(begun)) for text in dict.fromkeys(_to_next_word(choice, len(begun)) for choice in fitting)]


def _to_next_word(choice: str, begun: int) -> str:
    """Return the beginning of a choice up to the end of the current word, and the space after it."""
    end = choice.find(" ", begun)
    return choice if end < 0 else choice[: end + 1]


def _completer(choices: Sequence[str]) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class Moves(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
            for choice, replaced in completions(document.text_before_cursor, choices):
                yield Completion(choice, start_position=-replaced, display=choice.split()[-1])

    return Moves()
