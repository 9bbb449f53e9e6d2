"""A table at a terminal: shows what a person wants to see, reads what a person types."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from ludex.cli.console import out, say
from ludex.cli.replay import show_outcome
from ludex.core.errors import LudexError, UnreadableMove
from ludex.core.moves import Move
from ludex.core.options import Options, Span
from ludex.core.request import Player, Request
from ludex.core.table import Table
from ludex.players import is_player, make_player

PERSON = "person"
HELP = """Type the number of an option, its text, or the beginning of its words; of a range the whole move: bid 17.
Where a game takes many moves at once, type them all: A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO.
  all WORDS    repeat the option that fits the words while there is one, e.g. all play
  Enter        the only option, where there is only one
  undo         take back your last move (others at the table are asked)
  save FILE    save the game; go on later with: ludex play GAME --resume FILE
  view         show the table again
  quit         leave; the game is saved if a file is known"""


class Quit(Exception):
    """The person wants to leave."""


class TerminalGame:
    """Plays a table to its end with the people at this terminal and bots for the other seats."""

    def __init__(self, table: Table, file: Path | None = None) -> None:
        self.table = table
        self.file = file
        self.bots: dict[int, Player] = {
            seat: make_player(table.game, name, seat + 1)
            for seat, name in enumerate(table.players)
            if is_player(table.game, name)
        }
        self.at_screen: int | None = None
        self.told = [len(table.played)] * table.seats

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.table.seats) if seat not in self.bots]

    def play(self) -> None:
        """Play until the game is over or somebody quits."""
        try:
            while self.table.outcome is None:
                self.ask(self.table.waiting)
        except (Quit, EOFError, KeyboardInterrupt):
            self.leave()
            return
        show_outcome(self.table)
        say(f"Seed {self.table.seed.hex()} (its hash is the commitment).", "dim")
        if self.file:
            self.save(self.file)

    def ask(self, waiting: tuple[int, ...]) -> None:
        """Where several may decide at once the bots do first: a person need not answer each small raise of theirs."""
        bot = next((seat for seat in waiting if seat in self.bots), None)
        if bot is None:
            self.ask_person(waiting[0])
        else:
            self.ask_bot(bot)

    def ask_bot(self, seat: int) -> None:
        """A bot decides; with nobody at the screen, its moves are told at once."""
        table = self.table
        request = Request(seat, table.view(seat), table.options(seat), record=table.record(seat))
        move = self.bots[seat].decide(request)
        if not isinstance(move, Move):
            raise LudexError(f"{table.players[seat]} answered {move!r}; expected a move")
        table.play(seat, move)
        if not self.people:
            self.tell(None, len(table.played) - 1)

    def ask_person(self, seat: int) -> None:
        """One decision of a person: ask until there is a move, or something else was done."""
        self.call_to_screen(seat)
        self.tell(seat, self.told[seat])
        self.told[seat] = len(self.table.played)
        self.show(seat)
        options = self.table.options(seat)
        while True:
            typed = input(f"{self.table.players[seat]}> ").strip()
            command, _, rest = typed.partition(" ")
            if command in ("quit", "q", "exit"):
                raise Quit
            if command in ("help", "?", "h"):
                say(HELP)
            elif command == "view":
                self.show(seat)
            elif command == "save":
                self.save(Path(rest.strip() or self.file or "game.json"))
            elif command == "undo":
                if self.undo(seat):
                    return
            elif command == "all":
                if self.play_all(seat, rest):
                    return
            elif self.try_move(seat, options, typed):
                return

    def play_all(self, seat: int, words: str) -> bool:
        """Repeat the first option that fits, as long as one does and nothing else was asked in between."""
        before = len(self.table.played)
        verbs = set(self.table.options(seat).next_tokens())
        while self.table.waiting == (seat,) and set(self.table.options(seat).next_tokens()) == verbs:
            options = self.table.options(seat)
            fitting = next((move for move in options if fits(str(move), words)), None)
            if fitting is None or not self.try_move(seat, options, str(fitting)):
                break
        if len(self.table.played) == before:
            say(f"No option fits {words!r}; e.g. all play", "red")
        return len(self.table.played) > before

    def try_move(self, seat: int, options: Options, typed: str) -> bool:
        """Execute what was typed, or say why not."""
        before = len(self.table.played)
        try:
            for move in read_moves(self.table, seat, options, typed):
                self.table.play(seat, move)
        except LudexError as error:
            say(str(error), "red")
            return False
        self.tell(seat, before)
        self.told[seat] = len(self.table.played)
        return True

    def call_to_screen(self, seat: int) -> None:
        """Where several people share the screen, nobody sees another's hand."""
        if self.at_screen not in (None, seat) and len(self.people) > 1:
            out.clear()
            input(f"{self.table.players[seat]}, it is your turn. Press Enter when you are alone at the screen. ")
        self.at_screen = seat

    def tell(self, seat: int | None, since: int) -> None:
        """What happened, as far as the person may know it."""
        for event in self.table.events(seat, since):
            say(f"  {self.with_names(str(event))}", "dim")

    def with_names(self, text: str) -> str:
        """Players by their names instead of "seat 1"."""
        return re.sub(r"\bseat (\d+)\b", lambda found: name_of(self.table, int(found[1])), text)

    def show(self, seat: int) -> None:
        """The table and the options."""
        say()
        say(self.table.game.draw(self.table.view(seat)))
        for number, path in enumerate(self.table.options(seat).paths, 1):
            say(f"{number:>3}  {' '.join(map(str, path))}", "cyan")

    def undo(self, seat: int) -> bool:
        """Take back to before this seat's last move. Bots agree; other people are asked if the rule wants it."""
        mine = [number for number, played in enumerate(self.table.played) if played.seat == seat]
        if not mine:
            say("Nothing to take back: you have not moved yet.", "red")
            return False
        try:
            if mine[-1] == len(self.table.played) - 1:
                self.table.undo(seat)
                return self.taken_back()
        except LudexError as error:
            say(str(error), "dim")
        for other in self.people:
            if other != seat and input(f"{self.table.players[other]}, do you agree? [y/N] ").strip().lower() != "y":
                say("Not taken back.", "red")
                return False
        while len(self.table.played) > mine[-1]:
            self.table.undo(agreed=range(self.table.seats))
        return self.taken_back()

    def taken_back(self) -> bool:
        self.told = [min(told, len(self.table.played)) for told in self.told]
        say("Taken back.", "yellow")
        return True

    def save(self, path: Path) -> None:
        """Write the history."""
        try:
            path.write_text(self.table.history.to_json())
        except OSError as error:
            say(f"Not saved: {path}: {error.strerror}", "red")
            return
        self.file = path
        say(f"Saved to {path}.")

    def leave(self) -> None:
        say()
        if self.file:
            self.save(self.file)
            say(f"Go on with: ludex play {self.table.game.name} --resume {self.file}")
        else:
            say("Left without saving.")


