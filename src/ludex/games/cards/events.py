"""The events of card games by genome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from ludex.author import Event, Number, SeatNumber, plural
from ludex.games.cards.components import (
    NAMES,
    RANK_NAMES,
    STRAINS,
    SUITS,
    CardName,
    RankName,
    StrainName,
    SuitName,
    bid_in_words,
    names_of,
)
from ludex.games.cards.melding import find_melds

Count: TypeAlias = Annotated[int, Number(0, 10_000)]
Points: TypeAlias = Annotated[int, Number(-100_000_000, 100_000_000)]
Detail: TypeAlias = Annotated[int, Number(0, 1 << 52)]
"""A number, or a set of cards."""


class _Hand:
    """The kind of a field that holds cards, and that a rule notes as a set of cards."""

    size = lowest = 0

    def noted(self, number: int) -> Any:
        return names_of(number)

    def expected(self) -> str:
        return "cards"

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "enum": list(NAMES)}}


class _Melds(_Hand):
    """The sets and runs in a hand."""

    def noted(self, number: int) -> Any:
        return find_melds(names_of(number)).melds

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": super().schema()}


class _Unmatched(_Hand):
    """The cards of a hand that are in no set or run."""

    def noted(self, number: int) -> Any:
        return find_melds(names_of(number)).rest


class _UnmatchedPoints(_Hand):
    """The points of the cards of a hand that are in no set or run."""

    def noted(self, number: int) -> Any:
        return find_melds(names_of(number)).unmatched

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0}


class HandDealt(Event, frozen=True):
    says: ClassVar[str] = "Hand {hand}: seat {dealer} deals {cards} cards to each player."
    hand: Count
    dealer: SeatNumber
    cards: Count


class BidMade(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids {tricks}."
    seat: SeatNumber
    tricks: Count


class NilBid(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids Nil."
    seat: SeatNumber


class CardChosen(Event, frozen=True):
    """A card was picked to be passed. Only the seat that passes sees it."""

    says: ClassVar[str] = "seat {seat} will pass {card}."
    seat: SeatNumber
    card: CardName


class CardsPassed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes cards to seat {to}."
    seat: SeatNumber
    to: SeatNumber


class CardReceived(Event, frozen=True):
    """A card was passed on. Only the two seats see it."""

    says: ClassVar[str] = "seat {seat} gets {card} from seat {giver}."
    seat: SeatNumber
    card: CardName
    giver: SeatNumber


class CardPlayed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays {card}."
    seat: SeatNumber
    card: CardName


class TrickWon(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} takes the trick."
    seat: SeatNumber


class TrickTied(Event, frozen=True):
    says: ClassVar[str] = "Nobody takes the trick: the highest cards are equal."


class CardDrawn(Event, frozen=True):
    """A card was drawn. Only the seats that see the card receive this event."""

    says: ClassVar[str] = "seat {seat} draws {card}."
    seat: SeatNumber
    card: CardName


class CardsDrawn(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} draws a card."
    seat: SeatNumber
    count: Count


class CardTaken(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} takes {card}."
    seat: SeatNumber
    card: CardName


class Passed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes."
    seat: SeatNumber


class CardDiscarded(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} discards {card}."
    seat: SeatNumber
    card: CardName


class CardHidden(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} lays a card face down."
    seat: SeatNumber


class SuitNamed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} names {suit}."
    seat: SeatNumber
    suit: SuitName


class SetPlayed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays {count} × {rank}."
    seat: SeatNumber
    rank: RankName
    count: Count


class PileCleared(Event, frozen=True):
    says: ClassVar[str] = "All the others have passed, and seat {seat} leads."
    seat: SeatNumber


class Asked(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} asks seat {other} for {rank}s, and gets {count}."
    seat: SeatNumber
    other: SeatNumber
    rank: RankName
    count: Count


class Claimed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} claims {count} × {rank}."
    seat: SeatNumber
    rank: RankName
    count: Count


class Doubted(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} doubts the claim, and seat {loser} takes the pile."
    seat: SeatNumber
    loser: SeatNumber


class Captured(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} captures {count} from the table."
    seat: SeatNumber
    count: Count


class Paid(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} pays {chips}."
    seat: SeatNumber
    chips: Count


class Folded(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} folds."
    seat: SeatNumber


class PotWon(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} wins {chips} from the pot."
    seat: SeatNumber
    chips: Count


class HandShown(Event, frozen=True):
    """A hand that was compared with others, at a showdown or after a knock. After a knock it has `unmatched` points."""

    seat: SeatNumber
    cards: Annotated[tuple[CardName, ...], _Hand()]
    unmatched: Annotated[int | None, _UnmatchedPoints()] = None

    def __str__(self) -> str:
        counted = "" if self.unmatched is None else f", {plural(self.unmatched, 'point')} unmatched"
        return f"seat {self.seat} shows {' '.join(self.cards)}{counted}."


class Knocked(Event, frozen=True):
    """The hand of the seat that knocked: its melds, its unmatched cards, and the points that these count."""

    seat: SeatNumber
    melds: Annotated[tuple[tuple[CardName, ...], ...], _Melds()]
    unmatched: Annotated[tuple[CardName, ...], _Unmatched()]
    points: Annotated[int, _UnmatchedPoints()]

    def __str__(self) -> str:
        melds = ", ".join(map(" ".join, self.melds)) or "no melds"
        left = f"{' '.join(self.unmatched)} unmatched, {plural(self.points, 'point')}"
        return f"seat {self.seat} has knocked: {melds}. {left if self.unmatched else 'Nothing is unmatched'}."


class WentOut(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} is out of cards."
    seat: SeatNumber


class KnockedOut(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} won no trick and is out of the match."
    seat: SeatNumber


class SuitBid(Event, frozen=True):
    seat: SeatNumber
    level: Count
    strain: StrainName

    def __str__(self) -> str:
        return f"seat {self.seat} bids {bid_in_words(self.level, self.strain)}."


class NoBid(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes."
    seat: SeatNumber


class Doubled(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} doubles."
    seat: SeatNumber


class Redoubled(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} redoubles."
    seat: SeatNumber


class HandPassedOut(Event, frozen=True):
    says: ClassVar[str] = "All players have passed, and the hand is not played."


class ContractNamed(Event, frozen=True):
    """The auction is over. `doubled` is 1 for a contract that is doubled, and 2 for one that is redoubled."""

    seat: SeatNumber
    level: Count
    strain: StrainName
    doubled: Count

    def __str__(self) -> str:
        doubled = ("", ", doubled", ", redoubled")[self.doubled]
        return f"seat {self.seat} plays {bid_in_words(self.level, self.strain)}{doubled}."


class DummyLaidDown(Event, frozen=True):
    """The hand that the declarer plays, which lies open from now on."""

    seat: SeatNumber
    cards: Annotated[tuple[CardName, ...], _Hand()]

    def __str__(self) -> str:
        return f"seat {self.seat} lays down {' '.join(self.cards)}."


Term: TypeAlias = Literal[
    "nil",
    "failed nil",
    "contract",
    "failed contract",
    "overtricks",
    "exact bid",
    "bags",
    "tricks",
    "level",
    "cards",
    "cards left",
    "moon",
    "moon of others",
    "place",
    "majority",
    "sweeps",
    "knock",
    "gin",
    "undercut",
    "undercut bonus",
    "stays in",
    "goes out",
    "pot",
    "contract tricks",
    "extra tricks",
    "game",
    "part-score",
    "slam",
    "insult",
    "undertricks",
]
"""The kinds of terms of which the points for a hand are made up."""
TERM_NAMES: tuple[Term, ...] = get_args(Term)


class PointsCounted(Event, frozen=True):
    """A term of a side's points for a hand. The last three numbers are those that a person needs to follow the sum."""

    side: SeatNumber
    term: Term
    points: Points
    first: Detail
    second: Detail
    third: Detail

    @property
    def reason(self) -> str:
        """The reason for the points, within a sentence.

        >>> PointsCounted(0, "contract", 70, 7, 9, 0).reason, PointsCounted(1, "cards", 13, 10, 3, 1 << 49).reason
        ('a contract of 7', 'the queen of spades')
        """
        return _REASONS[self.term](self)

    @property
    def cards(self) -> tuple[CardName, ...]:
        """The cards that the points are for, if they are for cards."""
        return names_of(self.third) if self.term == "cards" else ()

    def __str__(self) -> str:
        return f"side {self.side}: {self.points} for {self.reason}."


