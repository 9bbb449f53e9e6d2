"""Games of players that wait on the network: many of them at the same time, in one event loop of this process.

The results come in the order of the games. A game's deal and seating follow from its number, so the results are the
same as one after the other, if the players give the same answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from typing import Any

from ludex.arena.batches import Batch, Task, are_compiled, play_compiled, seat_players
from ludex.arena.exchanges import Exchanges
from ludex.arena.workers import PLAYER_EXITS
from ludex.core.game.game import Game
from ludex.core.language.errors import BadSetting, LudexError
from ludex.core.language.words import plural
from ludex.core.play.calling_players import is_awaited
from ludex.players import make_player
from ludex.players.chat import ChatPlayer, is_chat

REQUESTS = 100
"""The usual largest number of requests at a time to one endpoint."""

Cut = tuple[int, int, int]
"""The number of a table, its first game, and a number of games, which is 1."""
FAILED = -1
"""The number of a result that is an error of the loop itself."""
PATIENCE = 10.0
"""Seconds in which the games of a loop must end after they were cancelled."""


def waits_on_network(game: Game, task: Task) -> bool:
    """Return True if a player's decisions are awaited, so that many games can run in one event loop.

    Your own players with a time limit run in processes, because a coroutine that never awaits would block the others.
    """
    names = dict.fromkeys(task.players)
    if any(map(is_chat, names)):
        return True
    if task.time_limit is not None:
        return False
    return any(is_awaited(make_player(game, name, isolate=task.isolate), "decide") for name in names)


def play_at_once(
    game: Game, tasks: Sequence[Task], cuts: Sequence[Cut], requests: int, exchanges: Exchanges
) -> Iterator[Batch]:
    """Play games concurrently, with at most some requests at a time to one endpoint, and yield them in order.

    The loop runs in a separate thread, so that Ctrl-C reaches the caller. Closing the iterator cancels all games that
    are being played. Text that players print is sent to standard error, as in the processes of other games.
    """
    results: SimpleQueue[tuple[int, Any]] = SimpleQueue()
    room = _Room(game, tasks, requests, exchanges, results)
    loop = asyncio.new_event_loop()
    playing = loop.create_task(room.play_all(cuts))
    thread = threading.Thread(target=_run, args=(loop, playing, results), name="ludex games", daemon=True)
    arrived: dict[int, Any] = {}
    with contextlib.redirect_stdout(sys.stderr), _quiet():
        thread.start()
        try:
            for expected in range(len(cuts)):
                while expected not in arrived:
                    number, found = results.get()
                    if number == FAILED:
                        raise found
                    arrived[number] = found
                batch = arrived.pop(expected)
                if isinstance(batch, BaseException):
                    raise batch
                yield batch
        finally:
            exchanges.stop()
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(playing.cancel)
            thread.join(PATIENCE)  # a player's code may never return


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Report rejections and faults once, with the result, and not whenever they happen."""
    log = logging.getLogger("ludex.referee")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def _run(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None], results: SimpleQueue[tuple[int, Any]]) -> None:
    """Run the loop until all games are over, or were cancelled."""
    try:
        with contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(task)
    except SystemExit:
        results.put((FAILED, LudexError(PLAYER_EXITS)))
    except BaseException as error:  # it must reach the caller's thread
        results.put((FAILED, error))
    finally:
        left = asyncio.all_tasks(loop)
        for other in left:
            other.cancel()
        if left:
            with contextlib.suppress(BaseException):  # of players whose code was interrupted
                loop.run_until_complete(asyncio.wait(left))
        loop.close()


class _Room:
    """Plays games, as many at a time as keep the endpoints busy."""

    def __init__(
        self,
        game: Game,
        tasks: Sequence[Task],
        requests: int,
        exchanges: Exchanges,
        results: SimpleQueue[tuple[int, Any]],
    ) -> None:
        self._game = game
        self._tasks = tasks
        self._exchanges = exchanges
        self._results = results
        self._places: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(requests))
        self._games = asyncio.Semaphore(most_games(tasks, requests))

    async def play_all(self, cuts: Sequence[Cut]) -> None:
        """Play all games, beginning them in order."""
        async with asyncio.TaskGroup() as group:
            for number, (table, first, _) in enumerate(cuts):
                await self._games.acquire()
                group.create_task(self._play(number, table, first))

    async def _play(self, number: int, table: int, game: int) -> None:
        """Play one game, and hand over its result, or the error that it raised."""
        try:
            found: Any = await self._result(table, game)
        except (asyncio.CancelledError, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # it belongs to this game: the caller raises it when it gets there
            found = error
        finally:
            self._games.release()
        self._results.put((number, found))

    async def _result(self, table: int, number: int) -> Batch:
        if are_compiled(self._game, self._tasks[table]):  # a table without a player that waits
            return play_compiled(self._game, self._tasks[table], number, 1)
        match = seat_players(self._game, self._tasks[table], number, self._exchanges.sends(table, number))
        with self._exchanges.game(table, match):
            for player in match.players:
                for method in ("decide", "speak"):
                    if is_awaited(player, method):
                        self._let_wait(player, method)
            await match.referee.play_async()
            return match.result(self._tasks[table])

    def _let_wait(self, player: Any, method: str) -> None:
        """Let a player wait, before its time is measured, while its endpoint has as many requests as it may have."""
        asked, place = getattr(player, method), self._places[endpoint_of(player)]

        async def asked_in_turn(request: Any) -> Any:
            async with place:
                return await asked(request)

        asked_in_turn.__wrapped__ = asked  # type: ignore[attr-defined]  # the player's code, for reports of faults
        setattr(player, method, asked_in_turn)


def endpoint_of(player: Any) -> str:
    """Return the endpoint that a player asks: an address, or the name of a player of another kind."""
    return player.endpoint.address if isinstance(player, ChatPlayer) else str(getattr(player, "name", ""))


def most_games(tasks: Sequence[Task], requests: int) -> int:
    """Return the number of games at a time: enough to send all requests that may be under way.

    With a time limit it is smaller, so that no decision waits for its place while its clock runs.
    """
    if all(task.time_limit is None for task in tasks):
        return requests * len({name for task in tasks for name in task.players if is_chat(name)} or {""})
    seats = max(len(task.players) for task in tasks)
    if requests < seats:
        told = f"{plural(seats, 'seat')} may wait for one endpoint while their time limit runs"
        raise BadSetting(f"at most {plural(requests, 'request')} at a time: {told}; expected at least {seats}")
    return requests // seats
