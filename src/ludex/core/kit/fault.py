"""What the kit raises."""

from __future__ import annotations

from ludex.core.contract import CLAUSES


class Nonconformance(AssertionError):
    """A clause of the contract that a game breaks; `clause` is its name."""

    def __init__(self, what: str, clause: str = "") -> None:
        cited = f" [{clause}] {CLAUSES[clause]}" if clause else ""
        super().__init__(f"{what}{cited}")
        self.clause = clause
