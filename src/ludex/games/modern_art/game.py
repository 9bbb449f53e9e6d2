"""Modern Art as a Ludex game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ludex.author import Countdown, Game, Html, Move, Page, Seating, Table, new_table
from ludex.games.modern_art import rules
from ludex.games.modern_art.board.page import draw_art, draw_page, draw_picture, headline
from ludex.games.modern_art.board.terminal import ModernArtTerminal, draw_view
from ludex.games.modern_art.bots import BOTS, WEAKEST_FIRST
from ludex.games.modern_art.moves import MOVES
from ludex.games.modern_art.notation import DERIVED, LABELS, complete_position
from ludex.games.modern_art.settings import ModernArtSettings, write_settings
from ludex.games.modern_art.state import State
from ludex.games.modern_art.views import View, countdown, lot_on_offer, make_view


class ModernArt(Game[View, ModernArtSettings]):
    """Modern Art: 3 to 5 dealers auction paintings, and make the artists they own famous."""

    name = "modern-art"
    title = "Modern Art"
    version = "2"
    seats = range(3, 6)
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    labels = LABELS
    derived = DERIVED
    minutes = (45, 60)
    max_options = 32
    max_events = 80

    @property
    def bots_by_strength(self) -> tuple[str, ...]:
        """Personalities play better than some of the strengths: so it was found over 5,000 games at a table."""
        return (*(name for name in self.bot_slots if name not in BOTS), *WEAKEST_FIRST)

    @new_table(Table[View], ModernArtSettings)
    def new(self) -> None:
        """Set up a table of this game."""

    def prepare(self, s: State, settings: ModernArtSettings) -> None:
        write_settings(s, settings)

    def complete(self, s: State) -> None:
        complete_position(s)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        return {"due": rules.PHASES[s.phase].due(s, seat)}

    def draw(self, view: View) -> str:
        return draw_view(view)

    @property
    def terminal(self) -> ModernArtTerminal:
        return ModernArtTerminal(self)

    def page(self, view: View, seating: Seating) -> Page:
        return draw_page(view, seating)

    def headline(self, view: View, seating: Seating) -> str:
        return headline(view, seating)

    def art(self, name: str) -> Html | None:
        return draw_art(name)

    @property
    def picture(self) -> Html:
        return draw_picture()

    def lot(self, view: View) -> str | None:
        return lot_on_offer(view)

    def countdown(self, view: View) -> Countdown | None:
        return countdown(view)
