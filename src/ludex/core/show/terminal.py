"""A game's appearance at a terminal. Games override the parts that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ludex.core.language.events import Event
from ludex.core.show.layout import wrapped

if TYPE_CHECKING:
    from ludex.core.game.game import Game
    from ludex.core.show.page import Seating

V = TypeVar("V")


class Terminal(Generic[V]):
    """The presentation of a game at a terminal: `ludex play` uses `game.look.terminal`.

    A game without a terminal is shown as its `draw` draws it, with names in place of seats.
    """

    on_screen: ClassVar[tuple[type[Event], ...]] = ()
    """Kinds of events that need no sentence, because the screen shows them."""

    said_again: ClassVar[Mapping[type[Event], type[Event]]] = {}
    """Kinds of events that repeat, without the secret, what a seat has just received in full as a different kind:
    `{CardsDrawn: CardDrawn}`. That seat sees only one of them."""

    numbered: ClassVar[bool] = True
    """True if options may be numbered. They may not where numbers mean something else, such as ranks of cards."""

    def __init__(self, game: Game[V, Any]) -> None:
        self.game = game

    def screen(self, view: V, seating: Seating, width: int) -> str:
        """Return a view as text with the players' names, in lines of at most `width` columns where possible."""
        lines = seating.say(self.game.look.draw(view)).splitlines()
        return "\n".join(part for line in lines for part in wrapped(line, width, hang=2))

    def written(self, text: str) -> str:
        """Return typed text in the notation of moves, if `Look.shown` displays what cannot be read directly."""
        return text

    def summed_up(self, events: Sequence[Event]) -> tuple[str, ...]:
        """Return sentences about events `on_screen` that no screen showed, because more followed at once."""
        return ()

    def score(self, view: V, seating: Seating, width: int) -> str:
        """Return the current standings, as far as the viewer may know them. Empty if the screen shows everything."""
        return ""

    def keys(self, view: V) -> Mapping[str, str]:
        """Return single keys for frequently typed lines, such as `$` for all money."""
        return {}

    def in_play(self, view: V, names: Iterable[str]) -> Iterable[str]:
        """Return the names in moves that can occur at this table, for suggestions. By default all of them."""
        return names

    def explain(self, view: V, name: str) -> str | None:
        """Explain a card, a plant or a province. None if the game has nothing of that name."""
        return None

    def explained(self, view: V) -> tuple[str, ...]:
        """Return the names that `explain` accepts, the currently relevant ones first."""
        return ()

    def map_text(self, view: V, seating: Seating, name: str, width: int) -> str:
        """Return the map as text, or the surroundings of the place of that name. Empty if the game has no map.

        A game with a map also has a `Look.svg`, which draws it as a picture.
        """
        return ""
