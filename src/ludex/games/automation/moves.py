"""The decisions of Automation and the events they cause."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.core import Among, Event, Events, Move, Moves, Number, SeatNumber
from ludex.games.automation.cards import NAMES

Card: TypeAlias = Annotated[str, Among(*NAMES)]
Count: TypeAlias = Annotated[int, Number(0, 10_000)]


class PlayCard(Move, frozen=True):
    """Play a card from the hand."""

    verb: ClassVar[str] = "play"
    card: Card


class BuyCard(Move, frozen=True):
    """Buy a card from the supply."""

    verb: ClassVar[str] = "buy"
    card: Card


class GainCard(Move, frozen=True):
    """Take a card from the supply for nothing."""

    verb: ClassVar[str] = "gain"
    card: Card


class DiscardCard(Move, frozen=True):
    """Put a card from the hand onto the discard pile."""

    verb: ClassVar[str] = "discard"
    card: Card


class TrashCard(Move, frozen=True):
    """Put a card from the hand out of the game."""

    verb: ClassVar[str] = "trash"
    card: Card


class RevealCard(Move, frozen=True):
    """Show a card from the hand against an attack."""

    verb: ClassVar[str] = "reveal"
    card: Card


class EndPhase(Move, frozen=True):
    """Do no more: end the phase, or the part of a card's effect that may be left off."""

    verb: ClassVar[str] = "end phase"


MOVES = Moves(PlayCard, BuyCard, GainCard, DiscardCard, TrashCard, RevealCard, EndPhase)
PLAY = MOVES.first(PlayCard)
BUY = MOVES.first(BuyCard)
GAIN_MOVE = MOVES.first(GainCard)
DISCARD = MOVES.first(DiscardCard)
TRASH_MOVE = MOVES.first(TrashCard)
REVEAL_MOVE = MOVES.first(RevealCard)
END = MOVES.first(EndPhase)


class TurnBegan(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} begins turn {turn}."
    seat: SeatNumber
    turn: Count


class CardPlayed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays {card}."
    seat: SeatNumber
    card: Card


class CardsDrawn(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} draws {count}."
    seat: SeatNumber
    count: Count


class CardDrawn(Event, frozen=True):
    """Only for the seat that draws."""

    says: ClassVar[str] = "seat {seat} draws {card}."
    seat: SeatNumber
    card: Card


class DeckShuffled(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} shuffles the discard pile into a new deck."
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


class CleanedUp(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} puts everything onto the discard pile."
    seat: SeatNumber


class GameEnded(Event, frozen=True):
    says: ClassVar[str] = "The game is over."


EVENTS = Events(
    TurnBegan,
    CardPlayed,
    CardsDrawn,
    CardDrawn,
    DeckShuffled,
    CardBought,
    CardGained,
    CardDiscarded,
    CardTrashed,
    CardRevealed,
    CleanedUp,
    GameEnded,
)
(
    TURN_BEGAN,
    CARD_PLAYED,
    CARDS_DRAWN,
    CARD_DRAWN,
    DECK_SHUFFLED,
    CARD_BOUGHT,
    CARD_GAINED,
    CARD_DISCARDED,
    CARD_TRASHED,
    CARD_REVEALED,
    CLEANED_UP,
    GAME_ENDED,
) = range(len(EVENTS.kinds))
