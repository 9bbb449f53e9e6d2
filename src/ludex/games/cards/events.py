"""The events of card games by genome."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from ludex.author import Event, Number, SeatNumber, plural
from ludex.games.cards.components import NAMES, CardName, RankName, SuitName, names_of
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


class PointsCounted(Event, frozen=True):
    """A term of a side's points, for worked examples; in games that are played it is not noted."""

    says: ClassVar[str] = "side {side} gets {points}."
    side: SeatNumber
    term: Count
    points: Points
    first: Detail
    second: Detail
    third: Detail


class HandScored(Event, frozen=True):
    says: ClassVar[str] = "side {side}: {points} points, {score} in all."
    side: SeatNumber
    points: Points
    score: Points
