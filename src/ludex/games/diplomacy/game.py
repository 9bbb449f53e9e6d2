"""Diplomacy as a Ludex game: what binds its rooms together."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from ludex.author import BadSetting, Game, NewTable
from ludex.games.diplomacy import laws, rules, secrets
from ludex.games.diplomacy.board.terminal import draw_view
from ludex.games.diplomacy.bots import BOTS
from ludex.games.diplomacy.components import MAP_NAMES, MAPS, MapName
from ludex.games.diplomacy.moves import ORDERS
from ludex.games.diplomacy.settings import DiplomacySettings
from ludex.games.diplomacy.state import State
from ludex.games.diplomacy.table import DiplomacyTable
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
    rules: ClassVar[Any] = SimpleNamespace(**vars(rules) | vars(secrets) | vars(laws))
    bots = BOTS
    new = NewTable(DiplomacyTable, DiplomacySettings)
    max_options, max_events, max_moves = 2048, 400, 60_000

    def __init__(self, map: MapName = "standard") -> None:  # noqa: A002  (the game's own word)
        if map not in MAPS:
            raise BadSetting(f"there is no map {map!r}: expected one of {', '.join(MAPS)}")
        self.map: MapName = map
        if map != "standard":
            self.name, self.title = f"diplomacy-{map}", f"Diplomacy: {MAPS[map].title}"
        self.seats = range(len(MAPS[map].powers), len(MAPS[map].powers) + 1)

    def prepare(self, s: State, settings: DiplomacySettings) -> None:
        s.map = MAP_NAMES.index(self.map)
        settings.write(s)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def draw(self, view: View) -> str:
        return draw_view(view)


def lagoon() -> Diplomacy:
    """The game on the small map."""
    return Diplomacy("lagoon")
