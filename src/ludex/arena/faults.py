"""What players of one's own do wrong in many games, told once for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ludex.core.referee import Referee


class PlayerFaults(msgspec.Struct, frozen=True):
    """What a player of one's own did wrong: it raised something, or used up all its attempts and forfeited."""

    player: str
    forfeits: int
    """How many games it lost in this way."""
    game: int
    """The number of the first game in which something was wrong."""
    why: str
    """Why the player forfeited there, or what its code raised."""
    traceback: str
    """Where its code failed for the first time. Empty if it never failed, but answered badly."""


def faults_of(
    referee: Referee, players: Sequence[str], seating: Sequence[int], number: int
) -> Iterator[tuple[int, PlayerFaults]]:
    """What went wrong in a game, for every player whose fault it was."""
    gone = referee.violation
    for seat, player in enumerate(seating):
        forfeited = gone is not None and gone.seat == seat
        traceback = referee.tracebacks.get(seat, "")
        if forfeited or traceback:
            why = gone.why if gone is not None and forfeited else traceback.strip().rpartition("\n")[2]
            yield player, PlayerFaults(players[player], int(forfeited), number, why, traceback)


def put_together(faults: Iterable[tuple[int, PlayerFaults]]) -> tuple[PlayerFaults, ...]:
    """The faults of all games, put together for each player."""
    found: dict[int, PlayerFaults] = {}
    for player, fault in faults:
        known = found.get(player, fault)
        first = known if known.forfeits or not fault.forfeits else fault
        forfeits = fault.forfeits + (known.forfeits if known is not fault else 0)
        found[player] = msgspec.structs.replace(first, forfeits=forfeits, traceback=known.traceback or fault.traceback)
    return tuple(found[player] for player in sorted(found))
