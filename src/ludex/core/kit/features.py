"""Checks of `game.features`: they contain nothing that a seat may not know, and everything that its view shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ludex.core.game.game import Game
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.record import States

Views: TypeAlias = dict[tuple[str, int, int, bytes], Any]
"""The views of seats, by settings, number of seats, seat and features."""


class Observed:
    """The features that seats have had in one game, with the views of this and of earlier games."""

    def __init__(self, game: Game, seats: int, settings: Mapping[str, Any], views: Views) -> None:
        self.game = game
        self.features = game.features(seats, **settings)
        self.settings = repr(sorted(settings.items()))
        self.views = views

    def leak(self, states: States, dealt: States, seat: int) -> str:
        """Describe a column that differs between two states that look the same to a seat; else return an empty text."""
        ours, theirs = self.features.of(states, seat), self.features.of(dealt, seat)
        differ = (ours != theirs).nonzero()[0]
        return (
            f"the feature {self.features.names[differ[0]]!r} of seat {seat} depends on a secret" if len(differ) else ""
        )

    def blur(self, states: States, hidden: States, seat: int) -> str:
        """Describe a difference between two views of a seat that its features do not show; else return an empty text.

        The views are those of this state and of all before it, in all games.
        """
        view = self.game.view(load_twin(hidden, 0), seat)
        row = self.features.of(states, seat).tobytes()
        known = self.views.setdefault((self.settings, self.features.seats, seat, row), view)
        if known == view:
            return ""
        fields = getattr(view, "__struct_fields__", None) or self.game.machine.layout.names[1:]
        differ = [name for name in fields if getattr(known, name, None) != getattr(view, name, None)]
        return f"two views of seat {seat} with different {', '.join(differ) or 'contents'} have the same features"
