"""Every game of the library, and random genomes too, pass the conformance kit."""

import numpy as np
import pytest
from tests.games.cards.random_genomes import random_genome
from tests.games.cards.short import short_game

from ludex.core.chance import DICE, game_seeds, secret_seed
from ludex.core.events import new_log
from ludex.core.kernel import InterpretedKernel
from ludex.games.cards import LIBRARY, CardGame, library_game
from ludex.testing import check_game


@pytest.mark.parametrize("name", LIBRARY)
def test_library_game_conforms(name):
    check_game(short_game(name), games=2, thin=29)


@pytest.mark.deep
@pytest.mark.parametrize("name", LIBRARY)
def test_library_game_conforms_deeply(name):
    check_game(short_game(name, hands=3), games=12, thin=7, seed=1)


def test_random_genomes_conform():
    for seed in range(500, 512):
        check_game(CardGame(random_genome(seed)), games=1, thin=37)


@pytest.mark.deep
def test_many_random_genomes_conform():
    for seed in range(1_000, 1_150):
        check_game(CardGame(random_genome(seed)), games=1, thin=13)


def test_the_shortcuts_of_the_loops_lead_to_the_same_games():
    """A card game tells the loops a quicker way to the seat that decides and to a random card."""
    for name in ("partnership-spades", "hearts", "war", "crazy-eights"):
        game = library_game(name)
        plain = InterpretedKernel(super(CardGame, CardGame).all_rules())
        ends = []
        for kernel in (game.interpreted, plain):
            states, results = game.layout.new(2), np.zeros((2, 1 + game.seats[0], 2), np.int64)
            kernel.play_games(
                states,
                game.template(game.seats[0], game.settings()),
                DICE.new(),
                game_seeds(secret_seed(3), 0, 2),
                np.zeros((1, game.seats[0]), np.int64),
                np.zeros((game.max_options, 2), np.int64),
                new_log(0),
                results,
                250,
            )
            ends.append((states.tobytes(), results.tobytes()))
        assert ends[0] == ends[1]
