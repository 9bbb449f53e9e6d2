"""Games for fitting: some seats are played by bots of the game, others by one rule with the weights that are tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.compile.playout import ask_bot, count_scores, legal, next_seat, offered, over, play, setup
from ludex.core.language.record import States
from ludex.core.language.rule import loop


def _filled_in_by_the_fit(*_: Any) -> Any:
    raise TypeError("a loop was called without the rule of a bot")


fitted: Callable[..., Any] = _filled_in_by_the_fit
"""The rule of the bot that is fitted, `fitted(s, seat, options, count, dice, weights)`."""


@loop
def play_fits(
    states: States,
    template: States,
    dice: States,
    seeds: Any,
    players: Any,
    weights: Any,
    options: Any,
    log: Any,
    results: Any,
    limit: int,
) -> None:
    """Play a game for every row of `seeds` and `players`, one after another on the same record.

    `players[g, seat]` is the slot of a bot, or -1 - row for the fitted rule with this row of `weights`; `results[g]` is
    written as by `play_games`.
    """
    for g in range(len(seeds)):
        states[0] = template[0]
        s = states[0]
        for word in range(4):
            s.rng[word] = seeds[g, word]
            dice[0].rng[word] = seeds[g, 4 + word]
        setup(s)
        moves = illegal = 0
        while moves < limit:
            seat = next_seat(s, dice[0])
            if seat < 0:
                break
            who = players[g, seat]
            if who >= 0:
                move = ask_bot(who, s, seat, options, dice[0])
            else:
                count = legal(s, seat, options)
                move = fitted(s, seat, options, count, dice[0], weights[-1 - who])
                if not offered(options, count, move):
                    move = -1
            if move < 0:
                illegal = -1 - seat
                break
            play(s, seat, move, log)
            moves += 1
        results[g, 0, 0] = moves
        results[g, 0, 1] = illegal if illegal else over(s)
        count_scores(s, results[g, 1:])
