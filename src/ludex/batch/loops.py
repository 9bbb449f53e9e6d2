"""The compiled loops of a batch: one step in each of many games, and random actions."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.compile.playout import (
    choose,
    count_scores,
    legal,
    milestone,
    offered,
    play,
    setup,
    side,
    waiting,
)
from ludex.core.game.features import observe
from ludex.core.language.chance import next_bits, pick_move
from ludex.core.language.record import State, States
from ludex.core.language.rule import loop, rule

SHARE, RANK, SCORE = range(3)
"""Rewards: the share of the win, the share of the others that are behind, or differences of scores."""
NEW_GAME = -1
"""In place of a move: begin a new game."""
OVER, BOT_FAULT = -1, -2
"""In place of the seat to move: the game is over; the bot of a seat chose an illegal move (-2 - seat)."""
TOO_MANY_ROWS, NO_DECISION = 1_000_000, 1_000_001
"""Faults of an environment: `legal` wrote more rows than `max_options`; no game came to a decision."""
MOST_GAMES = 1_000
"""The most games in a row that may end before the learner has anything to decide."""


class Desk(NamedTuple):
    """The arrays of a batch, one row for each environment, and the working memory of one core."""

    turn: Any
    rows: Any
    counts: Any
    masks: Any
    observations: Any
    final_observations: Any
    rewards: Any
    scores: Any
    done: Any
    margins: Any
    milestones: Any
    faults: Any
    bots: Any
    log: Any
    results: Any
    sides: Any


@loop
def step_games(
    states: States,
    template: States,
    chains: States,
    dice: States,
    seen: States,
    final: States,
    moves: Any,
    desk: Any,
    memory: Any,
    plan: Any,
    flat: int,
    reward: int,
) -> None:
    """Play one move in every environment, then those of bots, up to the next decision of a learner.

    A game that is over is replaced by a new one. `seen` is the record that `memory` shows, for features, and `final`
    has room for the last record of a game.
    """
    for i in range(len(moves)):
        clear_row(i, desk, flat)
        learner = desk.turn[i]
        play_to_decision(states, i, template, chains[i], dice[i], final, moves[i], desk, reward)
        if desk.faults[i] == 0:
            mark_row(i, desk, flat)
            for look in range(0 if desk.done[i] else 1, 2):
                seat, out = desk.turn[i], desk.observations[i]
                if look == 1:
                    seen[0] = states[i]
                else:
                    seen[0] = final[0]
                    seat, out = learner, desk.final_observations[i]
                observe(seen[0], memory, plan, seat, out)


@loop
def play_to_decision(
    states: States,
    i: int,
    template: States,
    chain: State,
    dice: State,
    final: States,
    given: int,
    desk: Any,
    reward: int,
) -> None:
    """Play a move in one environment and continue to the next decision of a learner.

    Each rule is called in one place only: compiled rules are inlined, and each copy would take its time to compile.
    """
    s = states[i]
    seat, move = desk.turn[i], given
    games = 0
    while True:
        begins = move == NEW_GAME
        if begins:
            states[i] = template[0]
            shuffle(s, chain, dice)
            setup(s)
            seat = s.seats - 1
            games += 1
        else:
            play(s, seat, move, desk.log)
        seat = next_to_move(s, seat)
        passed = milestone(s) if reward == SCORE else 0
        if seat == OVER or (reward == SCORE and (begins or passed != desk.milestones[i])):
            settle(s, i, desk, reward, begins, seat == OVER and games == 0)
            desk.milestones[i] = passed
        if seat == OVER:
            if games == 0:
                desk.done[i] = True
                final[0] = states[i]
            elif games == MOST_GAMES:
                desk.faults[i] = NO_DECISION
                return
            move = NEW_GAME
            continue
        count = legal(s, seat, desk.rows[i])
        desk.counts[i] = min(count, len(desk.rows[i]))
        desk.turn[i] = seat
        if count > len(desk.rows[i]):
            desk.faults[i] = TOO_MANY_ROWS
            return
        if desk.bots[seat] < 0:
            return
        move = choose(desk.bots[seat], s, seat, desk.rows[i], count, dice)
        if not offered(desk.rows[i], count, move):
            desk.faults[i] = BOT_FAULT - seat
            return


@loop
def next_to_move(s: State, last: int) -> int:
    """Return the next seat after the last one to move that owes a decision, or `OVER` if none does."""
    owing = waiting(s)
    if owing == 0:
        return OVER
    seat = last + 1 if last + 1 < s.seats else 0
    while not owing >> seat & 1:
        seat = seat + 1 if seat + 1 < s.seats else 0
    return int(seat)


@rule
def shuffle(s: State, chain: State, dice: State) -> None:
    """Give a new game and its bots chance, from the environment's own."""
    for word in range(4):
        s.rng[word] = next_bits(chain)
    for word in range(4):
        dice.rng[word] = next_bits(chain)


