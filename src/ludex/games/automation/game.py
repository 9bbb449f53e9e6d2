"""Automation as a Ludex game."""

from __future__ import annotations

from typing import Any, ClassVar

from ludex.author import Game, Look, Observation, Sections, new_table
from ludex.games.automation import rules
from ludex.games.automation.board.page import draw_page, draw_picture, headline
from ludex.games.automation.board.terminal import AutomationTerminal, draw_view, remarks
from ludex.games.automation.bots import BOTS
from ludex.games.automation.events import TurnBegan
from ludex.games.automation.features import observation
from ludex.games.automation.moves import MOVES
from ludex.games.automation.notation import LABELS, complete
from ludex.games.automation.prompts import bubble, prompt
from ludex.games.automation.settings import AutomationSettings
from ludex.games.automation.state import PHASES, State, due
from ludex.games.automation.table import AutomationTable
from ludex.games.automation.terms import terms
from ludex.games.automation.views import View, view_of


class Automation(Game[View, AutomationSettings]):
    """Automation: The Game, in which 7 bitcoins and 3 methods grow into a deck that almost plays itself."""

    name = "automation"
    title = "Automation: The Game"
    version = "2"
    seats = range(1, 5)
    record = State
    moves = MOVES
    rules: ClassVar[Any] = rules
    bots = BOTS
    labels = LABELS
    minutes = (20, 40)
    max_options = 32
    max_events = 1_000
    max_moves = 10_000_000
    looks_ahead = 0
    look = Look(
        draw=draw_view,
        terminal=AutomationTerminal,
        page=draw_page,
        headline=headline,
        prompt=prompt,
        bubble=bubble,
        remarks=remarks,
        token_words={"end phase": "continue"},
        terms=terms,
        terms_when="after this turn",
        picture=lambda _: draw_picture(),
        shown_after=90,
        sections=Sections({TurnBegan: "Turn {turn}"}, opens=(TurnBegan,)),
    )

    @new_table(AutomationTable, AutomationSettings)
    def new(self) -> None:
        """Set up a table of Automation."""

    def prepare(self, s: State, settings: AutomationSettings) -> None:
        settings.write_to(s)

    def complete(self, s: State) -> None:
        complete(s)

    def view(self, s: State, seat: int | None) -> View:
        return view_of(s, seat)

    def observation(self, settings: AutomationSettings) -> Observation:
        return observation(settings)

    def decision(self, s: State, seat: int) -> str:
        return PHASES[due(s)][0]

    @property
    def usual_seats(self) -> int:
        return 2
