"""The gates: what a game must be before anything else of it is measured. They are cheap, and many mutants fail one."""

from __future__ import annotations

from math import sqrt

import msgspec
import numpy as np

from ludex.lab.watching import CUT, HANDS, OPTIONS, Array, Watched, Watcher, seeds_of

SHORTEST, LONGEST = 3.0, 2_000.0
"""The band of moves that a seat makes in a game, on average."""
FEWEST_DECISIONS = 2.0
"""Decisions with more than one option that a seat has in a game, on average."""
FORCED = 0.97
"""The share of moves without an alternative that is still allowed."""
UNFAIR = 0.25
"""How much more often the luckiest side may win than the unluckiest, beyond what chance explains."""
LAST_HAND = "the last hand was played"
"""Why a match ends in which nobody reached the target."""
DRAWN = 0.35
"""The share of games that may end without a single best side."""
STOPPED = 0.5
"""The share of matches that may end with the last hand although there is a target, and of hands that may end only at
the limit of turns: beyond it, the limits end the game, and not what players do."""


class Failure(msgspec.Struct, frozen=True):
    """A gate that a game did not pass, and why."""

    gate: str
    why: str

    def __str__(self) -> str:
        return f"{self.gate}: {self.why}"


class Course(msgspec.Struct, frozen=True):
    """How games between equal players went."""

    games: int
    moves: float
    """Moves of a game, on average."""
    moves_per_seat: float
    decisions_per_seat: float
    """Decisions with more than one option, for a seat in a game."""
    forced: float
    """The share of moves without an alternative."""
    options: float
    """Options where there is more than one, on average."""
    wins: tuple[float, ...]
    """The share of games that each side won."""
    fairness: float
    """1 - the difference between the largest and the smallest of these."""
    draws: float
    stalled: float
    """The share of games that ended with the last hand although the match has a target or a floor."""
    circling: float
    """The share of hands that ended only because the limit of turns was reached."""
    unended: float

    @property
    def completed(self) -> float:
        """The share of games, or of hands where it is lower, that players brought to an end themselves.

        >>> Course(100, 9, 9, 9, 0, 2, (0.5, 0.5), 1, 0, stalled=0.25, circling=0.5, unended=0).completed
        0.5
        """
        return 1 - max(self.stalled, self.circling)


GATES = ("ends", "decisions", "length", "draws", "fair")


def course_of(watcher: Watcher, games: Watched) -> Course:
    """Sum up games between equal players."""
    shares = watcher.shares(games.scores)
    wins = shares.mean(axis=0)
    decisions = int(games.real.sum())
    moves = int(games.moves.sum())
    return Course(
        games=len(games.moves),
        moves=moves / len(games.moves),
        moves_per_seat=moves / len(games.moves) / watcher.seats,
        decisions_per_seat=decisions / len(games.moves) / watcher.seats,
        forced=1 - decisions / max(moves, 1),
        options=float(games.notes[:, OPTIONS].sum() / max(decisions, 1)),
        wins=tuple(float(share) for share in wins),
        fairness=float(1 - (wins.max() - wins.min())),
        draws=float((shares.max(axis=1) < 1).mean()),
        stalled=_stalled(watcher, games.endings),
        circling=float(games.notes[:, CUT].sum() / max(games.notes[:, HANDS].sum(), 1)),
        unended=float((games.endings == 0).mean()),
    )


def _stalled(watcher: Watcher, endings: Array) -> float:
    match = watcher.game.genome.match
    if not match.target and not match.floor:
        return 0.0
    last = [code for code, reason in watcher.game.endings.items() if reason == LAST_HAND]
    return float(np.isin(endings, last).mean())


def failures(course: Course) -> list[Failure]:
    """The gates that a game does not pass."""
    found = []
    if course.unended:
        found.append(Failure("ends", f"{course.unended:.0%} of the games did not end in time"))
    elif course.circling > STOPPED:
        found.append(Failure("ends", f"{course.circling:.0%} of the hands ended only at the limit of turns"))
    elif course.stalled > STOPPED:
        found.append(Failure("ends", f"{course.stalled:.0%} of the games ended before anybody reached the target"))
    if course.decisions_per_seat < FEWEST_DECISIONS or course.forced > FORCED:
        told = f"{course.decisions_per_seat:.1f} real decisions for a seat, {course.forced:.0%} of all moves forced"
        found.append(Failure("decisions", told))
    if not SHORTEST <= course.moves_per_seat <= LONGEST:
        told = f"{course.moves_per_seat:.1f} moves for a seat; expected {SHORTEST:g} to {LONGEST:g}"
        found.append(Failure("length", told))
    if course.draws > DRAWN:
        found.append(Failure("draws", f"{course.draws:.0%} of the games are drawn"))
    gap = 1 - course.fairness
    if gap - chance_gap(course) > UNFAIR:
        wins = ", ".join(f"{share:.0%}" for share in course.wins)
        found.append(Failure("fair", f"the sides won {wins} of the games"))
    return found


def chance_gap(course: Course) -> float:
    """How far apart the win rates of a fair game lie by chance, at most (about two standard deviations).

    >>> wins = (0.5, 0.5)
    >>> round(chance_gap(Course(100, 9, 9, 9, 0, 2, wins, 1, 0, 0, 0, 0)), 3)
    0.2
    """
    rate = 1 / len(course.wins)
    return 2 * sqrt(2 * rate * (1 - rate) / course.games) * (1 if len(course.wins) > 2 else sqrt(2))


def gate(watcher: Watcher, seed: str, games: int, bot: str = "greedy") -> tuple[Course, list[Failure]]:
    """Play games between equal bots and say which gates they do not pass. Games that are far too long are cut off.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> [failure.gate for failure in gate(Watcher(game, kernel=game.interpreted), "1", 20)[1]]
    ['decisions']
    """
    limits = np.full(games, int(LONGEST * watcher.seats) + 1)
    course = course_of(watcher, watcher.play([bot] * watcher.seats, seeds_of(seed, games), limits))
    return course, failures(course)
