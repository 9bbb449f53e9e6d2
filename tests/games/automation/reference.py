"""A second Automation, slow and plain: lists of names, and the turn as one generator that asks its questions.

Written from the card lists and the rules alone, it shares nothing with the real one: not its data, not its way of
keeping unfinished business. Draws are prescribed (`fate`), so that both can walk through the same game.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping
from typing import NamedTuple

END = "end phase"


class Printed(NamedTuple):
    """The print of a card, and the number in the supply (Bugs: for each seat)."""

    type: str
    cost: int
    supply: int
    points: int = 0
    money: int = 0
    cards: int = 0
    actions: int = 0
    buys: int = 0


BASE = {
    "Bitcoin": Printed("money", 0, 60, money=1),
    "Ethereum": Printed("money", 3, 40, money=2),
    "Dogecoin": Printed("money", 6, 30, money=3),
    "Method": Printed("automation", 2, 14, points=1),
    "Module": Printed("automation", 5, 8, points=3),
    "Framework": Printed("automation", 8, 8, points=6),
    "Bug": Printed("bug", 0, 10, points=-1),
    "Refactor": Printed("action", 2, 10, actions=1, cards=1),
    "Code Review": Printed("action", 5, 10, buys=1, money=2),
    "Evergreen Test": Printed("action", 4, 10, cards=3),
}
EXPANDED = {
    "Bitcoin": Printed("money", 1, 60, money=1),
    "Ethereum": Printed("money", 3, 40, money=2),
    "Dogecoin": Printed("money", 6, 30, money=3),
    "Method": Printed("automation", 2, 14, points=1),
    "Module": Printed("automation", 5, 8, points=3),
    "Framework": Printed("automation", 8, 8, points=6),
    "Bug": Printed("bug", 0, 10, points=-1),
    "Backlog": Printed("action", 2, 10, actions=1),
    "Monitoring": Printed("action", 2, 10, cards=2),
    "Code Review": Printed("action", 3, 10, cards=1, actions=2),
    "Hack": Printed("action", 4, 10, money=2),
    "Tech Debt": Printed("action", 4, 10, cards=1, actions=1, money=1),
    "Refactor": Printed("action", 4, 10),
    "Parallelization": Printed("action", 4, 10),
    "Daily Scrum": Printed("action", 5, 10, cards=4, buys=1),
    "IPO": Printed("action", 5, 10, cards=2, actions=1, money=2),
    "Evergreen Test": Printed("action", 5, 10, cards=2),
}
PRINTED = {"base": BASE, "expanded": EXPANDED}
ATTACKS = {"base": (), "expanded": ("Hack", "Evergreen Test")}


class Question(NamedTuple):
    """The seat that is asked, its phase, and the possible answers."""

    seat: int
    phase: str
    answers: frozenset[str]


Asking = Generator[Question, str, None]


class Seat:
    """One player's cards. `seen` are those publicly seen going to the discard pile."""

    def __init__(self, hand: Iterable[str], deck: Iterable[str]) -> None:
        self.hand = list(hand)
        self.deck = list(deck)
        self.discard: list[str] = []
        self.seen: list[str] = []
        self.turns = 0

    def put_on_discard(self, card: str) -> None:
        self.discard.append(card)
        self.seen.append(card)


