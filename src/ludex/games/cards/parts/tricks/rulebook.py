"""Sentences of the rulebook about tricks."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import SUITS
from ludex.games.cards.events import PointsCounted
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.deal.checks import hand_sizes
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.state import State
from ludex.games.cards.wording import award, card_name, in_words, listed, many, points, times


def most_tricks(genome: Genome, phase: TrickPhase) -> int:
    """Return the most tricks of a hand."""
    return min(hand_sizes(genome)[1], phase.tricks or 52, genome.turn_limit)


def trick_sentences(genome: Genome, phase: TrickPhase) -> Iterator[str]:
    yield f"**Tricks.** There are {many(phase.tricks, 'trick')}." if phase.tricks else "**Tricks.**"
    if phase.blind:
        yield "Each player turns up a card from their hand at random, without having looked at it."
    else:
        yield "One player leads a card, and the others each play a card in turn, clockwise."
        yield _following(phase)
    yield from _winning(genome, phase)
    if phase.first_lead:
        yield f"Whoever holds the {card_name(phase.first_lead)} leads it to the first trick."
    if phase.breaking != "none":
        yield _breaking(genome, phase)
    if phase.clean_start:
        yield "In the first trick, players who cannot follow suit may not play a card that scores, unless they hold"
        yield "nothing else."


def _following(phase: TrickPhase) -> str:
    if not phase.follow:
        return "Players may play any card."
    if phase.must_trump:
        return (
            "Players must follow suit if they can. Players who cannot must play a trump if they have one, and may play "
            "any card if they have none."
        )
    return "Players must follow suit if they can; players who cannot may play any card."


def _winning(genome: Genome, phase: TrickPhase) -> Iterator[str]:
    best = "lowest" if phase.low_wins else "highest"
    if phase.by_rank:
        yield f"The {best} card wins, whatever its suit. If the {best} cards are equal, nobody wins the trick, and its"
        yield "cards go to whoever wins the next one."
    elif genome.trump != "none":
        yield f"The {best} trump wins the trick; if no trump was played, the {best} card of the suit led wins."
    else:
        yield f"The {best} card of the suit led wins the trick."
    yield "The winner takes the cards into their hand." if phase.take else "The winner leads to the next trick."


def _breaking(genome: Genome, phase: TrickPhase) -> str:
    breaking = genome.trump if phase.breaking == "trump" and genome.trump in SUITS else phase.breaking
    suit = "Trumps" if breaking == "trump" else breaking.capitalize()
    single = breaking.removesuffix("s")
    if phase.unbreakable:
        return f"A player may lead {suit.lower()} only if they hold nothing else."
    return (
        f"{suit} are broken when the first {single} is played. Until then, a player may lead {suit.lower()} only if "
        "they hold nothing else."
    )


def trick_scoring_sentences(genome: Genome) -> Iterator[str]:
    """Say what tricks bring."""
    scoring = genome.trick_scoring
    if scoring is None:
        return
    if scoring.points:
        book = f" after the first {in_words(scoring.book)}" if scoring.book else ""
        yield f"{award(scoring.points)} for every trick{book}."
    levels = sorted(scoring.levels, key=lambda level: level.tricks)
    most = max(most_tricks(genome, phase) for phase in genome.phases if isinstance(phase, TrickPhase))
    told = []
    for level, above in zip(levels, [*(other.tricks for other in levels[1:]), most + 1], strict=False):
        if level.tricks < above:
            last = above - 1
            every = last == level.tricks == most and most == hand_sizes(genome)[0]
            between = "or" if last == level.tricks + 1 else "to"
            few = in_words(last) if last == level.tricks else f"{in_words(level.tricks)} {between} {in_words(last)}"
            told.append(f"{points(level.points)} for winning {f'all {few}' if every else f'{few} tricks'}")
    if told:
        yield f"{listed(told)}."


def knockout_sentences(genome: Genome) -> Iterator[str]:
    """Say what happens to players without a trick."""
    if genome.knockout:
        yield "Players who win no trick are out of the match; all others score 1 point."


def tricks_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell what tricks brought."""
    scoring = genome.trick_scoring
    assert scoring is not None, "only asked for where tricks score"
    book = f", {in_words(term.second)} of them beyond the first {in_words(scoring.book)}" if scoring.book else ""
    return f"{many(term.first, 'trick')}{book}: {times(term.second, scoring.points)}"


def level_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell how many tricks were won."""
    return f"won {many(term.first, 'trick')}"


def out_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell who is out of the match."""
    return "won no trick and is out of the match"


TRICK_TERMS: Terms = {
    "tricks": tricks_term,
    "level": level_term,
    "stays in": level_term,
    "goes out": out_term,
}
