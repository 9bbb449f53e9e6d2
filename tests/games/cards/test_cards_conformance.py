"""Every seed game, and random genomes too, pass the conformance kit."""

import pytest
from tests.games.cards.random_genomes import random_genome
from tests.games.cards.short import short_game

from ludex.games.cards import SEEDS, CardGame
from ludex.testing import check_game


@pytest.mark.parametrize("name", SEEDS)
def test_seed_game_conforms(name):
    check_game(short_game(name), games=2, thin=29)


@pytest.mark.deep
@pytest.mark.parametrize("name", SEEDS)
def test_seed_game_conforms_deeply(name):
    check_game(short_game(name, hands=3), games=12, thin=7, seed=1)


def test_random_genomes_conform():
    for seed in range(500, 512):
        check_game(CardGame(random_genome(seed)), games=1, thin=37)


@pytest.mark.deep
def test_many_random_genomes_conform():
    for seed in range(1_000, 1_150):
        check_game(CardGame(random_genome(seed)), games=1, thin=13)
