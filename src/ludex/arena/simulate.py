"""Simulations: many games of the same players on all cores, with the same result on any number of them.

Games of compiled bots run in threads (compiled code releases Python's lock), games with players written in Python in
processes, and any of them on a Ray cluster.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ludex.arena.batches import BATCH, Batch, Seating, Task, are_compiled, begins_at_once, play_batch, play_compiled
from ludex.arena.counting import Numbers, Shares, ahead_of, by_player, count_endings, ranks_of, shares_of
from ludex.arena.faults import PlayerFaults, put_together
from ludex.arena.game_rows import expect_format, write_games
from ludex.arena.processes import available_cores
from ludex.arena.statistics import wilson
from ludex.arena.workers import Progress, Where, map_tasks
from ludex.core.game.game import Game
from ludex.core.game.registry import find_named_game
from ludex.core.game.registry import game as find_game
from ludex.core.game.template import template_of
from ludex.core.game.warm import TABLE, entries_to_compile
from ludex.core.language.chance import secret_seed
from ludex.core.language.errors import BadSetting, quote
from ludex.core.play.leaving import OnLeave, expect_choice
from ludex.core.play.limits import read_retries, read_seconds
from ludex.players import Isolated, make_player
from ludex.players.chat import is_chat

SLOW_BATCH = 4
"""Games in a batch of players written in Python."""


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one player over all games."""

    player: str
    wins: float
    """A win shared by k players counts 1/k for each."""
    win_rate: float
    low: float
    """The lower end of the win rate's 95 % interval."""
    high: float
    """The upper end of the win rate's 95 % interval."""
    mean_score: float
    """The mean score as people count it: at Hearts the points taken, of which few are good."""
    ahead: tuple[float, ...]
    """For every player of the simulation: the rate at which this one finished ahead of it (ties count half)."""


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
    """The seed in the form in which it was given."""
    rotated: bool
    """True if the players changed seats from game to game."""
    seats: tuple[SeatResult, ...]
    """One result for each player, in the order in which they were given."""
    endings: dict[str, int]
    """The number of games with each ending."""
    digest: str
    """A hash of all final states: two runs with the same digest played the same games."""
    faults: tuple[PlayerFaults, ...] = ()
    """The faults of custom players, one entry for each of them."""

    @property
    def forfeits(self) -> int:
        """The number of games lost by forfeit."""
        return sum(fault.forfeits for fault in self.faults)

    def __repr__(self) -> str:
        rates = ", ".join(f"{seat.player} {seat.win_rate:.1%}" for seat in self.seats)
        return f"<Simulation of {self.games:,} games of {self.game}: {rates}>"


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
    isolate: bool = False,
    on_leave: OnLeave = "bot",
    on: Where = "cores",
    progress: Progress | None = None,
    games_out: Path | None = None,
) -> Simulation:
    """Play many games between the same players and count their wins.

    `players` are names of bots, `module:Class` for players of your own, or `program:COMMAND`; there is one for each
    seat. With `rotate` the players change seats from game to game, and the results belong to the players wherever they
    sat. `settings` are the game's: `{"edition": "expanded"}`. `progress` is called after every batch with the number of
    games in it. The same seed gives the same games, bit for bit, on any number of cores, and on a Ray cluster
    (`on="ray"`).

    `games_out` is a file for a row of every game: JSON lines, or CSV or Parquet by its ending.

    A player that gives no legal answer in three attempts forfeits the game, and `faults` has the reason. `on_leave`
    says what becomes of its seat, as for `ludex.Referee`: a bot plays on, civil disorder, or the game ends, as a game
    for two always does. `time_limit` is the number of seconds that a player has for an answer, unless it is a compiled
    bot. With `isolate`, players of your own run in worker processes (`ludex.isolated`).

    >>> result = simulate("automation", ["big-money", "random"], 100, seed=1)
    >>> result.games, result.seats[0].win_rate
    (100, 1.0)
    """
    found = find_game(game) if isinstance(game, str) else game
    if games < 1:
        raise BadSetting(f"{games} games: expected at least 1")
    if games_out is not None:
        expect_format(games_out)
    seatings = rotations(len(players)) if rotate else ()
    expect_names(players)
    task = new_task(
        found,
        players,
        settings,
        seed,
        seatings,
        time_limit=time_limit,
        isolate=isolate,
        on_leave=on_leave,
        at_once=on != "ray" and begins_at_once(found, players, games),
    )
    compiled = prepare(found, task)
    used = cores or available_cores()
    size = BATCH if compiled else SLOW_BATCH
    cuts = [(first, min(size, games - first)) for first in range(0, games, size)]
    started = time.perf_counter()
    batches = []
    for batch in play_batches(found, [(task, *cut) for cut in cuts], compiled, used, on):
        batches.append(batch)
        if progress:
            progress(len(batch.results))
    seconds = time.perf_counter() - started
    results = np.concatenate([batch.results for batch in batches])
    if games_out is not None:
        write_games(games_out, found, results, task)
    moves = int(results[:, 0, 0].sum())
    return Simulation(
        game=found.name,
        settings=msgspec.to_builtins(found.read_settings(task.settings)),
        games=games,
        moves=moves,
        seconds=seconds,
        games_per_s=games / seconds,
        moves_per_s=moves / seconds,
        cores=used,
        seed=seed_as_given(seed),
        rotated=rotate,
        seats=_count(task, results, found.look.standing.sign),
        endings=count_endings(found, results),
        digest=digest_of(batches),
        faults=put_together(entry for batch in batches for entry in batch.faults),
    )


