"""The commands of a person at a terminal: rules, cards, hints, scores, the log, the map, saving."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from rich.markdown import Markdown

from ludex.console import err, get_ready, out, say_fitted
from ludex.core.compile.program import waits_for_compiler
from ludex.core.compile.shared_files import write_whole
from ludex.core.game.request import Request
from ludex.core.language.errors import did_you_mean, quote
from ludex.core.show.layout import labelled
from ludex.core.show.terminal import Terminal
from ludex.players.hints import hint
from ludex.players.menu import Menu
from ludex.players.screen import Screen
from ludex.players.search.playouts import play_on

HELP = """Type a move as it is shown, an option's number where options are numbered, or the beginnings of its words.
Where an amount is asked, a number is the amount. Tab completes, and the arrow keys bring back what you typed.
"""
ANYWHERE = {
    "rules": "the rules of the game",
    "card NAME": "what a card or another thing of the game does",
    "hint": "what a search thinks of your options",
    "score": "the standings",
    "log": "what has happened; log 50 shows more of it",
    "view": "show the table again",
    "undo": "take back your last move (others at the table are asked)",
    "all WORDS": "repeat the option that fits the words while there is one, e.g. all play",
    "save FILE": "save a copy; the game is saved automatically anyway",
    "resign": "give up your seat; the others play on (see --on-leave)",
    "quit": "leave; the next start offers to continue",
}
"""Commands in every game, and what they do."""
WITH_MAP = {"map": "the map as text; map NAME shows one place of it, map FILE.svg writes a picture"}
IN_AUCTIONS = {
    "up to 30": "bid for you up to 30 on this lot",
    "pass lot": "pass whenever you are asked about this lot",
}
ON_DRAFTS = {
    "orders": "what you have written, what to think about, and what else you could write",
    "erase WORDS": "remove an entry: erase and its first words, or erase all",
    "votes": "draws and concessions",
    "done": "hand in what you have written",
}
DRAFTS = (
    "You decide many things before anything happens: type them one by one or together, and change them as you like."
)

LOGGED = 20
"""The number of lines of the log that are shown."""


class Commands:
    """The commands of a person. None of them changes the game."""

    def __init__(self, screen: Screen, seat: int) -> None:
        self.screen = screen
        self.seat = seat

    @property
    def by_name(self) -> Mapping[str, Callable[[Request[Any], str], None]]:
        """The commands by the word that is typed."""
        return {
            "help": self.help,
            "?": self.help,
            "h": self.help,
            "view": self.view,
            "rules": self.rules,
            "card": self.card,
            "hint": self.hint,
            "score": self.score,
            "log": self.log,
            "map": self.map,
            "save": self.save,
            "orders": self.orders,
            "votes": self.votes,
        }

    def obey(self, request: Request[Any], typed: str) -> bool:
        """Execute a typed line if it is one of these commands, and return whether it was."""
        word, _, rest = typed.partition(" ")
        command = self.by_name.get(word.casefold())
        if command is None:
            return False
        command(request, rest.strip())
        return True

    @property
    def words(self) -> tuple[str, ...]:
        """All words that can be typed besides moves."""
        useful = {"map": self._has_map, "orders": self._has_draft, "votes": self._has_draft}
        return (*(word for word in self.by_name if len(word) > 1 and useful.get(word, True)), "undo", "resign", "quit")

    def completed(self, request: Request[Any]) -> list[str]:
        """Return the commands that Tab completes."""
        names = self.screen.table.game.look.terminal.explained(request.view)
        return [
            *(word for word in self.words if word != "card" or not names),
            "all",
            *(f"card {name}" for name in names),
        ]

    def help(self, request: Request[Any], rest: str) -> None:
        """List the commands that are useful in this game."""
        say_fitted(HELP)
        has_lots = self.screen.table.game.look.has_lots
        self._list({**ANYWHERE, **(WITH_MAP if self._has_map else {}), **(IN_AUCTIONS if has_lots else {})})
        if self._has_draft:
            say_fitted(f"\n{DRAFTS}")
            self._list(ON_DRAFTS)

    @property
    def _has_map(self) -> bool:
        return type(self.screen.table.game.look.terminal).map_text is not Terminal.map_text

    @property
    def _has_draft(self) -> bool:
        return self.screen.table.draft(self.seat) is not None

    @staticmethod
    def _list(commands: Mapping[str, str]) -> None:
        for command, does in commands.items():
            say_fitted("\n".join(labelled(f"  {command}", does, out.width, indent=15)))

    def view(self, request: Request[Any], rest: str) -> None:
        """Show the table again."""
        self.screen.show(request)

    def rules(self, request: Request[Any], rest: str) -> None:
        """Show how to play and the rulebook, a page at a time."""
        game = self.screen.table.game
        with self._pages():
            out.print(Markdown(f"{game.how_to_play()}\n{game.rulebook()}"))

    @contextmanager
    def _pages(self) -> Iterator[None]:
        """Show output a page at a time, if there is a terminal."""
        if not self.screen.keyboard.interactive:
            yield
            return
        os.environ.setdefault("LESS", "-R")
        with out.pager(styles=True):
            yield

    def card(self, request: Request[Any], rest: str) -> None:
        """Explain a card or another thing of the game."""
        terminal = self.screen.table.game.look.terminal
        names = terminal.explained(request.view)
        told = terminal.explain(request.view, rest) if rest else None
        if told:
            self.screen.paint(told)
        elif not names:
            say_fitted("This game has nothing more to explain. For its rules, type rules.", "red")
        elif not rest:
            self.screen.paint(f"Type card and a name: {', '.join(names[:30])}{', …' if len(names) > 30 else ''}")
        else:
            near = did_you_mean(rest, names) or " Type card to see what can be explained, or rules for the rules."
            say_fitted(f"There is nothing called {quote(rest)} here.{near}", "red")

    def hint(self, request: Request[Any], rest: str) -> None:
        """Show a search's opinion of the options. It knows no more than the person does."""
        if waits_for_compiler():
            get_ready(self.screen.table.game, play_on.__name__)
        with err.status("Looking ahead"):
            found = hint(self.screen.table.game, request)
        if not found:
            say_fitted("There is nothing to choose.")
        for line in found:
            self.screen.paint(f"  {self.screen.with_names(line['move'])}: {line['say']}")
            if line["why"]:
                why = f"compared with “{self.screen.with_names(line['against'])}”: {_within(line['why'])}"
                self.screen.paint("\n".join(labelled("", why, out.width, indent=4)))

    def score(self, request: Request[Any], rest: str) -> None:
        """Show the standings."""
        terminal, seating = self.screen.table.game.look.terminal, self.screen.seating(self.seat)
        told = terminal.score(request.view, seating, out.width)
        self.screen.paint(told or terminal.screen(request.view, seating, out.width))

    def log(self, request: Request[Any], rest: str) -> None:
        """Show the latest events again."""
        lines = self.screen.sentences(self.screen.table.events(self.seat), in_full=True)
        for line in lines[-(int(rest) if rest.isdecimal() and len(rest) < 6 else LOGGED) :]:
            self.screen.paint(f"  {line}")

    def map(self, request: Request[Any], rest: str) -> None:
        """Show the map as text, or write it as a picture."""
        look = self.screen.table.game.look
        if rest.casefold().endswith(".svg"):
            self._write_map(Path(rest), look.svg(request.view) if self._has_map else None)
            return
        told = look.terminal.map_text(request.view, self.screen.seating(self.seat), rest, out.width)
        with self._pages() if told.count("\n") >= out.height else nullcontext():
            self.screen.paint(told or "This game has no map.")

    def _write_map(self, path: Path, picture: str | None) -> None:
        if not picture:
            say_fitted("This game has no map to draw.", "red")
        elif path.exists() and not path.read_bytes().lstrip().startswith(b"<svg"):
            say_fitted(f"Not written: {path} exists and is not a picture of this kind. Choose another file.", "red")
        else:
            try:
                write_whole(path, picture)
            except OSError as error:
                say_fitted(f"Not written: {path}: {error.strerror}", "red")
            else:
                say_fitted(f"The map is in {path}.")

    def save(self, request: Request[Any], rest: str) -> None:
        """Save a copy of the game."""
        if not rest and self.screen.file is None:
            say_fitted(
                "Type save and the name of a file, e.g. save game.json. The game is saved automatically anyway.", "red"
            )
        else:
            self.screen.save(Path(rest) if rest else self.screen.file or Path())

    def orders(self, request: Request[Any], rest: str) -> None:
        """Show the draft, and all moves that could be entered."""
        draft = self.screen.table.draft(self.seat)
        if draft is None:
            say_fitted("In this game every move is final when you type it: there are no drafts.", "red")
            return
        self.screen.paint(
            Menu(draft.choices, numbered=False, shown=self.screen.with_names).text(out.width, most=40), "cyan"
        )
        self.screen.show_draft(draft)

    def votes(self, request: Request[Any], rest: str) -> None:
        """Show how to vote for a draw or a concession."""
        rare = self.screen.menu(request).rare
        said = f"Type one of these: {', '.join(rare)}." if rare else "There is nothing to vote on now."
        self.screen.paint(self.screen.with_names(said))


def _within(sentence: str) -> str:
    """Return a sentence as it continues another one."""
    return sentence[:1].lower() + sentence[1:]
