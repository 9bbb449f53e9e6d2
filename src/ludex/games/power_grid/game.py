"""Power Grid as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludex.author import Game, Html, Page, Seating, Table, new_table
from ludex.core.position import Label
from ludex.games.power_grid import rules
from ludex.games.power_grid.board.page import draw_art, draw_page, draw_picture, headline
from ludex.games.power_grid.board.terminal import PowerGridTerminal, draw_view
from ludex.games.power_grid.bots import BOTS
from ludex.games.power_grid.moves import MOVES
from ludex.games.power_grid.notation import DERIVED, complete_position, labels
from ludex.games.power_grid.settings import PowerGridSettings
from ludex.games.power_grid.state import State
from ludex.games.power_grid.views import View, make_view


class PowerGrid(Game[View, PowerGridSettings]):
    """Power Grid, an auction and network game for 2 to 6 players."""

    name = "power-grid"
    title = "Power Grid"
    version = "3"
    seats = range(2, 7)
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    derived = DERIVED
    minutes = (90, 120)
    max_options = 64
    max_events = 128
    max_moves = 50_000

    @new_table(Table[View], PowerGridSettings)
    def new(self) -> None:
        """Set up a table of this game."""

    def prepare(self, s: State, settings: PowerGridSettings) -> None:
        settings.prepare(s)

    def labels_for(self, settings: PowerGridSettings) -> Mapping[str, Label]:
        return labels(settings)

    def complete(self, s: State) -> None:
        complete_position(s)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def draw(self, view: View) -> str:
        return draw_view(view)

    @property
    def terminal(self) -> PowerGridTerminal:
        return PowerGridTerminal(self)

    def lot(self, view: View) -> str | None:
        auction = view.auction
        return f"round {view.round}, plant {auction.plant.number}" if auction else None

    def page(self, view: View, seating: Seating) -> Page:
        return draw_page(view, seating)

    def headline(self, view: View, seating: Seating) -> str:
        return headline(view, seating)

    def art(self, name: str) -> Html | None:
        return draw_art(name)

    @property
    def picture(self) -> Html:
        return draw_picture()
