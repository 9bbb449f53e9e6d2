"""Faults of custom players in many games, reported once for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ludex.core.play.referee import Referee


class PlayerFaults(msgspec.Struct, frozen=True):
    """The faults of a custom player: it raised an exception, or used up all its attempts and forfeited."""

    player: str
    forfeits: int
    """Number of games that it lost in this way."""
    game: int
    """The number of the first game with a fault."""
    why: str
    """The reason for which the player forfeited there, or the exception that its code raised."""
    traceback: str
    """The traceback of its first failure. Empty if it never failed, but gave illegal answers."""


def faults_of(
    referee: Referee, players: Sequence[str], seating: Sequence[int], number: int
) -> Iterator[tuple[int, PlayerFaults]]:
    """Yield the faults of a game, for every player at fault."""
    counted: set[str] = set()
    for seat, player in enumerate(seating):
        gone = referee.violations.get(seat)
        forfeited = gone is not None and players[player] not in counted  # a player at several seats loses one game
        traceback = referee.tracebacks.get(seat, "")
        if gone is not None or traceback:
            why = gone.why if gone is not None else traceback.strip().rpartition("\n")[2]
            counted |= {players[player]} if forfeited else set()
            yield player, PlayerFaults(players[player], int(forfeited), number, why, traceback)


def put_together(faults: Iterable[tuple[int, PlayerFaults]]) -> tuple[PlayerFaults, ...]:
    """Return the faults of all games, combined for each player."""
    found: dict[int, PlayerFaults] = {}
    for player, fault in faults:
        known = found.get(player, fault)
        first = known if known.forfeits or not fault.forfeits else fault
        forfeits = fault.forfeits + (known.forfeits if known is not fault else 0)
        found[player] = msgspec.structs.replace(first, forfeits=forfeits, traceback=known.traceback or fault.traceback)
    return tuple(found[player] for player in sorted(found))
