"""The oracle's comparison of hands: poker, high card, points, blackjack; and melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from tests.games.cards.oracle_state import OracleState

PIPS = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10}


def blackjack_points(hand: set[str]) -> int:
    """Aces count 11 as long as that is not too much."""
    fixed = sum(PIPS[card[0]] for card in hand if card[0] != "A")
    aces = sum(card[0] == "A" for card in hand)
    totals = [fixed + aces + 10 * high for high in range(aces + 1)]
    return max((total for total in totals if total <= 21), default=min(totals))


def gin_points(cards: Iterable[str]) -> int:
    return sum(1 if card[0] == "A" else PIPS[card[0]] for card in cards)


def melds_of(hand: set[str]) -> list[frozenset[str]]:
    """All sets of three or four, all rows of three to five."""
    hand, found = set(hand), []
    for rank in "A23456789TJQK":
        same = sorted(card for card in hand if card[0] == rank)
        found += [frozenset(group) for size in (3, 4) for group in combinations(same, size)]
    for suit in "CDHS":
        for size in (3, 4, 5):
            for start in range(14 - size):
                row = {rank + suit for rank in "A23456789TJQK"[start : start + size]}
                if row <= hand:
                    found.append(frozenset(row))
    return found


def unmatched(hand: set[str]) -> int:
    """Return the fewest points that a hand can leave outside up to three melds."""
    hand = set(hand)
    melds = melds_of(hand)
    best = gin_points(hand)
    for size in (1, 2, 3):
        for group in combinations(melds, size):
            used = frozenset().union(*group)
            if len(used) == sum(map(len, group)):
                best = min(best, gin_points(hand - used))
    return best


class Showdown(OracleState):
    """Mixed into the oracle."""

    def poker(self, hand: set[str]) -> tuple[int, list[int]]:
        ranks = self.genome.deck.ranks
        places = sorted((1 + ranks.index(card[0]) for card in hand), reverse=True)
        counts = Counter(places)
        by_count = sorted(counts, key=lambda place: (counts[place], place), reverse=True)
        shape = sorted(counts.values(), reverse=True)
        flush = len(hand) == 5 and len({card[1] for card in hand}) == 1
        wheel = [len(ranks), 4, 3, 2, 1]
        in_row = len(hand) == 5 and (places == list(range(places[0], places[0] - 5, -1)) or places == wheel)
        if in_row:
            return (8 if flush else 4, [4 if places == wheel and places[0] != 5 else places[0]])
        kinds = {(4,): 7, (4, 1): 7, (3, 2): 6, (3, 1): 3, (3, 1, 1): 3, (3,): 3}
        kind = kinds.get(tuple(shape), min(shape.count(2), 2))
        if flush and kind < 5:
            kind = 5
        return (kind, by_count)

    def value(self, hand: set[str]) -> Any:
        if self.genome.ranking == "poker":
            return self.poker(hand)
        if self.genome.ranking == "high card":
            return max((1 + self.genome.deck.ranks.index(card[0]) for card in hand), default=0)
        points = blackjack_points(hand)
        return 0 if self.genome.ranking == "blackjack" and points > 21 else points

    def settle(self, gained: list[int]) -> None:
        if self.genome.ranking == "blackjack":
            self.settle_with_dealer()
        else:
            best = max(self.value(self.hands[seat]) for seat in self.staying())
            winners = {seat for seat in self.staying() if self.value(self.hands[seat]) == best}
            share, rest = divmod(sum(self.stakes), len(winners))
            for place, seat in enumerate(self.clockwise(self.dealer, winners)):
                self.chips[seat] += share + (place < rest)
        for seat in range(self.seats):
            gained[seat] = self.chips[seat] - self.scores[seat]
        self.alive = {seat for seat in self.alive if self.chips[seat]}

    def settle_with_dealer(self) -> None:
        bank = self.value(self.hands[self.dealer])
        for seat in self.clockwise(self.dealer):
            if seat == self.dealer:
                continue
            value, stake = self.value(self.hands[seat]), self.stakes[seat]
            if value == 0 or value < bank:
                self.chips[self.dealer] += stake
            elif value == bank:
                self.chips[seat] += stake
            else:
                self.chips[self.dealer] -= stake
                self.chips[seat] += stake + stake

    def score_knock(self, gained: list[int]) -> None:
        own = unmatched(self.hands[self.knocker])
        bonus = next(phase.knock_bonus for phase in self.genome.phases if hasattr(phase, "knock_bonus"))
        side = {seat: number for number, team in enumerate(self.teams) for seat in team}
        for seat in self.alive - {self.knocker}:
            more = unmatched(self.hands[seat]) - own
            if own == 0:
                gained[side[self.knocker]] += more + bonus
            elif more > 0:
                gained[side[self.knocker]] += more
            else:
                gained[side[seat]] += bonus - more
