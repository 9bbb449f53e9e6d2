"""A person at a terminal: sees the table and the options, and types what to do.

The referee asks, checks and executes; a `Person` only shows its request and reads an answer. People at one terminal
share a `Screen`, which calls them to it one after the other.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from ludex.console import say_fitted
from ludex.core.game.request import Player, Request
from ludex.core.game.wishes import Answer, Leave, News, Proposal, Resign, TakeBack
from ludex.core.language.errors import LudexError, UnreadableMove, quote
from ludex.core.language.moves import Move
from ludex.core.language.names import short_name
from ludex.core.language.options import Options, Span
from ludex.core.play.draft import Draft
from ludex.core.play.reading import fits, read_moves
from ludex.core.show.layout import whole
from ludex.core.show.telling import without_choice
from ludex.players.commands import Commands
from ludex.players.screen import Screen
from ludex.players.standing_orders import Orders

__all__ = ["Person", "Screen"]

LEAVING = ("quit", "q", "exit")
STANDING = re.compile(r"(?:bid )?up ?to (\d{1,9})|pass lot", re.IGNORECASE)
"""Standing orders: bid up to an amount for a lot, or pass on it."""
MOST_COMPLETED = 400
"""The most options that Tab completes."""


class Person(Player[Any]):
    """A person who shares a screen with the others at it, and is asked there when no program owes a decision."""

    patient = True

    def __init__(self, screen: Screen, seat: int, name: str = "") -> None:
        super().__init__(name or short_name(screen.table.names[seat]))
        self.screen = screen
        self.seat = seat
        self.commands = Commands(screen, seat)
        self._plan: list[Move] = []
        self._repeated = ""
        self._unchosen = ""
        self._verbs: set[str | Span] = set()
        self._unseen = True
        self._unread: list[News] = []
        self._orders = Orders()
        screen.people.append(self)

    def decide(self, request: Request[Any]) -> Answer:
        """Return the next move of those already typed, the only option there is, or what the person types now."""
        planned = self._planned(request) or self._forced(request) or self._ordered(request)
        if planned is not None:
            self._unseen = True
            return planned
        self.screen.keep()
        try:
            return self._asked(request)
        except (EOFError, KeyboardInterrupt):
            return Leave()

    def agrees(self, proposal: Proposal) -> bool:
        """Ask the person, and show the reason."""
        say_fitted(self.screen.with_names(proposal.why), "dim")
        try:
            return self.screen.keyboard.confirm(f"{self.name}, do you agree?", default=False)
        except (EOFError, KeyboardInterrupt):
            return False

    def hear(self, news: News) -> None:
        """Show the person the result of their own move at once. Moves of others are shown when they are back at the
        screen.

        Any move of another player ends a plan, because the person decided without knowing it.
        """
        if news.by != self.seat:
            self._drop_plan()
        if news.taken_back:
            del self._unread[-news.taken_back :]
            if news.by == self.seat:
                say_fitted("Taken back.", "yellow")
            return
        self._unread.append(news)
        if self.screen.at is self and news.by == self.seat and not self._plan:
            self.read_news()

    def read_news(self) -> None:
        """Show what happened since the person was last at the screen, all at once, so that it can be summarised."""
        told = self.screen.sentences(event for news in self._unread for event in news.events)
        if self._unchosen:
            told = without_choice(self.name, self._unchosen, told)
        self.screen.tell(told)
        self._unread.clear()
        self._unchosen = ""

    def _planned(self, request: Request[Any]) -> Move | None:
        """Return the next of the moves that were typed together, or of those that `all` repeats."""
        if request.rejection is not None:
            self._drop_plan()
        if self._plan:
            return self._plan.pop(0)
        if self._repeated and set(request.options.next_tokens()) == self._verbs:
            return self._fitting(request)
        self._drop_plan()
        return None

    def _forced(self, request: Request[Any]) -> Move | None:
        """Return the only option, if there is no choice. The person is shown it, and not asked."""
        if request.rejection is not None or self._draft is not None or len(request.options) != 1:
            return None
        if self.screen.at is self or self.screen.people == [self]:
            self.read_news()
            self._unchosen = self.screen.with_names(str(request.options[0]))
        return request.options[0]

    def _ordered(self, request: Request[Any]) -> Move | None:
        """Return the move of the person's standing orders for this lot. They end with the lot or a rejection."""
        game = self.screen.table.game
        lot = game.look.lot(request.view) if self._orders.lot is not None else None
        if request.rejection is not None or lot != self._orders.lot:
            self._orders = Orders()
        return self._move_by_orders(request, lot)

    def _move_by_orders(self, request: Request[Any], lot: str | None) -> Move | None:
        game = self.screen.table.game
        packed = self._orders.move(game, request.options, lot)
        return None if packed is None else game.moves.unpack(packed)

    def _drop_plan(self) -> None:
        self._plan.clear()
        self._repeated = ""

    def _asked(self, request: Request[Any]) -> Answer:
        """Show the request and read until there is an answer."""
        self.screen.call(self)
        self.read_news()
        if request.attempt == 1 or self._unseen:
            self.screen.show(request)
        self._unseen = False
        if request.rejection is not None:
            self.screen.refuse(request.rejection.sentence)
        while True:
            typed = self.screen.keyboard.ask(f"{self.name}> ", self._completed(request))
            answer = self._obey(request, typed)
            if answer is not None:
                return answer

    def _completed(self, request: Request[Any]) -> list[str]:
        """Return the texts that Tab completes: the options, then commands."""
        draft = self._draft
        paths = islice((draft.choices if draft else request.options).paths, MOST_COMPLETED)
        texts = (" ".join(token.label if isinstance(token, Span) else token for token in path) for path in paths)
        return [*map(self.screen.with_names, texts), *self.commands.completed(request)]

    def _obey(self, request: Request[Any], typed: str) -> Answer | None:
        """Execute what was typed, and return an answer if it is for the referee."""
        command, _, rest = typed.partition(" ")
        if typed.casefold() in LEAVING:
            return Leave() if self._really_leaves() else None
        if typed.casefold() == "resign":
            return self._resigned()
        if typed.casefold() == "undo":
            return TakeBack()
        if command == "all" and self._draft is None:
            return self._begin_repeating(request, rest)
        if found := STANDING.fullmatch(typed):
            return self._stand(request, int(found[1]) if found[1] else None)
        if self.commands.obey(request, typed):
            return None
        return self._move(request, typed)

    def _stand(self, request: Request[Any], limit: int | None) -> Move | None:
        """Bid up to a limit on the lot that is being auctioned, or pass on it, without being asked again."""
        lot = self.screen.table.game.look.lot(request.view)
        if lot is None:
            self.screen.refuse("nothing is being auctioned now.")
            return None
        self._orders = Orders(lot=lot, skip=limit is None, bid=limit)
        return self._move_by_orders(request, lot)

    def _really_leaves(self) -> bool:
        """Ask a person at a terminal whether they really want to leave."""
        keyboard = self.screen.keyboard
        return not keyboard.interactive or keyboard.confirm("Leave? The game is saved, and can be continued.", True)

    def _resigned(self) -> Resign | None:
        """Resign, after asking a person at a terminal once more. The others play on at this screen."""
        keyboard = self.screen.keyboard
        if keyboard.interactive and not keyboard.confirm("Resign? You rank last, and do not come back.", False):
            return None
        if self.screen.people != [self]:
            self.screen.people.remove(self)
        return Resign()

    @property
    def _draft(self) -> Draft | None:
        """Return the person's draft of decisions that are not yet final, in a game that has drafts."""
        return self.screen.table.draft(self.seat)

    def _move(self, request: Request[Any], typed: str) -> Move | None:
        """Return the move that was typed. If there are several, the rest are saved for the next requests."""
        try:
            draft = self._draft
            moves = self._read(request.options, typed) if draft is None else self._drafted(draft, typed)
        except LudexError as error:
            self.screen.refuse(str(error))
            return None
        if not moves:
            self.screen.offer(request)
            return None
        first, *self._plan = moves
        return first

    def _read(self, options: Options, typed: str) -> tuple[Move, ...]:
        """Read a line. An empty one is not a move, unless there is only one."""
        if not typed:
            return (options[0],) if len(options) == 1 else ()
        return read_moves(self.screen.table, self.seat, typed, options, self.commands.words)

    def _drafted(self, draft: Draft, typed: str) -> tuple[Move, ...]:
        """Enter what was typed into a draft, and return its moves once they are final."""
        command, _, rest = typed.partition(" ")
        match command.casefold():
            case "done":
                return self._handed_in(draft)
            case "erase":
                draft.erase(rest)
            case "all":
                return self._handed_in(draft) if self._draft_all(draft, rest) else ()
            case _:
                moves = self._read(draft.options, typed)
                return self._handed_in(draft) if draft.take(moves) else ()
        return ()

    def _handed_in(self, draft: Draft) -> tuple[Move, ...]:
        """Return the moves of a draft, once the person has confirmed that they are final."""
        keyboard = self.screen.keyboard
        if keyboard.interactive:
            orders = "; ".join(whole(str(move)) for move in draft.moves)
            self.screen.paint(f"Your orders: {orders or 'none'}.", "yellow")
            self.screen.paint("\n".join(f"Note: {warning}" for warning in draft.warnings), "yellow")
            if not keyboard.confirm("Submit these orders? You cannot change them afterwards.", True):
                return ()
        return draft.final()

    @staticmethod
    def _draft_all(draft: Draft, words: str) -> bool:
        """Enter the option that fits the words for everything that is missing; return whether it is final at once."""
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
            say_fitted(f"No option fits {quote(words)}; e.g. all play", "red")
        return move

    def _fitting(self, request: Request[Any]) -> Move | None:
        """Return the first option that fits the words of `all`. If there is none, the repetition ends."""
        fitting = next((move for move in request.options if fits(str(move), self._repeated)), None)
        if fitting is None:
            self._drop_plan()
        return fitting
