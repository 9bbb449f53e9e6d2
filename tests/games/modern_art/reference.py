"""A second Modern Art, slow and plain: lists of cards, and the whole game as one generator that asks its questions.

Written from the rules alone, it shares nothing with the real one: not its data, not its phases, not its order of
checking. Draws are prescribed (`fate`), so that both can walk through the same game.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator

ARTISTS = ["Manuel Carvalho", "Sigrid Thaler", "Daniel Melim", "Ramon Martins", "Rafael Silveira"]
AUCTIONS = ["open", "one offer", "hidden", "fixed price", "double"]
PUBLISHED = {"Manuel Carvalho": "33222", "Sigrid Thaler": "32332", "Daniel Melim": "33332", "Ramon Martins": "33333",
             "Rafael Silveira": "43333"}  # fmt: skip
REVIEW = PUBLISHED | {"Daniel Melim": "43332", "Rafael Silveira": "33333"}
DEALS = {3: [10, 6, 6, 0], 4: [9, 4, 4, 0], 5: [8, 3, 3, 0]}

Card = tuple[str, str]
Questions = dict[int, list[str]]
"""The possible answers of each seat that is asked; amounts as `bid 5…41`."""
Asking = Generator[Questions, tuple[int, str], int]


def amounts(verb: str, low: int, high: int) -> list[str]:
    if low > high:
        return []
    return [f"{verb} {low}" if low == high else f"{verb} {low}…{high}"]


class Reference:
    """One game. `fate` holds the cards that the deck and the mystery player will give, in order."""

    def __init__(self, seats: int, starter: int, deck: str, closing: str, double_money: str, mystery: bool) -> None:
        printed = PUBLISHED if deck == "published" else REVIEW
        self.deck: Counter[Card] = Counter(
            {
                (artist, auction): int(n)
                for artist in ARTISTS
                for auction, n in zip(AUCTIONS, printed[artist], strict=True)
            }
        )
        self.seats, self.starter = seats, starter
        self.hammer, self.split, self.mystery = closing == "hammer", double_money == "split", mystery
        self.fate: deque[Card] = deque()
        self.money = [100] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.owned: list[list[Card]] = [[] for _ in range(seats)]
        self.face_down = 0
        self.on_table: list[Card] = []
        self.tiles: list[dict[str, int]] = []

    def clockwise(self, first: int) -> list[int]:
        return [(first + step) % self.seats for step in range(self.seats)]

    def draw(self) -> Card:
        card = self.fate.popleft()
        assert self.deck[card] > 0, f"{card} is not in the deck any more"
        self.deck[card] -= 1
        return card

    def count(self, artist: str) -> int:
        return sum(card[0] == artist for card in self.on_table)

    def play(self) -> Asking:
        """Four rounds."""
        starter = self.starter
        for number in range(4):
            dealt = DEALS[4 if self.mystery else self.seats][number]
            self.face_down += dealt if self.mystery else 0
            for hand in self.hands:
                hand.extend(self.draw() for _ in range(dealt))
            if not any(self.hands):
                break
            last = yield from self.round(starter)
            yield {last: ["end round"]}
            yield from self.sale()
            starter = (last + 1) % self.seats
        return 0

    def round(self, starter: int) -> Asking:
        """Returns who showed the last card."""
        self.on_table = []
        while True:
            turn = next(seat for seat in self.clockwise(starter) if self.hands[seat])
            _, answer = yield {turn: sorted({f"play {artist} {auction}" for artist, auction in self.hands[turn]})}
            card = self.put_down(turn, answer.removeprefix("play "))
            lot, auctioneer = [card], turn
            if self.is_over(card[0]):
                return auctioneer
            if card[1] == "double":
                auctioneer = yield from self.find_second(lot, turn)
                if len(lot) == 2 and self.is_over(card[0]):
                    return auctioneer
            if lot[-1][1] == "double":
                self.owned[turn] += lot
            else:
                yield from self.auction(lot, auctioneer, turn)
            if self.face_down:
                _, answer = yield {auctioneer: ["turn mystery card", "decline"]}
                if answer != "decline":
                    self.face_down -= 1
                    self.on_table.append(self.draw())
                    if self.count(self.on_table[-1][0]) == 5:
                        return auctioneer
            starter = (auctioneer + 1) % self.seats

    def put_down(self, seat: int, text: str) -> Card:
        card = next(card for card in self.hands[seat] if " ".join(card) == text)
        self.hands[seat].remove(card)
        self.on_table.append(card)
        return card

    def is_over(self, artist: str) -> bool:
        return self.count(artist) == 5 or not any(self.hands)

    def find_second(self, lot: list[Card], turn: int) -> Asking:
        """Returns the auctioneer."""
        for seat in self.clockwise(turn):
            if self.hands[seat]:
                fitting = {" ".join(c) for c in self.hands[seat] if c[0] == lot[0][0] and c[1] != "double"}
                _, answer = yield {seat: [*sorted(f"add {text}" for text in fitting), "decline"]}
                if answer != "decline":
                    lot.append(self.put_down(seat, answer.removeprefix("add ")))
                    return seat
        return turn

    def auction(self, lot: list[Card], auctioneer: int, first: int) -> Asking:
        how = {"open": self.open, "one offer": self.one_offer, "hidden": self.hidden, "fixed price": self.fixed_price}
        bids: dict[int, int] = {}
        buyer = yield from how[lot[-1][1]](auctioneer, bids)
        price = bids.get(buyer, 0)
        self.owned[buyer] += lot
        self.money[buyer] -= price
        half = price // 2 if self.split and first != auctioneer else 0
        for seat, share in ((auctioneer, price - half), (first, half)):
            if seat != buyer:
                self.money[seat] += share
        return buyer

    def open(self, auctioneer: int, bids: dict[int, int]) -> Asking:
        best, price, quiet, calls = None, 0, set[int](), 0
        while True:
            asked = [seat for seat in range(self.seats) if seat != best and seat not in quiet]
            if not asked and self.hammer and calls < 3:
                yield {auctioneer: ["hammer"]}
                quiet, calls = set(), calls + 1
                if calls < 3:
                    continue
            if not asked:
                return auctioneer if best is None else best
            seat, answer = yield {seat: ["pass", *amounts("bid", price + 1, self.money[seat])] for seat in asked}
            if answer == "pass":
                quiet.add(seat)
            else:
                best, price, quiet, calls = seat, int(answer.split()[1]), set(), 0
                bids[seat] = price

    def one_offer(self, auctioneer: int, bids: dict[int, int]) -> Asking:
        for seat in self.clockwise(auctioneer + 1):
            highest = max(bids.values(), default=0)
            _, answer = yield {seat: ["pass", *amounts("bid", highest + 1, self.money[seat])]}
            if answer != "pass":
                bids[seat] = int(answer.split()[1])
        return max(bids, key=lambda seat: bids[seat], default=auctioneer)

    def hidden(self, auctioneer: int, bids: dict[int, int]) -> Asking:
        while len(bids) < self.seats:
            seat, answer = yield {
                seat: amounts("seal", 0, self.money[seat]) for seat in range(self.seats) if seat not in bids
            }
            bids[seat] = int(answer.split()[1])
        return max(self.clockwise(auctioneer), key=lambda seat: bids[seat])

    def fixed_price(self, auctioneer: int, bids: dict[int, int]) -> Asking:
        least = min(1, self.money[auctioneer])
        _, answer = yield {auctioneer: amounts("price", least, self.money[auctioneer])}
        price = int(answer.split()[1])
        for seat in self.clockwise(auctioneer + 1)[:-1]:
            _, answer = yield {seat: ["pass", "buy"] if self.money[seat] >= price else ["pass"]}
            if answer == "buy":
                bids[seat] = price
                return seat
        bids[auctioneer] = price
        return auctioneer

    def sale(self) -> Asking:
        """Rank the artists, then sell the paintings of all seats."""
        ranked = sorted((a for a in ARTISTS if self.count(a)), key=lambda a: (-self.count(a), ARTISTS.index(a)))[:3]
        self.tiles.append(dict(zip(ranked, (30, 20, 10), strict=False)))
        values = {artist: sum(tiles.get(artist, 0) for tiles in self.tiles) for artist in ranked}
        while asked := [seat for seat in range(self.seats) if self.owned[seat]]:
            seat, _ = yield {seat: ["sell"] for seat in asked}
            self.money[seat] += sum(values.get(artist, 0) for artist, _ in self.owned[seat])
            self.owned[seat] = []
        return 0
