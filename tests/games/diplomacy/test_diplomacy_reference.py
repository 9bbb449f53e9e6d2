"""The adjudicator beside a slow one that tries every outcome."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.games.diplomacy.dense import as_reference, dense_position, near_paradox, settle
from tests.games.diplomacy.reference import Reference


def compare(states: Any) -> bool:
    """Whether it was a paradox."""
    units, orders = as_reference(states)
    moved, paradox, _ = settle(states)
    expected = Reference(units, orders).outcome()
    told = f"{units}\n{orders}\nours {sorted(moved)}, paradox {sorted(paradox)}, expected {expected}"
    if expected is None:
        assert paradox, told
        expected = Reference(units, orders, stranded=paradox).outcome()
    else:
        assert not paradox, told
    assert moved == expected, told
    return bool(paradox)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_dense_positions_of_hypothesis_end_as_the_slow_adjudicator_says(data: st.DataObject):
    compare(dense_position(lambda below: data.draw(st.integers(0, below - 1)), most_moves=7))


def test_dense_positions_of_chance_end_as_the_slow_adjudicator_says():
    random = Random(1)
    for _ in range(200):
        compare(dense_position(random.randrange, most_moves=8))


def test_convoy_cases_with_a_few_changes_end_as_the_slow_adjudicator_says():
    random = Random(4)
    paradoxes = sum(compare(near_paradox(random.randrange)) for _ in range(200))
    assert paradoxes > 20


@pytest.mark.deep
def test_tens_of_thousands_of_dense_positions():
    random = Random(2)
    for _ in range(15_000):
        compare(dense_position(random.randrange, most_moves=9))
    assert sum(compare(near_paradox(random.randrange)) for _ in range(10_000)) > 1_000


def test_interpreted_and_compiled_adjudicators_agree():
    random = Random(3)
    for _ in range(40):
        states = dense_position(random.randrange, most_moves=12)
        assert settle(states, compiled=False)[:2] == settle(states)[:2]
