"""The story of a finished game: how the seats stood after every round, and when it was decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from ludex.core.play.table import Table
from ludex.table.room.refused import Refused
from ludex.table.room.state import TableState


class Round(msgspec.Struct, frozen=True):
    """A round, hand or year of a game, and how the seats stood after it."""

    title: str
    at: int
    """The number of moves after which it was over."""
    standing: tuple[int, ...]


class Story(msgspec.Struct, frozen=True):
    """A game in a few lines."""

    counted: str
    """The name of the units of the standings: points, money, cities."""
    scores: tuple[int, ...]
    """The final scores, as people say them."""
    rounds: tuple[Round, ...]
    low_wins: bool
    """True if the lowest count is the best."""
    turning: str
    """A sentence about the round in which the lead changed for the last time, or an empty text."""


def story_of(state: TableState) -> Story:
    """Return the story of a finished game."""
    table = state.table
    if table is None or not state.over or table.outcome is None:
        raise Refused(409, "not-over", "The story of a game is available once it is over.")
    standing, outcome = table.game.look.standing, table.outcome
    rounds = tuple(_rounds(table))
    decided = table.engine.forfeited is None and len(rounds) > 1
    turning = turning_point(rounds, outcome.winners, state.names) if decided else ""
    shown = tuple(msgspec.structs.replace(one, standing=_signed(one.standing, standing.sign)) for one in rounds)
    return Story(standing.words, _signed(outcome.scores, standing.sign), shown, standing.sign < 0, turning)


def _signed(scores: Sequence[int], sign: int) -> tuple[int, ...]:
    return tuple(sign * score for score in scores)


def _rounds(table: Table[Any]) -> Iterator[Round]:
    """Yield the chapters of the game's log, each with the standing when the next one begins."""
    sections = table.game.look.sections
    title = next(filter(None, (sections.chapter(seen.event) for seen in table.engine.opening())), sections.first)
    last = len(table.played)
    for number in range(1, last + 1):
        for seen in table.played.events_of(number):
            begun = sections.chapter(seen.event)
            if begun and title and begun != title:
                yield Round(title, number, _standing(table, number))
            title = begun or title
    yield Round(title or "The game", last, _standing(table, last))


def _standing(table: Table[Any], at: int) -> tuple[int, ...]:
    """Return how the seats stood after a number of moves."""
    counted = table.game.look.standing.of
    if counted is not None:
        return tuple(counted(table.branch(at).view(None)))
    out = np.zeros((table.seats, 2), np.int64)
    table.game.kernel.scores(table.engine.record_in_full(at), 0, out)
    return tuple(out[:, 0].tolist())


def turning_point(rounds: Sequence[Round], winners: Sequence[int], names: Sequence[str]) -> str:
    """Say in which round the winners took the lead for the last time.

    >>> rounds = [Round("Round 1", 4, (9, 2)), Round("Round 2", 8, (9, 12)), Round("Round 3", 12, (10, 20))]
    >>> turning_point(rounds, [1], ["Ann", "Bob"])
    'Bob took the lead from Ann in round 2, and kept it.'
    >>> turning_point(rounds[1:], [1], ["Ann", "Bob"])
    'Bob led from round 2 to the end.'
    >>> turning_point(rounds[:2], [1], ["Ann", "Bob"])
    'Bob overtook Ann in round 2, the last.'
    """
    if not winners or len(winners) == len(names):
        return ""
    leaders = [_leaders(one.standing) for one in rounds]
    behind = [number for number, found in enumerate(leaders[:-1]) if not found or not {*winners} <= found]
    who = _joined([names[seat] for seat in winners])
    if not behind:
        return f"{who} led from {_lower(rounds[0].title)} to the end."
    last = behind[-1]
    before = _joined([names[seat] for seat in sorted(leaders[last] - {*winners})])
    where = _lower(rounds[last + 1].title)
    if last + 1 == len(rounds) - 1:
        return f"{who} overtook {before} in {where}, the last." if before else f"It was decided in {where}, the last."
    return f"{who} took the lead{f' from {before}' if before else ''} in {where}, and kept it."


def _leaders(standing: Sequence[int]) -> set[int]:
    """Return the seats in the lead, or none if all stand alike."""
    best = max(standing)
    return {seat for seat, count in enumerate(standing) if count == best} if min(standing) < best else set()


def _joined(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]
