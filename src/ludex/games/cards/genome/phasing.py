"""Finding phases of a genome, and leaving them out with all that needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from ludex.games.cards.genome.fields import Elsewhere, Inline, Section, declared
from ludex.games.cards.genome.problems import Repair
from ludex.games.cards.genome.schema import TURN_PHASES, Genome, Phase

Kind = TypeVar("Kind", bound=msgspec.Struct)
USUAL: dict[str, Any] = {field.name: field.default for field in msgspec.structs.fields(Genome)}
"""The default values of a genome's fields."""


def _without() -> dict[str, Repair]:
    """Find the fields that need a kind of phase, with the values that they have without it."""
    found: dict[str, Repair] = {}
    for name, kind in declared(Genome).items():
        below = declared(kind.part) if isinstance(kind, Inline) else {}
        for field, inner in below.items():
            if inner.needs:
                found.setdefault(inner.needs, {})[f"{name}.{field}"] = getattr(USUAL[name], field)
        if kind.needs:
            found.setdefault(kind.needs, {})[name] = USUAL[name]
    return found


WITHOUT = _without()
NO_CONTRACTS, NO_TRICKS, NO_TURNS = WITHOUT["bidding"], WITHOUT["trick"], WITHOUT["turns"]
_SCORING = [name for name, kind in declared(Genome).items() if isinstance(kind, Section | Elsewhere)]
NO_POINTS: Repair = {name: USUAL[name] for name in _SCORING if name != "effects"}
"""A genome in which nothing scores."""
POINTS = [name for name, usual in NO_POINTS.items() if not usual]
"""The ways to score, as fields of a genome."""


def phase_of(genome: Genome, kind: type[Kind]) -> Kind | None:
    """Find the first phase of a kind."""
    for phase in genome.phases:
        if isinstance(phase, kind):
            return phase
    return None


def has(genome: Genome, *kinds: type[Phase]) -> bool:
    """Return True if a game has a phase of one of these kinds."""
    for phase in genome.phases:
        if isinstance(phase, kinds):
            return True
    return False


def tag_of(kind: type[Phase]) -> str:
    """Return the name of a kind of phase.

    >>> from ludex.games.cards.genome import TrickPhase
    >>> tag_of(TrickPhase)
    'trick'
    """
    return str(kind.__struct_config__.tag)


def type_of(kind: type[Phase]) -> str:
    """Return the name of a kind of phase in JSON.

    >>> from ludex.games.cards.genome import TrickPhase
    >>> type_of(TrickPhase)
    '"trick"'
    """
    return f'"{kind.__struct_config__.tag}"'


def place_of(genome: Genome, *kinds: type[Phase]) -> str:
    """Find the place of the first phase of these kinds.

    >>> from ludex.games.cards import create_spades_genome
    >>> from ludex.games.cards.genome import TrickPhase
    >>> place_of(create_spades_genome(), TrickPhase)
    'phases[1]'
    """
    return f"phases[{next(number for number, phase in enumerate(genome.phases) if isinstance(phase, kinds))}]"


def keeping(genome: Genome, keep: Callable[[Phase], bool]) -> Repair:
    """Make a repair that leaves out the other phases, and with them all that needs them."""
    phases = tuple(phase for phase in genome.phases if keep(phase))
    there = {str(phase.__struct_config__.tag) for phase in phases}
    if any(isinstance(phase, TURN_PHASES) for phase in phases):
        there.add("turns")
    repair: Repair = {"phases": phases}
    for need, without in WITHOUT.items():
        if need not in there:
            repair |= without
    return repair
