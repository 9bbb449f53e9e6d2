"""The records of a game for its players: decisions in time, games left, and the result of a rated game.

Only public tables are recorded, at which strangers sit down together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludex.table.room.departures import RESIGNED
from ludex.table.room.messages import encode
from ludex.table.room.rows import Forfeited, Left, Payload
from ludex.table.store import Belonging

if TYPE_CHECKING:
    from ludex.core.game.game import Game
    from ludex.table.room.state import TableState

PLAYED, RESULT = "played", "result"
"""Kinds of belongings: a game of a person, and the result of a rated game, which belongs to the server."""
SERVER = "server"
SEARCH = "search"
"""The bot that looks ahead. It is about as strong as the best bot of its game."""


def records(before: Sequence[str], was_over: bool, state: TableState, payloads: Sequence[Payload]) -> list[Belonging]:
    """Return the records of rows. `before` are the owners of the seats before them."""
    if not state.header.public or state.made.sandbox or state.made.history is not None or state.table is None:
        return []
    found = []
    for payload in payloads:
        if isinstance(payload, Left | Forfeited) and before[payload.seat]:
            found.append(_played(state, payload.seat, before[payload.seat], left=payload.why != RESIGNED))
    if state.over and not was_over:
        gone = {one.person for one in found}
        for number, seat in enumerate(state.seats):
            if seat.owner and seat.owner not in gone:
                found.append(_played(state, number, seat.owner, left=False))
        if state.made.rated:
            data = encode(result_of(state))
            found.append(Belonging(RESULT, state.header.id, SERVER, data, at=state.at))
    return found


def _played(state: TableState, number: int, owner: str, left: bool) -> Belonging:
    seat = state.seats[number]
    timed = state.clock_rules.ticks
    data: dict[str, Any] = {"game": state.header.game, "left": left}
    if timed:
        data |= {"decisions": seat.decided + seat.late, "late": seat.late}
    return Belonging(PLAYED, f"{state.header.id}.{owner}", owner, encode(data), at=state.at)


def place_of(game: Game[Any, Any], bot: str) -> float | None:
    """Return the place of a bot among the bots of its game (1: the strongest), or None if it has no fixed strength.

    >>> import ludex
    >>> [place_of(ludex.game("automation"), bot) for bot in ("architect", "search", "search-100ms", "random")][:3]
    [1.0, 1.0, None]
    """
    bots = game.bots_by_strength
    return 1.0 if bot == SEARCH else (bots.index(bot) + 1) / len(bots) if bot in bots else None


def result_of(state: TableState) -> dict[str, Any]:
    """Return the result of a rated game: the player of every seat when it began, and the ranks.

    A player who left is last, even if another one took the seat: then the leaver is rated, and not the other.
    """
    assert state.table is not None
    outcome = state.table.outcome
    assert outcome is not None
    players = []
    for number, seat in enumerate(state.seats):
        if seat.kind == "bot":
            players.append({"bot": seat.bot, "place": place_of(state.game, seat.bot)})
        else:
            players.append({"person": seat.began or f"former {state.header.id}.{number}"})
    changed = [seat.kind == "person" and (seat.left or seat.owner != seat.began) for seat in state.seats]
    last = len(outcome.ranks)
    ranks = [last if gone else rank for gone, rank in zip(changed, outcome.ranks, strict=True)]
    return {"game": state.header.game, "at": state.at, "players": players, "ranks": ranks}
