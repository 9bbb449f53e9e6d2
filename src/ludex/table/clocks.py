"""Clocks: how much time every seat has left, worked out from the rows alone.

A clock tells nobody what they cannot know. A turn begins and ends with steps that everybody could notice: secret orders
in between neither start a clock again nor earn an increment, and whoever cannot know that a seat has answered sees its
clock run on.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ludex.table.rows import ClockRules


class SeatClock(msgspec.Struct):
    """One seat's clock."""

    left: float
    """Seconds left when it was last started or stopped."""
    before: float
    """Seconds left when the seat's turn began, and when that was: what those see who know of nothing since."""
    began: float = 0.0
    since: float | None = None
    """When it was started, or None while it stands."""
    turn: int = -1
    """Which turn it runs for: a public number."""
    moved: bool = False
    """The seat has moved in this turn."""
    out: bool = False
    """Its time ran out, and what had to be done about it is done."""


class Clocks:
    """The clocks of all seats. Every method is told the time: nothing here looks at a watch."""

    def __init__(self, rules: ClockRules, seats: int) -> None:
        self.rules = rules
        first = rules.per_player if rules.per_player is not None else rules.per_move or 0.0
        self.seats = [SeatClock(first, first) for _ in range(seats)]
        self.halted: float | None = None

    def run(self, asked: Collection[int], turn: int, at: float) -> None:
        """Let the clocks of the seats run that are asked, and those of all others stand. `turn` is a public number."""
        if self.halted is not None:
            for clock in self.seats:
                clock.began += at - self.halted
            self.halted = None
        for seat, clock in enumerate(self.seats):
            if seat in asked:
                self._start(clock, turn, at)
            elif clock.since is not None:
                self._stop(clock, at)
                if clock.moved:
                    self._pay(clock)

    def _start(self, clock: SeatClock, turn: int, at: float) -> None:
        if clock.turn != turn:
            per_move = self.rules.per_player is None
            if clock.since is None or per_move:
                clock.left = self.rules.per_move or 0.0 if per_move else clock.left
                clock.since = clock.began = at
                clock.before = clock.left
                clock.out = False
            clock.turn, clock.moved = turn, False
        elif clock.since is None:  # asked again in the same turn: for others it has never stood
            clock.left, clock.since = max(0.0, clock.before - (at - clock.began)), at

    def _stop(self, clock: SeatClock, at: float) -> None:
        assert clock.since is not None
        clock.left = max(0.0, clock.left - (at - clock.since))
        clock.since = None

    def _pay(self, clock: SeatClock) -> None:
        clock.moved = False
        if self.rules.per_player is not None:
            clock.left += self.rules.increment

    def answered(self, seat: int, public: bool, at: float) -> None:
        """A seat has moved. If everybody could notice it, its clock stands and gets the increment."""
        clock = self.seats[seat]
        if clock.since is None:
            return
        clock.moved = True
        if public:
            self._stop(clock, at)
            self._pay(clock)
            clock.turn = -1

    def halt(self, at: float) -> None:
        """Stop all clocks: the table pauses, or the game is over."""
        if self.halted is None:
            self.halted = at
        for clock in self.seats:
            if clock.since is not None:
                self._stop(clock, at)

    def note_out(self, seat: int) -> None:
        """A seat's time ran out, and that has been dealt with."""
        self.seats[seat].out = True

    def refill(self, seat: int) -> None:
        """A person is back: they have time again for the decision that they owe."""
        clock = self.seats[seat]
        clock.out = False
        clock.left = max(clock.left, self.rules.per_move or self.rules.increment or 10.0)
        clock.since = None
        clock.turn = -1

    def left(self, seat: int, now: float) -> float:
        """How many seconds a seat has left."""
        clock = self.seats[seat]
        return clock.left if clock.since is None else max(0.0, clock.left - (now - clock.since))

    def seen_left(self, seat: int, now: float) -> float:
        """What those see who cannot know yet that the seat has answered: a clock that still runs."""
        clock = self.seats[seat]
        then = now if self.halted is None else self.halted
        return max(0.0, clock.before - (then - clock.began))

    def due(self, seat: int) -> float | None:
        """When a seat's time runs out, if its clock runs and that has not been dealt with."""
        clock = self.seats[seat]
        return None if clock.since is None or clock.out else clock.since + clock.left
