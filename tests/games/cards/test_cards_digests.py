"""Digests of all that follows from genomes: bytecode, canonical forms, problems and their repairs, and games played.

A change of the machinery must not change any of them. Run with LUDEX_GOLDEN=update where the rules are meant to change.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from ludex.arena.simulate import simulate
from ludex.games.cards import (
    LIBRARY,
    CardGame,
    Genome,
    Problem,
    canonical,
    compile_genome,
    decompile,
    disassemble,
    problems,
    random_genome,
    repaired,
    rules_of,
    without_rule,
)
from ludex.games.cards.board.minutes import minutes
from ludex.games.cards.genome.generator import FAMILIES
from ludex.games.cards.genome.paths import leaves, with_edits
from ludex.games.cards.rulebook import rule_sentences
from ludex.lab.operators import OPERATORS, cross
from ludex.testing import check_golden

GOLDEN = Path(__file__).parents[2] / "golden"
UPDATE = os.environ.get("LUDEX_GOLDEN") == "update"
FIRST = 22
"""The number of games that the library had before auctions."""
RANDOM, GROUP = 2_000, 100
"""The number of random genomes, and the number of genomes that share a line of the golden file."""


@cache
def genomes() -> tuple[Genome, ...]:
    """Return random games of all families but auctions, which came later and have a separate file."""
    return tuple(random_genome(Random(seed), families=FAMILIES[:-1]) for seed in range(RANDOM))


def auctions() -> list[Genome]:
    return [random_genome(Random(seed), families=FAMILIES[-1:]) for seed in range(200)]


def digest(texts: Iterable[object]) -> str:
    found = sha256()
    for text in texts:
        found.update(f"{text}\n".encode())
    return found.hexdigest()[:16]


def broken(genome: Genome, rng: Random) -> Genome:
    """A genome with some values of another one, or out of their ranges."""
    other = rng.choice(genomes())
    for name in rng.sample(genome.__struct_fields__[5:], 3):
        if name in ("seats", "teams") or rng.random() < 0.7:
            genome = with_edits(genome, {name: getattr(other, name)})
    numbers = [path for path, value in leaves(genome) if type(value) is int and path != "format"]
    flags = [path for path, value in leaves(genome) if type(value) is bool]
    edits: dict[str, Any] = {path: rng.choice((-1, 0, 1, 3, 30, 70_000)) for path in rng.sample(numbers, 2)}
    edits |= {path: rng.random() < 0.5 for path in rng.sample(flags, min(len(flags), 2))}
    return with_edits(genome, edits)


def pruned(genome: Genome) -> Iterator[object]:
    for path in rules_of(genome):
        plain = without_rule(genome, path)
        yield path, plain and compile_genome(plain).hex()


def told(problem: Problem) -> str:
    """A problem and its repairs, whatever the order of their edits."""
    return f"{problem} {[sorted(repair.items(), key=str) for repair in problem.repairs]}"


def lines_of_random_genomes(kind: str, every: Sequence[Genome]) -> Iterator[str]:
    """Yield the lines of a golden file for random genomes."""
    for first in range(0, len(every), GROUP):
        group = every[first : first + GROUP]
        codes = [compile_genome(genome) for genome in group]
        texts_by_name = {
            "json": (genome.to_json() for genome in group),
            "code": (code.hex() for code in codes),
            "text": (disassemble(code) for code in codes),
            "back": (decompile(code).to_json() for code in codes[:20]),
            "plain": (canonical(genome).to_json() for genome in group),
            "rules": (rule_sentences(genome) for genome in group),
            "minutes": (minutes(genome) for genome in group),
            "pruned": (list(pruned(genome)) for genome in group[:5]),
        }
        yield f"{kind} {first} {' '.join(f'{name}={digest(texts)}' for name, texts in texts_by_name.items())}\n"


def lines_of_broken_genomes() -> Iterator[str]:
    """Problems and repairs of broken genomes."""
    for first in range(0, 600, GROUP):
        rng = Random(first)
        group = [broken(genome, rng) for genome in genomes()[first : first + GROUP]]
        wrong = digest(sorted(map(told, problems(genome))) for genome in group)
        sound = digest(found and found.to_json() for found in map(repaired, group))
        yield f"broken {first} problems={wrong} repaired={sound}\n"


def lines_of_mutations(parents: list[Genome]) -> Iterator[str]:
    """Mutations by every operator, and crossings."""
    for name, operator in sorted(OPERATORS.items()):
        fitting = [genome for genome in parents if operator.applies(genome)]
        children = digest(operator.apply(genome, Random(7)).to_json() for genome in fitting[:25])
        yield f"{name} applies={len(fitting)} children={children}\n"
    pairs = zip(parents, parents[1:] + parents[:1], strict=True)
    crossed = [cross(first, second, Random(7)) for first, second in pairs]
    yield f"cross {digest(child and child.to_json() for child in crossed)}\n"


def test_genomes_problems_repairs_and_mutations() -> None:
    first = [make() for make in list(LIBRARY.values())[:FIRST]]
    lines = [*lines_of_random_genomes("random", genomes()), *lines_of_broken_genomes()]
    lines += lines_of_mutations([*first, *genomes()[:60]])
    check_golden(GOLDEN / "cards-genomes.txt", "".join(lines), update=UPDATE)


def test_auctions_and_mutations_of_them() -> None:
    games = auctions()
    lines = [*lines_of_random_genomes("auction", games), *lines_of_mutations([LIBRARY["bridge"](), *games[:60]])]
    check_golden(GOLDEN / "cards-auctions.txt", "".join(lines), update=UPDATE)


def test_games_played_by_bots() -> None:
    lines = []
    for name, make in LIBRARY.items():
        game = CardGame(make())
        players = ["careful", "greedy", "random", "careful", "greedy", "random"][: game.seats[-1]]
        lines.append(f"{name} {simulate(game, players, 200, seed=7, cores=1).digest}\n")
    check_golden(GOLDEN / "cards-simulations.txt", "".join(lines), update=UPDATE)
