"""What a designer wants to see of a game: who wins, how long it takes, what decides it, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import ndiff

import msgspec
import numpy as np

from ludex.arena.statistics import wilson
from ludex.core.history import History
from ludex.core.table import Table
from ludex.games.cards import CardGame, Genome
from ludex.games.cards.rulebook import rule_sentences
from ludex.lab.curves import follow_games
from ludex.lab.dead_rules import fired
from ludex.lab.gates import Course, course_of
from ludex.lab.measures import Measures
from ludex.lab.watching import AS_SPECTATORS_KNOW, OPENING, Array, Watched, Watcher, seeds_of
from ludex.players import Bot

MOST_MOVES = 3_000_000
"""Long games are played less often, so that about so many moves are enough."""
TOLD = 70
"""Events of the sample game that are told in full."""
STRONG_OPENING = 1.6
"""An opening that wins so many times its fair share is a finding."""


class Detail(msgspec.Struct, frozen=True):
    """How much is played for a portrait."""

    games: int = 1_000
    lines: int = 100
    """Games of the lead graph."""
    points: int = 16
    playouts: int = 16
    rules: int = 160
    """Games by which the use of rules is seen."""


FULL = Detail()


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


class Told(msgspec.Struct, frozen=True):
    """A line of the sample game."""

    text: str
    kind: str = "event"
    """`event`, `note` (what a spectator should notice), or `left out`."""


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong with a game, and how to see it."""

    kind: str
    sentence: str
    command: str


class Portrait(msgspec.Struct, frozen=True, kw_only=True):
    """All that the report shows of a game."""

    genome: Genome
    measures: Measures
    course: Course
    lengths: list[int]
    wins: list[Share]
    chances: list[list[float]]
    """For each of some games: the later winner's chance to win, from the beginning to the end."""
    openings: list[Opening]
    rules: dict[str, float]
    """For every rule that can be left out, the share of games that it changes."""
    findings: list[Finding]
    sample: list[Told]
    replay: str
    """The sample game as a history."""
    rulebook: str
    changes: list[str]
    """The rulebook compared with the parent's, line by line: `+ new`, `- gone`."""


def portrait(
    genome: Genome, measures: Measures, seed: str, parent: Genome | None = None, detail: Detail = FULL
) -> Portrait:
    """Look at a game closely. The same seed gives the same portrait."""
    game = CardGame(genome)
    watcher = Watcher(game)
    count = min(detail.games, max(60, int(MOST_MOVES / max(measures.length * watcher.seats, 1.0))))
    strong = watcher.play(["greedy"] * watcher.seats, seeds_of(f"{seed} portrait", count))
    weak = watcher.play(["random"] * watcher.seats, seeds_of(f"{seed} portrait", count))
    course = course_of(watcher, strong)
    curves = follow_games(watcher, seed, min(detail.lines, count), detail.points, detail.playouts)
    winners = curves.winners.argmax(axis=1)
    chances = curves.chances[np.arange(len(winners)), :, winners]
    openings = list(_openings(watcher, strong, weak))
    sample, history = sample_game(watcher, seed)
    return Portrait(
        genome=genome,
        measures=measures,
        course=course,
        lengths=strong.moves.tolist(),
        wins=[_share(_seats(watcher, side), share * count, count) for side, share in enumerate(course.wins)],
        chances=[[*row, 1.0] for row in np.round(chances, 3).tolist()],
        openings=openings,
        rules=fired(genome, seed, detail.rules),
        findings=list(_findings(watcher, course, openings)),
        sample=sample,
        replay=history.to_json(),
        rulebook=game.rulebook(),
        changes=compare_rulebooks(parent, genome) if parent else [],
    )


def _seats(watcher: Watcher, side: int) -> str:
    """The seats of a side, in words."""
    return " and ".join(f"seat {seat}" for seat, own in enumerate(watcher.sides) if own == side)


