"""Problems of seats, teams, the deck and the deal, and their canonical form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.games.cards.components import NUMBER
from ludex.games.cards.genome.fields import replace
from ludex.games.cards.genome.problems import Problem, Repair, problem
from ludex.games.cards.genome.schema import Genome
from ludex.games.cards.parts.deal.genome import Deal, Deck
from ludex.games.cards.parts.tricks.genome import TrickPhase

NO_FEW: Repair = {"deal.few_seats": 0, "deal.few_cards": 0}


def deal_problems(genome: Genome) -> Iterator[Problem]:
    """Find teams and deals that do not work."""
    yield from seat_problems(genome)
    yield from card_problems(genome)


def plain_deal(genome: Genome) -> dict[str, Any]:
    """Sort the teams, and leave out what is dealt differently without any difference."""
    deal, (low, high) = genome.deal, genome.seats
    if genome.match.hands == 1:
        deal = replace(deal, change=0)
    if deal.few_seats and deal.few_cards == deal.cards:
        deal = replace(deal, few_seats=0, few_cards=0)
    everything = low == high and deal == Deal(deal.cards) and deal.cards * high == genome.deck.size
    whole = everything and genome.trump != "turned" and not genome.knockout
    return {"teams": tuple(sorted(genome.teams)), "deal": Deal() if whole else deal}


def seat_problems(genome: Genome) -> Iterator[Problem]:
    """Find teams that do not share out the seats."""
    if not genome.teams:
        return
    low, high = genome.seats
    fix = f"Put every seat 0 to {high - 1} into exactly one team."
    alone: Repair = {"teams": ()}
    repairs = ({"teams": teams_of(high)}, alone) if high % 2 == 0 and high > 2 else (alone,)
    if low != high:
        fixed: Repair = {"seats": (high, high)}
        what = "teams need a fixed number of seats"
        yield problem("teams", what, f"Set seats to [{high}, {high}], or have no teams.", fixed, alone)
    seated = [seat for team in genome.teams for seat in team]
    for seat in range(high):
        if seated.count(seat) != 1:
            what = f"seat {seat} is in {'no' if seat not in seated else 'more than one'} team"
            yield problem("teams", what, fix, *repairs)
    for seat in sorted(set(seated) - set(range(high))):
        yield problem("teams", f"there is no seat {seat}", fix, *repairs)
    if len(genome.teams) < 2 or not all(genome.teams):
        fix = "Make two or more teams, or leave teams out."
        yield problem("teams", "fewer than two teams with seats", fix, *repairs)
    if any(list(team) != sorted(team) for team in genome.teams):
        in_order: Repair = {"teams": tuple(tuple(sorted(team)) for team in genome.teams)}
        yield problem("teams", "seats of a team are not in order", "List each team's seats from low to high.", in_order)


def teams_of(seats: int, sides: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return partners who sit opposite each other, in pairs unless a number of sides is given.

    >>> teams_of(4), teams_of(6), teams_of(6, 2)
    (((0, 2), (1, 3)), ((0, 3), (1, 4), (2, 5)), ((0, 2, 4), (1, 3, 5)))
    """
    sides = sides or seats // 2
    return tuple(tuple(range(first, seats, sides)) for first in range(sides))


def hand_sizes(genome: Genome) -> tuple[int, int]:
    """Return the smallest and the largest number of cards that a player can be dealt.

    >>> from ludex.games.cards import LIBRARY
    >>> hand_sizes(LIBRARY["oh-hell"]()), hand_sizes(LIBRARY["president"]())
    ((1, 10), (8, 18))
    """
    deal, (low, high) = genome.deal, genome.seats
    if not deal.cards:
        return genome.deck.size // high, -(-genome.deck.size // low)
    sizes = [deal.cards, deal.cards + deal.change * (genome.match.hands - 1)]
    sizes += [deal.few_cards] if deal.few_seats else []
    return min(sizes), max(sizes)


def card_problems(genome: Genome) -> Iterator[Problem]:
    """Find decks that are too small, and hands that shrink to nothing."""
    yield from _deck(genome)
    yield from _hands(genome)
    if genome.deal.few_seats or genome.deal.few_cards:
        yield from _few(genome)
    if not genome.deal.cards and genome.deck.size < genome.seats[1]:
        what = f"{genome.deck.size} cards for {genome.seats[1]} seats"
        yield problem("deck", what, "Use more cards.", {"deck": Deck()})


