"""Genomes and programs made by chance, whole or broken in one place: a game that runs and ends, or refused."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.games.cards.lockstep import run

from ludex.arena import simulate
from ludex.games.cards import (
    LIBRARY,
    BadBytecode,
    BadGenome,
    CardGame,
    Genome,
    Problem,
    assemble,
    compile_genome,
    decompile,
    disassemble,
    problems,
    random_genome,
)

KINDS = tuple(LIBRARY)
WORDS = ("", "none", "spades", "trump", "turned", "8", "QQ", "AS", "first out", "poker", "hand", "swords")
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.sampled_from((-(2**31), -200, 127, 128, 255, 256, 300, 65_535, 65_536, 2**40)),
    st.floats(0, 3),
    st.sampled_from(WORDS),
    st.just([]),
    st.just({}),
)
quick = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
genomes = st.one_of(
    st.sampled_from(KINDS).map(lambda name: LIBRARY[name]()),
    st.integers(100_000, 200_000).map(lambda seed: random_genome(Random(seed))),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside plain values."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inside for place in places(part, (*path, key)))]


def with_leaf(value: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    """The same values with another one at a place."""
    if not path:
        return leaf
    copy = value.copy()
    copy[path[0]] = with_leaf(copy[path[0]], path[1:], leaf)
    return copy


def full(genome: Genome) -> dict[str, Any]:
    """A genome as plain values, defaults included."""

    def spell(part: Any) -> Any:
        if isinstance(part, msgspec.Struct):
            tag = {"type": part.__struct_config__.tag} if part.__struct_config__.tag else {}
            return tag | {name: spell(getattr(part, name)) for name in part.__struct_fields__}
        return [spell(item) for item in part] if isinstance(part, tuple) else part

    plain: dict[str, Any] = spell(genome)
    return plain


def check_runs(genome: Genome) -> None:
    """A genome without problems compiles, runs with every bot, ends, and says the same everywhere."""
    game = CardGame(genome)
    code = compile_genome(genome)
    assert compile_genome(decompile(code, genome.name, genome.title)) == code
    assert assemble(disassemble(code)) == code
    assert Genome.from_json(genome.to_json()) == genome
    for bot in ("random", "greedy", "careful"):
        result = simulate(game, [bot] * game.seats[-1], 2, seed=1, cores=1)
        assert set(result.endings) <= set(game.machine.endings.values())
    run(genome, 1, limit=300)


def read(text: bytes) -> tuple[Genome | None, list[Problem]]:
    """A genome and what is wrong with it; None where it cannot even be read."""
    try:
        genome = Genome.from_json(text)
    except BadGenome as error:
        return None, list(error.problems) or [Problem("format", str(error), "Write 1.")]
    return genome, problems(genome)


@quick
@given(genomes)
def test_genome_that_validates_compiles_runs_ends_and_agrees_with_the_oracle(genome: Genome) -> None:
    assert problems(genome) == []
    check_runs(genome)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(genomes, st.data())
def test_genome_changed_in_one_place_is_a_game_or_is_refused_with_place_and_fix(genome: Genome, data: Any) -> None:
    plain = full(genome)
    place = data.draw(st.sampled_from(places(plain)))
    text = msgspec.json.encode(with_leaf(plain, place, data.draw(LEAVES)))
    changed, found = read(text)
    assert changed or found
    if changed and not found:
        check_runs(changed)
    for problem in found:
        assert problem.place
        assert problem.what
        assert problem.fix.endswith((".", "?"))


@pytest.mark.parametrize("name", LIBRARY)
def test_genome_with_an_unknown_field_in_any_part_is_refused_there(name: str) -> None:
    plain = full(LIBRARY[name]())
    for place in places(plain):
        part = plain
        for key in place:
            part = part[key]
        if isinstance(part, dict):
            bad = with_leaf(plain, place, part | {"surprise": 1})
            with pytest.raises(BadGenome, match=r"surprise: there is no such field"):
                Genome.from_json(msgspec.json.encode(bad))


def is_program(code: bytes) -> bool:
    """Return whether bytes are a program. If so, assert that its genome compiles to exactly these bytes."""
    try:
        genome = decompile(code, "fuzzed", "Fuzzed")
    except (BadBytecode, BadGenome):
        return False
    assert problems(genome) == []
    assert compile_genome(genome) == code
    assert Genome.from_json(genome.to_json()) == genome
    return True


@settings(max_examples=200)
@given(st.binary(max_size=300))
@example(b"")
@example(bytes(255))
def test_random_bytes_are_no_program(code: bytes) -> None:
    assert not is_program(code)


@pytest.mark.parametrize("name", LIBRARY)
def test_truncated_program_is_refused(name: str) -> None:
    code = compile_genome(LIBRARY[name]())
    assert not any(is_program(code[:size]) for size in range(len(code)))
    assert not is_program(code + b"\0")


@settings(max_examples=200)
@given(genomes, st.lists(st.tuples(st.integers(0, 254), st.integers(1, 255)), min_size=1, max_size=3))
def test_program_with_other_bits_is_refused_or_is_another_game(genome: Genome, changes: Any) -> None:
    code = bytearray(compile_genome(genome))
    for place, bits in changes:
        code[place % len(code)] ^= bits
    if is_program(bytes(code)):
        check_runs(decompile(bytes(code), "fuzzed", "Fuzzed"))


@settings(max_examples=200)
@given(genomes, st.integers(0, 2**32))
def test_text_with_a_word_changed_is_refused_or_is_another_program(genome: Genome, seed: int) -> None:
    random = Random(seed)
    words = disassemble(compile_genome(genome)).split(" ")
    words[random.randrange(len(words))] = random.choice(("cards=1", "cards=-1", "cards=x", "end", "=", "items=1/2/3"))
    try:
        code = assemble(" ".join(words))
    except BadBytecode:
        return
    is_program(code)
