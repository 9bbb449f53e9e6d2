"""The quick check of genomes: what it lets through has no problem that the detailed checks would find."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludex.games.cards import LIBRARY, Genome, random_genome
from ludex.games.cards.genome.paths import leaves, replaced, steps_of
from ludex.games.cards.genome.quick_check import MOST_LISTS, passes_quick_check
from ludex.games.cards.genome.ranges import MOST_ITEMS, list_problems, text_problems, value_problems

ODD: tuple[Any, ...] = (-1_000_000, -101, -27, -1, 0, 1, 5, 7, 27, 53, 101, 251, 70_000, "", "1", "AA", "1S", "23", "x")


def oddly_changed(genome: Genome) -> Iterator[Genome]:
    """Yield genomes with one odd value of the right type in any place."""
    for path, value in leaves(genome):
        for odd in ODD:
            if type(odd) is type(value) and odd != value:
                yield replaced(genome, steps_of(genome, path), odd)


def detailed(genome: Genome) -> list[str]:
    found = [*list_problems(genome), *value_problems(genome)]
    texts = [one.place for one in text_problems(genome)]
    return [one.place for one in found if one.place not in texts]


@pytest.mark.parametrize("name", LIBRARY)
def test_games_of_the_library_pass(name: str) -> None:
    assert passes_quick_check(LIBRARY[name]())


@pytest.mark.parametrize("seed", range(20))
def test_an_odd_value_does_not_pass_if_it_is_a_problem(seed: int) -> None:
    for genome in oddly_changed(random_genome(Random(seed))):
        if detailed(genome):
            assert not passes_quick_check(genome), detailed(genome)


@pytest.mark.parametrize("field", ["phases", "effects", "majorities", "order_scoring", "teams"])
def test_lists_that_are_too_long_do_not_pass(field: str) -> None:
    genome = next(one for one in map(random_genome, map(Random, range(1_000))) if getattr(one, field))
    longer = replaced(genome, (field,), getattr(genome, field)[:1] * (MOST_ITEMS + 1))
    assert list(list_problems(longer))
    assert not passes_quick_check(longer)


def test_lists_of_lists_that_pass_are_not_too_long_together() -> None:
    assert MOST_LISTS * MOST_LISTS + MOST_LISTS <= MOST_ITEMS
