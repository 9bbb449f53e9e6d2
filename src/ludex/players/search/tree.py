"""The tree below the candidates: what was tried at a decision, and how it went for the seat that decided.

A node is reached by the moves that lead to it, whatever is hidden, so that one tree serves all worlds. Seats that
decide at the same time do so at the same node: each has children of its own there, and knows no choice of the others.
"""

from __future__ import annotations

from typing import Any

from ludex.core.loops import offered, side
from ludex.core.record import State
from ludex.core.rule import loop, rule

MOVE, MOVER, CHILD, SIBLING, VISITS, ON_OFFER = range(6)
"""What the tree keeps of a node: the move that leads to it and the seat that makes it, its first child, the next child
of its parent (0: none), how often it was visited, and how often it could have been."""
NODES = VISITS
"""Node 0 counts the nodes of the tree. The candidates follow, and then a node for those who decide at the same time."""
CURIOSITY = 0.4


@rule
def descend(tree: Any, worth: Any, node: int, mover: int, proposed: int, options: Any, count: int, width: int) -> int:
    """The child to go on with. If that is the move proposed, for the first time, it is added: its number is negative
    then, and 0 if there is no room for it."""
    child = step_down(tree, worth, node, mover, proposed, options, count, width)
    if child == 0 and tree[0, NODES] < len(tree):
        return -add_child(tree, worth, node, mover, proposed)
    return child


@rule
def step_down(tree: Any, worth: Any, node: int, mover: int, proposed: int, options: Any, count: int, width: int) -> int:
    """The child to go on with: the most promising of those that are legal here, or 0 for the move that is proposed."""
    best = known = found = 0
    most = -1.0
    child = tree[node, CHILD]
    while child:
        if tree[child, MOVER] == mover and offered(options, count, tree[child, MOVE]):
            known += 1
            tree[child, ON_OFFER] += 1
            if tree[child, MOVE] == proposed:
                found = child
            visits = tree[child, VISITS]
            promise = worth[child] / visits + CURIOSITY * (tree[child, ON_OFFER] ** 0.25 / visits) ** 0.5
            if promise > most:
                best, most = child, promise
        child = tree[child, SIBLING]
    if found == 0 and known < width + tree[node, VISITS] ** 0.5:
        return 0
    return int(best)


@rule
def add_child(tree: Any, worth: Any, node: int, mover: int, move: int) -> int:
    """Add one move below a node."""
    child = int(tree[0, NODES])
    tree[0, NODES] += 1
    tree[child, MOVE] = move
    tree[child, MOVER] = mover
    tree[child, CHILD] = 0
    tree[child, SIBLING] = tree[node, CHILD]
    tree[child, VISITS] = 0
    tree[child, ON_OFFER] = 1
    worth[child] = 0.0
    tree[node, CHILD] = child
    return child


@loop
def give_credit(s: State, seat: int, tree: Any, worth: Any, path: Any, depth: int, norms: Any, results: Any) -> None:
    """Tell every node on the path how the playout went for the seat that moved there.

    `norms` keeps for every seat its usual lead and how far leads are from it: what counts is to do better than usual.
    """
    norms[s.seats, 0] += 1
    for mover in range(s.seats):
        ahead = lead_of(s, mover, results)
        norms[mover, 0] += (ahead - norms[mover, 0]) / norms[s.seats, 0]
        norms[mover, 1] += (abs(ahead - norms[mover, 0]) - norms[mover, 1]) / norms[s.seats, 0]
    for level in range(depth + 1):
        child = path[level]
        mover = tree[child, MOVER] if level else seat
        better = lead_of(s, mover, results) - norms[mover, 0]
        tree[child, VISITS] += 1
        worth[child] += 0.5 + 0.5 * better / (abs(better) + norms[mover, 1] + 1e-9)


@loop
def lead_of(s: State, seat: int, results: Any) -> float:
    """How far a seat's side is ahead of the others, on average."""
    total = 0.0
    others = 0
    for other in range(s.seats):
        if side(s, other) != side(s, seat):
            total += results[other, 0]
            others += 1
    return float(results[seat, 0] - total / max(others, 1))
