"""The referee: asks, checks, rejects, asks again, executes. It never decides for a player."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, Literal

from ludex.core.errors import BadOption, PlayerViolation, quote
from ludex.core.game import Game
from ludex.core.moves import Move
from ludex.core.options import Options
from ludex.core.outcome import Outcome
from ludex.core.request import Attempt, Deciding, Player, Rejection, Request
from ludex.core.table import Table

_log = logging.getLogger("ludex.referee")

Asked = list[tuple[Player, Request]]
Answer = Any
OnViolation = Literal["raise", "forfeit"]


class Referee:
    """Runs one table with its players.

    A rejected answer, an answer of the wrong type, None, and an exception in the player's code each cost one of
    `max_retries` attempts; every further request says why. When they are used up the referee raises `PlayerViolation`,
    or, with `on_violation="forfeit"`, ends the game with that seat ranked last.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> first = lambda request: request.options[0]
    >>> Referee(table, [first, first]).play().reason
    'the turn limit was reached'
    """

    def __init__(
        self,
        table: Table,
        players: Sequence[Player | Callable[[Request], Any]],
        *,
        max_retries: int = 3,
        on_violation: OnViolation = "raise",
        watch: Callable[[Table], None] | None = None,
    ) -> None:
        if len(players) != table.seats:
            raise BadOption(f"{len(players)} players for {table.seats} seats")
        if max_retries < 1:
            raise BadOption(f"max_retries is {max_retries}: a player must be asked at least once")
        if on_violation not in ("raise", "forfeit"):
            raise BadOption(f"on_violation is {on_violation!r}: expected 'raise' or 'forfeit'")
        self.table = table
        self.players: list[Any] = [p if hasattr(p, "decide") else Deciding(p) for p in players]
        self.max_retries = max_retries
        self.on_violation = on_violation
        self.watch = watch
        self._told = [0] * table.seats

    @classmethod
    def at_new_table(
        cls,
        game: Game,
        players: Sequence[Player | Callable[[Request], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int = 3,
        **options: Any,
    ) -> Referee:
        """A referee at a new table, on which the players sit under their names.

        >>> import ludex
        >>> first = lambda request: request.options[0]
        >>> Referee.at_new_table(ludex.game("automation"), [first, first], seed=7).table.players
        ('player 0', 'player 1')
        """
        names = [getattr(player, "name", f"player {seat}") for seat, player in enumerate(players)]
        return cls(game.new(len(players), seed, players=names, **options), players, max_retries=max_retries)

    def play(self) -> Outcome:
        """Play to the end. Players whose `decide` is a coroutine are awaited in an event loop of their own."""
        if any(_decides_later(player) for player in self.players):
            return asyncio.run(self.play_async())
        rounds = self._rounds()
        answers: list[Answer] | None = None
        try:
            while True:
                asked = rounds.send(answers) if answers is not None else next(rounds)
                answers = [self._ask(player, request) for player, request in asked]
        except StopIteration as end:
            return _outcome(end)

    async def play_async(self) -> Outcome:
        """Play to the end inside a running event loop; seats that decide together are asked together."""
        rounds = self._rounds()
        answers: list[Answer] | None = None
        try:
            while True:
                asked = rounds.send(answers) if answers is not None else next(rounds)
                answers = await asyncio.gather(*(self._ask_async(player, request) for player, request in asked))
        except StopIteration as end:
            return _outcome(end)

    def _ask(self, player: Player, request: Request) -> Answer:
        try:
            answer = player.decide(request)
        except Exception as error:  # whatever a player raises is its own fault, and counted as such
            return error
        return _await_alone(answer) if inspect.isawaitable(answer) else answer

    async def _ask_async(self, player: Player, request: Request) -> Answer:
        try:
            answer = player.decide(request)
            return await answer if inspect.isawaitable(answer) else answer
        except Exception as error:  # as above
            return error

    def _rounds(self) -> Generator[Asked, list[Answer], Outcome]:
        """Yields who is to be asked what, takes the answers: the same whether players are awaited or called."""
        while (outcome := self.table.outcome) is None:
            seats = self._in_order(self.table.waiting)
            asked = {seat: self.table.options(seat) for seat in seats}
            try:
                moves = yield from self._legal_answers(asked)
            except PlayerViolation as violation:
                if self.on_violation == "raise":
                    raise
                self.table.forfeit(violation.seat, violation.attempts[-1].rejection.sentence)
                continue
            self._execute(seats, asked, moves)
        return outcome

    def _in_order(self, waiting: tuple[int, ...]) -> list[int]:
        """Clockwise from the seat that moved last."""
        last = self.table.played[-1].seat if self.table.played else -1
        return sorted(waiting, key=lambda seat: (seat - last - 1) % self.table.seats)

    def _legal_answers(self, asked: dict[int, Options]) -> Generator[Asked, list[Answer], dict[int, Move]]:
        """Ask until every seat has given a legal answer. Nothing is executed before: nobody learns another's answer."""
        moves: dict[int, Move] = {}
        attempts: dict[int, list[Attempt]] = {seat: [] for seat in asked}
        while pending := [seat for seat in asked if seat not in moves]:
            answers = yield [(self.players[seat], self._request(seat, asked[seat], attempts[seat])) for seat in pending]
            for seat, answer in zip(pending, answers, strict=True):
                rejection = self._why_rejected(seat, answer)
                if rejection is None:
                    moves[seat] = answer
                else:
                    self._note(seat, answer, rejection, attempts[seat])
            for seat in pending:
                if len(attempts[seat]) >= self.max_retries:
                    raise PlayerViolation(seat, self._name(seat), tuple(attempts[seat]))
        return moves

    def _request(self, seat: int, options: Options, attempts: list[Attempt]) -> Request:
        table = self.table
        return Request(
            seat=seat,
            view=table.view(seat),
            options=options,
            attempt=len(attempts) + 1,
            rejection=attempts[-1].rejection if attempts else None,
            events=table.events(seat, since=self._told[seat]),
            record=table.record(seat),
        )

    def _why_rejected(self, seat: int, answer: Answer) -> Rejection | None:
        if isinstance(answer, Exception):
            return Rejection("exception", f"the player's code raised {type(answer).__name__}: {quote(answer, str)}")
        if answer is None:
            return Rejection("no-answer", "the player returned None; expected one of the request's options")
        if not isinstance(answer, Move):
            kind = type(answer).__name__
            return Rejection("wrong-type", f"the player returned {quote(answer)}, a {kind}; expected a move")
        return self.table.check(seat, answer)

    def _note(self, seat: int, answer: Answer, rejection: Rejection, attempts: list[Attempt]) -> None:
        said = quote(answer, str if isinstance(answer, Move) else repr)
        attempts.append(Attempt(len(attempts) + 1, said, rejection))
        self.table.note_retry(seat, attempts[-1])
        _log.warning(
            "seat %d (%s), attempt %d of %d rejected: %s",
            seat,
            self._name(seat),
            len(attempts),
            self.max_retries,
            rejection.sentence,
        )

    def _name(self, seat: int) -> str:
        return str(getattr(self.players[seat], "name", type(self.players[seat]).__name__))

    def _execute(self, seats: list[int], asked: dict[int, Options], moves: dict[int, Move]) -> None:
        """Execute the answers in order. One that an earlier one has overtaken (another bid, say) is asked for again."""
        for seat in seats:
            self._told[seat] = len(self.table.played)
        for position, seat in enumerate(seats):
            stands = position == 0 or (seat in self.table.waiting and self.table.options(seat) == asked[seat])
            if stands:
                self.table.play(seat, moves[seat])
                if self.watch:
                    self.watch(self.table)


def _decides_later(player: Any) -> bool:
    return inspect.iscoroutinefunction(getattr(player, "function", player.decide))


def _outcome(end: StopIteration) -> Outcome:
    outcome: Outcome = end.value
    return outcome


def _await_alone(answer: Awaitable[Answer]) -> Answer:
    async def wait() -> Answer:
        return await answer

    try:
        return asyncio.run(wait())
    except Exception as error:  # as in _ask
        return error
