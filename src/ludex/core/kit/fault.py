"""The error that the kit raises."""

from __future__ import annotations

from ludex.core.language.contract import CLAUSES


class Nonconformance(AssertionError):
    """Raised for a clause of the contract that a game breaks; `clause` is its name."""

    def __init__(self, what: str, clause: str = "") -> None:
        cited = f" [{clause}] {CLAUSES[clause]}" if clause else ""
        super().__init__(f"{what}{cited}")
        self.clause = clause
