"""A person at a terminal: sees the table and the options, and types what to do.

The referee asks, checks and executes; a `Person` only shows its request and reads an answer. People at one terminal
share a `Screen`, which calls them to it one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ludex.console import out, say
from ludex.core.draft import Draft
from ludex.core.errors import LudexError, UnreadableMove, quote
from ludex.core.events import Event
from ludex.core.moves import Move
from ludex.core.options import Span
from ludex.core.page import Seating
from ludex.core.request import Answer, Leave, News, Player, Proposal, Request, TakeBack
from ludex.core.table import Table
from ludex.players.search.hints import find_hints, say_hint
from ludex.players.typed_moves import fits, read_moves

HELP = """Type an option's number, its text, or the beginnings of its words. For a range, type the whole move: bid 17.
Where a game takes many moves at once, type them all: A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO.
Where you decide many things before anything happens, type them one by one or together, and change them as you like:
  done         hand in what you have written
  erase WORDS  take something off again, e.g. erase A PAR, or erase all
  all WORDS    repeat the option that fits the words while there is one, e.g. all play
  Enter        the only option, where there is only one
  undo         take back your last move (others at the table are asked)
  save FILE    save the game; continue later with: ludex play GAME --resume FILE
  view         show the table again
  hint         what a search thinks of your options; it knows no more than you do
  quit         leave; the game is saved if a file is known"""


class Screen:
    """The terminal that people share. It belongs to the table's owner: it knows names and can save the game."""

    def __init__(self, table: Table, file: Path | None = None) -> None:
        self.table = table
        self.file = file
        self.people: list[Person] = []
        self.at: Person | None = None

    def call(self, person: Person) -> None:
        """Call a person to the screen. Where several share it, nobody sees another player's hand."""
        if self.at not in (None, person):
            out.clear()
            input(f"{person.name}, it is your turn. Press Enter when you are alone at the screen. ")
        self.at = person

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened."""
        for event in events:
            say(f"  {self.with_names(str(event))}", "dim")

    def show(self, request: Request[Any]) -> None:
        """Draw the table and list the options."""
        say()
        say(self.table.game.draw(request.view))
        self.offer(request)

    def offer(self, request: Request[Any]) -> None:
        """List the options. Where there is a draft, they are those for what is still missing on it."""
        draft = self.table.draft(request.seat)
        for number, path in enumerate((draft or request).options.paths, 1):
            say(f"{number:>3}  {' '.join(map(str, path))}", "cyan")
        if draft is not None:
            say(str(draft), "yellow")

    def with_names(self, text: str) -> str:
        """Put the players' names in the place of "seat 1"."""
        return Seating(self.table.players).say(text)

    def save(self, path: Path) -> None:
        """Write the history."""
        try:
            path.write_text(self.table.history.to_json())
        except OSError as error:
            say(f"Not saved: {path}: {error.strerror}", "red")
            return
        self.file = path
        say(f"Saved to {path}.")

    def __repr__(self) -> str:
        return f"<Screen of {', '.join(person.name for person in self.people) or 'nobody'}>"


