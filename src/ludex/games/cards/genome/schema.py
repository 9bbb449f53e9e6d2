"""The genome: a whole card game as one frozen, typed value, with a JSON form.

A game is a match of hands. A hand is dealt, then its phases run in order, then it is scored. Bidding, auction, passing,
betting and trick phases are each played to their end by the whole table. Draw, play, discard, claim and ask phases that
stand side by side are the steps of one seat's turn; turns go round until the hand ends. Each part is declared in its
folder below `parts`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from ludex.author import LudexError, quote
from ludex.author.advanced import MOST_DEFINITION, NOT_JSON, TOO_DEEP, read_definition, single_keys
from ludex.games.cards.genome.fields import Count, Elsewhere, Flag, Inline, Items, Part, Section, Word
from ludex.games.cards.genome.locating import locate, syntax_problem
from ludex.games.cards.genome.misfits import misfits
from ludex.games.cards.genome.problems import BadGenome
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.betting.genome import BettingPhase, Chips, Ranking
from ludex.games.cards.parts.bidding.genome import VARIANT, BiddingPhase, ContractScoring, ContractVariant
from ludex.games.cards.parts.captures.genome import SWEEP
from ludex.games.cards.parts.card_points.genome import CARD_SCORING, MAJORITIES, CardScoring, Majority
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.deal.genome import Deal, Deck, DeckBytes, SeatRange, Teams
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.match.genome import Match
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.playing.genome import Effect, PlayPhase
from ludex.games.cards.parts.tricks.genome import TRICK_SCORING, TrickPhase, TrickScoring
from ludex.games.cards.parts.trumps.genome import Trump
from ludex.games.cards.parts.turns.genome import ORDER_SCORING, HandEnd, Place

FORMAT = 1
"""The version of the genome's format."""

Phase = (
    BiddingPhase
    | PassPhase
    | TrickPhase
    | BettingPhase
    | DrawPhase
    | PlayPhase
    | DiscardPhase
    | ClaimPhase
    | AskPhase
    | AuctionPhase
)
TURN_PHASES = (DrawPhase, PlayPhase, DiscardPhase, ClaimPhase, AskPhase)


class Genome(Part, frozen=True, omit_defaults=False, kw_only=True):
    """A whole card game.

    `about` says in a sentence what it is like, `simplified` where it differs from its published rules. `bowers`:
    the jacks of the trump's colour are the strongest trumps. `turn_rounds`: how many turns each player has in a hand
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
    seats: Annotated[tuple[int, int], SeatRange(at=1)] = (4, 4)
    teams: Annotated[tuple[tuple[int, ...], ...], Teams(at=2)] = ()
    deck: Annotated[Deck, DeckBytes(at=3)] = Deck()
    deal: Annotated[Deal, Inline(at=4, essential=True)] = Deal()
    trump: Annotated[Trump, Word(at=5)] = "none"
    bowers: Annotated[bool, Flag(at=6)] = False
    phases: tuple[Phase, ...]
    turn_rounds: Annotated[int, Count(0, 100, at=10, near=(0, 12, 1), essential=True, needs="turns")] = 0
    turn_limit: Annotated[int, Count(1, 2_000, at=11, near=(20, 500, 20), essential=True)] = 200
    effects: Annotated[tuple[Effect, ...], Elsewhere(needs="turns")] = ()
    hand_ends: Annotated[HandEnd, Word(at=9, essential=True, needs="turns")] = "phases"
    book: Annotated[int, Count(2, 4, at=12, zero=True, needs="turns")] = 0
    knockout: Annotated[bool, Flag(at=8, needs="trick")] = False
    ranking: Annotated[Ranking, Word(at=13, essential=True)] = "none"
    chips: Annotated[Chips | None, Inline(at=14, essential=True)] = None
    contract_scoring: Annotated[ContractScoring | None, Elsewhere(needs="bidding")] = None
    contract_variant: Annotated[ContractVariant, Section(VARIANT, "variant", needs="bidding")] = ContractVariant()
    trick_scoring: Annotated[TrickScoring | None, Section(TRICK_SCORING, "trick_scoring", needs="trick")] = None
    card_scoring: Annotated[CardScoring | None, Section(CARD_SCORING, "card_scoring")] = None
    order_scoring: Annotated[tuple[Place, ...], Section(ORDER_SCORING, "order_scoring", Items())] = ()
    majorities: Annotated[tuple[Majority, ...], Section(MAJORITIES, "majorities", Items())] = ()
    sweep_points: Annotated[int, Section(SWEEP, "sweep", Count(-100, 100, name="points", near=(0, 5, 1)))] = 0
    match: Annotated[Match, Inline(at=7)] = Match()

    @property
    def knocking_phase(self) -> DiscardPhase | None:
        """The phase in which a player may knock."""
        found = (phase for phase in self.phases if isinstance(phase, DiscardPhase) and phase.knock >= 0)
        return next(found, None)

    def to_json(self) -> str:
        """Return readable JSON."""
        return msgspec.json.format(_ENCODER.encode(self), indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Genome:
        """Read a genome. Anything unknown is refused, with its place and a fix."""
        if len(text) > MOST_DEFINITION:
            raise BadGenome(f"not a genome: {len(text):,} bytes are too long, expected at most {MOST_DEFINITION:,}")
        try:
            genome = _DECODER.decode(text)
        except NOT_JSON:
            return cls._explain(text)
        if genome.format != FORMAT:
            return cls._explain(text)
        return genome if _is_written_in_order(genome, text) else cls._with_single_keys(genome, text)

    @classmethod
    def _with_single_keys(cls, genome: Genome, text: str | bytes) -> Genome:
        """Return what was read from a text, if no key in it occurs twice."""
        try:
            single_keys(text)
        except NOT_JSON:
            return cls._explain(text)
        return genome

    @classmethod
    def _explain(cls, text: str | bytes) -> Genome:
        """Say all that is wrong with a text that is not a genome, instead of only the first misfit."""
        try:
            raw = msgspec.json.decode(single_keys(text))
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
_ENCODER = msgspec.json.Encoder()
WHITE_SPACE = b" \n\r\t"


def _is_written_in_order(genome: Genome, text: str | bytes) -> bool:
    """Return True if a text is the one that a genome is encoded as, apart from white space: it then has no key twice.

    That is tested much faster than keys are counted, and true of all genomes that Ludex writes.
    """
    given = text.encode() if isinstance(text, str) else text
    return _ENCODER.encode(genome).replace(b" ", b"") == given.translate(None, WHITE_SPACE)
