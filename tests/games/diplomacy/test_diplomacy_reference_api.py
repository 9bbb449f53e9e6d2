"""The reference API answers for whatever it is given: `validate` with a sentence, and never with an exception."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.games.diplomacy import Order, OrderParser

GOOD = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (None, "this is not a position: expected an object, got NoneType"),
        (3, "this is not a position: expected an object, got int"),
        ([], "this is not a position: expected an object, got list"),
        ({}, "missing required field `phase`"),
        ("junk", "JSON is malformed"),
        ({1: 2}, "Expected `str`"),
        ({"phase": "S1901M"}, "missing required field `units`"),
        ({**GOOD, "phase": "S1901"}, "'S1901' is not a phase: expected S1901M"),
        ({**GOOD, "phase": "COMPLETED"}, "'COMPLETED' is not a phase"),
        ({**GOOD, "phase": object()}, "Expected `str`"),
        ({**GOOD, "units": None}, "Expected `object`, got `null`"),
        ({**GOOD, "units": {"FRANCE": [None]}}, "Expected `str`, got `null`"),
        ({**GOOD, "units": {"FRANCE": ["A XXX"]}}, "'A XXX' is not a unit on this map"),
        ({**GOOD, "units": {"SPAIN": ["A PAR"]}}, "'SPAIN' is not a power on this map"),
        ({**GOOD, "units": {"FRANCE": ["A PAR", "A PAR"]}}, "two units in PAR"),
        ({**GOOD, "centers": {"FRANCE": ["GAS"]}}, "GAS is not a supply centre"),
        ({**GOOD, "dislodged_from": {"PAR": "BUR"}}, "no such unit is dislodged"),
        ({**GOOD, "rules": "mars"}, "there is no preset 'mars'"),
        ({**GOOD, "rules": {"preset": []}}, "there is no preset"),
        ({**GOOD, "map": "mars"}, "Invalid enum value 'mars'"),
    ],
)
def test_a_bad_state_is_answered_with_a_sentence(state: Any, reason: str) -> None:
    allowed, sentence = OrderParser().validate("A PAR - BUR", state)
    assert not allowed
    assert reason in sentence
    assert not Order("A PAR - BUR").is_valid(state)


@pytest.mark.parametrize("order", ["", "junk", "A", "A PAR - BUR; A PAR H", None, 3, [], object()])
def test_a_bad_order_is_answered_with_a_sentence(order: Any) -> None:
    allowed, sentence = OrderParser().validate(order, GOOD)
    assert not allowed
    assert len(sentence) > 10


def test_a_unit_written_without_its_kind_is_the_one_that_stands_there() -> None:
    state = {"phase": "S1901M", "units": {"FRANCE": ["F BRE"]}}
    assert OrderParser().validate("BRE - MAO", state) == (True, "")
