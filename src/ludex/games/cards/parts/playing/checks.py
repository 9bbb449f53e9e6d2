"""Problems of playing cards and of their effects, and their canonical form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import has, type_of
from ludex.games.cards.genome.problems import Problem, problem
from ludex.games.cards.genome.ranges import known_once, quoted
from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.playing.genome import CONDITIONS, Does, PlayPhase
from ludex.games.cards.parts.turns.checks import most_turns


def effect_problems(genome: Genome) -> Iterator[Problem]:
    """Find effects of cards that are not played, and effects said twice."""
    if not genome.effects or not has(genome, *TURN_PHASES):
        return
    if not any(isinstance(phase, PlayPhase) for phase in genome.phases):
        fix = f"Add a phase of type {type_of(PlayPhase)}, or drop the effects."
        yield problem("effects", "no card is played", fix, {"effects": ()})
    largest = {(effect.rank, effect.does): effect for effect in sorted(genome.effects, key=lambda e: e.count)}
    if len(largest) < len(genome.effects):
        once = tuple(effect for effect in genome.effects if largest[effect.rank, effect.does] is effect)
        yield problem(
            "effects", "a rank has the same effect twice", "Say it once, with a larger count.", {"effects": once}
        )


COMPARED = {"same suit", "same rank", "same colour", "beats top"}
"""Conditions that hold for every card while the pile has no top."""


def plain_conditions(
    allow: Iterable[tuple[str, ...]], ranks: str = RANKS, has_top: bool = True
) -> tuple[tuple[str, ...], ...]:
    """Return groups of conditions without those that never hold, have no effect, or ask for more than another group
    does.

    >>> plain_conditions((("same suit", "anything"), ("same suit", "same rank"), ("rank 7", "rank 8")))
    (('same suit',),)
    """
    groups: set[frozenset[str]] = set()
    for group in allow:
        words = {"anything" if word in COMPARED and not has_top else word for word in group} - {"anything"}
        named = [word[5:] for word in words if word.startswith("rank ")]
        if len(named) < 2 and all(rank in ranks for rank in named):
            groups.add(frozenset(words))
    needed = [group for group in groups if not any(other < group for other in groups)]
    if not needed:
        return tuple(sorted(tuple(sorted(set(group), key=_condition_number)) for group in allow))[:1]
    sorted_groups = [tuple(sorted(group, key=_condition_number)) or ("anything",) for group in needed]
    return tuple(sorted(sorted_groups, key=lambda group: [_condition_number(word) for word in group]))


def _condition_number(word: str) -> int:
    return CONDITIONS.index(word) if word in CONDITIONS else len(CONDITIONS) + RANKS.index(word[5:])


CONDITION_WORDS = CONDITIONS[1:]


def is_condition(word: str) -> bool:
    """Return True if a card can be played for this reason.

    >>> is_condition("same suit"), is_condition("rank 8"), is_condition("rank 1")
    (True, True, False)
    """
    return word in CONDITION_WORDS or (word[:5] == "rank " and len(word) == 6 and word[5] in RANKS)


def play_word_problems(genome: Genome) -> Iterator[Problem]:
    """Find conditions and wild ranks that do not exist."""
    for number, phase in enumerate(genome.phases):
        if isinstance(phase, PlayPhase):
            yield from _play_words(f"phases[{number}]", phase)


def _play_words(place: str, phase: PlayPhase) -> Iterator[Problem]:
    for rank in phase.wild:
        if rank not in RANKS or phase.wild.count(rank) > 1:
            yield problem(
                f"{place}.wild",
                f"{quoted(rank)} is not a rank, or is named twice",
                f"List ranks of {RANKS}, each once.",
                {f"{place}.wild": "".join(known_once(phase.wild))},
            )
    groups = [tuple(word for word in group if is_condition(word)) for group in phase.allow]
    sound = {f"{place}.allow": tuple(group for group in groups if group) or (("anything",),)}
    if not phase.allow or not all(phase.allow):
        yield problem(f"{place}.allow", "a group has no condition", 'Name one: "anything" allows every card.', sound)
    for word in (word for group in phase.allow for word in group):
        if not is_condition(word):
            known = ", ".join(map(quoted, CONDITION_WORDS))
            fix = f'Choose {known}, or a rank as in "rank 8".'
            yield problem(f"{place}.allow", f"unknown condition {quoted(word)}", fix, sound)


def plain_playing(genome: Genome, phase: PlayPhase) -> PlayPhase:
    """Leave out conditions and wild ranks that never matter."""
    if phase.sets:
        return replace(phase, allow=(("anything",),), skip="stuck")
    ranks = genome.deck.ranks
    wild = "".join(rank for rank in RANKS if rank in phase.wild and rank in ranks)
    return replace(phase, wild=wild, allow=plain_conditions(phase.allow, ranks, _has_top(genome, phase)))


def _has_top(genome: Genome, phase: PlayPhase) -> bool:
    """Return True if the pile can ever have a top."""
    discards = any(isinstance(other, DiscardPhase) and not other.face_down for other in genome.phases)
    return phase.to == "pile" or genome.deal.starter or discards


def plain_effects(genome: Genome) -> dict[str, Any]:
    """Sort the effects, and leave out those of ranks that are not played with."""
    if not genome.effects:
        return {}
    counted = [
        replace(effect, count=1) if effect.does in ("reverse", "again") else effect
        for effect in genome.effects
        if effect.rank in genome.deck.ranks
    ]
    order = get_args(Does)
    return {"effects": tuple(sorted(counted, key=lambda effect: (RANKS.index(effect.rank), order.index(effect.does))))}


def most_plays(genome: Genome, phase: PlayPhase) -> int:
    """Return the most moves that playing takes in a hand."""
    return most_turns(genome)
