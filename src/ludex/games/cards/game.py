"""A card game by genome as a Ludex game: views, sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ludex.core import Game, Move, State
from ludex.core.kernel import Rules
from ludex.games.cards import choices, rules
from ludex.games.cards.betting import NO_MORE_RAISES, NOT_NOW, NOTHING_TO_FOLD
from ludex.games.cards.board import draw_view
from ludex.games.cards.bots import BOTS
from ludex.games.cards.bytecode import BLOCKS
from ludex.games.cards.claims import due_rank
from ludex.games.cards.compiler import compile_genome, decompile
from ludex.games.cards.contracts import BID_HOOKED, BID_TOO_HIGH, BID_TOO_LOW, highest_bid
from ludex.games.cards.deck import NAMES, RANK_NAMES, SUITS, names_of
from ludex.games.cards.ending import MOST_MOVES
from ludex.games.cards.genome import Genome
from ludex.games.cards.moves import EVENTS, MOVES
from ludex.games.cards.program import side_of, sides
from ludex.games.cards.state import (
    ALL_HANDS_PLAYED,
    FLOOR_REACHED,
    LAST_ALIVE,
    MIN_BID,
    STATE,
    TARGET_REACHED,
)
from ludex.games.cards.tricks import playable


class SeatView(msgspec.Struct, frozen=True):
    """What is known of one seat. `cards` are those of its hand that the viewer knows; `bid` is None before it bids."""

    seat: int
    side: int
    hand_size: int
    cards: tuple[str, ...]
    playing: bool
    bid: int | None
    nil: bool
    tricks: int
    played: str | None
    won: tuple[str, ...]
    chips: int
    stake: int
    place: int


class SideView(msgspec.Struct, frozen=True):
    """What a side has reached."""

    seats: tuple[int, ...]
    score: int
    bags: int


class View(msgspec.Struct, frozen=True):
    """All that one seat may know. `hand` is its own; `due` names the phase."""

    seat: int | None
    hand_number: int
    due: str
    turn: int | None
    dealer: int
    leader: int
    trump: str | None
    turned: str | None
    broken: bool
    hand: tuple[str, ...]
    chosen: tuple[str, ...]
    table: tuple[str, ...]
    pile_top: str | None
    pile_size: int
    wish: str | None
    stock_size: int
    claimed_rank: str | None
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]


class CardGame(Game):
    """A card game described by a genome.

    >>> from ludex.games.cards import create_partnership_spades_genome
    >>> game = CardGame(create_partnership_spades_genome())
    >>> game.name, game.seats
    ('partnership-spades', range(4, 5))
    """

    version = "1"
    record = STATE
    moves = MOVES
    events = EVENTS
    rules: ClassVar[Any] = rules
    bots = BOTS
    view_type: ClassVar[Any] = View
    max_options = 80
    max_events = 120
    max_moves = MOST_MOVES
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        NOT_NOW: ("not-now", "this is the {due} phase, which has no such move."),
        rules.NOT_IN_HAND: ("not-in-hand", "you do not hold it. You hold {hand}."),
        rules.MUST_FOLLOW: ("must-follow", "the cards you may play now are {playable}."),
        rules.CANNOT_LEAD: ("cannot-lead", "the cards you may lead now are {playable}."),
        rules.ALREADY_CHOSEN: ("already-chosen", "you have already chosen it."),
        BID_TOO_LOW: ("bid-too-low", "bid at least {low}."),
        BID_TOO_HIGH: ("bid-too-high", "bid at most {high}."),
        BID_HOOKED: ("bid-hooked", "the bids must not add up to the number of tricks."),
        choices.CARD_NOT_ALLOWED: ("card-not-allowed", "the cards you may use now are {playable}."),
        choices.SET_NOT_ALLOWED: ("set-not-allowed", "play as many equal cards as lie there, and stronger ones."),
        choices.CANNOT_KNOCK: ("cannot-knock", "too many points would be left beside your sets and runs."),
        choices.CANNOT_ASK: ("cannot-ask", "ask another seat that has cards, for a rank you hold."),
        choices.MUST_ACT: ("must-act", "you may not pass now: there is something you can do."),
        choices.NAME_A_SUIT: ("name-a-suit", "name the suit to follow, as in: wild 8H spades."),
        choices.NOTHING_THERE: ("nothing-there", "there is nothing to draw or take, or you may not."),
        NO_MORE_RAISES: ("no-more-raises", "there are no raises left, or no chips beyond the call."),
        NOTHING_TO_FOLD: ("nothing-to-fold", "staying in costs nothing now."),
    }
    endings: ClassVar[Mapping[int, str]] = {
        ALL_HANDS_PLAYED: "the last hand was played",
        TARGET_REACHED: "the target was reached",
        FLOOR_REACHED: "a side fell to the floor",
        LAST_ALIVE: "only one seat is left",
    }
    laws: ClassVar[Mapping[int, str]] = {
        rules.CARDS_LOST: "every card is somewhere, and only once",
        rules.SIZES_WRONG: "hands are as large as the cards in them",
        rules.CHIPS_LOST: "chips are neither made nor lost",
        rules.KNOWN_WRONG: "what is known or chosen of a hand is in it",
    }

    def __init__(self, genome: Genome) -> None:
        self.genome = genome
        self.code = compile_genome(genome)
        self.name = genome.name
        self.title = genome.title
        self.seats = range(genome.seats[0], genome.seats[1] + 1)

    @property
    def about(self) -> str:
        return self.genome.about or f"{self.title}, a card game described by a genome."

    @property
    def definition(self) -> Mapping[str, Any]:
        """The genome as it comes back from JSON: lists, no tuples."""
        genome: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(self.genome))
        return genome

    @classmethod
    def load(cls, path: Path | str) -> CardGame:
        """A game from a genome's JSON file."""
        return cls(Genome.load(path))

    @classmethod
    def of_bytecode(cls, code: bytes, name: str = "decompiled", title: str = "Decompiled") -> CardGame:
        """A game from bytecode; what is no program is refused before it runs."""
        return cls(decompile(code, name, title))

    @classmethod
    def all_rules(cls) -> Rules:
        """The loops need not look for the one seat that decides, nor list the cards that a random bot may play: that is
        a third of a random hand's time."""
        return {**super().all_rules(), "next_seat": rules.next_seat, "ask_bot": rules.ask_bot}

    def prepare(self, s: State, options: Any) -> None:
        for place, byte in enumerate(self.code):
            s.code[place] = byte

    def view(self, s: State, seat: int | None) -> View:
        kind = BLOCKS[s.code[s.pc]].name
        return View(
            seat=seat,
            hand_number=s.hand_number,
            due="over" if s.ended else kind,
            turn=None if s.ended else s.turn,
            dealer=s.dealer,
            leader=s.leader,
            trump=SUITS[s.trump - 1] if s.trump else None,
            turned=_card(s.turned),
            broken=bool(s.broken),
            hand=names_of(s.hand[seat]) if seat is not None else (),
            chosen=names_of(s.chosen[seat]) if seat is not None else (),
            table=names_of(s.table),
            pile_top=_card(s.top),
            pile_size=int(s.pile).bit_count() + sum(s.dropped_size),
            wish=SUITS[s.wish - 1] if s.wish else None,
            stock_size=s.stock_size,
            claimed_rank=RANK_NAMES[due_rank(s)] if s.claim else None,
            seats=tuple(_seat_view(s, other) for other in range(s.seats)),
            sides=tuple(
                SideView(
                    tuple(other for other in range(s.seats) if side_of(s, other) == side), s.score[side], s.bags[side]
                )
                for side in range(sides(s))
            ),
        )

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        view = self.view(s, seat)
        due = view.due
        facts: dict[str, Any] = {"due": due, "hand": ", ".join(view.hand) or "nothing"}
        if due == "trick":
            facts["playable"] = ", ".join(names_of(playable(s, seat)))
        if due == "play":
            facts["playable"] = ", ".join(names_of(choices.usable(s, seat))) or "none"
        if due in ("discard", "claim"):
            facts["playable"] = facts["hand"]
        if due == "bidding":
            facts |= {"low": s.code[s.pc + MIN_BID], "high": highest_bid(s, seat)}
        return facts

    def draw(self, view: View) -> str:
        return draw_view(view)


def _card(number: int) -> str | None:
    return NAMES[number - 1] if number else None


def _seat_view(s: State, seat: int) -> SeatView:
    return SeatView(
        seat=seat,
        side=side_of(s, seat),
        hand_size=s.hand_size[seat],
        cards=names_of(s.hand[seat]),
        playing=bool(s.alive >> seat & 1 and not s.folded >> seat & 1),
        bid=None if s.bid[seat] < 0 else s.bid[seat],
        nil=bool(s.nil[seat]),
        tricks=s.tricks[seat],
        played=_card(s.played[seat]),
        won=names_of(s.won[seat]),
        chips=s.chips[seat],
        stake=s.stake[seat],
        place=s.place[seat],
    )
