"""What the rulebooks say about scoring."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.schema import BiddingPhase, CardScoring, Genome, Majority, TrickScoring
from ludex.games.cards.rulebook.hand import BLACKJACK_POINTS
from ludex.games.cards.rulebook.words import NAME, STEP, award, card_worths, in_words, listed, many, most_of, points

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def scoring_sentences(genome: Genome) -> Iterator[str]:
    """All that scores, in the order it is counted."""
    yield from _contracts(genome)
    if genome.trick_scoring:
        yield from _tricks(genome.trick_scoring)
    if genome.card_scoring:
        yield from _cards(genome.card_scoring, "team" if genome.teams else "player")
    if genome.order_scoring:
        yield from _order(genome.order_scoring)
    yield from (_majority(most, "teams" if genome.teams else "players") for most in genome.majorities)
    if genome.sweep_points:
        yield f"{award(genome.sweep_points)} for every capture that clears the table."
    yield from _knock(genome)
    if genome.knockout:
        yield "Players who win no trick are out of the match; all others score 1 point."
    yield from _pot(genome)


def _contracts(genome: Genome) -> Iterator[str]:
    scoring, variant = genome.contract_scoring, genome.contract_variant
    if not scoring:
        return
    if genome.teams:
        yield "A team's contract is the sum of its players' bids, not counting Nil. Their tricks are added up as well."
    parts = [points(variant.exact_bonus)] if variant.exact and variant.exact_bonus else []
    parts += [f"{points(scoring.points_per_trick_bid)} for every trick bid"] if scoring.points_per_trick_bid else []
    if scoring.overtrick_points and not variant.exact:
        parts.append(f"{points(scoring.overtrick_points)} for every trick beyond that")
    exactly = "exactly" if variant.exact else "at least"
    lost = f"lose {points(scoring.failed_contract_penalty)} for every trick bid"
    otherwise = lost if scoring.failed_contract_penalty else "score nothing"
    who, bid = ("Teams that", "as their contract says") if genome.teams else ("Players who", "as they bid")
    yield f"{who} win {exactly} as many tricks {bid} score {listed(parts) if parts else 'nothing'}."
    yield f"{who} win {'more or fewer' if variant.exact else 'fewer'} {otherwise}."
    if any(isinstance(phase, BiddingPhase) and phase.allow_nil for phase in genome.phases):
        yield from _nil(genome)
    if scoring.bag_limit and not variant.exact:
        yield _bags(genome)


def _nil(genome: Genome) -> Iterator[str]:
    scoring = genome.contract_scoring
    assert scoring is not None, "only asked for where there are contracts"
    lost = f"lose {points(scoring.nil_penalty)}" if scoring.nil_penalty else "score nothing"
    yield f"Players who bid Nil score {points(scoring.nil_bonus)} if they win no trick, and {lost} if they do."
    if genome.teams:
        count = "towards" if genome.contract_variant.nil_tricks == "help" else "only as bags, not towards"
        yield f"Tricks won by a player who bid Nil count {count} the partner's contract."


def _bags(genome: Genome) -> str:
    scoring = genome.contract_scoring
    assert scoring is not None, "only asked for where there are contracts"
    limit, penalty = scoring.bag_limit, points(scoring.bag_penalty)
    cost = {
        "carry": f"Every {many(limit, 'bag')} cost {penalty}, and the rest are kept.",
        "reset": f"{many(limit, 'bag').capitalize()} or more cost {penalty}, and the count starts again at none.",
        "score": f"Bags from earlier hands are the remainder of the score divided by {limit}. "
        f"Every {many(limit, 'bag')} cost {penalty}.",
    }[genome.contract_variant.bags]
    return f"Tricks beyond a contract that was made are called bags, and add up from hand to hand. {cost}"


def _tricks(scoring: TrickScoring) -> Iterator[str]:
    if scoring.points:
        book = f" after the first {in_words(scoring.book)}" if scoring.book else ""
        yield f"{award(scoring.points)} for every trick{book}."
    levels = sorted(scoring.levels, key=lambda level: level.tricks)
    if levels:
        first, *later = (f"{points(level.points)} for {in_words(level.tricks)} or more" for level in levels)
        yield f"{listed([first.replace(' or more', ' or more tricks'), *later], 'or')}."


def _cards(scoring: CardScoring, side: str) -> Iterator[str]:
    where = "you win" if scoring.source == "won" else "left in your hand"
    if scoring.to == "winner" and scoring.source == "hand":
        where = "left in another player's hand"
    for worth in card_worths(scoring.values):
        single = " for the " in worth and scoring.source == "won"
        yield f"{worth.replace(' for the ', ' for winning the ')}." if single else f"{worth} {where}."
    if scoring.to == "winner":
        yield "Only the player who runs out of cards first scores these points."
    if scoring.moon:
        yield (
            f"To win all the cards that score is to shoot the moon. The {side} scores nothing for them then, and every "
            f"other {side} scores their full value."
        )


def _order(scoring: tuple[int, ...]) -> Iterator[str]:
    first, *later = scoring[:6]
    places = [f"{points(first)} for the first player to get rid of all their cards"]
    places += [f"{points(worth)} for the {ORDER[place]}" for place, worth in enumerate(later, 1)]
    yield f"{listed(places)}."
    if len(scoring) > 1:
        yield "Players who still have cards when the hand ends share the next place."


def _majority(most: Majority, sides: str) -> str:
    return f"{award(most.points)} for winning the most {most_of(most)}; nothing if {sides} tie for the most."


def _knock(genome: Genome) -> Iterator[str]:
    phase = genome.knocking_phase
    if phase:
        bonus = f" plus {phase.knock_bonus}" if phase.knock_bonus else ""
        yield "After a knock, the knocker's unmatched points are compared with those of each other player:"
        yield f"{STEP}If the knocker has none, they score the other player's points{bonus}."
        yield f"{STEP}If the knocker has fewer than the other player, they score the difference."
        yield f"{STEP}If the other player has as few or fewer, that player scores the difference{bonus}."


def _pot(genome: Genome) -> Iterator[str]:
    among = "among the players who have not folded wins the pot."
    rankings = {
        "poker": f"The best poker hand {among} {_poker(genome)}",
        "high card": f"The highest card {among}",
        "points": f"The highest number of points {among} {BLACKJACK_POINTS}",
        "blackjack": "Each player plays against the dealer alone. Players with more than 21 points lose what they have "
        "paid to the dealer, whatever the dealer has, and so do players with fewer points than a dealer who has not "
        "gone above 21. Players with as many points get it back. All others win the same amount from the dealer, as "
        "far as the dealer's chips go, beginning on the dealer's left.",
    }
    if genome.ranking in rankings:
        yield rankings[genome.ranking]
    if genome.ranking not in ("none", "blackjack"):
        yield "Equal hands share the pot; chips left over go one each to the winners, starting on the dealer's left."
    if genome.chips:
        yield "Chips are the score. Players with no chips left are out of the match."


def _poker(genome: Genome) -> str:
    ace = NAME[genome.deck.ranks[-1]]
    return (
        "From best to worst: straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, "
        f"one pair, high card. In a straight, the {ace} may also count as the lowest card. Between hands of the same "
        "kind the higher cards decide, first those in pairs, threes and fours, then the others. Suits do not count."
    )
