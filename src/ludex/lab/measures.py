"""Measures of a game: gates first, then qualities that make a game worth playing, each as a number from 0 to 1.

`docs/lab.md` gives every measure's formula, range and cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import msgspec

from ludex.games.cards import BadGenome, CardGame, Genome
from ludex.games.cards.genome import BettingPhase, ClaimPhase, TrickPhase
from ludex.lab.choice import weigh_choices
from ludex.lab.curves import drama_of, follow_games
from ludex.lab.exploits import Margin, depth_over_lines, lines_for, weakest_margins
from ludex.lab.families import family_of
from ludex.lab.gates import Course, Failure, gate, gate_hands, gate_play, gate_rules, gate_seats
from ludex.lab.interaction import interaction
from ludex.lab.ladder import PLAYERS, Ladder, climb, hand_watcher
from ludex.lab.luck import between_equals
from ludex.lab.novelty import Known, neighbours, statements_of
from ludex.lab.one_liners import DRAWN
from ludex.lab.watching import Watcher, seeds_of


class Effort(msgspec.Struct, frozen=True):
    """The amount of play spent on measuring a game. Long matches are played less often: `moves` is the budget."""

    moves: int = 400_000
    """Approximate number of moves spent on a game, unless its matches are very long."""
    gate_games: int = 48
    most_games: int = 600
    fewest: int = 8
    playouts: int = 8
    points: int = 8
    ladder: tuple[str, ...] = ("random", "greedy", "look-30")
    """Players of the ladder."""
    hands: tuple[int, ...] = (240, 24)
    """Number of hands played for each step of the ladder."""
    lines: int = 200
    """Number of hands that each one-line player plays against `greedy`. 0: games are not tested for degenerate play."""
    drawn: int = len(DRAWN)
    """Number of one-line players drawn at random that take part."""
    exploits: tuple[str, ...] = ("look-60", "tree-150")
    """Searches that play against the one-line players that `greedy` does not beat."""
    searched: int = 48
    """Number of hands for each of them."""
    equals: str = "look-10"
    """The search that plays against itself to measure luck."""
    deals: int = 16
    """Number of deals for that."""
    rules: int = 160
    """Number of games without any difference after which a rule counts as dead."""

    def games(self, share: float, length: float) -> int:
        """Return the number of games of a given length that a share of the effort pays for.

        >>> Effort().games(0.1, 100), Effort().games(0.1, 100_000), Effort().games(0.1, 1)
        (400, 8, 600)
        """
        return int(max(self.fewest, min(self.most_games, share * self.moves / max(length, 1.0))))

    def hands_of(self, moves: float) -> list[int]:
        """Return the number of hands for each step of the ladder: fewer for searches if hands are long.

        >>> PROBE.hands_of(50), PROBE.hands_of(120)
        ([240, 24, 16], [240, 6, 4])
        """
        return [*self.hands[:1], *(self.searched_hands(number, moves) for number in self.hands[1:])]

    @staticmethod
    def searched_hands(number: int, moves: float) -> int:
        """Return the number of hands with searches: twice the moves of a hand cost four times as much.

        >>> SCREEN.searched_hands(48, 30), SCREEN.searched_hands(48, 120)
        (48, 12)
        """
        return max(4, int(number / max(1.0, moves / LONG_HAND) ** 2))


LONG_HAND = 60.0
"""Number of moves above which a hand is long."""
FEWEST_ITERATIONS = 10


def shorter(player: str, moves: float) -> str:
    """Return a player, with fewer iterations if it is a search and hands are very long.

    Twice the moves of a hand make a search four times as expensive. Beyond twice a long hand, the price stays the same.

    >>> shorter("look-60", 60), shorter("look-60", 240), shorter("search-1000", 480), shorter("greedy", 480)
    ('look-60', 'look-15', 'search-62', 'greedy')
    """
    kind, _, number = player.partition("-")
    if not number.isdigit() or moves <= 2 * LONG_HAND:
        return player
    iterations = int(number)
    return f"{kind}-{max(min(iterations, FEWEST_ITERATIONS), int(iterations * (2 * LONG_HAND / moves) ** 2))}"


SCREEN = Effort()
"""For thousands of games: short searches."""
PROBE = Effort(ladder=("random", "greedy", "search-50", "tree-150"), hands=(240, 24, 16), searched=64, deals=32)
"""For games that look good: longer searches."""
CONFIRM = Effort(
    moves=4_000_000,
    gate_games=200,
    most_games=4_000,
    fewest=32,
    playouts=24,
    points=12,
    ladder=PLAYERS,
    hands=(1200, 160, 48, 96),
    lines=1_600,
    exploits=("look-200", "tree-400", "search-100"),
    searched=240,
    equals="look-60",
    deals=64,
)
"""For the shortlist, with fresh seeds."""


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of a game. All except `length` and `games` are from 0 to 1."""

    failed: tuple[Failure, ...] = ()
    """Gates that the game failed. If there are any, only `course` was measured."""
    course: Course | None = None
    fairness: float = 0.0
    decisive: float = 0.0
    """Share of games with a single best side, times the share not ended by limits."""
    length: float = 0.0
    """Average number of moves per seat and game."""
    pace: float = 0.0
    """1 if the length is one that people like to play, less the further it is from that."""
    skill: float = 0.0
    choice: float = 0.0
    uncertainty: float = 0.0
    comeback: float = 0.0
    interaction: float = 0.0
    luck: float = 0.0
    novelty: float = 0.0
    use: float = 1.0
    """Share of rules that ever change a game."""
    tricks: float = 0.0
    """1 for a game of tricks."""
    bluffing: float = 0.0
    """1 for a game with bets or claims."""
    lead_changes: float = 0.0
    mattering: float = 0.0
    """Share of decisions in which one option is clearly better than another."""
    ladder: Ladder = Ladder(())
    margins: tuple[Margin, ...] = ()
    """The best players against the most dangerous one-line players."""
    family: str = ""
    nearest: tuple[str, ...] = ()
    games: int = 0
    """Number of games played to the end for these measures, from the deal or from a position."""
    dealt: int = 0
    """Number of these games that began with a deal."""

    @property
    def viable(self) -> bool:
        """True if the game passed all gates."""
        return not self.failed

    @property
    def behaviour(self) -> tuple[float, ...]:
        """The way the game plays, as numbers from 0 to 1, for comparison with other games."""
        course = self.course
        if course is None:
            return (0.0,) * 9
        return (
            min(1.0, log(1 + course.moves_per_seat) / log(2_000)),
            course.forced,
            min(1.0, log(max(course.options, 1.0)) / log(20)),
            course.draws,
            self.skill,
            self.choice,
            self.uncertainty,
            self.interaction,
            self.luck,
        )


