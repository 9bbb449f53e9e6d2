"""A simple bidder for Bridge, held out: it counts honours as a first book teaches it, and never doubles.

It is an opponent to measure bots against, with which nothing is tuned. `duplicate` plays the same deals twice, so that
each pair of bidders gets the cards of both sides; the cards are played by `careful` at all seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
import numpy as np

from ludex.author import packed
from ludex.author.advanced import (
    DICE,
    fill_in,
    game_seeds,
    load_twin,
    new_log,
    secret_seed,
    store_twin,
    template_of,
)
from ludex.games.cards.genome import AuctionPhase, Match, TrickPhase
from ludex.games.cards.genome_game import GenomeGame
from ludex.games.cards.library.tricks import create_bridge_genome
from ludex.games.cards.moves import BidSuit, Skip
from ludex.games.cards.parts.auction.bots import choose_call
from ludex.games.cards.parts.auction.calls import auction_at, bidder_of, tricks_promised
from ludex.games.cards.parts.auction.genome import AUCTION
from ludex.games.cards.rulebook.example import begin, play_move

NO_TRUMP = 4
PASS = packed(Skip)
Bidder = Callable[[Any, int], int]


class Result(NamedTuple):
    """The points of a pair more than those of the other, and its contracts: how many, and how many it made."""

    points: int
    bid: int
    made: int


class PointCount:
    """The knowledge of one seat in an auction. Bids are numbers, five for each level."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s, self.seat, self.partner = s, seat, (seat + 2) % 4
        hand = int(s.hand[seat])
        self.points = sum(max(card % 13 - 8, 0) for card in range(52) if hand >> card & 1)
        self.lengths = [(hand >> 13 * suit & 0x1FFF).bit_count() for suit in range(4)]
        self.longest = max(range(4), key=lambda suit: (self.lengths[suit], suit))
        made = [(bidder_of(s, bid), bid) for bid in range(s.high_bid) if bidder_of(s, bid) >= 0]
        self.own = [bid for who, bid in made if who == seat]
        self.partners = [bid for who, bid in made if who == self.partner]
        self.opposed = any(who % 2 != seat % 2 for who, _ in made)

    @property
    def balanced(self) -> bool:
        return min(self.lengths) >= 2 and max(self.lengths) <= 5 and self.lengths.count(2) <= 1

    def cheapest(self, strain: int) -> int:
        """The lowest level at which a strain can be bid."""
        return int(self.s.high_bid - strain + 4) // 5 + 1 if self.s.high_bid > strain else 1

    def bid(self, level: int, strain: int) -> int:
        """A bid, or a pass where it is not high enough."""
        return packed(BidSuit, level, strain) if self.cheapest(strain) <= level <= 7 else PASS

    def call(self) -> int:
        if not self.own and not self.partners:
            return self.overcall() if self.opposed else self.opening()
        if not self.partners:
            return PASS
        return self.rebid() if self.own else self.response()

    def opening(self) -> int:
        if self.balanced and 16 <= self.points <= 18:
            return self.bid(1, NO_TRUMP)
        return self.bid(1, self.longest) if self.points >= 13 else PASS

    def overcall(self) -> int:
        level = self.cheapest(self.longest)
        fits = self.points >= 10 and self.lengths[self.longest] >= 5 and level <= 2
        return self.bid(level, self.longest) if fits else PASS

    def response(self) -> int:
        strain, shown = self.partners[-1] % 5, 16 if self.partners[0] % 5 == NO_TRUMP else 13
        both = self.points + shown
        if self.points < 6:
            return PASS
        if strain < NO_TRUMP and self.lengths[strain] >= 3:
            return self.support(strain, both)
        if both >= 26:
            return self.bid(6 if both >= 33 else 3, NO_TRUMP)
        if self.lengths[self.longest] >= 4 and self.cheapest(self.longest) == 1:
            return self.bid(1, self.longest)
        if self.points >= 10 and self.lengths[self.longest] >= 5 and self.cheapest(self.longest) <= 2:
            return self.bid(self.cheapest(self.longest), self.longest)
        return self.bid(1 if self.points < 10 else 2, NO_TRUMP)

    def support(self, strain: int, both: int) -> int:
        short = sum(max(3 - length, 0) for suit, length in enumerate(self.lengths) if suit != strain)
        if both >= 33:
            return self.bid(6, strain)
        if strain >= 2 and both + short >= 26:
            return self.bid(4, strain)
        if strain < 2 and both + short >= 29:
            return self.bid(5, strain)
        if strain < 2 and both >= 26 and self.balanced:
            return self.bid(3, NO_TRUMP)
        return self.bid(3 if self.points + short >= 10 else 2, strain)

    def rebid(self) -> int:
        level, strain = self.partners[-1] // 5 + 1, self.partners[-1] % 5
        if level >= (3 if strain == NO_TRUMP else 4 if strain >= 2 else 5):
            return PASS
        first = self.partners[0]
        strong = first // 5 + 1 > 1 and (first % 5 != self.own[0] % 5 or first // 5 + 1 == 3)
        if self.points + (10 if strong else 6) >= 26:
            major = 2 <= strain < NO_TRUMP and self.lengths[strain] >= 3
            return self.bid(4, strain) if major else self.bid(3, NO_TRUMP)
        if strain < NO_TRUMP and self.lengths[strain] < 3 and len(self.partners) == 1:
            if self.lengths[self.longest] >= 6 and self.cheapest(self.longest) <= 2:
                return self.bid(self.cheapest(self.longest), self.longest)
            return self.bid(1, NO_TRUMP) if level == 1 else PASS
        return PASS


