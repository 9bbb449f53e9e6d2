"""Crossover: a game with some parts of another one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ludex.games.cards import Genome, canonical, repaired
from ludex.games.cards.genome import (
    BettingPhase,
    BiddingPhase,
    PassPhase,
    Phase,
    PlayPhase,
    TrickPhase,
)
from ludex.lab.operators.base import ATTEMPTS, has, phase_of, replace, steps_of_turn, with_phase, without_remarks
from ludex.lab.operators.turns import with_steps

Take = Callable[[Genome, Genome], Genome]


def _fields(*names: str) -> Take:
    """Takes over whole fields."""
    return lambda mine, other: replace(mine, **{name: getattr(other, name) for name in names})


_scoring = _fields("trick_scoring", "card_scoring", "order_scoring", "majorities", "sweep_points")


def _bidding(mine: Genome, other: Genome) -> Genome:
    """Takes over bids and contracts, or their absence."""
    bids = phase_of(other, BiddingPhase)
    tricks = next(at for at, phase in enumerate(mine.phases) if isinstance(phase, TrickPhase))
    phases: list[Phase] = [phase for phase in mine.phases[:tricks] if not isinstance(phase, BiddingPhase)]
    phases += [bids] if bids else []
    return replace(
        mine,
        phases=(*phases, *mine.phases[tricks:]),
        contract_scoring=other.contract_scoring,
        contract_variant=other.contract_variant,
    )


def _passing(mine: Genome, other: Genome) -> Genome:
    passing = phase_of(other, PassPhase)
    phases = tuple(phase for phase in mine.phases if not isinstance(phase, PassPhase))
    return replace(mine, phases=(passing, *phases) if passing else phases)


def _same(kind: type[Phase]) -> Take:
    """Takes over the phase of a kind that both have."""
    return lambda mine, other: with_phase(mine, kind, lambda phase: phase_of(other, kind) or phase)


def _conditions(mine: Genome, other: Genome) -> Genome:
    theirs = phase_of(other, PlayPhase) or PlayPhase()
    return with_phase(mine, PlayPhase, lambda phase: replace(phase, allow=theirs.allow, wild=theirs.wild))


def _turns(mine: Genome, other: Genome) -> Genome:
    """Takes over the steps of a turn, and how a hand of them ends."""
    ends = replace(mine, hand_ends=other.hand_ends, turn_rounds=other.turn_rounds, book=other.book)
    return with_steps(ends, steps_of_turn(other))


def both(mine: Genome, other: Genome, kind: type[Phase]) -> bool:
    """Whether both games have a phase of a kind."""
    return has(mine, kind) and has(other, kind)


def parts(mine: Genome, other: Genome) -> dict[str, Take]:
    """The parts that one game could take from another, by name."""
    tricks = both(mine, other, TrickPhase)
    turns = bool(steps_of_turn(mine) and steps_of_turn(other))
    chips = mine.chips is not None and other.chips is not None
    points = mine.chips is None and other.chips is None
    found: dict[str, tuple[bool, Take]] = {
        "deck": (True, _fields("deck")),
        "hand size": (True, _fields("deal")),
        "match": (chips or points, _fields("match")),
        "teams": (points, _fields("seats", "teams")),
        "trump": (tricks, _fields("trump", "bowers")),
        "tricks": (tricks, _same(TrickPhase)),
        "bidding": (tricks and (has(mine, BiddingPhase) or has(other, BiddingPhase)), _bidding),
        "passing": (tricks and (has(mine, PassPhase) or has(other, PassPhase)), _passing),
        "scoring": (points and (tricks or turns), _scoring),
        "turns": (turns and chips == (not points), _turns),
        "conditions": (both(mine, other, PlayPhase), _conditions),
        "effects": (both(mine, other, PlayPhase), _fields("effects")),
        "betting": (chips and both(mine, other, BettingPhase), _same(BettingPhase)),
        "ranking": (chips, _fields("ranking", "chips")),
    }
    return {name: take for name, (fits, take) in found.items() if fits}


def cross(first: Genome, second: Genome, rng: Random) -> Genome | None:
    """The first game with some parts of the second one; None where that makes no game but these two.

    Only parts that fit are taken: bids go from tricks to tricks, effects to games in which cards are played. What does
    not go with the rest is repaired. The child keeps the name of the first, and the sentences about it are dropped.

    >>> from ludex.games.cards import LIBRARY
    >>> child = cross(LIBRARY["whist"](), LIBRARY["spades"](), Random(1))
    >>> child.name
    'whist'
    """
    known = (canonical(first), canonical(second))
    fitting = parts(first, second)
    telling = [name for name in sorted(fitting) if fitting[name](first, second) != first]
    for _ in range(ATTEMPTS if telling else 0):
        child = first
        for name in rng.sample(telling, rng.randint(1, max(len(telling) - 1, 1))):
            child = fitting[name](child, second)
        sound = repaired(child)
        if sound and not _same_rules(canonical(sound), known):
            return without_remarks(sound)
    return None


def _same_rules(genome: Genome, known: tuple[Genome, ...]) -> bool:
    """Whether a game in canonical form is one of some others, but for its name."""
    return any(replace(genome, **_names(other)) == other for other in known)


def _names(genome: Genome) -> dict[str, str]:
    return {"name": genome.name, "title": genome.title, "about": genome.about, "simplified": genome.simplified}
