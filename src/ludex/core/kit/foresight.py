"""What a game tells players that look ahead: sides, milestones, likely worlds and estimates.

These rules are checked interpreted, which finds numbers that do not fit. Compiled they run inside a search only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludex.core.buffers import packed_rows
from ludex.core.chance import new_dice, next_bits
from ludex.core.contract import OPTIONAL
from ludex.core.game import Game
from ludex.core.loops import estimate, likelihood, milestone, side, suppose
from ludex.core.record import States
from ludex.core.rule import loop


class Lapse(NamedTuple):
    """What is wrong, and the clause that it breaks."""

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
"""The rules that only answer, and the clauses by which they leave the record as it is."""


class Foresight:
    """Watches what one game tells players that look ahead, from move to move."""

    def __init__(self, game: Game) -> None:
        self.game = game
        rules = game.all_rules()
        self.own = [name for name in ("suppose", *ASKED) if rules[name] is not OPTIONAL[name]]
        self.passed = 0

    def lapse(self, states: States, seat: int, hidden: States, seed: bytes) -> Lapse | None:
        """What is wrong at a decision of a seat, which sees the hidden state; None if nothing is."""
        kernel = self.game.interpreted
        world = hidden.copy()
        if "suppose" in self.own:
            kernel.entry(enter_suppose)(world, 0, seat, new_dice(seed))
            if law := kernel.audit(world, 0):
                return Lapse("suppose-1", f"suppose breaks a law: {self.game.laws.get(law)}")
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
        return None

    def _ask(self, name: str, states: States, seat: int) -> int | Lapse:
        """The answer of a rule, which must leave the record as it is."""
        entry, clause = ASKED[name]
        asked, out = states.copy(), np.zeros((self.game.seats[-1], 2), np.int64)
        found = int(self.game.interpreted.entry(entry)(asked, 0, seat, out))
        return found if asked.tobytes() == states.tobytes() else Lapse(clause, f"{name} changed the state")

    def _rows(self, states: States, seat: int) -> list[tuple[int, int]]:
        return packed_rows(self.game.interpreted, states, seat, self.game.max_options)
