"""The ways from Python into a game's rules.

Most entry points take an array of records and an index, which is the cheap way into compiled code. Each game gets its
own compiled copy, with its rules in place of the names that `ludex.core.compile.playout` declares.
"""

from __future__ import annotations

from typing import Any

from ludex.core.compile.playout import (
    audit,
    choose,
    count_scores,
    legal,
    opening,
    over,
    play,
    redeal,
    see,
    setup,
    waiting,
    why_not,
)
from ludex.core.language.chance import next_bits
from ludex.core.language.events import clear
from ludex.core.language.record import States
from ludex.core.language.rule import loop


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
    """Play a whole turn at a table: return 0 if the move was executed, and otherwise the reason why not.

    states[0] comes with the move's chance, and is left without any. `found` receives the use of chance, and the results
    of `look_ahead`.
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
    """Do the look-ahead of a turn for a state without a move."""
    look_ahead(states, then, rows, found)


@loop
def look_ahead(states: States, then: int, rows: Any, found: Any) -> None:
    """Find out who owes a decision, why the game is over, and what seats that owe one see and may do.

    `then` is a seat; -1, or one that owes nothing, means the first that owes a decision, and -2 every one. `found`
    receives the seats that owe one, the ending and the number of seats examined, and then each of those with the number
    of `rows` it is offered, one after the other. The states as they see them begin at states[1].
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
            see(states[looks], seat)
        seat += 1
    found[3] = looks


@loop
def enter_hide(states: States, i: int, seat: int) -> None:
    see(states[i], seat)


@loop
def enter_redeal(states: States, i: int, seat: int, dice: States) -> None:
    """Hide first, then fill in, so that `redeal` cannot use what the seat may not know.

    The state is reseeded, so that the game can continue from it.
    """
    s = states[i]
    see(s, seat)
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
