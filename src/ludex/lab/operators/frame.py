"""The frame of a game: seats, teams, the deck, hand sizes, trumps and the match."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from ludex.games.cards import Genome, problems
from ludex.games.cards.components import NUMBER, RANKS
from ludex.games.cards.genome import Deal, Deck, TrickPhase, Trump
from ludex.games.cards.genome.dealing import hand_sizes, teams_of
from ludex.games.cards.genome.termination import most_in_a_match
from ludex.lab.operators.base import (
    MutationOperator,
    PartOperator,
    PhaseOperator,
    has,
    nudged,
    other_than,
    replace,
    steps_of_turn,
    with_phase,
)

TRUMPS: tuple[Trump, ...] = get_args(Trump)
DECKS = (*(RANKS[lowest:] for lowest in range(8)), "234567JQKA")
"""Decks that people know, by their ranks: the whole one, those without the lowest, and one without 8, 9 and 10."""
ORDERS = (RANKS, "A23456789TJQK", "23456789JQKTA", "3456789TJQKA2", RANKS[::-1])
"""Orders of ranks that people know: ace high, ace low, the ten next to the ace, the two highest, and upside down."""


class MutateSeatsMutation(MutationOperator):
    """The game is for other numbers of players."""

    part = "teams"
    needs = "no teams"

    def applies(self, genome: Genome) -> bool:
        return not genome.teams

    def change(self, genome: Genome, rng: Random) -> Genome:
        low = nudged(rng, genome.seats[0], 2, 5)
        high = max(low, nudged(rng, genome.seats[1], 2, 6))
        return replace(genome, seats=rng.choice(((low, high), (low, low))))


class AddTeamsMutation(MutationOperator):
    """Players who sit opposite each other are partners. The number of seats is fixed for it."""

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

    def kept(self, before: Genome, after: Genome) -> bool:
        return bool(after.teams)


def _even(genome: Genome) -> list[int]:
    return [seats for seats in (4, 6) if genome.seats[0] <= seats <= genome.seats[1]]


class RemoveTeamsMutation(PartOperator):
    """Everybody plays for themselves."""

    part = "teams"
    needs = "teams"
    field = "teams"

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, teams=(), contract_variant=replace(genome.contract_variant, partners=False))

    def kept(self, before: Genome, after: Genome) -> bool:
        return not after.teams


class MutateDeckMutation(MutationOperator):
    """The deck becomes another one that people know: without some of its lowest ranks, or without 8, 9 and 10.

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
    """Ranks beat each other in another order that is easy to remember: a known one, or one rank goes to the top."""

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
    """Ranks in their usual order, the ace the highest.

    >>> by_rank("KQA2")
    '2QKA'
    """
    return "".join(sorted(ranks, key=RANKS.index))


def with_ranks(genome: Genome, ranks: str) -> Genome:
    """The game with other ranks, in the order that they have, as far as they had one.

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
    """The game with a deck of the same size that people know, or as it is where that would not be a game."""
    ranks = min(DECKS, key=lambda deck: abs(len(deck) - len(genome.deck.ranks)))
    other = replace(genome, deck=Deck(ranks))
    return genome if problems(other) else other


class LeaveOutCardsMutation(MutationOperator):
    """A single card is left out of the deck, or comes back."""

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
    """Hands are larger or smaller, or the whole deck is dealt."""

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
    """Hands grow or shrink from hand to hand, cards lie on the table, a starter is turned up, hands are dealt again, or
    few players get another number of cards."""

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
            changed = replace(changed, hand_ends="all out", effects=(), book=0)
        return changed


class MutateTrumpMutation(MutationOperator):
    """Another suit is trumps, trumps are found in another way, or there are none. Rules about trumps follow."""

    part = "trump"
    needs = "tricks in which suits count"

    def applies(self, genome: Genome) -> bool:
        return any(isinstance(phase, TrickPhase) and not phase.by_rank for phase in genome.phases)

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, trump=other_than(rng, genome.trump, TRUMPS))


class ToggleBowersMutation(MutationOperator):
    """The jacks of the trump's colour are the strongest trumps, or are not."""

    part = "trump"
    needs = "tricks with trumps, and jacks"

    def applies(self, genome: Genome) -> bool:
        return has(genome, TrickPhase) and genome.trump != "none" and "J" in genome.deck.ranks

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, bowers=not genome.bowers)


class MutateMatchMutation(MutationOperator):
    """A match lasts more or fewer hands, has another target or floor, or none."""

    part = "match"
    needs = "a match"

    def applies(self, genome: Genome) -> bool:
        return True

    def change(self, genome: Genome, rng: Random) -> Genome:
        match = genome.match
        what = rng.randrange(3)
        if what == 0 and not match.target:
            return replace(genome, match=replace(match, hands=nudged(rng, match.hands, 1, 20)))
        if what == 0:
            return replace(genome, match=replace(match, target=0, hands=rng.randint(1, 12)))
        if what == 1:
            most = min(most_in_a_match(genome), 30_000)
            near = match.target * rng.choice((1, 2, 3)) // 2 if match.target else most // match.hands
            return replace(genome, match=replace(match, target=min(near, most), hands=max(match.hands, 10)))
        floor = 0 if match.floor else -rng.choice((10, 50, 100))
        return replace(genome, match=replace(match, floor=floor, hands=max(match.hands, 5)))


class ReverseMatchMutation(MutationOperator):
    """The lowest score wins instead of the highest, or the other way round."""

    part = "match"
    needs = "points"

    def applies(self, genome: Genome) -> bool:
        return not genome.chips

    def change(self, genome: Genome, rng: Random) -> Genome:
        return replace(genome, match=replace(genome.match, low_wins=not genome.match.low_wins))


class ReverseTricksMutation(PhaseOperator):
    """Tricks become something to avoid, or to win: the lowest card takes them and the lowest score wins, or neither."""

    part = "match"
    needs = "tricks"
    kind = TrickPhase

    def change(self, genome: Genome, rng: Random) -> Genome:
        low = not genome.match.low_wins
        changed = replace(genome, match=replace(genome.match, low_wins=low))
        return with_phase(changed, TrickPhase, lambda phase: replace(phase, low_wins=low))


OPERATORS = (
    MutateSeatsMutation(),
    AddTeamsMutation(),
    RemoveTeamsMutation(),
    MutateDeckMutation(),
    ReorderRanksMutation(),
    LeaveOutCardsMutation(),
    MutateHandSizeMutation(),
    MutateDealMutation(),
    MutateTrumpMutation(),
    ToggleBowersMutation(),
    MutateMatchMutation(),
    ReverseMatchMutation(),
    ReverseTricksMutation(),
)
