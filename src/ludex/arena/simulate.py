"""Simulations: many games of the same players on all cores, with the same result on any number of them.

Games of compiled bots run in threads (compiled code holds no lock), games with players written in Python in processes.
Every game has its own chance, made from the seed and the game's number, and games are cut into batches of a fixed size,
so nothing depends on which core plays which batch, or when.
"""

from __future__ import annotations

import faulthandler
import hashlib
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.arena.game_rows import expect_format, write_games
from ludex.arena.statistics import wilson
from ludex.core.chance import DICE, game_seeds, secret_seed
from ludex.core.errors import BadSetting, BrokenRule, LudexError
from ludex.core.events import new_log
from ludex.core.game import Game
from ludex.core.outcome import Outcome
from ludex.core.record import States
from ludex.core.referee import Referee, read_seconds
from ludex.core.registry import game as find_game
from ludex.core.rule import wait_for_compiler
from ludex.players import is_compiled, make_player

BATCH = 256
"""Games in a batch of compiled bots."""
SLOW_BATCH = 4
"""Games in a batch of players written in Python."""

HELD_UP = 10.0
"""Seconds, beyond the time limits, after which a process that does not go on is ended. `LUDEX_HELD_UP` sets others."""

Progress = Callable[[int], None]


class SeatResult(msgspec.Struct, frozen=True):
    """What one player achieved over all games."""

    player: str
    wins: float
    """A win shared by k players counts 1/k for each."""
    win_rate: float
    low: float
    """The lower end of the win rate's 95 % interval."""
    high: float
    """The upper end of the win rate's 95 % interval."""
    mean_score: float
    ahead: tuple[float, ...]
    """For every player of the simulation: how often this one finished ahead of it (ties count half)."""


class PlayerFaults(msgspec.Struct, frozen=True):
    """What a player of one's own did wrong: it raised something, or used up all its attempts and forfeited."""

    player: str
    forfeits: int
    """How many games it lost in this way."""
    game: int
    """The number of the first game in which something was wrong."""
    why: str
    """Why the player forfeited there, or what its code raised."""
    traceback: str
    """Where its code failed for the first time. Empty if it never failed, but answered badly."""


class Simulation(msgspec.Struct, frozen=True):
    """The result of a simulation.

    >>> result = simulate("automation", ["big-money", "random"], 100, seed=1)
    >>> result
    <Simulation of 100 games of automation: big-money 100.0%, random 0.0%>
    """

    game: str
    settings: dict[str, Any]
    """All settings of the game, defaults included."""
    games: int
    moves: int
    """The moves of all games together."""
    seconds: float
    games_per_s: float
    moves_per_s: float
    cores: int
    seed: str
    """As it was given."""
    rotated: bool
    """Whether the players changed seats from game to game."""
    seats: tuple[SeatResult, ...]
    """One result for each player, in the order in which they were given."""
    endings: dict[str, int]
    """How often the games ended in each way."""
    digest: str
    """A hash of all final states: two runs with the same digest played the same games."""
    faults: tuple[PlayerFaults, ...] = ()
    """What players of one's own did wrong, one entry for each of them."""

    @property
    def forfeits(self) -> int:
        """How many games were lost by a player's own fault."""
        return sum(fault.forfeits for fault in self.faults)

    def __repr__(self) -> str:
        rates = ", ".join(f"{seat.player} {seat.win_rate:.1%}" for seat in self.seats)
        return f"<Simulation of {self.games:,} games of {self.game}: {rates}>"


class Batch(NamedTuple):
    """The result of a batch: for every game its moves, how it ended, and every seat's score and tie-break."""

    results: npt.NDArray[np.int64]
    digest: bytes
    faults: tuple[tuple[int, PlayerFaults], ...] = ()
    """For every game in which something was wrong: which player's fault it was, and what."""


