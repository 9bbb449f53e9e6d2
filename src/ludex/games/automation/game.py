"""Automation as a Ludex game: options, views, sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec
import numpy as np

from ludex.core import Game, GameOptions, Move, State
from ludex.games.automation import rules
from ludex.games.automation.board import draw_view
from ludex.games.automation.bots import BOTS
from ludex.games.automation.cards import CARDS, COST, EDITIONS, NAMES, START, CardDefinition, Edition
from ludex.games.automation.moves import EVENTS, MOVES
from ludex.games.automation.state import (
    ACTION_PHASE,
    ALL_FRAMEWORKS_BOUGHT,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    GAIN,
    MONEY_PHASE,
    OVER,
    PLAY_TWICE,
    REVEAL,
    STATE,
    TRASH,
    TURN_LIMIT_REACHED,
)

TurnPhase = Literal["ACTION", "MONEY", "BUY", "GAIN", "DISCARD", "TRASH", "REVEAL", "OVER"]
"""CLEANUP is not among them: it happens by itself."""

_PHASES: Mapping[int, TurnPhase] = {
    ACTION_PHASE: "ACTION",
    MONEY_PHASE: "MONEY",
    BUY_PHASE: "BUY",
    OVER: "OVER",
    REVEAL: "REVEAL",
    DISCARD_ANY: "DISCARD",
    DISCARD_DOWN: "DISCARD",
    TRASH: "TRASH",
    GAIN: "GAIN",
    PLAY_TWICE: "ACTION",
}
_DUE = {
    ACTION_PHASE: "play an action card, or end the phase",
    MONEY_PHASE: "play money, or end the phase",
    BUY_PHASE: "buy a card, or end the phase",
    GAIN: "gain a card",
    DISCARD_ANY: "discard a card, or end the phase",
    DISCARD_DOWN: "discard a card",
    TRASH: "trash a card",
    REVEAL: "reveal a card, or end the phase",
    PLAY_TWICE: "play an action card, or end the phase",
}


class AutomationOptions(GameOptions, frozen=True):
    """Options of Automation.

    `start` and `supply` change the starting deck and the supply: `supply={"Bug": 0, "Refactor": 5}` leaves the Bugs out
    and puts five Refactors in; what is not named stays as printed. `money_phase="any"` is the reading of the source
    document, by which any card may be played in the MONEY phase (for nothing, unless it is money).
    """

    edition: Edition = "base"
    turn_limit: int = 50
    money_phase: Literal["money", "any"] = "money"
    start: dict[str, int] = {}
    supply: dict[str, int] = {}

    def __post_init__(self) -> None:
        if not 1 <= self.turn_limit <= 10_000:
            raise ValueError(f"turn_limit is {self.turn_limit}: expected 1 to 10000 turns a seat")
        for what in ("start", "supply"):
            for name, count in getattr(self, what).items():
                self._check(what, name, count)
        if self.supply.get("Framework", 1) < 1:
            raise ValueError("supply without Frameworks: the game ends when they are bought, so at least 1 is needed")
        if not any({**START, **self.start}.values()):
            raise ValueError("start is an empty deck: expected at least one card")

    def _check(self, what: str, name: str, count: int) -> None:
        cards = CARDS[self.edition]
        if name not in cards:
            raise ValueError(f"{what} names {name!r}: edition {self.edition} has {', '.join(cards)}")
        # With 4 seats no more than 120 of a kind: counts fit their fields.
        most = 20 if cards[name].type == "action" else 10 if what == "start" else 80
        if not 0 <= count <= most:
            raise ValueError(f"{what} has {count} × {name}: expected 0 to {most}")


class Pile(msgspec.Struct, frozen=True):
    """A pile of the supply."""

    card: str
    cost: int
    count: int


class SeatView(msgspec.Struct, frozen=True):
    """What everybody may know of a seat. `owned` counts all its cards, wherever they are."""

    seat: int
    turns: int
    score: int
    hand_size: int
    deck_size: int
    discard_size: int
    shown_discard: tuple[str, ...]
    owned: tuple[tuple[str, int], ...]


class View(msgspec.Struct, frozen=True):
    """All that one seat may know. `hand`, `deck` (in no order) and `discard` are its own; a spectator has none."""

    edition: Edition
    seat: int | None
    turn: int
    decider: int
    phase: TurnPhase
    actions: int
    buys: int
    money: int
    hand: tuple[str, ...]
    played: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    supply: tuple[Pile, ...]
    trash: tuple[str, ...]
    seats: tuple[SeatView, ...]
    limit: int | None

    def card(self, name: str) -> CardDefinition:
        """What is printed on a card in this edition."""
        return CARDS[self.edition][name]


class Automation(Game):
    """Automation: The Game, a deck-building game for 1 to 4."""

    name = "automation"
    title = "Automation: The Game"
    version = "1"
    seats = range(1, 5)
    record = STATE
    moves = MOVES
    events = EVENTS
    rules: ClassVar[Any] = rules
    options = AutomationOptions
    bots = BOTS
    view_type: ClassVar[Any] = View
    max_options = 32
    max_events = 1_000
    max_moves = 10_000_000
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        rules.WRONG_DECISION: ("wrong-decision", "this is the {phase} phase: {due}."),
        rules.NOT_IN_HAND: ("not-in-hand", "there is no {card} in your hand. You hold {hand}."),
        rules.NOT_AN_ACTION: ("not-an-action", "{card} is of type {type}; only action cards are played now."),
        rules.NOT_MONEY: ("not-money", "{card} is of type {type}; only money is played in the MONEY phase."),
        rules.NOT_IN_SUPPLY: ("not-in-supply", "{card} is not in the supply of this game."),
        rules.PILE_EMPTY: ("pile-empty", "no {card} is left in the supply."),
        rules.TOO_EXPENSIVE: ("too-expensive", "{card} costs {cost}, and you have {money}."),
        rules.TOO_DEAR_TO_GAIN: ("too-dear-to-gain", "{card} costs {cost}; you may gain a card costing up to {limit}."),
        rules.NO_SHIELD: ("no-shield", "{card} does not protect from attacks."),
        rules.MUST_GO_ON: ("must-go-on", "this is no choice: {due}."),
    }
    endings: ClassVar[Mapping[int, str]] = {
        ALL_FRAMEWORKS_BOUGHT: "all Frameworks are bought",
        TURN_LIMIT_REACHED: "the turn limit was reached",
    }
    laws: ClassVar[Mapping[int, str]] = {
        rules.CARDS_LOST: "cards of every kind are neither made nor lost",
        rules.SIZE_WRONG: "hands, decks and discard piles are as large as the cards in them",
        rules.SHOWN_WRONG: "what was shown lies in the discard pile",
        rules.COUNTERS_WRONG: "cards, actions, buys and money are never below zero",
    }

    def prepare(self, s: State, options: Any) -> None:
        s.edition = EDITIONS.index(options.edition)
        s.any_card_is_money = int(options.money_phase == "any")
        s.turn_limit = options.turn_limit
        start = {**START, **options.start}
        for name, card in CARDS[options.edition].items():
            kind = NAMES.index(name)
            s.start[kind] = start.get(name, 0)
            s.pile[kind] = options.supply.get(name, card.supply_for(s.seats))

    def view(self, s: State, seat: int | None) -> View:
        own = seat is not None
        scores = np.zeros((s.seats, 2), np.int64)
        rules.scores(s, scores)
        return View(
            edition=EDITIONS[s.edition],
            seat=seat,
            turn=s.turn,
            decider=rules.decider(s),
            phase=_PHASES[rules.due(s)],
            actions=s.actions,
            buys=s.buys,
            money=s.money,
            hand=_names(s.hand[seat]) if own else (),
            played=_names(s.played),
            deck=_names(s.deck[seat]) if own else (),
            discard=_names(s.discard[seat]) if own else (),
            supply=tuple(
                Pile(name, card.cost, s.supply[NAMES.index(name)])
                for name, card in CARDS[EDITIONS[s.edition]].items()
                if s.pile[NAMES.index(name)]
            ),
            trash=_names(s.trash),
            seats=tuple(_seat_view(s, other, score) for other, score in enumerate(scores[:, 0].tolist())),
            limit=s.todo_count[s.depth - 1] if rules.due(s) in (GAIN, DISCARD_DOWN) else None,
        )

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        view = self.view(s, seat)
        facts = {"phase": view.phase, "due": _DUE[rules.due(s)], "money": view.money, "limit": view.limit}
        card = getattr(move, "card", None)
        if card is None:
            return facts
        kind = NAMES.index(card)
        printed = CARDS[view.edition].get(card)
        hand = ", ".join(view.hand) or "nothing"
        cost = int(COST[s.edition, kind])
        return {**facts, "card": card, "cost": cost, "type": printed.type if printed else "foreign", "hand": hand}

    def draw(self, view: View) -> str:
        return draw_view(view)


def _names(counts: Any) -> tuple[str, ...]:
    return tuple(name for name, count in zip(NAMES, counts, strict=True) for _ in range(count))


def _seat_view(s: State, seat: int, score: int) -> SeatView:
    played = s.played if seat == s.turn else [0] * len(NAMES)
    cards = map(sum, zip(s.hand[seat], s.deck[seat], s.discard[seat], played, strict=True))
    return SeatView(
        seat=seat,
        turns=s.turns[seat],
        score=score,
        hand_size=s.hand_size[seat],
        deck_size=s.deck_size[seat],
        discard_size=s.discard_size[seat],
        shown_discard=_names(s.shown[seat]),
        owned=tuple((name, count) for name, count in zip(NAMES, cards, strict=True) if count),
    )
