"""Modern Art as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludex.author import Game, Look, Move, Observation, Sections, Standing, Table, new_table
from ludex.games.modern_art import rules
from ludex.games.modern_art.board.page import draw_art, draw_page, draw_picture, headline
from ludex.games.modern_art.board.terminal import ModernArtTerminal, draw_view
from ludex.games.modern_art.bots import BOTS, WEAKEST_FIRST
from ludex.games.modern_art.events import CardUnsold, LotSold, RoundBegan
from ludex.games.modern_art.features import OBSERVATION
from ludex.games.modern_art.moves import MOVES, ModernArtMove
from ludex.games.modern_art.notation import LABELS, complete_position
from ludex.games.modern_art.prompts import bubble, prompt
from ludex.games.modern_art.settings import ModernArtSettings, write_settings
from ludex.games.modern_art.state import State
from ludex.games.modern_art.terms import terms
from ludex.games.modern_art.views import View, countdown, lot_on_offer, make_view


class ModernArt(Game[View, ModernArtSettings]):
    """Modern Art: is that painting worth 40? Only if you make its artist famous before the others sell."""

    name = "modern-art"
    title = "Modern Art"
    version = "2"
    seats = range(3, 6)
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    labels = LABELS
    minutes = (45, 60)
    max_options = 32
    max_events = 80
    look = Look(
        draw=draw_view,
        terminal=ModernArtTerminal,
        page=draw_page,
        headline=headline,
        prompt=prompt,
        bubble=bubble,
        terms=terms,
        terms_when="after this round",
        picture=lambda _: draw_picture(),
        art=draw_art,
        lot=lot_on_offer,
        countdown=countdown,
        sections=Sections({RoundBegan: "Round {round}"}, closes=(LotSold, CardUnsold)),
        shown_after=120,
        standing=Standing("money"),
    )

    @property
    def bots_by_strength(self) -> tuple[str, ...]:
        """All bots, the weakest first, by the results of 5,000 games. Personalities play better than some strengths."""
        return (*(name for name in self.machine.bot_slots if name not in BOTS), *WEAKEST_FIRST)

    @new_table(Table[View, ModernArtMove], ModernArtSettings)
    def new(self) -> None:
        """Set up a table of this game."""

    def prepare(self, s: State, settings: ModernArtSettings) -> None:
        write_settings(s, settings)

    def complete(self, s: State) -> None:
        complete_position(s)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def observation(self, settings: ModernArtSettings) -> Observation:
        return OBSERVATION

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        return {"due": rules.PHASES[s.phase].due(s, seat)}
