"""Diplomacy as a Ludex game: what binds its rooms together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

from ludex.core import BadOption, Game, GameOptions, Move, State, secret_seed
from ludex.games.diplomacy import laws, rules, secrets
from ludex.games.diplomacy.board.terminal import draw_view
from ludex.games.diplomacy.bots import BOTS
from ludex.games.diplomacy.components import MAP_NAMES, MAPS, MapName
from ludex.games.diplomacy.events import EVENTS
from ludex.games.diplomacy.facts import REASONS, say_fault
from ludex.games.diplomacy.moves import ORDERS
from ludex.games.diplomacy.settings import DiplomacyOptions
from ludex.games.diplomacy.state import ENDINGS, STATE
from ludex.games.diplomacy.table import DiplomacyTable
from ludex.games.diplomacy.views import View, make_view


class Diplomacy(Game):
    """Diplomacy, for seven powers on the map of Europe in 1901; `Diplomacy("lagoon")` is for three on a small map.

    >>> Diplomacy().seats, Diplomacy("lagoon").seats
    (range(7, 8), range(3, 4))
    """

    name = "diplomacy"
    title = "Diplomacy"
    version = "1"
    seats = range(7, 8)
    record = STATE
    moves = ORDERS
    events = EVENTS
    rules: ClassVar[Any] = SimpleNamespace(**vars(rules) | vars(secrets) | vars(laws))
    options = DiplomacyOptions
    bots = BOTS
    view_type: ClassVar[Any] = View
    max_options = 2048
    max_events = 400
    max_moves = 60_000
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = REASONS
    endings: ClassVar[Mapping[int, str]] = ENDINGS
    laws: ClassVar[Mapping[int, str]] = laws.LAWS

    def __init__(self, map: MapName = "standard") -> None:  # noqa: A002  (the game's own word)
        if map not in MAPS:
            raise BadOption(f"there is no map {map!r}: expected one of {', '.join(MAPS)}")
        self.map: MapName = map
        if map != "standard":
            self.name = f"diplomacy-{map}"
            self.title = f"Diplomacy: {MAPS[map].title}"
        self.seats = range(len(MAPS[map].powers), len(MAPS[map].powers) + 1)

    def prepare(self, s: State, options: Any) -> None:
        s.map = MAP_NAMES.index(self.map)
        options.write(s)

    def new(
        self,
        seats: int | None = None,
        seed: int | str | bytes | None = None,
        *,
        players: Sequence[str] | None = None,
        **options: Any,
    ) -> DiplomacyTable:
        """A table with this game, set up and waiting for the first orders.

        >>> table = Diplomacy().new(seed=1)
        >>> table.give("FRANCE", "A PAR - BUR, A MAR S A PAR - BUR, F BRE - MAO")
        >>> table.view(2).orders
        ('F BRE - MAO', 'A MAR S A PAR - BUR', 'A PAR - BUR')
        """
        count = seats if seats is not None else len(players) if players else self.seats[0]
        return self.make_table(count, secret_seed(seed), self.read_options(options), players)

    def make_table(
        self, seats: int, seed: bytes, options: GameOptions, players: Sequence[str] | None
    ) -> DiplomacyTable:
        return DiplomacyTable(self, seats, seed, options, players)

    def view(self, s: State, seat: int | None) -> View:
        return make_view(s, seat)

    def facts(self, s: State, seat: int, move: Move) -> Mapping[str, Any]:
        return {"why": say_fault(s, seat, move, rules.why_not(s, seat, self.moves.pack(move)))}

    def draw(self, view: View) -> str:
        return draw_view(view)


def lagoon() -> Diplomacy:
    """The game on the small map."""
    return Diplomacy("lagoon")
