"""Clocks: the time that every seat has left, derived from the rows alone.

A clock reveals nothing that a viewer must not know. A turn begins and ends with steps that all players could notice:
secret orders in between neither start a clock again nor earn an increment, and viewers who must not learn that a seat
has answered see its clock still running. Clocks count working time: they stand still on days off.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from ludex.table.room.days_off import Calendar
from ludex.table.room.rows import ClockRules


class SeatClock(msgspec.Struct):
    """One seat's clock."""

    left: float
    """Seconds left when it was last started or stopped."""
    before: float
    """Seconds left when the seat's turn began, at the time `began`: shown to viewers who know of nothing since."""
    began: float = 0.0
    since: float | None = None
    """Time at which it was started, or None while it is stopped."""
    turn: int = -1
    """Public number of the turn that it runs for."""
    moved: bool = False
    """The seat has moved in this turn."""
    spare: float | None = None
    """Seconds that were left when the seat last moved publicly, without the increment earned by that move."""
    out: bool = False
    """Its time ran out, and the consequences have been carried out."""


class SeatClocks:
    """The clocks of all seats. Every method takes the time as an argument: nothing here reads the system clock."""

    def __init__(self, rules: ClockRules, seats: int) -> None:
        self.rules = rules
        self._calendar = Calendar(rules.days_off)
        first = rules.per_player if rules.per_player is not None else rules.per_move or 0.0
        self.seats = [SeatClock(first, first) for _ in range(seats)]
        self.halted: float | None = None

    def run(self, asked: Collection[int], turn: int, at: float) -> None:
        """Start the clocks of the seats in `asked`, and stop all others. `turn` is a public number."""
        at = self._calendar.worked(at)
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
        elif clock.since is None:  # asked again in the same turn: for other viewers it never stopped
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
        """Note that a seat has moved. If all players could notice it, stop its clock and add the increment."""
        clock, at = self.seats[seat], self._calendar.worked(at)
        if clock.since is None:
            return
        clock.moved = True
        if public:
            self._stop(clock, at)
            clock.spare = clock.left
            self._pay(clock)
            clock.turn = -1

    def take_back(self, seat: int, turn: int, at: float) -> None:
        """Continue a seat's clock as if its move, which it takes back without asking, had not been made.

        So a player cannot gain time by moving and taking back. `turn` is the public number of the turn that follows.
        """
        clock = self.seats[seat]
        running = clock.since is not None
        now = self.left(seat, at)
        at = self._calendar.worked(at)
        used = max(0.0, at - clock.began) if running else 0.0
        earned = self.rules.increment if self.rules.per_player is not None else 0.0
        clock.left = max(0.0, now - earned if clock.spare is None else min(now, clock.spare - used))
        clock.before, clock.began, clock.turn, clock.spare = clock.left, at, turn, None
        clock.since = at if running else None

    def carry_over(self, turn: int, to: int, at: float) -> None:
        """Continue a turn under a new public number, also for seats that have answered in secret.

        If time is counted per decision, all of these seats have their full time again.
        """
        at = self._calendar.worked(at)
        for clock in self.seats:
            if clock.turn == turn:
                clock.turn = to
                if self.rules.per_player is None:
                    clock.left = clock.before = self.rules.per_move or 0.0
                    clock.began = at
                    clock.since = at if clock.since is not None else None

    def halt(self, at: float) -> None:
        """Stop all clocks, because the game is paused or over."""
        at = self._calendar.worked(at)
        if self.halted is None:
            self.halted = at
        for clock in self.seats:
            if clock.since is not None:
                self._stop(clock, at)

    def extend(self, seconds: float, at: float) -> None:
        """Give all seats more time, also those that have answered in secret."""
        for seat, clock in enumerate(self.seats):
            left, seen = self.left(seat, at), self.seen_left(seat, at)
            clock.left, clock.before, clock.out = left + seconds, seen + seconds, False
            clock.began = self._calendar.worked(at) if self.halted is None else self.halted
            if clock.since is not None:
                clock.since = self._calendar.worked(at)

    def note_out(self, seat: int) -> None:
        """Note that a seat's time ran out and that this has been dealt with."""
        self.seats[seat].out = True

    def refill(self, seat: int, least: float = 0.0) -> None:
        """Give a person who is back, or new, time for the decision that is due, and at least some seconds."""
        clock = self.seats[seat]
        clock.out = False
        clock.left = max(clock.left, self.rules.per_move or self.rules.increment or 10.0, least)
        clock.since = None
        clock.turn = -1

    def left(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has left."""
        clock, now = self.seats[seat], self._calendar.worked(now)
        return clock.left if clock.since is None else max(0.0, clock.left - (now - clock.since))

    def seen_left(self, seat: int, now: float) -> float:
        """Return the time shown to viewers who must not learn that the seat has answered: that of a running clock."""
        clock = self.seats[seat]
        then = self._calendar.worked(now) if self.halted is None else self.halted
        return max(0.0, clock.before - (then - clock.began))

    def due(self, seat: int) -> float | None:
        """Return when a seat's time and grace run out, or None if its clock is stopped or that has been dealt with."""
        clock = self.seats[seat]
        if clock.since is None or clock.out:
            return None
        return self._calendar.real(clock.since + clock.left + self.rules.grace)

    def stand_still(self, now: float) -> bool:
        """Return whether no clock runs, because it is a day off."""
        return self._calendar.is_off(now)
