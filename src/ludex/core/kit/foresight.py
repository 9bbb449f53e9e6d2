"""Checks of the rules for players that look ahead: sides, milestones, likely worlds and estimates.

These rules are checked interpreted, which finds numbers that do not fit. Compiled, they only run inside searches.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludex.core.compile.default_rules import OPTIONAL
from ludex.core.compile.playout import estimate, likelihood, milestone, side, suppose
from ludex.core.compile.table_buffers import packed_rows
from ludex.core.game.game import Game
from ludex.core.language.chance import new_dice, next_bits
from ludex.core.language.interpreted_state import load_twin, store_twin
from ludex.core.language.record import States
from ludex.core.language.rule import loop


class Lapse(NamedTuple):
    """A fault, and the clause that it breaks."""

    clause: str
    what: str


@loop
def enter_suppose(states: States, i: int, seat: int, dice: States) -> None:
    for word in range(4):
        states[i].rng[word] = next_bits(dice[0])
    suppose(states[i], seat)


@loop
def enter_side(states: States, i: int, seat: int, out: Any) -> int:
    return int(side(states[i], seat))


@loop
def enter_milestone(states: States, i: int, seat: int, out: Any) -> int:
    return int(milestone(states[i]))


@loop
def enter_likelihood(states: States, i: int, seat: int, out: Any) -> int:
    return int(likelihood(states[i], seat))


@loop
def enter_estimate(states: States, i: int, seat: int, out: Any) -> int:
    estimate(states[i], out)
    return 0


ASKED = {
    "side": (enter_side, "side-1"),
    "milestone": (enter_milestone, "milestone-1"),
    "likelihood": (enter_likelihood, "likelihood-1"),
    "estimate": (enter_estimate, "estimate-1"),
}
"""The rules that only return a value, and the clauses that forbid them to change the record."""


class Foresight:
    """Checks the rules for players that look ahead, from move to move of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rules = game.machine.rules
        self.own = [name for name in ("suppose", *ASKED) if rules[name] is not OPTIONAL[name]]
        self.passed = 0

    def lapse(self, states: States, seat: int, hidden: States, seed: bytes) -> Lapse | None:
        """Return the fault at a decision of a seat, which sees the hidden state; None if there is none."""
        kernel = self.game.machine.interpreted
        world = hidden.copy()
        if "suppose" in self.own:
            kernel.entry(enter_suppose)(world, 0, seat, new_dice(seed))
            if law := kernel.audit(world, 0):
                return Lapse("suppose-1", f"suppose breaks a law: {self.game.machine.laws.get(law)}")
            if not kernel.waiting(world, 0) >> seat & 1 or self._rows(world, seat) != self._rows(hidden, seat):
                return Lapse("suppose-1", f"suppose changes what seat {seat} may do")
        else:
            kernel.redeal(world, 0, seat, new_dice(seed))
        for name in self.own:
            if name == "suppose":
                continue
            found = self._ask(name, world if name == "likelihood" else states, seat)
            if isinstance(found, Lapse):
                return found
            if name == "likelihood" and not 0 <= found <= 1000:
                return Lapse("likelihood-1", f"the likelihood is {found}; expected 0 to 1000")
            if name == "milestone":
                if found < self.passed:
                    return Lapse("milestone-1", f"milestone falls from {self.passed} to {found}")
                self.passed = found
        return self._lapse_of_sense(hidden, seat)

    def _lapse_of_sense(self, hidden: States, seat: int) -> Lapse | None:
        """Check that some legal move is sensible."""
        sensible = self.game.machine.rules["sensible"]
        if sensible is OPTIONAL["sensible"]:
            return None
        asked = hidden.copy()
        twin = load_twin(asked, 0)
        moves = (move for first, last in self._rows(asked, seat) for move in range(first, last + 1))
        if not any(sensible(twin, seat, move) for move in moves):
            return Lapse("sensible-1", f"no legal move of seat {seat} is sensible")
        store_twin(twin, asked, 0)
        return None if asked.tobytes() == hidden.tobytes() else Lapse("sensible-1", "sensible changed the state")

    def _ask(self, name: str, states: States, seat: int) -> int | Lapse:
        """Return the result of a rule, which must leave the record unchanged."""
        entry, clause = ASKED[name]
        asked, out = states.copy(), np.zeros((self.game.seats[-1], 2), np.int64)
        found = int(self.game.machine.interpreted.entry(entry)(asked, 0, seat, out))
        return found if asked.tobytes() == states.tobytes() else Lapse(clause, f"{name} changed the state")

    def _rows(self, states: States, seat: int) -> list[tuple[int, int]]:
        return packed_rows(self.game.machine.interpreted, states, seat, self.game.max_options)
