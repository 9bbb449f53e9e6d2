"""Tricks in short: what to do, what they bring, and a remark for new players."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import SUITS
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.tricks.rulebook import most_tricks
from ludex.games.cards.wording import award, card_name, in_words, points

BUBBLE = (
    "Each player adds one card to the trick, and one of them takes it all. The cards that you may play now have a "
    "golden frame. Press any other card to read why it must wait."
)


def tricks_in_short(genome: Genome, phase: TrickPhase) -> str:
    """Say how a trick goes."""
    if phase.blind:
        said = ["**Tricks.** Each player turns up a card at random."]
    else:
        said = ["**Tricks.** One player leads a card, and each of the others adds one.", _following(genome, phase)]
    said.append(_winning(genome, phase))
    if phase.first_lead:
        said.append(f"The holder of the {card_name(phase.first_lead)} leads it first.")
    if phase.breaking != "none" and not phase.blind:
        said.append(_breaking(genome, phase))
    return " ".join(said)


def _following(genome: Genome, phase: TrickPhase) -> str:
    if not phase.follow:
        return "You may play any card."
    rest = "play a trump if you have one" if phase.must_trump and genome.trump != "none" else "play any card"
    return f"You must play a card of the suit that was led if you have one; if not, {rest}."


def _winning(genome: Genome, phase: TrickPhase) -> str:
    best = "lowest" if phase.low_wins else "highest"
    then = "takes all the cards into their hand" if phase.take else "leads to the next trick"
    if phase.by_rank:
        return f"The {best} card wins the trick, whatever its suit, and its player {then}."
    if genome.trump != "none":
        return f"The {best} trump wins the trick, or else the {best} card of the suit led, and its player {then}."
    return f"The {best} card of the suit led wins the trick, and its player {then}."


def _breaking(genome: Genome, phase: TrickPhase) -> str:
    breaking = genome.trump if phase.breaking == "trump" and genome.trump in SUITS else phase.breaking
    suit = "trumps" if breaking == "trump" else breaking
    if phase.unbreakable:
        return f"You may lead {suit} only if you hold nothing else."
    return f"You may not lead {suit} until one has been played, unless you hold nothing else."


def trick_points_in_short(genome: Genome) -> Iterator[str]:
    """Say what tricks bring."""
    scoring = genome.trick_scoring
    if scoring is not None:
        if scoring.points:
            book = f" after the first {in_words(scoring.book)}" if scoring.book else ""
            yield f"{award(scoring.points)} for every trick{book}."
        most = max(most_tricks(genome, phase) for phase in genome.phases if isinstance(phase, TrickPhase))
        levels = {level.tricks: level.points for level in scoring.levels if level.tricks <= most}
        if levels:
            told = "; ".join(f"{points(worth)} from {in_words(tricks)} on" for tricks, worth in sorted(levels.items()))
            yield f"The number of tricks in a hand counts: {told}."
    if genome.knockout:
        yield "Players who win no trick in a hand are out of the match; the others score 1 point."
