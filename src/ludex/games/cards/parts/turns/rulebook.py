"""Sentences of the rulebook about turns, the end of a hand, and going out."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.events import ORDER, PointsCounted
from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.asking.genome import AskPhase
from ludex.games.cards.parts.claiming.genome import ClaimPhase
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.state import State
from ludex.games.cards.wording import listed, many, points


def all_can_pass(genome: Genome) -> bool:
    """Return True if all players can pass in a row."""
    turns = [phase for phase in genome.phases if isinstance(phase, DrawPhase | PlayPhase | ClaimPhase | AskPhase)]
    last = genome.phases[-1]
    for phase in turns:
        if isinstance(phase, PlayPhase) and _can_pass(genome, phase):
            return True
        if isinstance(phase, AskPhase) and (genome.book != 4 or genome.deck.without):
            return True
        if isinstance(phase, DrawPhase) and (phase.when == "optional" or (phase is last and _runs_dry(genome, phase))):
            return True
    return False


def _can_pass(genome: Genome, phase: PlayPhase) -> bool:
    if phase.sets:
        return False
    if phase.skip == "always":
        return True
    if ("anything",) in phase.allow:
        return False
    starts = any(len(group) == 1 and group[0][:5] == "rank " for group in phase.allow)
    whole = not genome.deal.cards and not genome.deck.without
    return not (whole and starts and phase.to == "table" and ("adjacent",) in phase.allow)


def _runs_dry(genome: Genome, phase: DrawPhase) -> bool:
    """Return True if there may be nothing to draw before a hand ends."""
    return phase.source != "neighbour" or genome.hand_ends not in ("first out", "one left")


def can_reach_limit(genome: Genome) -> bool:
    """Return True if turns can continue until their limit ends the hand."""
    if genome.turn_rounds:
        return False
    phases = genome.phases
    if all(isinstance(phase, PlayPhase) for phase in phases) and not genome.effects:
        plays = genome.deck.size * (1 if not all_can_pass(genome) and not _passes(genome) else genome.seats[1])
        return genome.turn_limit < plays
    return True


def _passes(genome: Genome) -> bool:
    """Return True if single players pass now and then."""
    return any(
        isinstance(phase, PlayPhase) and (phase.sets or phase.skip == "always" or ("anything",) not in phase.allow)
        for phase in genome.phases
    )


def turns_sentence(genome: Genome) -> str:
    """Say how turns go round."""
    often = f"Each player has {many(genome.turn_rounds, 'turn')}" if genome.turn_rounds else "Players take turns"
    return f"**Turns.** {often}, clockwise. On your turn:"


def hand_end_sentences(genome: Genome) -> Iterator[str]:
    asking = any(isinstance(phase, AskPhase) for phase in genome.phases)
    ends = {
        "first out": "The hand ends as soon as a player has no cards left.",
        "one left": "The hand ends when only one player has any cards left.",
        "all out": f"The hand ends when nobody has any cards left{' and the stock is empty' if asking else ''}.",
        "phases": "",
    }
    said = ends[genome.hand_ends]
    if said:
        yield said
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    if tricks is None and any(isinstance(phase, TURN_PHASES) for phase in genome.phases):
        if not genome.turn_rounds:
            early = ["if all players pass in a row"] if all_can_pass(genome) else []
            early += [f"after {many(genome.turn_limit, 'turn')}"] if can_reach_limit(genome) else []
            if early:
                yield f"{'It also ends' if said else 'If nobody knocks, the hand ends'} {listed(early, 'or')}."
    elif tricks and (tricks.take or genome.turn_limit < hand_sizes(genome)[1]):
        alone = "when one player has all the cards, or " if tricks.take else ""
        yield f"The hand ends {alone}after {many(genome.turn_limit, 'trick')}."


def order_sentences(genome: Genome) -> Iterator[str]:
    """Say what going out brings."""
    if not genome.order_scoring:
        return
    scoring = genome.order_scoring
    first, *later = scoring[: genome.seats[1]]
    places = [f"{points(first)} for the first player to get rid of all their cards"]
    places += [f"{points(worth)} for the {ORDER[place]}" for place, worth in enumerate(later, 1)]
    yield f"{listed(places)}."
    if later and (genome.hand_ends == "first out" or len(scoring) >= genome.seats[0]):
        yield "Players who still have cards when the hand ends share the next place."
    elif later and can_reach_limit(genome):
        yield "If a hand ends early, players who still have cards share the next place."


def place_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell in which place a seat went out."""
    who = f"seat {term.first} was " if genome.teams else ""
    return f"{who}{ORDER[term.second - 1]} {'to run out of cards' if term.third else 'with cards left'}"


ORDER_TERMS: Terms = {"place": place_term}
