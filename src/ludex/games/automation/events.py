"""The events of Automation, and their sentences."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.author import Event, Number, SeatNumber, plural
from ludex.games.automation.moves import Card

Count: TypeAlias = Annotated[int, Number(0, 10_000)]


class TurnBegan(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} begins turn {turn}."
    seat: SeatNumber
    turn: Count


class CardPlayed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays {card}."
    seat: SeatNumber
    card: Card


class CardsDrawn(Event, frozen=True):
    seat: SeatNumber
    count: Count

    def __str__(self) -> str:
        return f"seat {self.seat} draws {plural(self.count, 'card')}."


class CardDrawn(Event, frozen=True):
    """Only for the seat that draws."""

    says: ClassVar[str] = "seat {seat} draws {card}."
    seat: SeatNumber
    card: Card


class DeckShuffled(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} shuffles the discard pile into a new deck."
    seat: SeatNumber


class NothingToPlay(Event, frozen=True):
    """The ACTION phase was skipped automatically, or the offer to play an action card twice."""

    says: ClassVar[str] = "seat {seat} holds no action card to play."
    seat: SeatNumber


class CardBought(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} buys {card} for {cost}."
    seat: SeatNumber
    card: Card
    cost: Count


class CardGained(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} gains {card}."
    seat: SeatNumber
    card: Card


class CardDiscarded(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} discards {card}."
    seat: SeatNumber
    card: Card


class CardTrashed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} trashes {card}."
    seat: SeatNumber
    card: Card


class CardRevealed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} reveals {card} and is unaffected."
    seat: SeatNumber
    card: Card


class NothingRevealed(Event, frozen=True):
    """Noted for seats that choose not to reveal a card and for seats that have none to reveal."""

    says: ClassVar[str] = "seat {seat} reveals nothing."
    seat: SeatNumber


class CleanedUp(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} puts everything onto the discard pile."
    seat: SeatNumber


class GameEnded(Event, frozen=True):
    says: ClassVar[str] = "The game is over."