def name_of(table: Table, seat: int) -> str:
    """A player's name; with the seat where others have the same name.

    >>> import ludex
    >>> table = ludex.game("automation").new(3, seed=7, players=["Ann", "random", "random"])
    >>> [name_of(table, seat) for seat in range(3)]
    ['Ann', 'random (seat 1)', 'random (seat 2)']
    """
    name = table.players[seat]
    return name if table.players.count(name) == 1 else f"{name} (seat {seat})"


def read_moves(table: Table, seat: int, options: Options, typed: str) -> tuple[Move, ...]:
    """What a person typed as moves: an option's number, the text of a move (or of as many as the game takes at once),
    or the beginning of an option.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> read_moves(table, 0, table.options(0), "end")
    (EndPhase(),)
    >>> read_moves(table, 0, table.options(0), "1")
    (EndPhase(),)
    """
    paths = options.paths
    if not typed and len(options) == 1:
        return (options[0],)
    chosen = paths[int(typed) - 1] if typed.isdigit() and 1 <= int(typed) <= len(paths) else None
    if chosen and not isinstance(chosen[-1], Span):
        return (table.game.moves.parse(" ".join(map(str, chosen))),)
    try:
        return table.read_line(seat, typed)
    except UnreadableMove as error:
        if chosen:
            whole = " ".join(map(str, chosen))
            raise UnreadableMove(f"option {typed} is {whole}: type the whole move, with a number") from None
        fitting = [move for move in itertools.islice(options, 1_000) if fits(str(move), typed)]
        if len(fitting) == 1:
            return (fitting[0],)
        if fitting:
            raise UnreadableMove(f"{typed!r} could be {', '.join(map(str, fitting[:6]))}") from None
        if any(typed.casefold().split()[:1] == str(path[0]).casefold().split()[:1] for path in paths):
            raise UnreadableMove(str(error)) from None
        raise UnreadableMove(f"{typed!r} is none of the options; type a number, or help") from None


def fits(text: str, typed: str) -> bool:
    """Whether every word typed begins a word of the move, in order.

    >>> fits("buy Code Review", "b code"), fits("buy Code Review", "rev"), fits("buy Module", "code")
    (True, True, False)
    """
    words = iter(text.casefold().split())
    return bool(typed) and all(any(word.startswith(part) for word in words) for part in typed.casefold().split())
