"""The canonical form of genomes, and random genomes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from ludex.arena import simulate
from ludex.games.cards import (
    LIBRARY,
    CardGame,
    Genome,
    canonical,
    compile_genome,
    edited,
    problems,
    random_genome,
    rules_digest,
)
from ludex.games.cards.genome import Deal, Effect, Phase, PlayPhase

replace = msgspec.structs.replace


def genomes(count: int) -> list[Genome]:
    return [make() for make in LIBRARY.values()] + [random_genome(Random(seed)) for seed in range(count)]


def test_canonical_form_is_a_game_and_its_own_canonical_form() -> None:
    for genome in genomes(400):
        plain = canonical(genome)
        assert problems(plain) == []
        assert canonical(plain) == plain
        assert (plain.name, plain.title, plain.about) == (genome.name, genome.title, genome.about)


def results(genome: Genome, seats: int, seed: int) -> Any:
    played = simulate(CardGame(genome), ["random"] * seats, 6, seed=seed, cores=1)
    return played.moves, played.seats


def check_same_play(found: list[Genome]) -> None:
    for seed, genome in enumerate(found):
        plain = canonical(genome)
        if plain.deal == Deal() != genome.deal:  # the same cards by the same rule, but to other seats
            plain = replace(plain, deal=genome.deal)
        for seats in set(genome.seats):
            assert results(plain, seats, seed) == results(genome, seats, seed)


def test_canonical_form_plays_move_for_move_like_the_genome() -> None:
    check_same_play([genome for genome in genomes(120) if canonical(genome) != genome])


@pytest.mark.deep
def test_canonical_form_of_many_genomes_plays_move_for_move_like_the_genome() -> None:
    check_same_play([genome for genome in genomes(6_000) if canonical(genome) != genome])


@pytest.mark.parametrize(
    ("name", "edits"),
    [
        ("spades", {"turn_limit": 99}),
        ("spades", {"bidding.max_bid": 20}),
        ("spades", {"trick.breaking": "spades"}),
        ("spades", {"trick.tricks": 13}),
        ("spades", {"deal.cards": 13}),
        ("oh-hell", {"contract_scoring.nil_bonus": 7, "contract_scoring.bag_limit": 3}),
        ("hearts", {"pass.directions": ["left", "right", "across", "hold"]}),
        (
            "hearts",
            {"card_scoring.values": [{"points": 13, "rank": "Q", "suit": "spades"}, {"points": 1, "suit": "hearts"}]},
        ),
        ("crazy-eights", {"play.allow": [["rank 8"], ["same rank"], ["same suit"], ["same suit", "same rank"]]}),
        ("crazy-eights", {"draw.limit": 9}),
        (
            "uno-style",
            {"effects": [Effect("Q", "reverse", 3), Effect("J", "skip"), Effect("2", "skip"), Effect("2", "draw", 2)]},
        ),
        ("president", {"order_scoring": [2, 1, 0, 0, 0, 0, 9], "play.skip": "always"}),
        (
            "euchre",
            {
                "trick_scoring.levels": [
                    {"tricks": 5, "points": 2},
                    {"tricks": 3, "points": 1},
                    {"tricks": 9, "points": 9},
                ]
            },
        ),
        ("partnership-spades", {"teams": [[1, 3], [0, 2]]}),
        ("war", {"match.target": 0}),
        ("scopa", {"majorities": [{"points": 1, "rank": "7"}, {"points": 1}, {"points": 1, "suit": "diamonds"}]}),
        ("gin-rummy", {"about": "Other words.", "title": "Gin"}),
    ],
)
def test_same_rules_have_the_same_digest(name: str, edits: Any) -> None:
    genome = LIBRARY[name]()
    assert rules_digest(edited(genome, edits)) == rules_digest(genome)


@pytest.mark.parametrize(
    ("name", "edits"),
    [
        ("spades", {"bidding.max_bid": 12}),
        ("spades", {"trick.breaking": "hearts"}),
        ("spades", {"contract_scoring.bag_limit": 9}),
        ("war", {"turn_limit": 999}),
        ("uno-style", {"effects[0].count": 3}),
        ("crazy-eights", {"play.allow[0]": ["same colour"]}),
        ("fan-tan", {"deck.ranks": "23456789TJQKA"}),
    ],
)
def test_other_rules_have_another_digest(name: str, edits: Any) -> None:
    genome = LIBRARY[name]()
    assert rules_digest(edited(genome, edits)) != rules_digest(genome)


def test_digests_tell_all_games_of_the_library_apart_and_do_not_change() -> None:
    digests = {name: rules_digest(make()) for name, make in LIBRARY.items()}
    assert len(set(digests.values())) == len(LIBRARY)
    assert digests["spades"] == "09fd8b02e3c6c4b3"


def test_random_genomes_are_games_of_every_family_and_the_same_by_seed() -> None:
    found = [random_genome(Random(seed)) for seed in range(400)]
    assert all(problems(genome) == [] for genome in found)
    assert found[:50] == [random_genome(Random(seed)) for seed in range(50)]
    assert {type(phase) for genome in found for phase in genome.phases} == set(get_args(Phase))
    assert len({rules_digest(genome) for genome in found}) > 390
    plays = [phase for genome in found for phase in genome.phases if isinstance(phase, PlayPhase)]
    assert {phase.to for phase in plays} == {"pile", "table", "capture"}
    parts: tuple[Callable[[Genome], object], ...] = (
        lambda genome: genome.teams,
        lambda genome: genome.knocking_phase,
        lambda genome: genome.deal.again,
        lambda genome: genome.deal.few_seats,
        lambda genome: genome.effects,
        lambda genome: genome.chips,
        lambda genome: genome.majorities,
        lambda genome: genome.knockout,
    )
    assert all(any(part(genome) for genome in found) for part in parts)


def test_a_changed_genome_compiles_nothing() -> None:
    """One machine runs all genomes: a new one costs no compiler time, whatever its family."""
    from numba.core import event

    found = genomes(20)
    results(found[0], found[0].seats[0], 1)
    with event.install_recorder("numba:compile") as recorder:
        for genome in found:
            results(genome, genome.seats[0], 1)
    assert recorder.buffer == []
    assert len({compile_genome(genome) for genome in found}) == len(found)
