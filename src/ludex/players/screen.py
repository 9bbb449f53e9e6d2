"""The terminal that people share: it draws the table in colours, tells what happens, and keeps the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ludex.console import fitted, out, say_fitted
from ludex.core.draft import Draft
from ludex.core.errors import quote
from ludex.core.events import Event
from ludex.core.layout import running, whole
from ludex.core.page import Seating
from ludex.core.request import Request
from ludex.core.table import Table
from ludex.players import kept
from ludex.players.keyboard import Keyboard
from ludex.players.menu import Menu
from ludex.players.names import short_names
from ludex.players.telling import told_in_short, told_once

if TYPE_CHECKING:
    from ludex.players.person import Person

SEAT_STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red", "bright_cyan", "bright_yellow")
"""The colours of the seats."""
RANK = r"(?:10|[2-9TJQKA])"
RED_SUITS = re.compile(rf"[♥♦](?: {RANK}\b)+|{RANK}[♥♦]|[♥♦]")
FORGET = "\x1b[3J"
"""What makes a terminal forget the lines that have left the screen."""


class Screen:
    """The terminal that people share. It belongs to the table's owner: it knows names and can save the game."""

    def __init__(self, table: Table, file: Path | None = None, keyboard: Keyboard | None = None) -> None:
        self.table = table
        self.file = file
        self.keyboard = keyboard or Keyboard()
        self.people: list[Person] = []
        self.at: Person | None = None
        self.kept: Path | None = None
        self._seating = Seating(short_names(table.players))

    def seating(self, me: int | None = None) -> Seating:
        """Who sits where, as somebody sees it."""
        return Seating(self._seating.names, me, told=self.table.told(me))

    def call(self, person: Person) -> None:
        """Call a person to the screen. Where several share it, nobody sees another player's hand."""
        if self.at not in (None, person):
            self.keyboard.forget()
            self.clear()
            self.keyboard.ask(f"{person.name}, it is your turn. Press Enter when you are alone at the screen. ")
            self.clear()
        self.at = person

    def clear(self) -> None:
        """Clear the screen, and what can be scrolled back to."""
        out.clear()
        if out.is_terminal:
            out.file.write(FORGET)
            out.file.flush()

    def tell(self, sentences: Iterable[str]) -> None:
        """Say what happened."""
        for line in running(sentences, out.width):
            self.paint(line, "dim")

    def sentences(self, events: Iterable[Event], in_full: bool = False) -> list[str]:
        """What happened, in a few sentences with names in them. What the screen shows anyway is said only `in_full`."""
        terminal = self.table.game.terminal
        found = list(events)
        silent = terminal.on_screen if self.people and not in_full else ()
        once = told_once((event for event in found if not isinstance(event, silent)), terminal.said_again)
        told = (*(terminal.summed_up(found) if silent else ()), *told_in_short(once))
        return [self.with_names(_begun(sentence)) for sentence in told]

    def show(self, request: Request[Any]) -> None:
        """Draw the table and list the options."""
        say_fitted()
        self.paint(self.table.game.terminal.screen(request.view, self.seating(request.seat), out.width))
        self.offer(request)

    def menu(self, request: Request[Any], with_rare: bool = False) -> Menu:
        """The options as they are listed. Where there is a draft, they are those for what is still missing on it."""
        terminal, draft = self.table.game.terminal, self.table.draft(request.seat)
        options = (draft or request).options
        remarks, keys = terminal.remarks(request.view), terminal.keys(request.view)
        numbered = terminal.numbered and draft is None
        return Menu(options, remarks, keys, with_rare, numbered, self.with_names)

    def offer(self, request: Request[Any]) -> None:
        """List the options, and what stands on the draft if there is one."""
        menu, draft = self.menu(request), self.table.draft(request.seat)
        listed = menu.text(out.width)
        if listed:
            self.paint(listed, "cyan")
        if draft is not None:
            self.show_draft(draft)
            if menu.rare:
                self.paint("Type votes to see how a draw or a concession is voted for.", "dim")

    def show_draft(self, draft: Draft) -> None:
        """Show what a person has written down, and what they may not intend with it."""
        text = str(draft)
        for move in draft.moves:
            text = text.replace(str(move), whole(str(move)))
        self.paint(text, "yellow")

    def paint(self, text: str, style: str | None = None) -> None:
        """Print a text with the names in the colours of their seats and the red suits in red."""
        painted = Text(fitted(text), style=style or "")
        painted.highlight_regex(RED_SUITS, "red")
        for seat, name in enumerate(self._seating.names):
            colour = SEAT_STYLES[seat % len(SEAT_STYLES)]
            painted.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", f"bold {colour} not dim")
        out.print(painted, soft_wrap=True)

    def with_names(self, text: str) -> str:
        """Put the players' names in the place of "seat 1", and cards as they are printed."""
        return self._seating.say(self.table.game.terminal.shown(text))

    def refuse(self, text: str) -> None:
        """Say why something is not done."""
        say_fitted(self.with_names(text), "red")

    def keep(self) -> bool:
        """Write the game to the disk, so that nothing is lost, and say whether it is there. A failure is told once."""
        try:
            self.kept = kept.keep(self.table)
        except OSError as error:
            if self.kept is None:
                say_fitted(f"This game cannot be kept by itself: {kept.folder()}: {error.strerror}", "red")
            self.kept = kept.folder()
            return False
        return True

    def save(self, path: Path) -> bool:
        """Write the history to a file, but never over one that is something else."""
        if path.exists() and not kept.is_of_this_table(path, self.table):
            say_fitted(
                f"Not saved: {quote(str(path), str)} exists and is not a history of this table. Name another file.",
                "red",
            )
            return False
        try:
            kept.write_whole(path, self.table.history.to_json())
        except OSError as error:
            say_fitted(f"Not saved: {path}: {error.strerror}", "red")
            return False
        self.file = path
        say_fitted(f"Saved to {path}.")
        return True

    def __repr__(self) -> str:
        return f"<Screen of {', '.join(person.name for person in self.people) or 'nobody'}>"


def _begun(sentence: str) -> str:
    """A sentence with a capital letter, unless it begins with a seat, whose name is as it is."""
    return sentence if sentence.startswith("seat ") else sentence[:1].upper() + sentence[1:]
