"""What happens in card games by genome."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.author import Event, Number, SeatNumber
from ludex.games.cards.components import CardName, RankName, SuitName

Count: TypeAlias = Annotated[int, Number(0, 10_000)]
Points: TypeAlias = Annotated[int, Number(-100_000_000, 100_000_000)]


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
    """Only the seat that passes is told."""

    says: ClassVar[str] = "seat {seat} will pass {card}."
    seat: SeatNumber
    card: CardName


class CardsPassed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes cards to seat {to}."
    seat: SeatNumber
    to: SeatNumber


class CardReceived(Event, frozen=True):
    """Only the two seats are told."""

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
    """Only the seats that see the card are told."""

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


class WentOut(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} is out of cards."
    seat: SeatNumber


class KnockedOut(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} won no trick and is out of the match."
    seat: SeatNumber


class HandScored(Event, frozen=True):
    says: ClassVar[str] = "side {side}: {points} points, {score} in all."
    side: SeatNumber
    points: Points
    score: Points
