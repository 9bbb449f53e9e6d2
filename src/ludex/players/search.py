"""A player that looks ahead: it plays the game on in its head, many times, each time with other hidden cards.

The search is an information set Monte Carlo tree search. Every playout deals again what the seat cannot know, goes down
the tree by the moves that are legal in that world, adds one move to it, and lets a bot play on until the game ends or
the horizon is reached. What the seat that moved has won by then, compared with the others, is what its move is worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludex.core.chance import new_dice, pick_move, secret_seed
from ludex.core.errors import UnknownPlayer, quote
from ludex.core.events import new_log
from ludex.core.game import Game
from ludex.core.kernel import Kernel
from ludex.core.loops import ask_bot, count_scores, enter_redeal, legal, next_seat, offered, play
from ludex.core.moves import Move
from ludex.core.record import State, States
from ludex.core.request import Player, Request
from ludex.core.rule import loop, rule, warmed_by
from ludex.core.warm import first_position

MOVE, MOVER, CHILD, SIBLING, VISITS, ON_OFFER = range(6)
"""What the tree keeps of a node: the move that leads to it and the seat that makes it, its first child, the next child
of its parent (0: none), how often it was visited, and how often it could have been."""
PLAYOUTS, HORIZON, BOT = range(3)
"""What a search may spend, and the slot of the bot that plays on."""
CURIOSITY = 0.7
FIRST_CHILDREN = 12
"""How many moves of a node are tried before any is tried twice. More are tried as it is visited more often."""


class Search(Player[Any]):
    """A player that looks ahead in any game.

    For each decision it plays `playouts` games in its head, `horizon` moves deep, and lets a bot of the game play on
    where its tree ends. It knows no more than its seat does: what the seat cannot know is dealt again for each playout.

    >>> import ludex
    >>> game = ludex.game("automation")
    >>> table = game.new(2, seed=7)
    >>> player = Search(game, playouts=50, horizon=30)
    >>> request = ludex.Request(0, table.view(0), table.options(0), record=table.record(0))
    >>> player.decide(request)
    EndPhase()
    """

    def __init__(
        self, game: Game, playouts: int = 400, *, horizon: int = 200, bot: str = "random", seed: int = 0
    ) -> None:
        super().__init__(f"search-{playouts}")
        if bot not in game.bot_slots:
            raise UnknownPlayer(f"{game.name} has no bot {quote(bot)}; it has {', '.join(game.bot_slots)}")
        if playouts < 1 or horizon < 1:
            raise UnknownPlayer(f"a search of {playouts} playouts, {horizon} moves deep: both must be at least 1")
        self._game = game
        self._budget = np.array([playouts, horizon, game.bot_slots[bot]])
        self._world = game.layout.new()
        self._tree = np.zeros((playouts + 1, 6), np.int64)
        self._worth = np.zeros(playouts + 1)
        self._path = np.zeros(horizon + 1, np.int64)
        self._options = np.zeros((game.max_options, 2), np.int64)
        self._results = np.zeros((game.seats[-1], 2), np.int64)
        self._dice = new_dice(secret_seed(seed))

    def decide(self, request: Request[Any]) -> Move:
        """Search for the best option. If there is only one, answer at once."""
        memory = request.memory
        if memory is None:
            raise ValueError("a search needs the request's record")
        if len(request.options) == 1:
            return request.options[0]
        states = np.frombuffer(bytearray(memory), self._game.layout.dtype)
        return self._game.moves.unpack(self._search(self._game.kernel, states, request.seat))

    def evaluate(self, request: Request[Any]) -> list[tuple[Move, int, float]]:
        """What the search thinks of the options: each with its playouts and its worth from 0 to 1, best first.

        >>> import ludex
        >>> game = ludex.game("automation")
        >>> table = game.new(2, seed=7)
        >>> found = Search(game, 20, horizon=9).evaluate(table.request(0))
        >>> sorted(str(move) for move, visits, worth in found), sum(visits for move, visits, worth in found)
        (['end phase', 'play Bitcoin'], 20)
        """
        if request.record is None:
            raise ValueError("a search needs the request's record")
        self._search(self._game.kernel, request.record.copy(), request.seat)
        found = []
        child = int(self._tree[0, CHILD])
        while child:
            visits = int(self._tree[child, VISITS])
            found.append((self._game.moves.unpack(int(self._tree[child, MOVE])), visits, self._worth[child] / visits))
            child = int(self._tree[child, SIBLING])
        return [(move, visits, float(worth)) for move, visits, worth in sorted(found, key=lambda f: -f[1])]

    def _search(self, kernel: Kernel, states: States, seat: int) -> int:
        """The move that is found by the rules of a kernel."""
        found: int = kernel.entry(search)(
            states,
            0,
            seat,
            self._budget,
            self._world,
            self._tree,
            self._worth,
            self._path,
            self._options,
            new_log(0),
            self._results,
            self._dice,
        )
        return found


def search_once(game: Game, kernel: Kernel) -> None:
    """Use the search once, with one playout of one move."""
    states = first_position(game)
    mask = game.interpreted.waiting(states, 0)
    Search(game, 1, horizon=1)._search(kernel, states, (mask & -mask).bit_length() - 1)


@warmed_by(search_once)
@loop
def search(
    states: States,
    i: int,
    seat: int,
    budget: Any,
    world: States,
    tree: Any,
    worth: Any,
    path: Any,
    options: Any,
    log: Any,
    results: Any,
    dice: States,
) -> int:
    """Return the move that was visited most often."""
    nodes = 1
    clear_node(tree, worth, 0)
    scale = 1.0
    for number in range(budget[PLAYOUTS]):
        world[0] = states[i]
        enter_redeal(world, 0, seat, dice)
        s = world[0]
        node = depth = steps = 0
        mover = seat
        while steps < budget[HORIZON] and mover >= 0:
            if node >= 0:
                count = legal(s, mover, options)
                child = step_down(tree, worth, node, mover, options, count, dice[0])
                if child < 0 and nodes < len(tree):
                    add_child(tree, worth, node, nodes, mover, -1 - child)
                    nodes += 1
                    depth += 1
                    path[depth] = nodes - 1
                    move = tree[nodes - 1, MOVE]
                    node = -1
                else:
                    move = tree[child, MOVE]
                    depth += 1
                    path[depth] = child
                    node = child
            else:
                move = ask_bot(budget[BOT], s, mover, options, dice[0])
            play(s, mover, move, log)
            steps += 1
            mover = next_seat(s, dice[0])
        count_scores(s, results)
        scale += (abs(lead(s, results, seat)) - scale) / (number + 1)
        tree[0, VISITS] += 1
        for level in range(1, depth + 1):
            child = path[level]
            ahead = lead(s, results, tree[child, MOVER])
            tree[child, VISITS] += 1
            worth[child] += 0.5 + 0.5 * ahead / (abs(ahead) + 0.5 * scale + 1e-9)
    return most_visited(tree)


@rule
def clear_node(tree: Any, worth: Any, node: int) -> None:
    for field in range(6):
        tree[node, field] = 0
    worth[node] = 0.0


@rule
def add_child(tree: Any, worth: Any, node: int, child: int, mover: int, move: int) -> None:
    """Add one move below a node."""
    clear_node(tree, worth, child)
    tree[child, MOVE] = move
    tree[child, MOVER] = mover
    tree[child, SIBLING] = tree[node, CHILD]
    tree[child, ON_OFFER] = 1
    tree[node, CHILD] = child


@rule
def step_down(tree: Any, worth: Any, node: int, mover: int, options: Any, count: int, dice: State) -> int:
    """The child to go on with: a new one, as -1 - its move, or the most promising of those that are legal here."""
    best = known = total = 0
    most = -1.0
    child = tree[node, CHILD]
    while child:
        if tree[child, MOVER] == mover and offered(options, count, tree[child, MOVE]):
            known += 1
            tree[child, ON_OFFER] += 1
            visits = tree[child, VISITS]
            promise = worth[child] / visits + CURIOSITY * (tree[child, ON_OFFER] ** 0.25 / visits) ** 0.5
            if promise > most:
                best, most = child, promise
        child = tree[child, SIBLING]
    for row in range(count):
        total += options[row, 1] - options[row, 0] + 1
    if known == total or known >= FIRST_CHILDREN + tree[node, VISITS] ** 0.5:
        return int(best)
    move = pick_move(dice, options, count)
    child = tree[node, CHILD]
    while child and (tree[child, MOVER] != mover or tree[child, MOVE] != move):
        child = tree[child, SIBLING]
    return int(child if child else -1 - move)


@rule
def lead(s: State, results: Any, seat: int) -> float:
    """How far a seat is ahead of the table."""
    total = 0.0
    for other in range(s.seats):
        total += results[other, 0]
    return float(results[seat, 0] - total / s.seats)


@rule
def most_visited(tree: Any) -> int:
    best = 0
    child = tree[0, CHILD]
    while child:
        if best == 0 or tree[child, VISITS] > tree[best, VISITS]:
            best = child
        child = tree[child, SIBLING]
    return int(tree[best, MOVE])
