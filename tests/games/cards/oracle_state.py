"""The oracle's knowledge of a match, shared by all its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SUIT = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


class Deal:
    """The decisions of chance at the start of a hand."""

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        stock: Iterable[str],
        table: Iterable[str] = (),
        top: str | None = None,
        trump: str | None = None,
        turned: str | None = None,
    ) -> None:
        self.hands = [set(hand) for hand in hands]
        self.stock = set(stock)
        self.table = set(table)
        self.top = top
        self.trump = trump
        self.turned = turned


class OracleState:
    """The state of a match: cards are strings, hands are sets."""

    genome: Any  # a Genome; its parts are asked for only where it has them
    seats: int
    teams: tuple[tuple[int, ...], ...]
    alive: set[int]
    dealer: int
    hand_number: int
    phase_number: int
    queue: list[int]
    leader: int
    hands: list[set[str]]
    stock: set[str]
    table: set[str]
    pile: list[Any]  # cards, and None where there is no top
    trump: Any  # a letter, or None
    chance: list[str]
    deal_again: list[set[str]]
    scores: list[int]
    bags: list[int]
    chips: list[int]
    stakes: list[int]
    folded: set[int]
    bids: dict[int, int]
    nils: set[int]
    tricks: dict[int, int]
    won: dict[int, set[str]]
    chosen: dict[int, set[str]]
    trick: list[tuple[int, str]]
    pot_cards: set[str]
    places: list[int]
    sweeps: dict[int, int]
    wish: str | None
    taken: str | None
    knocker: Any  # a seat, or None
    claimer: Any  # a seat, or None
    claimed: list[str]
    face_down: dict[int, set[str]]
    shown: dict[int, set[str]]
    knocked: Any  # the seat whose hand was shown first after a knock, or None
    ended: str | None

    @property
    def phase(self) -> Any:
        return self.genome.phases[self.phase_number]

    @property
    def turn(self) -> int:
        return self.queue[0]

    def clockwise(self, seat: int, among: set[int] | None = None) -> list[int]:
        """All seats of a set, beginning after one."""
        among = self.alive if among is None else among
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in order if other in among]

    def suit(self, card: str) -> str:
        """The suit a card counts as: the left bower is a trump."""
        left = self.genome.bowers and self.trump and card == "J" + SAME_COLOUR[self.trump]
        return self.trump if left else card[1]

    def strength(self, card: str) -> int:
        if self.genome.bowers and card == f"J{self.trump}":
            return 15
        if self.genome.bowers and self.trump and card == "J" + SAME_COLOUR[self.trump]:
            return 14
        return 1 + int(self.genome.deck.ranks.index(card[0]))

    def staying(self) -> set[int]:
        return self.alive - self.folded

    def next_phase(self) -> None:
        raise NotImplementedError
