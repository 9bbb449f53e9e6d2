"""The oracle's turns: draw, play, discard, claim, ask.

The driver supplies the cards that chance draws: `self.chance` lists them in the order they were drawn.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.games.cards.oracle_showdown import blackjack_points, unmatched
from tests.games.cards.oracle_state import OracleState

from ludex.games.cards.components import NAMES, RANK_NAMES, RANKS
from ludex.games.cards.genome import TURN_PHASES, AskPhase, DrawPhase, Effect, PlayPhase

RANK_WORDS: dict[str, str] = dict(zip(RANKS, RANK_NAMES, strict=True))
BY_WORD = {word: rank for rank, word in RANK_WORDS.items()}


class Turns(OracleState):
    """Mixed into the oracle."""

    def begin_turns(self) -> None:
        """Reset what does not carry over to a new hand, and put down books that were dealt."""
        self.in_group = False
        self.turns = self.passes = 0
        self.direction = 1
        self.skips = self.penalty = self.set_size = 0
        self.again = self.hand_over = False
        self.wish = self.knocker = self.claimer = self.taken = None
        self.claim_rank = 0
        self.face_down = {seat: set() for seat in range(self.seats)}
        for seat in range(self.seats):
            self.put_books(seat)

    @property
    def steps(self) -> Any:
        return [phase for phase in self.genome.phases if isinstance(phase, TURN_PHASES)]

    def with_cards(self) -> set[int]:
        return {seat for seat in self.alive if self.hands[seat]}

    def taking_turns(self) -> set[int]:
        if self.stock and isinstance(self.steps[0], AskPhase):
            return self.staying()
        return self.with_cards() & self.staying()

    def begin_group(self) -> None:
        """The first phase of the turns: left of the dealer begins."""
        if not self.in_group:
            self.in_group = True
            self.queue = self.clockwise(self.dealer, self.taking_turns() or self.alive)[:1]
            self.leader = self.queue[0]
            self.first_step = self.phase_number
            if len(self.staying()) < 2:
                self.hand_over = True
                self.end_step()
                return
        self.begin_step()

    def begin_step(self) -> None:
        self.drawn = 0
        self.claimed = []
        idle = isinstance(self.phase, DrawPhase) and not self.wants_card(self.turn)
        if idle and self.another_step():
            self.end_step()

    def another_step(self) -> bool:
        following = self.genome.phases[self.phase_number + 1 :]
        return bool(following) and isinstance(following[0], TURN_PHASES)

    def end_step(self) -> None:
        if self.another_step() and not self.hand_over and self.hands[self.turn]:
            self.phase_number += 1
            self.begin_step()
        else:
            self.end_turn()

    # Drawing

    def can_draw(self, seat: int) -> bool:
        if self.phase.source == "neighbour":
            return bool(self.with_cards() - {seat})
        if self.phase.source == "pile":
            return False
        return self.has_stock()

    def has_stock(self) -> bool:
        refilled = any(isinstance(step, DrawPhase) and step.reshuffle for step in self.steps)
        return bool(self.stock) or (refilled and self.pile_top() is not None and any(self.pile[:-1]))

    def pile_top(self) -> str | None:
        return self.pile[-1] if self.pile and self.pile[-1] else None

    def can_take(self) -> bool:
        return self.phase.source in ("pile", "either") and self.pile_top() is not None

    def wants_card(self, seat: int) -> bool:
        if self.drawn >= self.phase.count or not (self.can_draw(seat) or self.can_take()):
            return False
        if self.phase.when == "stuck":
            return not self.fitting(seat, self.genome.phases[self.phase_number + 1])
        return bool(self.phase.when == "always" or blackjack_points(self.hands[seat]) < self.phase.limit)

    def legal_draw(self, seat: int) -> set[str]:
        house = self.genome.ranking == "blackjack" and seat == self.dealer and self.phase.when == "optional"
        if not self.wants_card(seat) or (house and blackjack_points(self.hands[seat]) >= 17):
            return {"pass"}
        moves = {"draw"} if self.can_draw(seat) else set()
        moves |= {"take"} if self.can_take() else set()
        return moves | ({"pass"} if self.phase.when == "optional" and not house else set())

    def draw_card(self, seat: int) -> None:
        card = self.chance.pop(0)
        if not self.stock:
            self.stock = {lower for lower in self.pile[:-1] if lower}
            self.pile = self.pile[-1:]
        self.stock.remove(card)
        self.hands[seat].add(card)

    def play_draw(self, seat: int, move: str, chance: Any) -> None:
        if move == "pass":
            self.pass_step()
            return
        if move == "take":
            self.taken = self.pile.pop()
            self.hands[seat].add(self.taken)
            self.pile.append(None)
        elif self.phase.source == "neighbour":
            victim = self.clockwise(seat, self.with_cards() - {seat})[0]
            card = self.chance.pop(0)
            self.hands[victim].remove(card)
            self.hands[seat].add(card)
        else:
            self.draw_card(seat)
        self.drawn += 1
        self.passes = 0
        self.put_books(seat)
        if not self.wants_card(seat):
            self.end_step()

    def pass_step(self) -> None:
        self.passes += 1
        self.end_step()

    def put_books(self, seat: int) -> None:
        book = self.genome.book
        for rank in self.genome.deck.ranks:
            same = sorted((card for card in self.hands[seat] if card[0] == rank), key=NAMES.index)
            while book and len(same) >= book:
                down, same = same[:book], same[book:]
                self.hands[seat] -= set(down)
                self.won[seat] |= set(down)

    # Playing

    def holds(self, condition: str, card: str) -> bool:
        top = self.pile_top()
        if condition == "anything":
            return True
        if condition.startswith("rank "):
            return card[0] == condition[-1]
        if condition == "adjacent":
            return any(
                other[1] == card[1] and abs(self.strength(other) - self.strength(card)) == 1 for other in self.table
            )
        if top is None:
            return True
        return {
            "same suit": card[1] == (self.wish or top[1]),
            "same rank": card[0] == top[0],
            "same colour": (card[1] in "DH") == (top[1] in "DH"),
            "beats top": self.strength(card) > self.strength(top),
        }[condition]

    def fitting(self, seat: int, phase: PlayPhase) -> set[str]:
        return {
            card
            for card in self.hands[seat]
            if any(all(self.holds(condition, card) for condition in group) for group in phase.allow)
        }

    def set_moves(self, seat: int) -> set[str]:
        moves = set()
        for rank in self.genome.deck.ranks:
            held = sum(card[0] == rank for card in self.hands[seat])
            for count in range(1, held + 1):
                ranks = self.genome.deck.ranks
                stronger = not self.set_size or ranks.index(rank) > ranks.index(self.pile[-1][0])
                if self.set_size in (0, count) and stronger:
                    moves.add(f"set {RANK_WORDS[rank]} × {count}")
        return moves | ({"pass"} if self.set_size or not moves else set())

    def legal_play(self, seat: int) -> set[str]:
        if self.phase.sets:
            return self.set_moves(seat)
        cards = self.fitting(seat, self.phase)
        wild = {card for card in cards if card[0] in self.phase.wild}
        moves = {f"play {card}" for card in cards - wild}
        moves |= {f"wild {card} {suit}" for card in wild for suit in ("clubs", "diamonds", "hearts", "spades")}
        return moves | ({"pass"} if not moves or self.phase.skip == "always" else set())

    def play_play(self, seat: int, move: str, chance: Any) -> None:
        if move == "pass":
            self.pass_step()
            return
        self.passes = 0
        verb, what, *rest = move.split()
        if verb == "set":
            rank, count = BY_WORD[what], int(rest[-1])
            cards = sorted((card for card in self.hands[seat] if card[0] == rank), key=NAMES.index)[:count]
            self.set_size = count
            self.leader = seat
            self.hands[seat] -= set(cards)
            self.pile += cards
        else:
            rank = what[0]
            self.hands[seat].remove(what)
            self.put_down(seat, what, rest[0][0].upper() if verb == "wild" else None)
        for effect in self.genome.effects:
            if effect.rank == rank:
                self.apply(effect)
        self.end_step()

    def put_down(self, seat: int, card: str, wish: str | None) -> None:
        if self.phase.to == "table":
            self.table.add(card)
        elif self.phase.to == "capture":
            taken = self.captures(card)
            if not taken:
                self.table.add(card)
                return
            self.table -= taken
            self.won[seat] |= {card} | taken
            self.leader = seat
            last = not self.with_cards() and (not self.is_dealt_again() or self.turns_are_over(self.turns + 1))
            self.sweeps[seat] += not self.table and not last
        else:
            self.pile.append(card)
            self.wish = wish

    def captures(self, card: str) -> set[str]:
        """The smallest group of the table's cards that adds up to a card, and of those the first by name."""
        value = self.strength(card)
        lying = sorted((other for other in self.table if self.strength(other) <= value), key=NAMES.index)
        least = sorted(map(self.strength, lying))
        for size in range(1, len(lying) + 1):
            if sum(least[:size]) > value:
                break
            for group in combinations(lying, size):
                if sum(map(self.strength, group)) == value:
                    return set(group)
        return set()

    def apply(self, effect: Effect) -> None:
        if effect.does == "skip":
            self.skips += effect.count
        elif effect.does == "reverse":
            self.direction = -self.direction
        elif effect.does == "again":
            self.again = True
        else:
            self.penalty += effect.count

    # Discarding

    def legal_discard(self, seat: int) -> set[str]:
        hand, others = self.hands[seat], self.hands[seat] - {self.taken}
        if self.drawn >= self.phase.count or not others:
            return {"pass"}
        moves = {f"discard {card}" for card in others}
        if self.phase.knock >= 0:
            moves |= {f"knock with {card}" for card in others if unmatched(hand - {card}) <= self.phase.knock}
        return moves | ({"pass"} if self.phase.optional else set())

    def play_discard(self, seat: int, move: str, chance: Any) -> None:
        if move != "pass":
            card = move.split()[-1]
            self.hands[seat].remove(card)
            self.drawn += 1
            if move.startswith("knock"):
                self.knocker, self.hand_over = seat, True
            if self.phase.face_down:
                self.face_down[seat].add(card)
            else:
                self.pile.append(card)
                self.wish = None
            if self.drawn < self.phase.count and self.hands[seat] - {self.taken} and not self.hand_over:
                return
        while self.phase.refill and self.drawn and self.has_stock():
            self.draw_card(seat)
            self.drawn -= 1
        self.end_step()

    # Claiming

    def due(self) -> str:
        return str(self.genome.deck.ranks[self.claim_rank])

    def legal_claim(self, seat: int) -> set[str]:
        if self.claimer is not None:
            return {"doubt", "believe"}
        moves = {f"claim {card}" for card in self.hands[seat]} if len(self.claimed) < self.phase.cards else set()
        return moves | ({"pass"} if self.claimed or not self.hands[seat] else set())

    def play_claim(self, seat: int, move: str, chance: Any) -> None:
        if move == "pass" and not self.claimed:
            self.pass_step()
        elif move == "believe":
            self.queue.pop(0)
            if not self.queue:
                self.end_claim()
        elif move == "doubt":
            honest = all(card[0] == self.due() for card in self.claimed)
            loser = seat if honest else self.claimer
            for cards in self.face_down.values():
                self.hands[loser] |= cards
                cards.clear()
            self.end_claim()
        else:
            if move != "pass":
                self.claimed.append(move.split()[1])
                self.hands[seat].remove(self.claimed[-1])
                self.face_down[seat].add(self.claimed[-1])
                self.passes = 0
            if move == "pass" or len(self.claimed) == self.phase.cards or not self.hands[seat]:
                self.claimer = seat
                self.queue = [other for other in self.clockwise(seat) if other != seat]

    def end_claim(self) -> None:
        self.queue = [self.claimer]
        self.claimer, self.claimed = None, []
        self.claim_rank = (self.claim_rank + 1) % len(self.genome.deck.ranks)
        self.end_step()

    # Asking

    def legal_ask(self, seat: int) -> set[str]:
        ranks = {card[0] for card in self.hands[seat]}
        moves = {f"ask seat {other} {RANK_WORDS[rank]}" for other in self.with_cards() - {seat} for rank in ranks}
        return moves or ({"draw"} if self.stock else {"pass"})

    def play_ask(self, seat: int, move: str, chance: Any) -> None:
        if move == "pass":
            self.pass_step()
            return
        self.passes = 0
        if move == "draw":
            self.draw_card(seat)
            self.put_books(seat)
            return
        _, _, other, word = move.split()
        given = {card for card in self.hands[int(other)] if card[0] == BY_WORD[word]}
        self.hands[int(other)] -= given
        self.hands[seat] |= given
        if not given and self.stock:
            self.draw_card(seat)
        self.put_books(seat)
        if not given:
            self.end_step()

    # The end of a turn

    def end_turn(self) -> None:
        self.turns += 1
        self.taken = None
        seat = self.turn
        if self.genome.hand_ends in ("first out", "one left"):
            for other in self.clockwise(seat - 1):
                if not self.hands[other] and other not in self.places:
                    self.places.append(other)
        refill = self.is_dealt_again()
        if self.hand_over or self.is_hand_over(self.staying() if refill else self.taking_turns()):
            capturing = isinstance(self.steps[0], PlayPhase) and self.steps[0].to == "capture"
            if capturing and self.won[self.leader]:
                self.won[self.leader] |= self.table
                self.table = set()
            self.phase_number = self.first_step + len(self.steps) - 1
            self.next_phase()
            return
        if refill:
            self.hands = self.deal_again
            for hand in self.hands:
                self.stock -= hand
        self.next_turn(seat)
        self.phase_number = self.first_step
        self.begin_step()

    def dealt(self) -> int:
        deal = self.genome.deal
        return int(deal.few_cards if self.seats <= deal.few_seats else deal.cards)

    def is_dealt_again(self) -> bool:
        enough = len(self.stock) >= self.dealt() * len(self.alive)
        return bool(self.genome.deal.again and enough and not self.with_cards())

    def turns_are_over(self, turns: int) -> bool:
        rounds = self.genome.turn_rounds or turns + 1
        return bool(turns >= min(self.genome.turn_limit, rounds * len(self.staying())))

    def is_hand_over(self, players: set[int]) -> bool:
        genome, holding = self.genome, self.with_cards()
        ends = {
            "phases": False,
            "first out": bool(self.places),
            "one left": len(holding) <= 1,
            "all out": not players,
        }
        blocked = not self.set_size and self.passes >= len(players)
        return self.turns_are_over(self.turns) or ends[genome.hand_ends] or blocked

    def next_turn(self, seat: int) -> None:
        players = self.taking_turns()
        skips, again, penalty = self.skips, self.again, self.penalty
        if self.set_size and self.passes >= len(players - {self.leader}):
            self.set_size = self.passes = 0
            self.pile.append(None)
            self.queue = self.clockwise(self.leader - 1, players)[:1]
            return
        self.skips = self.penalty = 0
        self.again = False
        if again and seat in players:
            self.queue = [seat]
            return
        order = self.clockwise(seat, players)
        if self.direction < 0:
            order = [other for other in order if other != seat][::-1] + [other for other in order if other == seat]
        for _ in range(penalty):
            if self.has_stock():
                self.draw_card(order[0])
        self.put_books(order[0])
        self.queue = [order[skips % len(order)]]
