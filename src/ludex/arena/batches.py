"""Batches of games, the unit of work of simulations and contests, with the same result on any core.

Every game has a number. The number determines the deal and the seating, so the result does not depend on the size of
the batches, on the core that plays a batch, or on the time.
"""

from __future__ import annotations

import faulthandler
import hashlib
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.arena.asked import Asked, count_asked, count_press
from ludex.arena.faults import PlayerFaults, faults_of
from ludex.arena.timing import DecisionTimes, timed
from ludex.core.compile.compiled_rules import ENTRIES, Kernel
from ludex.core.game.game import Game
from ludex.core.game.registry import defined_game
from ludex.core.game.registry import game as find_game
from ludex.core.game.request import RemotePlayer
from ludex.core.game.starting_rules import StartingKernel
from ludex.core.game.template import template_of
from ludex.core.language.chance import DICE, game_seeds
from ludex.core.language.errors import BrokenRule
from ludex.core.language.events import new_log
from ludex.core.language.outcome import Outcome
from ludex.core.language.record import States
from ludex.core.play.leaving import OnLeave
from ludex.core.play.referee import Referee
from ludex.players import attempts_of, is_compiled, make_player
from ludex.players.chat import ChatPlayer, Send
from ludex.players.search import is_search

BATCH = 256
"""Games in a batch of compiled bots."""

HELD_UP = 10.0
"""Seconds, beyond the time limits, after which a process that makes no progress is ended. Set by `LUDEX_HELD_UP`."""

FEW = 50
"""Largest number of games that begin at once, with interpreted rules, if nothing is compiled yet."""

PATIENCE = 10.0
"""Seconds after which the rest of a few games waits for the compiler: then compiling takes less time."""

FORFEIT = -1
"""The ending of a game in which a player forfeited."""

NO_SENDS: Mapping[int, Send] = MappingProxyType({})

Seating = tuple[int, ...]
"""The player at each seat."""


