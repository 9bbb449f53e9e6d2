"""The tree below the candidates: the moves tried at a decision, and their results for the seat that decided.

A node is identified by the moves that lead to it, regardless of what is hidden, so that one tree serves all worlds.
Seats that decide at the same time do so at the same node: each has separate children there, and does not know the
choices of the others.
"""

from __future__ import annotations

from typing import Any

from ludex.core.compile.playout import offered, side, waiting
from ludex.core.language.record import State, i64, record
from ludex.core.language.rule import loop, rule

MOVE, MOVER, CHILD, SIBLING, VISITS, ON_OFFER = range(6)
"""The columns of a node: the move that leads to it and the seat that makes it, its first child, the next child of its
parent (0: none), the number of visits, and the number of visits at which it was on offer."""
NODES = VISITS
"""Node 0 counts the nodes of the tree. The candidates follow, and then a node for those who decide at the same time."""
CURIOSITY = 0.4


WALK = record(depth=i64, node=i64, fork=i64, together=i64)
"""The place of a playout in the tree: how deep it is, its node, the node of the seats that decide at the same time, and
those of them that have not decided yet, as bits. Outside the tree, nodes are -1."""


@loop
def set_out(s: State, orders: Any, desk: Any, walk: State, candidate: int, candidates: int) -> None:
    """Begin a playout at the node of its candidate."""
    walk.depth = walk.together = 0
    walk.node = walk.fork = -1
    if orders.tree:
        walk.node, walk.fork = 1 + candidate, 1 + candidates
        desk.tree[walk.fork, VISITS] += 1
        walk.together = waiting(s) ^ 1 << orders.seat
    desk.path[0] = walk.node


@loop
def find_fork(s: State, mover: int, walk: State) -> None:
    """Find the node at which a seat decides: that of the seats it decides together with, or a new one."""
    walk.together &= waiting(s)
    if not walk.together >> mover & 1:
        walk.fork, walk.together = walk.node, waiting(s)
    walk.together ^= 1 << mover


@rule
def step_down(mover: int, proposed: int, count: int, orders: Any, desk: Any, walk: State) -> int:
    """Step to a child of the fork, and return its move: the most promising one, or the one that is proposed.

    A move that is proposed for the first time becomes a child, if there is room. The walk leaves the tree there.
    """
    child = find_child(desk.tree, desk.worth, walk.fork, mover, proposed, desk.options, count, orders.width)
    added = 0
    if child == 0 and desk.tree[0, NODES] < len(desk.tree):
        added = add_child(desk.tree, desk.worth, walk.fork, mover, proposed)
    if child or added:
        walk.depth += 1
        desk.path[walk.depth] = child + added
    if walk.fork == walk.node or mover == orders.seat:
        walk.node = child if child else -1
    return int(desk.tree[child, MOVE] if child else proposed)


@rule
def find_child(
    tree: Any, worth: Any, node: int, mover: int, proposed: int, options: Any, count: int, width: int
) -> int:
    """Return the most promising child among the legal ones, or 0 for the move that is proposed."""
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
def give_credit(s: State, seat: int, desk: Any, depth: int) -> None:
    """Add the result of a playout to every node on its path, as seen by the seat that moved there.

    `norms` has the average lead of every seat and the average distance from it: a result counts by how much better it
    is than the average.
    """
    tree, worth, norms, results = desk.tree, desk.worth, desk.norms, desk.results
    norms[s.seats, 0] += 1
    for mover in range(s.seats):
        ahead = lead_of(s, mover, results)
        norms[mover, 0] += (ahead - norms[mover, 0]) / norms[s.seats, 0]
        norms[mover, 1] += (abs(ahead - norms[mover, 0]) - norms[mover, 1]) / norms[s.seats, 0]
    for level in range(depth + 1):
        child = desk.path[level]
        mover = tree[child, MOVER] if level else seat
        better = lead_of(s, mover, results) - norms[mover, 0]
        tree[child, VISITS] += 1
        worth[child] += 0.5 + 0.5 * better / (abs(better) + norms[mover, 1] + 1e-9)


@loop
def lead_of(s: State, seat: int, results: Any) -> float:
    """Return the lead of a seat's side over the others, on average."""
    total = 0.0
    others = 0
    for other in range(s.seats):
        if side(s, other) != side(s, seat):
            total += results[other, 0]
            others += 1
    return float(results[seat, 0] - total / max(others, 1))
