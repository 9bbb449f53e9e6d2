"""The compiled part of the search: worlds, and the candidates played out in each of them.

Every candidate is played in the same worlds with the same dice, so that luck is the same for all of them. A world
depends on its number alone, and not on the core that plays it, or on the time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.compile.playout import (
    choose,
    estimate,
    legal,
    likelihood,
    milestone,
    next_seat,
    offered,
    over,
    play,
    redeal,
    scores,
    see,
    side,
    suppose,
)
from ludex.core.language.chance import below, next_bits
from ludex.core.language.record import State, States
from ludex.core.language.rule import loop, rule
from ludex.players.search.tree import find_fork, give_credit, set_out, step_down

NO_TREE, OWN_TREE, WHOLE_TREE = range(3)
"""The tree below a candidate: none, one of the seat's own decisions, or one of all decisions."""
OWN, BEST, MEAN, WON, RANK = range(5)
"""The result of a playout: the score of the seat's side, the best and the mean of the others, and if the game is over
the share of the win and the share of the others that are behind (else -1)."""
SURPRISE = 4
"""At one of this many visits to a node, a random move is proposed in place of the bot's."""
NO_MOVE = -1
"""In place of a candidate: the tree chooses the first move too."""


class Orders(NamedTuple):
    """The parameters of a search, as far as playouts need them."""

    first: int
    last: int
    """The worlds to play: from the first, up to but not including the last."""
    seat: int
    bot: int
    """The slot of the bot that plays every move of the seat after the candidate."""
    horizon: int
    """The most moves in a playout (0: no limit)."""
    milestones: int
    """The number of milestones after which a playout ends (0: no limit)."""
    tree: int
    width: int
    """The number of moves that are tried at a new node of the tree."""
    tries: int
    """The most worlds that are dealt to find a likely one (0: one that is possible, likely or not)."""


class Desk(NamedTuple):
    """The working memory of one core.

    `pool` has the slots of the bots that stand for the other seats, each as often as it should, and `models` gets the
    bot of every seat in a world.
    """

    tree: Any
    worth: Any
    path: Any
    norms: Any
    options: Any
    log: Any
    results: Any
    pool: Any
    models: Any


@loop
def play_on(
    states: States,
    orders: Any,
    candidates: Any,
    outcomes: Any,
    seeds: Any,
    desk: Any,
    worlds: States,
    walks: States,
    dice: States,
    known: States,
    later: States,
    seen: States,
    reached: Any,
) -> None:
    """Play every candidate in the worlds of `orders`. `candidates` has rows of a place in `outcomes` and a move (or
    `NO_MOVE`).

    Every other world is one of those `known` from the last decision, as long as there are any. `later`, `seen` and
    `reached` have a place for every playout (see `play_out`).
    """
    slot = 0
    for number in range(orders.first, orders.last):
        at = number // 2 - (orders.first + 1) // 2
        if number % 2 == 0 and at < len(known):
            reuse_world(known[at], seeds[number], worlds, dice[0])
        else:
            deal_world(states, orders.seat, seeds[number], orders.tries, worlds, dice[0])
        cast(orders, desk, dice[0])
        for row in range(len(candidates)):
            place = candidates[row, 0]
            worlds[1] = worlds[0]
            for word in range(4):
                dice[0].rng[word] = seeds[number, 4 + word]
            set_out(worlds[1], orders, desk, walks[0], place, len(outcomes[number]))
            play_out(candidates[row, 1], orders, desk, worlds, walks[0], dice[0], slot, later, seen, reached)
            count_end(worlds[1], desk.results)
            tell_outcome(worlds[1], orders.seat, desk.results, outcomes[number, place])
            if orders.tree:
                give_credit(worlds[1], orders.seat, desk, walks[0].depth)
            slot += 1


@loop
def play_out(
    move: int,
    orders: Any,
    desk: Any,
    worlds: States,
    walk: State,
    dice: State,
    slot: int,
    later: States,
    seen: States,
    reached: Any,
) -> None:
    """Play one candidate, and then moves of the bot and of the tree, until the playout ends.

    `later[slot]` gets the world at the seat's next choice, `seen[slot]` the seat's view of it, and `reached[slot]`
    becomes 1 if there is such a choice.
    """
    s = worlds[1]
    start = milestone(s)
    mover = orders.seat
    steps = 0
    noted = slot >= len(reached)
    while True:
        if move < 0:
            count = legal(s, mover, desk.options)
            if not noted and mover == orders.seat and (count > 1 or desk.options[0, 0] < desk.options[0, 1]):
                note_world(worlds, mover, later, seen, slot)
                reached[slot] = noted = True
            move = next_move(s, mover, count, orders, desk, walk, dice)
        play(s, mover, move, desk.log)
        move = NO_MOVE
        steps += 1
        mover = next_seat(s, dice)
        if mover < 0 or steps == orders.horizon:
            return
        if orders.milestones and milestone(s) - start >= orders.milestones:
            return


