"""Seatings of a contest: every deal is played again with the players at different seats, so that luck cancels out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from ludex.arena.batches import Seating
from ludex.arena.simulate import rotations
from ludex.core.game.game import Game
from ludex.core.language.errors import BadSetting

MOST_ORDERS = 24
"""Most games in which a deal may be played if players also change neighbours."""


def seatings_of(players: Sequence[str], mix: bool = False) -> tuple[Seating, ...]:
    """Return all ways to seat the players on one deal. Ways that look the same, because names repeat, count once.

    The players rotate from seat to seat in the order given, and then once more in the opposite order, so that each
    player has each other one on both sides. Partners who sit opposite each other stay partners. With `mix` they sit in
    every order instead.

    >>> seatings_of(["a", "b"])
    ((0, 1), (1, 0))
    >>> len(seatings_of(["search", "hard", "hard", "hard"])), len(seatings_of(["a", "b", "a", "b"]))
    (4, 2)
    >>> len(seatings_of(["a", "b", "c", "d"])), len(seatings_of(["a", "b", "c", "d"], mix=True))
    (8, 24)
    """
    count = len(players)
    if mix:
        ways = _every_order(players)
    else:
        turned = rotations(count)
        ways = [*turned, *(tuple(reversed(way)) for way in turned)]
    different: dict[tuple[str, ...], Seating] = {}
    for way in ways:
        different.setdefault(tuple(players[player] for player in way), tuple(way))
    return tuple(different.values())


def _every_order(players: Sequence[str]) -> list[Seating]:
    if len(players) > 8:
        raise BadSetting(f"--mix: {len(players)} players sit in too many orders; leave it out")
    ways = list(permutations(range(len(players))))
    if (orders := len({tuple(players[player] for player in way) for way in ways})) > MOST_ORDERS:
        told = f"these players sit in {orders} orders, and a deal is played in at most {MOST_ORDERS}"
        raise BadSetting(f"--mix: {told}; leave it out")
    return ways


def fields_of(game: Game, players: Sequence[str], *, pairs: bool = False, seats: int | None = None) -> list[list[str]]:
    """Return the players of each table: all of them if there is a seat for each, or every two of them in turn.

    Two players take the seats of a table alternately. `seats` is the number of seats (default: two, or the smallest
    even number that the game is for).

    >>> import ludex
    >>> automation = ludex.game("automation")
    >>> fields_of(automation, ["a", "b", "c"])
    [['a', 'b', 'c']]
    >>> fields_of(automation, ["a", "b", "c"], pairs=True)
    [['a', 'b'], ['a', 'c'], ['b', 'c']]
    >>> fields_of(automation, ["a", "b"], seats=4)
    [['a', 'b', 'a', 'b']]
    >>> fields_of(automation, ["a", "a"])
    [['a', 'a']]
    """
    names = list(dict.fromkeys(players))
    fits = len(players) in game.seats
    if not pairs and seats is None and fits and len(players) > 1:
        return [list(players)]
    if len(names) < 2:
        told = f"a contest needs at least two different players, not {', '.join(names) or 'none'}"
        raise BadSetting(f"{told}. Name a player once for each seat, and it plays against itself")
    if len(names) < len(players):
        places = f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else f"{game.seats[0]}"
        told = f"{len(players)} players are named, some of them more than once"
        raise BadSetting(f"{told}, but a table of {game.name} has {places} seats: name one player for each seat")
    count = seats or even_seats(game)
    return [[pair[seat % 2] for seat in range(count)] for pair in combinations(names, 2)]


def even_seats(game: Game) -> int:
    """Return two, or the smallest even number of seats of the game, so that each of two players has half of them.

    >>> import ludex
    >>> even_seats(ludex.game("automation")), even_seats(ludex.game("modern-art"))
    (2, 4)
    """
    even = [count for count in game.seats if count % 2 == 0]
    return even[0] if even else game.seats[0]