def point_count(s: Any, seat: int) -> int:
    """The call of the simple bidder."""
    return PointCount(s, seat).call()


class DuplicateMatch:
    """Hands of Bridge, bid by two bidders and played by bots. The rules run interpreted."""

    def __init__(self, vulnerable: Any = "none") -> None:
        phases = (AuctionPhase(vulnerable=vulnerable), TrickPhase())
        genome = msgspec.structs.replace(create_bridge_genome(), phases=phases, match=Match(hands=1))
        self.game = GenomeGame(genome)
        self.rules = self.game.machine.rules
        self.play_card, self.begin = fill_in(play_move, self.rules), fill_in(begin, self.rules)
        self.options, self.log = np.zeros((self.game.max_options, 2), np.int64), new_log(0)
        self.careful = self.game.machine.bot_slots["careful"]

    def bots(self, s: Any, seat: int) -> int:
        """The call of our bots."""
        count = self.rules["legal"](s, seat, self.options)
        return int(choose_call(s, seat, self.options, count, True))

    def hand(self, seed: int, bidders: tuple[Bidder, Bidder]) -> tuple[list[int], int, bool]:
        """Play a hand; the points of both sides, the side of the declarer (-1: none), and whether it made it."""
        states, dice = template_of(self.game, 4, self.game.settings()), DICE.new()
        chance = game_seeds(secret_seed(seed), 0, 1)[0]
        states[0]["rng"], dice[0]["rng"] = chance[:4], chance[4:8]
        s, thrown = load_twin(states, 0), load_twin(dice, 0)
        self.begin(s)
        store_twin(s, states, 0)
        while not s.ended and s.code[s.pc] == AUCTION:
            self.rules["play"](s, s.turn, bidders[s.turn % 2](s, s.turn), self.log)
        if s.ended:
            return [0, 0], -1, False
        declarer, needed = s.declarer - 1, tricks_promised(s, auction_at(s))
        while not s.ended:
            self.play_card(s, self.careful, thrown, self.options, self.log)
        tricks = s.last_tricks[declarer] + s.last_tricks[(declarer + 2) % 4]
        return [int(s.gained[0]), int(s.gained[1])], declarer % 2, tricks >= needed

    def duplicate(self, deals: Iterable[int], first: Bidder, second: Bidder) -> tuple[list[int], Result, Result]:
        """Play deals twice, with the pairs exchanged; how much better the first one does, and what each has bid."""
        better, found = [], [[0, 0, 0], [0, 0, 0]]
        for seed in deals:
            total = 0
            for turned in (0, 1):
                gained, side, made = self.hand(seed, (second, first) if turned else (first, second))
                points = gained[turned] - gained[1 - turned]
                total += points
                for who in (0, 1):
                    found[who][0] += points if who == 0 else -points
                    found[who][1] += side == (turned if who == 0 else 1 - turned)
                    found[who][2] += made and side == (turned if who == 0 else 1 - turned)
            better.append(total)
        return better, Result(*found[0]), Result(*found[1])
