"""How the points of a hand add up, side by side: the sums of the worked examples.

They are reckoned from what lies on the table when the hand is over, beside the machine and not by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.games.cards.board.terminal import show
from ludex.games.cards.components import RANK_MASK, SUIT_MASK, SUITS, names_of
from ludex.games.cards.genome.schema import CardPoints, CardScoring, Genome, Majority
from ludex.games.cards.rulebook.words import NAME, in_words, listed, many, most_of
from ludex.games.cards.rules.melds import deadwood
from ludex.games.cards.rules.showdown import card_total, poker_value
from ludex.games.cards.rules.suits import suit_cards
from ludex.games.cards.state import State

POKER_HANDS = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


class Term(NamedTuple):
    """A part of a side's points: of which kind, for what, and how many."""

    kind: str
    what: str
    points: int


def terms_of(genome: Genome, s: State, side: int) -> list[Term]:
    """All parts of what a side gained in a hand that is over, in the order they are counted."""
    team = genome.teams[side] if genome.teams else (side,)
    terms = [*_contract(genome, s, team), *_tricks(genome, s, team), *_cards(genome, s, team)]
    terms += [*_order(genome, s, team), *_majorities(genome, s, side), *_sweeps(genome, s, team)]
    terms += [*_knock(genome, s, team), *_knockout(genome, s, team), *_chips(genome, s, team)]
    return terms


