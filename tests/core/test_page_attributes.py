"""Attributes of elements are remembered, and never mistaken for others that are equal to Python."""

from __future__ import annotations

import pytest

from ludex.author import tag


@pytest.mark.parametrize("twice", range(2))
def test_equal_values_that_are_written_differently_are_kept_apart(twice: int) -> None:
    assert tag("i", hidden=True) == "<i hidden></i>"
    assert tag("i", hidden=1) == '<i hidden="1"></i>'
    assert tag("i", hidden=0) == '<i hidden="0"></i>'
    assert tag("i", hidden=False) == "<i></i>"
    assert tag("i", width=1.0) == '<i width="1.0"></i>'
    assert tag("i", width=1) == '<i width="1"></i>'


@pytest.mark.parametrize("twice", range(2))
def test_presses_are_told_apart_and_the_callers_attributes_stay_as_they_were(twice: int) -> None:
    given = {"press": [("play", 1), ("play", True)], "seat": 1}
    assert tag("i", **given) == '<i class="seat s1" data-press="play|1;play|True"></i>'
    assert given == {"press": [("play", 1), ("play", True)], "seat": 1}
    assert tag("i", press=("play", "1")) == '<i data-press="play|1"></i>'
    assert tag("i", press=None) == "<i></i>"


def test_a_value_that_cannot_be_a_key_is_written_all_the_same() -> None:
    assert tag("i", title=["<a>"]) == '<i title="[&#x27;&lt;a&gt;&#x27;]"></i>'
