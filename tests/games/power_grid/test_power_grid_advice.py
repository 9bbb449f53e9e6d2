"""Whatever a refusal advises is allowed: in random games, every move that a sentence offers is among the options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ludex import Move, Table
from ludex.games.power_grid.components.plants import HIGHEST, LOWEST
from ludex.games.power_grid.moves import (
    MOST_MONEY,
    MOVES,
    Bid,
    BuildCity,
    BuyFuel,
    Done,
    OpenAuction,
    Pass,
    ReturnFuel,
    RunPlant,
)

from .position import INTERPRETED, position
from .position import money as money_of

DUE: dict[str, type[Move]] = {
    "buy fuel": BuyFuel,
    "build cities": BuildCity,
    "run plants": RunPlant,
    "say which fuel": ReturnFuel,
}


def offered(table: Table, seat: int) -> Iterator[tuple[Move, Move]]:
    """Yield the options as the first and the last move of each range."""
    for first, last in table.options(seat).rows:
        yield MOVES.unpack(first), MOVES.unpack(last)


def can_bid(table: Table, seat: int, plant: int | None, amount: int, discard: int | None = None) -> bool:
    """Return whether some option bids this amount, for this plant (None: the one auctioned), with this discard."""
    for first, last in offered(table, seat):
        if isinstance(first, OpenAuction | Bid) and isinstance(last, OpenAuction | Bid):
            fits = getattr(first, "plant", None) == plant and first.bid <= amount <= last.bid
            if fits and discard in (None, first.discard):
                return True
    return False


def has(table: Table, seat: int, kind: type[Move]) -> bool:
    return any(isinstance(first, kind) for first, _ in offered(table, seat))


def numbers(text: str) -> list[int]:
    """Return the numbers of `4 or 5`, of `3, 4, 5`, or of `2 to 7`."""
    found = [int(number) for number in re.findall(r"\d+", text)]
    return list(range(found[0], found[1] + 1)) if " to " in text else found


def check_advice(table: Table, seat: int, move: Any, said: str) -> Iterator[str]:
    """Check all that a sentence offers; yields what kinds of advice it gave."""
    plant = move.plant if isinstance(move, OpenAuction) else None
    if match := re.search(r"Bid (\d+(?: to \d+)?)", said):
        for amount in numbers(match[1]):
            assert can_bid(table, seat, plant, amount), said
        yield "bid"
    if re.search(r"\bpass\.|\bPass\.", said):
        assert has(table, seat, Pass), said
        yield "pass"
    if match := re.search(r"Open plant ([\d or]+)", said):
        for number in numbers(match[1]):
            assert any(getattr(first, "plant", None) == number for first, _ in offered(table, seat)), said
        yield "open another"
    if "open an auction" in said:
        assert has(table, seat, OpenAuction), said
        yield "open"
    if match := re.search(r"(?:to discard,|Discard) ([\d or]+)\.", said):
        assert isinstance(move, OpenAuction | Bid)
        for number in numbers(match[1]):
            assert can_bid(table, seat, plant, move.bid, number), said
        yield "discard"
    if match := re.search(r"costs exactly (\d+)", said):
        assert can_bid(table, seat, plant, int(match[1])), said
        yield "exactly"
    if match := re.search(r"are coal, (\d+(?: to \d+)?)\.", said):
        for coal in numbers(match[1]):
            assert table.check(seat, RunPlant(move.plant, coal)) is None, said
        yield "mix"
    if match := re.search(r"no room for (\d+).* Return (\d+ to \d+) coal", said):
        for coal in numbers(match[2]):
            assert table.check(seat, ReturnFuel(coal, int(match[1]) - coal)) is None, said
        yield "return"
    if match := re.search(r"For sale: ([\d, ]+)\.", said):
        assert numbers(match[1]) == [plant.number for plant in table.view().current], said
        yield "for sale"
    if "say done" in said:
        assert has(table, seat, Done), said
        yield "done"
    for words, kind in DUE.items():
        if f"time to {words}" in said:
            assert has(table, seat, kind), said
            yield words


def candidates(random: Random) -> Iterator[Move]:
    """Moves of every kind, legal or not."""
    plants = [None, *range(LOWEST, HIGHEST + 1)]
    amounts = [1, 2, 3, 5, 8, 13, 20, 34, 50, 80, 150, MOST_MONEY]
    for _ in range(12):
        plant = random.randint(LOWEST, HIGHEST)
        yield OpenAuction(plant=plant, bid=random.choice([plant - 1, *amounts]), discard=random.choice(plants))
        yield OpenAuction(plant=plant, bid=random.choice([plant, *amounts]))
        yield Bid(bid=random.choice(amounts), discard=random.choice(plants))
        yield RunPlant(plant, random.choice([None, 0, 1, 2, 3]))
        yield MOVES.unpack(random.randrange(MOVES.pack(Bid(bid=1))))
    yield Pass()
    yield Done()


def near(table: Table, seat: int, random: Random) -> Iterator[Move]:
    """Return moves just outside those that are allowed."""
    for first, last in offered(table, seat):
        if isinstance(first, OpenAuction | Bid) and isinstance(last, OpenAuction | Bid):
            for bid in (first.bid - 1, last.bid + 1):
                for discard in {first.discard, None, random.randint(LOWEST, HIGHEST)}:
                    changes = {"bid": max(bid, 1), "discard": discard}
                    yield type(first)(**{name: getattr(first, name) for name in first.__struct_fields__} | changes)
            yield type(first)(**{name: getattr(first, name) for name in first.__struct_fields__} | {"discard": None})
    for plant in table.view().seats[seat].plants:
        yield RunPlant(plant.number)


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        (2, {}),
        (3, {"last_buyer": "any", "open_above_smallest": False}),
        (4, {"money": "hidden", "edition": "recharged"}),
        (3, {"edition": "recharged", "map": "usa", "coal_store": "any-time"}),
    ],
)
def test_whatever_a_refusal_advises_is_allowed(seats: int, settings: dict[str, Any]) -> None:
    """A property over random games: no sentence offers a move that is not among the options."""
    random = Random(seats)
    given: Counter[str] = Counter()
    for seed in range(2):
        table = INTERPRETED.new(seats, seed, round_limit=12, **settings)
        while table.outcome is None:
            seat = table.waiting[0]
            if random.random() < 0.25:
                for move in (*candidates(random), *near(table, seat, random)):
                    if rejection := table.check(seat, move):
                        given.update(check_advice(table, seat, move, rejection.sentence))
            table.play(seat, wander(table, seat, random))
    wanted = {"bid", "pass", "open", "discard", "for sale", "done", *DUE} - {"say which fuel"}
    assert wanted <= set(given), f"never advised: {wanted - set(given)}"


def wander(table: Table, seat: int, random: Random) -> Move:
    """Any move, but seldom one that stops early, so that plants, fuel and cities come together."""
    rows = [(first, last) for first, last in table.options(seat).rows]
    kinds = [row for row in rows if not isinstance(MOVES.unpack(row[0]), Done)] or rows
    first, last = random.choice(kinds if random.random() < 0.7 else rows)
    return MOVES.unpack(random.randint(first, min(last, first + 3)))


# The cases that were wrong once


def sentence(table: Table, move: Any) -> str:
    rejection = table.check(table.waiting[0], move)
    assert rejection is not None
    return rejection.sentence


def test_in_the_first_round_no_refusal_offers_to_pass() -> None:
    table = position(round_number=1)
    assert sentence(table, "open plant 4 bid 3").endswith("and you have 50. Bid 4 to 50.")
    assert sentence(table, "build Berlin").endswith("now it is time to open an auction.")
    assert sentence(table, "open plant 4 bid 51").endswith("Bid 4 to 50.")


def test_the_last_buyer_is_told_the_one_price_there_is() -> None:
    table = position(seats=2, plants=[[4], [5]])
    table.play(0, "pass")
    assert sentence(table, "open plant 6 bid 5").endswith("Bid 6, or pass.")
    assert sentence(table, "open plant 6 bid 60").endswith("Bid 6, or pass.")


def test_only_plants_that_can_be_paid_for_are_offered_instead() -> None:
    table = position(money=[5, 50], plants=[[13], [18]], market=[3, 5, 6, 7, 8, 9, 10, 11])
    assert sentence(table, "open plant 6 bid 6").endswith("Open plant 3 or 5, or pass.")


def test_a_hybrid_asks_for_a_mix_that_there_is_fuel_for() -> None:
    table = position(phase="powering", plants=[[5], [13]], fuel=[{"coal": 1, "oil": 3}])
    assert sentence(table, "run plant 5").endswith("say how many of them are coal, 0 to 1.")
    table = position(phase="powering", plants=[[5, 13], [18]], fuel=[{"coal": 1}])
    assert "You have 1 coal" in sentence(table, "run plant 5"), "no mix helps"


# Seats without a choice are not asked


def told(table: Table) -> list[str]:
    return [str(event) for event in table.events(since=len(table.played) - 1)]


def test_a_bidder_who_cannot_pay_more_is_not_asked_and_everybody_is_told() -> None:
    table = position(seats=3, money=[50, 20, 20], plants=[[3], [4], [5]], market=[6, 7, 8, 9, 10, 11, 12, 14])
    table.play(0, "open plant 9 bid 20")
    assert told(table)[1:4] == [
        "seat 1 cannot pay more than 20 for plant 9 and is out of its auction.",
        "seat 2 cannot pay more than 20 for plant 9 and is out of its auction.",
        "seat 0 buys plant 9 for 20.",
    ]
    assert table.waiting == (1,)


def test_a_seat_that_can_open_nothing_is_not_asked_and_everybody_is_told() -> None:
    table = position(seats=3, money=[50, 5, 50], plants=[[3], [4], [5]], market=[6, 7, 8, 9, 10, 11, 12, 14])
    table.play(0, "pass")
    assert told(table)[1] == "seat 1 has nothing that it can buy and is out of the auctions of this round."
    assert table.waiting == (2,)


def test_with_an_empty_market_the_auctions_are_over_at_once() -> None:
    table = position(phase="powering", step=3, shuffled=True, market=[50], stack=[], plants=[[13], [18]], seats=2)
    while table.view().round == 2:
        table.play(table.waiting[0], "done")
    assert table.view().phase != "opening"
    assert [text for text in told(table) if "nothing that it can buy" in text] == [
        "seat 1 has nothing that it can buy and is out of the auctions of this round.",
        "seat 0 has nothing that it can buy and is out of the auctions of this round.",
    ]


def test_hidden_money_is_not_told_by_passing_a_seat_over() -> None:
    """If money is hidden, seats without a choice are asked too: skipping them would reveal what they have."""
    table = position(seats=3, money=[50, 5, 20], plants=[[3], [4], [5]], market=[6, 7, 8, 9, 10, 11, 12, 14])
    table = table.game.position(replace(table.position(), settings={**table.position().settings, "money": "hidden"}))
    table.play(0, "open plant 9 bid 20")
    assert table.waiting == (1,)
    assert [str(move) for move in table.options(1)] == ["pass"]
    assert money_of(table) == [50, 5, 20]
