"""Games at a table between greedy bots, one move after the other: to be told, and to be kept as histories."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludex.core.history import History
from ludex.core.table import Table
from ludex.games.cards import CardGame
from ludex.lab.watching import AS_SPECTATORS_KNOW, Watcher, seeds_of
from ludex.players import Bot

TOLD = 70
"""Events of the sample game that are told in full."""
MOST_EXAMPLES, MOST_MOVES = 24, 4_000
"""More games, or games with more moves all together, are not played to find an example."""


class Told(msgspec.Struct, frozen=True):
    """A line of the sample game."""

    text: str
    kind: str = "event"
    """`event`, `note` (what a spectator should notice), or `left out`."""


class Step(msgspec.Struct, frozen=True):
    """A move at a table."""

    seat: int
    move: str
    alone: bool
    """Whether there was no other move."""
    events: list[str]


class Example(msgspec.Struct, frozen=True):
    """A whole game: how it began, how it ended, and its history."""

    openings: tuple[str, ...]
    """Every seat's first move with an alternative; empty if it had none."""
    winners: tuple[int, ...]
    reason: str
    forced: float
    """The share of moves without an alternative."""
    cut: bool
    """Whether a hand ended only because the limit of turns was reached."""
    history: str


def set_table(watcher: Watcher, seed: str) -> Table:
    """A new table by interpreted rules. For single games, compiling what a table needs would take longer."""
    game = CardGame(watcher.game.genome)
    game.kernel = game.interpreted
    return game.new(watcher.seats, seed=seed, players=["greedy"] * watcher.seats)


def play_out(table: Table) -> Iterator[Step]:
    """Let greedy bots play a table to its end."""
    bots = [Bot(table.game, "greedy", seat) for seat in range(table.seats)]
    while table.waiting:
        seat = table.waiting[0]
        request = table.request(seat)
        move = bots[seat].decide(request)
        alone = len(request.options) == 1
        yield Step(seat, str(move), alone, [str(event) for event in table.play(seat, move)])


def example_games(watcher: Watcher, seed: str) -> Iterator[Example]:
    """Whole games, as many as are asked for and as do not take too long."""
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
    """The number of the hand, and how many turns it has had."""
    record = table.record_in_full()[0]
    return int(record["hand_number"]), int(record["turns"])


def sample_game(watcher: Watcher, seed: str) -> tuple[list[Told], History]:
    """One game between greedy bots, told event by event, with notes on who will probably win."""
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
    """The seats of a side, in words."""
    return " and ".join(f"seat {seat}" for seat, own in enumerate(watcher.sides) if own == side)


def _who_leads(watcher: Watcher, table: Table, moves: int, seed: str) -> str:
    """Who will probably win, as a spectator sees it."""
    chance = seeds_of(f"{seed} after {moves}", 64)
    on = watcher.go_on(table.record_in_full(), ["greedy"] * watcher.seats, chance, repeat=64, known=AS_SPECTATORS_KNOW)
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
    """Say where events were left out."""
    shown = sum(line.kind == "event" for line in told)
    if shown < TOLD:
        return told
    last = max(place for place, line in enumerate(told) if line.kind == "event")
    return [*told[: last + 1], Told("… and so on.", "left out"), *told[last + 1 :]]
