"""Automation as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludex.core import Game, Move, State
from ludex.games.automation import rules
from ludex.games.automation.board import draw_view
from ludex.games.automation.bots import BOTS
from ludex.games.automation.components import CARDS, COST, NAMES
from ludex.games.automation.events import EVENTS
from ludex.games.automation.laws import LAWS
from ludex.games.automation.moves import MOVES
from ludex.games.automation.reasons import REASONS
from ludex.games.automation.rules.stack import due
from ludex.games.automation.settings import AutomationOptions, prepare
from ludex.games.automation.state import (
    ACTION_PHASE,
    BUY_PHASE,
    DISCARD_ANY,
    DISCARD_DOWN,
    ENDINGS,
    GAIN,
    MONEY_PHASE,
    PLAY_TWICE,
    REVEAL,
    STATE,
    TRASH,
)
from ludex.games.automation.views import View, view_of

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
    reasons = REASONS
    endings = ENDINGS
    laws = LAWS

    def prepare(self, s: State, options: Any) -> None:
        prepare(s, options)

    def view(self, s: State, seat: int | None) -> View:
        return view_of(s, seat)

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        view = self.view(s, seat)
        facts = {"phase": view.phase, "due": _DUE[due(s)], "money": view.money, "limit": view.limit}
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