def _share(label: str, wins: float, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(label, wins / max(games, 1), low, high)


def _openings(watcher: Watcher, strong: Watched, weak: Watched) -> Iterator[Opening]:
    """The first decisions with an alternative, of all seats, the most frequent ones first."""
    of_strong, of_weak = _first_moves(watcher, strong), _first_moves(watcher, weak)
    won = watcher.shares(strong.scores)[:, list(watcher.sides)].reshape(-1)
    moves, counts = np.unique(of_strong[of_strong >= 0], return_counts=True)
    others = max(1, int((of_weak >= 0).sum()))
    for place in np.argsort(-counts, kind="stable")[:12].tolist():
        move, count = int(moves[place]), int(counts[place])
        yield Opening(
            move=str(watcher.game.moves.unpack(move)),
            by_random=float((of_weak == move).sum() / others),
            by_strong=count / int(counts.sum()),
            wins=_share("wins", float(won[of_strong == move].sum()), count),
        )


def _first_moves(watcher: Watcher, games: Watched) -> Array:
    return np.asarray(games.notes[:, OPENING : OPENING + watcher.seats].reshape(-1))


def _findings(watcher: Watcher, course: Course, openings: list[Opening]) -> Iterator[Finding]:
    """What looks degenerate."""
    name = watcher.game.name
    bots = ",".join(["greedy"] * watcher.seats)
    again = f"ludex simulate games/{name}.json --players {bots} --games 1000"
    fair = 1 / len(course.wins)
    for opening in openings:
        if opening.wins.low > min(0.95, STRONG_OPENING * fair):
            told = (
                f"Whoever begins with “{opening.move}” wins {opening.wins.share:.0%} of the games (fair: {fair:.0%})."
            )
            yield Finding("dominant opening", told, again)
    if openings and openings[0].by_strong > 0.9 and len(openings) > 1:
        told = f"A strong player begins with “{openings[0].move}” in {openings[0].by_strong:.0%} of the games."
        yield Finding("one opening", told, again)
    if course.stalled > 0.1:
        told = f"{course.stalled:.0%} of the games last until the last hand because nobody reaches the target."
        yield Finding("stalling", told, again)
    if course.forced > 0.7:
        yield Finding("forced moves", f"{course.forced:.0%} of all moves have no alternative.", again)


def sample_game(watcher: Watcher, seed: str) -> tuple[list[Told], History]:
    """One game between greedy bots, told event by event, with notes on who will probably win."""
    game = CardGame(watcher.game.genome)
    game.kernel = game.interpreted  # one game: compiling what a table needs would take longer
    table = game.new(watcher.seats, seed=f"{seed} sample", players=["greedy"] * watcher.seats)
    bots = [Bot(game, "greedy", seat) for seat in range(watcher.seats)]
    told: list[Told] = []
    moves = 0
    pause = 12
    while table.waiting:
        seat = table.waiting[0]
        request = table.request(seat)
        alone = len(request.options) == 1
        events = [str(event) for event in table.play(seat, bots[seat].decide(request))]
        if alone and events:
            events[0] += " (no other move)"
        moves += 1
        if len(told) < TOLD:
            told += [Told(event) for event in events]
        if moves == pause and table.waiting:
            told.append(Told(_who_leads(watcher, table, moves, seed), "note"))
            pause = int(pause * 1.8) + 4
    told.append(Told(f"The game ends after {moves} moves: {_result(table)}", "note"))
    return _shortened(told), History.of(table)


def _who_leads(watcher: Watcher, table: Table, moves: int, seed: str) -> str:
    """Who will probably win, as a spectator sees it."""
    chance = seeds_of(f"{seed} after {moves}", 64)
    on = watcher.go_on(table.record_in_full(), ["greedy"] * watcher.seats, chance, repeat=64, known=AS_SPECTATORS_KNOW)
    shares = watcher.shares(on.scores).mean(axis=0)
    best = int(shares.argmax())
    who = _seats(watcher, best)
    return (
        f"After {moves} moves, {who} would win {shares[best]:.0%} of the games from here (fair: {1 / len(shares):.0%})."
    )


def _result(table: Table) -> str:
    outcome = table.outcome
    assert outcome is not None
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(outcome.scores))
    return f"{outcome.reason}. Scores: {scores}."


def _shortened(told: list[Told]) -> list[Told]:
    """Say where events were left out."""
    shown = sum(line.kind == "event" for line in told)
    if shown < TOLD:
        return told
    last = max(place for place, line in enumerate(told) if line.kind == "event")
    return [*told[: last + 1], Told("… and so on.", "left out"), *told[last + 1 :]]


def compare_rulebooks(before: Genome, after: Genome) -> list[str]:
    """The rules that are new and those that are gone, in plain words, without examples.

    >>> from ludex.games.cards import LIBRARY
    >>> whist = LIBRARY["whist"]()
    >>> compare_rulebooks(whist, msgspec.structs.replace(whist, trump="none"))[-1]
    '+ The highest card of the suit led wins the trick.'
    """
    old, new = (list(_sentences(genome)) for genome in (before, after))
    return [line for line in ndiff(old, new) if line[:2] in ("+ ", "- ")]


def _sentences(genome: Genome) -> Iterator[str]:
    """The rules one by one, so that a long paragraph in which one thing changed is not told twice."""
    for rule in rule_sentences(genome):
        yield from re.split(r"(?<=[.;:]) (?=[A-Z])", rule.replace("**", ""))
