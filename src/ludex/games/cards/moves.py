"""The moves of card games by genome."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias, get_args

from ludex.author import Move, Moves, Number
from ludex.games.cards.components import AnyCard, AnyRank, AnyStrain, AnySuit


class PlayCard(Move, frozen=True):
    """Play a card."""

    verb: ClassVar[str] = "play"
    card: AnyCard


class Bid(Move, frozen=True):
    """Say how many tricks you expect to win. A bid of 0 is Nil where Nil is allowed."""

    verb: ClassVar[str] = "bid"
    tricks: Annotated[int, Number(0, 26, words={"nil": 0})]


class PassCard(Move, frozen=True):
    """Choose a card to pass on."""

    verb: ClassVar[str] = "give"
    card: AnyCard


class Flip(Move, frozen=True):
    """Turn up a card at random."""

    verb: ClassVar[str] = "flip"


class Draw(Move, frozen=True):
    """Draw a card from the stock, or at random from the hand of the next seat."""

    verb: ClassVar[str] = "draw"


class TakeTop(Move, frozen=True):
    """Take the top card of the pile."""

    verb: ClassVar[str] = "take"


class Skip(Move, frozen=True):
    """Pass, stand, or stop laying cards."""

    verb: ClassVar[str] = "pass"


class Discard(Move, frozen=True):
    """Discard a card."""

    verb: ClassVar[str] = "discard"
    card: AnyCard


class Knock(Move, frozen=True):
    """Discard a card and end the hand."""

    verb: ClassVar[str] = "knock with"
    card: AnyCard


class PlayWild(Move, frozen=True):
    """Play a wild card and name the suit to follow."""

    verb: ClassVar[str] = "wild"
    card: AnyCard
    suit: AnySuit


class PlaySet(Move, frozen=True):
    """Play several cards of one rank."""

    verb: ClassVar[str] = "set"
    rank: AnyRank
    count: Annotated[int, Number(1, 4, label="×")]


class Ask(Move, frozen=True):
    """Ask a seat for its cards of a rank."""

    verb: ClassVar[str] = "ask"
    seat: Annotated[int, Number(0, 5, label="seat")]
    rank: AnyRank


class Claim(Move, frozen=True):
    """Lay a card face down and claim that it is of the rank that is due."""

    verb: ClassVar[str] = "claim"
    card: AnyCard


class Doubt(Move, frozen=True):
    """Say that the claim is a lie."""

    verb: ClassVar[str] = "doubt"


class Believe(Move, frozen=True):
    """Let the claim pass."""

    verb: ClassVar[str] = "believe"


class Check(Move, frozen=True):
    """Pay as much as the others have paid, which may be nothing."""

    verb: ClassVar[str] = "call"


class Raise(Move, frozen=True):
    """Pay one bet more than the others have paid."""

    verb: ClassVar[str] = "raise"


class Fold(Move, frozen=True):
    """Drop out of the hand and lose what you have paid."""

    verb: ClassVar[str] = "fold"


class BidSuit(Move, frozen=True):
    """Bid to win a number of tricks with a trump suit, or with no trump."""

    verb: ClassVar[str] = "bid"
    level: Annotated[int, Number(1, 13)]
    strain: AnyStrain


class Double(Move, frozen=True):
    """Double the bid of the opponents."""

    verb: ClassVar[str] = "double"


class Redouble(Move, frozen=True):
    """Redouble the bid of your own side."""

    verb: ClassVar[str] = "redouble"


CardMove: TypeAlias = (
    PlayCard
    | Bid
    | PassCard
    | Flip
    | Draw
    | TakeTop
    | Skip
    | Discard
    | Knock
    | PlayWild
    | PlaySet
    | Ask
    | Claim
    | Doubt
    | Believe
    | Check
    | Raise
    | Fold
    | BidSuit
    | Double
    | Redouble
)
"""Any move of the game."""

MOVES = Moves(*get_args(CardMove))
