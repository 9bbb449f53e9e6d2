"""Power Grid as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludex.author import Game, Label, Look, Observation, Sections, Standing, new_table
from ludex.games.power_grid import rules
from ludex.games.power_grid.board.page import draw_art, draw_page, draw_picture, headline
from ludex.games.power_grid.board.picture import svg_map
from ludex.games.power_grid.board.terminal import PowerGridTerminal, draw_view, remarks
from ludex.games.power_grid.bots import BOTS
from ludex.games.power_grid.events import PlantBought, RoundBegan
from ludex.games.power_grid.features import observation
from ludex.games.power_grid.moves import MOVES, TOKEN_WORDS
from ludex.games.power_grid.notation import complete_position, labels
from ludex.games.power_grid.prompts import bubble, prompt
from ludex.games.power_grid.settings import PowerGridSettings
from ludex.games.power_grid.state import State
from ludex.games.power_grid.table import PowerGridTable
from ludex.games.power_grid.terms import terms
from ludex.games.power_grid.views import View, lot_on_offer, make_view


class PowerGrid(Game[View, PowerGridSettings]):
    """Power Grid: bid for plants, buy fuel before it gets expensive, and light up one city more than anyone else."""

    name = "power-grid"
    title = "Power Grid"
    version = "3"
    seats = range(2, 7)
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    minutes = (90, 120)
    max_options = 64
    max_events = 128
    max_moves = 50_000
    looks_ahead = 0
    look = Look(
        draw=draw_view,
        terminal=PowerGridTerminal,
        page=draw_page,
        svg=svg_map,
        headline=headline,
        prompt=prompt,
        bubble=bubble,
        remarks=remarks,
        terms=terms,
        terms_when="after this round",
        picture=lambda _: draw_picture(),
        art=draw_art,
        lot=lot_on_offer,
        sections=Sections({RoundBegan: "Round {round}"}, closes=(PlantBought,), first="Round 1"),
        shown_after=190,
        standing=Standing("cities", lambda view: [len(seat.cities) for seat in view.seats]),
        token_words=TOKEN_WORDS,
    )

    @new_table(PowerGridTable, PowerGridSettings)
    def new(self) -> None:
        """Set up a table of this game."""

    def prepare(self, s: State, settings: PowerGridSettings) -> None:
        settings.prepare(s)

    def labels_for(self, settings: PowerGridSettings) -> Mapping[str, Label]:
        return labels(settings)

    def complete(self, s: State) -> None:
        complete_position(s)

    def observation(self, settings: PowerGridSettings) -> Observation:
        return observation(settings)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)
