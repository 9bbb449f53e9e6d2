"""A second, slow and readable interpreter of genomes, for tests only.

It uses neither bytecode nor bit masks nor records: cards are strings, hands are sets, phases are the genome's own
values. It does not handle chance: its driver passes in the cards that were dealt, turned up or drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.games.cards.oracle_auction import Auction
from tests.games.cards.oracle_showdown import Showdown
from tests.games.cards.oracle_state import SUIT, Deal
from tests.games.cards.oracle_turns import Turns

from ludex.games.cards.genome import (
    AuctionPhase,
    BettingPhase,
    BiddingPhase,
    CardPoints,
    Genome,
    Majority,
    PassPhase,
    TrickPhase,
)


class Oracle(Auction, Turns, Showdown):
    """One match."""

    def __init__(self, genome: Genome, seats: int, deal: Deal) -> None:
        self.genome = genome
        self.seats = seats
        self.teams = genome.teams or tuple((seat,) for seat in range(seats))
        self.alive = set(range(seats))
        self.dealer = seats - 1
        self.hand_number = 0
        self.scores = [0] * len(self.teams)
        self.bags = [0] * len(self.teams)
        start = genome.chips.start if genome.chips else 0
        self.chips = [start] * seats
        if genome.chips:
            self.scores = [start] * seats
        self.ended = None
        self.needs_deal = False
        self.shown = {}
        self.knocked = None
        self.begin_hand(deal)

    # The course of a hand

    def begin_hand(self, deal: Deal) -> None:
        self.needs_deal = False
        self.hands = deal.hands
        self.stock = deal.stock
        self.table = deal.table
        aside = [] if deal.turned is None or any(deal.turned in hand for hand in self.hands) else [deal.turned]
        self.pile = [*aside, deal.top]
        self.trump = deal.trump
        self.bids = {}
        self.nils = set()
        self.tricks = dict.fromkeys(range(self.seats), 0)
        self.won = {seat: set() for seat in range(self.seats)}
        self.forget_auction()
        self.trick = []
        self.pot_cards = set()
        self.broken = False
        self.tricks_played = 0
        self.folded = set()
        self.places = []
        self.sweeps = dict.fromkeys(range(self.seats), 0)
        self.stakes = self.antes()
        self.chips = [chips - stake for chips, stake in zip(self.chips, self.stakes, strict=True)]
        self.begin_turns()
        self.phase_number = -1
        self.next_phase()

    def antes(self) -> list[int]:
        ante = self.genome.chips.ante if self.genome.chips else 0
        stakes = [min(ante, chips) for chips in self.chips]
        if self.genome.ranking == "blackjack":
            stakes[self.dealer], bank = 0, self.chips[self.dealer]
            for seat in self.clockwise(self.dealer):
                stakes[seat] = min(stakes[seat], bank)
                bank -= stakes[seat]
            self.folded = {seat for seat in self.alive - {self.dealer} if ante and not stakes[seat]}
        return stakes

    @property
    def kind(self) -> str:
        return type(self.phase).__name__.removesuffix("Phase").lower()

    def next_phase(self) -> None:
        self.phase_number += 1
        if self.phase_number == len(self.genome.phases):
            self.end_hand()
            return
        begin: dict[Any, Callable[[], None]] = {
            AuctionPhase: self.begin_auction,
            BiddingPhase: self.begin_round,
            PassPhase: self.begin_passing,
            TrickPhase: self.begin_tricks,
            BettingPhase: self.begin_betting,
        }
        begin.get(type(self.phase), self.begin_group)()

    def begin_round(self) -> None:
        self.queue = self.clockwise(self.dealer)

    def waiting(self) -> set[int]:
        """Return the seats that owe a decision: those that still choose cards to pass, or the one whose turn it is."""
        if self.kind == "pass":
            return {seat for seat, cards in self.chosen.items() if len(cards) < self.phase.cards}
        return {self.decides(self.turn) if self.kind == "trick" else self.turn}

    def legal(self, seat: int) -> set[str]:
        moves: set[str] = getattr(self, f"legal_{self.kind}")(seat)
        return moves

    def play(self, seat: int, move: str, chance: str | None = None) -> None:
        """Execute a move; `chance` is the card that chance picked, where it does."""
        getattr(self, f"play_{self.kind}")(seat, move, chance)

    # Bidding

    def legal_bidding(self, seat: int) -> set[str]:
        phase, variant = self.phase, self.genome.contract_variant
        size = len(self.hands[seat])
        top = min(phase.max_bid, size)
        if variant.partners:
            mates = next(team for team in self.teams if seat in team)
            left = size - sum(self.bids.get(mate, 0) for mate in mates if mate != seat)
            top = min(top, left if phase.allow_nil else max(left, phase.min_bid))
        bids = set(range(phase.min_bid, top + 1))
        if phase.allow_nil:
            bids.add(0)
        if variant.hook and len(self.queue) == 1:
            forbidden = size - sum(self.bids.values())
            bids = bids - {forbidden} or bids
        return {f"bid {bid}" for bid in bids}

    def play_bidding(self, seat: int, move: str, chance: Any) -> None:
        bid = int(move.split()[1])
        self.bids[seat] = bid
        if bid == 0 and self.phase.allow_nil:
            self.nils.add(seat)
        self.queue.pop(0)
        if not self.queue:
            self.next_phase()

    # Passing

    def begin_passing(self) -> None:
        way = self.phase.directions[self.hand_number % len(self.phase.directions)]
        self.offset = {"hold": 0, "left": 1, "right": -1, "across": self.seats // 2}[way]
        if self.offset == 0 or len(self.alive) < self.seats:
            self.next_phase()
            return
        self.chosen = {seat: set() for seat in range(self.seats)}

    def legal_pass(self, seat: int) -> set[str]:
        return {f"give {card}" for card in self.hands[seat] - self.chosen[seat]}

    def play_pass(self, seat: int, move: str, chance: Any) -> None:
        self.chosen[seat].add(move.split()[1])
        if self.waiting():
            return
        for giver, cards in self.chosen.items():
            self.hands[giver] -= cards
        for giver, cards in self.chosen.items():
            self.hands[(giver + self.offset) % self.seats] |= cards
        self.next_phase()

    # Tricks

    def begin_tricks(self) -> None:
        if self.calls and self.contract is None:
            self.next_phase()
            return
        first = self.phase.first_lead
        holder = [seat for seat in self.alive if first in self.hands[seat]]
        before = self.dealer if self.declarer is None else self.declarer
        self.queue = self.clockwise(before, {seat for seat in self.alive if self.hands[seat]})
        if holder:
            while self.queue[0] != holder[0]:
                self.queue.append(self.queue.pop(0))
        self.leader = self.queue[0]

    def breaking_suit(self) -> Any:
        breaking = self.phase.breaking
        return None if breaking == "none" else self.trump if breaking == "trump" else SUIT[breaking]

    def may_play(self, seat: int) -> set[str]:
        phase, hand = self.phase, self.hands[seat]
        if not self.trick:
            if self.tricks_played == 0 and phase.first_lead in hand:
                return {phase.first_lead}
            others = {card for card in hand if self.suit(card) != self.breaking_suit()}
            return others if self.breaking_suit() and not self.broken and others else hand
        led = self.suit(self.trick[0][1])
        following = {card for card in hand if self.suit(card) == led}
        if phase.follow and following:
            return following
        trumps = {card for card in hand if self.suit(card) == self.trump}
        if phase.follow and phase.must_trump and trumps:
            return trumps
        clean = {card for card in hand if not self.scores_something(card)}
        return clean if phase.clean_start and self.tricks_played == 0 and clean else hand

    def legal_trick(self, seat: int) -> set[str]:
        return {"flip"} if self.phase.blind else {f"play {card}" for card in self.may_play(self.turn)}

    def play_trick(self, seat: int, move: str, chance: Any) -> None:
        card, seat = chance if move == "flip" else move.split()[1], self.turn
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.pot_cards.add(card)
        if self.suit(card) == self.breaking_suit() and not self.phase.unbreakable:
            self.broken = True
        self.queue.pop(0)
        if not self.queue:
            self.end_trick()

    def trick_winner(self) -> int | None:
        """Return the seat that takes the trick, or None if the best cards are equal."""
        sign = -1 if self.phase.low_wins else 1
        if self.phase.by_rank:
            best = max(sign * self.strength(card) for _, card in self.trick)
            winners = [seat for seat, card in self.trick if sign * self.strength(card) == best]
            return winners[0] if len(winners) == 1 else None
        led = self.suit(self.trick[0][1])
        trumped = [(seat, card) for seat, card in self.trick if self.suit(card) == self.trump]
        candidates = trumped or [(seat, card) for seat, card in self.trick if self.suit(card) == led]
        return max(candidates, key=lambda play: sign * self.strength(play[1]))[0]

    def end_trick(self) -> None:
        winner = self.trick_winner()
        if winner is not None:
            self.tricks[winner] += 1
            self.leader = winner
            (self.hands if self.phase.take else self.won)[winner].update(self.pot_cards)
            self.pot_cards = set()
        self.trick = []
        self.tricks_played += 1
        holding = {seat for seat in self.alive if self.hands[seat]}
        finished = not holding or self.tricks_played in (self.phase.tricks, self.genome.turn_limit)
        if finished or (self.phase.take and len(holding) == 1):
            self.next_phase()
        else:
            self.queue = self.clockwise(self.leader - 1, holding)

    # Betting

    def with_chips(self) -> set[int]:
        return {seat for seat in self.staying() if self.chips[seat]}

    def begin_betting(self) -> None:
        self.raises = 0
        if len(self.staying()) < 2 or len(self.with_chips()) < 2:
            self.next_phase()
        else:
            self.queue = self.clockwise(self.dealer, self.with_chips())

    def legal_betting(self, seat: int) -> set[str]:
        owed = max(self.stakes) - self.stakes[seat]
        moves = {"call"}
        if owed:
            moves.add("fold")
        if self.raises < self.phase.raises and self.chips[seat] > owed:
            moves.add("raise")
        return moves

    def play_betting(self, seat: int, move: str, chance: Any) -> None:
        self.queue.pop(0)
        if move == "fold":
            self.folded.add(seat)
        else:
            paid = max(self.stakes) - self.stakes[seat]
            if move == "raise":
                paid += self.phase.bet
                self.raises += 1
                self.queue = [other for other in self.clockwise(seat, self.with_chips()) if other != seat]
            paid = min(paid, self.chips[seat])
            self.chips[seat] -= paid
            self.stakes[seat] += paid
        if not self.queue or len(self.staying()) == 1:
            self.next_phase()

    # Scoring

    def fits(self, value: CardPoints | Majority, card: str) -> bool:
        suit_fits = not value.suit or (
            self.suit(card) == self.trump if value.suit == "trump" else card[1] == SUIT[value.suit]
        )
        return suit_fits and (not value.rank or card[0] == value.rank)

    def scores_something(self, card: str) -> bool:
        scoring = self.genome.card_scoring
        return bool(scoring) and any(self.fits(value, card) for value in scoring.values)

    def end_hand(self) -> None:
        self.show_hands()
        gained = [0] * len(self.teams)
        if self.genome.contract_scoring:
            self.score_contracts(gained)
        if self.contract is not None:
            self.score_auction(gained)
        if self.genome.trick_scoring:
            self.score_tricks(gained)
        if self.genome.card_scoring:
            self.score_cards(gained)
        if self.genome.order_scoring:
            self.score_order(gained)
        for most in self.genome.majorities:
            counts = [sum(self.fits(most, c) for seat in team for c in self.won[seat]) for team in self.teams]
            if counts.count(max(counts)) == 1:
                gained[counts.index(max(counts))] += most.points
        for number, team in enumerate(self.teams):
            gained[number] += self.genome.sweep_points * sum(self.sweeps[seat] for seat in team)
        if self.knocker is not None:
            self.score_knock(gained)
        if self.genome.knockout:
            for seat in sorted(self.alive):
                if self.tricks[seat]:
                    gained[seat] += 1
            self.alive -= {seat for seat in self.alive if not self.tricks[seat]}
        if self.genome.ranking != "none":
            self.settle(gained)
        self.scores = [score + more for score, more in zip(self.scores, gained, strict=True)]
        self.hand_number += 1
        self.ended = self.why_over()
        if not self.ended:
            same = self.calls and self.contract is None and self.genome.phases[0].redeal
            self.dealer = self.dealer if same else self.clockwise(self.dealer)[0]
            self.needs_deal = True

    def show_hands(self) -> None:
        """After a knock all compare their hands; before a pot is shared, all who have not folded, if there are two."""
        self.knocked = self.knocker
        compared = set(self.alive) if self.knocker is not None else set()
        if self.genome.ranking != "none" and len(self.staying()) > 1:
            compared |= self.staying()
        self.shown = {seat: set(self.hands[seat]) for seat in compared if self.hands[seat]}

    def score_contracts(self, gained: list[int]) -> None:
        scoring, variant = self.genome.contract_scoring, self.genome.contract_variant
        for number, team in enumerate(self.teams):
            bidders = [seat for seat in team if seat in self.bids]
            nils = [seat for seat in bidders if seat in self.nils]
            for seat in nils:
                gained[number] += -scoring.nil_penalty if self.tricks[seat] else scoring.nil_bonus
            contract = sum(self.bids[seat] for seat in bidders)
            wasted = sum(self.tricks[seat] for seat in nils) if variant.nil_tricks == "bags" else 0
            taken = sum(self.tricks[seat] for seat in team) - wasted
            if taken < contract or (variant.exact and taken != contract):
                gained[number] -= contract * scoring.failed_contract_penalty
                continue
            bags = taken - contract + wasted
            gained[number] += contract * scoring.points_per_trick_bid + bags * scoring.overtrick_points
            gained[number] += variant.exact_bonus if variant.exact else 0
            gained[number] -= self.bag_penalty(number, bags)

    def bag_penalty(self, number: int, bags: int) -> int:
        scoring, kind = self.genome.contract_scoring, self.genome.contract_variant.bags
        limit = scoring.bag_limit
        if limit == 0:
            self.bags[number] += bags
            return 0
        before = self.bags[number]
        if kind == "score":
            before = abs(self.scores[number]) % limit * (1 if self.scores[number] >= 0 else -1)
        total = before + bags
        if total < limit:
            self.bags[number] = total
            return 0
        times = 1 if kind in ("reset", "once") else total // limit
        self.bags[number] = 0 if kind == "reset" else total - times * limit
        return int(scoring.bag_penalty) * times

    def score_tricks(self, gained: list[int]) -> None:
        scoring = self.genome.trick_scoring
        for number, team in enumerate(self.teams):
            tricks = sum(self.tricks[seat] for seat in team)
            gained[number] += scoring.points * max(0, tricks - scoring.book)
            reached = [level for level in scoring.levels if level.tricks <= tricks]
            if reached:
                gained[number] += max(reached, key=lambda level: level.tricks).points

    def score_cards(self, gained: list[int]) -> None:
        scoring = self.genome.card_scoring
        source = self.hands if scoring.source == "hand" else self.won
        held = [{card for seat in team for card in source[seat]} for team in self.teams]
        points = [sum(v.points for card in cards for v in scoring.values if self.fits(v, card)) for cards in held]
        worth = {card for card in self.deck() if self.scores_something(card)}
        if scoring.to == "winner":
            if self.places:
                gained[self.places[0]] += sum(points)
            return
        shooters = [number for number, cards in enumerate(held) if scoring.moon and worth <= cards]
        for number in range(len(self.teams)):
            if shooters:
                gained[number] += 0 if number == shooters[0] else sum(points)
            else:
                gained[number] += points[number]

    def deck(self) -> set[str]:
        cards = {rank + suit for rank in self.genome.deck.ranks for suit in "CDHS"}
        return cards - set(self.genome.deck.without)

    def score_order(self, gained: list[int]) -> None:
        for seat in self.alive:
            place = self.places.index(seat) if seat in self.places else len(self.places)
            if place < len(self.genome.order_scoring):
                number = next(n for n, team in enumerate(self.teams) if seat in team)
                gained[number] += self.genome.order_scoring[place]

    def why_over(self) -> str | None:
        match = self.genome.match
        if len(self.alive) <= 1:
            return "only one seat is left"
        if self.hand_number == match.hands:
            return "the last hand was played"
        best = min(self.scores) if match.low_wins else max(self.scores)
        alone = self.scores.count(best) == 1
        if match.target and max(self.scores) >= match.target and alone:
            return "the target was reached"
        if match.floor and min(self.scores) <= match.floor and alone:
            return "a side fell to the floor"
        return None