DOUBLED = ("", "doubled ", "redoubled ")
"""By how often a contract was doubled."""
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def cards_named(rank: int, suit: int, count: int, written: str = "") -> str:
    """Return some cards of a rank and a suit, which are numbers: 4 stands for the trump suit, and 255 for any.

    `written` is the count as it is written, by default in digits.

    >>> cards_named(255, 2, 3), cards_named(10, 255, 1), cards_named(10, 3, 1), cards_named(255, 255, 2)
    ('3 hearts', '1 queen', 'the queen of spades', '2 cards')
    >>> cards_named(9, 4, 1), cards_named(255, 4, 2)
    ('the jack of trumps', '2 trumps')
    """
    suits = (*SUITS, "trumps")[suit] if suit <= len(SUITS) else ""
    name = RANK_NAMES[rank] if rank < len(RANK_NAMES) else ""
    if name and suits and count == 1:
        return f"the {name} of {suits}"
    what = f"{name or suits.removesuffix('s') or 'card'}{'s' * (count != 1)}"
    return f"{written or count} {what}{f' of {suits}' if name and suits else ''}"


def _most(term: PointsCounted) -> str:
    named = cards_named(term.first, term.second, 2).removeprefix("2 ")
    return f"the most {named} ({term.third})"


def _tricks(term: PointsCounted) -> str:
    book = term.first - term.second
    return f"{plural(term.second, 'trick')}{f' beyond the first {book}' if book else ''}"


