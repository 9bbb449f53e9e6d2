"""Generic code over any game's rules. Each game gets its own compiled copy, with its rules in place of the names below.

Most entry functions take an array of records and an index, which is the cheap way into compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.chance import below, next_bits, pick_move
from ludex.core.events import clear
from ludex.core.record import State, States
from ludex.core.rule import loop, rule


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


@rule
def random_bot(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """Any legal move, each equally likely."""
    return pick_move(dice, options, count)


@rule
def first_bot(s: State, seat: int, options: Any, count: int, dice: State) -> int:
    """The first move that is offered."""
    return int(options[0, 0])


@loop
def enter_setup(states: States, i: int) -> None:
    setup(states[i])


@loop
def enter_opening(states: States, i: int, log: Any) -> None:
    clear(log)
    opening(states[i], log)


@loop
def enter_waiting(states: States, i: int) -> int:
    return int(waiting(states[i]))


@loop
def enter_legal(states: States, i: int, seat: int, out: Any) -> int:
    return int(legal(states[i], seat, out))


@loop
def enter_why_not(states: States, i: int, seat: int, move: int) -> int:
    return int(why_not(states[i], seat, move))


@loop
def enter_play(states: States, i: int, seat: int, move: int, log: Any) -> None:
    play(states[i], seat, move, log)


@loop
def enter_turn(states: States, seat: int, move: int, then: int, log: Any, rows: Any, found: Any) -> int:
    """Play a whole turn at a table: returns 0 if the move was executed, and otherwise why not.

    states[0] comes with the move's chance, and is left without any. `found` gets whether chance was used, and what
    `look_ahead` finds out.
    """
    s = states[0]
    code = why_not(s, seat, move)
    if code == 0:
        a, b, c, d = s.rng[0], s.rng[1], s.rng[2], s.rng[3]
        clear(log)
        play(s, seat, move, log)
        found[0] = a != s.rng[0] or b != s.rng[1] or c != s.rng[2] or d != s.rng[3]
    for word in range(4):
        s.rng[word] = 0
    if code == 0:
        look_ahead(states, then, rows, found)
    return int(code)


@loop
def enter_look(states: States, then: int, rows: Any, found: Any) -> None:
    """What a turn finds out after its move, for a state that comes without one."""
    look_ahead(states, then, rows, found)


@loop
def look_ahead(states: States, then: int, rows: Any, found: Any) -> None:
    """Who owes a decision, why the game is over, and what seats that owe one see and may do.

    `then` is a seat; -1, or one that owes nothing, means the first that owes a decision, and -2 every one. `found` gets
    who owes one, why the game is over and how many seats were looked at, and then each of them with how many `rows` it
    is offered, one after the other. From states[1] on are the states as they see them.
    """
    s = states[0]
    mask = waiting(s)
    found[1] = mask
    found[2] = over(s)
    looks = count = 0
    seat = then if then >= 0 and mask >> then & 1 else 0
    while seat < len(states) - 1 and (looks == 0 or then == -2):
        if mask >> seat & 1:
            rows_of_seat = legal(s, seat, rows[count:])
            found[4 + 2 * looks] = seat
            found[5 + 2 * looks] = rows_of_seat
            count += rows_of_seat
            looks += 1
            states[looks] = s
            hide(states[looks], seat)
        seat += 1
    found[3] = looks


@loop
def enter_hide(states: States, i: int, seat: int) -> None:
    s = states[i]
    hide(s, seat)
    for word in range(4):
        s.rng[word] = 0


@loop
def enter_redeal(states: States, i: int, seat: int, dice: States) -> None:
    """Hide first, then fill in: whatever `redeal` does, it cannot use what the seat may not know.

    The state gets chance of its own, so that the game can go on from it.
    """
    s = states[i]
    hide(s, seat)
    for word in range(4):
        s.rng[word] = dice[0].rng[word]
    redeal(s, seat)
    for word in range(4):
        dice[0].rng[word] = s.rng[word]
    for word in range(4):
        s.rng[word] = next_bits(dice[0])


@loop
def enter_audit(states: States, i: int) -> int:
    return int(audit(states[i]))


@loop
def enter_over(states: States, i: int) -> int:
    return int(over(states[i]))


@loop
def enter_scores(states: States, i: int, out: Any) -> None:
    count_scores(states[i], out)


@loop
def enter_choose(bot: int, states: States, i: int, seat: int, options: Any, dice: States) -> int:
    count = legal(states[i], seat, options)
    return int(choose(bot, states[i], seat, options, count, dice[0]))


@rule
def offered(options: Any, count: int, move: int) -> bool:
    """Whether a move is among those that `legal` wrote."""
    for row in range(count):
        if options[row, 0] <= move <= options[row, 1]:
            return True
    return False


@loop
def next_seat(s: State, dice: State) -> int:
    """A seat that owes a decision (-1: none). Where several owe one, chance says who is asked first."""
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
    """What the bot in a slot decides, or -1 if it is not among the options. A game may know a quicker way."""
    count = legal(s, seat, options)
    move = int(choose(bot, s, seat, options, count, dice))
    return move if bot < 2 or offered(options, count, move) else -1


@loop
def count_scores(s: State, out: Any) -> None:
    """The score and tie-break of every seat. What a game does not write is 0."""
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

    `players[r, seat]` is the bot slot of a seat, row after row in turn; results[g] gets the number of moves, how the
    game ended (0: not within `limit` moves; -1 - seat: its bot chose an illegal move, which was not executed), and
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
