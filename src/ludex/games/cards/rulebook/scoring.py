"""What the rulebooks say about scoring."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cards.genome.dealing import hand_sizes
from ludex.games.cards.genome.schema import (
    BettingPhase,
    BiddingPhase,
    CardScoring,
    Genome,
    Majority,
    TrickPhase,
    TrickScoring,
)
from ludex.games.cards.rulebook.hand import BLACKJACK_POINTS
from ludex.games.cards.rulebook.possible import can_reach_limit, most_tricks
from ludex.games.cards.rulebook.words import NAME, STEP, award, card_worths, in_words, listed, many, most_of, points

POKER_HANDS = (
    ("straight flush", 5),
    ("four of a kind", 4),
    ("full house", 5),
    ("flush", 5),
    ("straight", 5),
    ("three of a kind", 3),
    ("two pairs", 4),
    ("one pair", 2),
    ("high card", 1),
)
"""The kinds of poker hands, with the number of cards that each needs."""
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def scoring_sentences(genome: Genome) -> Iterator[str]:
    """All that scores, in the order it is counted."""
    yield from _contracts(genome)
    if genome.trick_scoring:
        yield from _tricks(genome, genome.trick_scoring)
    if genome.card_scoring:
        yield from _cards(genome.card_scoring, "team" if genome.teams else "player")
    if genome.order_scoring:
        yield from _order(genome)
    yield from (_majority(most, "teams" if genome.teams else "players") for most in genome.majorities)
    if genome.sweep_points:
        sweep = award(genome.sweep_points)
        yield f"{sweep} for every capture that clears the table, except with the last card of a hand."
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
    if not genome.teams and scoring.overtrick_points:
        yield "Tricks that they win in spite of it count as tricks beyond the bid."
    elif genome.teams:
        count = "towards" if genome.contract_variant.nil_tricks == "help" else "only as bags, not towards"
        yield f"Tricks won by a player who bid Nil count {count} the partner's contract."


def _bags(genome: Genome) -> str:
    scoring = genome.contract_scoring
    assert scoring is not None, "only asked for where there are contracts"
    limit, penalty = scoring.bag_limit, points(scoring.bag_penalty)
    cost = {
        "once": f"{many(limit, 'bag').capitalize()} or more cost {penalty}, once in a hand, and the rest are kept.",
        "carry": f"Every {many(limit, 'bag')} cost {penalty}, and the rest are kept.",
        "reset": f"{many(limit, 'bag').capitalize()} or more cost {penalty}, and the count starts again at none.",
        "score": f"Bags from earlier hands are the remainder of the score divided by {limit}. "
        f"Every {many(limit, 'bag')} cost {penalty}.",
    }[genome.contract_variant.bags]
    return f"Tricks beyond a contract that was made are called bags, and add up from hand to hand. {cost}"


def _tricks(genome: Genome, scoring: TrickScoring) -> Iterator[str]:
    if scoring.points:
        book = f" after the first {in_words(scoring.book)}" if scoring.book else ""
        yield f"{award(scoring.points)} for every trick{book}."
    levels = sorted(scoring.levels, key=lambda level: level.tricks)
    most = max(most_tricks(genome, phase) for phase in genome.phases if isinstance(phase, TrickPhase))
    told = []
    for level, above in zip(levels, [*(other.tricks for other in levels[1:]), most + 1], strict=False):
        if level.tricks < above:
            last = above - 1
            every = last == level.tricks == most and most == hand_sizes(genome)[0]
            between = "or" if last == level.tricks + 1 else "to"
            few = in_words(last) if last == level.tricks else f"{in_words(level.tricks)} {between} {in_words(last)}"
            told.append(f"{points(level.points)} for winning {f'all {few}' if every else f'{few} tricks'}")
    if told:
        yield f"{listed(told)}."


def _cards(scoring: CardScoring, side: str) -> Iterator[str]:
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


def _order(genome: Genome) -> Iterator[str]:
    scoring = genome.order_scoring
    first, *later = scoring[: genome.seats[1]]
    places = [f"{points(first)} for the first player to get rid of all their cards"]
    places += [f"{points(worth)} for the {ORDER[place]}" for place, worth in enumerate(later, 1)]
    yield f"{listed(places)}."
    if later and (genome.hand_ends == "first out" or len(scoring) >= genome.seats[0]):
        yield "Players who still have cards when the hand ends share the next place."
    elif later and can_reach_limit(genome):
        yield "If a hand ends early, players who still have cards share the next place."


def _majority(most: Majority, sides: str) -> str:
    return f"{award(most.points)} for winning the most {most_of(most)}; nothing if {sides} tie for the most."


def _knock(genome: Genome) -> Iterator[str]:
    phase = genome.knocking_phase
    if phase and genome.seats == (2, 2):
        bonus = f" plus {phase.knock_bonus}" if phase.knock_bonus else ""
        yield "After a knock, the two players compare their unmatched points:"
        yield f"{STEP}If the knocker has none, they score the other player's points{bonus}."
        yield f"{STEP}If the knocker has fewer than the other player, they score the difference."
        yield f"{STEP}Otherwise the other player scores the difference{bonus}."
    elif phase:
        bonus = f" plus {phase.knock_bonus}" if phase.knock_bonus else ""
        yield "After a knock, the knocker's unmatched points are compared with those of each other player:"
        yield f"{STEP}If the knocker has none, they score the other player's points{bonus}."
        yield f"{STEP}If the knocker has fewer than the other player, they score the difference."
        yield f"{STEP}If the other player has as few or fewer, that player scores the difference{bonus}."
    if phase:
        yield (
            "If nobody knocks, nobody scores for a knock."
            if _scores_otherwise(genome)
            else "If nobody knocks, nobody scores."
        )


def _scores_otherwise(genome: Genome) -> bool:
    return bool(genome.card_scoring or genome.order_scoring or genome.majorities or genome.sweep_points)


def _pot(genome: Genome) -> Iterator[str]:
    folds = any(isinstance(phase, BettingPhase) for phase in genome.phases)
    among = "among the players who have not folded wins the pot." if folds else "wins the pot."
    rankings = {
        "poker": f"The best poker hand {among} {_poker(genome)}",
        "high card": f"The highest card {among}",
        "points": f"The highest number of points {among} {BLACKJACK_POINTS}",
        "blackjack": "Each player plays against the dealer alone. Players with more than 21 points lose their stake to "
        "the dealer, whatever the dealer has, and so do players with fewer points than a dealer who has not gone above "
        "21. Players with as many points as the dealer get their stake back. All others get their stake back and win "
        "as much again from the dealer.",
    }
    if genome.ranking in rankings:
        yield rankings[genome.ranking]
    if genome.ranking not in ("none", "blackjack"):
        if any(isinstance(phase, BettingPhase) for phase in genome.phases):
            yield "If all other players have folded, the last one wins the pot, whatever they hold."
        yield "Equal hands share the pot; chips left over go one each to the winners, starting on the dealer's left."
    if genome.chips:
        yield "Chips are the score. Players with no chips left are out of the match."


def _poker(genome: Genome) -> str:
    cards = hand_sizes(genome)[1]
    kinds = ", ".join(name for name, least in POKER_HANDS if least <= cards)
    low = f" In a straight, the {NAME[genome.deck.ranks[-1]]} may also count as the lowest card." if cards == 5 else ""
    return (
        f"From best to worst: {kinds}.{low} Between hands of the same kind the higher cards decide, first those of "
        "which there are several, then the others. Suits do not count otherwise."
    )