class Task(NamedTuple):
    """What every batch of one simulation has in common."""

    game: str
    players: tuple[str, ...]
    settings: dict[str, Any]
    seed: bytes
    rotate: bool
    time_limit: float | None = None

    def seating(self, number: int) -> list[int]:
        """Which player sits at each seat in a game. With rotation, everyone moves on by one seat after each game."""
        count = len(self.players)
        return [(seat + (number % count if self.rotate else 0)) % count for seat in range(count)]


def simulate(
    game: Game | str,
    players: Sequence[str],
    games: int,
    *,
    seed: int | str | bytes = 0,
    cores: int | None = None,
    rotate: bool = False,
    settings: Mapping[str, Any] | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
    games_out: Path | None = None,
) -> Simulation:
    """Play many games between the same players and count their wins.

    `players` are names of bots, or `module:Class` for players of your own; there is one for each seat. With `rotate`
    the players change seats from game to game, and the results belong to the players wherever they sat. `settings` are
    the game's: `{"edition": "expanded"}`. `progress` is called after every batch with the number of games in it. The
    same seed gives the same games, bit for bit, on any number of cores.

    `games_out` is a file for a row of every game: JSON lines, or CSV or Parquet by its ending.

    A player that gives no legal answer in three attempts forfeits the game, and `faults` says why. `time_limit` is how
    many seconds a player has for an answer, unless it is a compiled bot.

    >>> result = simulate("automation", ["big-money", "random"], 100, seed=1)
    >>> result.games, result.seats[0].win_rate
    (100, 1.0)
    """
    found = find_game(game) if isinstance(game, str) else game
    if games < 1:
        raise BadSetting(f"{games} games: expected at least 1")
    if games_out is not None:
        expect_format(games_out)
    used = cores or available_cores()
    given = dict(settings or {})
    settled = found.read_settings(given)
    found.template(len(players), settled)
    name = game if isinstance(game, str) else found.name
    task = Task(name, tuple(players), given, secret_seed(seed), rotate, read_seconds(time_limit, 1)[0])
    compiled = all(is_compiled(found, player) for player in players)
    if not compiled:
        for player in players:
            make_player(found, player)
    started, ready = time.perf_counter(), _warm(found, task, compiled)
    started = time.perf_counter() if ready else started
    batches = list(_batches(found, task, games, used, compiled, progress))
    seconds = time.perf_counter() - started
    results = np.concatenate([batch.results for batch in batches])
    if compiled:
        _check(found, task, results)
    if games_out is not None:
        write_games(games_out, found, results, task)
    moves = int(results[:, 0, 0].sum())
    return Simulation(
        game=found.name,
        settings=msgspec.to_builtins(settled),
        games=games,
        moves=moves,
        seconds=seconds,
        games_per_s=games / seconds,
        moves_per_s=moves / seconds,
        cores=used,
        seed=seed.hex() if isinstance(seed, bytes) else str(seed),
        rotated=rotate,
        seats=_count(task, results),
        endings=_endings(found, results),
        digest=hashlib.blake2b(b"".join(batch.digest for batch in batches), digest_size=16).hexdigest(),
        faults=_faults(task, batches),
    )


