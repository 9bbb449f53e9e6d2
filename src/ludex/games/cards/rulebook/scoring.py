"""What the rulebooks say about scoring."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome import BiddingPhase, CardScoring, DiscardPhase, Genome, Majority, TrickScoring
from ludex.games.cards.rulebook.words import NAME, card_worths, listed, many, points

POKER = (
    "From the best: straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, a pair, "
    "high card; in a straight the ace may also stand below the weakest rank. Among equals the stronger cards decide, "
    "those of a kind first; suits do not."
)
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def scoring_sentences(genome: Genome) -> Iterator[str]:
    """All that scores, in the order it is counted."""
    yield from _contracts(genome)
    if genome.trick_scoring:
        yield from _tricks(genome.trick_scoring)
    if genome.card_scoring:
        yield from _cards(genome.card_scoring)
    if genome.order_scoring:
        places = (f"the {ORDER[place]} gets {points(worth)}" for place, worth in enumerate(genome.order_scoring[:6]))
        yield f"Of those who get rid of all their cards, {listed(places)}."
    yield from map(_majority, genome.majorities)
    if genome.sweep_points:
        yield f"{points(genome.sweep_points).capitalize()} for every capture that clears the table."
    yield from _knock(genome)
    if genome.knockout:
        yield "Who wins no trick is out of the match; everybody else gets 1 point."
    yield from _pot(genome)


def _contracts(genome: Genome) -> Iterator[str]:
    scoring, variant = genome.contract_scoring, genome.contract_variant
    if not scoring:
        return
    if genome.teams:
        yield "Partners' bids (Nil bids apart) add up to the team's contract, and so do their tricks."
    whose = "the team's contract" if genome.teams else "your bid"
    exactly = "exactly" if variant.exact else "at least"
    each = f"{scoring.points_per_trick_bid} for every trick bid"
    more = f"{variant.exact_bonus}, and {each}" if variant.exact else each
    over = f", and {scoring.overtrick_points} for every trick more" if not variant.exact else ""
    yield f"Win {exactly} as many tricks as {whose} says, and score {more}{over}."
    lost = scoring.failed_contract_penalty
    yield f"Otherwise lose {lost} for every trick bid." if lost else "Otherwise score nothing."
    if any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases):
        yield f"Nil scores {scoring.nil_bonus} if its bidder wins no trick, else it loses {scoring.nil_penalty}."
        if genome.teams:
            helps = "help the partner's contract" if variant.nil_tricks == "help" else "only count as bags"
            yield f"The tricks of a Nil bidder {helps}."
    if scoring.bag_limit and not variant.exact:
        yield _bags(genome)


def _bags(genome: Genome) -> str:
    scoring = genome.contract_scoring
    assert scoring is not None, "only asked for where there are contracts"
    rest = {
        "carry": f"for every {scoring.bag_limit} of them, lose {scoring.bag_penalty}, and keep the rest",
        "reset": f"at {scoring.bag_limit} or more, lose {scoring.bag_penalty}, and begin again at none",
        "score": f"they are the rest of the score by {scoring.bag_limit}; for every {scoring.bag_limit}, "
        f"lose {scoring.bag_penalty}",
    }[genome.contract_variant.bags]
    return f"Tricks beyond a contract that was made are bags, and bags are kept from hand to hand: {rest}."


def _tricks(scoring: TrickScoring) -> Iterator[str]:
    if scoring.points:
        book = f" beyond the first {scoring.book}" if scoring.book else ""
        yield f"{points(scoring.points).capitalize()} for every trick{book}."
    levels = sorted(scoring.levels, key=lambda level: level.tricks)
    if levels:
        steps = listed(f"{points(level.points)} for {many(level.tricks, 'trick')} or more" for level in levels)
        yield f"Only the highest of these counts: {steps}." if len(levels) > 1 else f"{steps.capitalize()}."


def _cards(scoring: CardScoring) -> Iterator[str]:
    every, single = ("won", "if you won it") if scoring.source == "won" else ("left in hand", "if it is left in hand")
    for worth in card_worths(scoring.values):
        sentence = f"{worth} {single if ' for the ' in worth else every}."
        yield sentence[0].upper() + sentence[1:]
    if scoring.to == "winner":
        yield "The player who is out of cards first gets the points of all hands."
    if scoring.moon:
        yield "Who wins all the cards that score gets nothing for them, and everybody else gets their whole sum."


def _majority(most: Majority) -> str:
    rank = f"{NAME[most.rank]}s" if most.rank else "cards"
    what = f"{rank} of {most.suit}" if most.suit else rank
    return (
        f"{points(most.points).capitalize()} for winning more {what} than anybody else; nothing if two have the most."
    )


def _knock(genome: Genome) -> Iterator[str]:
    for phase in genome.phases:
        if isinstance(phase, DiscardPhase) and phase.knock >= 0:
            yield "After a knock, every other player's hand is compared with the knocker's by what is left over:"
            yield f"If the knocker has nothing left over, it scores what the other has, and {phase.knock_bonus} more."
            yield "If the other has more, the knocker scores the difference."
            yield f"If the other has no more, the other scores the difference, and {phase.knock_bonus} more."


def _pot(genome: Genome) -> Iterator[str]:
    rankings = {
        "poker": f"The best poker hand among those who did not fold gets the pot. {POKER}",
        "high card": "The highest card among those who did not fold gets the pot.",
        "points": "The most points in hand among those who did not fold get the pot: number cards count their number, "
        "court cards 10, an ace 11, or 1 where 11 would be more than 21.",
        "blackjack": "Everybody plays against the dealer alone. More than 21 loses, whatever the dealer has; else who "
        "is nearer to 21 wins as much as was paid, and equal hands get it back.",
    }
    if genome.ranking in rankings:
        yield rankings[genome.ranking]
    if genome.ranking not in ("none", "blackjack"):
        yield "Equal hands share the pot; what cannot be shared goes to the first of them left of the dealer."
    if genome.chips:
        yield "Chips are the score. Who has none left is out of the match."