class Person(Player[Any]):
    """A person who shares a screen with the others at it, and is asked there when no program owes a decision."""

    patient = True

    def __init__(self, screen: Screen, seat: int) -> None:
        super().__init__(screen.table.players[seat])
        self.screen = screen
        self.seat = seat
        self._plan: list[Move] = []
        self._repeated = ""
        self._verbs: set[str | Span] = set()
        self._unseen = True
        self._unread: list[News] = []
        screen.people.append(self)

    def decide(self, request: Request[Any]) -> Answer:
        """The next move of those already typed, or what the person types now."""
        planned = self._planned(request)
        if planned is not None:
            self._unseen = True
            return planned
        try:
            return self._asked(request)
        except EOFError:
            return Leave()

    def agrees(self, proposal: Proposal) -> bool:
        """Ask the person, and say why they are asked."""
        say(self.screen.with_names(proposal.why), "dim")
        try:
            return input(f"{self.name}, do you agree? [y/N] ").strip().lower() == "y"
        except EOFError:
            return False

    def hear(self, news: News) -> None:
        """Tell the person at once what their own move did. What others do they read when back at the screen.

        Whatever another player does ends a plan: the person decided before they knew.
        """
        if news.by != self.seat:
            self._drop_plan()
        if news.taken_back:
            del self._unread[-news.taken_back :]
            if news.by == self.seat:
                say("Taken back.", "yellow")
            return
        self._unread.append(news)
        if self.screen.at is self and (news.by == self.seat or self.screen.people == [self]):
            self._read_news()

    def _read_news(self) -> None:
        for news in self._unread:
            self.screen.tell(news.events)
        self._unread.clear()

    def _planned(self, request: Request[Any]) -> Move | None:
        """The next of the moves that were typed together, or of those that `all` repeats."""
        if request.rejection is not None:
            self._drop_plan()
        if self._plan:
            return self._plan.pop(0)
        if self._repeated and set(request.options.next_tokens()) == self._verbs:
            return self._fitting(request)
        self._drop_plan()
        return None

    def _drop_plan(self) -> None:
        self._plan.clear()
        self._repeated = ""

    def _asked(self, request: Request[Any]) -> Answer:
        """Show the request and read until there is an answer."""
        self.screen.call(self)
        self._read_news()
        if request.attempt == 1 or self._unseen:
            self.screen.show(request)
        self._unseen = False
        if request.rejection is not None:
            say(self.screen.with_names(request.rejection.sentence), "red")
        while True:
            typed = input(f"{self.name}> ").strip()
            answer = self._obey(request, typed)
            if answer is not None:
                return answer

    def _obey(self, request: Request[Any], typed: str) -> Answer | None:
        """Do what was typed, and return an answer if it is for the referee."""
        command, _, rest = typed.partition(" ")
        match command:
            case "quit" | "q" | "exit":
                return Leave()
            case "undo":
                return TakeBack()
            case "help" | "?" | "h":
                say(HELP)
            case "view":
                self.screen.show(request)
            case "hint":
                for tried in find_hints(self.screen.table.game, request):
                    say(f"  {tried.move}: {say_hint(tried)}", "dim")
            case "save":
                self.screen.save(Path(rest.strip() or self.screen.file or "game.json"))
            case "all" if self._draft is None:
                return self._begin_repeating(request, rest)
            case _:
                return self._move(request, typed)
        return None

    @property
    def _draft(self) -> Draft | None:
        """Where the person writes down what is not yet final, in a game that has such drafts."""
        return self.screen.table.draft(self.seat)

    def _move(self, request: Request[Any], typed: str) -> Move | None:
        """The move that was typed. If there are several, the rest are kept for the next requests."""
        try:
            draft = self._draft
            if draft is None:
                moves = read_moves(self.screen.table, self.seat, request.options, typed)
            else:
                moves = self._drafted(draft, typed)
        except LudexError as error:
            say(str(error), "red")
            return None
        if not moves:
            self.screen.offer(request)
            return None
        first, *self._plan = moves
        return first

    def _drafted(self, draft: Draft, typed: str) -> tuple[Move, ...]:
        """Write what was typed into a draft; returns its moves once they are final."""
        command, _, rest = typed.partition(" ")
        match command.casefold():
            case "done":
                return draft.final()
            case "erase":
                draft.erase(rest)
            case "all":
                return draft.final() if self._draft_all(draft, rest) else ()
            case _:
                moves = read_moves(self.screen.table, self.seat, draft.options, typed)
                return draft.final() if draft.take(moves) else ()
        return ()

    @staticmethod
    def _draft_all(draft: Draft, words: str) -> bool:
        """Write the option that fits the words for everything that is missing; say whether it is final at once."""
        written = []
        while fitting := [move for move in draft.options if fits(str(move), words)]:
            at_once = draft.take(fitting[:1])
            written.append(at_once)
        if not written:
            raise UnreadableMove(f"no option fits {words!r}")
        return any(written)

    def _begin_repeating(self, request: Request[Any], words: str) -> Move | None:
        self._repeated, self._verbs = words, set(request.options.next_tokens())
        move = self._fitting(request)
        if move is None:
            say(f"No option fits {quote(words)}; e.g. all play", "red")
        return move

    def _fitting(self, request: Request[Any]) -> Move | None:
        """The first option that fits the words of `all`. If there is none, the repetition ends."""
        fitting = next((move for move in request.options if fits(str(move), self._repeated)), None)
        if fitting is None:
            self._drop_plan()
        return fitting
