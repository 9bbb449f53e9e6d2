"""Degenerate features of a game, each with an example game that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ludex.lab.exploits import Margin
from ludex.lab.gates import LAST_HAND, Course
from ludex.lab.sample_games import Example, example_games, line_example
from ludex.lab.watching import Watcher

STRONG_OPENING = 1.6
"""Multiple of its fair share from which an opening's wins are a finding."""
USUAL_OPENING = 0.9
"""Share of games from which a strong player's usual opening is a finding."""
NARROW = 0.1
"""Edge of the best player over a one-line player below which there is a finding."""
STALLED, FORCED = 0.1, 0.7
"""Shares of games that end with the last hand, and of moves without an alternative, above which there is a finding."""


class Share(msgspec.Struct, frozen=True):
    """A share with its 95 % interval."""

    label: str
    share: float
    low: float
    high: float


class Opening(msgspec.Struct, frozen=True):
    """A first move: how often random and strong players make it, and how often a strong player wins with it."""

    move: str
    by_random: float
    by_strong: float
    wins: Share


class Finding(msgspec.Struct, frozen=True):
    """A flaw of a game, and how to see it."""

    kind: str
    sentence: str
    command: str
    replay: str = ""
    """The history of an example game; empty if none was found."""


def replay_name(game: str, number: int) -> str:
    """Return the file name of the example game of a finding. Findings are numbered from 1.

    >>> replay_name("amber-whist", 2)
    'amber-whist.finding-2.replay.json'
    """
    return f"{game}.finding-{number}.replay.json"


class Suspicion(NamedTuple):
    """A finding for which an example game is sought."""

    kind: str
    sentence: str
    shown_by: Callable[[Example], bool]


def find_flaws(
    watcher: Watcher, course: Course, openings: list[Opening], seed: str, margins: Sequence[Margin] = ()
) -> list[Finding]:
    """Return the degenerate features of a game, with example games."""
    bots = ",".join(["greedy"] * watcher.seats)
    again = f"ludex simulate games/{watcher.game.name}.json --players {bots} --games 1000"
    games, seen = example_games(watcher, seed), list[Example]()
    found = []
    for suspicion in suspicions(course, openings):
        shown = next((game for game in _seen_first(seen, games) if suspicion.shown_by(game)), None)
        found.append(Finding(suspicion.kind, suspicion.sentence, again, shown.history if shown else ""))
    return found + line_findings(watcher, margins, seed)


def line_findings(watcher: Watcher, margins: Sequence[Margin], seed: str) -> list[Finding]:
    """Return a finding for every one-line player that does as well as the best players, or nearly so."""
    again = f"ludex genome measure games/{watcher.game.name}.json --effort confirm"
    return [
        Finding("one line is enough", _of_line(margin), again, line_example(watcher, margin.line, seed))
        for margin in margins
        if margin.edge < NARROW
    ]


def _of_line(margin: Margin) -> str:
    return (
        f"A player whose whole strategy is “{margin.line}” is nearly as good as {margin.player}: the edge over it is "
        f"{margin.edge:+.2f} ({margin.low:+.2f} to {margin.high:+.2f})."
    )


def _seen_first(seen: list[Example], games: Iterator[Example]) -> Iterator[Example]:
    """Yield the games that were already played, and then new ones."""
    yield from tuple(seen)
    for game in games:
        seen.append(game)
        yield game


def suspicions(course: Course, openings: list[Opening]) -> Iterator[Suspicion]:
    """Yield the features that look degenerate in the numbers."""
    fair = 1 / len(course.wins)
    for opening in openings:
        if opening.wins.low > min(0.95, STRONG_OPENING * fair):
            told = f"Beginning with “{opening.move}” wins {opening.wins.share:.0%} of the games (fair: {fair:.0%})."
            yield Suspicion("dominant opening", told, _wins_with(opening.move))
    if openings and openings[0].by_strong > USUAL_OPENING and len(openings) > 1:
        usual = openings[0]
        told = f"A strong player begins with “{usual.move}” in {usual.by_strong:.0%} of the games."
        yield Suspicion("one opening", told, lambda game: usual.move in game.openings)
    if course.stalled > STALLED:
        told = f"{course.stalled:.0%} of the games last until the last hand because no side reaches the target."
        yield Suspicion("stalling", told, lambda game: game.reason == LAST_HAND)
    if course.circling > STALLED:
        told = f"{course.circling:.0%} of the hands go in circles until the limit of turns ends them."
        yield Suspicion("going in circles", told, lambda game: game.cut)
    if course.forced > FORCED:
        told = f"{course.forced:.0%} of all moves have no alternative."
        yield Suspicion("forced moves", told, lambda game: game.forced > FORCED)


def _wins_with(move: str) -> Callable[[Example], bool]:
    """Return a test for games won by a seat that began with a given move."""
    return lambda game: any(game.openings[seat] == move for seat in game.winners)
