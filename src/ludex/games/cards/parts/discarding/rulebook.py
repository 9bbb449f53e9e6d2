"""Sentences of the rulebook about discarding and knocking."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.events import PointsCounted
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.scoring import scores_points
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.discarding.genome import DiscardPhase
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import STEP, many


def can_take_from_pile(genome: Genome) -> bool:
    """Return True if players draw from the pile before they discard."""
    return any(isinstance(phase, DrawPhase) and phase.source in ("pile", "either") for phase in genome.phases)


def discard_sentences(genome: Genome, phase: DiscardPhase) -> Iterator[str]:
    most = "up to " if phase.optional else ""
    where = "face down" if phase.face_down else "onto the pile"
    refill = ", then draw the same number" if phase.refill else ""
    yield f"Discard {most}{many(phase.count, 'card')} {where}{refill}."
    if can_take_from_pile(genome):
        yield "A card that you have just taken from the pile may not be discarded in the same turn."
    if phase.knock >= 0:
        yield f"If your unmatched cards then count {phase.knock} points or less, you may knock as you discard, which"
        most = "at most three " if hand_sizes(genome)[1] > 10 else ""
        yield f"ends the hand. Cards are matched in {most}sets (three or four cards of the same rank) and runs (three"
        yield "or more cards of the same suit in sequence, with the ace below the 2)."
        yield "Unmatched number cards count their number, court cards 10, and aces 1."


def knock_sentences(genome: Genome) -> Iterator[str]:
    phase = genome.knocking_phase
    if phase and genome.seats == (2, 2):
        bonus = f" plus {phase.knock_bonus}" if phase.knock_bonus else ""
        yield "After a knock, the two players show their hands and compare their unmatched points:"
        yield f"{STEP}If the knocker has none, they score the other player's points{bonus}."
        yield f"{STEP}If the knocker has fewer than the other player, they score the difference."
        yield f"{STEP}Otherwise the other player scores the difference{bonus}."
    elif phase:
        bonus = f" plus {phase.knock_bonus}" if phase.knock_bonus else ""
        yield (
            "After a knock, all players show their hands, and the knocker's unmatched points are compared with those "
            "of each other player:"
        )
        yield f"{STEP}If the knocker has none, they score the other player's points{bonus}."
        yield f"{STEP}If the knocker has fewer than the other player, they score the difference."
        yield f"{STEP}If the other player has as few or fewer, that player scores the difference{bonus}."
    if phase:
        yield (
            "If nobody knocks, nobody scores for a knock."
            if _scores_otherwise(genome)
            else "If nobody knocks, nobody scores."
        )


def _scores_otherwise(genome: Genome) -> bool:
    return scores_points(genome)


def knock_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what a knock brought."""
    own, left = term.first, term.second
    if term.term == "knock":
        return f"knocked with {own or 'nothing'} unmatched against {left}: {left} - {own} = {term.points}"
    return f"{left} unmatched against the knocker's {own}: {own} - {left} = {term.points}"


def bonus_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell about the bonus after a knock."""
    return f"{term.reason}: {term.points}"


KNOCK_TERMS: Terms = {"knock": knock_term, "gin": bonus_term, "undercut": knock_term, "undercut bonus": bonus_term}