def _deck(genome: Genome) -> Iterator[Problem]:
    without = genome.deck.without
    if not without:
        return
    used = {card for card in without if card[0] in genome.deck.ranks}
    in_order: Repair = {"deck.without": tuple(sorted(used, key=NUMBER.__getitem__))}
    if len(used) != len(without):
        what = "a card is named twice, or is of a rank that is not used"
        yield problem("deck.without", what, "Name each card once.", in_order)
    if list(without) != sorted(without, key=NUMBER.__getitem__):
        yield problem("deck.without", "cards are not in order", "Sort them by suit (C, D, H, S) and rank.", in_order)


def _hands(genome: Genome) -> Iterator[Problem]:
    deal, hands = genome.deal, genome.match.hands
    if not deal.cards:
        if deal.change or deal.table or deal.starter:
            what = "the whole deck is dealt, so no cards are left for this"
            plain: Repair = {"deal.change": 0, "deal.table": 0, "deal.starter": False}
            yield problem("deal", what, "Set deal.cards, or leave out the rest.", plain)
        return
    last = deal.cards + deal.change * (hands - 1)
    if last < 1:
        shorter: Repair = {"match.hands": (deal.cards - 1) // -deal.change + 1}
        what = f"hand {hands} would have {last} cards"
        yield problem("deal.change", what, "Play fewer hands.", shorter, {"deal.change": 0})
    needed, deck = cards_needed(genome), genome.deck.size
    if needed > deck:
        what = f"{needed} cards are needed at {genome.seats[1]} seats, the deck has {deck}"
        yield problem("deal", what, "Deal fewer.", *_smaller_deals(genome))
    if max(deal.cards, last) > 26:
        fewer: Repair = {"match.hands": (26 - deal.cards) // max(deal.change, 1) + 1}
        what = f"hand {hands} would have {last} cards"
        yield problem("deal.change", what, "Stay within 26 cards a seat.", {"deal.change": 0}, fewer)


def cards_needed(genome: Genome) -> int:
    """Count the cards of the largest deal of a match, where a number of cards is dealt.

    >>> from ludex.games.cards import LIBRARY
    >>> cards_needed(LIBRARY["gin-rummy"]())
    21
    """
    deal = genome.deal
    most = max(deal.cards, deal.cards + deal.change * (genome.match.hands - 1))
    return genome.seats[1] * most + deal.table + deal.starter + (genome.trump == "turned" and deal.cards > 0)


def _smaller_deals(genome: Genome) -> Iterator[Repair]:
    """Yield smaller deals: fewer cards in every hand, hands of one size, fewer on the table, fewer seats, and all that
    is possible."""
    deal, (low, high) = genome.deal, genome.seats
    aside = deal.table + deal.starter + (genome.trump == "turned")
    room = (genome.deck.size - aside) // high
    grows = max(deal.change, 0) * (genome.match.hands - 1)
    if room - grows >= 1:
        yield {"deal.cards": min(room - grows, 26)}
    if grows and room >= 1:
        yield {"deal.change": 0, "deal.cards": min(room, deal.cards)}
    if deal.table:
        yield {"deal.table": 0}
    if low < high and not genome.teams:
        yield {"seats": (low, high - 1), **NO_FEW}
    yield {"deck": Deck(), "deal": Deal(1)}


def _few(genome: Genome) -> Iterator[Problem]:
    """Yield problems of a separate deal for few seats."""
    deal, (low, high) = genome.deal, genome.seats
    if not deal.few_seats:
        yield problem("deal.few_cards", "no number of seats is given for it", "Set few_seats, or drop it.", NO_FEW)
        return
    if not low <= deal.few_seats < high:
        what = f"of {low} to {high} seats, {deal.few_seats} or fewer are not a part"
        yield problem("deal.few_seats", what, f"Choose {low} to {high - 1}." if low < high else "Drop it.", NO_FEW)
    if not deal.cards or deal.change or any(isinstance(phase, TrickPhase) for phase in genome.phases):
        what = "hands are not of one size, or are for tricks"
        yield problem("deal.few_seats", what, "Set deal.cards, or drop it.", NO_FEW)
    needed = deal.few_seats * deal.few_cards + deal.table + deal.starter
    if not deal.few_cards or needed > genome.deck.size:
        most = min((genome.deck.size - deal.table - deal.starter) // deal.few_seats, 26)
        fewer = {"deal.few_cards": most} if most > 0 else NO_FEW
        yield problem("deal.few_cards", f"{deal.few_cards} cards cannot be dealt", f"Choose 1 to {most}.", fewer)
    elif genome.ranking == "poker" and deal.few_cards > 5:
        yield problem(
            "deal.few_cards", "poker hands have at most five cards", "Choose 1 to 5.", {"deal.few_cards": 5}, NO_FEW
        )
