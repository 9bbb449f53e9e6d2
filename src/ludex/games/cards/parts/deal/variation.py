"""Random seats and decks, and operators that change them."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.games.cards.components import NUMBER, RANKS
from ludex.games.cards.genome.fields import nudged, replace
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.genome.validation import problems
from ludex.games.cards.parts.deal.checks import hand_sizes, teams_of
from ludex.games.cards.parts.deal.genome import Deal, Deck
from ludex.games.cards.parts.operators import MutationOperator, PartOperator, maybe, other_than, steps_of_turn
from ludex.games.cards.parts.turns.variation import ALL_OUT


def some_seats(rng: Random) -> tuple[int, int]:
    """Make a range of seats."""
    low = rng.randint(2, 5)
    return low, rng.randint(low, 6)


def some_deck(rng: Random) -> Deck:
    """Make a deck, most often the usual one or one in the usual order."""
    size = rng.choice((6, 8, 9, 10, 13, 13, 13))
    ranks = rng.sample(RANKS, size)
    return Deck("".join(ranks if maybe(rng, 0.5) else sorted(ranks, key=RANKS.index)))


DECKS = (*(RANKS[lowest:] for lowest in range(8)), "234567JQKA")
"""Well-known decks, by their ranks: the whole one, those without the lowest, and one without 8, 9 and 10."""


ORDERS = (RANKS, "A23456789TJQK", "23456789JQKTA", "3456789TJQKA2", RANKS[::-1])
"""Well-known orders of ranks: ace high, ace low, the ten next to the ace, the two highest, and reversed."""


class MutateSeatsMutation(MutationOperator):
    """Changes the number of players."""

    part = "teams"
    needs = "no teams"

    def applies(self, genome: Genome) -> bool:
        return not genome.teams

    def change(self, genome: Genome, rng: Random) -> Genome:
        low = nudged(rng, genome.seats[0], 2, 5)
        high = max(low, nudged(rng, genome.seats[1], 2, 6))
        return replace(genome, seats=rng.choice(((low, high), (low, low))))


class AddTeamsMutation(MutationOperator):
    """Makes players who sit opposite each other partners, with a fixed number of seats."""

    part = "teams"
    needs = "no teams, no chips, no knockout, and four or six seats in its range"

    def applies(self, genome: Genome) -> bool:
        return not (genome.teams or genome.chips or genome.knockout) and bool(_even(genome))

    def change(self, genome: Genome, rng: Random) -> Genome:
        seats = rng.choice(_even(genome))
        sides = rng.choice((2, seats // 2))
        cards = genome.card_scoring
        if cards and cards.to == "winner":
            cards = replace(cards, to="holder")
        few = replace(genome.deal, few_seats=0, few_cards=0)
        return replace(genome, seats=(seats, seats), teams=teams_of(seats, sides), deal=few, card_scoring=cards)

    def survives(self, before: Genome, after: Genome) -> bool:
        return bool(after.teams)


def _even(genome: Genome) -> list[int]:
    return [seats for seats in (4, 6) if genome.seats[0] <= seats <= genome.seats[1]]


class RemoveTeamsMutation(PartOperator):
    """Removes teams: every player plays alone."""

    part = "teams"
    needs = "teams"
    field = "teams"

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, teams=(), contract_variant=replace(genome.contract_variant, partners=False))

    def survives(self, before: Genome, after: Genome) -> bool:
        return not after.teams


class MutateDeckMutation(MutationOperator):
    """Changes the deck to another well-known one: without some of its lowest ranks, or without 8, 9 and 10.

    The deal follows.
    """

    part = "deck"
    needs = "a deck"

    def applies(self, genome: Genome) -> bool:
        return True

    def change(self, genome: Genome, rng: Random) -> Genome:
        size = len(genome.deck.ranks)
        near = [deck for deck in DECKS if abs(len(deck) - size) <= 2]
        decks = near if near and rng.random() < 0.7 else DECKS
        return with_ranks(genome, other_than(rng, by_rank(genome.deck.ranks), decks))


class ReorderRanksMutation(MutationOperator):
    """Changes the order of ranks to one that is easy to remember: a known one, or with one rank moved to the top."""

    part = "deck"
    needs = "several ranks"

    def applies(self, genome: Genome) -> bool:
        return len(genome.deck.ranks) > 1

    def change(self, genome: Genome, rng: Random) -> Genome:
        ranks = by_rank(genome.deck.ranks)
        known = ["".join(sorted(ranks, key=order.index)) for order in ORDERS]
        top = rng.choice(ranks)
        orders = known if rng.random() < 0.5 else [ranks.replace(top, "") + top]
        return replace(genome, deck=replace(genome.deck, ranks=other_than(rng, genome.deck.ranks, orders)))


def by_rank(ranks: str) -> str:
    """Sort ranks in their usual order, the ace highest.

    >>> by_rank("KQA2")
    '2QKA'
    """
    return "".join(sorted(ranks, key=RANKS.index))


def with_ranks(genome: Genome, ranks: str) -> Genome:
    """Return the game with different ranks, in their previous order as far as they had one.

    >>> from ludex.games.cards import LIBRARY
    >>> with_ranks(LIBRARY["whist"](), "789TJQKA").deck.ranks
    '789TJQKA'
    """
    order = [rank for rank in genome.deck.ranks if rank in ranks]
    for rank in ranks:
        if rank not in order:
            order.insert(sum(RANKS.index(other) < RANKS.index(rank) for other in order), rank)
    return replace(genome, deck=replace(genome.deck, ranks="".join(order)))


def with_known_deck(genome: Genome) -> Genome:
    """Return the game with a well-known deck of the same size, or unchanged where that would not be a game."""
    ranks = min(DECKS, key=lambda deck: abs(len(deck) - len(genome.deck.ranks)))
    other = replace(genome, deck=Deck(ranks))
    return genome if problems(other) else other


class LeaveOutCardsMutation(MutationOperator):
    """Removes a single card from the deck, or puts one back."""

    part = "deck"
    needs = "a deck"

    def applies(self, genome: Genome) -> bool:
        return True

    def change(self, genome: Genome, rng: Random) -> Genome:
        card = rng.choice(genome.deck.without or (rng.choice(genome.deck.ranks) + rng.choice("CDHS"),))
        if rng.random() < 0.5:
            card = rng.choice(genome.deck.ranks) + rng.choice("CDHS")
        cards = set(genome.deck.without) ^ {card}
        return replace(genome, deck=replace(genome.deck, without=tuple(sorted(cards, key=NUMBER.__getitem__))))


class MutateHandSizeMutation(MutationOperator):
    """Makes hands larger or smaller, or deals the whole deck."""

    part = "hand size"
    needs = "a deal"

    def applies(self, genome: Genome) -> bool:
        return True

    def change(self, genome: Genome, rng: Random) -> Genome:
        most = min(genome.deck.size // genome.seats[1], 26)
        now = genome.deal.cards or hand_sizes(genome)[0]
        cards = nudged(rng, now, 1, max(most, 1))
        plain = Deal(0) if rng.random() < 0.15 else replace(genome.deal, cards=cards)
        return replace(genome, deal=plain)


class MutateDealMutation(MutationOperator):
    """Changes the deal: hands grow or shrink from hand to hand, cards lie on the table, a starter is turned up, hands
    are redealt, or few players get a different number of cards."""

    part = "hand size"
    needs = "hands of a number of cards"

    def applies(self, genome: Genome) -> bool:
        return genome.deal.cards > 0

    def change(self, genome: Genome, rng: Random) -> Genome:
        deal = genome.deal
        low, high = genome.seats
        ways: list[dict[str, Any]] = [{"change": other_than(rng, deal.change, (-1, 0, 1))}]
        if steps_of_turn(genome):
            ways += [
                {"table": nudged(rng, deal.table, 0, 6)},
                {"starter": not deal.starter},
                {"again": not deal.again},
            ]
            if low < high and not deal.few_seats:
                ways.append({"few_seats": rng.randint(low, high - 1), "few_cards": deal.cards + rng.randint(1, 3)})
            elif deal.few_seats:
                ways.append({"few_seats": 0, "few_cards": 0})
        changed = replace(genome, deal=replace(deal, **rng.choice(ways)))
        if changed.deal.again and not deal.again:
            changed = replace(changed, **ALL_OUT)
        return changed


OPERATORS = (
    MutateSeatsMutation(),
    AddTeamsMutation(),
    RemoveTeamsMutation(),
    MutateDeckMutation(),
    ReorderRanksMutation(),
    LeaveOutCardsMutation(),
    MutateHandSizeMutation(),
    MutateDealMutation(),
)
