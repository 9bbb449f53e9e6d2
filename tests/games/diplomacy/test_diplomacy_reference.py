"""The adjudicator, compared with a slow one that tries every outcome."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.games.diplomacy.dense import as_reference, dense_position, near_paradox, settle
from tests.games.diplomacy.reference import DEFAULTS, Reference
from tests.games.diplomacy.themes import kinds_of, themed_position

from ludex.games.diplomacy.settings import Switches

RULES = (
    Switches(),
    Switches(paradox="1982"),
    Switches(paradox="2000"),
    Switches(paradox="all-hold"),
    Switches(convoy_intent="explicit"),
    Switches(convoy_intent="any-fleet"),
    Switches(any_fleet_disrupts=True),
    Switches(dislodged_never_blocks=True),
    Switches(via_fallback=True),
    Switches(paradox="1982", convoy_intent="any-fleet", any_fleet_disrupts=True, dislodged_never_blocks=True),
)


def compare(states: Any, rules: Switches = DEFAULTS) -> Counter[str]:
    """Both adjudicators agree; what the position held."""
    units, orders = as_reference(states)
    moved, paradox, _ = settle(states)
    slow = Reference(units, orders, rules)
    expected = slow.outcome()
    while rules.via_fallback and expected is not None and slow.could_walk():
        slow = Reference(units, orders, rules, walking=slow.walking | slow.could_walk())
        expected = slow.outcome()
    if rules.via_fallback and expected is None:
        return Counter()  # which armies walk after a paradox is not for the slow adjudicator to say
    told = f"{rules}\n{units}\n{orders}\nours {sorted(moved)}, paradox {sorted(paradox)}, expected {expected}"
    if expected is None:
        assert paradox, told
        if rules.paradox == "all-hold":  # what was certain before stays so, which the slow adjudicator cannot know
            assert not paradox & moved, told
            return Counter(paradox=1)
        slow = Reference(units, orders, rules, stranded=paradox)
        expected = slow.outcome()
    else:
        assert not paradox, told
    assert moved == expected, told
    return Counter(kinds_of(slow, moved, paradox))


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_dense_positions_of_hypothesis_end_as_the_slow_adjudicator_says(data: st.DataObject) -> None:
    compare(dense_position(lambda below: data.draw(st.integers(0, below - 1)), most_moves=7))


def test_dense_positions_of_chance_end_as_the_slow_adjudicator_says() -> None:
    random = Random(1)
    for _ in range(200):
        compare(dense_position(random.randrange, most_moves=8))


def test_convoy_cases_with_a_few_changes_end_as_the_slow_adjudicator_says() -> None:
    random = Random(4)
    found = sum((compare(near_paradox(random.randrange)) for _ in range(200)), Counter())
    assert found["paradox"] > 20


@pytest.mark.deep
def test_tens_of_thousands_of_dense_positions() -> None:
    random = Random(2)
    for _ in range(15_000):
        compare(dense_position(random.randrange, most_moves=9))
    found = sum((compare(near_paradox(random.randrange)) for _ in range(10_000)), Counter())
    assert found["paradox"] > 1_000


KINDS = {
    "paradox",
    "paradox of several convoys",
    "chain of convoys",
    "another route",
    "circle",
    "circle over the sea",
    "beleaguered garrison",
    "head-to-head with help on both sides",
}


def test_rare_kinds_of_positions_end_as_the_slow_adjudicator_says() -> None:
    random = Random(5)
    found = sum((compare(themed_position(random.randrange, DEFAULTS)) for _ in range(400)), Counter())
    found += sum((compare(near_paradox(random.randrange)) for _ in range(100)), Counter())
    assert set(found) == KINDS


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules)[9:-1])
def test_every_switch_ends_as_the_slow_adjudicator_says(rules: Switches) -> None:
    compare_with(rules, 40)


@pytest.mark.deep
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules)[9:-1])
def test_thousands_of_positions_with_every_switch(rules: Switches) -> None:
    found = compare_with(rules, 1_000)
    assert all(found[kind] > 5 for kind in KINDS - {"paradox", "paradox of several convoys", "another route"}), found


def compare_with(rules: Switches, count: int) -> Counter[str]:
    random, found = Random(6), Counter[str]()
    for _ in range(count):
        found += compare(themed_position(random.randrange, rules), rules)
        found += compare(near_paradox(random.randrange, rules), rules)
        found += compare(dense_position(random.randrange, 7, rules), rules)
    return found


def test_interpreted_and_compiled_adjudicators_agree() -> None:
    random = Random(3)
    for _ in range(40):
        states = dense_position(random.randrange, most_moves=12)
        assert settle(states, compiled=False)[:2] == settle(states)[:2]