@loop
def settle(s: State, i: int, desk: Any, reward: int, begins: bool, ends: bool) -> None:
    """Count the scores, and give the rewards for them, unless the game has only begun."""
    count_scores(s, desk.results)
    for seat in range(s.seats):
        desk.sides[seat] = side(s, seat)
    for seat in range(s.seats):
        if reward == SCORE:
            ahead = margin(desk.sides, seat, desk.results)
            if not begins:
                desk.rewards[i, seat] += ahead - desk.margins[i, seat]
            desk.margins[i, seat] = ahead
        elif ends and reward == SHARE:
            desk.rewards[i, seat] = share(desk.sides, seat, desk.results)
        elif ends:
            desk.rewards[i, seat] = rank(desk.sides, seat, desk.results)
        if ends or (reward == SCORE and not begins):
            desk.scores[i, seat] = desk.results[seat, 0]


@rule
def margin(sides: Any, seat: int, results: Any) -> float:
    """Return by how much a seat's score is ahead of the mean of the other sides' seats."""
    total = others = 0
    for other in range(len(sides)):
        if sides[other] != sides[seat]:
            total += results[other, 0]
            others += 1
    return float(results[seat, 0] - total / max(others, 1))


@rule
def order_of(results: Any, seat: int, other: int) -> int:
    """Return more than 0 if a seat is ahead of another, and less if it is behind: by score, then by tie-break."""
    ahead = results[seat, 0] - results[other, 0]
    return int(ahead if ahead else results[seat, 1] - results[other, 1])


@rule
def share(sides: Any, seat: int, results: Any) -> float:
    """Return a seat's share of the win: 1 for the winning side, 0 for the others, divided if several sides win."""
    if not has_won(sides, seat, results):
        return 0.0
    winners = 0
    for other in range(len(sides)):
        first = True
        for before in range(other):
            if sides[before] == sides[other]:
                first = False
        if first and has_won(sides, other, results):
            winners += 1
    return 1.0 / winners


@rule
def has_won(sides: Any, seat: int, results: Any) -> bool:
    """Return whether no seat of another side is ahead of a seat."""
    for other in range(len(sides)):
        if sides[other] != sides[seat] and order_of(results, other, seat) > 0:
            return False
    return True


@rule
def rank(sides: Any, seat: int, results: Any) -> float:
    """Return the share of the other sides' seats that are behind a seat. Those level with it count half."""
    behind = others = 0
    for other in range(len(sides)):
        if sides[other] != sides[seat]:
            order = order_of(results, seat, other)
            behind += 2 * (order > 0) + (order == 0)
            others += 2
    return behind / others if others else 1.0


@rule
def clear_row(i: int, desk: Any, flat: int) -> None:
    """Remove what the last step has written to the arrays of an environment."""
    desk.done[i] = False
    for seat in range(desk.rewards.shape[1]):
        desk.rewards[i, seat] = 0
    for row in range(desk.counts[i]):
        if flat:
            for move in range(desk.rows[i, row, 0], desk.rows[i, row, 1] + 1):
                desk.masks[i, move] = False
        else:
            desk.masks[i, row] = False


@rule
def mark_row(i: int, desk: Any, flat: int) -> None:
    """Mark the legal moves, or the rows of them, in the mask of an environment."""
    for row in range(desk.counts[i]):
        if flat:
            for move in range(desk.rows[i, row, 0], desk.rows[i, row, 1] + 1):
                desk.masks[i, move] = True
        else:
            desk.masks[i, row] = True


@loop
def pick_moves(rows: Any, counts: Any, dice: States, moves: Any) -> None:
    """Choose a legal move in every environment, all equally likely."""
    for i in range(len(moves)):
        moves[i] = pick_move(dice[0], rows[i], counts[i])


@loop
def read_actions(
    actions: Any, afresh: Any, rows: Any, counts: Any, masks: Any, flat: int, moves: Any, fine: Any
) -> int:
    """Write the moves of actions, and return how many are illegal. `fine` receives which are not.

    Where `afresh` is set, a new game begins. Actions have one column if they are flat, otherwise two.
    """
    illegal = 0
    for i in range(len(moves)):
        chosen = actions[i, 0]
        moves[i] = NEW_GAME
        if afresh[i]:
            fine[i] = True
        elif flat:
            fine[i] = 0 <= chosen < masks.shape[1] and masks[i, chosen]
            moves[i] = chosen
        else:
            fine[i] = 0 <= chosen < counts[i] and 0 <= actions[i, 1] <= rows[i, chosen, 1] - rows[i, chosen, 0]
            if fine[i]:
                moves[i] = rows[i, chosen, 0] + actions[i, 1]
        illegal += not fine[i]
    return illegal