class Task(NamedTuple):
    """The parameters that all batches of one simulation share."""

    game: str
    players: tuple[str, ...]
    settings: dict[str, Any]
    seed: bytes
    seatings: tuple[Seating, ...]
    """The seatings, used by one game after another in turn."""
    same_deal: bool = False
    """True if a deal is played with every seating before the next is dealt. Otherwise every game has its own deal."""
    time_limit: float | None = None
    keep: bool = False
    """True if histories are saved, and times measured. Games are then played at tables, even between compiled bots."""
    isolate: bool = False
    """True if custom players written in Python run in worker processes."""
    definition: str | None = None
    """The JSON that the game is made from, if it is not installed."""
    on_leave: OnLeave = "bot"
    """The choice for the seat of a player that forfeits."""
    attempts: int | None = None
    """The number of answers for a decision that players have. None for the number of each player."""
    at_once: bool = False
    """True if the games are so few that they begin with interpreted rules. Results and digests are the same."""
    press: int = 0
    """The most rounds of messages before the decisions of a phase, in games of negotiation."""

    def seating(self, number: int) -> Seating:
        """Return the player at each seat in a game."""
        return self.seatings[number % len(self.seatings)]

    def seeds(self, first: int, count: int) -> npt.NDArray[np.uint64]:
        """Return the chance of games number first … first + count - 1."""
        if not self.same_deal:
            return game_seeds(self.seed, first, count)
        each = len(self.seatings)
        deals = game_seeds(self.seed, first // each, (first + count - 1) // each - first // each + 1)
        return np.repeat(deals, each, axis=0)[first % each : first % each + count]

    def find_game(self) -> Game:
        """Return the game, in any process."""
        return find_game(self.game) if self.definition is None else _defined(self.definition)


@cache
def _defined(text: str) -> Game:
    return defined_game(msgspec.json.decode(text))


class Answers(NamedTuple):
    """The rejected answers and the times of one player at one seat of one game."""

    player: int
    rejected: int
    """Number of its answers that were rejected."""
    late: int
    """Number of those that came too late."""
    times: DecisionTimes
    asked: Asked


class Batch(NamedTuple):
    """The result of a batch: for every game its moves, its ending, and every seat's score and tie-break."""

    results: npt.NDArray[np.int64]
    digest: bytes
    faults: tuple[tuple[int, PlayerFaults], ...] = ()
    """For every game with a fault: the player at fault, and the fault."""
    answers: tuple[Answers, ...] = ()
    histories: tuple[str, ...] = ()


def begins_at_once(game: Game, players: Sequence[str], games: int) -> bool:
    """Return whether games are so few that they do not wait for the compiler. Searches do: they need it.

    >>> begins_at_once(find_game("automation"), ["search-100", "random"], 2)
    False
    """
    few = games <= FEW and not any(map(is_search, players))
    return few and isinstance(game.machine.kernel, StartingKernel)


def are_compiled(game: Game, task: Task) -> bool:
    """Return whether all games of a task can be played without leaving compiled code."""
    return not task.keep and all(is_compiled(game, player) for player in task.players)


def play_batch(task: Task, first: int, count: int) -> Batch:
    """Play a batch of games, in a process that has not loaded anything yet."""
    game = task.find_game()
    return play_compiled(game, task, first, count) if are_compiled(game, task) else play_in_python(task, first, count)


def play_compiled(game: Game, task: Task, first: int, count: int) -> Batch:
    """Play a batch of games between bots, without leaving compiled code."""
    states = game.machine.layout.new(count)
    results = np.zeros((count, 1 + len(task.players), 2), np.int64)
    done = 0
    if task.at_once and not game.machine.compiled.program.is_cached(ENTRIES["play_games"]):
        until = time.monotonic() + PATIENCE
        while done < count and time.monotonic() < until:
            _play_rows(game, game.machine.interpreted, task, first, slice(done, done + 1), states, results)
            done += 1
    if done < count:
        _play_rows(game, game.machine.kernel, task, first, slice(done, count), states, results)
    _check(game, task, first, results)
    return Batch(results, _digest(states))


def _play_rows(
    game: Game,
    kernel: Kernel,
    task: Task,
    first: int,
    rows: slice,
    states: States,
    results: npt.NDArray[np.int64],
) -> None:
    """Play some games of a batch that begins with game number `first`."""
    number = first + rows.start
    slots = [game.machine.bot_slots[player] for player in task.players]
    turns = range(len(task.seatings))
    kernel.play_games(
        states[rows],
        template_of(game, len(task.players), game.read_settings(task.settings)),
        DICE.new(),
        task.seeds(number, rows.stop - rows.start),
        np.array([[slots[player] for player in task.seating(number + turn)] for turn in turns]),
        np.zeros((game.max_options, 2), np.int64),
        new_log(0),
        results[rows],
        game.max_moves,
    )


def _check(game: Game, task: Task, first: int, results: npt.NDArray[np.int64]) -> None:
    """Raise `BrokenRule` after an illegal move or an endless game: compiled bots are not asked twice."""
    endings = results[:, 0, 1]
    if (endings == 0).any():
        number = first + int((endings == 0).argmax())
        raise BrokenRule(f"game {number} of {game.name} did not end within {game.max_moves} moves")
    if (endings < 0).any():
        at = int(endings.argmin())
        seat = -1 - int(endings[at])
        name = task.players[task.seating(first + at)[seat]]
        raise BrokenRule(
            f"bot {name!r} chose an illegal move in game {first + at}, seat {seat}, seed {task.seed.hex()}"
        )


def play_in_python(task: Task, first: int, count: int) -> Batch:
    """Play a batch of games with players written in Python, each run by a referee. Rule breakers forfeit."""
    game = task.find_game()
    batches = []
    states = game.machine.layout.new(count)
    for g in range(count):
        match = seat_players(game, task, first + g)
        with _guarded(match.referee):
            match.referee.play()
        states[g] = match.referee.table.engine.record_in_full()[0]
        batches.append(match.result(task))
    return Batch(
        np.concatenate([batch.results for batch in batches]),
        _digest(states),
        tuple(fault for batch in batches for fault in batch.faults),
        tuple(answers for batch in batches for answers in batch.answers),
        tuple(history for batch in batches for history in batch.histories),
    )


class SeatedGame(NamedTuple):
    """A game whose players are seated."""

    number: int
    referee: Referee
    players: list[Any]
    """The player of each seat at the beginning of the game."""
    times: list[DecisionTimes]

    def result(self, task: Task) -> Batch:
        """Return the result of the finished game, as a batch."""
        table, seating = self.referee.table, task.seating(self.number)
        assert table.outcome is not None
        return Batch(
            _row(table.game, table.outcome, len(table.played))[np.newaxis],
            _digest(table.engine.record_in_full()),
            tuple(faults_of(self.referee, task.players, seating, self.number)),
            tuple(self._answers(seating)),
            (table.history.to_json(),) if task.keep else (),
        )

    def _answers(self, seating: Seating) -> Iterator[Answers]:
        for seat, player in enumerate(seating):
            rejected = [attempt for _, at, attempt in self.referee.table.engine.retries if at == seat]
            late = sum(attempt.rejection.code == "timeout" for attempt in rejected)
            gone = self.referee.violations.get(seat)
            asked = count_asked(self.players[seat], self.times[seat], rejected, gone.attempts[-1] if gone else None)
            if self.referee.talk is not None:
                count_press(asked, self.referee.talk, seat)
            yield Answers(player, len(rejected), late, self.times[seat], asked)


def seat_players(game: Game, task: Task, number: int, sends: Mapping[int, Send] = NO_SENDS) -> SeatedGame:
    """Return a game with its players. `sends` replaces the function that sends a request, for some seats."""
    words = task.seeds(number, 1)[0]
    names = [task.players[player] for player in task.seating(number)]
    table = game.new(len(names), words[:4].tobytes(), players=[name[-200:] for name in names], **task.settings)
    dice = np.random.SeedSequence(words[4:].tolist()).generate_state(len(names), np.uint64)
    players = [
        ChatPlayer.named(name, send=sends[seat])
        if seat in sends
        else make_player(game, name, int(die), isolate=task.isolate)
        for seat, (name, die) in enumerate(zip(names, dice, strict=True))
    ]
    limits = [None if is_compiled(game, name) else task.time_limit for name in names]
    times = [timed(player) for player in players]
    attempts = [task.attempts or attempts_of(player) for player in players]
    referee = Referee(
        table,
        players,
        max_retries=attempts,
        on_violation="forfeit",
        on_leave=task.on_leave,
        time_limit=limits,
        press=task.press,
    )
    return SeatedGame(number, referee, players, times)


@contextmanager
def _guarded(referee: Referee) -> Iterator[None]:
    """End this process if a player with a time limit blocks it so that not even the referee can continue.

    Python cannot interrupt code of a library that does not return. The thread of `faulthandler` can end the process,
    after it has written where the code is.
    """
    here = zip(referee.players, referee.time_limit, strict=True)
    limits = [limit for player, limit in here if limit is not None and not isinstance(player, RemotePlayer)]
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


def _row(game: Game, outcome: Outcome, moves: int) -> npt.NDArray[np.int64]:
    """Return a result as the compiled loop writes it. The rank is used as the tie-break.

    A game in which a player forfeited has the ending -1, even if it was played on without that player.
    """
    row = np.zeros((1 + len(outcome.scores), 2), np.int64)
    ended = [code for code, reason in game.machine.endings.items() if reason == outcome.reason]
    row[0] = moves, ended[0] if ended else FORFEIT
    row[1:, 0] = outcome.scores
    row[1:, 1] = [-rank for rank in outcome.ranks]
    return row


def _digest(states: States) -> bytes:
    return hashlib.blake2b(states.tobytes(), digest_size=16).digest()
