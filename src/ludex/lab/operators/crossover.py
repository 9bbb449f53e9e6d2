"""Crossover: a game with some parts of a second one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ludex.games.cards import Genome, canonical, repaired
from ludex.games.cards.genome import AuctionPhase, BettingPhase, BiddingPhase, PassPhase, Phase, PlayPhase, TrickPhase
from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.phasing import has, phase_of
from ludex.games.cards.parts.operators import ATTEMPTS, steps_of_turn, with_phase, with_steps, without_remarks
from ludex.games.cards.parts.scoring_variation import SCORES
from ludex.games.cards.parts.trumps.checks import NO_TRUMP
from ludex.games.cards.parts.turns.checks import ends_of_turns

Take = Callable[[Genome, Genome], Genome]


def _fields(*names: str) -> Take:
    """Make a function that takes over whole fields."""
    return lambda mine, other: replace(mine, **{name: getattr(other, name) for name in names})


_scoring = _fields(*SCORES)


def _bidding(mine: Genome, other: Genome) -> Genome:
    """Take over bids and contracts, or an auction with its trumps, or the absence of both."""
    bids = phase_of(other, BiddingPhase) or phase_of(other, AuctionPhase)
    tricks = next(at for at, phase in enumerate(mine.phases) if isinstance(phase, TrickPhase))
    phases: list[Phase] = [
        phase for phase in mine.phases[:tricks] if not isinstance(phase, BiddingPhase | AuctionPhase)
    ]
    phases += [bids] if bids else []
    trumps = {"trump": other.trump} if "named" in (mine.trump, other.trump) else {}
    return replace(
        mine,
        phases=(*phases, *mine.phases[tricks:]),
        **trumps,
        contract_scoring=other.contract_scoring,
        contract_variant=other.contract_variant,
    )


def _passing(mine: Genome, other: Genome) -> Genome:
    passing = phase_of(other, PassPhase)
    phases = tuple(phase for phase in mine.phases if not isinstance(phase, PassPhase))
    return replace(mine, phases=(passing, *phases) if passing else phases)


def _same(kind: type[Phase]) -> Take:
    """Make a function that takes over a phase of a kind that both have."""
    return lambda mine, other: with_phase(mine, kind, lambda phase: phase_of(other, kind) or phase)


def _conditions(mine: Genome, other: Genome) -> Genome:
    theirs = phase_of(other, PlayPhase) or PlayPhase()
    return with_phase(mine, PlayPhase, lambda phase: replace(phase, allow=theirs.allow, wild=theirs.wild))


def _turns(mine: Genome, other: Genome) -> Genome:
    """Take over the steps of a turn, and the ending of a hand of turns."""
    ends = replace(mine, **ends_of_turns(other))
    return with_steps(ends, steps_of_turn(other))


def both(mine: Genome, other: Genome, kind: type[Phase]) -> bool:
    """Return whether both games have a phase of a kind."""
    return has(mine, kind) and has(other, kind)


def parts(mine: Genome, other: Genome) -> dict[str, Take]:
    """Return the parts that one game could take from another, by name."""
    tricks = both(mine, other, TrickPhase)
    turns = bool(steps_of_turn(mine) and steps_of_turn(other))
    chips = mine.chips is not None and other.chips is not None
    points = mine.chips is None and other.chips is None
    found: dict[str, tuple[bool, Take]] = {
        "deck": (True, _fields("deck")),
        "hand size": (True, _fields("deal")),
        "match": (chips or points, _fields("match")),
        "teams": (points, _fields("seats", "teams")),
        "trump": (tricks, _fields(*NO_TRUMP)),
        "tricks": (tricks, _same(TrickPhase)),
        "bidding": (tricks and any(has(one, BiddingPhase, AuctionPhase) for one in (mine, other)), _bidding),
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
    """Return the first game with some parts of the second one; None if the result would equal one of the two.

    Only parts that fit are taken: bids go from tricks to tricks, effects to games in which cards are played. Parts that
    conflict with the rest are repaired. The child keeps the name of the first, but not the sentences about it.

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
    """Return whether a game in canonical form equals one of some others, apart from its name."""
    return any(replace(genome, **_names(other)) == other for other in known)


def _names(genome: Genome) -> dict[str, str]:
    return {"name": genome.name, "title": genome.title, "about": genome.about, "simplified": genome.simplified}
