"""Diplomacy as a Ludex game: options, views, sentences, and tables that read whole lists of orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludex.core import BadOption, Game, GameOptions, Move, State, secret_seed
from ludex.games.diplomacy import hidden, rules
from ludex.games.diplomacy.board import draw_view
from ludex.games.diplomacy.bots import BOTS
from ludex.games.diplomacy.events import EVENTS
from ludex.games.diplomacy.map import MAP_NAMES, MAPS, MapName
from ludex.games.diplomacy.moves import ORDERS
from ludex.games.diplomacy.sentences import REASONS, say_fault
from ludex.games.diplomacy.state import CONCEDED, DRAW, SOLO, STATE, YEAR_LIMIT
from ludex.games.diplomacy.switches import Switches
from ludex.games.diplomacy.table import DiplomacyTable
from ludex.games.diplomacy.views import View, make_view

_LONGEST = 250
"""Years a game may last at most, so that every game ends."""


class DiplomacyOptions(Switches, frozen=True):
    """Options of Diplomacy: the rule switches, and how a game ends.

    `last_year` is the last year that is played (0: the map's first year and 34 more), `victory` the centres that win
    (0: as the map says), `votes` whether draws and concessions can be voted.
    """

    last_year: int = 0
    victory: int = 0
    votes: bool = True


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
    rules: ClassVar[Any] = rules
    options = DiplomacyOptions
    bots = BOTS
    view_type: ClassVar[Any] = View
    max_options = 2048
    max_events = 400
    max_moves = 60_000
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = REASONS
    endings: ClassVar[Mapping[int, str]] = {
        SOLO: "a power owns enough centres to win",
        DRAW: "all powers agreed on a draw",
        CONCEDED: "all others conceded",
        YEAR_LIMIT: "the last year was played",
    }
    laws: ClassVar[Mapping[int, str]] = {
        hidden.UNIT_MISPLACED: "armies stand on land, fleets at sea or on one coast",
        hidden.BEATEN_MISPLACED: "dislodged units wait only in a retreat phase, where they could have stood",
        hidden.COUNT_WRONG: "every power owes as many orders as it has units without one",
        hidden.OFF_THE_MAP: "nothing stands on another map",
        hidden.TOO_MANY_UNITS: "in spring no power has more units than centres",
    }

    def __init__(self, map: MapName = "standard") -> None:  # noqa: A002  (the game's own word)
        if map not in MAPS:
            raise BadOption(f"there is no map {map!r}: expected one of {', '.join(MAPS)}")
        self.map: MapName = map
        if map != "standard":
            self.name = f"diplomacy-{map}"
            self.title = f"Diplomacy: {MAPS[map].title}"
        self.seats = range(len(MAPS[map].powers), len(MAPS[map].powers) + 1)

    def prepare(self, s: State, options: Any) -> None:
        board = MAPS[self.map]
        s.map = MAP_NAMES.index(self.map)
        options.write(s)
        centres = sum(province.centre for province in board.provinces)
        if not 0 <= options.victory <= centres:
            raise BadOption(f"victory is {options.victory}: expected 1 to {centres} centres, or 0 for {board.victory}")
        last = options.last_year or board.first_year + 34
        if not board.first_year <= last <= board.first_year + _LONGEST:
            first, most = board.first_year, board.first_year + _LONGEST
            raise BadOption(f"last_year is {options.last_year}: expected {first} to {most}, or 0 for {first + 34}")
        s.victory = options.victory or board.victory
        s.last_year = last
        s.votes = int(options.votes)

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
