"""The decisions of card games by genome, and the events they cause."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from ludex.core import Among, Event, Events, Move, Moves, Number, SeatNumber
from ludex.games.cards.deck import NAMES, RANK_NAMES, SUITS

Card: TypeAlias = Annotated[str, Among(*NAMES)]
SuitName: TypeAlias = Annotated[str, Among(*SUITS)]
RankName: TypeAlias = Annotated[str, Among(*RANK_NAMES)]
Count: TypeAlias = Annotated[int, Number(0, 10_000)]
Points: TypeAlias = Annotated[int, Number(-100_000_000, 100_000_000)]


class PlayCard(Move, frozen=True):
    """Play a card."""

    verb: ClassVar[str] = "play"
    card: Card


class Bid(Move, frozen=True):
    """Declare how many tricks one expects to win; 0 is Nil where Nil is allowed."""

    verb: ClassVar[str] = "bid"
    tricks: Annotated[int, Number(0, 26)]


class PassCard(Move, frozen=True):
    """Choose a card to pass on."""

    verb: ClassVar[str] = "give"
    card: Card


class Flip(Move, frozen=True):
    """Turn up a card by chance."""

    verb: ClassVar[str] = "flip"


class Draw(Move, frozen=True):
    """Draw a card from the stock, or unseen from the next seat."""

    verb: ClassVar[str] = "draw"


class TakeTop(Move, frozen=True):
    """Take the top card of the pile."""

    verb: ClassVar[str] = "take"


class Skip(Move, frozen=True):
    """Do nothing (more): pass, stand."""

    verb: ClassVar[str] = "pass"


class Discard(Move, frozen=True):
    """Put a card away."""

    verb: ClassVar[str] = "discard"
    card: Card


class Knock(Move, frozen=True):
    """Put a card away and end the hand."""

    verb: ClassVar[str] = "knock with"
    card: Card


class PlayWild(Move, frozen=True):
    """Play a wild card and name the suit to follow."""

    verb: ClassVar[str] = "wild"
    card: Card
    suit: SuitName


class PlaySet(Move, frozen=True):
    """Play several cards of one rank."""

    verb: ClassVar[str] = "set"
    rank: RankName
    count: Annotated[int, Number(1, 4, label="×")]


class Ask(Move, frozen=True):
    """Ask a seat for its cards of a rank."""

    verb: ClassVar[str] = "ask"
    seat: Annotated[int, Number(0, 5, label="seat")]
    rank: RankName


class Claim(Move, frozen=True):
    """Lay a card face down, as if it were of the rank that is due."""

    verb: ClassVar[str] = "claim"
    card: Card


class Doubt(Move, frozen=True):
    """Say that the claim was a lie."""

    verb: ClassVar[str] = "doubt"


class Believe(Move, frozen=True):
    """Let the claim pass."""

    verb: ClassVar[str] = "believe"


class Check(Move, frozen=True):
    """Stay in without paying, or pay what the others paid."""

    verb: ClassVar[str] = "call"


class Raise(Move, frozen=True):
    """Pay what the others paid, and one bet more."""

    verb: ClassVar[str] = "raise"


class Fold(Move, frozen=True):
    """Leave the hand and what was paid."""

    verb: ClassVar[str] = "fold"


MOVES = Moves(
    PlayCard,
    Bid,
    PassCard,
    Flip,
    Draw,
    TakeTop,
    Skip,
    Discard,
    Knock,
    PlayWild,
    PlaySet,
    Ask,
    Claim,
    Doubt,
    Believe,
    Check,
    Raise,
    Fold,
)
PLAY_CARD = MOVES.first(PlayCard)
BID = MOVES.first(Bid)
PASS_CARD = MOVES.first(PassCard)
FLIP = MOVES.first(Flip)
DRAW_CARD = MOVES.first(Draw)
TAKE_TOP = MOVES.first(TakeTop)
SKIP = MOVES.first(Skip)
DISCARD_CARD = MOVES.first(Discard)
KNOCK = MOVES.first(Knock)
PLAY_WILD = MOVES.first(PlayWild)
PLAY_SET = MOVES.first(PlaySet)
ASK_SEAT = MOVES.first(Ask)
CLAIM_CARD = MOVES.first(Claim)
DOUBT = MOVES.first(Doubt)
BELIEVE = MOVES.first(Believe)
CHECK = MOVES.first(Check)
RAISE = MOVES.first(Raise)
FOLD = MOVES.first(Fold)


class HandDealt(Event, frozen=True):
    says: ClassVar[str] = "hand {hand}: seat {dealer} deals {cards} cards a seat."
    hand: Count
    dealer: SeatNumber
    cards: Count


class TrumpTurned(Event, frozen=True):
    says: ClassVar[str] = "{card} is turned up."
    card: Card


class BidMade(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids {tricks}."
    seat: SeatNumber
    tricks: Count


class NilBid(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} bids Nil."
    seat: SeatNumber


class CardChosen(Event, frozen=True):
    """Only for the seat that passes."""

    says: ClassVar[str] = "seat {seat} will pass {card}."
    seat: SeatNumber
    card: Card


class CardsPassed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes cards to seat {to}."
    seat: SeatNumber
    to: SeatNumber


class CardPlayed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays {card}."
    seat: SeatNumber
    card: Card


class TrickWon(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} takes the trick."
    seat: SeatNumber


class TrickTied(Event, frozen=True):
    says: ClassVar[str] = "nobody takes the trick: the best cards are equal."


class CardDrawn(Event, frozen=True):
    """Only for the seats that see it."""

    says: ClassVar[str] = "seat {seat} draws {card}."
    seat: SeatNumber
    card: Card


class CardsDrawn(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} draws {count}."
    seat: SeatNumber
    count: Count


class CardTaken(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} takes {card}."
    seat: SeatNumber
    card: Card


class Passed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} passes."
    seat: SeatNumber


class CardDiscarded(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} discards {card}."
    seat: SeatNumber
    card: Card


class CardHidden(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} lays a card face down."
    seat: SeatNumber


class SuitNamed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} asks for {suit}."
    seat: SeatNumber
    suit: SuitName


class SetPlayed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} plays {count} × {rank}."
    seat: SeatNumber
    rank: RankName
    count: Count


class PileCleared(Event, frozen=True):
    says: ClassVar[str] = "all others passed: seat {seat} leads."
    seat: SeatNumber


class Asked(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} asks seat {other} for {rank}, and gets {count}."
    seat: SeatNumber
    other: SeatNumber
    rank: RankName
    count: Count


class BookMade(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} puts down its {rank} cards."
    seat: SeatNumber
    rank: RankName


class Claimed(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} claims {count} × {rank}."
    seat: SeatNumber
    rank: RankName
    count: Count


class Doubted(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} doubts it, and seat {loser} takes the pile."
    seat: SeatNumber
    loser: SeatNumber


class Captured(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} captures {count} cards."
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
    says: ClassVar[str] = "seat {seat} gets {chips} chips."
    seat: SeatNumber
    chips: Count


class WentOut(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} is out of cards."
    seat: SeatNumber


class KnockedOut(Event, frozen=True):
    says: ClassVar[str] = "seat {seat} took no trick and is out of the match."
    seat: SeatNumber


class HandScored(Event, frozen=True):
    says: ClassVar[str] = "side {side} scores {points} and has {score}."
    side: SeatNumber
    points: Points
    score: Points


EVENTS = Events(
    HandDealt,
    TrumpTurned,
    BidMade,
    NilBid,
    CardChosen,
    CardsPassed,
    CardPlayed,
    TrickWon,
    TrickTied,
    CardDrawn,
    CardsDrawn,
    CardTaken,
    Passed,
    CardDiscarded,
    CardHidden,
    SuitNamed,
    SetPlayed,
    PileCleared,
    Asked,
    BookMade,
    Claimed,
    Doubted,
    Captured,
    Paid,
    Folded,
    PotWon,
    WentOut,
    KnockedOut,
    HandScored,
)
(
    HAND_DEALT,
    TRUMP_TURNED,
    BID_MADE,
    NIL_BID,
    CARD_CHOSEN,
    CARDS_PASSED,
    CARD_PLAYED,
    TRICK_WON,
    TRICK_TIED,
    CARD_DRAWN,
    CARDS_DRAWN,
    CARD_TAKEN,
    PASSED,
    CARD_DISCARDED,
    CARD_HIDDEN,
    SUIT_NAMED,
    SET_PLAYED,
    PILE_CLEARED,
    ASKED,
    BOOK_MADE,
    CLAIMED,
    DOUBTED,
    CAPTURED,
    PAID,
    FOLDED,
    POT_WON,
    WENT_OUT,
    KNOCKED_OUT,
    HAND_SCORED,
) = range(len(EVENTS.kinds))
