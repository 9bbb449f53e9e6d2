"""Games that came out of operators run, and as the second interpreter says."""

from __future__ import annotations

from random import Random

import pytest

from ludex.games.cards import LIBRARY, Genome
from ludex.lab.operators import cross, mutate
from tests.games.cards.lockstep import run


def evolved(count: int) -> list[Genome]:
    """Descendants of all games of the library, some steps away."""
    rng = Random("evolved")
    library = [make() for make in LIBRARY.values()]
    found = []
    for number in range(count):
        genome = library[number % len(library)]
        for _ in range(rng.randint(1, 8)):
            genome = mutate(genome, rng).genome
        found.append(cross(genome, rng.choice(library), rng) or genome)
    return found


def test_evolved_games_run_as_the_oracle_says() -> None:
    for seed, genome in enumerate(evolved(22)):
        run(genome, seed, limit=120)


@pytest.mark.deep
def test_many_evolved_games_run_as_the_oracle_says() -> None:
    for seed, genome in enumerate(evolved(400)):
        run(genome, seed, limit=1_000)
