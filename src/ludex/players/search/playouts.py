"""The compiled part of the search: worlds, and the candidates played on in each of them.

Every candidate meets the same worlds with the same dice, so that what is left of their difference is theirs. A world is
found by its number alone. It does not matter which core plays it, or when.
"""

from __future__ import annotations

from typing import Any

from ludex.core.chance import below, next_bits
from ludex.core.loops import (
    choose,
    estimate,
    hide,
    legal,
    likelihood,
    milestone,
    next_seat,
    offered,
    over,
    play,
    scores,
    side,
    suppose,
    waiting,
)
from ludex.core.record import State, States
from ludex.core.rule import loop, rule
from ludex.players.search.tree import MOVE, VISITS, descend, give_credit

FIRST, LAST, BOT, HORIZON, MILESTONES, TREE, WIDTH, TRIES = range(8)
"""What a search is told: the worlds from and to, the slot of the bot that plays on, how many moves and how many
milestones it looks ahead (0: to the end), where it grows a tree, how many moves of a node are tried at once, and how
many worlds are dealt at most to find a likely one."""
NO_TREE, OWN_TREE, WHOLE_TREE = range(3)
"""Below a candidate there is no tree, one of the seat's own decisions, or one of everybody's."""
OWN, BEST, MEAN, WON, RANK = range(5)
"""How a playout ended: the score of the seat's side, the best and the mean of the others, and if the game is over the
share of the win and the share of the others that are behind (else -1)."""
SURPRISE = 4
"""At one of so many visits to a node, any move is proposed in place of the bot's."""


@loop
def play_on(
    states: States,
    i: int,
    seat: int,
    orders: Any,
    candidates: Any,
    outcomes: Any,
    seeds: Any,
    worlds: States,
    tree: Any,
    worth: Any,
    path: Any,
    norms: Any,
    options: Any,
    log: Any,
    results: Any,
    dice: States,
    kept: States,
    later: States,
    seen: States,
    reached: Any,
) -> None:
    """Play every candidate on in the worlds asked for. `candidates` has rows of a place in `outcomes` and a move.

    Every other world is one of those `kept`, as long as there are any. `later` gets the worlds as they stand where the
    seat has a choice again, playout by playout, `seen` how they look to it, and `reached` whether they came so far.
    """
    slot = -1
    for number in range(orders[FIRST], orders[LAST]):
        at = number // 2 - (orders[FIRST] + 1) // 2
        if number % 2 == 0 and at < len(kept):
            go_on_with(kept[at], seeds[number], worlds, dice[0])
        else:
            deal_world(states, i, seat, seeds[number], orders[TRIES], worlds, dice[0])
        start = milestone(worlds[0])
        for row in range(len(candidates)):
            worlds[1] = worlds[0]
            s = worlds[1]
            for word in range(4):
                dice[0].rng[word] = seeds[number, 4 + word]
            mover, move = seat, candidates[row, 1]
            depth = steps = together = 0
            node = fork = -1
            if orders[TREE]:
                node, fork = 1 + candidates[row, 0], 1 + len(outcomes[number])
                tree[fork, VISITS] += 1
                together = waiting(s) ^ 1 << seat
            path[0] = node
            slot += 1
            noted = slot >= len(reached)
            while True:
                play(s, mover, move, log)
                steps += 1
                mover = next_seat(s, dice[0])
                if mover < 0 or steps == orders[HORIZON]:
                    break
                if orders[MILESTONES] and milestone(s) - start >= orders[MILESTONES]:
                    break
                if orders[TREE]:
                    together &= waiting(s)
                    if not together >> mover & 1:
                        fork, together = node, waiting(s)
                    together ^= 1 << mover
                inside = fork >= 0 and (mover == seat or orders[TREE] == WHOLE_TREE) and depth + 1 < len(path)
                bot = orders[BOT]
                if inside and below(dice[0], SURPRISE) == 0:
                    bot = 0
                count = legal(s, mover, options)
                if not noted and mover == seat and (count > 1 or options[0, 0] < options[0, 1]):
                    note_world(worlds, seat, later, seen, slot)
                    reached[slot] = noted = True
                move = choose(bot, s, mover, options, count, dice[0])
                if not offered(options, count, move):
                    move = options[0, 0]
                if inside:
                    child = descend(tree, worth, fork, mover, move, options, count, orders[WIDTH])
                    if child:
                        depth += 1
                        path[depth] = abs(child)
                    if child > 0:
                        move = tree[child, MOVE]
                    if fork == node or mover == seat:
                        node = child if child > 0 else -1
            count_end(s, results)
            tell_outcome(s, seat, results, outcomes[number, candidates[row, 0]])
            if orders[TREE]:
                give_credit(s, seat, tree, worth, path, depth, norms, results)


@loop
def deal_world(states: States, i: int, seat: int, seed: Any, tries: int, worlds: States, dice: State) -> None:
    """Fill in what the seat cannot know, again and again until it fits what the others did."""
    for word in range(4):
        dice.rng[word] = seed[word]
    for _ in range(tries):
        worlds[0] = states[i]
        s = worlds[0]
        for word in range(4):
            s.rng[word] = next_bits(dice)
        suppose(s, seat)
        if likelihood(s, seat) > below(dice, 1000):
            break


@loop
def go_on_with(world: State, seed: Any, worlds: States, dice: State) -> None:
    """Take a world that is known already, with other chance from here on."""
    for word in range(4):
        dice.rng[word] = seed[word]
    worlds[0] = world
    for word in range(4):
        worlds[0].rng[word] = next_bits(dice)


@loop
def note_world(worlds: States, seat: int, later: States, seen: States, slot: int) -> None:
    """Keep a world as it stands now, and as the seat sees it."""
    later[slot] = worlds[1]
    seen[slot] = worlds[1]
    hide(seen[slot], seat)
    for word in range(4):
        seen[slot].rng[word] = 0


@loop
def count_end(s: State, results: Any) -> None:
    """The scores if the game is over, and the game's estimate of them if it is not; `results` ends with which it is."""
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
    """Write how a playout ended for a seat."""
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
    """Whether a seat is ahead of another (more than 0) or behind, by score and then by tie-break."""
    ahead = results[seat, 0] - results[other, 0]
    return int(ahead if ahead else results[seat, 1] - results[other, 1])
