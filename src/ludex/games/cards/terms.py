"""The terms of hints and reviews: the things of a seat that count, by the genome of the game.

Terms are compared when a hand is over. Then the next one has been dealt, so the terms of a hand are those of the hand
before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludex.author import Cost
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.views import HandBefore, View


def terms(view: View, genome: Genome) -> Mapping[str, float]:
    """Return the points of the viewer's side or its chips, and what the hand before brought.

    >>> import ludex
    >>> game = ludex.game("partnership-spades")
    >>> terms(game.new(seed=1).view(0), game.genome)
    {'points': 0}
    """
    if view.seat is None:
        return {}
    mine = view.seats[view.seat]
    score = view.sides[mine.side].score
    found: dict[str, float] = {"chips": mine.chips} if genome.chips else {"points": score}
    if genome.match.low_wins:
        found = {name: Cost(value) for name, value in found.items()}
    return found if view.before is None else {**found, **dict(_of_hand(view, view.before, view.seat, genome))}


def _of_hand(view: View, before: HandBefore, seat: int, genome: Genome) -> Iterator[tuple[str, float]]:
    """Yield the tricks and bags, the cards left and the unmatched points of the hand before, if they count."""
    side = view.sides[view.seats[seat].side]
    tricks = sum(before.tricks[one] for one in side.seats)
    if genome.contract_scoring and genome.contract_variant.exact:
        yield "tricks off the bid", Cost(abs(tricks - sum(before.bids[one] or 0 for one in side.seats)))
    elif genome.contract_scoring:
        yield "tricks", Cost(before.tricks[seat]) if before.bids[seat] == 0 else tricks
    elif genome.trick_scoring or genome.knockout or genome.trump == "named":
        yield "tricks", tricks
    if genome.contract_scoring and genome.contract_scoring.bag_limit:
        yield "bags", Cost(side.bags)
    if genome.order_scoring or _cards_cost(genome):
        yield "cards left", Cost(before.left[seat])
    for hand in view.shown:
        if hand.seat == seat and hand.points is not None:
            yield "points unmatched", Cost(hand.points)


def _cards_cost(genome: Genome) -> bool:
    """Return whether cards left in hand cost their holder something, or bring it to another player."""
    scoring = genome.card_scoring
    if scoring is None or scoring.source == "won":
        return False
    return scoring.to == "winner" or any((value.points > 0) == genome.match.low_wins for value in scoring.values)
