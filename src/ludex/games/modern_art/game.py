"""Modern Art as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludex.core import Game, Move, State
from ludex.games.modern_art import rules
from ludex.games.modern_art.board import draw_view
from ludex.games.modern_art.bots import BOTS
from ludex.games.modern_art.components import (
    ARTISTS,
    AUCTIONS,
    CARDS,
    DOUBLE,
    FIXED_PRICE,
    HIDDEN,
    ONE_OFFER,
    OPEN,
    Card,
)
from ludex.games.modern_art.events import EVENTS
from ludex.games.modern_art.laws import LAWS
from ludex.games.modern_art.moves import MOVES
from ludex.games.modern_art.settings import ModernArtOptions, write_settings
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
from ludex.games.modern_art.views import View, cards_in, make_view, seats_in


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
        rules.ONLY_THE_HAMMER: ("only-the-hammer", "everybody has answered, and only the hammer can be played now."),
        rules.NOT_YET_QUIET: (
            "not-yet-quiet",
            "the hammer waits for answers to the standing bid. Still to answer: {undecided}.",
        ),
    }
    endings: ClassVar[Mapping[int, str]] = {ALL_ROUNDS_PLAYED: "all four rounds were played"}
    laws: ClassVar[Mapping[int, str]] = LAWS

    def prepare(self, s: State, options: Any) -> None:
        write_settings(s, options)

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
            "undecided": ", ".join(f"seat {other}" for other in seats_in(rules.waiting(s))),
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
