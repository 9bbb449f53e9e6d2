"""What the parts of the oracle share: the hand that is being played, and who is next."""

from __future__ import annotations

from typing import Any

from ludex.games.cards.genome import Genome

SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


class Hand:
    """Base of the oracle. A `pile` has None at its top once the card there is taken."""

    genome: Genome
    seats: int
    teams: tuple[tuple[int, ...], ...]
    alive: set[int]
    dealer: int
    scores: list[int]
    chips: list[int]
    stakes: list[int]
    hands: list[set[str]]
    stock: set[str]
    table: set[str]
    pile: list[str | None]
    trump: str | None
    won: dict[int, set[str]]
    folded: set[int]
    places: list[int]
    sweeps: dict[int, int]
    queue: list[int]
    leader: int
    phase_number: int
    knocker: int | None
    chance: list[str]
    deal_again: list[set[str]]

    @property
    def phase(self) -> Any:
        return self.genome.phases[self.phase_number]

    def next_phase(self) -> None:
        raise NotImplementedError

    def clockwise(self, seat: int, among: set[int] | None = None) -> list[int]:
        """All seats of a set, beginning after one."""
        among = self.alive if among is None else among
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in order if other in among]

    @property
    def turn(self) -> int:
        return self.queue[0]

    def staying(self) -> set[int]:
        return self.alive - self.folded

    def strength(self, card: str) -> int:
        if self.genome.bowers and card == f"J{self.trump}":
            return 15
        if self.genome.bowers and self.trump and card == "J" + SAME_COLOUR[self.trump]:
            return 14
        return 1 + self.genome.deck.ranks.index(card[0])
