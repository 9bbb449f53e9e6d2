"""The machine and the oracle agree move by move, on all games of the library and on random genomes."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.cards.lockstep import run
from tests.games.cards.short import short

from ludex.games.cards import LIBRARY, Genome, assemble, compile_genome, decompile, disassemble, random_genome
from ludex.games.cards.genome import (
    BiddingPhase,
    CardPoints,
    CardScoring,
    ContractScoring,
    ContractVariant,
    Deck,
    DiscardPhase,
    DrawPhase,
    Effect,
    Match,
    PlayPhase,
    TrickPhase,
)


@pytest.mark.parametrize("name", LIBRARY)
def test_library_game_runs_as_the_oracle_says(name: str) -> None:
    for seed in range(4):
        assert run(short(name, hands=3), seed) > 0


@pytest.mark.parametrize("name", ["partnership-spades", "hearts", "oh-hell", "knockout-whist"])
def test_whole_match_runs_as_the_oracle_says(name: str) -> None:
    assert run(LIBRARY[name](), 1) > 0


def test_random_genomes_run_as_the_oracle_says() -> None:
    for seed in range(120):
        run(random_genome(Random(seed)), seed, limit=400)


AGAIN_AND_SKIP = Genome(
    name="again-and-skip",
    title="Again and Skip",
    seats=(5, 5),
    deck=Deck("46A5Q897T2K3J"),
    phases=(DrawPhase("neighbour"), PlayPhase(), DiscardPhase(face_down=True)),
    turn_limit=20,
    effects=(Effect("2", "skip"), Effect("9", "reverse"), Effect("T", "reverse"), Effect("2", "again")),
    hand_ends="one left",
    card_scoring=CardScoring((CardPoints(10, suit="spades"), CardPoints(-4, "Q", "hearts"))),
    match=Match(5, 200, -30),
)
HOOKED_PARTNERS = Genome(
    name="hooked-partners",
    title="Hooked Partners",
    teams=((0, 2), (1, 3)),
    deck=Deck("T3J68Q29K5"),
    trump="random",
    phases=(BiddingPhase(0, 11), TrickPhase(low_wins=True, breaking="clubs")),
    turn_limit=5,
    contract_scoring=ContractScoring(nil_bonus=50, nil_penalty=60, bag_limit=3, bag_penalty=40),
    contract_variant=ContractVariant("score", "bags", hook=True, partners=True),
    match=Match(6, 5),
)


@pytest.mark.parametrize("genome", [AGAIN_AND_SKIP, HOOKED_PARTNERS], ids=lambda genome: genome.name)
def test_genomes_that_once_went_wrong(genome: Genome) -> None:
    """An effect that skips together with one that goes again; a last bidder with nothing left but the hooked bid."""
    for seed in range(10):
        run(genome, seed, limit=1_000)


@pytest.mark.deep
def test_thousands_of_random_genomes_run_as_the_oracle_says() -> None:
    for seed in range(10_000, 12_500):
        run(random_genome(Random(seed)), seed, limit=1_000)


def test_random_genomes_survive_json_bytecode_and_text() -> None:
    for seed in range(300):
        genome = random_genome(Random(seed))
        code = compile_genome(genome)
        assert Genome.from_json(genome.to_json()) == genome
        assert decompile(code, genome.name, genome.title) == genome
        assert assemble(disassemble(code)) == code
