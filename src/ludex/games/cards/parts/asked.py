"""The input for the question to a player: the game, the player's view and options, and who sits where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ludex.author import Move, Options, Seating
from ludex.games.cards.components import SUIT_SIGNS
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.views import SeatView, View

M = TypeVar("M", bound=Move)
P = TypeVar("P", bound=Phase)


@dataclass(frozen=True)
class Asked:
    """A decision that the viewer owes."""

    genome: Genome
    view: View
    seating: Seating
    options: Options

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.view.seat or 0

    @property
    def own(self) -> SeatView:
        """The seat that is asked, with what is known about it."""
        return self.view.seats[self.seat]

    @property
    def held(self) -> tuple[str, ...]:
        """The cards from which one is asked for: the dummy's where one of them is due."""
        dummy = self.view.dummy if self.view.for_dummy else None
        return self.view.hand if dummy is None else self.view.seats[dummy].cards

    def moves(self, kind: type[M]) -> list[M]:
        """Return the options of a kind."""
        return [move for move in self.options if isinstance(move, kind)]

    def may(self, kind: type[Move]) -> bool:
        """Return True if there is an option of a kind."""
        return any(isinstance(move, kind) for move in self.options)

    def phase(self, kind: type[P]) -> P:
        """Return the game's first phase of a kind. There is one, or the question would not be asked."""
        return next(phase for phase in self.genome.phases if isinstance(phase, kind))

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.seating.name(seat)


def sign(card: str) -> str:
    """Return a card as it is printed.

    >>> sign("TH")
    '10♥'
    """
    return card[0].replace("T", "10") + SUIT_SIGNS[card[1]]
