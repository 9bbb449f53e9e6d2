"""The referee: asks, checks, rejects, asks again, executes. It never decides for a player."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from ludex.core.errors import BadSetting, PlayerLeft, PlayerViolation, UndoRefused, quote
from ludex.core.events import Seen
from ludex.core.game import Game
from ludex.core.moves import Move
from ludex.core.options import Options
from ludex.core.outcome import Outcome
from ludex.core.request import Attempt, Decides, Deciding, Leave, News, Player, Proposal, Rejection, Request, TakeBack
from ludex.core.table import Table

_log = logging.getLogger("ludex.referee")

OnViolation = Literal["raise", "forfeit"]

Question: TypeAlias = tuple[Callable[[Any], Any], Any]
"""A player's method, and what it is asked."""
V = TypeVar("V")
Result = TypeVar("Result")
Asking: TypeAlias = Generator[list[Question], list[Any], Result]
"""Yields questions to be asked together, and takes the answers: the same whether players are called or awaited."""


class Referee:
    """Runs one table with its players: people, programs, or both.

    A rejected answer, an answer of the wrong type, None, and an exception in the player's code each cost one of
    `max_retries` attempts; every further request says why. When they are used up the referee raises `PlayerViolation`,
    or, with `on_violation="forfeit"`, ends the game with that seat ranked last. `max_retries` is one number for all
    seats or one for each; None, for people, means that the seat may try as often as it likes.

    With `take_backs` a player may answer `TakeBack()`: a harmless move of its own is taken back at once, anything else
    if all other players agree. A player that answers `Leave()` ends the game like a violation does.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7)
    >>> first = lambda request: request.options[0]
    >>> Referee(table, [first, first]).play().reason
    'the turn limit was reached'
    """

    def __init__(
        self,
        table: Table[V],
        players: Sequence[Decides[V] | Callable[[Request[V]], Any]],
        *,
        max_retries: int | Sequence[int | None] | None = 3,
        on_violation: OnViolation = "raise",
        take_backs: bool = False,
        watch: Callable[[Table], None] | None = None,
    ) -> None:
        if len(players) != table.seats:
            raise BadSetting(f"{len(players)} players for {table.seats} seats")
        if on_violation not in ("raise", "forfeit"):
            raise BadSetting(f"on_violation is {on_violation!r}: expected 'raise' or 'forfeit'")
        self.table: Table[Any] = table
        self.players: list[Any] = [_as_player(given) for given in players]
        self.max_retries = _read_limits(max_retries, table.seats)
        self.on_violation = on_violation
        self.take_backs = take_backs
        self.watch = watch
        self._told = [0] * table.seats
        self._listening = [seat for seat, player in enumerate(self.players) if _listens(player)]

    @classmethod
    def at_new_table(
        cls,
        game: Game,
        players: Sequence[Decides[Any] | Callable[[Request[Any]], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int | Sequence[int | None] | None = 3,
        on_violation: OnViolation = "raise",
        watch: Callable[[Table], None] | None = None,
        **settings: Any,
    ) -> Referee:
        """A referee at a new table, at which the players sit under their names.

        >>> import ludex
        >>> first = lambda request: request.options[0]
        >>> Referee.at_new_table(ludex.game("automation"), [first, first], seed=7).table.players
        ('player 0', 'player 1')
        """
        names = [getattr(player, "name", f"player {seat}") for seat, player in enumerate(players)]
        return cls(game.new(len(players), seed, players=names, **settings), players, max_retries=max_retries)

    def play(self) -> Outcome:
        """Play to the end. Players whose `decide` is a coroutine are awaited in an event loop of their own."""
        if any(_decides_later(player) for player in self.players):
            return asyncio.run(self.play_async())
        rounds = self._rounds()
        answers: list[Any] | None = None
        try:
            while True:
                questions = rounds.send(answers) if answers is not None else next(rounds)
                answers = [_ask(*question) for question in questions]
        except StopIteration as end:
            return _outcome(end)

    async def play_async(self) -> Outcome:
        """Play to the end inside a running event loop. Seats that decide together are asked together."""
        rounds = self._rounds()
        answers: list[Any] | None = None
        try:
            while True:
                questions = rounds.send(answers) if answers is not None else next(rounds)
                answers = await asyncio.gather(*(_ask_async(*question) for question in questions))
        except StopIteration as end:
            return _outcome(end)

    def _rounds(self) -> Asking[Outcome]:
        """Ask, and execute what was answered, until the game is over."""
        while (outcome := self.table.outcome) is None:
            seats = self._next_to_decide()
            offered = {seat: self.table.options(seat) for seat in seats} if len(seats) > 1 else {}
            try:
                moves = yield from self._legal_answers(seats)
            except (PlayerViolation, PlayerLeft) as gone:
                if self.on_violation == "raise":
                    raise
                self.table.forfeit(gone.seat, gone.why)
                continue
            self._execute(offered, moves)
        return outcome

    def _next_to_decide(self) -> list[int]:
        """The seats that owe a decision, clockwise from the one that moved last.

        Patient players come after all others, one at a time. One that has just moved goes on, so that people who share
        a screen need not change places.
        """
        waiting = self.table.waiting
        if len(waiting) == 1:
            return list(waiting)
        last = self.table.played.seat_of_last()
        clockwise = sorted(waiting, key=lambda seat: (seat - last - 1) % self.table.seats)
        prompt = [seat for seat in clockwise if not getattr(self.players[seat], "patient", False)]
        return prompt or ([last] if last in clockwise else clockwise[:1])

    def _legal_answers(self, seats: list[int]) -> Asking[dict[int, Move]]:
        """Ask until every seat has given a legal answer. Nothing is executed until then, so nobody learns the others'.

        If a seat takes moves back, the round is over and all its answers are dropped.
        """
        moves: dict[int, Move] = {}
        attempts: dict[int, list[Attempt]] = {seat: [] for seat in seats}
        while pending := [seat for seat in seats if seat not in moves]:
            answers = yield [(self.players[seat].decide, self._request(seat, attempts[seat])) for seat in pending]
            for seat, answer in zip(pending, answers, strict=True):
                if isinstance(answer, Leave):
                    raise PlayerLeft(seat, self._name(seat))
                if isinstance(answer, TakeBack):
                    rejection = yield from self._take_back(seat)
                    if rejection is None:
                        return {}
                else:
                    rejection = self._why_rejected(seat, answer)
                    if rejection is None:
                        moves[seat] = answer
                        continue
                self._note(seat, answer, rejection, attempts[seat])
            for seat in pending:
                if len(attempts[seat]) == self.max_retries[seat]:
                    raise PlayerViolation(seat, self._name(seat), tuple(attempts[seat]))
        return {seat: moves[seat] for seat in seats}

    def _request(self, seat: int, attempts: list[Attempt]) -> Request[Any]:
        rejection = attempts[-1].rejection if attempts else None
        return self.table.request(seat, len(attempts) + 1, rejection, self._told[seat])

    def _why_rejected(self, seat: int, answer: Any) -> Rejection | None:
        if isinstance(answer, Exception):
            if self.max_retries[seat] is None:
                raise answer  # people may err without end; the program that asks them may not
            return Rejection("exception", f"the player's code raised {type(answer).__name__}: {quote(answer, str)}")
        if answer is None:
            return Rejection("no-answer", "the player returned None; expected one of the request's options")
        if not isinstance(answer, Move):
            kind = type(answer).__name__
            return Rejection("wrong-type", f"the player returned {quote(answer)}, a {kind}; expected a move")
        return self.table.check(seat, answer)

    def _note(self, seat: int, answer: Any, rejection: Rejection, attempts: list[Attempt]) -> None:
        said = quote(answer, str if isinstance(answer, Move) else repr)
        attempts.append(Attempt(len(attempts) + 1, said, rejection))
        self.table.note_retry(seat, attempts[-1])
        limit = self.max_retries[seat]
        level = logging.INFO if limit is None else logging.WARNING  # people make slips; programs have faults
        number = f"{len(attempts)}" if limit is None else f"{len(attempts)} of {limit}"
        _log.log(level, "seat %d (%s), attempt %s rejected: %s", seat, self._name(seat), number, rejection.sentence)

    def _name(self, seat: int) -> str:
        return str(getattr(self.players[seat], "name", type(self.players[seat]).__name__))

    def _execute(self, offered: dict[int, Options], moves: dict[int, Move]) -> None:
        """Execute the answers in order. A seat whose answer was overtaken, say by a higher bid, is asked again."""
        for seat in moves:
            self._told[seat] = len(self.table.played)
        for position, (seat, move) in enumerate(moves.items()):
            stands = position == 0 or (seat in self.table.waiting and self.table.options(seat) == offered[seat])
            if stands:
                self.table.play_packed(seat, self.table.game.moves.pack(move))
                if self._listening:
                    self._tell(seat, self.table.played[-1].events)
                if self.watch:
                    self.watch(self.table)

    def _take_back(self, seat: int) -> Asking[Rejection | None]:
        """Take back to before a seat's last move: by itself where the table allows it, else if all others agree."""
        table = self.table
        mine = [number for number, played in enumerate(table.played) if played.seat == seat]
        if not self.take_backs:
            return Rejection("no-take-backs", "moves are not taken back at this table.")
        if not mine:
            return Rejection("nothing-to-take-back", "nothing to take back: you have not moved yet.")
        moves = len(table.played) - mine[-1]
        since = "1 move was" if moves == 2 else f"{moves - 1} moves were"
        why = self._take_back_alone(seat) if moves == 1 else f"{since} made since."
        if why:
            others = [other for other in range(table.seats) if other != seat]
            answers = yield [(self._agrees(other), Proposal(other, seat, moves, why)) for other in others]
            against = [f"seat {other}" for other, answer in zip(others, answers, strict=True) if answer is not True]
            if against:
                return Rejection("not-agreed", f"not taken back: {' and '.join(against)} did not agree.")
            for _ in range(moves):
                table.undo(agreed=range(table.seats))
        self._told = [min(told, len(table.played)) for told in self._told]
        self._tell(seat, taken_back=moves)
        return None

    def _take_back_alone(self, seat: int) -> str:
        """Take back the last move, which was this seat's. If the others must agree, return why."""
        try:
            self.table.undo(seat)
        except UndoRefused as refused:
            return str(refused)
        return ""

    def _agrees(self, seat: int) -> Callable[[Proposal], Any]:
        agrees: Callable[[Proposal], Any] = getattr(self.players[seat], "agrees", lambda proposal: True)
        return agrees

    def _tell(self, by: int, events: tuple[Seen, ...] = (), taken_back: int = 0) -> None:
        """Tell the players that listen. One that fails to listen can still decide."""
        for seat in self._listening:
            visible = tuple(seen.event for seen in events if seen.visible_to(seat))
            try:
                self.players[seat].hear(News(seat, by, visible, taken_back))
            except Exception:  # the player's own fault
                _log.warning("seat %d (%s) failed to hear the news", seat, self._name(seat), exc_info=True)

    def __repr__(self) -> str:
        names = ", ".join(self._name(seat) for seat in range(self.table.seats))
        return f"<Referee of {self.table!r} with {names}>"


def _as_player(given: Any) -> Any:
    """The player itself, or one made of a plain function."""
    return given if hasattr(given, "decide") else Deciding(given)


def _read_limits(given: int | Sequence[int | None] | None, seats: int) -> tuple[int | None, ...]:
    limits = tuple(given) if isinstance(given, Sequence) else (given,) * seats
    if len(limits) != seats:
        raise BadSetting(f"max_retries has {len(limits)} numbers for {seats} seats")
    for limit in limits:
        if limit is not None and limit < 1:
            raise BadSetting(f"max_retries is {limit}: a player must be asked at least once")
    return limits


def _listens(player: Any) -> bool:
    return getattr(type(player), "hear", Player.hear) is not Player.hear


def _decides_later(player: Any) -> bool:
    return inspect.iscoroutinefunction(getattr(player, "function", player.decide))


def _ask(method: Callable[[Any], Any], question: Any) -> Any:
    try:
        answer = method(question)
    except Exception as error:  # whatever a player raises is its own fault, and counted as such
        return error
    return _await_alone(answer) if inspect.isawaitable(answer) else answer


async def _ask_async(method: Callable[[Any], Any], question: Any) -> Any:
    try:
        answer = method(question)
        return await answer if inspect.isawaitable(answer) else answer
    except Exception as error:  # as above
        return error


def _await_alone(answer: Awaitable[Any]) -> Any:
    async def wait() -> Any:
        return await answer

    try:
        return asyncio.run(wait())
    except Exception as error:  # as in _ask
        return error


def _outcome(end: StopIteration) -> Outcome:
    outcome: Outcome = end.value
    return outcome
