"""`game.new`: how a game's tables are set up, with types that editors and type checkers know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from ludex.core.chance import is_guessable, secret_seed
from ludex.core.errors import BadSetting, quote

if TYPE_CHECKING:
    from ludex.core.game import Game

P = ParamSpec("P")
T = TypeVar("T")
Seed = int | str | bytes | None


class NewTable(Generic[P, T]):
    """`game.new`: sets up tables, with the game's settings as keywords that type checkers know."""

    def __init__(self, table: type[T] | None, settings: Callable[P, Any]) -> None:
        self.table: Any = table
        self.settings: Any = settings
        self.game: Any = None

    def __get__(self, game: Any, owner: Any = None) -> NewTable[P, T]:
        bound: NewTable[P, T] = NewTable(self.table, self.settings)
        bound.game = game
        return bound

    def __call__(
        self,
        seats: int | None = None,
        seed: Seed = None,
        players: Sequence[str] | None = None,
        entropy: Sequence[bytes | None] | None = None,
        *args: P.args,
        **settings: P.kwargs,
    ) -> T:
        """A table with this game, set up and waiting for its first move.

        `entropy` is what the seats add to chance after they were told the commitment to the seed: for each of them 16
        to 64 random bytes, or None (`ludex.core.fairness`).
        """
        game: Game = self.game
        if args:
            raise BadSetting(f"{game.name}: settings are given by name, not as {quote(args)}")
        count = seats if seats is not None else len(players) if players else max(2, game.seats[0])
        if entropy and is_guessable(seed):
            raise BadSetting(
                "a seed that can be guessed makes a commitment worthless: give 32 random bytes, or no seed"
            )
        made: T = game.make_table(count, secret_seed(seed), game.read_settings(settings), players, entropy=entropy)
        return made


def new_table(table: type[T], settings: Callable[P, Any]) -> Callable[[Callable[[Any], None]], NewTable[P, T]]:
    """Declare a game's `new`, and with it what its views and settings are::

        @new_table(Table[View], ModernArtSettings)
        def new(self) -> None:
            \"\"\"Set up a table of Modern Art.\"\"\"

    The function itself is never called: it only bears the name and the words.
    """

    def make(function: Callable[[Any], None]) -> NewTable[P, T]:
        made = NewTable(table, settings)
        made.__doc__ = function.__doc__
        return made

    return make
