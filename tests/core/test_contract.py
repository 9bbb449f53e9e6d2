"""The contract in code: every clause is checked by the kit, and every check cites a clause."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from ludex.core import kit
from ludex.core.compile.default_rules import OPTIONAL
from ludex.core.kit import conformance as testing
from ludex.core.language import contract
from ludex.core.language.contract import CLAUSES, SIGNATURES

KIT = [Path(testing.__file__), *Path(kit.__file__).parent.glob("*.py")]
CITED = {clause for file in KIT for clause in re.findall(r'"([a-z_]+-\d+)"', file.read_text())}


def test_every_clause_is_checked_by_the_kit() -> None:
    assert set(CLAUSES) - CITED == set()


def test_every_check_cites_a_clause_that_exists() -> None:
    assert CITED - set(CLAUSES) == set()


def test_the_contract_fits_on_a_few_pages() -> None:
    assert len(Path(contract.__file__).read_text().splitlines()) < 300


@pytest.mark.parametrize("name", SIGNATURES)
def test_every_rule_says_what_must_hold_after_it(name: str) -> None:
    assert any(clause.startswith(f"{name}-") for clause in CLAUSES)


def test_what_may_be_left_out_has_a_stand_in_with_the_same_arguments() -> None:
    for name, stand_in in OPTIONAL.items():
        assert tuple(inspect.signature(stand_in).parameters) == SIGNATURES[name]
