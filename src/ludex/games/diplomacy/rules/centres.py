"""Supply centres: who owns them, and who has won."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.diplomacy.components import CENTRE, CENTRES, CODES, HOME, NOWHERE, PROVINCES
from ludex.games.diplomacy.events import CentreTaken
from ludex.games.diplomacy.state import NO_ORDER, SOLO, State


@rule
def take_centres(s: State, log: Log) -> None:
    """After fall a centre belongs to the power whose unit stands in it."""
    for p in CENTRES:
        if s.kind[p] and s.owner[p] != s.power[p]:
            s.owner[p] = s.power[p]
            note(log, CentreTaken, EVERYONE, s.power[p], int(p))


@rule
def find_winner(s: State) -> None:
    """A power with enough centres has won."""
    count_centres(s)
    for seat in range(s.seats):
        if s.left[seat] >= s.victory:
            s.ended = SOLO
            s.winner = seat
        s.left[seat] = 0


@rule
def count_centres(s: State) -> None:
    """Count the centres of all powers at once, in `left`."""
    for seat in range(s.seats):
        s.left[seat] = 0
    for p in CENTRES:
        if s.owner[p] != NOWHERE:
            s.left[s.owner[p]] += 1


@rule
def centres(s: State, seat: int) -> int:
    """Return the number of centres a power owns."""
    count = 0
    for p in CENTRES:
        count += s.owner[p] == seat
    return count


@rule
def surplus(s: State, seat: int) -> int:
    """Return how many more centres than units a power has."""
    count = 0
    for p in range(PROVINCES):
        if CENTRE[p] and s.owner[p] == seat:
            count += 1
        if s.kind[p] and s.power[p] == seat:
            count -= 1
    return count


def free_home_codes(s: State, seat: int) -> list[str]:
    """List the home centres in which a power could still build."""
    return [
        CODES[p]
        for p in range(PROVINCES)
        if HOME[p] == seat and s.owner[p] == seat and not s.kind[p] and s.order[p] == NO_ORDER
    ]