class Reference:
    """One game. `question` is what is asked now, None when the game is over."""

    def __init__(
        self,
        edition: str,
        dealt: list[tuple[Iterable[str], Iterable[str]]],
        *,
        turn_limit: int = 50,
        money_phase: str = "money",
        supply: Mapping[str, int] | None = None,
    ) -> None:
        self.printed = PRINTED[edition]
        self.edition = edition
        self.seats = [Seat(hand, deck) for hand, deck in dealt]
        self.turn_limit = turn_limit
        self.any_card_is_money = money_phase == "any"
        counts = {card: printed.supply * (len(dealt) if card == "Bug" else 1) for card, printed in self.printed.items()}
        self.supply = {card: count for card, count in {**counts, **(supply or {})}.items() if count > 0}
        self.trash: list[str] = []
        self.played: list[str] = []
        self.turn = self.actions = self.buys = self.money = 0
        self.told: list[str] = []
        self.fate: deque[tuple[int, str]] = deque()
        self.ended = ""
        self._asking = self._game()
        self.question: Question | None = next(self._asking)

    def answer(self, move: str, fate: Iterable[tuple[int, str]]) -> None:
        """Take an answer; every draw it causes gives the next card of `fate`, which must be one that can be drawn."""
        self.told.clear()
        self.fate.extend(fate)
        self.question = self._send(move)
        assert not self.fate, f"after {move!r} the real game drew more: {self.fate}"

    def _send(self, move: str) -> Question | None:
        try:
            return self._asking.send(move)
        except StopIteration:
            return None

    def score(self, seat: int) -> int:
        return sum(self.printed[card].points for card in self.owned(seat).elements())

    def owned(self, seat: int) -> Counter[str]:
        mine = self.seats[seat]
        return Counter(mine.hand + mine.deck + mine.discard + (self.played if seat == self.turn else []))

    def ranks(self) -> list[int]:
        """More points are better, and of equal points fewer turns."""
        keys = [(-self.score(number), seat.turns) for number, seat in enumerate(self.seats)]
        return [1 + sum(other < key for other in keys) for key in keys]

    def _tell(self, sentence: str) -> None:
        self.told.append(sentence)

    def _others(self) -> list[int]:
        return [(self.turn + step) % len(self.seats) for step in range(1, len(self.seats))]

    def _in_hand(self, seat: int, *types: str) -> list[str]:
        return [card for card in self.seats[seat].hand if not types or self.printed[card].type in types]

    def _ask(self, seat: int, phase: str, verb: str, which: list[str], may_end: bool) -> Generator[Question, str, str]:
        """Return the card that is chosen, or END."""
        answers = {f"{verb} {card}" for card in which} | ({END} if may_end else set())
        move = yield Question(seat, phase, frozenset(answers))
        assert move in answers
        return move.removeprefix(f"{verb} ")

    def _game(self) -> Asking:
        while not self.ended:
            yield from self._take_turn()
            self._clean_up()
            if self.supply["Framework"] == 0:
                self.ended = "all Frameworks are bought"
            elif self.turn == len(self.seats) - 1 and self.seats[self.turn].turns == self.turn_limit:
                self.ended = "the turn limit was reached"
            else:
                self.turn = (self.turn + 1) % len(self.seats)
                self._tell(f"seat {self.turn} begins turn {self.seats[self.turn].turns + 1}.")
        self.actions = self.buys = self.money = 0
        self._tell("The game is over.")

    def _take_turn(self) -> Asking:
        me = self.turn
        self.seats[me].turns += 1
        self.actions, self.buys, self.money = 1, 1, 0
        while self.actions > 0 and self._can_act():
            card = yield from self._ask(me, "ACTION", "play", self._in_hand(me, "action"), may_end=True)
            if card == END:
                break
            self.actions -= 1
            self._put_in_play(card)
            yield from self._carry_out(card)
        while True:
            playable = self._in_hand(me) if self.any_card_is_money else self._in_hand(me, "money")
            card = yield from self._ask(me, "MONEY", "play", playable, may_end=True)
            if card == END:
                break
            self._put_in_play(card)
            if self.printed[card].type == "money":
                self.money += self.printed[card].money
        while self.buys > 0:
            card = yield from self._ask(me, "BUY", "buy", self._up_to(self.money), may_end=True)
            if card == END:
                break
            self.buys -= 1
            self.money -= self.printed[card].cost
            self._take(me, card)
            self._tell(f"seat {me} buys {card} for {self.printed[card].cost}.")

    def _can_act(self) -> bool:
        """Return whether the seat in turn holds an action card; if not, that becomes public."""
        if self._in_hand(self.turn, "action"):
            return True
        self._tell(f"seat {self.turn} holds no action card to play.")
        return False

    def _clean_up(self) -> None:
        seat = self.seats[self.turn]
        for card in self.played:
            seat.put_on_discard(card)
        seat.discard += seat.hand
        seat.hand, self.played = [], []
        self._tell(f"seat {self.turn} puts everything onto the discard pile.")
        self._draw(self.turn, 5)

    def _up_to(self, price: int) -> list[str]:
        return [card for card, count in self.supply.items() if count > 0 and self.printed[card].cost <= price]

    def _take(self, seat: int, card: str) -> None:
        self.supply[card] -= 1
        self.seats[seat].put_on_discard(card)

    def _draw(self, number: int, count: int) -> None:
        seat = self.seats[number]
        drawn = 0
        for _ in range(count):
            if not seat.deck and seat.discard:
                seat.deck, seat.discard, seat.seen = seat.discard, [], []
                self._tell(f"seat {number} shuffles the discard pile into a new deck.")
            if seat.deck:
                who, card = self.fate.popleft()
                assert who == number, f"seat {number} draws, but the real game drew for seat {who}"
                seat.deck.remove(card)
                seat.hand.append(card)
                drawn += 1
                self._tell(f"seat {number} draws {card}.")
        if drawn:
            self._tell(f"seat {number} draws {drawn} card{'s' if drawn > 1 else ''}.")

    def _put_in_play(self, card: str) -> None:
        self.seats[self.turn].hand.remove(card)
        self.played.append(card)
        self._tell(f"seat {self.turn} plays {card}.")

    def _gain(self, seat: int, card: str) -> None:
        if self.supply.get(card, 0) > 0:
            self._take(seat, card)
            self._tell(f"seat {seat} gains {card}.")

    def _discard(self, seat: int, card: str) -> None:
        self.seats[seat].hand.remove(card)
        self.seats[seat].put_on_discard(card)
        self._tell(f"seat {seat} discards {card}.")

    def _discard_until(self, seat: int, size: int) -> Asking:
        while len(self.seats[seat].hand) > size:
            card = yield from self._ask(seat, "DISCARD", "discard", self._in_hand(seat), may_end=False)
            self._discard(seat, card)

    def _carry_out(self, card: str) -> Asking:
        """Return all that a played card does."""
        targets = self._others()
        if card in ATTACKS[self.edition]:
            targets = yield from self._unprotected(targets)
        printed = self.printed[card]
        self.actions += printed.actions
        self.buys += printed.buys
        self.money += printed.money
        self._draw(self.turn, printed.cards)
        if self.edition == "expanded":
            yield from self._expanded_effect(card, targets)

    def _unprotected(self, targets: list[int]) -> Generator[Question, str, list[int]]:
        hit = []
        for seat in targets:
            shown = END
            me = self.seats[seat]
            elsewhere = me.seen.count("Monitoring")
            asked = me.hand and self.owned(seat)["Monitoring"] > elsewhere
            if asked:
                held = [card for card in me.hand if card == "Monitoring"]
                shown = yield from self._ask(seat, "REVEAL", "reveal", held, may_end=True)
            if shown == END:
                hit.append(seat)
                if asked:
                    self._tell(f"seat {seat} reveals nothing.")
            else:
                self._tell(f"seat {seat} reveals Monitoring and is unaffected.")
        return hit

    def _expanded_effect(self, card: str, targets: list[int]) -> Asking:
        if card == "Backlog":
            yield from self._backlog()
        elif card == "Tech Debt":
            empty = list(self.supply.values()).count(0)
            yield from self._discard_until(self.turn, max(0, len(self.seats[self.turn].hand) - empty))
        elif card == "Refactor":
            yield from self._refactor()
        elif card == "Parallelization":
            yield from self._parallelize()
        for seat in targets:
            if card == "Daily Scrum":
                self._draw(seat, 1)
            elif card == "Evergreen Test":
                self._gain(seat, "Bug")
            elif card == "Hack":
                yield from self._discard_until(seat, 3)

    def _backlog(self) -> Asking:
        gone = 0
        while self.seats[self.turn].hand:
            card = yield from self._ask(self.turn, "DISCARD", "discard", self._in_hand(self.turn), may_end=True)
            if card == END:
                break
            self._discard(self.turn, card)
            gone += 1
        self._draw(self.turn, gone)

    def _refactor(self) -> Asking:
        if not self.seats[self.turn].hand:
            return
        card = yield from self._ask(self.turn, "TRASH", "trash", self._in_hand(self.turn), may_end=False)
        self.seats[self.turn].hand.remove(card)
        self.trash.append(card)
        self._tell(f"seat {self.turn} trashes {card}.")
        gainable = self._up_to(self.printed[card].cost + 2)
        if gainable:
            gained = yield from self._ask(self.turn, "GAIN", "gain", gainable, may_end=False)
            self._gain(self.turn, gained)

    def _parallelize(self) -> Asking:
        if not self._can_act():
            return
        playable = self._in_hand(self.turn, "action")
        card = yield from self._ask(self.turn, "ACTION", "play", playable, may_end=True)
        if card == END:
            return
        self._put_in_play(card)
        yield from self._carry_out(card)
        self._tell(f"seat {self.turn} plays {card}.")
        yield from self._carry_out(card)