@loop
def next_move(s: State, mover: int, count: int, orders: Any, desk: Any, walk: State, dice: State) -> int:
    """Return the next move of a playout: the bot's, or inside the tree the most promising one."""
    inside = False
    if orders.tree:
        find_fork(s, mover, walk)
        inside = walk.fork >= 0 and (mover == orders.seat or orders.tree == WHOLE_TREE)
        inside = inside and walk.depth + 1 < len(desk.path)
    bot = desk.models[mover]
    if inside and below(dice, SURPRISE) == 0:
        bot = 0
    move: int = choose(bot, s, mover, desk.options, count, dice)
    if not offered(desk.options, count, move):
        move = desk.options[0, 0]
    if inside:
        move = step_down(mover, move, count, orders, desk, walk)
    return move


@loop
def deal_world(states: States, seat: int, seed: Any, tries: int, worlds: States, dice: State) -> None:
    """Fill in what the seat cannot know, again and again until it fits what the others did."""
    for word in range(4):
        dice.rng[word] = seed[word]
    for _ in range(max(tries, 1)):
        worlds[0] = states[0]
        s = worlds[0]
        for word in range(4):
            s.rng[word] = next_bits(dice)
        if tries == 0:
            redeal(s, seat)
            break
        suppose(s, seat)
        if likelihood(s, seat) > below(dice, 1000):
            break


@rule
def cast(orders: Any, desk: Any, dice: State) -> None:
    """Draw a bot for every other seat. All candidates meet the same ones, because a world is played with each."""
    for seat in range(len(desk.models)):
        drawn = below(dice, len(desk.pool)) if len(desk.pool) > 1 else 0
        desk.models[seat] = orders.bot if seat == orders.seat else desk.pool[drawn]


@loop
def reuse_world(world: State, seed: Any, worlds: States, dice: State) -> None:
    """Take a known world, with different chance from here on."""
    for word in range(4):
        dice.rng[word] = seed[word]
    worlds[0] = world
    for word in range(4):
        worlds[0].rng[word] = next_bits(dice)


@loop
def note_world(worlds: States, seat: int, later: States, seen: States, slot: int) -> None:
    """Store a world, and the seat's view of it."""
    later[slot] = worlds[1]
    seen[slot] = worlds[1]
    see(seen[slot], seat)


@loop
def count_end(s: State, results: Any) -> None:
    """Write the scores if the game is over, or the game's estimate of them, and the ending (or 0) after them."""
    for seat in range(len(results)):
        results[seat, 0] = results[seat, 1] = 0
    ended = over(s)
    if ended:
        scores(s, results)
    else:
        estimate(s, results)
    results[len(results) - 1, 0] = ended


@loop
def tell_outcome(s: State, seat: int, results: Any, outcome: Any) -> None:
    """Write the outcome of a playout for a seat."""
    best = -1e18
    total = 0.0
    others = behind = ahead = level = 0
    for other in range(s.seats):
        if side(s, other) != side(s, seat):
            score = float(results[other, 0])
            best = max(best, score)
            total += score
            others += 1
            order = compare(results, seat, other)
            behind += order > 0
            ahead += order < 0
            level += order == 0
    outcome[OWN] = results[seat, 0]
    outcome[BEST] = best if others else 0.0
    outcome[MEAN] = total / max(others, 1)
    outcome[WON] = outcome[RANK] = -1.0
    if results[len(results) - 1, 0]:
        outcome[WON] = 0.0 if ahead else 1.0 / (1 + level)
        outcome[RANK] = (behind + 0.5 * level) / max(others, 1)


@rule
def compare(results: Any, seat: int, other: int) -> int:
    """Return True if a seat is ahead of another (more than 0) or behind, by score and then by tie-break."""
    ahead = results[seat, 0] - results[other, 0]
    return int(ahead if ahead else results[seat, 1] - results[other, 1])
