"""Portraits of games for designers: who wins, how long it takes, what decides it, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import ndiff

import msgspec
import numpy as np

from ludex.arena.statistics import wilson
from ludex.games.cards import CardGame, Genome
from ludex.games.cards.rulebook import rule_sentences
from ludex.lab.curves import follow_games
from ludex.lab.dead_rules import fired
from ludex.lab.findings import Finding, Opening, Share, find_flaws
from ludex.lab.gates import Course, course_of
from ludex.lab.measures import Measures
from ludex.lab.sample_games import Told, sample_game, seats_of
from ludex.lab.watching import OPENING, Array, Watched, Watcher, seeds_of

MOST_MOVES = 3_000_000
"""Approximate limit of moves: long games are played less often."""


class Detail(msgspec.Struct, frozen=True):
    """The amount of play for a portrait."""

    games: int = 1_000
    lines: int = 100
    """Number of games in the lead graph."""
    points: int = 16
    playouts: int = 16
    rules: int = 160
    """Number of games for measuring the use of rules."""


FULL = Detail()


class Portrait(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the report shows of a game."""

    genome: Genome
    measures: Measures
    course: Course
    lengths: list[int]
    wins: list[Share]
    chances: list[list[float]]
    """For each of some games: the later winner's chance of winning, from the beginning to the end."""
    openings: list[Opening]
    rules: dict[str, float]
    """For every rule that can be removed, the share of games that it changes."""
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
    """Examine a game closely. The same seed gives the same portrait."""
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
        wins=[_share(seats_of(watcher, side), share * count, count) for side, share in enumerate(course.wins)],
        chances=[[*row, 1.0] for row in np.round(chances, 3).tolist()],
        openings=openings,
        rules=fired(genome, seed, detail.rules),
        findings=find_flaws(watcher, course, openings, seed, measures.margins),
        sample=sample,
        replay=history.to_json(),
        rulebook=game.rulebook(),
        changes=compare_rulebooks(parent, genome) if parent else [],
    )


def _share(label: str, wins: float, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(label, wins / max(games, 1), low, high)


def _openings(watcher: Watcher, strong: Watched, weak: Watched) -> Iterator[Opening]:
    """Yield the first decisions with an alternative, of all seats, the most frequent ones first."""
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


def compare_rulebooks(before: Genome, after: Genome) -> list[str]:
    """List the rules that were added and removed, in plain words, without examples.

    >>> from ludex.games.cards import LIBRARY
    >>> whist = LIBRARY["whist"]()
    >>> compare_rulebooks(whist, msgspec.structs.replace(whist, trump="none"))[-1]
    '+ The highest card of the suit led wins the trick.'
    """
    old, new = (list(_sentences(genome)) for genome in (before, after))
    return [line for line in ndiff(old, new) if line[:2] in ("+ ", "- ")]


def _sentences(genome: Genome) -> Iterator[str]:
    """Yield the rules one by one, so that a long paragraph with one change is not repeated as a whole.

    A heading stays with the first sentence below it.
    """
    for rule in rule_sentences(genome):
        for sentence in re.split(r"(?<=[.;:]) (?=[A-Z])", re.sub(r"\.\*\* ", ".\u00a0", rule).replace("**", "")):
            yield sentence.replace("\u00a0", " ")