_REASONS: Mapping[Term, Callable[[PointsCounted], str]] = {
    "nil": lambda term: "Nil",
    "failed nil": lambda term: f"a failed Nil ({plural(term.second, 'trick')})",
    "contract": lambda term: f"a contract of {term.first}",
    "failed contract": lambda term: f"a failed contract of {term.first} ({plural(term.second, 'trick')})",
    "overtricks": lambda term: plural(term.first, "bag" if term.second else "overtrick"),
    "exact bid": lambda term: "an exact bid",
    "bags": lambda term: f"the penalty for {plural(term.first, 'bag')}",
    "tricks": _tricks,
    "level": lambda term: plural(term.first, "trick"),
    "cards": lambda term: cards_named(term.first, term.second, term.third.bit_count()),
    "cards left": lambda term: f"{plural(term.first, 'card')} left in {'the other hands' if term.second else 'hand'}",
    "moon": lambda term: "shooting the moon",
    "moon of others": lambda term: f"the moon of side {term.first}",
    "place": lambda term: f"the {ORDER[term.second - 1]} place",
    "majority": _most,
    "sweeps": lambda term: plural(term.first, "sweep"),
    "knock": lambda term: f"a knock, {term.first} against {term.second} unmatched",
    "gin": lambda term: "the gin bonus",
    "undercut": lambda term: f"an undercut, {term.second} against {term.first} unmatched",
    "undercut bonus": lambda term: "the undercut bonus",
    "stays in": lambda term: "staying in",
    "goes out": lambda term: "winning no trick",
    "pot": lambda term: "the pot",
    "contract tricks": lambda term: (
        f"a {DOUBLED[term.third // 2]}contract of {bid_in_words(term.first, STRAINS[term.second])}"
    ),
    "extra tricks": lambda term: plural(term.first, "overtrick"),
    "game": lambda term: f"a{' vulnerable' if term.first else ''} game",
    "part-score": lambda term: "a part-score",
    "slam": lambda term: f"a {'grand' if term.first else 'small'} slam",
    "insult": lambda term: f"making a {'redoubled' if term.first else 'doubled'} contract",
    "undertricks": lambda term: plural(term.first, f"{DOUBLED[term.second // 2]}undertrick"),
}
"""The reasons for points, by the kinds of terms."""


class HandScored(Event, frozen=True):
    says: ClassVar[str] = "side {side}: {points} points, {score} in all."
    side: SeatNumber
    points: Points
    score: Points
