"""Tournaments: every bot against every other, seats balanced, counted by who finishes ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from ludex.arena.simulate import PlayerFaults, simulate
from ludex.arena.statistics import wilson
from ludex.core.errors import BadSetting
from ludex.core.game import Game
from ludex.core.registry import game as find_game


class Match(msgspec.Struct, frozen=True):
    """Two bots against each other: how often the first finished ahead (ties count half), with the 95 % interval."""

    first: str
    second: str
    games: int
    rate: float
    low: float
    high: float
    faults: tuple[PlayerFaults, ...] = ()
    """What players of one's own did wrong."""


class Standing(msgspec.Struct, frozen=True):
    """One bot over the whole tournament: the mean of its rates against all others."""

    player: str
    rate: float
    against: dict[str, float]


class Tournament(msgspec.Struct, frozen=True):
    """All matches, and the standings with the best first.

    >>> tournament("automation", ["random", "big-money"], 100)
    <Tournament of automation: 1. big-money 100.0%, 2. random 0.0%>
    """

    game: str
    settings: dict[str, Any]
    seats: int
    standings: tuple[Standing, ...]
    matches: tuple[Match, ...]

    @property
    def faults(self) -> tuple[PlayerFaults, ...]:
        """What players of one's own did wrong, in all matches."""
        return tuple(fault for match in self.matches for fault in match.faults)

    @property
    def forfeits(self) -> int:
        """How many games were lost by a player's own fault."""
        return sum(fault.forfeits for fault in self.faults)

    def __repr__(self) -> str:
        places = ", ".join(f"{place}. {s.player} {s.rate:.1%}" for place, s in enumerate(self.standings, 1))
        return f"<Tournament of {self.game}: {places}>"


def match(
    game: Game | str,
    first: str,
    second: str,
    games: int,
    *,
    seats: int | None = None,
    seed: int | str | bytes = 0,
    settings: Mapping[str, Any] | None = None,
    time_limit: float | None = None,
) -> Match:
    """Let two bots play at alternating seats, which rotate from game to game.

    >>> match("automation", "big-money", "random", 200).rate
    1.0
    """
    found = find_game(game) if isinstance(game, str) else game
    count = seats or _seats(found)
    players = [first if seat % 2 == 0 else second for seat in range(count)]
    result = simulate(found, players, games, seed=seed, rotate=True, settings=settings, time_limit=time_limit)
    pairs = [(a, b) for a in range(0, count, 2) for b in range(1, count, 2)]
    rate = sum(result.seats[a].ahead[b] for a, b in pairs) / len(pairs)
    low, high = wilson(rate * games, games)
    return Match(first, second, games, rate, low, high, result.faults)


def tournament(
    game: Game | str,
    players: Sequence[str] | None = None,
    games: int = 2_000,
    *,
    seats: int | None = None,
    seed: int | str | bytes = 0,
    settings: Mapping[str, Any] | None = None,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Tournament:
    """Let every bot play every other (default: all bots of the game), with `games` games in each match.

    >>> tournament("automation", ["random", "big-money", "architect"], 100).standings[0].player
    'architect'
    """
    found = find_game(game) if isinstance(game, str) else game
    names = list(dict.fromkeys(players or found.bot_slots))
    if len(names) < 2:
        raise BadSetting(f"a tournament needs at least two different players, not {', '.join(names) or 'none'}")
    matches = []
    for first, second in combinations(names, 2):
        if progress:
            progress(f"{first} – {second}")
        given = match(found, first, second, games, seats=seats, seed=seed, settings=settings, time_limit=time_limit)
        matches.append(given)
    standings = sorted((_standing(name, matches) for name in names), key=lambda standing: -standing.rate)
    settled = msgspec.to_builtins(found.read_settings(dict(settings or {})))
    return Tournament(found.name, settled, seats or _seats(found), tuple(standings), tuple(matches))


def _seats(game: Game) -> int:
    """Two seats, or the smallest even number that the game is for, so that each bot has half of them."""
    even = [count for count in game.seats if count % 2 == 0]
    return even[0] if even else game.seats[0]


def _standing(name: str, matches: Sequence[Match]) -> Standing:
    against = {m.second: m.rate for m in matches if m.first == name}
    against |= {m.first: 1 - m.rate for m in matches if m.second == name}
    return Standing(name, sum(against.values()) / len(against), against)
