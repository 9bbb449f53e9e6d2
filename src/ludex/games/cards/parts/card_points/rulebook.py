"""Sentences of the rulebook about points for cards."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import names_of, show
from ludex.games.cards.events import PointsCounted
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts import terms
from ludex.games.cards.parts.card_points.genome import CardPoints, Majority
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import NAME, STEP, award, card_worths, in_words, listed, many, most_of, times


def won_cards_count(genome: Genome) -> bool:
    """Return True if cards that were won are worth anything."""
    return bool(genome.majorities or (genome.card_scoring and genome.card_scoring.source == "won"))


def card_scoring_sentences(genome: Genome) -> Iterator[str]:
    """Say what cards bring."""
    scoring, side = genome.card_scoring, "team" if genome.teams else "player"
    if scoring is None:
        return
    where = "you win" if scoring.source == "won" else "left in your hand"
    if scoring.to == "winner":
        cards = "left in the other players' hands" if scoring.source == "hand" else "won by all players"
        yield f"The player who runs out of cards first scores for the cards {cards}:"
        yield from (f"{STEP}{worth}." for worth in card_worths(scoring.values))
        yield "If nobody runs out of cards, nobody scores for them."
        return
    for worth in card_worths(scoring.values):
        single = " for the " in worth and scoring.source == "won"
        yield f"{worth.replace(' for the ', ' for winning the ')}." if single else f"{worth} {where}."
    if scoring.moon:
        yield (
            f"To win all the cards that score is to shoot the moon. The {side} scores nothing for them then, and every "
            f"other {side} scores their full value."
        )


def majority_sentences(genome: Genome) -> Iterator[str]:
    """Say what the most cards of a kind bring."""
    sides = "teams" if genome.teams else "players"
    for most in genome.majorities:
        yield f"{award(most.points)} for winning the most {most_of(most)}; nothing if {sides} tie for the most."


def cards_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell which cards brought points."""
    scoring = genome.card_scoring
    assert scoring is not None, "only asked for where cards score"
    value, count = scoring.values[term.first], term.second.bit_count()
    few = f" ({show(names_of(term.second))})" if count <= 6 and not (value.rank and value.suit) else ""
    return f"{_cards_named(value, count)}{few}: {times(count, value.points)}"


def _cards_named(value: CardPoints | Majority, count: int) -> str:
    """Return cards that points are given for, with their number.

    >>> _cards_named(CardPoints(1, suit="hearts"), 3), _cards_named(CardPoints(1, "Q"), 1)
    ('three hearts', 'one queen')
    """
    suit = "trumps" if value.suit == "trump" else value.suit
    if value.rank and suit and count == 1:
        return f"the {NAME[value.rank]} of {suit}"
    if value.rank:
        return f"{many(count, NAME[value.rank])}{f' of {suit}' if suit else ''}"
    return many(count, suit.removesuffix("s")) if suit else many(count, "card")


def moon_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell who shot the moon."""
    if term.term == terms.MOON:
        return "won all the cards that score, and shot the moon"
    return f"{team_name(genome.teams[term.first] if genome.teams else (term.first,))} shot the moon"


def team_name(team: tuple[int, ...]) -> str:
    """Name the seats of a team."""
    return f"seat {team[0]}" if len(team) == 1 else f"seats {listed(map(str, team))}"


def majority_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell of what a side won the most cards."""
    return f"the most {most_of(genome.majorities[term.first])}, {in_words(term.second)} of them"


CARD_TERMS: Terms = {
    terms.CARDS: cards_term,
    terms.MOON: moon_term,
    terms.MOON_OF_OTHERS: moon_term,
    terms.MAJORITY: majority_term,
}
