"""The changes of seats at a table: players leave, and others take their seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludex.core.language.errors import NotYourTurn, quote
from ludex.core.language.names import read_names
from ludex.core.play.leaving import LONGEST_WHY, MOST_LEAVINGS, Leaving, OnLeave, Then, expect_choice, leavers
from ludex.core.play.serialised import serialised

if TYPE_CHECKING:
    import threading

    from ludex.core.game.game import Game
    from ludex.core.play.move_log import Journal


class SeatChanges:
    """The part of an engine that knows which players have left, and which have come since."""

    game: Game[Any, Any]
    seats: int
    played: Journal
    lock: threading.RLock
    forfeited: tuple[int, str] | None
    leavings: list[Leaving]

    if TYPE_CHECKING:

        @property
        def has_ended(self) -> bool:
            """True if the game is over."""
            raise NotImplementedError

        def expect_seat(self, seat: int) -> int:
            """Return a seat of this table as a plain number."""
            raise NotImplementedError

    @property
    def away(self) -> tuple[int, ...]:
        """The seats whose players have left and that no other player has taken, the earliest leaver first."""
        return leavers(self.leavings)

    @property
    def substitutes(self) -> dict[int, Then]:
        """For every seat whose player has left: what decides for it."""
        last: dict[int, Then] = {leaving.seat: leaving.then for leaving in self.leavings}
        return {seat: last[seat] for seat in self.away}

    @serialised
    def forfeit(self, seat: int, why: str) -> None:
        """End the game: the seat ranks behind all that stayed."""
        seat = self._expect_present(seat, "forfeit")
        self.forfeited = (seat, why)

    @serialised
    def leave(self, seat: int, why: str, then: OnLeave = "bot") -> None:
        """Note that a seat's player has left (`Table.leave`)."""
        then = expect_choice(self.game, then)
        seat = self._expect_present(seat, "leave")
        if then == "end" or len(self.away) + 1 == self.seats:
            self.forfeited = (seat, why)
        else:
            self.leavings.append(Leaving(len(self.played), seat, then, why[:LONGEST_WHY]))

    @serialised
    def take_seat(self, seat: int, player: str) -> None:
        """Note that another player has taken a seat (`Table.take_seat`)."""
        seat, name = self.expect_seat(seat), read_names([player], 1)[0]
        if self.has_ended or seat not in self.away:
            why = "the game is over" if self.has_ended else "its player has not left"
            raise NotYourTurn(f"seat {seat} cannot be taken: {why}")
        if len(self.leavings) >= MOST_LEAVINGS:
            raise NotYourTurn(f"seat {seat} cannot be taken: seats have changed hands {MOST_LEAVINGS:,} times")
        self.leavings.append(Leaving(len(self.played), seat, "person", by=name))

    def _expect_present(self, seat: int, what: str) -> int:
        """Return a seat whose player is still there."""
        if self.has_ended:
            raise NotYourTurn(f"seat {quote(seat)} cannot {what}: the game is over")
        if (number := self.expect_seat(seat)) in self.away:
            raise NotYourTurn(f"seat {number} cannot {what}: its player has left already")
        return number

    @property
    def final_moves(self) -> int:
        """The number of first moves that cannot be taken back, because a seat has changed hands since."""
        return self.leavings[-1].after if self.leavings else 0
