"""Diplomacy as a Ludex game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, cast

from ludex.author import BadSetting, Game, Label, Look, Move, Observation, Sections, Standing, new_table, quote
from ludex.author.advanced import Seed
from ludex.games.diplomacy import all_rules
from ludex.games.diplomacy.board.page import draw_art, draw_page, draw_picture, draw_small_picture, headline
from ludex.games.diplomacy.board.picture import draw_svg
from ludex.games.diplomacy.board.terminal import DiplomacyTerminal, draw_view
from ludex.games.diplomacy.bots import BOTS
from ludex.games.diplomacy.components import MAP_NAMES, MAPS, MapName
from ludex.games.diplomacy.disorder import order_in_disorder
from ludex.games.diplomacy.events import PhaseBegan
from ludex.games.diplomacy.features import OBSERVATION
from ludex.games.diplomacy.moves import TOKEN_WORDS
from ludex.games.diplomacy.notation.labels import labels
from ludex.games.diplomacy.notation.orders import ORDERS
from ludex.games.diplomacy.notation.position import for_table
from ludex.games.diplomacy.press import DiplomacyPress
from ludex.games.diplomacy.prompts import bubble, prompt
from ludex.games.diplomacy.settings import DiplomacyArguments, DiplomacySettings, with_preset
from ludex.games.diplomacy.state import State
from ludex.games.diplomacy.table import DiplomacyTable
from ludex.games.diplomacy.terms import terms
from ludex.games.diplomacy.views import View, make_view


class Diplomacy(Game[View, DiplomacySettings]):
    """Diplomacy, for seven powers on the map of Europe in 1901; `Diplomacy("lagoon")` is for three on a small map.

    >>> table = Diplomacy().new(seed=1)
    >>> table.give("FRANCE", "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO")
    >>> table.view(2).orders
    ('F BRE - MAO', 'A MAR S A PAR - BUR', 'A PAR - BUR')
    """

    name, title = "diplomacy", "Diplomacy"
    seats = range(7, 8)
    record = State
    moves = ORDERS
    rules: ClassVar[Any] = all_rules
    bots = BOTS
    minutes = (240, 360)
    max_options, max_events, max_moves = 2048, 400, 60_000
    look = Look(
        draw=draw_view,
        terminal=DiplomacyTerminal,
        page=draw_page,
        svg=draw_svg,
        headline=headline,
        prompt=prompt,
        bubble=bubble,
        terms=terms,
        terms_when="after this year",
        picture=lambda game: draw_picture() if game.map == "standard" else draw_small_picture(),
        art=draw_art,
        token_words=TOKEN_WORDS,
        sections=Sections({PhaseBegan: "Year {year}"}, opens=(PhaseBegan,)),
        shown_after=100,
        standing=Standing("centres"),
    )

    @new_table(DiplomacyTable, DiplomacyArguments)
    def new(self) -> None:
        """Set up a table of this game."""

    def __init__(self, map: MapName = "standard") -> None:  # noqa: A002  (the game's own word)
        if map not in MAPS:
            raise BadSetting(f"there is no map {quote(map)}: expected one of {', '.join(MAPS)}")
        self.map: MapName = map
        if map != "standard":
            self.name, self.title = f"diplomacy-{map}", f"Diplomacy: {MAPS[map].title}"
            self.minutes = (45, 90)
        self.press = DiplomacyPress(map)
        self.seat_names = tuple(power.title() for power in MAPS[map].powers)
        self.seats = range(len(self.seat_names), len(self.seat_names) + 1)

    def read_settings(self, given: Mapping[str, Any]) -> DiplomacySettings:
        """Read typed settings from keyword arguments or JSON; `preset` stands for several switches at once.

        >>> Diplomacy().read_settings({"preset": "webdiplomacy"}).convoy_intent
        'explicit'
        """
        return super().read_settings(with_preset(given))

    def prepare(self, s: State, settings: DiplomacySettings) -> None:
        s.map = MAP_NAMES.index(self.map)
        settings.write(s)

    def labels_for(self, settings: DiplomacySettings) -> Mapping[str, Label]:
        return labels(self.map)

    def position(self, position: Any, seed: Seed = None, players: Sequence[str] | None = None) -> DiplomacyTable:
        """Return a table that starts from a position of the game, or from one in the form that `adjudicate` reads.

        >>> units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
        >>> centers = {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}
        >>> Diplomacy().position({"phase": "S1905M", "units": units, "centers": centers}).waiting
        (2, 3)
        """
        return cast(DiplomacyTable, super().position(for_table(self, self.map, position), seed, players))

    def observation(self, settings: DiplomacySettings) -> Observation:
        return OBSERVATION

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    @property
    def civil_disorder(self) -> Callable[[Any], Move]:
        """Orders for a power whose player has left: hold, disband, waive, remove."""
        return order_in_disorder

    @property
    def usual_bots(self) -> tuple[str, ...]:
        """The bots that play to win."""
        return ("general",)

    def how_to_play(self) -> str:
        """Return goal, turn and end in a few sentences, with the numbers of the map."""
        board = MAPS[self.map]
        centres = sum(province.centre for province in board.provinces)
        text = super().how_to_play()
        return text.format(powers=len(board.powers), centres=centres, enough=board.victory)

    @property
    def about(self) -> str:
        powers = ("two", "three", "four", "five", "six", "seven")[len(self.seat_names) - 2]
        return f"{self.title}: {powers} powers and no dice. Promise what you like: all orders are revealed together."


def lagoon() -> Diplomacy:
    """Return the game on the small map."""
    return Diplomacy("lagoon")
