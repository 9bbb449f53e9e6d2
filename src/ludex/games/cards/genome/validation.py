"""Whether a genome describes a game: every problem names the place and the fix.

A genome without problems compiles; a genome that compiles runs and ends.
"""

from __future__ import annotations

import msgspec

from ludex.core.errors import quote
from ludex.games.cards.bytecode.blocks import SIZE
from ludex.games.cards.bytecode.encoding import length
from ludex.games.cards.genome.dealing import card_problems, seat_problems
from ludex.games.cards.genome.misfits import misfits
from ludex.games.cards.genome.phasing import phase_problems
from ludex.games.cards.genome.problems import BadGenome, Problem, Repair, problem
from ludex.games.cards.genome.ranges import list_problems, number_problems, word_problems
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.scoring import chip_problems, scoring_problems
from ludex.games.cards.genome.termination import termination_problems

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
    found = _misfits(genome) or list(list_problems(genome))
    found = found or [*word_problems(genome), *number_problems(genome)]
    found = found or [
        *seat_problems(genome),
        *card_problems(genome),
        *phase_problems(genome),
        *chip_problems(genome),
        *scoring_problems(genome),
        *termination_problems(genome),
    ]
    return found or _length(genome)


def _misfits(genome: Genome) -> list[Problem]:
    """Values that are not of the type of their place. That all are is found out quickly, which are not in detail."""
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
    """Half of whatever is longest."""
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
