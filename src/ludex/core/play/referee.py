"""The referee: asks, checks, rejects, asks again, executes. It never decides for a player."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, Self, TypeVar

import msgspec

from ludex.core.compile.table_buffers import EVERY, Pairs
from ludex.core.game.game import Game
from ludex.core.game.request import Attempt, Decides, Player, Rejection, RemotePlayer, Request
from ludex.core.game.wishes import Leave, News, Resign, TakeBack
from ludex.core.language.errors import BadSetting, PlayerLeft, PlayerViolation, quote
from ludex.core.language.events import Event
from ludex.core.language.outcome import Outcome
from ludex.core.language.words import plural
from ludex.core.play.calling_players import (
    Asker,
    Asking,
    Question,
    as_player,
    is_true,
    name_of,
    read_answer,
    refuse_classes,
)
from ludex.core.play.faults import Fault, place_of_code
from ludex.core.play.leaving import OnLeave, expect_choice, what_follows
from ludex.core.play.limits import read_retries, read_seconds
from ludex.core.play.reading import read_move
from ludex.core.play.record_player import chooses
from ludex.core.play.substitutes import substitute
from ludex.core.play.table import Table
from ludex.core.play.taking_back import take_back
from ludex.core.play.talking import Talk, expect_press
from ludex.core.play.turns import next_to_decide

_log = logging.getLogger("ludex.referee")

OnViolation = Literal["raise", "forfeit"]

NOBODY = -1
"""The seat in `News` about the time before the first move."""

V = TypeVar("V")


class Referee:
    """Runs one table with its players: people, programs, or both.

    An answer is a move, a text that is read like a typed move, or the move's JSON as a text or a `dict`. A rejected
    answer, one of another type, None, and anything that the player's code raises each cost one of `max_retries`
    attempts; every further request contains the reason. When they are used up, or a player raises `OutOfReach`, the
    referee raises `PlayerViolation`, or, with `on_violation="forfeit"`, the player leaves and its seat ranks last.
    `max_retries` is one number for all seats or one for each; None, for people, means that the seat may try without
    limit.

    `time_limit` is the number of seconds that a player has for an answer: one for all seats or one for each, and None
    for no limit. An answer that comes too late costs an attempt (`timeout`) and is ignored. Code that never returns
    occupies a thread until the process ends; with `ludex.isolated(player)` it runs in a process that is stopped.

    With `take_backs` a player may answer `TakeBack()`: its own last move is taken back at once if that is harmless, and
    anything else if all other players agree. A player that answers `Leave()` has the same effect as a violation, and
    one that answers `Resign()` leaves in any case.

    `on_leave` says what becomes of the seat of a player that leaves: the game's strongest bot plays on (`bot`), it
    falls into civil disorder (`civil-disorder`, only in games that define it), `newcomer(seat)` returns the player who
    takes it (`open-seat`; None if there is none), or the game ends (`end`). When one of two remaining players leaves,
    the game always ends, and also when no person stays at a screen that people shared.

    `press`, in games of negotiation, is the most rounds of messages before the decisions of a phase. In each round, all
    players with a method `speak` write at the same time; bots are silent. `talk` has the messages, and the promises
    that were honoured and broken.

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
        on_leave: OnLeave = "bot",
        newcomer: Callable[[int], Any] | None = None,
        time_limit: float | Sequence[float | None] | None = None,
        take_backs: bool = False,
        watch: Callable[[Table], None] | None = None,
        press: int = 0,
    ) -> None:
        if len(players) != table.seats:
            raise BadSetting(f"{plural(len(players), 'player')} for {plural(table.seats, 'seat')}")
        refuse_classes(players)
        if on_violation not in ("raise", "forfeit"):
            raise BadSetting(f"on_violation is {quote(on_violation)}: expected 'raise' or 'forfeit'")
        if on_leave == "open-seat" and newcomer is None:
            raise BadSetting(
                "on_leave is 'open-seat': pass newcomer, a function that returns the next player of a seat"
            )
        self.table: Table[Any] = table
        self.players: list[Any] = [as_player(seat, given) for seat, given in enumerate(players)]
        self.max_retries = read_retries(max_retries, table.seats)
        self.time_limit = read_seconds(time_limit, table.seats)
        self.on_violation = on_violation
        self.on_leave: OnLeave = expect_choice(table.game, on_leave)
        self.newcomer = newcomer
        self.take_backs = take_backs
        self.watch = watch
        expect_press(table.game, press)
        self.talk = Talk(self.table, press) if press else None
        """The messages between the players, at a table with press."""
        self._pack = table.game.moves.pack
        self._told = [-1] * table.seats
        self._listening = [seat for seat, player in enumerate(self.players) if _listens(player)]
        self._patient = [bool(getattr(player, "patient", False)) for player in self.players]
        self._names = [name_of(player) for player in self.players]
        self._asker = Asker(self.players, self.time_limit)
        self._readers = [self._reader(seat) for seat in range(table.seats)]
        self._by_record = [chooses(player) for player in self.players]
        self._remote: list[RemotePlayer] = []
        self._opened = False
        self.violations: dict[int, PlayerViolation] = {}
        """For every seat whose player forfeited: the violation, in the order of the game."""
        self.tracebacks: dict[int, str] = {}
        """The traceback of the first failure of each seat's player."""

    @classmethod
    def at_new_table(
        cls,
        game: Game,
        players: Sequence[Decides[Any] | Callable[[Request[Any]], Any]],
        *,
        seed: int | str | bytes | None = None,
        max_retries: int | Sequence[int | None] | None = 3,
        on_violation: OnViolation = "raise",
        on_leave: OnLeave = "bot",
        time_limit: float | Sequence[float | None] | None = None,
        watch: Callable[[Table], None] | None = None,
        press: int = 0,
        **settings: Any,
    ) -> Referee:
        """Return a referee at a new table, at which the players sit under their names.

        >>> import ludex
        >>> first = lambda request: request.options[0]
        >>> Referee.at_new_table(ludex.game("automation"), [first, first], seed=7).table.players
        ('player 0', 'player 1')
        """
        refuse_classes(players)
        names = [name_of(player, f"player {seat}") for seat, player in enumerate(players)]
        return cls(
            game.new(len(players), seed, players=names, **settings),
            players,
            max_retries=max_retries,
            on_violation=on_violation,
            on_leave=on_leave,
            time_limit=time_limit,
            watch=watch,
            press=press,
        )

    @property
    def violation(self) -> PlayerViolation | None:
        """The first violation by which a player has forfeited."""
        return next(iter(self.violations.values()), None)

    def play(self) -> Outcome:
        """Play to the end.

        Players whose `decide` is a coroutine are awaited in an event loop: one for all of them, or, for players with a
        time limit, one for each in a separate thread.
        """
        with self:
            self._ask(self._rounds())
        return self._ended()

    def advance(self, until: int) -> tuple[Event, ...]:
        """Ask the other players until they wait for a seat or the game is over. Return what the seat may know of it.

        The seat's own decisions are made with `table.play`. Where several seats owe a decision, the others answer
        first. The events are those of the other players' moves, after the events before the first move if there was
        none yet. Players that run elsewhere stay until the game is over: use the referee in a `with` statement, or call
        `close`, to dismiss them earlier.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> last = lambda request: request.options[-1]
        >>> with Referee(table, [last, last]) as referee:
        ...     _ = table.play(0, "end phase"), table.play(0, "end phase")
        ...     [str(event) for event in referee.advance(until=0)][:2], table.waiting
        (['seat 1 puts everything onto the discard pile.', 'seat 1 draws 5 cards.'], (0,))
        """
        until, before = self.table.engine.expect_seat(until), len(self.table.played)
        self._patient[until] = True
        self._ask(self._rounds(until))
        if self.table.outcome is not None:
            self.close()
        return self.table.events(until, before or -1)

    def _ask(self, rounds: Asking[None]) -> None:
        """Ask all questions by calling the players, or in an event loop if a player has to be awaited."""
        self._seat_all()
        if self._asker.needs_loop():
            asyncio.run(self._ask_in_loop(rounds))
            return
        replies: list[Any] | None = None
        try:
            while True:
                questions = rounds.send(replies) if replies is not None else next(rounds)
                replies = self._asker.ask(questions)
        except StopIteration:
            return

    async def play_async(self) -> Outcome:
        """Play to the end inside a running event loop, which is never blocked. Seats that decide together are asked
        together.

        Plain players (functions, bots, a `Search`) run in separate threads, one for each seat. Coroutines run as tasks
        of the loop, which are cancelled when their time is up. A coroutine that does not await anything blocks the
        loop.

        >>> import ludex
        >>> table = ludex.game("automation").new(2, seed=7)
        >>> first = lambda request: request.options[0]
        >>> asyncio.run(Referee(table, [first, first]).play_async()).reason
        'the turn limit was reached'
        """
        self._asker.spares_loop = True
        with self:
            self._seat_all()
            await self._ask_in_loop(self._rounds())
        return self._ended()

    def _ended(self) -> Outcome:
        outcome = self.table.outcome
        assert outcome is not None
        return outcome

    async def _ask_in_loop(self, rounds: Asking[None]) -> None:
        """Ask all questions inside a running event loop."""
        replies: list[Any] | None = None
        try:
            while True:
                questions = rounds.send(replies) if replies is not None else next(rounds)
                replies = await self._asker.ask_async(questions)
        except StopIteration:
            return

    def _seat_all(self) -> None:
        """Seat the players that run elsewhere, once."""
        if not self._remote:
            self._remote = [player for player in self.players if isinstance(player, RemotePlayer)]
            for seat in range(self.table.seats if self._remote else 0):
                self._sit_down(seat)

    def close(self) -> None:
        """Dismiss the players that run elsewhere, and close all threads."""
        self._asker.close()
        for player in self._remote:
            player.close(self.table.outcome)
        self._remote = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _sit_down(self, seat: int) -> None:
        """Seat a player that runs elsewhere."""
        player = self.players[seat]
        if isinstance(player, RemotePlayer):
            player.sit_down(self.table, seat, self.time_limit[seat])

    def _rounds(self, until: int | None = None) -> Asking[None]:
        """Ask, and execute what was answered, until the game is over or only one seat is waited for."""
        table, engine = self.table, self.table.engine
        if self._listening and not self._opened and not engine.played and engine.opening():
            self._opened = True
            yield from self._tell(NOBODY)
        while (seats := next_to_decide(table, self._patient)) and until not in seats:
            if self.talk is not None and self.talk.begins():
                try:
                    yield from self.talk.hold(seats, self.players, self._names, self.max_retries, self._told)
                except (PlayerViolation, PlayerLeft) as gone:
                    self._let_go(gone)
                    continue
            replies = yield list(map(self._question, seats))
            offered = list(map(engine.offered, seats))
            if not all(map(_is_among, replies, offered)):
                try:
                    replies = yield from self._legal_answers(seats, replies)
                except (PlayerViolation, PlayerLeft) as gone:
                    self._let_go(gone)
                    continue
            told = len(engine.played)
            for at, packed in enumerate(replies):
                seat = seats[at]
                self._told[seat] = told
                if at == 0 or (seat in engine.waiting and engine.offered(seat) == offered[at]):
                    engine.play_packed(seat, packed, seats[at + 1] if at + 1 < len(seats) else EVERY)
                    if self._listening:
                        yield from self._tell(seat)
                    if self.watch:
                        self.watch(table)

    def _let_go(self, gone: PlayerViolation | PlayerLeft) -> None:
        """Let a player leave, and seat the next one. Raise what happened if this referee does not allow it."""
        table, seat = self.table, gone.seat
        resigned = isinstance(gone, PlayerLeft) and gone.resigned
        if seat in table.away or (self.on_violation == "raise" and not resigned):
            raise gone
        if isinstance(gone, PlayerViolation):
            self.violations[seat] = gone
        staying = [other for other in range(table.seats) if other != seat and other not in table.away]
        then = what_follows(self.on_leave, len(staying))
        if any(self._patient) and not any(self._patient[other] for other in staying):
            then = "end"
        given = self.newcomer(seat) if then == "open-seat" and self.newcomer is not None else None
        if then == "open-seat" and given is None:
            then = "end"
        player = as_player(seat, given) if given is not None else None
        table.leave(seat, gone.reason, then)
        if player is not None:
            table.take_seat(seat, name_of(player))
        elif then != "end":
            player = substitute(table, seat, then)
        if player is not None:
            self._replace(seat, player)

    def _replace(self, seat: int, player: Any) -> None:
        """Seat another player. A bot has no time limit."""
        self.players[seat] = player
        self._patient[seat] = bool(getattr(player, "patient", False))
        self._names[seat] = name_of(player)
        self._by_record[seat] = chooses(player)
        self._listening = [other for other, there in enumerate(self.players) if _listens(there)]
        self._asker.replace(seat, None if seat in self.table.away else self.time_limit[seat])
        if isinstance(player, RemotePlayer):
            self._remote.append(player)
        self._sit_down(seat)

    def _legal_answers(self, seats: Sequence[int], replies: list[Any]) -> Asking[list[int]]:
        """Ask again until every seat has given a legal answer, starting with the first replies.

        Nothing is executed until then, so that no player learns the answers of the others. They are packed moves. If a
        seat takes moves back, the round is over and the list is empty.
        """
        moves: dict[int, int] = {}
        attempts: dict[int, list[Attempt]] = {}
        lost: set[int] = set()
        pending = list(seats)
        while True:
            for seat, reply in zip(pending, replies, strict=True):
                if reply is Leave:
                    raise PlayerLeft(seat, self._names[seat])
                if reply is Resign:
                    raise PlayerLeft(seat, self._names[seat], resigned=True)
                if reply is TakeBack:
                    rejection = yield from self._take_back(seat)
                    if rejection is None:
                        return []
                    said = "TakeBack()"
                else:
                    said, rejection = self._why_rejected(seat, reply)
                    if rejection is None:
                        moves[seat] = reply
                        continue
                self._note(seat, said, rejection, attempts.setdefault(seat, []))
                if isinstance(reply, Fault) and reply.final:
                    lost.add(seat)
            pending = [seat for seat in pending if seat not in moves]
            if not pending:
                return [moves[seat] for seat in seats]
            for seat in pending:
                if seat in lost or len(attempts[seat]) == self.max_retries[seat]:
                    raise PlayerViolation(
                        seat,
                        self._names[seat],
                        tuple(attempts[seat]),
                        self.tracebacks.get(seat, ""),
                        place_of_code(self.players[seat]),
                    )
            replies = yield [self._question(seat, attempts[seat]) for seat in pending]

    def _question(self, seat: int, attempts: Sequence[Attempt] = ()) -> Question:
        """Return the next question. The last rejection is copied, because the stored one belongs to the table."""
        most = self.max_retries[seat]
        if attempts:
            rejection = msgspec.structs.replace(attempts[-1].rejection)
            left = None if most is None else most - len(attempts)
            request = self.table.engine.request(seat, len(attempts) + 1, rejection, self._told[seat], left)
        elif self._by_record[seat]:
            return Question(seat, "choose", self.table.engine.brief_request(seat), self._read_packed)
        else:
            request = self.table.engine.request(seat, 1, None, self._told[seat], most)
        if self.talk is not None:
            request.with_press(self.talk.heard_by(seat))
        return Question(seat, "decide", request, self._readers[seat])

    def _reader(self, seat: int) -> Callable[[Any], int | type[Leave | Resign | TakeBack] | Fault]:
        """Return the function that reads a seat's answers."""
        table, pack = self.table, self._pack
        return partial(read_answer, pack, lambda text: pack(read_move(table, seat, text)), partial(table.options, seat))

    def _read_packed(self, answer: Any) -> int | Fault:
        """Read a packed move. Its legality is checked later."""
        if type(answer) is int and 0 <= answer < self.table.game.moves.size:
            return answer
        told = f"the player chose {quote(answer)}; expected a packed move, 0 to {self.table.game.moves.size - 1}"
        return Fault(quote(answer), Rejection("wrong-type", told))

    def _why_rejected(self, seat: int, reply: int | Fault) -> tuple[str, Rejection | None]:
        """Return the answer as text, and the reason if it is rejected."""
        if not isinstance(reply, Fault):
            rejection = self.table.engine.check_packed(seat, reply)
            return (str(self.table.game.moves.unpack(reply)) if rejection else ""), rejection
        if reply.error is not None and self.max_retries[seat] is None:
            raise reply.error  # people may err without end; the program that asks them may not
        if reply.traceback:
            self.tracebacks.setdefault(seat, reply.traceback)
        return reply.answer, reply.rejection

    def _note(self, seat: int, said: str, rejection: Rejection, attempts: list[Attempt]) -> None:
        attempts.append(Attempt(len(attempts) + 1, said, rejection))
        self.table.engine.note_retry(seat, attempts[-1])
        limit = self.max_retries[seat]
        level = logging.INFO if limit is None else logging.WARNING  # people make slips; programs have faults
        number = f"{len(attempts)}" if limit is None else f"{len(attempts)} of {limit}"
        _log.log(level, "seat %d (%s), attempt %s rejected: %s", seat, self._names[seat], number, rejection.sentence)

    def _take_back(self, seat: int) -> Asking[Rejection | None]:
        """Take back to before a seat's last move, if this referee and the other players allow it."""
        if not self.take_backs:
            return Rejection("no-take-backs", "moves are not taken back at this table.")
        result = yield from take_back(self.table, self.players, seat)
        if isinstance(result, Rejection):
            return result
        self._told = [min(told, len(self.table.played)) for told in self._told]
        yield from self._tell(seat, taken_back=result)
        return None

    def _tell(self, by: int, taken_back: int = 0) -> Asking[None]:
        """Send news to the players that listen, each in a separate copy. A failure there does not affect decisions."""
        replies = yield [
            Question(seat, "hear", News(seat, by, () if taken_back else self._last_events(seat), taken_back), is_true)
            for seat in self._listening
        ]
        for seat, reply in zip(self._listening, replies, strict=True):
            if isinstance(reply, Fault):
                told = f"{reply.rejection.sentence}\n{reply.traceback}".strip()
                _log.warning("seat %d (%s) failed to receive the news: %s", seat, self._names[seat], told)

    def _last_events(self, seat: int) -> tuple[Event, ...]:
        return self.table.events(seat, len(self.table.played) - 1)

    def __repr__(self) -> str:
        return f"<Referee of {self.table!r} with {', '.join(self._names)}>"


def _is_among(reply: Any, rows: Pairs) -> bool:
    """Return True if a reply is a packed move that is offered."""
    if type(reply) is int:
        for first, last in rows:
            if first <= reply <= last:
                return True
    return False


def _listens(player: Any) -> bool:
    return getattr(type(player), "hear", Player.hear) is not Player.hear


def advance(table: Table[Any], players: Sequence[Any], until: int) -> tuple[Event, ...]:
    """Let a referee advance a table for one call: see `Table.advance`. The seat's own player is never asked."""
    until = table.engine.expect_seat(until)
    seated = [_never_asked if seat == until else player for seat, player in enumerate(players)]
    with Referee(table, seated) as referee:
        return referee.advance(until)


def _never_asked(request: Request[Any]) -> Resign:
    """Stand for the player who decides with `table.play`."""
    return Resign()


Table._referee = advance
