"""The machine and the oracle agree move by move, on all games of the library and on random genomes."""

from __future__ import annotations

import pytest
from tests.games.cards.lockstep import run
from tests.games.cards.random_genomes import random_genome
from tests.games.cards.short import short

from ludex.games.cards import LIBRARY, Genome, assemble, compile_genome, decompile, disassemble


@pytest.mark.parametrize("name", LIBRARY)
def test_library_game_runs_as_the_oracle_says(name: str) -> None:
    for seed in range(4):
        assert run(short(name, hands=3), seed) > 0


@pytest.mark.parametrize("name", ["partnership-spades", "hearts", "oh-hell", "knockout-whist"])
def test_whole_match_runs_as_the_oracle_says(name: str) -> None:
    assert run(LIBRARY[name](), 1) > 0


def test_random_genomes_run_as_the_oracle_says() -> None:
    for seed in range(120):
        run(random_genome(seed), seed, limit=400)


def test_genomes_that_once_went_wrong() -> None:
    """An effect that skips beside one that goes again; a last bidder with nothing left but the hooked bid."""
    for seed in (10_037, 20_699):
        run(random_genome(seed), seed, limit=1_000)


@pytest.mark.deep
def test_thousands_of_random_genomes_run_as_the_oracle_says() -> None:
    for seed in range(10_000, 12_500):
        run(random_genome(seed), seed, limit=1_000)


def test_random_genomes_survive_json_bytecode_and_text() -> None:
    for seed in range(300):
        genome = random_genome(seed)
        code = compile_genome(genome)
        assert Genome.from_json(genome.to_json()) == genome
        assert decompile(code, genome.name, genome.title) == genome
        assert assemble(disassemble(code)) == code
