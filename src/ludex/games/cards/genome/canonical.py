"""The canonical form: one genome for all that describe the same rules, without what can never matter."""

from __future__ import annotations

import hashlib

from ludex.games.cards.bytecode.program import encode
from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.scoring import has_winners
from ludex.games.cards.genome.termination import plain_match
from ludex.games.cards.parts.registry import PHASES, PLAIN, PLAIN_POINTS


def canonical(genome: Genome) -> Genome:
    """Return the same game in the one form that all genomes of its rules share.

    Numbers that nothing depends on are as usual, rules that can never apply are gone, and what has no order is sorted.
    Names and sentences about the game stay. The genome must be one without problems.

    By the same seed the same match is played, with one exception: where the cards that are dealt by number are the
    whole deck, other players get them.

    >>> from ludex.games.cards import LIBRARY
    >>> hearts = LIBRARY["hearts"]()
    >>> other = replace(hearts, turn_limit=99, contract_variant=hearts.contract_variant)
    >>> canonical(other) == canonical(hearts)
    True
    """
    plain_phases = [PHASES[type(phase)].plain(genome, phase) for phase in genome.phases]
    phases = tuple(phase for phase in plain_phases if phase)
    changes = {name: value for plain in PLAIN for name, value in plain(genome).items()}
    scored = _plain_points(replace(genome, phases=phases, **changes))
    return replace(scored, match=plain_match(scored))


def rules_digest(genome: Genome) -> str:
    """Return sixteen hexadecimal digits that identify a game by its rules, whatever it is called.

    >>> from ludex.games.cards import create_spades_genome
    >>> spades = create_spades_genome()
    >>> rules_digest(spades) == rules_digest(replace(spades, name="my-game", title="My Game"))
    True
    """
    return hashlib.sha256(encode(canonical(genome))).hexdigest()[:16]


def _plain_points(genome: Genome) -> Genome:
    """Leave out points that are worth 0, unless nothing else would be left to score."""
    worths = {name: worth for plain in PLAIN_POINTS for name, worth in plain(genome).items()}
    for name, worth in worths.items():
        if worth != getattr(genome, name):
            without = replace(genome, **{name: worth})
            if worth or has_winners(without):
                genome = without
    return genome