def available_cores() -> int:
    """The cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check(game: Game, task: Task, results: npt.NDArray[np.int64]) -> None:
    """Complain about an illegal move or a game without end: compiled bots are not asked twice."""
    endings = results[:, 0, 1]
    if (endings == 0).any():
        raise BrokenRule(
            f"game {int((endings == 0).argmax())} of {game.name} did not end within {game.max_moves} moves"
        )
    if (endings < 0).any():
        number = int(endings.argmin())
        seat = -1 - int(endings[number])
        name = task.players[task.seating(number)[seat]]
        raise BrokenRule(f"bot {name!r} chose an illegal move in game {number}, seat {seat}, seed {task.seed.hex()}")


def _warm(game: Game, task: Task, compiled: bool) -> bool:
    """Compile before the clock starts."""
    if compiled:
        play_compiled(game, task, 0, 1)
    return compiled


def _batches(
    game: Game, task: Task, games: int, cores: int, compiled: bool, progress: Progress | None
) -> Iterator[Batch]:
    """All batches, in order. Each core is kept busy with a few in advance."""
    size = BATCH if compiled else SLOW_BATCH
    starts = range(0, games, size)
    with _executor(compiled, min(cores, len(starts))) as executor:
        waiting: list[Future[Batch]] = []
        for first in starts:
            count = min(size, games - first)
            if compiled:
                waiting.append(executor.submit(play_compiled, game, task, first, count))
            else:
                waiting.append(executor.submit(play_in_python, task, first, count))
            while len(waiting) > 4 * cores or (first == starts[-1] and waiting):
                batch = _result(waiting.pop(0))
                if progress:
                    progress(len(batch.results))
                yield batch


def _result(batch: Future[Batch]) -> Batch:
    try:
        return batch.result()
    except BrokenProcessPool:
        raise LudexError(
            "a process that played games has ended: a player's code ended it (`os._exit`, a crash, all memory used), "
            "or held it up without returning to Python. What it wrote to the error output is above."
        ) from None


def _executor(compiled: bool, cores: int) -> Executor:
    if compiled:
        return ThreadPoolExecutor(cores)
    return ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=_start_process)


def _start_process() -> None:
    """Get a process ready. Faults are told once, with the result, and not whenever they happen."""
    logging.getLogger("ludex.referee").setLevel(logging.ERROR)
    wait_for_compiler()


def play_compiled(game: Game, task: Task, first: int, count: int) -> Batch:
    """A batch of games between bots, without leaving compiled code."""
    seats = len(task.players)
    states = game.layout.new(count)
    rows = seats if task.rotate else 1
    slots = [game.bot_slots[player] for player in task.players]
    bots = np.array([[slots[player] for player in task.seating(first + row)] for row in range(rows)])
    results = np.zeros((count, 1 + seats, 2), np.int64)
    game.kernel.play_games(
        states,
        game.template(seats, game.read_settings(task.settings)),
        DICE.new(),
        game_seeds(task.seed, first, count),
        bots,
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        results,
        game.max_moves,
    )
    return Batch(results, _digest(states))


def play_in_python(task: Task, first: int, count: int) -> Batch:
    """A batch of games with players written in Python, each run by a referee. Players that break the rules forfeit."""
    game = find_game(task.game)
    faults: list[tuple[int, PlayerFaults]] = []
    limits = [None if is_compiled(game, name) else task.time_limit for name in task.players]
    seats = len(task.players)
    results = np.zeros((count, 1 + seats, 2), np.int64)
    states = game.layout.new(count)
    for g, words in enumerate(game_seeds(task.seed, first, count)):
        names = [task.players[player] for player in task.seating(first + g)]
        table = game.new(seats, words[:4].tobytes(), players=names, **task.settings)
        dice = np.random.SeedSequence(words[4:].tolist()).generate_state(seats, np.uint64)
        players = [make_player(game, name, int(die)) for name, die in zip(names, dice, strict=True)]
        seating = task.seating(first + g)
        referee = Referee(table, players, on_violation="forfeit", time_limit=[limits[player] for player in seating])
        with _guarded(referee):
            outcome = referee.play()
        results[g] = _row(game, outcome, len(table.played))
        states[g] = table.record_in_full()[0]
        faults += _faults_of(referee, task, first + g)
    return Batch(results, _digest(states), tuple(faults))


@contextmanager
def _guarded(referee: Referee) -> Iterator[None]:
    """End this process if a player with a time limit holds it up so that not even the referee can go on.

    Python can do nothing about code of a library that does not return. The thread of `faulthandler` can: it writes
    where the code is, and ends the process.
    """
    limits = [limit for limit in referee.time_limit if limit is not None]
    if not limits:
        yield
        return
    longest = float(os.environ.get("LUDEX_HELD_UP", HELD_UP)) + 4 * sum(limits)

    def start(table: Any = None) -> None:
        faulthandler.dump_traceback_later(longest, exit=True, file=sys.__stderr__ or 2)

    referee.watch = start
    start()
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _faults_of(referee: Referee, task: Task, number: int) -> Iterator[tuple[int, PlayerFaults]]:
    """What went wrong in a game, for every player whose fault it was."""
    gone = referee.violation
    for seat, player in enumerate(task.seating(number)):
        forfeited = gone is not None and gone.seat == seat
        traceback = referee.tracebacks.get(seat, "")
        if forfeited or traceback:
            why = gone.why if gone is not None and forfeited else traceback.strip().rpartition("\n")[2]
            yield player, PlayerFaults(task.players[player], int(forfeited), number, why, traceback)


def _faults(task: Task, batches: Sequence[Batch]) -> tuple[PlayerFaults, ...]:
    """The faults of all games, put together for each player."""
    found: dict[int, PlayerFaults] = {}
    for player, fault in (entry for batch in batches for entry in batch.faults):
        known = found.get(player, fault)
        first = known if known.forfeits or not fault.forfeits else fault
        forfeits = fault.forfeits + (known.forfeits if known is not fault else 0)
        found[player] = msgspec.structs.replace(first, forfeits=forfeits, traceback=known.traceback or fault.traceback)
    return tuple(found[player] for player in sorted(found))


def _row(game: Game, outcome: Outcome, moves: int) -> npt.NDArray[np.int64]:
    """A result as the compiled loop writes it. The rank stands for the tie-break, and a forfeit is ending -1."""
    row = np.zeros((1 + len(outcome.scores), 2), np.int64)
    ended = [code for code, reason in game.endings.items() if reason == outcome.reason]
    row[0] = moves, ended[0] if ended else -1
    row[1:, 0] = outcome.scores
    row[1:, 1] = [-rank for rank in outcome.ranks]
    return row


def _digest(states: States) -> bytes:
    return hashlib.blake2b(states.tobytes(), digest_size=16).digest()


def _count(task: Task, results: npt.NDArray[np.int64]) -> tuple[SeatResult, ...]:
    count = len(task.players)
    games = len(results)
    seating = np.array([task.seating(number) for number in range(count)])
    by_player = np.empty((games, count, 2), np.int64)
    for number in range(count):
        by_player[number::count, seating[number]] = results[number::count, 1:]
    ranks = _ranks(by_player)
    best = ranks == 1
    shares = best / best.sum(axis=1, keepdims=True)
    return tuple(_seat_result(task, player, shares, by_player, ranks) for player in range(count))


def _ranks(scored: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Ranks by score, then tie-break, of which more is better."""
    mine, other = scored[:, :, None], scored[:, None, :]
    ahead = (other[..., 0] > mine[..., 0]) | ((other[..., 0] == mine[..., 0]) & (other[..., 1] > mine[..., 1]))
    return np.asarray(1 + ahead.sum(axis=2))


def _seat_result(task: Task, player: int, shares: Any, scored: Any, ranks: Any) -> SeatResult:
    games = len(scored)
    wins = float(shares[:, player].sum())
    low, high = wilson(wins, games)
    ahead = [float((np.sign(ranks[:, other] - ranks[:, player]) + 1).mean() / 2) for other in range(len(task.players))]
    return SeatResult(
        player=task.players[player],
        wins=wins,
        win_rate=wins / games,
        low=low,
        high=high,
        mean_score=float(scored[:, player, 0].mean()),
        ahead=tuple(ahead),
    )


def _endings(game: Game, results: npt.NDArray[np.int64]) -> dict[str, int]:
    codes, counts = np.unique(results[:, 0, 1], return_counts=True)
    names = {**game.endings, -1: "forfeit"}
    counted = zip(codes.tolist(), counts.tolist(), strict=True)
    return {names.get(code, f"ending {code}"): count for code, count in counted}
