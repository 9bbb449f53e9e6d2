"""The rulebook of a genome, written by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome import TURN_PHASES, Genome, TrickPhase
from ludex.games.cards.rulebook.hand import effect_sentence, phase_sentences
from ludex.games.cards.rulebook.scoring import scoring_sentences
from ludex.games.cards.rulebook.words import card_name, listed, many, ranks_in_words

STEP = "  - "
"""How a step of a turn begins."""


def rulebook(genome: Genome) -> str:
    """The rules of a genome as a page of Markdown.

    >>> from ludex.games.cards import create_spades_genome
    >>> print(rulebook(create_spades_genome()).splitlines()[0])
    # Spades
    """
    sections = {
        "What you need": _needs(genome),
        "The deal": _deal(genome),
        "A hand": _hand(genome),
        "Scoring": scoring_sentences(genome),
        "The end": _end(genome),
        "Beside the published rules": iter((genome.simplified,) if genome.simplified else ()),
    }
    lines = [f"# {genome.title}", ""]
    if genome.about:
        lines += [genome.about, ""]
    for title, sentences in sections.items():
        told = [sentence if sentence.startswith(STEP) else f"- {sentence}" for sentence in sentences]
        lines += [f"## {title}", "", *told, ""] if told else []
    return "\n".join(lines).rstrip() + "\n"


def _needs(genome: Genome) -> Iterator[str]:
    low, high = genome.seats
    yield f"{many(low, 'player').capitalize()}." if low == high else f"{low} to {high} players."
    if genome.teams:
        yield f"Partners: seats {'; seats '.join(listed(map(str, team)) for team in genome.teams)}."
    count = 4 * len(genome.deck.ranks) - len(genome.deck.without)
    suits = "one card of every rank in clubs, diamonds, hearts and spades"
    yield f"{count} cards: {suits}. From weak to strong: {ranks_in_words(genome.deck.ranks)}."
    if genome.deck.without:
        yield f"Left out: the {listed(map(card_name, genome.deck.without))}."
    if genome.chips:
        yield f"{many(genome.chips.start, 'chip').capitalize()} for every player."


def _deal(genome: Genome) -> Iterator[str]:
    deal = genome.deal
    if genome.chips and genome.chips.ante:
        yield f"Everybody pays {many(genome.chips.ante, 'chip')} into the pot, or what is left of its chips."
    whole = "Deal all the cards, one at a time, as evenly as they go."
    yield f"Deal {many(deal.cards, 'card')} to every player." if deal.cards else whole
    if deal.change:
        more = "more" if deal.change > 0 else "fewer"
        yield f"In every hand that follows, everybody gets {many(abs(deal.change), 'card')} {more}."
    if deal.table:
        yield f"Lay {many(deal.table, 'card')} face up on the table."
    if deal.starter:
        yield "Turn one card face up to begin the pile."
    if deal.cards:
        yield "The other cards are the stock, face down." if _uses_stock(genome) else "The other cards are not used."
    if deal.again:
        yield "When nobody has cards left, deal as many again from the stock, as long as it lasts for all."
    yield from _trump(genome)
    yield "Seat 0 sits left of the first dealer. The deal moves on clockwise, and left of the dealer begins."


def _uses_stock(genome: Genome) -> bool:
    """Whether anything is drawn after the deal."""
    return any(isinstance(phase, TURN_PHASES) for phase in genome.phases) or genome.deal.again


def _trump(genome: Genome) -> Iterator[str]:
    turned = "Turn up the next card of the deck: its suit is trump."
    shown = "The dealer shows one of its cards, drawn by chance, before it takes up its hand: that suit is trump."
    trumps = {
        "none": "",
        "rotating": "Trumps change from hand to hand: clubs, diamonds, hearts, spades, and so on.",
        "random": "The trump suit is drawn by chance in every hand.",
        "turned": turned if genome.deal.cards else shown,
    }
    sentence = trumps.get(genome.trump, f"{genome.trump.capitalize()} are trumps.")
    if sentence:
        yield sentence
    if genome.bowers:
        yield (
            "The jack of trumps is the strongest trump. The other jack of the same colour counts as a trump, too, and "
            "is the second strongest."
        )


def _hand(genome: Genome) -> Iterator[str]:
    if genome.book:
        yield f"Whoever holds {many(genome.book, 'card')} of one rank lays them down at once; they count as won."
    turns = [phase for phase in genome.phases if isinstance(phase, TURN_PHASES)]
    for phase in genome.phases:
        if turns and phase is turns[0]:
            yield _turns(genome)
        step = STEP if isinstance(phase, TURN_PHASES) else ""
        yield step + " ".join(phase_sentences(genome, phase))
    yield from map(effect_sentence, genome.effects)
    yield from _hand_end(genome)


def _turns(genome: Genome) -> str:
    """How turns go round."""
    often = f"Everybody has {many(genome.turn_rounds, 'turn')}" if genome.turn_rounds else "They go round"
    return f"**Turns.** {often}, clockwise. In a turn:"


def _hand_end(genome: Genome) -> Iterator[str]:
    ends = {
        "first out": "The hand ends as soon as somebody has no cards left.",
        "one left": "The hand ends when only one player has cards left.",
        "all out": "The hand ends when nobody has cards left.",
        "phases": "",
    }
    said = ends[genome.hand_ends]
    if said:
        yield said
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    if tricks is None and any(isinstance(phase, TURN_PHASES) for phase in genome.phases):
        if not genome.turn_rounds:
            limit = f"ends when all have passed in a row, and after {many(genome.turn_limit, 'turn')} at the latest."
            yield f"It also {limit}" if said else f"Without that, the hand {limit}"
    elif tricks and (tricks.take or genome.turn_limit < 26):
        alone = "when one player has all the cards, and " if tricks.take else ""
        yield f"The hand ends {alone}after {many(genome.turn_limit, 'trick')} at the latest."


def _end(genome: Genome) -> Iterator[str]:
    match = genome.match
    early = match.target or match.floor or genome.chips or genome.knockout
    hands = many(match.hands, "hand")
    yield "There is one hand." if match.hands == 1 else f"There are {'at most ' if early else ''}{hands}."
    side = "a team" if genome.teams else "somebody"
    what = "chips" if genome.chips else "points"
    if match.target:
        tie = f"; if two are equally {'low' if match.low_wins else 'high'} then, another hand is played"
        yield f"The match ends when {side} has {match.target} {what} or more{tie}."
    if match.floor:
        yield f"It also ends when {side} falls to {match.floor} or below."
    if genome.chips or genome.knockout:
        yield "It also ends when only one player is left."
    best = "The most chips win" if genome.chips else f"The {'lowest' if match.low_wins else 'highest'} score wins"
    yield f"{best}."
