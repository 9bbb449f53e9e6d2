"""Return True if a genome describes a game: every problem names the place and the fix.

A genome without problems compiles; a genome that compiles runs and ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec

from ludex.author import quote
from ludex.games.cards.bytecode.blocks import SIZE
from ludex.games.cards.bytecode.program import length
from ludex.games.cards.genome.misfits import misfits
from ludex.games.cards.genome.phasing import has, keeping, type_of
from ludex.games.cards.genome.problems import BadGenome, Problem, Repair, problem
from ludex.games.cards.genome.quick_check import passes_quick_check
from ludex.games.cards.genome.ranges import list_problems, text_problems, value_problems
from ludex.games.cards.genome.schema import TURN_PHASES, Genome, Phase
from ludex.games.cards.genome.scoring import has_winners, plain_scoring
from ludex.games.cards.genome.termination import termination_problems
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.registry import PROBLEMS, RANGE_PROBLEMS, SCORING_PROBLEMS
from ludex.games.cards.parts.tricks.genome import TrickPhase

SINGLE = tuple(kind for kind in get_args(Phase) if kind is not BettingPhase)
"""Kinds of phases of which a hand has at most one."""
_SCHEMA = msgspec.inspect.type_info(Genome)
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Genome)


def validate(genome: Genome) -> None:
    """Refuse a genome that does not describe a game, with everything that is wrong with it."""
    found = problems(genome)
    if found:
        raise BadGenome(f"genome {quote(genome.name)} does not describe a game", found)


def problems(genome: Genome) -> list[Problem]:
    """List all that is wrong with a genome: nothing, if it describes a game.

    >>> from ludex.games.cards import create_spades_genome
    >>> problems(create_spades_genome())
    []
    >>> bad = msgspec.structs.replace(create_spades_genome(), teams=((0, 2), (1,)))
    >>> print(problems(bad)[0])
    teams: seat 3 is in no team. Put every seat 0 to 3 into exactly one team.
    >>> problems(bad)[0].repairs[0]
    {'teams': ((0, 2), (1, 3))}
    """
    quick = passes_quick_check(genome)
    found = [] if quick else _misfits(genome) or list(list_problems(genome))
    found = found or [*(text_problems if quick else value_problems)(genome), *_range_problems(genome)]
    found = found or [
        *phase_problems(genome),
        *[one for find in PROBLEMS for one in find(genome)],
        *[one for find in SCORING_PROBLEMS for one in find(genome)],
        *_nothing_scores(genome),
        *termination_problems(genome),
    ]
    return found or _length(genome)


def _range_problems(genome: Genome) -> Iterator[Problem]:
    """Find lists that are empty or too long, and numbers that contradict each other."""
    if not 1 <= len(genome.phases) <= 8:
        some: Repair = {"phases": genome.phases[:8] or (TrickPhase(),)}
        yield problem("phases", f"there are {len(genome.phases)} of them", "List 1 to 8.", some)
    for find in RANGE_PROBLEMS:
        yield from find(genome)


def phase_problems(genome: Genome) -> Iterator[Problem]:
    """Find phases that do not go together."""
    kinds = [type(phase) for phase in genome.phases]
    for kind in SINGLE if len(set(kinds)) < len(kinds) else ():
        if kinds.count(kind) > 1:
            second = [number for number, other in enumerate(kinds) if other is kind][1]
            once: Repair = {"phases": (*genome.phases[:second], *genome.phases[second + 1 :])}
            what = f"there are {kinds.count(kind)} phases of type {type_of(kind)}"
            yield problem(f"phases[{second}]", what, "Keep one of them.", once)
    if has(genome, TrickPhase) and has(genome, *TURN_PHASES):
        yield problem(
            "phases",
            "a hand has both tricks and turns",
            "Leave out the trick phase, or the turn phases.",
            keeping(genome, lambda phase: not isinstance(phase, TURN_PHASES)),
            keeping(genome, lambda phase: isinstance(phase, TURN_PHASES)),
        )


def _nothing_scores(genome: Genome) -> Iterator[Problem]:
    if not has_winners(genome):
        fix = "Set trick_scoring, card_scoring or another way to score."
        yield problem("genome", "nothing scores, so no player can win", fix, plain_scoring(genome))


def _misfits(genome: Genome) -> list[Problem]:
    """Find values whose type does not fit their place."""
    try:
        _DECODER.decode(_ENCODER.encode(genome))
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError):
        return list(misfits(msgspec.to_builtins(genome, enc_hook=repr), _SCHEMA))
    return []


def _length(genome: Genome) -> list[Problem]:
    size = length(genome)
    if size <= SIZE:
        return []
    what = f"the program takes {size} bytes, at most {SIZE} fit"
    return [problem("genome", what, "Drop conditions, effects or card values.", _shorter(genome))]


def _shorter(genome: Genome) -> Repair:
    """Return half of whatever is longest."""
    longest: dict[str, tuple[object, ...]] = {"effects": genome.effects, "majorities": genome.majorities}
    longest["order_scoring"] = genome.order_scoring
    if genome.card_scoring:
        longest["card_scoring.values"] = genome.card_scoring.values
    if genome.trick_scoring:
        longest["trick_scoring.levels"] = genome.trick_scoring.levels
    for number, phase in enumerate(genome.phases):
        if allow := getattr(phase, "allow", ()):
            longest[f"phases[{number}].allow"] = allow if len(allow) > 1 else (allow[0][:1],) * len(allow[0])
    path = max(longest, key=lambda path: len(longest[path]))
    return {path: longest[path][: max(len(longest[path]) // 2, 1)]}
