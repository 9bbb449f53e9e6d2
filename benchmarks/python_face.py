"""Tables played from Python, move by move, compared with OpenSpiel's Python API: legal actions, observation, apply."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

import ludex
from benchmarks.measure import Row, best_in_turn, compare
from ludex import Game, Move, Referee, Request

SECONDS = 1.0
"""Seconds of a round of one measure."""


def rows() -> Iterator[Row]:
    """Yield all measurements of the Python API."""
    spades = ludex.game("partnership-spades")
    modern_art = ludex.game("modern-art")
    loop, options, views, whole, open_spiel, observed = best_in_turn(
        3,
        lambda: loop_moves(spades, 4),
        lambda: moves_per_second(spades, [look_at_options] * 4),
        lambda: moves_per_second(spades, [look_at_trick] * 4),
        lambda: moves_per_second(spades, [read_everything] * 4),
        lambda: open_spiel_moves(observe=False),
        lambda: open_spiel_moves(observe=True),
    )
    yield compare("python: Spades, a loop over a table", "moves/s", loop, "OpenSpiel Python", open_spiel)
    yield compare("python: Spades, players look at options", "moves/s", options, "OpenSpiel Python", open_spiel)
    yield compare("python: Spades, players read views", "moves/s", views, "OpenSpiel Python, observed", observed)
    yield compare("python: Spades, players read whole views", "moves/s", whole, "OpenSpiel Python, observed", observed)
    mixed, all_python, art, art_python = best_in_turn(
        3,
        lambda: moves_per_second(spades, with_bots(spades, look_at_trick, "careful", 4)),
        lambda: moves_per_second(spades, [look_at_trick] * 4),
        lambda: moves_per_second(modern_art, with_bots(modern_art, look_at_auction, "hard", 4)),
        lambda: moves_per_second(modern_art, [look_at_auction] * 4),
    )
    yield compare("python: Spades, one among compiled bots", "moves/s", mixed, "four of Python", all_python)
    yield compare("python: Modern Art, one among compiled bots", "moves/s", art, "four of Python", art_python)


def look_at_options(request: Request) -> Move:
    """Decide at random, from the options alone."""
    return request.options[random.randrange(len(request.options))]


def look_at_trick(request: Request) -> Move:
    """Decide at random, after reading what a player of Spades needs."""
    view = request.view
    _ = view.hand, view.due, view.leader, [(seat.bid, seat.tricks, seat.played) for seat in view.seats]
    _ = [(side.score, side.bags) for side in view.sides]
    return look_at_options(request)


def look_at_auction(request: Request) -> Move:
    """Decide at random, after reading what a player of Modern Art needs."""
    view = request.view
    _ = view.phase, view.hand, view.money, [(artist.played, artist.worth) for artist in view.board]
    _ = [(seat.hand_size, len(seat.paintings)) for seat in view.seats]
    return look_at_options(request)


def read_everything(request: Request) -> Move:
    """Decide at random, after converting the whole view to JSON."""
    msgspec.json.encode(request.view)
    return look_at_options(request)


def with_bots(game: Game, player: Callable[[Request], Move], bot: str, seats: int) -> list[Any]:
    """Return one player written in Python among compiled bots."""
    return [player, *(ludex.Bot(game, bot) for _ in range(seats - 1))]


def loop_moves(game: Game, seats: int) -> float:
    """Return the moves per second of whole games that a loop plays with a table's own methods, without a referee."""

    def play(number: int) -> int:
        table = game.new(seats, seed=number)
        while table.waiting:
            seat = table.waiting[0]
            options = table.options(seat)
            table.play(seat, options[random.randrange(len(options))])
        return len(table.played)

    return per_second(play)


def moves_per_second(game: Game, players: list[Any]) -> float:
    """Return the moves per second of whole games under a referee."""

    def play(number: int) -> int:
        table = game.new(len(players), seed=number)
        Referee(table, players).play()
        return len(table.played)

    return per_second(play)


def open_spiel_moves(*, observe: bool, game: Any = None) -> float:
    """Return the decisions per second of whole games of OpenSpiel from Python; chance moves do not count.

    By default these are hands of OpenSpiel's Spades.
    """
    import pyspiel

    game = game or pyspiel.load_game("spades")

    def play(number: int) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.legal_actions()))
                continue
            if observe:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves

    return per_second(play)


def per_second(play: Callable[[int], int]) -> float:
    """Return the moves per second of processor time, of games played one after the other."""
    moves = number = 0
    started = time.process_time()
    while time.process_time() - started < SECONDS:
        moves += play(number)
        number += 1
    return moves / (time.process_time() - started)
