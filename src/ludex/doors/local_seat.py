"""One seat of a local game, played by text: a language model has it, and other players have the others."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any

from ludex.core.game.game import Game
from ludex.core.language.errors import LudexError
from ludex.core.language.events import Event
from ludex.core.language.outcome import Outcome
from ludex.core.play.reading import read_moves
from ludex.core.play.referee import Referee
from ludex.core.play.table import Table
from ludex.core.show.briefing import list_options, list_players
from ludex.core.show.page import Seating
from ludex.core.show.telling import told_in_short
from ludex.doors.wording import NotText, read_text, tell_outcome, tell_rules
from ludex.players import attempts_of, make_player
from ludex.players.names import kind_in

_OVER = "Refused: the game is over."


class LocalSeat:
    """A seat of a game that is played here. Every answer is a text that contains only what the seat may know.

    `players` has the name of a player for every other seat, as in `ludex play`; the entry of the seat itself is only a
    name. The games that follow the first one have a secret seed.

    >>> import ludex
    >>> seat = LocalSeat(ludex.game("automation"), ["model", "big-money"], 0, seed=7)
    >>> print(seat.options())
    Your options:
    - play Bitcoin
    - end phase
    >>> seat.play("sell everything").splitlines()[0]
    "Refused: 'sell everything' is not one of the options. There are: play Bitcoin, end phase"
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        seat: int,
        *,
        seed: int | str | bytes | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self._names = tuple(players)
        self._settings = dict(settings or {})
        self._referee: Referee | None = None
        self._deal(seed)

    def _deal(self, seed: int | str | bytes | None) -> None:
        self.table: Table[Any] = self.game.new(len(self._names), seed, players=self._names, **self._settings)
        players = [
            _decides_by_tool if at == self.seat else make_player(self.game, kind_in(name), at + 1)
            for at, name in enumerate(self._names)
        ]
        self.close()
        attempts = list(map(attempts_of, players))
        self._referee = Referee(self.table, players, max_retries=attempts, on_violation="forfeit")
        self.advance()

    def advance(self) -> tuple[Event, ...]:
        """Let the others decide. Anything that their code prints goes to standard error, not into a protocol."""
        assert self._referee is not None
        with redirect_stdout(sys.stderr):
            return self._referee.advance(self.seat)

    def close(self) -> None:
        """Dismiss the other players."""
        if self._referee is not None:
            self._referee.close()

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, or None while it is being played."""
        return self.table.outcome

    def rules(self, chapter: Any = "") -> str:
        """Return how to play, or one chapter of the rulebook."""
        try:
            return tell_rules(self.game, read_text(chapter, "chapter"))
        except NotText as error:
            return f"Refused: {error}"

    def look(self) -> str:
        """Return the board, and the decision that the seat owes."""
        told = [list_players(self.table.names, self.seat), self.game.look.draw(self.table.view(self.seat)).strip()]
        return "\n\n".join([*told, self._question()])

    def _question(self) -> str:
        table, outcome = self.table, self.table.outcome
        if outcome is not None:
            return tell_outcome(outcome.scores, outcome.winners, outcome.reason)
        options = table.options(self.seat)
        seating = Seating.unnamed(table.seats, self.seat)
        prompt = self.game.look.prompt(table.view(self.seat), seating, options)
        return f"{prompt}\n{list_options(options)}"

    def options(self, begins: Any = "") -> str:
        """List the options of the seat."""
        if self.outcome is not None:
            return _OVER
        try:
            return list_options(self.table.options(self.seat), read_text(begins, "begins"))
        except NotText as error:
            return f"Refused: {error}"

    def play(self, move: Any) -> str:
        """Make a move, let the others decide, and return what happened and the next decision.

        A refusal is a sentence that begins with "Refused", and changes nothing. A text of several moves is made move by
        move, until one is refused.
        """
        if self.outcome is not None:
            return _OVER
        before = len(self.table.played)
        refusal = self._make(move)
        if len(self.table.played) == before:
            return f"Refused: {refusal}\n{list_options(self.table.options(self.seat))}"
        own = self.table.events(self.seat, before)
        lines = [f"- {sentence}" for sentence in told_in_short([*own, *self.advance()])]
        stopped = [f"The rest was refused: {refusal}"] if refusal else []
        return "\n".join([*stopped, "What happened:", *lines, "", self.look()])

    def _make(self, move: Any) -> str:
        """Make the moves of a text. Return why the first one that was refused was refused, or an empty text."""
        try:
            for each in read_moves(self.table, self.seat, read_text(move, "move")):
                self.table.play(self.seat, each)
        except (LudexError, NotText) as error:
            return str(error)
        return ""

    def new_game(self) -> str:
        """Deal a new game, with the same players, and return the board and the first decision."""
        self._deal(None)
        return self.look()


def _decides_by_tool(request: Any) -> Any:
    """Stand for the model, which is never asked by the referee."""
    raise NotImplementedError("the model decides by calling a tool")
