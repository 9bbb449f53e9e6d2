"""Gates: the conditions that a game must meet before it is measured. They are cheap, and many mutants fail one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec
import numpy as np

from ludex.games.cards import Genome
from ludex.lab.choice import decisions
from ludex.lab.watching import AS_MOVER_KNOWS, CUT, HANDS, OPTIONS, Array, Watched, Watcher, seeds_of

SHORTEST, LONGEST = 3.0, 2_000.0
"""Range of the average number of moves that a seat makes in a game."""
FEWEST_DECISIONS = 2.0
"""Lowest average number of decisions with more than one option, per seat and game."""
FORCED = 0.97
"""Highest share of moves without an alternative."""
UNFAIR = 0.25
"""Largest difference between the win rates of the luckiest and the unluckiest side, beyond what chance explains."""
LAST_HAND = "the last hand was played"
"""The ending of a match in which no side reached the target."""
DRAWN = 0.35
"""Highest share of games without a single best side."""
STOPPED, CIRCLING = 0.5, 0.15
"""Highest share of matches that end with the last hand although there is a target, and of hands that end only at the
limit of turns. Above it, the limits end the game rather than the players."""


DEALS = 6
"""Number of times that a position is dealt again to see which cards change."""
ONE_SEAT = 0.9
"""Share of single hands from which a seat that wins them is a flaw, although matches change the seats."""
AT_ONCE = 0.9
"""Share of matches over after one hand from which the target, or the floor, is a flaw."""
DEAD_CHOICE = 0.01
"""Least product of choice and of the most skill that chance allows for."""
APART = 0.02
"""Least interaction."""
USED = 0.5
"""Least share of rules that ever change a game or its winner."""


class Failure(msgspec.Struct, frozen=True):
    """A gate that a game failed, and the reason."""

    gate: str
    why: str

    def __str__(self) -> str:
        return f"{self.gate}: {self.why}"


class Course(msgspec.Struct, frozen=True):
    """Statistics of games between equal players."""

    games: int
    moves: float
    """Average number of moves per game."""
    moves_per_seat: float
    decisions_per_seat: float
    """Number of decisions with more than one option, per seat and game."""
    forced: float
    """Share of moves without an alternative."""
    options: float
    """Average number of options, where there is more than one."""
    wins: tuple[float, ...]
    """Share of games won, by side."""
    fairness: float
    """1 minus the difference between the largest and the smallest of these shares."""
    draws: float
    stalled: float
    """Share of games that ended with the last hand although the match has a target or a floor."""
    circling: float
    """Share of hands that ended only because the limit of turns was reached."""
    unended: float
    at_once: float = 0.0
    """Share of matches with a target or a floor that are over after one hand, although more could be played: all of
    them if players begin with that many chips."""

    @property
    def completed(self) -> float:
        """Share of games, or of hands where it is lower, that ended by play rather than by a limit.

        >>> Course(100, 9, 9, 9, 0, 2, (0.5, 0.5), 1, 0, stalled=0.25, circling=0.5, unended=0).completed
        0.5
        """
        return 1 - max(self.stalled, self.circling)


GATES = (
    "ends",
    "decisions",
    "length",
    "draws",
    "fair",
    "match",
    "seat",
    "secrets",
    "interaction",
    "choice",
    "one line",
    "rules",
    "partners",
)


def course_of(watcher: Watcher, games: Watched) -> Course:
    """Summarise games between equal players."""
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
        at_once=_at_once(watcher, games),
    )


def _stalled(watcher: Watcher, endings: Array) -> float:
    match = watcher.game.genome.match
    if not match.target and not match.floor:
        return 0.0
    last = [code for code, reason in watcher.game.machine.endings.items() if reason == LAST_HAND]
    return float(np.isin(endings, last).mean())


def _at_once(watcher: Watcher, games: Watched) -> float:
    match, chips = watcher.game.genome.match, watcher.game.genome.chips
    if match.hands == 1 or not (match.target or match.floor):
        return 0.0
    if chips and 0 < match.target <= chips.start:
        return 1.0
    return float((games.notes[:, HANDS] <= 1).mean())


def failures(course: Course) -> list[Failure]:
    """Return the gates that a game fails."""
    found = []
    if course.unended:
        found.append(Failure("ends", f"{course.unended:.0%} of the games did not end in time"))
    elif course.circling > CIRCLING:
        found.append(Failure("ends", f"{course.circling:.0%} of the hands ended only at the limit of turns"))
    elif course.stalled > STOPPED:
        found.append(Failure("ends", f"{course.stalled:.0%} of the games ended before any side reached the target"))
    if course.decisions_per_seat < FEWEST_DECISIONS or course.forced > FORCED:
        told = f"{course.decisions_per_seat:.1f} real decisions per seat, {course.forced:.0%} of all moves forced"
        found.append(Failure("decisions", told))
    if not SHORTEST <= course.moves_per_seat <= LONGEST:
        told = f"{course.moves_per_seat:.1f} moves per seat; expected {SHORTEST:g} to {LONGEST:g}"
        found.append(Failure("length", told))
    if course.draws > DRAWN:
        found.append(Failure("draws", f"{course.draws:.0%} of the games are drawn"))
    if course.at_once > AT_ONCE:
        told = f"{course.at_once:.0%} of the matches are over after one hand: the target is too near"
        found.append(Failure("match", told))
    gap = 1 - course.fairness
    if gap - chance_gap(course) > UNFAIR:
        wins = ", ".join(f"{share:.0%}" for share in course.wins)
        found.append(Failure("fair", f"the sides won {wins} of the games"))
    return found


def chance_gap(course: Course) -> float:
    """Return the largest gap between the win rates of a fair game that chance explains (about two standard deviations).

    >>> wins = (0.5, 0.5)
    >>> round(chance_gap(Course(100, 9, 9, 9, 0, 2, wins, 1, 0, 0, 0, 0)), 3)
    0.2
    """
    rate = 1 / len(course.wins)
    return 2 * sqrt(2 * rate * (1 - rate) / course.games) * (1 if len(course.wins) > 2 else sqrt(2))


def gate(watcher: Watcher, seed: str, games: int, bot: str = "greedy") -> tuple[Course, list[Failure]]:
    """Play games between equal bots and return the gates they fail. Games that are far too long are cut off.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("old-maid")
    >>> [failure.gate for failure in gate(Watcher(game, kernel=game.machine.interpreted), "1", 20)[1]]
    ['decisions']
    """
    limits = np.full(games, int(LONGEST * watcher.seats) + 1)
    course = course_of(watcher, watcher.play([bot] * watcher.seats, seeds_of(seed, games), limits))
    return course, failures(course)


def gate_rules(genome: Genome) -> list[Failure]:
    """Return the gates that a game fails by its rules alone.

    >>> from ludex.games.cards import LIBRARY
    >>> gate_rules(LIBRARY["gin-rummy"]()), gate_rules(LIBRARY["spades"]())
    ([], [])
    """
    if genome.teams and genome.knocking_phase:
        return [Failure("partners", "a player who knocks is paid for the cards that the own partner is left with")]
    return []


def gate_hands(hand: Watcher, seed: str, games: int, bluffing: bool) -> list[Failure]:
    """Play single hands and return the gates they fail: one seat wins them all, or bets are made with open cards."""
    found = []
    wins = hand.shares(hand.play(["greedy"] * hand.seats, seeds_of(f"{seed} seats", games)).scores).mean(axis=0)
    if hand.pot == 0:
        found += gate_seats(wins.tolist())
    if bluffing and open_cards(hand, seed) == 1:
        found.append(Failure("secrets", "all hands follow from one's own, so that there is nothing to bluff about"))
    return found


def gate_seats(wins: Sequence[float]) -> list[Failure]:
    """Return the gate that a game fails if one side wins nearly all single hands between equal players.

    >>> [str(failure) for failure in gate_seats([0.05, 0.95])], gate_seats([0.6, 0.4])
    (['seat: one seat wins 95% of the hands, whatever the cards'], [])
    """
    if max(wins) <= ONE_SEAT:
        return []
    return [Failure("seat", f"one seat wins {max(wins):.0%} of the hands, whatever the cards")]


def open_cards(hand: Watcher, seed: str, positions: int = 12) -> float:
    """Return the share of decisions in which a seat can work out all other hands from what it has seen.

    >>> from ludex.games.cards import library_game
    >>> game = library_game("go-fish")
    >>> open_cards(Watcher(game, kernel=game.machine.interpreted), "1", 3)
    0.0
    """
    known = []
    for number, decision in enumerate(decisions(hand, f"{seed} open", positions)):
        worlds = seeds_of(f"{seed} open {number}", DEALS)
        none = np.zeros(DEALS, np.int64)
        dealt = hand.go_on(
            decision.states, ["random"] * hand.seats, worlds, repeat=DEALS, known=AS_MOVER_KNOWS, limits=none
        )
        hands = dealt.states["hand"]
        known.append(bool((hands == hands[0]).all()))
    return float(np.mean(known)) if known else 0.0


def gate_play(choice: float, skill: float, interaction: float) -> list[Failure]:
    """Return the gates that a game fails by what was measured of its decisions; `skill` is the most it may be."""
    found = []
    if interaction < APART:
        found.append(Failure("interaction", f"interaction is {interaction:.2f}: every seat plays for itself"))
    if choice * skill < DEAD_CHOICE:
        found.append(
            Failure("choice", f"choice × skill is at most {choice * skill:.3f}: what is chosen hardly matters")
        )
    return found
