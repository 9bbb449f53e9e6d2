"""Sentences of the rulebook about points for cards."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import show
from ludex.games.cards.events import PointsCounted, cards_named
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.part import Terms
from ludex.games.cards.state import State
from ludex.games.cards.wording import STEP, award, card_worths, in_words, listed, most_of, times


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
    count = len(term.cards)
    named = cards_named(term.first, term.second, count, in_words(count))
    few = f" ({show(term.cards)})" if count <= 6 and not named.startswith("the ") else ""
    return f"{named}{few}: {times(count, term.points // count)}"


def moon_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell who shot the moon."""
    if term.term == "moon":
        return "won all the cards that score, and shot the moon"
    return f"{team_name(genome.teams[term.first] if genome.teams else (term.first,))} shot the moon"


def team_name(team: tuple[int, ...]) -> str:
    """Name the seats of a team."""
    return f"seat {team[0]}" if len(team) == 1 else f"seats {listed(map(str, team))}"


def majority_term(genome: Genome, s: State, term: PointsCounted) -> str:
    """Tell of what a side won the most cards."""
    return f"{term.reason.partition(' (')[0]}, {in_words(term.third)} of them"


CARD_TERMS: Terms = {
    "cards": cards_term,
    "moon": moon_term,
    "moon of others": moon_term,
    "majority": majority_term,
}
