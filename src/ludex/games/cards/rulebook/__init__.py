"""Rulebooks, written from genomes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.schema import (
    TURN_PHASES,
    AskPhase,
    BettingPhase,
    BiddingPhase,
    Genome,
    PassPhase,
    PlayPhase,
    TrickPhase,
)
from ludex.games.cards.rulebook.example import example_sentences
from ludex.games.cards.rulebook.hand import effect_sentences, phase_sentences
from ludex.games.cards.rulebook.possible import (
    all_can_pass,
    can_reach_limit,
    draws_from_stock,
    ranks_matter,
    won_cards_count,
)
from ludex.games.cards.rulebook.scoring import scoring_sentences
from ludex.games.cards.rulebook.words import (
    STEP,
    card_name,
    in_words,
    listed,
    many,
    points,
    ranks_in_words,
    with_article,
)


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
    """The rules alone, by heading."""
    return {
        "What you need": _needs(genome),
        "The deal": _deal(genome),
        "A hand": _hand(genome),
        "Scoring": scoring_sentences(genome),
        "The end": _end(genome),
    }


def rule_sentences(genome: Genome) -> list[str]:
    """Everything that a rulebook says about the rules, without headings, example and remarks.

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
    yield from _deck(genome)
    if genome.chips:
        yield f"{many(genome.chips.start, 'chip').capitalize()} for each player."


def _deck(genome: Genome) -> Iterator[str]:
    deck = genome.deck
    without = f", without the {listed(map(card_name, deck.without))}" if deck.without else ""
    ranks = ranks_in_words(deck.ranks)
    if len(deck.ranks) == len(RANKS):
        order = f" From low to high, the ranks are {ranks}." if ranks_matter(genome) else ""
        yield f"A standard deck of 52 cards{without}.{order}"
    else:
        order = "from low to high, " if ranks_matter(genome) else ""
        yield f"{deck.size} cards: in every suit, {order}{ranks}{without}."


def _deal(genome: Genome) -> Iterator[str]:
    deal = genome.deal
    if genome.chips and genome.chips.ante:
        yield from _ante(genome, genome.chips.ante)
    yield _hands(genome)
    if deal.table:
        yield f"Lay {many(deal.table, 'card')} face up on the table."
    if deal.starter:
        wild = "".join(phase.wild for phase in genome.phases if isinstance(phase, PlayPhase))
        again = f" If it is {listed(map(with_article, wild), 'or')}, put it back and turn up another." if wild else ""
        yield f"Turn one card face up to start the pile.{again}"
    yield from _trump(genome)
    if deal.cards:
        used = draws_from_stock(genome)
        yield "The remaining cards are the stock, face down." if used else "The remaining cards are not used."
    if deal.again:
        yield "When nobody has any cards left, deal as many again from the stock, as long as there are enough for all."
    moves_on = "" if genome.match.hands == 1 else " first, and the deal passes to the left after every hand"
    yield f"The player in the last seat deals{moves_on}.{_first(genome)}"


def _ante(genome: Genome, ante: int) -> Iterator[str]:
    left = ", or as many as they have left" if ante > 1 else ""
    if genome.ranking != "blackjack":
        yield f"Before the deal, each player pays {many(ante, 'chip')} into the pot{left}."
        return
    yield f"Before the deal, each player except the dealer stakes {many(ante, 'chip')}{left}."
    yield (
        "Nobody stakes more than the dealer can pay: what the dealer has is promised to one player after the other, "
        "beginning on the dealer's left. Players for whom nothing is left sit the hand out."
    )


def _first(genome: Genome) -> str:
    """What the player to the dealer's left does first."""
    first = next(phase for phase in genome.phases if not isinstance(phase, PassPhase))
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    leads = tricks is not None and not tricks.first_lead and not tricks.blind
    if isinstance(first, BiddingPhase):
        does = "bids first and leads to the first trick" if leads else "bids first"
    elif tricks:
        does = "leads to the first trick" if leads else ""
    else:
        does = "is the first to bet" if isinstance(first, BettingPhase) else "has the first turn"
    return f" The player to the dealer's left {does}." if does else ""


def _hands(genome: Genome) -> str:
    deal, (low, high) = genome.deal, genome.seats
    if not deal.cards:
        uneven = [in_words(seats) for seats in range(low, high + 1) if genome.deck.size % seats]
        extra = f" With {listed(uneven, 'or')} players, some get one card more than others." if uneven else ""
        return f"Deal all the cards, one at a time.{extra}"
    if deal.few_seats:
        few = listed([in_words(seats) for seats in range(low, deal.few_seats + 1)], "or")
        return f"Deal {many(deal.cards, 'card')} to each player, or {in_words(deal.few_cards)} if only {few} play."
    if not deal.change or genome.match.hands == 1:
        return f"Deal {many(deal.cards, 'card')} to each player."
    change = f"{in_words(abs(deal.change))} {'more' if deal.change > 0 else 'fewer'}"
    return f"Deal {many(deal.cards, 'card')} to each player in the first hand, and {change} in each hand after that."


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
        book = f"A player who holds {many(genome.book, 'card')} of the same rank lays them down at once."
        yield f"{book} They count as cards won." if won_cards_count(genome) else book
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
    return f"**Turns.** {often}, clockwise. On your turn:"


def _hand_end(genome: Genome) -> Iterator[str]:
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
