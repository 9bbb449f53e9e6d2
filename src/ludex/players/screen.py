"""The terminal that people share: it draws the table in colours, shows what happens, and saves the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ludex.console import fitted, out, say_fitted
from ludex.core.compile.shared_files import write_whole
from ludex.core.game.request import Request
from ludex.core.language.errors import quote
from ludex.core.language.events import Event
from ludex.core.language.names import short_names
from ludex.core.play.draft import Draft
from ludex.core.play.table import Table
from ludex.core.show.layout import running, whole, wrapped
from ludex.core.show.page import Seating
from ludex.core.show.telling import told_in_short, told_once
from ludex.players import kept
from ludex.players.keyboard import Keyboard
from ludex.players.menu import Menu

if TYPE_CHECKING:
    from ludex.players.person import Person

SEAT_STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red", "bright_cyan", "bright_yellow")
"""The colours of the seats."""
RANK = r"(?:10|[2-9TJQKA])"
RED_SUITS = re.compile(rf"[♥♦](?: {RANK}\b)+|{RANK}[♥♦]|[♥♦]")
FORGET = "\x1b[3J"
"""The code that clears the lines that have left the screen of a terminal."""


class Screen:
    """The terminal that people share. It belongs to the table's owner: it shows names and can save the game."""

    def __init__(self, table: Table, file: Path | None = None, keyboard: Keyboard | None = None) -> None:
        self.table = table
        self.file = file
        self.keyboard = keyboard or Keyboard()
        self.people: list[Person] = []
        self.at: Person | None = None
        self.kept: Path | None = None

    @property
    def _seating(self) -> Seating:
        return Seating(short_names(self.table.names))

    def seating(self, me: int | None = None) -> Seating:
        """Return the seats as a viewer sees them."""
        return Seating(self._seating.names, me, told=self.table.engine.told(me))

    def call(self, person: Person) -> None:
        """Call a person to the screen. If several share it, no person sees another one's hand."""
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
        """Print sentences about what happened."""
        for line in running(sentences, out.width):
            self.paint(line, "dim")

    def sentences(self, events: Iterable[Event], in_full: bool = False) -> list[str]:
        """Return events as a few sentences with names. Those on the screen are included only `in_full`."""
        terminal = self.table.game.look.terminal
        found = list(events)
        silent = terminal.on_screen if self.people and not in_full else ()
        once = told_once((event for event in found if not isinstance(event, silent)), terminal.said_again)
        told = (*(terminal.summed_up(found) if silent else ()), *told_in_short(once))
        return [self.with_names(_begun(sentence)) for sentence in told]

    def show(self, request: Request[Any]) -> None:
        """Draw the table and list the options."""
        say_fitted()
        self.paint(self.table.game.look.terminal.screen(request.view, self.seating(request.seat), out.width))
        for seat, then in self.table.engine.substitutes.items():
            fate = "the seat is in civil disorder" if then == "civil-disorder" else "a bot plays on"
            self.paint(f"{self._seating.name(seat)} has left, and {fate}.", "dim")
        self.offer(request)

    def menu(self, request: Request[Any], with_rare: bool = False) -> Menu:
        """Return the options as they are listed. If there is a draft, they are those for its missing decisions."""
        terminal, draft = self.table.game.look.terminal, self.table.draft(request.seat)
        options = (draft or request).options
        remarks, keys = self.table.game.look.remarks(request.view), terminal.keys(request.view)
        numbered = terminal.numbered and draft is None
        return Menu(options, remarks, keys, with_rare, numbered, self.with_names)

    def prompt(self, request: Request[Any]) -> str:
        """Return the question to a person, with the names of the others."""
        draft = self.table.draft(request.seat)
        written = tuple(str(move) for move in draft.moves) if draft else ()
        seating = Seating(self._seating.names, request.seat, draft=written)
        options = draft.choices if draft else request.options
        return self.table.game.look.prompt(request.view, seating, options)

    def offer(self, request: Request[Any]) -> None:
        """List the options, and the entries of the draft if there is one."""
        menu, draft = self.menu(request), self.table.draft(request.seat)
        self.paint("\n".join(wrapped(self.prompt(request), out.width)), "bold")
        listed = menu.text(out.width)
        if listed:
            self.paint(listed, "cyan")
        if draft is not None:
            self.show_draft(draft)
            if menu.rare:
                self.paint("Type votes to see how to vote for a draw or a concession.", "dim")

    def show_draft(self, draft: Draft) -> None:
        """Show a person's draft with its warnings."""
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
        """Return a text with players' names in place of "seat 1", and with cards as they are printed."""
        return self._seating.say(self.table.game.look.shown(text))

    def refuse(self, text: str) -> None:
        """Print the reason why something is not done."""
        say_fitted(self.with_names(text), "red")

    def keep(self) -> bool:
        """Save the game, and return True if it was saved. A failure is reported once."""
        try:
            self.kept = kept.keep(self.table)
        except OSError as error:
            if self.kept is None:
                say_fitted(f"This game cannot be saved automatically: {kept.folder()}: {error.strerror}", "red")
            self.kept = kept.folder()
            return False
        return True

    def save(self, path: Path) -> bool:
        """Write the history to a file, but never over a file of something else."""
        if path.exists() and not kept.is_of_this_table(path, self.table):
            say_fitted(
                f"Not saved: {quote(str(path), str)} exists and is not a history of this table. Choose another file.",
                "red",
            )
            return False
        try:
            write_whole(path, self.table.history.to_json())
        except OSError as error:
            say_fitted(f"Not saved: {path}: {error.strerror}", "red")
            return False
        self.file = path
        say_fitted(f"Saved to {path}.")
        return True

    def __repr__(self) -> str:
        return f"<Screen of {', '.join(person.name for person in self.people) or 'no people'}>"


def _begun(sentence: str) -> str:
    """Return a sentence with a capital letter, unless it begins with a seat, whose name is not changed."""
    return sentence if sentence.startswith("seat ") else sentence[:1].upper() + sentence[1:]