LIKED = (8.0, 120.0)
"""Range of moves per seat and game that people like to play: five minutes to an evening."""


def pace_of(length: float) -> float:
    """Rate a length: 1 within the range people like, and a third less for every doubling or halving outside it.

    >>> pace_of(50.0), round(pace_of(4.0), 2), pace_of(100_000.0)
    (1.0, 0.67, 0.0)
    """
    low, high = LIKED
    away = max(log(low / length) if length > 0 else 9.0, log(length / high) if length > 0 else 9.0, 0.0) / log(2)
    return max(0.0, 1 - away / 3)


def measure(genome: Genome, seed: str, effort: Effort = SCREEN, known: Sequence[Known] = ()) -> Measures:
    """Measure a game. The same seed and effort give the same numbers.

    >>> from ludex.games.cards import LIBRARY
    >>> war = measure(LIBRARY["war"](), "1", Effort(moves=2_000, gate_games=8))
    >>> [failure.gate for failure in war.failed]
    ['decisions']
    """
    try:
        game = CardGame(genome)
    except BadGenome as error:
        told = "; ".join(str(problem) for problem in error.problems) or str(error)
        return Measures(failed=(Failure("compiles", told),))
    watcher = Watcher(game)
    course, found = gate(watcher, f"{seed} gate", effort.gate_games)
    found += gate_rules(genome)
    if found:
        return _stopped(watcher, course, found)
    return _measured(genome, watcher, course, seed, effort, known)


def _stopped(
    watcher: Watcher,
    course: Course,
    failed: Sequence[Failure],
    hand: Watcher | None = None,
    margins: tuple[Margin, ...] = (),
) -> Measures:
    """Return the measures of a game that failed a gate."""
    return Measures(
        failed=tuple(failed),
        course=course,
        length=course.moves_per_seat,
        margins=margins,
        games=watcher.played + (hand.played if hand else 0),
        dealt=watcher.dealt + (hand.dealt if hand else 0),
    )


