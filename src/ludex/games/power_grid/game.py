"""Power Grid as a Ludex game: what binds the rooms together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core import Game, Move, State
from ludex.games.power_grid.board.terminal import draw_view
from ludex.games.power_grid.bots import BOTS
from ludex.games.power_grid.events import EVENTS
from ludex.games.power_grid.facts import facts
from ludex.games.power_grid.laws import LAWS, audit
from ludex.games.power_grid.moves import MOVES
from ludex.games.power_grid.reasons import REASONS
from ludex.games.power_grid.rules import legal, play, waiting, why_not
from ludex.games.power_grid.rules.scoring import ENDINGS, over, scores
from ludex.games.power_grid.rules.setup import setup
from ludex.games.power_grid.secrets import hide, redeal
from ludex.games.power_grid.settings import PowerGridOptions
from ludex.games.power_grid.state import STATE
from ludex.games.power_grid.views import View, make_view

__all__ = ["PowerGrid", "audit", "hide", "legal", "over", "play", "redeal", "scores", "setup", "waiting", "why_not"]


class PowerGrid(Game):
    """Power Grid, an auction and network game for 2 to 6."""

    name = "power-grid"
    title = "Power Grid"
    version = "1"
    seats = range(2, 7)
    record = STATE
    moves = MOVES
    events = EVENTS
    options = PowerGridOptions
    bots = BOTS
    view_type = View
    reasons = REASONS
    endings = ENDINGS
    laws = LAWS
    max_options = 64
    max_events = 128
    max_moves = 50_000

    def prepare(self, s: State, options: PowerGridOptions) -> None:
        options.prepare(s)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        return facts(s, seat, move)

    def draw(self, view: View) -> str:
        return draw_view(view)
