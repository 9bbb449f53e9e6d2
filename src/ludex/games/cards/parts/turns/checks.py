"""Problems of turns and of the points for going out, their canonical form, and how long they last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.cards.genome.fields import values_of
from ludex.games.cards.genome.phasing import NO_TURNS, USUAL, has, keeping, phase_of, place_of, type_of
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase

ENDS = "hand_ends"
"""The field that tells how a hand ends."""
_TURN_FIELDS = values_of(list(NO_TURNS))


def turn_problems(genome: Genome) -> Iterator[Problem]:
    """Find steps of a turn that do not fit together, and hands that do not end."""
    places = [number for number, phase in enumerate(genome.phases) if isinstance(phase, TURN_PHASES)]
    if not places:
        yield from _without_turns(genome)
        return
    steps = tuple(genome.phases[place] for place in places)
    if places[-1] - places[0] + 1 != len(places):
        before = genome.phases[: places[0]]
        after = tuple(phase for phase in genome.phases[places[0] :] if not isinstance(phase, TURN_PHASES))
        yield problem(
            "phases",
            "the phases of a turn are not next to each other",
            "Put draw, play, discard, claim and ask side by side.",
            {"phases": (*before, *steps, *after)},
        )
    if genome.turn_rounds == 0 and genome.hand_ends == "phases" and not genome.knocking_phase:
        yield problem(
            "hand_ends",
            "nothing but the limit of turns would end a hand",
            "Choose how a hand ends, or set turn_rounds.",
            {"turn_rounds": 1} if genome.chips else {"hand_ends": "first out"},
        )
    if len(steps) > 1:
        yield from _own_turns(genome)
    yield from _steps(genome, places)
    if genome.deal.again:
        yield from _again(genome)


def _own_turns(genome: Genome) -> Iterator[Problem]:
    own = next((phase for phase in genome.phases if isinstance(phase, ClaimPhase | AskPhase)), None)
    if own:
        yield problem(
            place_of(genome, ClaimPhase, AskPhase),
            "claiming and asking are complete turns",
            "Leave out the other phases of the turn.",
            keeping(genome, lambda other: other is own or not isinstance(other, TURN_PHASES)),
            keeping(genome, lambda other: not isinstance(other, ClaimPhase | AskPhase)),
        )


def _steps(genome: Genome, places: list[int]) -> Iterator[Problem]:
    for number in places:
        step = genome.phases[number]
        after = genome.phases[number + 1] if number + 1 < len(genome.phases) else None
        if isinstance(step, DrawPhase) and step.when == "stuck" and not isinstance(after, PlayPhase):
            what = f"no phase of type {type_of(PlayPhase)} follows it"
            yield problem(f"phases[{number}].when", what, "Put one after it.", {f"phases[{number}].when": "always"})
        if isinstance(step, PlayPhase) and step.sets and (len(places) > 1 or step.wild or step.to != "pile"):
            alone = PlayPhase(step.allow, "pile", step.skip, "", True)
            others = (phase for phase in genome.phases if not isinstance(phase, TURN_PHASES))
            yield problem(
                f"phases[{number}].sets",
                "sets are complete turns",
                "Drop wild, to and the other phases of the turn.",
                {f"phases[{number}].sets": False},
                {"phases": (*others, alone)},
            )


def _again(genome: Genome) -> Iterator[Problem]:
    once: Repair = {"deal.again": False}
    if genome.effects or genome.book:
        yield problem(
            "deal.again",
            "effects and books do not go with hands that are dealt again",
            "Drop the effects and books, or again.",
            once,
            {"effects": (), "book": 0},
        )
    if not genome.deal.cards or genome.hand_ends != "all out":
        fix = 'Set hand_ends to "all out" and deal.cards.'
        yield problem("deal.again", "hands are not dealt until all are out", fix, once)


def _without_turns(genome: Genome) -> Iterator[Problem]:
    for (place, usual), value in zip(NO_TURNS.items(), _TURN_FIELDS(genome), strict=True):
        if value != usual:
            fix = "Add draw, play, discard, claim or ask phases, or drop it."
            yield problem(place, "a hand has no turns", fix, {place: usual})


def order_scoring_problems(genome: Genome) -> Iterator[Problem]:
    """Find points for going out where no player does."""
    if genome.order_scoring and not players_go_out(genome):
        fix = 'Set hand_ends to "first out" or "one left".'
        yield problem("order_scoring", "players do not go out", fix, {"order_scoring": ()})


def players_go_out(genome: Genome) -> bool:
    """Return True if the order counts in which players run out of cards."""
    return genome.hand_ends in ("first out", "one left")


def cards_are_won(genome: Genome) -> bool:
    """Return True if turns are likely to end with cards won, not with cards in hand."""
    return bool(genome.book) or genome.hand_ends == "all out"


def ends_of_turns(genome: Genome) -> dict[str, Any]:
    """List how a hand of turns ends, as fields of a genome."""
    return {"hand_ends": genome.hand_ends, "turn_rounds": genome.turn_rounds, "book": genome.book}


def plain_turn_limit(genome: Genome) -> dict[str, Any]:
    """Set a limit of turns that no hand can reach as usual."""
    limit, usual = genome.turn_limit, int(USUAL["turn_limit"])
    tricks = phase_of(genome, TrickPhase)
    if tricks:
        most = 2_000 if tricks.take else hand_sizes(genome)[1]
    elif has(genome, *TURN_PHASES):
        most = genome.turn_rounds * genome.seats[1] or 2_000
    else:
        most = 0
    return {"turn_limit": usual if min(limit, usual) >= most else limit}


def plain_order_scoring(genome: Genome) -> dict[str, Any]:
    """Leave out the places that bring nothing, or that no player takes."""
    points = list(genome.order_scoring[: genome.seats[1]])
    while points and not points[-1]:
        points.pop()
    return {"order_scoring": tuple(points)}


def counted_turns(genome: Genome, seats: int) -> int:
    """Return the number of turns of a hand, where they are counted; otherwise 0."""
    return genome.turn_rounds * seats


def most_turns(genome: Genome) -> int:
    """Return the most turns of a hand."""
    return min(genome.turn_limit, genome.turn_rounds * genome.seats[1] or genome.turn_limit)


def order_points(genome: Genome) -> tuple[int, int]:
    """Return the least and the most that the order of going out brings in a hand."""
    return sum(min(points, 0) for points in genome.order_scoring), sum(
        max(points, 0) for points in genome.order_scoring
    )
