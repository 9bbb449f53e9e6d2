"""A second Power Grid, slow and plain: lists and dictionaries of names, and the round as one generator that asks.

Written from the rules alone, it shares nothing with the real one but the printed connections of the maps: not its
tables, not its way of finding connections, counting power or keeping cards. Draws are prescribed (`fate`), so that
both can walk through the same game.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import chain, combinations, pairwise
from typing import NamedTuple

STEP_CARD = 99
PASS, DONE = "pass", "done"

PLANTS = """
3 oil 2 1, 4 coal 2 1, 5 hybrid 2 1, 6 garbage 1 1, 7 oil 3 2, 8 coal 3 2, 9 oil 1 1, 10 coal 2 2, 11 uranium 1 2, 12
hybrid 2 2, 13 eco 0 1, 14 garbage 2 2, 15 coal 2 3, 16 oil 2 3, 17 uranium 1 2, 18 eco 0 2, 19 garbage 2 3, 20 coal 3
5, 21 hybrid 2 4, 22 eco 0 2, 23 uranium 1 3, 24 garbage 2 4, 25 coal 2 5, 26 oil 2 5, 27 eco 0 3, 28 uranium 1 4, 29
hybrid 1 4, 30 garbage 3 6, 31 coal 3 6, 32 oil 3 6, 33 eco 0 4, 34 uranium 1 5, 35 oil 1 5, 36 coal 3 7, 37 eco 0 4,
38 garbage 3 7, 39 uranium 1 6, 40 oil 2 6, 42 coal 2 6, 44 eco 0 5, 46 hybrid 3 7, 50 eco 0 6
"""


class Printed(NamedTuple):
    """The print of a plant."""

    type: str
    needs: int
    powers: int


PRINTED = {
    int(number): Printed(type_, int(needs), int(powers))
    for number, type_, needs, powers in (entry.split() for entry in PLANTS.split(","))
}
PAYMENT = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150)
URANIUM_PRICES = (16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
FUELS = ("coal", "oil", "garbage", "uranium")
TOKENS = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}
RESUPPLY = {
    2: {"coal": "343", "oil": "224", "garbage": "123", "uranium": "111"},
    3: {"coal": "453", "oil": "234", "garbage": "123", "uranium": "111"},
    4: {"coal": "564", "oil": "345", "garbage": "234", "uranium": "122"},
    5: {"coal": "575", "oil": "456", "garbage": "335", "uranium": "232"},
    6: {"coal": "796", "oil": "567", "garbage": "356", "uranium": "233"},
}
LIMITS = {  # plants owned, cities that begin Step 2, cities that end the game
    "original": {2: (4, 10, 21), 3: (3, 7, 17), 4: (3, 7, 17), 5: (3, 7, 15), 6: (3, 6, 14)},
    "recharged": {2: (3, 7, 18), 3: (3, 7, 17), 4: (3, 7, 17), 5: (3, 7, 15), 6: (3, 6, 14)},
}
REMOVED = {"original": {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}, "recharged": {2: 6, 3: 8, 4: 4, 5: 0, 6: 0}}


class Question(NamedTuple):
    """The seat that is asked, its phase, and every possible answer."""

    seat: int
    phase: str
    answers: set[str]


Asking = Generator[Question, str, None]


class Seat:
    """The possessions of one player."""

    def __init__(self) -> None:
        self.money = 50
        self.plants: list[int] = []
        self.fuel = dict.fromkeys(FUELS, 0)
        self.cities: set[str] = set()

    def fits(self, fuel: Mapping[str, int]) -> bool:
        """Return whether this fuel could be stored on these plants: try every amount of coal on the hybrids."""
        room = dict.fromkeys((*FUELS, "hybrid", "eco"), 0)
        for number in self.plants:
            room[PRINTED[number].type] += 2 * PRINTED[number].needs
        if fuel["garbage"] > room["garbage"] or fuel["uranium"] > room["uranium"]:
            return False
        mixed = range(room["hybrid"] + 1)
        return any(fuel["coal"] - x <= room["coal"] and fuel["oil"] <= room["oil"] + room["hybrid"] - x for x in mixed)

    def burnings(self, numbers: Iterable[int]) -> Iterator[dict[str, int]]:
        """Yield every way to feed these plants, as fuel burnt."""
        burnings = [dict.fromkeys(FUELS, 0)]
        for number in numbers:
            plant = PRINTED[number]
            ways = [(x, plant.needs - x) for x in range(plant.needs + 1)] if plant.type == "hybrid" else [(0, 0)]
            more = []
            for burnt in burnings:
                for coal, oil in ways:
                    both = {**burnt, "coal": burnt["coal"] + coal, "oil": burnt["oil"] + oil}
                    if plant.type in FUELS:
                        both[plant.type] += plant.needs
                    more.append(both)
            burnings = more
        yield from burnings

    def can_power(self) -> int:
        """Return the best of all sets of plants and all mixes."""
        best = 0
        for numbers in chain.from_iterable(combinations(self.plants, n) for n in range(len(self.plants) + 1)):
            if any(all(burnt[fuel] <= self.fuel[fuel] for fuel in FUELS) for burnt in self.burnings(numbers)):
                best = max(best, sum(PRINTED[number].powers for number in numbers))
        return min(best, len(self.cities))


class Reference:
    """One game. `question` is what is asked now, None when the game is over."""

    def __init__(
        self,
        edition: str,
        country: str,
        connections: Mapping[tuple[str, str], int],
        order: Iterable[int],
        market: Iterable[int],
        *,
        open_above_smallest: bool = True,
        last_buyer: str = "minimum",
        early_step_3: str = "edition",
        step_3_removal: bool = True,
        step_3_by_step_2: str = "next-round",
        coal_store: str = "when-empty",
        hidden: bool = False,
        round_limit: int = 100,
    ) -> None:
        self.edition, self.country = edition, country
        self.near: dict[str, dict[str, int]] = {}
        for (a, b), cost in connections.items():
            self.near.setdefault(a, {})[b] = cost
            self.near.setdefault(b, {})[a] = cost
        self.order = list(order)
        self.seats = [Seat() for _ in self.order]
        self.limit, self.step_2, self.end = LIMITS[edition][len(self.seats)]
        self.market = sorted(market)
        self.stack = len(PRINTED) - len(self.market) - REMOVED[edition][len(self.seats)]
        self.under: set[int] = set()
        self.new_stack: set[int] | None = None
        self.track = {"coal": 24, "oil": 18, "garbage": 6 if edition == "original" else 9, "uranium": 2}
        self.supply = {fuel: TOKENS[fuel] - self.track[fuel] for fuel in FUELS}
        self.houses: dict[str, list[int]] = {city: [] for city in self.near}
        self.open_above_smallest, self.last_buyer = open_above_smallest, last_buyer
        self.skip_step_2 = early_step_3 == "skip" or (early_step_3 == "edition" and edition == "original")
        self.step_3_removal, self.coal_store, self.round_limit = step_3_removal, coal_store, round_limit
        self.step_3_by_step_2, self.hidden = step_3_by_step_2, hidden
        self.round = self.step = 1
        self.phase = "auction"
        self.step_3_next = self.step_3_in_auction = self.uranium_ended = False
        self.discount: int | None = None
        self.ended = ""
        self.fate: deque[int] = deque()
        self._run = self.play()
        self.question: Question | None = next(self._run)

    def answer(self, text: str, fate: Iterable[int]) -> None:
        """Continue with an answer; `fate` are the cards drawn on the way."""
        assert self.question is not None
        assert text in self.question.answers
        self.fate.extend(fate)
        try:
            self.question = self._run.send(text)
        except StopIteration:
            self.question = None
        assert not self.fate, f"{list(self.fate)} were drawn by the other one only"

    def play(self) -> Asking:
        """Round after round."""
        while True:
            yield from self.auctions()
            yield from self.buying()
            yield from self.building()
            if self.ended:
                return
            yield from self.powering()
            self.resupply()
            self.change_market()
            self.step_3_in_auction = False
            if self.step_3_next:
                self.step, self.step_3_next = 3, False
            self.round += 1
            self.sort_seats()

    def sort_seats(self) -> None:
        self.order.sort(key=lambda at: (len(self.seats[at].cities), max(self.seats[at].plants)), reverse=True)

    # cards

    def draw(self) -> int | None:
        """Return the next card: a plant, the Step 3 card, or None."""
        if self.stack > 0:
            self.stack -= 1
            return self.fate.popleft()
        if self.new_stack is None:
            assert self.fate.popleft() == STEP_CARD
            self.new_stack = set(self.under)
            self.under.clear()
            return STEP_CARD
        if not self.new_stack:
            return None
        card = self.fate.popleft()
        self.new_stack.remove(card)
        return card

    def refill(self) -> None:
        """Draw one for the market, again while it is useless."""
        while True:
            card = self.draw()
            if card is None:
                return
            if self.edition == "original" and card <= max(len(seat.cities) for seat in self.seats):
                continue
            if self.discount is not None and card < self.discount:
                self.discount = None
                continue
            self.market = sorted([*self.market, card])
            if card == STEP_CARD and self.phase != "auction":
                self.clear_step_card()
            return

    def clear_step_card(self) -> None:
        if self.step == 1 and not self.skip_step_2:
            self.step = 1 if self.phase == "building" else 2
            self.market.pop(0)
            self.refill()
        self.market.remove(STEP_CARD)
        if self.market:
            self.market.pop(0)
        self.step_3_next = True

    def change_market(self) -> None:
        """The end of phase 5."""
        if self.step_3_next or not self.market:
            return
        if self.step == 3:
            if self.step_3_in_auction and not self.step_3_removal:
                return
            self.market.pop(0)
        else:
            self.under.add(self.market.pop())
        self.refill()

    # phase 2

    def for_sale(self) -> list[int]:
        plants = [number for number in self.market if number != STEP_CARD]
        return plants if self.step == 3 else [number for number in self.market[:4] if number != STEP_CARD]

    def least(self, number: int) -> int:
        return 1 if number == self.discount else number

    def auctions(self) -> Asking:
        self.phase = "auction"
        self.discount = self.market[0] if self.edition == "recharged" and self.market else None
        left = list(self.order)
        sold = False
        while left:
            seat = left[0]
            answers = self.openings(seat, left)
            unasked = answers <= {PASS} if not self.hidden else not self.openable(seat)
            answer = PASS if unasked else (yield Question(seat, "opening", answers))
            if answer == PASS:
                left.remove(seat)
                continue
            sold = True
            number, discard, bid = read_opening(answer)
            winner, discard, bid = yield from self.bidding(seat, number, discard, bid, left)
            left.remove(winner)
            yield from self.buy_plant(winner, number, discard, bid)
            self.refill()
        if (self.edition == "original" and not sold) or self.discount is not None:
            del self.market[:1]
            self.discount = None
            self.refill()
        if STEP_CARD in self.market:
            self.clear_step_card()
            self.step, self.step_3_next, self.step_3_in_auction = 3, False, True
        if self.round == 1:
            self.sort_seats()

    def openable(self, seat: int) -> list[int]:
        """Return the plants that a seat may open, if it can pay for them."""
        plants = self.seats[seat].plants
        bounded = len(plants) == self.limit and self.open_above_smallest
        return [number for number in self.for_sale() if not bounded or number > min(plants)]

    def openings(self, seat: int, left: list[int]) -> set[str]:
        mine = self.seats[seat]
        answers = set() if self.round == 1 else {PASS}
        full = len(mine.plants) == self.limit
        for number in self.openable(seat):
            most = mine.money
            if left == [seat] and self.last_buyer == "minimum":
                most = min(most, self.least(number))
            for discard in mine.plants if full else [None]:
                said = "" if discard is None else f" discard {discard}"
                answers |= {f"open plant {number}{said} bid {bid}" for bid in range(self.least(number), most + 1)}
        return answers

    def bidding(
        self, opener: int, number: int, discard: int | None, bid: int, left: list[int]
    ) -> Generator[Question, str, tuple[int, int | None, int]]:
        """Clockwise by seat until one is left: who, with which discard, for how much."""
        table = len(self.seats)
        bidders = [(opener + step) % table for step in range(table) if (opener + step) % table in left]
        leader = bidders.pop(0)
        while bidders:
            seat = bidders.pop(0)
            mine = self.seats[seat]
            discards = mine.plants if len(mine.plants) == self.limit else [None]
            answers = {PASS}
            for one in discards:
                said = "" if one is None else f"discard {one} "
                answers |= {f"{said}bid {amount}" for amount in range(bid + 1, mine.money + 1)}
            answer = PASS if answers == {PASS} and not self.hidden else (yield Question(seat, "bidding", answers))
            if answer != PASS:
                bidders.append(leader)
                leader, (_, discard, bid) = seat, read_opening(answer)
        return leader, discard, bid

    def buy_plant(self, seat: int, number: int, discard: int | None, bid: int) -> Asking:
        mine = self.seats[seat]
        mine.money -= bid
        self.market.remove(number)
        if discard is not None:
            mine.plants.remove(discard)
        mine.plants = sorted([*mine.plants, number])
        if number == self.discount:
            self.discount = None
        if number == 39 and self.edition == "recharged" and self.country == "germany":
            self.uranium_ended = True
        for fuel in ("garbage", "uranium"):
            while not mine.fits({**dict.fromkeys(FUELS, 0), fuel: mine.fuel[fuel]}):
                self.give_back(mine, fuel, 1)
        ways = [
            (coal, oil)
            for coal in range(mine.fuel["coal"] + 1)
            for oil in range(mine.fuel["oil"] + 1)
            if mine.fits({**mine.fuel, "coal": mine.fuel["coal"] - coal, "oil": mine.fuel["oil"] - oil})
        ]
        fewest = min(coal + oil for coal, oil in ways)
        best = [(coal, oil) for coal, oil in ways if coal + oil == fewest]
        coal, oil = best[0]
        if len(best) > 1:
            said = yield Question(seat, "returning", {f"return coal {coal} oil {oil}" for coal, oil in best})
            coal, oil = int(said.split()[2]), int(said.split()[4])
        self.give_back(mine, "coal", coal)
        self.give_back(mine, "oil", oil)

    def give_back(self, mine: Seat, fuel: str, count: int) -> None:
        mine.fuel[fuel] -= count
        self.supply[fuel] += count

    # phase 3

    def price(self, fuel: str, left: int) -> int:
        """Return the cost of the next token if this number is left."""
        return URANIUM_PRICES[left - 1] if fuel == "uranium" else 8 - (left - 1) // 3

    def buying(self) -> Asking:
        self.phase = "buying"
        for seat in reversed(self.order):
            mine = self.seats[seat]
            while True:
                wares = self.wares(mine)
                if not wares:
                    break
                answer = yield Question(seat, "buying", {*wares, DONE})
                if answer == DONE:
                    break
                fuel, count, cost = wares[answer]
                mine.money -= cost
                mine.fuel[fuel] += count
                (self.supply if "stored" in answer else self.track)[fuel] -= count

    def wares(self, mine: Seat) -> dict[str, tuple[str, int, int]]:
        """Return all that can be bought: fuel, count, cost."""
        wares = {}
        for fuel in FUELS:
            cost = 0
            for count in range(1, self.track[fuel] + 1):
                cost += self.price(fuel, self.track[fuel] - count + 1)
                if cost <= mine.money and mine.fits({**mine.fuel, fuel: mine.fuel[fuel] + count}):
                    wares[f"buy {fuel} {count}"] = fuel, count, cost
        stored = self.supply["coal"] if (self.edition, self.country) == ("recharged", "usa") else 0
        if self.track["coal"] == 0 or self.coal_store == "any-time":
            for count in range(1, stored + 1):
                if 8 * count <= mine.money and mine.fits({**mine.fuel, "coal": mine.fuel["coal"] + count}):
                    wares[f"buy stored coal {count}"] = "coal", count, 8 * count
        return wares

    # phase 4

    def connection(self, mine: Seat, target: str) -> int:
        """Dijkstra from all own cities at once, through whatever city is in play."""
        queue = [(0, city) for city in sorted(mine.cities)]
        done: set[str] = set()
        while queue:
            cost, city = heapq.heappop(queue)
            if city == target:
                return cost
            if city not in done:
                done.add(city)
                for other, more in self.near[city].items():
                    heapq.heappush(queue, (cost + more, other))
        return 0

    def sites(self, seat: int) -> dict[str, int]:
        """Return the cities where a seat can build, with their costs."""
        mine = self.seats[seat]
        sites = {}
        for city, houses in self.houses.items():
            if seat not in houses and len(houses) < self.step and len(mine.cities) < 22:
                cost = self.connection(mine, city) + (10, 15, 20)[len(houses)]
                if cost <= mine.money:
                    sites[f"build {city}"] = cost
        return sites

    def building(self) -> Asking:
        self.phase = "building"
        for seat in reversed(self.order):
            mine = self.seats[seat]
            while sites := self.sites(seat):
                answer = yield Question(seat, "building", {*sites, DONE})
                if answer == DONE:
                    break
                city = answer.removeprefix("build ")
                mine.money -= sites[answer]
                mine.cities.add(city)
                self.houses[city].append(seat)
                while self.edition == "original" and self.market and self.market[0] <= self.largest():
                    self.market.pop(0)
                    self.refill()
        if self.largest() >= self.end:
            self.ended = "cities"
        elif self.round >= self.round_limit:
            self.ended = "rounds"
        elif self.step_3_next:
            self.step, self.step_3_next = 3, False
        elif self.step == 1 and self.largest() >= self.step_2:
            self.step = 2
            self.phase = "between"
            self.market.pop(0)
            self.refill()
            if self.step_3_next and self.step_3_by_step_2 == "at-once":
                self.step, self.step_3_next = 3, False

    def largest(self) -> int:
        return max(len(seat.cities) for seat in self.seats)

    # phase 5

    def powering(self) -> Asking:
        self.phase = "powering"
        for seat in self.order:
            mine = self.seats[seat]
            run: list[int] = []
            while True:
                runs = self.runs(mine, run)
                if not runs:
                    break
                answer = yield Question(seat, "powering", {*runs, DONE})
                if answer == DONE:
                    break
                run.append(int(answer.split()[2]))
                for fuel, count in runs[answer].items():
                    self.give_back(mine, fuel, count)
            powered = min(sum(PRINTED[number].powers for number in run), len(mine.cities))
            mine.money += PAYMENT[min(powered, 20)]

    def runs(self, mine: Seat, run: list[int]) -> dict[str, dict[str, int]]:
        """Return the plants that can be run now, and the fuel they burn."""
        runs = {}
        for number in mine.plants:
            if number not in run:
                for burnt in mine.burnings([number]):
                    if all(burnt[fuel] <= mine.fuel[fuel] for fuel in FUELS):
                        mix = f" coal {burnt['coal']}" if PRINTED[number].type == "hybrid" else ""
                        runs[f"run plant {number}{mix}"] = burnt
        return runs

    def resupply(self) -> None:
        for fuel in FUELS:
            count = min(int(RESUPPLY[len(self.seats)][fuel][self.step - 1]), self.supply[fuel])
            if fuel == "uranium" and self.uranium_ended:
                count = 0
            self.supply[fuel] -= count
            self.track[fuel] += count

    # the end

    def ranks(self) -> list[int]:
        keys = []
        for seat in self.seats:
            last = len(seat.cities) if self.edition == "original" else 0
            keys.append((seat.can_power(), seat.money, last))
        return [1 + sum(other > key for other in keys) for key in keys]


def read_opening(text: str) -> tuple[int, int | None, int]:
    """Plant (0 in a bid), discard and bid of an answer."""
    words = text.split()
    said = {word: int(number) for word, number in pairwise(words) if number.isdigit()}
    return said.get("plant", 0), said.get("discard"), said["bid"]
