"""The settings of Modern Art, and how they get into the record."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ludex.core import BadOption, GameOptions, State
from ludex.games.modern_art.components import DECK, DECKS, KINDS, DeckName

Closing: TypeAlias = Literal["passes", "hammer"]


class ModernArtOptions(GameOptions, frozen=True):
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


def write_settings(s: State, options: ModernArtOptions) -> None:
    """Write the settings into a blank record; refuse those that do not fit the number of seats."""
    if options.mystery and s.seats != 3:
        raise BadOption(f"the mystery player joins a game of 3 seats, not of {s.seats}: leave `mystery` off")
    if options.starter is not None and not 0 <= options.starter < s.seats:
        raise BadOption(f"starter is {options.starter}: expected a seat from 0 to {s.seats - 1}, or none")
    for kind in range(KINDS):
        s.total[kind] = int(DECK[DECKS.index(options.deck), kind])
    s.hammer = int(options.closing == "hammer")
    s.split = int(options.double_money == "split")
    s.with_mystery = int(options.mystery)
    s.starter = -1 if options.starter is None else options.starter
