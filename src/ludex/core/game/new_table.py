"""`game.new`: setting up a game's tables, with types that editors and type checkers know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, ParamSpec, TypeVar, get_origin

from ludex.core.game.template import expect_seats
from ludex.core.language.chance import is_guessable, secret_seed
from ludex.core.language.errors import BadSetting, quote

if TYPE_CHECKING:
    from ludex.core.game.game import Game
    from ludex.core.game.position import Position

P = ParamSpec("P")
T = TypeVar("T")
Seed = int | str | bytes | None
"""The seed of a table: None draws a secret one. Numbers and texts can be guessed, and are for tests."""


class NewTable(Generic[P, T]):
    """`game.new`: sets up tables, with the game's settings as keywords that type checkers know."""

    plain_table: ClassVar[Any] = None
    """The class of tables of games that declare none. `ludex.core.play.table` sets it to `Table`."""

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
        """Set up a table with this game, waiting for its first move.

        `entropy` is added to chance by the seats after they received the commitment to the seed: for each of them 16 to
        64 random bytes, or None (`ludex.core.language.fairness`).
        """
        game: Game = self.game
        if args:
            raise BadSetting(f"{game.name}: settings are given by name, not as {quote(args)}")
        count = seats if seats is not None else len(players) if players else max(2, game.seats[0])
        if entropy and is_guessable(seed):
            raise BadSetting(
                "a seed that can be guessed makes a commitment worthless: give 32 random bytes, or no seed"
            )
        made: T = make_table(game, count, secret_seed(seed), game.read_settings(settings), players, entropy=entropy)
        return made


def make_table(
    game: Game,
    seats: int,
    seed: bytes,
    settings: Any,
    players: Sequence[str] | None = None,
    position: Position | None = None,
    entropy: Sequence[bytes | None] | None = None,
) -> Any:
    """Return a table of the game's class, from values that have been read already."""
    kind = get_origin(game.new.table) or game.new.table or NewTable.plain_table
    return kind(game, expect_seats(game, seats), seed, settings, players, position, entropy)


def new_table(table: type[T], settings: Callable[P, Any]) -> Callable[[Callable[[Any], None]], NewTable[P, T]]:
    """Declare a game's `new`, and with it the types of its views and settings::

        @new_table(Table[View], ModernArtSettings)
        def new(self) -> None:
            \"\"\"Set up a table of Modern Art.\"\"\"

    The function itself is never called: it only provides the name and the docstring. A game without a class for its
    views declares `Table` alone: views then have the record's fields.
    """

    def make(function: Callable[[Any], None]) -> NewTable[P, T]:
        made = NewTable(table, settings)
        made.__doc__ = function.__doc__
        return made

    return make
