"""Declarations: bidding and contracts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from ludex.games.cards.genome.fields import Bit, Count, Part, PhasePart

BIDDING = 60
VARIANT = 84


class ContractScoring(Part, frozen=True):
    """The worth of contracts.

    Made: bid × points_per_trick_bid + overtricks × overtrick_points, and the overtricks are bags. Failed: -bid ×
    failed_contract_penalty. Nil: + nil_bonus or - nil_penalty. Every bag_limit bags cost bag_penalty (limit 0: never).
    """

    points_per_trick_bid: Annotated[int, Count(0, 255, near=(1, 20, 1), among=(1, 5, 10, 10))] = 10
    overtrick_points: Annotated[int, Count(0, 255, near=(0, 10, 1), among=(0, 1, 1, 2))] = 1
    failed_contract_penalty: Annotated[int, Count(0, 255, near=(0, 20, 1), among=(0, 5, 10))] = 10
    nil_bonus: Annotated[int, Count(0, 65_535, near=(0, 200, 10), among=(0, 50, 100))] = 100
    nil_penalty: Annotated[int, Count(0, 65_535, near=(0, 200, 10), among=(0, 50, 100))] = 100
    bag_limit: Annotated[int, Count(0, 255, near=(0, 20, 1), among=(0, 3, 10))] = 10
    bag_penalty: Annotated[int, Count(0, 65_535, near=(0, 200, 10), among=(40,))] = 100


class BiddingPhase(PhasePart, frozen=True, tag="bidding"):
    """Every seat declares how many tricks it expects to win, once, clockwise.

    A bid is `min_bid` to `max_bid`, and never more than the hand has cards. With `allow_nil` a bid of 0 is Nil; without
    it, where `min_bid` is 0, it is a plain bid of nothing.
    """

    code: ClassVar[int] = BIDDING
    second_part: ClassVar[type[Part] | None] = ContractScoring
    min_bid: Annotated[int, Count(0, 13, essential=True)] = 1
    max_bid: Annotated[int, Count(0, 26, essential=True)] = 13
    allow_nil: Annotated[bool, Bit(chance=0.6)] = True


class ContractVariant(Part, frozen=True):
    """Other readings and other games' ways with contracts.

    `bags`: `carry` charges the penalty as often as the limit fits and keeps the rest; `once` charges it once in a hand
    and keeps all bags beyond the limit; `reset` charges it once and forgets the rest; `score` reads the bags off the
    score's last digits, as some programs do. `nil_tricks`: tricks of a
    Nil bidder `help` its partner's contract, or are only `bags`. `exact`: a contract is made by exactly its tricks, and
    `exact_bonus` comes on top. `hook`: the last bidder may not make the bids add up to the tricks. `partners`: partners
    together bid at most the tricks there are.
    """

    bags: Literal["carry", "reset", "score", "once"] = "carry"
    nil_tricks: Annotated[Literal["help", "bags"], Bit(3)] = "help"
    exact: Annotated[bool, Bit(0)] = False
    exact_bonus: Annotated[int, Count(0, 255, near=(0, 20, 1), among=(0, 5))] = 0
    hook: Annotated[bool, Bit(1)] = False
    partners: Annotated[bool, Bit(2)] = False
