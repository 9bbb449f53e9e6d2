"""Information set Monte Carlo tree search, as in the literature: a player that shares nothing with `ludex.players`.

Every iteration deals what the seat cannot know, walks down one tree for all deals, adds a node, and plays to the end of
the hand: at random, or with a bot. The loop of `ludex.lab.watching` plays; here are the tree and its arithmetic.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludex.core.compile.playout import offered, side
from ludex.core.language.chance import below
from ludex.core.language.record import State
from ludex.core.language.rule import loop, rule
from ludex.lab.one_liners import TABLE

MOVE, MOVER, CHILD, SIBLING, VISITS, OFFERED = range(6)
"""Columns of a node: the move that leads to it and its seat, its first child, the next child of its parent (0: none),
and the numbers of visits and of times that it was on offer."""
NODE, DEPTH, INSIDE, NODES, LEFT, BOT, SEAT, TOTAL, POT = range(9)
"""Columns of a walk: its node and depth, whether it is inside the tree, the number of all nodes, the iterations left,
the bot of the playouts, the seat that searches with the number of its options, and the pot (see `Watcher.shares`)."""
CURIOSITY = 0.7
"""The constant of UCB1."""
DEEPEST = 64
HORIZON = 600
"""Most moves of a playout."""


class Desk(NamedTuple):
    """The working memory of a search, and the table of one-line players."""

    tree: Any
    worth: Any
    walk: Any
    path: Any
    results: Any
    roots: Any
    """The square roots of the logarithms of the numbers from 0 (as 1) on."""
    lines: Any


@lru_cache(4)
def desk_for(seats: int, iterations: int) -> Desk:
    """Return the working memory for searches up to a number of iterations, the same one every time."""
    return Desk(
        tree=np.zeros((1 + iterations, 6), np.int64),
        worth=np.zeros(1 + iterations),
        walk=np.zeros(9, np.int64),
        path=np.zeros(DEEPEST, np.int64),
        results=np.zeros((seats, 2), np.int64),
        roots=np.sqrt(np.log(np.maximum(np.arange(2 + iterations), 1))),
        lines=TABLE,
    )


@rule
def begin_search(desk: Any, seat: int, iterations: int, bot: int, total: int) -> None:
    """Begin a search with an empty tree."""
    desk.walk[LEFT] = iterations
    desk.walk[BOT] = bot
    desk.walk[SEAT] = seat
    desk.walk[TOTAL] = total
    desk.walk[NODES] = 1
    for column in range(6):
        desk.tree[0, column] = 0
    begin_walk(desk)


@rule
def begin_walk(desk: Any) -> None:
    """Begin an iteration at the root."""
    desk.walk[NODE] = desk.walk[DEPTH] = 0
    desk.walk[INSIDE] = 1


@rule
def step_down(desk: Any, mover: int, options: Any, count: int, dice: Any) -> int:
    """Return the move to try next: the most promising one, or one that was never tried, which leads out of the tree."""
    walk, tree = desk.walk, desk.tree
    child = next_node(desk, walk[NODE], mover, options, count)
    if child:
        move = tree[child, MOVE]
    else:
        walk[INSIDE] = 0
        move = untried(tree, walk[NODE], mover, options, count, dice)
        if walk[NODES] < len(tree):
            child = add_node(desk, walk[NODE], mover, move)
    if child and walk[DEPTH] + 1 < len(desk.path):
        walk[DEPTH] += 1
        walk[NODE] = child
        desk.path[walk[DEPTH]] = child
    else:
        walk[INSIDE] = 0
    return int(move)


@rule
def next_node(desk: Any, node: int, mover: int, options: Any, count: int) -> int:
    """Return the child to visit next by UCB1, or 0 if some move was never tried."""
    tree = desk.tree
    total = 0
    for row in range(count):
        total += options[row, 1] - options[row, 0] + 1
    best = known = 0
    most = -1.0
    child = tree[node, CHILD]
    while child:
        if tree[child, MOVER] == mover and offered(options, count, tree[child, MOVE]):
            known += 1
            tree[child, OFFERED] += 1
            visits = tree[child, VISITS]
            promise = desk.worth[child] / visits + CURIOSITY * desk.roots[tree[child, OFFERED]] / visits**0.5
            if promise > most:
                best, most = child, promise
        child = tree[child, SIBLING]
    return int(best) if known == total else 0


@rule
def untried(tree: Any, node: int, mover: int, options: Any, count: int, dice: Any) -> int:
    """Return a random move that has no node yet."""
    new = 0
    chosen = options[0, 0]
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            child = tree[node, CHILD]
            while child and not (tree[child, MOVE] == move and tree[child, MOVER] == mover):
                child = tree[child, SIBLING]
            if child == 0:
                new += 1
                if below(dice, new) == 0:
                    chosen = move
    return int(chosen)


@rule
def add_node(desk: Any, node: int, mover: int, move: int) -> int:
    """Add a node for a move."""
    tree, place = desk.tree, int(desk.walk[NODES])
    desk.walk[NODES] += 1
    tree[place, MOVE] = move
    tree[place, MOVER] = mover
    tree[place, CHILD] = tree[place, VISITS] = 0
    tree[place, OFFERED] = 1
    tree[place, SIBLING] = tree[node, CHILD]
    tree[node, CHILD] = place
    desk.worth[place] = 0.0
    return place


@loop
def credit(world: State, desk: Any) -> None:
    """Add the share of the win to every node of the walk, for the seat that moved there."""
    for level in range(1, desk.walk[DEPTH] + 1):
        node = desk.path[level]
        desk.tree[node, VISITS] += 1
        desk.worth[node] += share_of(world, desk.tree[node, MOVER], desk)


@loop
def share_of(world: State, seat: int, desk: Any) -> float:
    """Return the share that a seat's side won: by its lead relative to the pot, or 1 if it alone has the best score."""
    results, pot = desk.results, desk.walk[POT]
    best = results[0, 0]
    others = own = winners = 0
    total = 0.0
    for other in range(world.seats):
        best = max(best, results[other, 0])
    for other in range(world.seats):
        winners += results[other, 0] == best
        if side(world, other) == side(world, seat):
            own += 1
        else:
            others += 1
            total += results[other, 0]
    if pot:
        lead: float = (results[seat, 0] - total / max(others, 1)) / pot
        return 0.5 + 0.5 * max(-1.0, min(1.0, lead))
    return own / winners if results[seat, 0] == best else 0.0


@rule
def is_settled(tree: Any, left: int) -> bool:
    """Return whether the iterations left cannot change which move is tried most often."""
    most = second = 0
    child = tree[0, CHILD]
    while child:
        visits = tree[child, VISITS]
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
        child = tree[child, SIBLING]
    return bool(most - second > left)


@rule
def most_visited(tree: Any) -> int:
    """Return the move that was tried most often."""
    best = most = 0
    child = tree[0, CHILD]
    while child:
        if tree[child, VISITS] > most:
            best, most = child, tree[child, VISITS]
        child = tree[child, SIBLING]
    return int(tree[best, MOVE])
