"""The things on the table of a genome, looked up once for all boards of a game."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.schema import Genome, Phase
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.checks import has_bowers

P = TypeVar("P", bound=Phase)

SUIT_ORDER = "SHCD"
"""The order of suits in a hand. Black and red suits alternate, so that neighbours are easy to distinguish."""


PIPS = {"A": 1, **{rank: int(rank) for rank in "23456789"}, **dict.fromkeys("TJQK", 10)}
"""The points of a card where cards are added up."""


class Traits:
    """The properties of a genome that matter for drawing it."""

    def __init__(self, genome: Genome) -> None:
        self.genome = genome
        self.strength = {rank: place for place, rank in enumerate(genome.deck.ranks, 1)}
        self.bidding = self._first(BiddingPhase)
        self.auction = self._first(AuctionPhase)
        self.passing = self._first(PassPhase)
        self.tricks = self._first(TrickPhase)
        self.betting = self._first(BettingPhase)
        self.drawing = self._first(DrawPhase)
        self.playing = self._first(PlayPhase)
        self.discarding = self._first(DiscardPhase)
        self.claiming = self._first(ClaimPhase)
        self.asking = self._first(AskPhase)
        self.knocking = genome.knocking_phase

    def _first(self, kind: type[P]) -> P | None:
        return next((phase for phase in self.genome.phases if isinstance(phase, kind)), None)

    @cached_property
    def blind(self) -> bool:
        """True if cards are turned up unseen."""
        return self.tricks is not None and self.tricks.blind

    @cached_property
    def hand_grows(self) -> bool:
        """True if a hand can become larger than it was dealt."""
        forced = any(effect.does == "draw" for effect in self.genome.effects)
        return bool(self.drawing or self.asking or forced or self.genome.deal.change > 0)

    def dealt(self, seats: int) -> int:
        """Return the number of cards in a hand of the first deal.

        >>> from ludex.games.cards import create_spades_genome
        >>> Traits(create_spades_genome()).dealt(4)
        13
        """
        deal = self.genome.deal
        return (deal.few_cards if seats <= deal.few_seats else deal.cards) or -(-self.genome.deck.size // seats)

    @cached_property
    def tableau(self) -> bool:
        """True if cards are laid out on the table, suit by suit."""
        return self.playing is not None and self.playing.to == "table"

    @cached_property
    def captures(self) -> bool:
        """True if cards are captured from the table."""
        return self.playing is not None and self.playing.to == "capture"

    @cached_property
    def adds_up(self) -> bool:
        """True if hands are compared by the sum of their cards."""
        return self.genome.ranking in ("blackjack", "points")

    @cached_property
    def stock(self) -> bool:
        """True if cards are drawn after the deal."""
        draws = self.drawing is not None and self.drawing.source in ("stock", "either")
        refills = self.discarding is not None and self.discarding.refill
        forced = any(effect.does == "draw" for effect in self.genome.effects)
        return bool(draws or refills or forced or self.asking or self.genome.deal.again)

    @cached_property
    def pile(self) -> bool:
        """True if cards are put onto a pile."""
        onto = self.playing is not None and self.playing.to == "pile"
        return onto or self.discarding is not None or self.genome.deal.starter

    @cached_property
    def neighbour(self) -> bool:
        """True if cards are drawn from the hand of the next player."""
        return self.drawing is not None and self.drawing.source == "neighbour"

    @cached_property
    def wild(self) -> str:
        """The ranks whose player names a suit."""
        return self.playing.wild if self.playing else ""

    @cached_property
    def sets(self) -> bool:
        """True if equal cards are played together."""
        return self.playing is not None and self.playing.sets

    @cached_property
    def counted(self) -> bool:
        """True if won cards count in themselves: for points, majorities or books."""
        scoring = self.genome.card_scoring
        return bool((scoring and scoring.source == "won") or self.genome.majorities or self.genome.book)

    @cached_property
    def by_rank(self) -> bool:
        """True if a hand is sorted by rank rather than by suit because equal ranks belong together."""
        genome = self.genome
        ranked = genome.ranking != "none" or genome.book or self.sets or self.claiming or self.captures
        return bool(ranked or self.asking) and self.tricks is None

    def sorted(self, cards: tuple[str, ...], trump: str | None = None) -> list[str]:
        """Return a hand as its player would hold it: by rank where ranks count, or else by suit, trumps first.

        >>> from ludex.games.cards import create_spades_genome
        >>> Traits(create_spades_genome()).sorted(("2C", "3H", "AH", "4S"))
        ['4S', 'AH', '3H', '2C']
        """
        if self.by_rank:
            return sorted(cards, key=lambda card: (-self.place(card), SUIT_ORDER.index(card[1])))
        first = trump[0].upper() if trump else ""
        left = self.left_bower(trump)
        suit_of = {card: first if card == left else card[1] for card in cards}
        return sorted(
            cards,
            key=lambda card: (
                suit_of[card] != first,
                SUIT_ORDER.index(suit_of[card]),
                -self.power(card, trump),
            ),
        )

    def place(self, card: str) -> int:
        """Return the strength of the rank of a card, from 1."""
        return self.strength.get(card[0], RANKS.index(card[0]))

    def power(self, card: str, trump: str | None) -> int:
        """Return the strength of a card within its suit, with the jacks of trumps above all."""
        if has_bowers(self.genome) and trump and card[0] == "J":
            if card[1] == trump[0].upper():
                return 15
            if card == self.left_bower(trump):
                return 14
        return self.place(card)

    def left_bower(self, trump: str | None) -> str:
        """Return the other jack of the trump's colour, where it counts as a trump."""
        if not (has_bowers(self.genome) and trump):
            return ""
        return "J" + {"C": "S", "S": "C", "H": "D", "D": "H"}[trump[0].upper()]

    def suit(self, card: str, trump: str | None) -> str:
        """Return the letter of the suit that a card counts as."""
        return trump[0].upper() if trump and card == self.left_bower(trump) else card[1]

    def points(self, card: str, trump: str | None) -> int:
        """Return the points that card scoring gives for a card."""
        scoring = self.genome.card_scoring
        if scoring is None:
            return 0
        suit = self.suit(card, trump)
        return sum(
            value.points
            for value in scoring.values
            if (not value.rank or value.rank == card[0])
            and (
                not value.suit
                or (value.suit == "trump" and trump and suit == trump[0].upper())
                or value.suit[0].upper() == card[1]
            )
        )