def seed_as_given(seed: int | str | bytes) -> str:
    """Return a seed as a text that gives the same games again.

    >>> seed_as_given(7), seed_as_given(b"\\x01\\x02")
    ('7', '0102')
    """
    return seed.hex() if isinstance(seed, bytes) else str(seed)


def rotations(count: int) -> tuple[Seating, ...]:
    """Return seatings with every player at every seat: all move by one seat after each game.

    >>> rotations(3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return tuple(tuple((seat + turn) % count for seat in range(count)) for turn in range(count))


def new_task(
    game: Game,
    players: Sequence[str],
    settings: Mapping[str, Any] | None,
    seed: int | str | bytes,
    seatings: Sequence[Seating] = (),
    *,
    same_deal: bool = False,
    time_limit: float | None = None,
    keep: bool = False,
    isolate: bool = False,
    on_leave: OnLeave = "bot",
    attempts: int | None = None,
    at_once: bool = False,
    press: int = 0,
) -> Task:
    """Return the task of a simulation, with everything checked that does not need the players themselves."""
    expect_names(players)
    if on_leave == "open-seat":
        raise BadSetting("on_leave is 'open-seat': no one comes to a simulation; expected 'bot' or 'end'")
    given = dict(settings or {})
    template_of(game, len(players), game.read_settings(given))
    return Task(
        game.name,
        tuple(players),
        given,
        secret_seed(seed),
        tuple(seatings) or (tuple(range(len(players))),),
        same_deal,
        read_seconds(time_limit, 1)[0],
        keep,
        isolate,
        _definition(game),
        expect_choice(game, on_leave),
        None if attempts is None else read_retries(attempts, 1)[0],
        at_once,
        press,
    )


def expect_names(players: Sequence[Any]) -> None:
    """Refuse players that are not given by name: other processes and machines have to make them.

    >>> class MyBot: ...
    >>> expect_names(["random", MyBot])
    Traceback (most recent call last):
    ludex.core.language.errors.BadSetting: player 1 is the class MyBot: name it 'ludex.arena.simulate:MyBot', as a text
    """
    if isinstance(players, str):
        raise BadSetting(f"players is the text {quote(players)}: expected a list of names")
    for number, player in enumerate(players):
        if isinstance(player, type):
            name = f"{player.__module__}:{player.__qualname__}"
            raise BadSetting(f"player {number} is the class {player.__name__}: name it {quote(name)}, as a text")
        if not isinstance(player, str):
            told = "expected a name: a bot of the game, module:Class for a player of your own, or program:COMMAND"
            raise BadSetting(f"player {number} is {quote(player)}: {told}")


def _definition(game: Game) -> str | None:
    """Return the definition with which another process can make the game, if it is not installed."""
    if game.definition is None or game is find_named_game(game.name):
        return None
    return msgspec.json.encode(game.definition).decode()


def prepare(game: Game, task: Task, replays: bool = False) -> bool:
    """Compile, or check that the players can be made, before the clock starts. Returns whether all are compiled.

    If a cassette `replays`, language models need no key.
    """
    compiled = are_compiled(game, task)
    if compiled and not task.at_once:
        play_compiled(game, task, 0, 1)
    elif not compiled:
        for name in dict.fromkeys(task.players):
            if replays and is_chat(name):
                continue
            player = make_player(game, name, isolate=task.isolate)
            if isinstance(player, Isolated):
                player.check(game.new(len(task.players), 0, **task.settings))
    return compiled


def play_batches(
    game: Game, cuts: Sequence[tuple[Task, int, int]], compiled: bool, cores: int, on: Where
) -> Iterator[Batch]:
    """Return the results of all batches, in order: each is a task with the number of its first game and a count."""
    if on == "ray":
        return map_tasks(play_batch, cuts, on="ray", cores=cores)
    if compiled:
        return map_tasks(partial(play_compiled, game), cuts, on="threads", cores=min(cores, len(cuts)))
    interpreted = all(task.at_once for task, _, _ in cuts) and bool(entries_to_compile(game, *TABLE))
    return map_tasks(play_batch, cuts, on=on, cores=min(cores, len(cuts)), interpreted=interpreted)


def digest_of(batches: Sequence[Batch]) -> str:
    """Return a hash of all final states."""
    return hashlib.blake2b(b"".join(batch.digest for batch in batches), digest_size=16).hexdigest()


def _count(task: Task, results: Numbers, sign: int) -> tuple[SeatResult, ...]:
    scores = sign * by_player(task.seatings, results[:, 1:, 0])
    ranks = by_player(task.seatings, ranks_of(results))
    shares = shares_of(ranks)
    return tuple(_seat_result(task, player, shares, scores, ranks) for player in range(len(task.players)))


def _seat_result(task: Task, player: int, shares: Shares, scores: Numbers, ranks: Numbers) -> SeatResult:
    wins = float(shares[:, player].sum())
    low, high = wilson(wins, len(scores))
    return SeatResult(
        player=task.players[player],
        wins=wins,
        win_rate=wins / len(scores),
        low=low,
        high=high,
        mean_score=float(scores[:, player].mean()),
        ahead=tuple(float(ahead_of(ranks, player, other).mean()) for other in range(len(task.players))),
    )
