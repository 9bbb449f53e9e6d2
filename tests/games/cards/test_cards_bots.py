"""Bots win where there is something to decide."""

from __future__ import annotations

import pytest

from ludex.arena import match, simulate
from ludex.games.cards import LIBRARY, library_game

CHANCE = ("war", "old-maid")


@pytest.mark.parametrize("name", [name for name in LIBRARY if name not in CHANCE])
def test_greedy_beats_random(name: str) -> None:
    game = library_game(name)
    seats = 4 if 4 in game.seats else game.seats[0]
    teams = bool(game.genome.teams)
    players = ["greedy", "random"] * 2 if teams else ["greedy"] + ["random"] * (seats - 1)
    result = simulate(game, players, 600 if name != "gin-rummy" else 60, rotate=True, seed=2)
    won = result.seats[0].win_rate + (result.seats[2].win_rate if teams else 0)
    assert won > (0.5 if teams else 1 / seats) * 1.1


@pytest.mark.parametrize("name", ["partnership-spades", "spades"])
def test_careful_bids_and_plays_better_than_greedy(name: str) -> None:
    game = library_game(name)
    result = simulate(game, ["careful", "greedy"] * 2, 600, rotate=True, seed=3)
    assert result.seats[0].win_rate + result.seats[2].win_rate > 0.55


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_who_asks_for_cards_it_saw_beats_asking_at_random(seats: int) -> None:
    assert match(library_game("go-fish"), "greedy", "random", 1_000, seats=seats, seed=1).low > 0.5


def test_same_seed_same_digest_on_one_core_and_on_two() -> None:
    one, two = (simulate(library_game("hearts"), ["careful"] * 4, 600, seed=1, cores=cores) for cores in (1, 2))
    assert one.digest == two.digest
