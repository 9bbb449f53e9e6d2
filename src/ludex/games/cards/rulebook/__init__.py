"""Rulebooks, written from genomes."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.schema import TURN_PHASES, Genome, PlayPhase, TrickPhase
from ludex.games.cards.rulebook.hand import effect_sentences, phase_sentences
from ludex.games.cards.rulebook.scoring import scoring_sentences
from ludex.games.cards.rulebook.words import STEP, card_name, in_words, listed, many, points, ranks_in_words


def rulebook(genome: Genome) -> str:
    """Write the rules of a genome as a page of Markdown.

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
        "Differences from the published rules": iter((genome.simplified,) if genome.simplified else ()),
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
    players = many(low, "player") if low == high else f"{in_words(low)} to {many(high, 'player')}"
    teams = " against ".join(f"seats {listed(map(str, team))}" for team in genome.teams)
    yield f"{players.capitalize()}, in teams: {teams}." if teams else f"{players.capitalize()}."
    yield from _deck(genome)
    if genome.chips:
        yield f"{many(genome.chips.start, 'chip').capitalize()} for each player."


def _deck(genome: Genome) -> Iterator[str]:
    deck = genome.deck
    without = f", without the {listed(map(card_name, deck.without))}" if deck.without else ""
    if len(deck.ranks) == len(RANKS):
        yield f"A standard deck of 52 cards{without}. From low to high: {ranks_in_words(deck.ranks)}."
    else:
        yield f"{deck.size} cards: in every suit, from low to high, {ranks_in_words(deck.ranks)}{without}."


def _deal(genome: Genome) -> Iterator[str]:
    deal = genome.deal
    if genome.chips and genome.chips.ante:
        ante = f"Before the deal, each player pays {many(genome.chips.ante, 'chip')} into the pot"
        yield f"{ante}, or as many as they have left." if genome.chips.ante > 1 else f"{ante}."
    yield _hands(genome)
    if deal.table:
        yield f"Lay {many(deal.table, 'card')} face up on the table."
    if deal.starter:
        yield "Turn one card face up to start the pile."
    yield from _trump(genome)
    if deal.cards:
        yield "The remaining cards are the stock, face down." if _uses_stock(genome) else "No other cards are used."
    if deal.again:
        yield "When nobody has any cards left, deal as many again from the stock, as long as there are enough for all."
    moves_on = "" if genome.match.hands == 1 else ", and the deal passes to the left after every hand"
    yield f"The player in the last seat deals first{moves_on}. The player to the dealer's left begins."


def _hands(genome: Genome) -> str:
    deal, (low, high) = genome.deal, genome.seats
    if not deal.cards:
        uneven = any(genome.deck.size % seats for seats in range(low, high + 1))
        extra = " Some players may get one card more than others." if uneven else ""
        return f"Deal all the cards, one at a time.{extra}"
    if not deal.change:
        return f"Deal {many(deal.cards, 'card')} to each player."
    change = f"{in_words(abs(deal.change))} {'more' if deal.change > 0 else 'fewer'}"
    return f"Deal {many(deal.cards, 'card')} to each player in the first hand, and {change} in each hand after that."


def _uses_stock(genome: Genome) -> bool:
    """Whether anything is drawn after the deal."""
    return any(isinstance(phase, TURN_PHASES) for phase in genome.phases) or genome.deal.again


def _trump(genome: Genome) -> Iterator[str]:
    turned = "Turn up the next card: its suit is trumps."
    shown = "The dealer shows one card of their hand, chosen at random: its suit is trumps."
    trumps = {
        "none": "",
        "rotating": "Trumps change from hand to hand: clubs, diamonds, hearts, spades, then clubs again.",
        "random": "The trump suit is chosen at random in each hand.",
        "turned": turned if genome.deal.cards else shown,
    }
    sentence = trumps.get(genome.trump, f"{genome.trump.capitalize()} are trumps.")
    if sentence:
        yield sentence
    if genome.bowers:
        yield (
            "The jack of trumps is the highest trump. The other jack of the same colour also counts as a trump, and is "
            "the second highest."
        )


def _hand(genome: Genome) -> Iterator[str]:
    if genome.book:
        book = f"A player who holds {many(genome.book, 'card')} of the same rank lays them down at once"
        yield f"{book}. They count as cards won."
    turns = [phase for phase in genome.phases if isinstance(phase, TURN_PHASES)]
    for phase in genome.phases:
        if turns and phase is turns[0]:
            yield _turns(genome)
        step = STEP if isinstance(phase, TURN_PHASES) else ""
        yield step + " ".join(phase_sentences(genome, phase))
    yield from effect_sentences(genome.effects)
    yield from _hand_end(genome)


def _turns(genome: Genome) -> str:
    """How turns go round."""
    often = f"Each player has {many(genome.turn_rounds, 'turn')}" if genome.turn_rounds else "Players take turns"
    return f"**Turns.** {often}, clockwise. In your turn:"


def _hand_end(genome: Genome) -> Iterator[str]:
    ends = {
        "first out": "The hand ends as soon as a player has no cards left.",
        "one left": "The hand ends when only one player has any cards left.",
        "all out": "The hand ends when nobody has any cards left.",
        "phases": "",
    }
    said = ends[genome.hand_ends]
    if said:
        yield said
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    if tricks is None and any(isinstance(phase, TURN_PHASES) for phase in genome.phases):
        if not genome.turn_rounds:
            sets = any(isinstance(phase, PlayPhase) and phase.sets for phase in genome.phases)
            blocked = "" if sets else "if all players pass in a row, or "
            limit = f"{blocked}after {many(genome.turn_limit, 'turn')}."
            yield f"It also ends {limit}" if said else f"If nobody knocks, the hand ends {limit}"
    elif tricks and (tricks.take or genome.turn_limit < 26):
        alone = "when one player has all the cards, or " if tricks.take else ""
        yield f"The hand ends {alone}after {many(genome.turn_limit, 'trick')}."


def _end(genome: Genome) -> Iterator[str]:
    match = genome.match
    early = match.target or match.floor or genome.chips or genome.knockout
    hands = many(match.hands, "hand")
    yield f"The match lasts {'at most ' if early and match.hands > 1 else ''}{hands}."
    side = "team" if genome.teams else "player"
    best = "lowest" if match.low_wins else "highest"
    tie = f" If the {best} score is tied, another hand is played."
    if match.target:
        what = many(match.target, "chip") if genome.chips else points(match.target)
        yield f"It ends sooner when a {side} has {what} or more after a hand.{tie}"
    if match.floor:
        what = many(match.floor, "chip") if genome.chips else points(match.floor)
        yield f"It {'also ' if match.target else ''}ends sooner when a {side} has {what} or fewer after a hand." + (
            "" if match.target else tie
        )
    if genome.chips or genome.knockout:
        yield "It ends sooner when only one player is left."
    yield f"The {side} with the {'most chips' if genome.chips else f'{best} score'} wins."