def _measured(
    genome: Genome, watcher: Watcher, quick: Course, seed: str, effort: Effort, known: Sequence[Known]
) -> Measures:
    """Measure a game that passed the gates."""
    length = quick.moves
    course, failed = gate(watcher, f"{seed} course", effort.games(0.25, length))
    if failed:
        return _stopped(watcher, course, failed)
    hand = hand_watcher(genome)
    bluffing = any(isinstance(phase, BettingPhase | ClaimPhase) for phase in genome.phases)
    failed = gate_hands(hand, seed, effort.gate_games, bluffing)
    if failed:
        return _stopped(watcher, course, failed, hand)
    moves = _moves_in_hand(hand, seed)
    margins = _margins(hand, seed, effort, moves) if effort.lines else ()
    failed = [Failure("one line", str(one)) for one in margins if not one.resists][:1]
    if failed:
        return _stopped(watcher, course, failed, hand, margins)
    positions = 2 * effort.playouts + 8
    choice = weigh_choices(hand, seed, positions, 2 * effort.playouts)
    related = interaction(hand, seed, positions, effort.playouts * 4)
    ladder = climb(hand, seed, effort.hands_of(moves), [shorter(player, moves) for player in effort.ladder])
    ladder = msgspec.structs.replace(ladder, limit=depth_over_lines(margins))
    chosen = (1 - course.forced) ** 0.5 * choice.weight
    failed = gate_play(chosen, ladder.most, related.value) if effort.lines else []
    if failed:
        return _stopped(watcher, course, failed, hand, margins)
    equals = between_equals(hand, seed, effort.searched_hands(effort.deals, moves), shorter(effort.equals, moves))
    failed = [] if hand.pot else gate_seats(equals.wins)
    if failed:
        return _stopped(watcher, course, failed, hand, margins)
    followed = effort.games(0.3 / (effort.points * (1 + effort.playouts) / 2), length)
    drama = drama_of(follow_games(watcher, seed, min(followed, 100), effort.points, effort.playouts))
    found = Measures(
        course=course,
        fairness=course.fairness,
        decisive=(1 - course.draws) * course.completed,
        length=course.moves_per_seat,
        pace=pace_of(course.moves_per_seat),
        skill=ladder.skill,
        choice=chosen,
        mattering=choice.mattering,
        uncertainty=drama.uncertainty,
        comeback=drama.comeback,
        lead_changes=drama.lead_changes,
        interaction=related.value,
        luck=equals.luck,
        tricks=float(any(isinstance(phase, TrickPhase) for phase in genome.phases)),
        bluffing=float(bluffing),
        ladder=ladder,
        margins=margins,
        family=family_of(genome),
        games=watcher.played + hand.played,
        dealt=watcher.dealt + hand.dealt,
    )
    return with_novelty(found, genome, known)


def _margins(hand: Watcher, seed: str, effort: Effort, moves: float) -> tuple[Margin, ...]:
    """Return how the best players do against the most dangerous one-line players."""
    lines = (*lines_for(hand.game.genome), *list(DRAWN)[: effort.drawn])
    searched = effort.searched_hands(effort.searched, moves)
    searches = [shorter(player, moves) for player in effort.exploits]
    return tuple(weakest_margins(hand, seed, effort.lines, searches, searched, lines))


def _moves_in_hand(hand: Watcher, seed: str) -> float:
    """Return the average number of moves per hand."""
    return float(hand.play(["greedy"] * hand.seats, seeds_of(f"{seed} hands", 8)).moves.mean())


def with_novelty(measures: Measures, genome: Genome, known: Sequence[Known]) -> Measures:
    """Return the same measures with the distance to known games of other names."""
    others = [other for other in known if other.name != genome.name]
    if not others:
        return measures
    near = neighbours(measures.behaviour, statements_of(genome), others)
    return msgspec.structs.replace(
        measures, novelty=near[0].distance, nearest=tuple(neighbour.name for neighbour in near[:3])
    )


def known_games(genomes: Sequence[Genome], seed: str, effort: Effort = SCREEN) -> list[Known]:
    """Return the games to compare others with."""
    found = [(genome, measure(genome, f"{seed} {genome.name}", effort)) for genome in genomes]
    return [Known(genome.name, measures.behaviour, statements_of(genome)) for genome, measures in found]
