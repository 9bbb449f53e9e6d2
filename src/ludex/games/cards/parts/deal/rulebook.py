"""Sentences of the rulebook about the deck and the deal."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.components import RANKS
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.auction.genome import AuctionPhase
from ludex.games.cards.parts.betting.genome import BettingPhase
from ludex.games.cards.parts.betting.rulebook import ante_sentences
from ludex.games.cards.parts.bidding.genome import BiddingPhase
from ludex.games.cards.parts.drawing.rulebook import draws_from_stock
from ludex.games.cards.parts.passing.genome import PassPhase
from ludex.games.cards.parts.playing.genome import PlayPhase
from ludex.games.cards.parts.playing.rulebook import ranks_matter
from ludex.games.cards.parts.tricks.genome import TrickPhase
from ludex.games.cards.parts.trumps.rulebook import trump_sentences
from ludex.games.cards.wording import card_name, in_words, listed, many, ranks_in_words, with_article


def deal_sentences(genome: Genome) -> Iterator[str]:
    deal = genome.deal
    if genome.chips and genome.chips.ante:
        yield from ante_sentences(genome, genome.chips.ante)
    yield hands_sentence(genome)
    if deal.table:
        yield f"Lay {many(deal.table, 'card')} face up on the table."
    if deal.starter:
        wild = "".join(phase.wild for phase in genome.phases if isinstance(phase, PlayPhase))
        again = f" If it is {listed(map(with_article, wild), 'or')}, put it back and turn up another." if wild else ""
        yield f"Turn one card face up to start the pile.{again}"
    yield from trump_sentences(genome)
    if deal.cards:
        used = draws_from_stock(genome)
        yield "The remaining cards are the stock, face down." if used else "The remaining cards are not used."
    if deal.again:
        yield "When nobody has any cards left, deal as many again from the stock, as long as there are enough for all."
    moves_on = "" if genome.match.hands == 1 else " first, and the deal passes to the left after every hand"
    yield f"The player in the last seat deals{moves_on}.{_first(genome)}"


def deck_sentences(genome: Genome) -> Iterator[str]:
    deck = genome.deck
    without = f", without the {listed(map(card_name, deck.without))}" if deck.without else ""
    ranks = ranks_in_words(deck.ranks)
    if len(deck.ranks) == len(RANKS):
        order = f" From low to high, the ranks are {ranks}." if ranks_matter(genome) else ""
        yield f"A standard deck of 52 cards{without}.{order}"
    else:
        order = "from low to high, " if ranks_matter(genome) else ""
        yield f"{deck.size} cards: in every suit, {order}{ranks}{without}."


def _first(genome: Genome) -> str:
    """Say what the player to the dealer's left does first."""
    first = next(phase for phase in genome.phases if not isinstance(phase, PassPhase))
    tricks = next((phase for phase in genome.phases if isinstance(phase, TrickPhase)), None)
    leads = tricks is not None and not tricks.first_lead and not tricks.blind
    if isinstance(first, BiddingPhase):
        does = "bids first and leads to the first trick" if leads else "bids first"
    elif isinstance(first, AuctionPhase):
        does = "bids first" if first.first == "left" else ""
    elif tricks:
        does = "leads to the first trick" if leads else ""
    else:
        does = "is the first to bet" if isinstance(first, BettingPhase) else "has the first turn"
    return f" The player to the dealer's left {does}." if does else ""


def hands_sentence(genome: Genome) -> str:
    """Say how many cards each player gets."""
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
