"""Whole games between bots, and the names that each game's rules fill in.

Generic code calls `setup`, `legal`, `play`, … below. Each game gets its own compiled copy of that code, with its rules
in place of these names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.language.chance import below, pick_move
from ludex.core.language.record import State, States
from ludex.core.language.rule import loop, rule


def _filled_in_by_the_game(*_: Any) -> Any:
    raise TypeError("a loop was called without a game's rules")


_Hole = Callable[..., Any]
setup: _Hole = _filled_in_by_the_game
opening: _Hole = _filled_in_by_the_game
waiting: _Hole = _filled_in_by_the_game
legal: _Hole = _filled_in_by_the_game
why_not: _Hole = _filled_in_by_the_game
play: _Hole = _filled_in_by_the_game
hide: _Hole = _filled_in_by_the_game
redeal: _Hole = _filled_in_by_the_game
audit: _Hole = _filled_in_by_the_game
over: _Hole = _filled_in_by_the_game
scores: _Hole = _filled_in_by_the_game
choose: _Hole = _filled_in_by_the_game
side: _Hole = _filled_in_by_the_game
milestone: _Hole = _filled_in_by_the_game
suppose: _Hole = _filled_in_by_the_game
likelihood: _Hole = _filled_in_by_the_game
estimate: _Hole = _filled_in_by_the_game


@loop
def see(s: State, seat: int) -> None:
    """Leave in a record only what a seat (-1: a spectator) may know: hide secrets, and blank chance.

    Every loop that shows a record to a player does it with this. `hide` alone leaves `rng` in place, from which all
    chance to come can be worked out.
    """
    hide(s, seat)
    for word in range(4):
        s.rng[word] = 0


@rule
def random_bot(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Choose any legal move, all equally likely."""
    return pick_move(dice, options, count)


@rule
def first_bot(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Choose the first move offered."""
    return int(options[0, 0])


@rule
def offered(options: Any, count: int, move: int) -> bool:
    """Return whether a move is among those that `legal` wrote."""
    for row in range(count):
        if options[row, 0] <= move <= options[row, 1]:
            return True
    return False


@loop
def next_seat(s: State, dice: State) -> int:
    """Return a seat that owes a decision (-1: none). If several owe one, chance decides who is asked first."""
    mask = waiting(s)
    if mask == 0:
        return -1
    seat = 0
    while not mask >> seat & 1:
        seat += 1
    if mask >> seat == 1:
        return seat
    owing = 0
    for other in range(seat, s.seats):
        owing += mask >> other & 1
    skip = below(dice, owing)
    while skip > 0:
        seat += 1
        skip -= mask >> seat & 1
    return seat


@loop
def ask_bot(bot: int, s: State, seat: int, options: Any, dice: State) -> int:
    """Return the decision of the bot in a slot, or -1 if it is not an option. Games may provide a faster way."""
    count = legal(s, seat, options)
    move = int(choose(bot, s, seat, options, count, dice))
    return move if bot < 2 or offered(options, count, move) else -1


@loop
def count_scores(s: State, out: Any) -> None:
    """Write the score and tie-break of every seat. Numbers that a game does not write are 0."""
    for seat in range(len(out)):
        out[seat, 0] = 0
        out[seat, 1] = 0
    scores(s, out)


@loop
def play_games(
    states: States,
    template: States,
    dice: States,
    seeds: Any,
    players: Any,
    options: Any,
    log: Any,
    results: Any,
    limit: int,
) -> None:
    """Play game after game to the end: states[g] starts as the template with the chance of seeds[g].

    `players[r, seat]` is the bot slot of a seat, row after row in turn; results[g] receives the number of moves, the
    ending (0: not within `limit` moves; -1 - seat: its bot chose an illegal move, which was not executed), and
    every seat's score and tie-break.
    """
    for g in range(len(states)):
        states[g] = template[0]
        s = states[g]
        for word in range(4):
            s.rng[word] = seeds[g, word]
            dice[0].rng[word] = seeds[g, 4 + word]
        setup(s)
        row = g % len(players)
        moves = illegal = 0
        while moves < limit:
            seat = next_seat(s, dice[0])
            if seat < 0:
                break
            move = ask_bot(players[row, seat], s, seat, options, dice[0])
            if move < 0:
                illegal = -1 - seat
                break
            play(s, seat, move, log)
            moves += 1
        results[g, 0, 0] = moves
        results[g, 0, 1] = illegal if illegal else over(s)
        count_scores(s, results[g, 1:])
