"""Games at a table between greedy bots, move by move, for descriptions and histories."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import msgspec
import numpy as np

from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.request import Player, Request
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.moves import Move
from ludex.core.play.history import History
from ludex.core.play.table import Table
from ludex.games.cards import CardGame
from ludex.lab.one_liners import NAMES, TABLE, follow_line
from ludex.lab.watching import AS_SPECTATORS_KNOW, Watcher, seeds_of
from ludex.players import Bot

TOLD = 70
"""Number of events of the sample game that are described in full."""
LINE_EXAMPLES = 6
"""Number of games in which a win of a one-line player is sought."""
MOST_EXAMPLES, MOST_MOVES = 24, 4_000
"""Limits for finding an example: the number of games, and of their moves altogether."""


class Told(msgspec.Struct, frozen=True):
    """A line of the sample game."""

    text: str
    kind: str = "event"
    """`event`, `note` (something that a spectator should notice), or `left out`."""


class Step(msgspec.Struct, frozen=True):
    """A move at a table."""

    seat: int
    move: str
    alone: bool
    """True if there was no other move."""
    events: list[str]


class Example(msgspec.Struct, frozen=True):
    """A whole game: its beginning, its end, and its history."""

    openings: tuple[str, ...]
    """Every seat's first move with an alternative; empty if it had none."""
    winners: tuple[int, ...]
    reason: str
    forced: float
    """Share of moves without an alternative."""
    cut: bool
    """True if a hand ended only because the limit of turns was reached."""
    history: str


class LinePlayer(Player[Any]):
    """A one-line player at a table."""

    def __init__(self, game: CardGame, line: str) -> None:
        super().__init__(line)
        self._game = game
        self._line = TABLE[NAMES.index(line)]

    def decide(self, request: Request[Any]) -> Move:
        """Follow the line."""
        assert request.record is not None, "a table's request has a record"
        states = request.record.copy()
        rows = packed_rows(self._game.machine.interpreted, states, request.seat, self._game.max_options)
        move = follow_line(self._line, load_twin(states, 0), request.seat, np.array(rows), len(rows))
        return self._game.moves.unpack(move)


def set_table(watcher: Watcher, seed: str, line: str = "greedy") -> Table:
    """Make a table with interpreted rules. For single games, compiling what a table needs would take longer."""
    game = CardGame(watcher.game.genome)
    game.machine.kernel = game.machine.interpreted
    return game.new(watcher.seats, seed=seed, players=[line, *["greedy"] * (watcher.seats - 1)])


def play_out(table: Table, first: Player[Any] | None = None) -> Iterator[Step]:
    """Let greedy bots play at a table until the game ends, or another player and bots."""
    bots: list[Player[Any]] = [Bot(table.game, "greedy", seat) for seat in range(table.seats)]
    bots[0] = first or bots[0]
    while table.waiting:
        seat = table.waiting[0]
        request = table.request(seat)
        move = cast(Move, bots[seat].decide(request))
        alone = len(request.options) == 1
        yield Step(seat, str(move), alone, [str(event) for event in table.play(seat, move)])


def line_example(watcher: Watcher, line: str, seed: str) -> str:
    """Return the history of a game that a one-line player wins against bots; empty if it wins none of a few."""
    for number in range(LINE_EXAMPLES):
        table = set_table(watcher, f"{seed} line {number}", line)
        for _ in islice(play_out(table, LinePlayer(watcher.game, line)), MOST_MOVES):
            pass
        if table.outcome is not None and 0 in table.outcome.winners:
            return History.of(table).to_json()
    return ""


def example_games(watcher: Watcher, seed: str) -> Iterator[Example]:
    """Yield whole games, up to the number requested and the limit of moves."""
    moves = 0
    for number in range(MOST_EXAMPLES):
        table = set_table(watcher, f"{seed} example {number}")
        openings, forced, begun, cut = [""] * watcher.seats, 0, moves, False
        hand, turns = _hand_and_turns(table)
        for step in play_out(table):
            moves += 1
            last, (hand, now) = hand, _hand_and_turns(table)
            ended = hand != last or not table.waiting
            cut, turns = cut or (ended and turns + 1 >= watcher.game.genome.turn_limit), now
            forced += step.alone
            if not step.alone and not openings[step.seat]:
                openings[step.seat] = step.move
        outcome = table.outcome
        assert outcome is not None
        part = forced / max(moves - begun, 1)
        winners, history = tuple(outcome.winners), History.of(table).to_json()
        yield Example(tuple(openings), winners, outcome.reason, part, cut, history)
        if moves > MOST_MOVES:
            return


def _hand_and_turns(table: Table) -> tuple[int, int]:
    """Return the number of the hand, and of the turns it has had."""
    record = table.engine.record_in_full()[0]
    return int(record["hand_number"]), int(record["turns"])


def sample_game(watcher: Watcher, seed: str) -> tuple[list[Told], History]:
    """Play one game between greedy bots and describe it event by event, with notes on the probable winner."""
    table = set_table(watcher, f"{seed} sample")
    told: list[Told] = []
    moves = 0
    pause = 12
    for step in play_out(table):
        events = step.events
        if step.alone and events:
            events[0] += " (no other move)"
        moves += 1
        if len(told) < TOLD:
            told += [Told(event) for event in events]
        if moves == pause and table.waiting:
            told.append(Told(_who_leads(watcher, table, moves, seed), "note"))
            pause = int(pause * 1.8) + 4
    told.append(Told(f"The game ends after {moves} moves: {_result(table)}", "note"))
    return _shortened(told), History.of(table)


def seats_of(watcher: Watcher, side: int) -> str:
    """Describe the seats of a side."""
    return " and ".join(f"seat {seat}" for seat, own in enumerate(watcher.sides) if own == side)


def _who_leads(watcher: Watcher, table: Table, moves: int, seed: str) -> str:
    """Describe the probable winner, from a spectator's point of view."""
    chance = seeds_of(f"{seed} after {moves}", 64)
    on = watcher.go_on(
        table.engine.record_in_full(), ["greedy"] * watcher.seats, chance, repeat=64, known=AS_SPECTATORS_KNOW
    )
    shares = watcher.shares(on.scores).mean(axis=0)
    best = int(shares.argmax())
    who = seats_of(watcher, best)
    return (
        f"After {moves} moves, {who} would win {shares[best]:.0%} of the games from here (fair: {1 / len(shares):.0%})."
    )


def _result(table: Table) -> str:
    outcome = table.outcome
    assert outcome is not None
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(outcome.scores))
    return f"{outcome.reason}. Scores: {scores}."


def _shortened(told: list[Told]) -> list[Told]:
    """Mark where events were left out."""
    shown = sum(line.kind == "event" for line in told)
    if shown < TOLD:
        return told
    last = max(place for place, line in enumerate(told) if line.kind == "event")
    return [*told[: last + 1], Told("… and so on.", "left out"), *told[last + 1 :]]
