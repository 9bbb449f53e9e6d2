"""Declarations: auctions, and what the contracts that they make are worth."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from ludex.games.cards.components import StrainName
from ludex.games.cards.genome.fields import Bit, Count, Inline, Items, Part, PhasePart, Word

AUCTION = 65

Vulnerable = Literal["none", "duplicate", "chicago"]
MOST_LEVELS = 7
"""The number of levels that an auction has at most: the record has a place for each bid."""

_POINTS = {"near": (0, 1000, 50), "among": (0, 50, 100, 300)}


class StrainPoints(Part, frozen=True):
    """The worth of a strain: `points` for every trick bid and won beyond the book, and `first` more for the first."""

    strain: Annotated[StrainName, Word()]
    points: Annotated[int, Count(0, 255)] = 20
    first: Annotated[int, Count(-255, 255)] = 0


class ContractPoints(Part, frozen=True):
    """The points for a contract besides those of its strain.

    A contract whose tricks are worth `game_points` is a game, and brings `game_bonus`; any other that is made brings
    `part_bonus`. A contract of all tricks but one is a small slam, one of all tricks a grand slam. `insult` is the
    bonus for making a doubled contract. `undertrick` is charged for every trick that is missing; if doubled,
    `doubled_first` for the first one, `doubled_next` for the second and the third, and `doubled_later` for the others.
    Names that begin with `vulnerable` are for vulnerable sides. Redoubled bonuses, overtricks and undertricks count
    twice as much as doubled ones.
    """

    game_points: Annotated[int, Count(0, 10_000, near=(0, 200, 10))] = 100
    part_bonus: Annotated[int, Count(0, 10_000, **_POINTS)] = 50
    game_bonus: Annotated[int, Count(0, 10_000, **_POINTS)] = 300
    vulnerable_game_bonus: Annotated[int, Count(0, 10_000, **_POINTS)] = 500
    small_slam: Annotated[int, Count(0, 10_000, **_POINTS)] = 500
    vulnerable_small_slam: Annotated[int, Count(0, 10_000, **_POINTS)] = 750
    grand_slam: Annotated[int, Count(0, 10_000, **_POINTS)] = 1000
    vulnerable_grand_slam: Annotated[int, Count(0, 10_000, **_POINTS)] = 1500
    insult: Annotated[int, Count(0, 10_000, **_POINTS)] = 50
    doubled_overtrick: Annotated[int, Count(0, 10_000, **_POINTS)] = 100
    vulnerable_doubled_overtrick: Annotated[int, Count(0, 10_000, **_POINTS)] = 200
    undertrick: Annotated[int, Count(0, 10_000, **_POINTS)] = 50
    doubled_first: Annotated[int, Count(0, 10_000, **_POINTS)] = 100
    doubled_next: Annotated[int, Count(0, 10_000, **_POINTS)] = 200
    doubled_later: Annotated[int, Count(0, 10_000, **_POINTS)] = 300
    vulnerable_undertrick: Annotated[int, Count(0, 10_000, **_POINTS)] = 100
    vulnerable_doubled_first: Annotated[int, Count(0, 10_000, **_POINTS)] = 200
    vulnerable_doubled_next: Annotated[int, Count(0, 10_000, **_POINTS)] = 300
    vulnerable_doubled_later: Annotated[int, Count(0, 10_000, **_POINTS)] = 300


BRIDGE = (
    StrainPoints("clubs", 20),
    StrainPoints("diamonds", 20),
    StrainPoints("hearts", 30),
    StrainPoints("spades", 30),
    StrainPoints("no trump", 30, 10),
)
"""The strains of Bridge, the lowest first."""


class AuctionPhase(PhasePart, frozen=True, tag="auction"):
    """Seats bid in turn for the contract: a number and a strain, each bid higher than the last. The last bid wins.

    A bid promises `book` tricks and as many more as its number, which is `lowest` to `highest`. `strains` lists the
    strains, the lowest first, with their worth; where the numbers are equal, the higher strain is the higher bid. After
    a bid the auction ends when all others pass in a row. The bidder's side plays the contract, and the seat of it that
    first named the strain is the declarer. `first`: who bids first, the dealer or the seat on the `left`. `doubles`:
    opponents may double a bid, and its side may redouble. `dummy`: the declarer's partner lays the hand open after the
    first lead, and the declarer plays it. `redeal`: where all have passed, the same dealer deals the next hand.
    `overtricks`: tricks beyond the contract count as those of its strain. `failed`: what a contract that fails
    costs is gained by the `opponents`, or lost by the `declarer`. `vulnerable`: the sides that are vulnerable in a
    hand, by the cycle of duplicate boards or of Chicago.
    """

    code: ClassVar[int] = AUCTION
    lowest: Annotated[int, Count(1, 13, essential=True)] = 1
    highest: Annotated[int, Count(1, 13, essential=True)] = 7
    book: Annotated[int, Count(0, 25, essential=True)] = 6
    first: Annotated[Literal["dealer", "left"], Bit(essential=True)] = "dealer"
    doubles: Annotated[bool, Bit()] = True
    dummy: Annotated[bool, Bit()] = True
    redeal: Annotated[bool, Bit()] = False
    overtricks: Annotated[bool, Bit()] = True
    failed: Annotated[Literal["opponents", "declarer"], Bit(essential=True)] = "opponents"
    vulnerable: Annotated[Vulnerable, Word()] = "none"
    scoring: Annotated[ContractPoints, Inline(essential=True)] = ContractPoints()
    strains: Annotated[tuple[StrainPoints, ...], Items(essential=True)] = BRIDGE

    @property
    def levels(self) -> range:
        """The numbers that may be bid."""
        return range(self.lowest, self.highest + 1)
