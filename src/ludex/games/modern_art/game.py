"""Modern Art as a Ludex game: options, views, sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from ludex.core import BadOption, Game, GameOptions, Move, State
from ludex.games.modern_art import hidden, rules
from ludex.games.modern_art.board import draw_view
from ludex.games.modern_art.bots import BOTS
from ludex.games.modern_art.cards import (
    ARTISTS,
    AUCTIONS,
    CARDS,
    DECK,
    DECKS,
    DOUBLE,
    FIXED_PRICE,
    HIDDEN,
    KINDS,
    ONE_OFFER,
    OPEN,
    Card,
    DeckName,
)
from ludex.games.modern_art.events import EVENTS
from ludex.games.modern_art.moves import MOVES
from ludex.games.modern_art.state import (
    ALL_ROUNDS_PLAYED,
    AWAITING_CARD,
    MYSTERY,
    NAMING_PRICE,
    NO_CARD,
    ROUND_ENDING,
    SELLING,
    STATE,
)
from ludex.games.modern_art.views import Closing, View, cards_in, make_view, seats_in


class ModernArtOptions(GameOptions, frozen=True):
    """Options of Modern Art.

    `deck`: `published` has 12/13/14/15/16 cards of the artists, `review` 12/13/15/15/15. `double_money`: who earns
    what a joined double brings, the `second` player alone or both by `split`. `mystery` adds the mystery player to a
    game of three. `closing`: an open auction ends when all others have declined the standing bid (`passes`), or by the
    three calls of the `hammer`. `starter` is the seat of the youngest, who starts; None leaves it to chance.
    """

    deck: DeckName = "published"
    double_money: Literal["second", "split"] = "second"
    mystery: bool = False
    closing: Closing = "passes"
    starter: int | None = None


class ModernArt(Game):
    """Modern Art: 3 to 5 dealers auction paintings, and make the artists they own famous."""

    name = "modern-art"
    title = "Modern Art"
    version = "1"
    seats = range(3, 6)
    record = STATE
    moves = MOVES
    events = EVENTS
    rules: ClassVar[Any] = rules
    options = ModernArtOptions
    bots = BOTS
    view_type: ClassVar[Any] = View
    max_options = 32
    max_events = 80
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        rules.WRONG_DECISION: ("wrong-decision", "now it is time to {due}."),
        rules.NOT_IN_HAND: ("not-in-hand", "there is no {card} in your hand. You hold {hand}."),
        rules.OTHER_ARTIST: ("other-artist", "the double is by {artist}, so the second card must be too."),
        rules.SECOND_DOUBLE: ("second-double", "a double cannot be joined by another double."),
        rules.TOO_LOW: ("too-low", "{least}. You have {money}: {due}."),
        rules.TOO_HIGH: ("too-high", "you have only {money}: {due}."),
        rules.CANNOT_PAY: ("cannot-pay", "the price is {price}, and you have only {money}: pass."),
        rules.ONLY_THE_HAMMER: ("only-the-hammer", "everybody is quiet, and only the hammer is left to be played."),
        rules.NOT_YET_QUIET: ("not-yet-quiet", "seats {undecided} have not yet answered the standing bid."),
    }
    endings: ClassVar[Mapping[int, str]] = {ALL_ROUNDS_PLAYED: "all four rounds were played"}
    laws: ClassVar[Mapping[int, str]] = {
        hidden.CARDS_LOST: "cards of every kind are neither made nor lost",
        hidden.SIZE_WRONG: "hands and deck are as large as the cards in them",
        hidden.TABLE_WRONG: "the round's cards lie before seats, in the middle, or unsold, at most five of an artist",
        hidden.MONEY_LOST: "money comes and goes only through the bank, and nobody has less than nothing",
        hidden.BID_UNPAYABLE: "nobody bids or asks more than he has",
    }

    def prepare(self, s: State, options: Any) -> None:
        if options.mystery and s.seats != 3:
            raise BadOption(f"the mystery player joins a game of 3 seats, not of {s.seats}: leave `mystery` off")
        if options.starter is not None and not 0 <= options.starter < s.seats:
            raise BadOption(f"starter is {options.starter}: expected a seat from 0 to {s.seats - 1}, or none")
        for kind in range(KINDS):
            s.total[kind] = int(DECK[DECKS.index(options.deck), kind])
        s.hammer = int(options.closing == "hammer")
        s.split = int(options.double_money == "split")
        s.with_mystery = int(options.mystery)
        s.starter = -1 if options.starter is None else options.starter

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        artist, auction = getattr(move, "artist", ARTISTS[0]), getattr(move, "auction", AUCTIONS[0])
        return {
            "due": due(s, seat),
            "least": f"the standing bid is {s.price}" if s.bidder >= 0 else "a price is at least 1",
            "card": Card(artist, auction),
            "hand": ", ".join(map(str, cards_in(s.hand[seat]))) or "nothing",
            "artist": CARDS[s.card].artist if s.card != NO_CARD else "nobody",
            "price": s.price,
            "money": s.money[seat],
            "undecided": ", ".join(map(str, seats_in(rules.waiting(s)))),
        }

    def draw(self, view: View) -> str:
        return draw_view(view)


def due(s: State, seat: int) -> str:
    """What a seat is to decide, in words."""
    low, money = rules.lowest(s, seat), s.money[seat]
    amounts = f"{low} to {money}" if low < money else f"{low}"
    return {
        AWAITING_CARD: "play a card",
        DOUBLE: "add a second card, or decline",
        OPEN: f"bid {amounts}, or pass" if low <= money else "pass",
        ONE_OFFER: f"bid {amounts}, or pass" if low <= money else "pass",
        HIDDEN: f"seal {amounts}",
        NAMING_PRICE: f"price {amounts}",
        FIXED_PRICE: "buy, or pass",
        MYSTERY: "turn mystery card, or decline",
        ROUND_ENDING: "end round",
        SELLING: "sell",
    }[s.phase]
