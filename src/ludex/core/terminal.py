"""What a game tells people at a terminal, besides its rules. A game overrides what it has something to say about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ludex.core.events import Event
from ludex.core.layout import wrapped

if TYPE_CHECKING:
    from ludex.core.game import Game
    from ludex.core.page import Seating

V = TypeVar("V")


class Terminal(Generic[V]):
    """How a game is shown at a terminal: `ludex play` asks `game.terminal`.

    A game without a terminal of its own is shown as its `draw` draws it, with names in the place of seats.
    """

    on_screen: ClassVar[tuple[type[Event], ...]] = ()
    """Kinds of events that need not be told, since the screen shows what they tell."""

    said_again: ClassVar[Mapping[type[Event], type[Event]]] = {}
    """Kinds of events that tell everybody, without the secret, what a seat has just been told in full by another kind:
    `{CardsDrawn: CardDrawn}`. That seat is told once."""

    numbered: ClassVar[bool] = True
    """Whether options may be numbered. They may not where numbers mean something else, such as ranks of cards."""

    def __init__(self, game: Game[V, Any]) -> None:
        self.game = game

    def screen(self, view: V, seating: Seating, width: int) -> str:
        """A view as text with the players' names, in lines of at most `width` columns where that is possible."""
        lines = seating.say(self.game.draw(view)).splitlines()
        return "\n".join(part for line in lines for part in wrapped(line, width, hang=2))

    def shown(self, text: str) -> str:
        """A move or a sentence as people read it, say with `Q♠` for `QS`. What is shown so can also be typed."""
        return text

    def written(self, text: str) -> str:
        """What was typed as moves are written, where `shown` shows something that cannot be read otherwise."""
        return text

    def summed_up(self, events: Sequence[Event]) -> tuple[str, ...]:
        """Sentences about events `on_screen` that no screen showed, since more happened before somebody was asked."""
        return ()

    def score(self, view: V, seating: Seating, width: int) -> str:
        """How everybody stands, as far as the viewer may know. Empty if the screen tells all there is."""
        return ""

    def remarks(self, view: V) -> Mapping[str, str]:
        """What stands beside options, by their text: prices, say."""
        return {}

    def keys(self, view: V) -> Mapping[str, str]:
        """Single keys that stand for a whole line which is often typed now, say `$` for all money."""
        return {}

    def explain(self, view: V, name: str) -> str | None:
        """What a card, a plant or a province does. None if the game has nothing of that name."""
        return None

    def explained(self, view: V) -> tuple[str, ...]:
        """The names that `explain` knows, those first that matter now."""
        return ()

    def map_text(self, view: V, seating: Seating, name: str, width: int) -> str:
        """The map as text, or what lies around the place of that name. Empty if the game has no map."""
        return ""

    def map_svg(self, view: V) -> str:
        """The map as an SVG picture. Empty if the game has none."""
        return ""
