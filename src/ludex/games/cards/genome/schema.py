"""The genome: a whole card game as one frozen, typed value, with a JSON form.

A game is a match of hands. A hand is dealt, then its phases run in order, then it is scored. Bidding, passing, betting
and trick phases are each played to their end by the whole table. Draw, play, discard, claim and ask phases that stand
side by side are the steps of one seat's turn; turns go round until the hand ends.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from ludex.core.errors import NOT_JSON, TOO_DEEP, LudexError, quote
from ludex.core.registry import MOST_DEFINITION, read_definition
from ludex.games.cards.genome.locating import locate, syntax_problem
from ludex.games.cards.genome.misfits import misfits
from ludex.games.cards.genome.problems import BadGenome

FORMAT = 1
"""The version of the genome's format."""

Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Trump = Literal["none", "clubs", "diamonds", "hearts", "spades", "rotating", "random", "turned"]
Direction = Literal["hold", "left", "right", "across"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of everything in a genome."""


class Deck(Part, frozen=True):
    """Which cards are used. `ranks` lists them from the weakest to the strongest, `without` single cards left out."""

    ranks: str = "23456789TJQKA"
    without: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many cards there are."""
        return 4 * len(self.ranks) - len(self.without)


class Deal(Part, frozen=True):
    """How a hand begins: `cards` for every seat (0: the whole deck, as evenly as it goes), `change` more in every hand
    that follows; `table` cards face up, and with `starter` one more to begin the pile, which is never a wild one.
    `again`: when all hands are empty, the same number is dealt once more, as long as the stock lasts. At tables of
    `few_seats` or fewer (0: none), each seat gets `few_cards` instead."""

    cards: int = 0
    change: int = 0
    table: int = 0
    starter: bool = False
    again: bool = False
    few_seats: int = 0
    few_cards: int = 0


class BiddingPhase(Part, frozen=True, tag="bidding"):
    """Every seat declares how many tricks it expects to win, once, clockwise.

    A bid is `min_bid` to `max_bid`, and never more than the hand has cards. With `allow_nil` a bid of 0 is Nil; without
    it, where `min_bid` is 0, it is a plain bid of nothing.
    """

    min_bid: int = 1
    max_bid: int = 13
    allow_nil: bool = True


class PassPhase(Part, frozen=True, tag="pass"):
    """Every seat passes cards on, face down and all at once; `directions` take turns from hand to hand."""

    cards: int = 3
    directions: tuple[Direction, ...] = ("left", "right", "across", "hold")


class TrickPhase(Part, frozen=True, tag="trick"):
    """Tricks: each seat plays one card, the best takes them all and leads next.

    `follow`: players must follow suit if they can. `must_trump`: players who cannot follow suit must play a trump.
    `low_wins`: the lowest card takes the trick. `breaking`: this suit may not be led until a card of it has been
    played, unless a player holds nothing else; with `unbreakable` it may never be led otherwise. `first_lead`: the
    holder of this card leads it to the first trick. `clean_start`: cards that score may not be thrown onto the first
    trick. `tricks`: how many (0: until the cards run out). `blind`: cards are turned up at random, unseen. `by_rank`:
    suits do not count, and where the best cards are equal, the trick goes to the winner of the next. `take`: the winner
    takes the cards into their hand.
    """

    follow: bool = True
    must_trump: bool = False
    low_wins: bool = False
    breaking: Literal["none", "trump", "clubs", "diamonds", "hearts", "spades"] = "none"
    unbreakable: bool = False
    first_lead: str = ""
    clean_start: bool = False
    tricks: int = 0
    blind: bool = False
    by_rank: bool = False
    take: bool = False


class BettingPhase(Part, frozen=True, tag="betting"):
    """A round of betting: check or bet, then call, raise or fold. Every bet and raise is `bet` chips, and there are at
    most `raises` of them."""

    bet: int = 2
    raises: int = 3


class DrawPhase(Part, frozen=True, tag="draw"):
    """Take cards. `stuck`: only while nothing can be played, up to `count`; `optional`: draw or stand, until `limit`
    points are passed; `always`: `count` cards. From the stock, from the pile's top, either, or unseen from the hand of
    the next seat. `reshuffle`: whenever a card is to be drawn, an empty stock is refilled from the pile below its top.
    """

    source: Literal["stock", "pile", "either", "neighbour"] = "stock"
    when: Literal["always", "stuck", "optional"] = "always"
    count: int = 1
    limit: int = 21
    reshuffle: bool = False


class PlayPhase(Part, frozen=True, tag="play"):
    """Play a card for which any of the groups in `allow` holds; a group holds when all its conditions do.

    Conditions: `same suit`, `same rank`, `same colour`, `beats top` (a stronger rank), `adjacent` (next to a card
    of its suit on the table), `anything`, or `rank 8` and the like. `to`: onto the pile, onto the table, or to
    `capture` cards of its value from the table. `skip`: players may pass only when `stuck`, or `always`. `wild`:
    ranks whose player names the suit to follow. `sets`: equal cards are played together, as many as lie there and
    stronger; when all others pass, the pile is cleared.
    """

    allow: tuple[tuple[str, ...], ...] = (("anything",),)
    to: Literal["pile", "table", "capture"] = "pile"
    skip: Literal["stuck", "always"] = "stuck"
    wild: str = ""
    sets: bool = False


class DiscardPhase(Part, frozen=True, tag="discard"):
    """Discard `count` cards, face up onto the pile or `face_down`. `optional`: or fewer. `refill`: draw as many again.
    A card that was taken from the pile in the same turn may not be discarded.

    `knock`: players whose unmatched cards count at most this may end the hand (-1: never). The knocker scores what each
    other hand has more, and `knock_bonus` if all their own cards match. Players with no more than the knocker score the
    difference and the bonus instead.
    """

    count: int = 1
    optional: bool = False
    face_down: bool = False
    refill: bool = False
    knock: int = -1
    knock_bonus: int = 25


class ClaimPhase(Part, frozen=True, tag="claim"):
    """Lay 1 to `cards` cards face down and claim they are of the rank that is due, rank after rank. The others may
    doubt it, and whoever is wrong takes the whole pile."""

    cards: int = 4


class AskPhase(Part, frozen=True, tag="ask"):
    """Ask another player for all their cards of a rank you hold. If they have any, ask again; if not, draw a card."""


Phase = (
    BiddingPhase | PassPhase | TrickPhase | BettingPhase | DrawPhase | PlayPhase | DiscardPhase | ClaimPhase | AskPhase
)
TURN_PHASES = (DrawPhase, PlayPhase, DiscardPhase, ClaimPhase, AskPhase)


class ContractScoring(Part, frozen=True):
    """What contracts are worth.

    Made: bid × points_per_trick_bid + overtricks × overtrick_points, and the overtricks are bags. Failed: -bid ×
    failed_contract_penalty. Nil: + nil_bonus or - nil_penalty. Every bag_limit bags cost bag_penalty (limit 0: never).
    """

    points_per_trick_bid: int = 10
    overtrick_points: int = 1
    failed_contract_penalty: int = 10
    nil_bonus: int = 100
    nil_penalty: int = 100
    bag_limit: int = 10
    bag_penalty: int = 100


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
    nil_tricks: Literal["help", "bags"] = "help"
    exact: bool = False
    exact_bonus: int = 0
    hook: bool = False
    partners: bool = False


class Level(Part, frozen=True):
    """Points for at least this number of tricks."""

    tricks: int
    points: int


class TrickScoring(Part, frozen=True):
    """Points for tricks: `points` for each beyond the first `book`, and the highest of the `levels` reached."""

    points: int = 1
    book: int = 0
    levels: tuple[Level, ...] = ()


class CardPoints(Part, frozen=True):
    """What cards are worth: all of a rank, all of a suit (or `trump`), or one card; leave out what does not matter."""

    points: int
    rank: str = ""
    suit: Literal["", "clubs", "diamonds", "hearts", "spades", "trump"] = ""


class CardScoring(Part, frozen=True):
    """Points for cards; every one of the `values` that fits a card counts. `source`: cards `won`, or left in `hand`.
    `to`: the side that has them scores, or the `winner` of the hand for all of them. `moon`: a side that has them all
    gives the points to everyone else instead."""

    values: tuple[CardPoints, ...]
    source: Literal["won", "hand"] = "won"
    to: Literal["holder", "winner"] = "holder"
    moon: bool = False

    @property
    def suits_trump(self) -> bool:
        """Whether trump cards are worth something of their own."""
        return any(value.suit == "trump" for value in self.values)


class Majority(Part, frozen=True):
    """Points for having won the most cards of a rank, a suit, or of all; nothing where several have equally many."""

    points: int
    rank: str = ""
    suit: Literal["", "clubs", "diamonds", "hearts", "spades"] = ""


class Chips(Part, frozen=True):
    """Chips every seat begins with, and what it puts into the pot before each hand. Chips are then the score."""

    start: int = 100
    ante: int = 1


class Effect(Part, frozen=True):
    """What happens when a card of a rank is played: the next seat is skipped, turns go the other way round, the next
    seat draws `count` cards, or the same seat goes again."""

    rank: str
    does: Literal["skip", "reverse", "draw", "again"]
    count: int = 1


class Match(Part, frozen=True):
    """How long a match lasts, and who wins: at most `hands` hands, fewer when a side has `target` points (0: none) or
    falls to `floor` (0: none). While the best score is tied, play goes on. `low_wins`: the lowest score is best."""

    hands: int = 1
    target: int = 0
    floor: int = 0
    low_wins: bool = False


HandEnd = Literal["phases", "first out", "one left", "all out"]
Ranking = Literal["none", "poker", "high card", "points", "blackjack"]


class Genome(Part, frozen=True, omit_defaults=False, kw_only=True):
    """A whole card game.

    `about` says in a sentence what it is like, `simplified` where it differs from its published rules. `bowers`:
    the jacks of the trump's colour are the strongest trumps. `turn_rounds`: how many turns everybody has in a hand
    (0: until it ends otherwise); `turn_limit`: a hand ends after this number of turns, or tricks, at the latest.
    `hand_ends`: when the `phases` are done, at the `first out` of cards, when only `one left` has cards, or when
    all are out. `book`: as soon as a hand holds this number of cards of one rank, they are put down and count as
    won (0: never). `knockout`: players who win no trick in a hand are out of the match. `ranking`: how hands are
    compared for the pot when the phases are done. `order_scoring`: points for the first, the second and the next
    players to run out of cards. `sweep_points`: for every capture that clears the table, except with the last card of a
    hand.

    >>> Genome(name="high", title="High", phases=(TrickPhase(),), trick_scoring=TrickScoring()).seats
    (4, 4)
    """

    format: int = FORMAT
    name: str
    title: str
    about: str = ""
    simplified: str = ""
    seats: tuple[int, int] = (4, 4)
    teams: tuple[tuple[int, ...], ...] = ()
    deck: Deck = Deck()
    deal: Deal = Deal()
    trump: Trump = "none"
    bowers: bool = False
    phases: tuple[Phase, ...]
    turn_rounds: int = 0
    turn_limit: int = 200
    effects: tuple[Effect, ...] = ()
    hand_ends: HandEnd = "phases"
    book: int = 0
    knockout: bool = False
    ranking: Ranking = "none"
    chips: Chips | None = None
    contract_scoring: ContractScoring | None = None
    contract_variant: ContractVariant = ContractVariant()
    trick_scoring: TrickScoring | None = None
    card_scoring: CardScoring | None = None
    order_scoring: tuple[int, ...] = ()
    majorities: tuple[Majority, ...] = ()
    sweep_points: int = 0
    match: Match = Match()

    @property
    def knocking_phase(self) -> DiscardPhase | None:
        """The phase in which a player may knock."""
        found = (phase for phase in self.phases if isinstance(phase, DiscardPhase) and phase.knock >= 0)
        return next(found, None)

    def to_json(self) -> str:
        """Readable JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Genome:
        """Read a genome. Anything unknown is refused, with its place and a fix."""
        if len(text) > MOST_DEFINITION:
            raise BadGenome(f"not a genome: {len(text):,} bytes are too long, expected at most {MOST_DEFINITION:,}")
        try:
            genome = _DECODER.decode(text)
        except NOT_JSON:
            return cls._explain(text)
        return genome if genome.format == FORMAT else cls._explain(text)

    @classmethod
    def _explain(cls, text: str | bytes) -> Genome:
        """Say all that is wrong with a text that is not a genome, instead of only the first misfit."""
        try:
            raw = msgspec.json.decode(text)
        except RecursionError:
            raise BadGenome(f"not a genome: {TOO_DEEP}") from None
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadGenome("not a genome", [syntax_problem(text, error)]) from None
        written = raw.get("format", FORMAT) if isinstance(raw, dict) else FORMAT
        if isinstance(written, int) and written != FORMAT:
            raise BadGenome(f"this genome has format {written}; this Ludex reads format {FORMAT}")
        found = list(misfits(raw, msgspec.inspect.type_info(cls)))
        if found:
            raise BadGenome("not a genome", locate(found, text))
        return msgspec.convert(raw, cls)

    @classmethod
    def load(cls, path: Path | str) -> Genome:
        """Read a genome from a file."""
        try:
            text = read_definition(path)
        except LudexError as error:
            raise BadGenome(f"{quote(str(path))} is not a genome: {error}") from None
        try:
            return cls.from_json(text)
        except BadGenome as error:
            raise BadGenome(f"{quote(str(path))}: {error.what}", error.problems) from None


_DECODER = msgspec.json.Decoder(Genome)
