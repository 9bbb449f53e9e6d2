"""Rulebooks, written from genomes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ludex.games.cards.genome.schema import TURN_PHASES, Genome
from ludex.games.cards.parts.card_points.rulebook import won_cards_count
from ludex.games.cards.parts.deal.rulebook import deal_sentences, deck_sentences
from ludex.games.cards.parts.playing.rulebook import effect_sentences
from ludex.games.cards.parts.registry import PHASES, SCORING_SENTENCES
from ludex.games.cards.parts.turns.rulebook import hand_end_sentences, turns_sentence
from ludex.games.cards.rulebook.example import example_sentences
from ludex.games.cards.wording import STEP, in_words, listed, many, points


@lru_cache(maxsize=128)
def rulebook(genome: Genome) -> str:
    """Write the rules of a genome as a page of Markdown, with a hand that is played for an example.

    >>> from ludex.games.cards import create_spades_genome
    >>> print(rulebook(create_spades_genome()).splitlines()[0])
    # Spades
    """
    sections = {
        **_sections(genome),
        "An example": example_sentences(genome),
        "Differences from the published rules": iter((genome.simplified,) if genome.simplified else ()),
    }
    lines = [f"# {genome.title}", ""]
    if genome.about:
        lines += [genome.about, ""]
    for title, sentences in sections.items():
        told = [sentence if sentence.startswith(STEP) else f"- {sentence}" for sentence in sentences]
        lines += [f"## {title}", "", *told, ""] if told else []
    return "\n".join(lines).rstrip() + "\n"


def _sections(genome: Genome) -> dict[str, Iterator[str]]:
    """Return the rules alone, by heading."""
    return {
        "What you need": _needs(genome),
        "The deal": deal_sentences(genome),
        "A hand": _hand(genome),
        "Scoring": (sentence for tell in SCORING_SENTENCES for sentence in tell(genome)),
        "The end": _end(genome),
    }


def rule_sentences(genome: Genome) -> list[str]:
    """Return everything in a rulebook about the rules, without headings, example and remarks.

    >>> from ludex.games.cards import create_spades_genome
    >>> rule_sentences(create_spades_genome())[0]
    'Four players.'
    """
    return [sentence.removeprefix(STEP) for sentences in _sections(genome).values() for sentence in sentences]


def _needs(genome: Genome) -> Iterator[str]:
    low, high = genome.seats
    players = many(low, "player") if low == high else f"{in_words(low)} to {many(high, 'player')}"
    teams = " against ".join(f"seats {listed(map(str, team))}" for team in genome.teams)
    count = many(len(genome.teams), "team")
    yield f"{players.capitalize()} in {count}: {teams}." if teams else f"{players.capitalize()}."
    yield from deck_sentences(genome)
    if genome.chips:
        yield f"{many(genome.chips.start, 'chip').capitalize()} for each player."


def _hand(genome: Genome) -> Iterator[str]:
    if genome.book:
        book = f"A player who holds {many(genome.book, 'card')} of the same rank lays them down at once."
        yield f"{book} They count as cards won." if won_cards_count(genome) else book
    turns = [phase for phase in genome.phases if isinstance(phase, TURN_PHASES)]
    for phase in genome.phases:
        if turns and phase is turns[0]:
            yield turns_sentence(genome)
        step = STEP if isinstance(phase, TURN_PHASES) else ""
        yield step + " ".join(PHASES[type(phase)].sentences(genome, phase))
    yield from effect_sentences(genome.effects)
    yield from hand_end_sentences(genome)


def _end(genome: Genome) -> Iterator[str]:
    match = genome.match
    side = "team" if genome.teams else "player"
    best = "lowest" if match.low_wins else "highest"
    count = partial(many, what="chip") if genome.chips else points
    reached = [f"has {count(match.target)} or more"] if match.target else []
    reached += [f"has {count(match.floor)} or fewer"] if match.floor else []
    if match.hands == 1:
        yield "The match is a single hand."
    elif reached:
        tie = f"If the {best} score is tied then, another hand is played."
        yield f"The match ends when a {side} {listed(reached, 'or')} after a hand. {tie}"
        yield f"It ends after {many(match.hands, 'hand')} in any case."
    else:
        early = genome.chips or genome.knockout
        yield f"The match lasts {'at most ' if early else ''}{many(match.hands, 'hand')}."
    if match.hands > 1 and (genome.chips or genome.knockout):
        yield f"It {'also ends' if reached else 'ends sooner'} when only one player is left."
    yield f"The {side} with the {'most chips' if genome.chips else f'{best} score'} wins."
