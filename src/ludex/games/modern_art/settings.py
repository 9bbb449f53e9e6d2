"""The settings of Modern Art, and their place in the record."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ludex.author import BadSetting, GameSettings
from ludex.games.modern_art.components import DECK, DECKS, KINDS, DeckName
from ludex.games.modern_art.state import State

Closing: TypeAlias = Literal["passes", "hammer"]


class ModernArtSettings(GameSettings, frozen=True, kw_only=True):
    """The settings of Modern Art.

    `deck`: the artists have 12/13/14/15/16 cards in `published`, 12/13/15/15/15 in `review`. `double_money`: the money
    for a joined double goes to the `second` player alone, or to both by `split`. `mystery` adds the mystery player to a
    game of three. `closing`: an open auction ends when all others have declined the standing bid (`passes`), or by the
    three calls of the `hammer`. `starter` is the seat of the youngest player, who starts; None leaves it to chance.
    """

    deck: DeckName = "published"
    double_money: Literal["second", "split"] = "second"
    mystery: bool = False
    closing: Closing = "passes"
    starter: int | None = None


def write_settings(s: State, settings: ModernArtSettings) -> None:
    """Write the settings into a blank record. Raises `BadSetting` if they do not fit the number of seats."""
    if settings.mystery and s.seats != 3:
        raise BadSetting(f"the mystery player joins a game of 3 seats, not of {s.seats}: leave `mystery` off")
    if settings.starter is not None and not 0 <= settings.starter < s.seats:
        raise BadSetting(f"starter is {settings.starter}: expected a seat from 0 to {s.seats - 1}, or none")
    for kind in range(KINDS):
        s.total[kind] = int(DECK[DECKS.index(settings.deck), kind])
    s.hammer = int(settings.closing == "hammer")
    s.split = int(settings.double_money == "split")
    s.with_mystery = int(settings.mystery)
    s.starter = -1 if settings.starter is None else settings.starter
