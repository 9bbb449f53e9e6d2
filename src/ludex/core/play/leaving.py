"""Leaving a game: a seat whose player resigns, forfeits or runs out of time, and what becomes of the seat.

A game does not end because one player leaves. A bot plays on, the seat falls into civil disorder if the rules of the
game define it, or the seat stays open until another player takes it. Only a game for two ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, get_args

import msgspec

from ludex.core.game.game import Game
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.names import LONGEST_NAME

OnLeave = Literal["bot", "civil-disorder", "open-seat", "end"]
"""The choices for a seat whose player leaves: a bot plays on, civil disorder, it waits for another player, or the game
ends."""
Then = Literal["bot", "civil-disorder", "open-seat", "person"]
"""The decider of a seat after a change: `person` is another player who took the seat."""

MOST_LEAVINGS = 1_000
"""Largest number of changes of seats in a game."""
LONGEST_WHY = 10_000
FEWEST = 2
"""The number of seats in play that a game needs: when one of two leaves, the game ends."""


class Leaving(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that changed hands, and after how many moves: its player left (`why`), or another player took it (`by`).

    >>> Leaving(31, 2, "bot", "resigned")
    Leaving(after=31, seat=2, then='bot', why='resigned', by='')
    """

    after: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=63)]
    then: Then
    why: Annotated[str, msgspec.Meta(max_length=LONGEST_WHY)] = ""
    by: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


def leavers(leavings: Iterable[Leaving]) -> tuple[int, ...]:
    """Return the seats whose players have left and that no other player has taken, the earliest leaver first.

    >>> leavers([Leaving(3, 2, "bot"), Leaving(5, 0, "bot"), Leaving(9, 2, "person", by="Dan")])
    (0,)
    """
    away: dict[int, None] = {}
    for leaving in leavings:
        away.pop(leaving.seat, None)
        if leaving.then != "person":
            away[leaving.seat] = None
    return tuple(away)


def name_at(players: Sequence[str], leavings: Iterable[Leaving], seat: int) -> str:
    """Return the name of the player who has, or last had, a seat.

    >>> name_at(["Ann", "Bob"], [Leaving(3, 1, "bot"), Leaving(5, 1, "person", by="Dan")], 1)
    'Dan'
    """
    later = [leaving.by for leaving in leavings if leaving.seat == seat and leaving.then == "person"]
    return later[-1] if later else players[seat]


_FATES: dict[str, str] = {
    "bot": "a bot played on",
    "civil-disorder": "the seat fell into civil disorder",
    "open-seat": "the seat was open",
}


def told_of(players: Sequence[str], leavings: Sequence[Leaving], by_seat: bool = True) -> list[str]:
    """Return a sentence without a full stop for every change of a seat: who left or came, and when.

    The seats are named by their numbers, too, unless the reader knows the players by their names.

    >>> changes = [Leaving(3, 1, "bot", "resigned"), Leaving(5, 1, "person", by="Dan")]
    >>> told_of(["Ann", "Bob"], changes)[0]
    'seat 1 (Bob) left after move 3: resigned, and a bot played on'
    >>> told_of(["Ann", "Bob"], changes, by_seat=False)[1]
    'Dan took the seat of Bob after move 5'
    """
    found = []
    for at, leaving in enumerate(leavings):
        before = name_at(players, leavings[:at], leaving.seat)
        who = f"seat {leaving.seat} ({before})" if by_seat else before
        if leaving.then == "person":
            found.append(f"{leaving.by} took the seat of {who} after move {leaving.after}")
        else:
            found.append(f"{who} left after move {leaving.after}: {leaving.why}, and {_FATES[leaving.then]}")
    return found


def expect_choice(game: Game, choice: str) -> OnLeave:
    """Return what happens to a seat whose player leaves. Refuse an unknown word, and what the game does not define.

    >>> import ludex
    >>> expect_choice(ludex.game("modern-art"), "civil-disorder")
    Traceback (most recent call last):
    ludex.core.language.errors.BadSetting: Modern Art has no civil disorder: expected 'bot', 'open-seat' or 'end'
    """
    known = [word for word in get_args(OnLeave) if word != "civil-disorder" or game.civil_disorder is not None]
    if choice in known:
        return choice  # type: ignore[return-value]  # one of the words
    expected = f"expected {', '.join(map(repr, known[:-1]))} or {known[-1]!r}"
    if choice == "civil-disorder":
        raise BadSetting(f"{game.title} has no civil disorder: {expected}")
    raise BadSetting(f"on_leave is {quote(choice)}: {expected}")


def what_follows(choice: OnLeave, staying: int) -> OnLeave:
    """Return what happens when a player leaves and a number of others stay: a game for two ends.

    >>> what_follows("bot", 2), what_follows("bot", 1)
    ('bot', 'end')
    """
    return choice if staying >= FEWEST else "end"
