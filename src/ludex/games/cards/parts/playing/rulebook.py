"""Sentences of the rulebook about playing cards and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.drawing.genome import DrawPhase
from ludex.games.cards.parts.playing.genome import Effect, PlayPhase
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.wording import in_words, listed, many, with_article


def _compares(phase: PlayPhase) -> bool:
    return any(word in ("beats top", "adjacent") for group in phase.allow for word in group)


def ranks_matter(genome: Genome) -> bool:
    """Return True if one rank is ever higher than another."""
    return genome.ranking in ("poker", "high card") or any(
        isinstance(phase, TrickPhase)
        or (isinstance(phase, PlayPhase) and (phase.sets or phase.to == "capture" or _compares(phase)))
        for phase in genome.phases
    )


def play_sentences(genome: Genome, phase: PlayPhase) -> Iterator[str]:
    if phase.sets:
        yield "If you lead, play one or more cards of the same rank. Otherwise, play the same number of cards of a"
        yield "higher rank than the cards played last, or pass."
        yield "When all the others have passed in a row, the player who played last leads again."
        return
    where = {"pile": "onto the pile", "table": "onto the table", "capture": "to the table"}[phase.to]
    groups = [[word for word in group if word != "anything"] for group in phase.allow]
    if all(groups):
        conditions = listed((listed(_condition(word, phase) for word in group) for group in groups), "or")
        yield f"Play a card {where}. It must be {conditions}."
    else:
        yield f"Play any card {where}."
    if phase.to == "capture":
        yield from _capturing(genome.deck.ranks)
    if phase.wild:
        yield f"If you play {listed(map(with_article, phase.wild), 'or')}, name the suit that must be followed next."
    if phase.skip == "always":
        yield "You may always pass instead."
    elif all(groups):
        drew = any(isinstance(other, DrawPhase) and other.when == "stuck" for other in genome.phases)
        yield f"If you {'still ' if drew else ''}cannot play, pass."


def _capturing(ranks: str) -> Iterator[str]:
    yield "It captures a card of the same value from the table if there is one, or else cards that add up to its value,"
    yield "as few as possible. There is no choice between several ways: cards are captured in the order clubs,"
    yield "diamonds, hearts, spades, and in each suit from 2 to ace."
    yield "You take these cards and your own, and they count as won."
    yield f"Values go up with the ranks, from 1 for {with_article(ranks[0])} to {len(ranks)} for"
    yield f"{with_article(ranks[-1])}. At the end of the hand, the player who captured last takes the cards left on the"
    yield "table."


def _condition(word: str, phase: PlayPhase) -> str:
    named = " (or of the suit that was named)" if phase.wild else ""
    conditions = {
        "same suit": f"of the same suit as the top card{named}",
        "same rank": "of the same rank as the top card",
        "same colour": "of the same colour as the top card",
        "beats top": "higher than the top card",
        "adjacent": "next above or below a card of its suit on the table",
    }
    return conditions[word] if word in conditions else with_article(word[5:])


def effect_sentences(effects: Sequence[Effect]) -> Iterator[str]:
    """Say what ranks do when they are played.

    >>> list(effect_sentences((Effect("2", "draw", 2), Effect("2", "skip"))))
    ['When a 2 is played, the next player draws two cards and misses a turn.']
    """
    for rank in dict.fromkeys(effect.rank for effect in effects):
        does = " and ".join(_does(effect) for effect in effects if effect.rank == rank)
        yield f"When {with_article(rank)} is played, {does.replace('and the next player ', 'and ')}."


def _does(effect: Effect) -> str:
    players = "next player misses" if effect.count == 1 else f"next {in_words(effect.count)} players miss"
    return {
        "skip": f"the {players} a turn",
        "reverse": "the direction of play is reversed",
        "draw": f"the next player draws {many(effect.count, 'card')}",
        "again": "the same player has another turn",
    }[effect.does]