def _contract(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    scoring, variant = genome.contract_scoring, genome.contract_variant
    if scoring is None:
        return
    nils = [seat for seat in team if s.nil[seat]]
    for seat in nils:
        made = s.tricks[seat] == 0
        who = f"seat {seat} bid Nil" if genome.teams else "bid Nil"
        won = f"{who} and won {many(s.tricks[seat], 'trick')}"
        yield Term("nil made" if made else "nil failed", won, scoring.nil_bonus if made else -scoring.nil_penalty)
    wasted = sum(s.tricks[seat] for seat in nils) if variant.nil_tricks == "bags" else 0
    contract = sum(s.bid[seat] for seat in team if s.bid[seat] > 0)
    tricks = sum(s.tricks[seat] for seat in team) - wasted
    over = tricks - contract + wasted
    told = (
        f"a contract of {contract} and {many(tricks, 'trick')}" if genome.teams else f"bid {contract} and won {tricks}"
    )
    if tricks < contract or (variant.exact and tricks > contract):
        lost = contract * scoring.failed_contract_penalty
        sum_ = f": {contract} × {scoring.failed_contract_penalty} = {lost} lost" if lost else ""
        yield Term("failed", told + sum_, -lost)
        return
    bonus = variant.exact_bonus if variant.exact else 0
    parts = [f"{contract} × {scoring.points_per_trick_bid}"] if contract else []
    parts += [f"{over} × {scoring.overtrick_points}"] if over and scoring.overtrick_points else []
    parts += [str(bonus)] if bonus else []
    points = contract * scoring.points_per_trick_bid + over * scoring.overtrick_points + bonus
    if contract or over or bonus or not nils:
        yield Term("made", f"{told}: {' + '.join(parts)} = {points}" if parts else told, points)
    yield from _bags(genome, over)


def _bags(genome: Genome, over: int) -> Iterator[Term]:
    """Bags of a first hand: there are none from hands before."""
    scoring, kind = genome.contract_scoring, genome.contract_variant.bags
    assert scoring is not None, "only asked for where there are contracts"
    if scoring.bag_limit and over >= scoring.bag_limit:
        times = 1 if kind in ("reset", "once") else over // scoring.bag_limit
        yield Term("bags", f"{many(over, 'bag')}, {times} × {scoring.bag_penalty} lost", -times * scoring.bag_penalty)


def _tricks(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    scoring = genome.trick_scoring
    if scoring is None:
        return
    tricks = sum(s.tricks[seat] for seat in team)
    beyond = max(tricks - scoring.book, 0)
    if beyond and scoring.points:
        book = f", {in_words(beyond)} of them beyond the first {in_words(scoring.book)}" if scoring.book else ""
        yield Term(
            "tricks", f"{many(tricks, 'trick')}{book}: {_times(beyond, scoring.points)}", beyond * scoring.points
        )
    reached = [level for level in scoring.levels if level.tricks <= tricks]
    if reached:
        yield Term("level", f"won {many(tricks, 'trick')}", max(reached, key=lambda level: level.tricks).points)


def _times(count: int, points: int) -> str:
    """
    >>> _times(3, 2), _times(1, -5)
    ('3 × 2 = 6', '5 lost')
    """
    lost = " lost" if points < 0 else ""
    return f"{count} × {abs(points)} = {count * abs(points)}{lost}" if count > 1 else f"{abs(points)}{lost}"


def _kind(s: State, value: CardPoints | Majority) -> int:
    """The cards that points are given for."""
    cards = int(s.deck)
    if value.rank:
        cards &= int(RANK_MASK["23456789TJQKA".index(value.rank)])
    if value.suit == "trump":
        cards &= suit_cards(s, s.trump - 1)
    elif value.suit:
        cards &= int(SUIT_MASK[SUITS.index(value.suit)])
    return cards


def _cards(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    scoring = genome.card_scoring
    if scoring is None:
        return
    place = s.hand if scoring.source == "hand" else s.won
    everyone = tuple(range(s.seats))
    held = {seat: int(place[seat]) for seat in everyone}
    own = sum(held[seat] for seat in team)
    if scoring.to == "winner":
        if any(s.place[seat] == 1 for seat in team):
            yield from _values(s, scoring, sum(held.values()))
        return
    everything = 0
    for value in scoring.values:
        everything |= _kind(s, value)
    sides = genome.teams or tuple((seat,) for seat in everyone)
    shooters = [side for side in sides if everything & ~sum(held[seat] for seat in side) == 0] if scoring.moon else []
    if not shooters:
        yield from _values(s, scoring, own)
    elif shooters[-1] == team:
        yield Term("moon", "won all the cards that score, and shot the moon", 0)
    else:
        total = sum(term.points for term in _values(s, scoring, sum(held.values())))
        yield from _values(s, scoring, own)
        yield Term("moon", f"{_name(shooters[-1])} shot the moon", total)


def _name(team: tuple[int, ...]) -> str:
    return f"seat {team[0]}" if len(team) == 1 else f"seats {listed(map(str, team))}"


def _values(s: State, scoring: CardScoring, cards: int) -> Iterator[Term]:
    for value in scoring.values:
        fitting = cards & _kind(s, value)
        count = fitting.bit_count()
        if count and value.points:
            few = f" ({show(names_of(fitting))})" if count <= 6 and not (value.rank and value.suit) else ""
            told = f"{_cards_named(value, count)}{few}: {_times(count, value.points)}"
            yield Term(f"cards {value}", told, count * value.points)


def _cards_named(value: CardPoints | Majority, count: int) -> str:
    """Cards that points are given for, with their number.

    >>> _cards_named(CardPoints(1, suit="hearts"), 3), _cards_named(CardPoints(1, "Q"), 1)
    ('three hearts', 'one queen')
    """
    suit = "trumps" if value.suit == "trump" else value.suit
    if value.rank and suit and count == 1:
        return f"the {NAME[value.rank]} of {suit}"
    if value.rank:
        return f"{many(count, NAME[value.rank])}{f' of {suit}' if suit else ''}"
    return many(count, suit.removesuffix("s")) if suit else many(count, "card")


def _order(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    for seat in team:
        place = s.place[seat] or s.finished + 1
        if place <= len(genome.order_scoring) and s.alive >> seat & 1:
            points = genome.order_scoring[place - 1]
            who = f"seat {seat} was " if genome.teams else ""
            out = "to run out of cards" if s.place[seat] else "with cards left"
            yield Term(f"place {place}", f"{who}{PLACES[place - 1]} {out}", points)


def _majorities(genome: Genome, s: State, side: int) -> Iterator[Term]:
    sides = genome.teams or tuple((seat,) for seat in range(s.seats))
    for most in genome.majorities:
        counts = [sum((int(s.won[seat]) & _kind(s, most)).bit_count() for seat in team) for team in sides]
        if counts.count(max(counts)) == 1 and counts[side] == max(counts):
            told = f"the most {most_of(most)}, {in_words(counts[side])} of them"
            yield Term(f"majority {most}", told, most.points)


def _sweeps(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    count = int(sum(s.sweeps[seat] for seat in team))
    if count and genome.sweep_points:
        yield Term(
            "sweeps", f"{many(count, 'sweep')}: {_times(count, genome.sweep_points)}", count * genome.sweep_points
        )


def _knock(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    phase = genome.knocking_phase
    if phase is None or not s.knocker:
        return
    knocker, bonus = s.knocker - 1, phase.knock_bonus
    own = deadwood(s.hand[knocker])
    for seat in range(s.seats):
        if seat == knocker or not s.alive >> seat & 1:
            continue
        left = deadwood(s.hand[seat])
        both = f"{own} unmatched against {left}"
        plus = f" + {bonus}" if bonus else ""
        if own == 0 and knocker in team:
            yield Term(
                "gin", f"knocked with nothing unmatched against {left}: {left}{plus} = {left + bonus}", left + bonus
            )
        elif 0 < own < left and knocker in team:
            yield Term("knock", f"knocked with {both}: {left} - {own} = {left - own}", left - own)
        elif own and left <= own and seat in team:
            undercut = f"{left} unmatched against the knocker's {own}: {own} - {left}{plus} = {own - left + bonus}"
            yield Term("undercut", undercut, own - left + bonus)


def _knockout(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    if genome.knockout:
        tricks = s.tricks[team[0]]
        told = f"won {many(tricks, 'trick')}" if tricks else "won no trick and is out of the match"
        yield Term("in" if tricks else "out", told, int(tricks > 0))


def _chips(genome: Genome, s: State, team: tuple[int, ...]) -> Iterator[Term]:
    if genome.chips is None:
        return
    seat = team[0]
    if s.folded >> seat & 1:
        told = "folded"
    elif genome.ranking == "poker":
        told = f"held {POKER_HANDS[poker_value(s, s.hand[seat]) >> 20]}, {show(names_of(s.hand[seat]))}"
    elif genome.ranking == "high card":
        told = f"held {show(names_of(s.hand[seat]))}"
    else:
        told = f"held {card_total(s.hand[seat])} points, {show(names_of(s.hand[seat]))}"
    dealer = "dealt and " if genome.ranking == "blackjack" and seat == s.dealer else ""
    yield Term("won" if s.gained[seat] > 0 else "lost", f"{dealer}{told}", int(s.gained[seat]))
