"""Options and reasons agree on every move there is, and every sentence says what was wrong and what to do."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from ludex import Request, Table
from ludex.core.compile.table_buffers import packed_rows
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
    PlaceHouse,
    ReturnFuel,
    RunPlant,
)
from ludex.players import Bot

from .position import GAME, play, position


def sentence(table: Table, move: str) -> str:
    rejection = table.check(table.waiting[0], move)
    assert rejection is not None
    return rejection.sentence


def candidates(random: Random) -> list[int]:
    """Return every small move, and openings and bids with all plants and discards and amounts around what matters."""
    amounts = [*range(1, 60), 61, 75, 99, 120, 180, 400, MOST_MONEY]
    numbers = range(LOWEST, HIGHEST + 1)
    bids = [Bid(bid=bid, discard=random.choice([None, *numbers])) for bid in amounts for _ in range(4)]
    opens = [
        OpenAuction(
            plant=plant, bid=random.choice(amounts), discard=random.choice([None, random.choice([None, *numbers])])
        )
        for plant in numbers
        for _ in range(20)
    ]
    return [*range(MOVES.pack(Bid(bid=1))), *map(MOVES.pack, [*bids, *opens])]


@pytest.mark.parametrize("settings", [{}, {"map": "usa", "edition": "recharged"}, {"last_buyer": "any"}])
def test_options_and_reasons_agree_on_every_kind_of_move(settings: dict[str, Any]) -> None:
    random = Random(1)
    bots = [Bot(GAME, name, 1) for name in ("random", "planner", "cheap")]
    seen = set()
    for seed in range(2):
        table = GAME.new(3, seed=seed, **settings)
        while table.outcome is None:
            seat = table.waiting[0]
            if random.random() < 0.1:
                seen |= agree(table, seat, random)
            request = Request(seat, table.view(seat), table.options(seat), record=table.record(seat))
            table.play(seat, bots[seat].decide(request))
    assert len(seen) > 20, f"only reasons {sorted(seen)} came up"


def agree(table: Table, seat: int, random: Random) -> set[int]:
    """Check many moves in one position; returns the reasons that came up."""
    states = table.engine.record_in_full()
    rows = packed_rows(GAME.machine.compiled, states, seat, GAME.max_options)
    allowed = np.zeros(MOVES.size, bool)
    for first, last in rows:
        allowed[first : last + 1] = True
    seen = set()
    for move in candidates(random):
        code = GAME.machine.compiled.why_not(states, 0, seat, move)
        assert (code == 0) == allowed[move], f"{MOVES.unpack(move)}: reason {code}, offered {allowed[move]}"
        seen.add(code)
    return seen


CODES = """
already-built already-run bid-too-high bid-too-low city-full city-too-dear discard-is-bought discard-missing
discard-not-needed discard-not-owned fuel-too-dear mix-missing mix-not-needed must-buy no-house-left no-room no-store
no-such-plant not-above-smallest not-enough-fuel not-for-sale not-in-play not-next-to-the-trust not-on-map not-owned
not-so-many only-the-minimum track-not-empty trust-is-there wrong-phase wrong-return
"""


def test_every_reason_keeps_its_code() -> None:
    assert sorted(reason.key for reason in GAME.machine.reasons.values()) == CODES.split()


def test_moves_keep_their_numbers() -> None:
    kinds = (Pass, Done, BuyFuel, BuildCity, RunPlant, ReturnFuel, Bid, OpenAuction, PlaceHouse)
    assert MOVES.kinds == kinds
    assert [str(MOVES.unpack(MOVES.first(kind))) for kind in kinds[:4]] == [
        "pass",
        "done",
        "buy coal 1",
        "build Flensburg",
    ]


def test_a_low_bid_says_what_is_needed_and_what_one_has() -> None:
    table = play(position(money=[50, 41]), "open plant 5 bid 14")
    assert (
        sentence(table, "bid 12")
        == "bid 12 rejected: plant 5 needs at least 15, and you have 41. Bid 15 to 41, or pass."
    )


def test_a_plant_not_for_sale_says_which_are() -> None:
    assert sentence(position(), "open plant 9 bid 9") == (
        "open plant 9 bid 9 rejected: plant 9 is not in the current market. For sale: 3, 4, 5, 6."
    )


def test_a_missing_discard_says_what_can_go() -> None:
    table = position(seats=3, plants=[[4, 5, 6]], market=[11, 12, 13, 14, 15, 16, 17, 18])
    assert sentence(table, "open plant 12 bid 12").endswith(
        "you own 3 of 3 plants, so name the one to discard: open plant 12 discard 4 bid 12 or "
        "open plant 12 discard 5 bid 12 or open plant 12 discard 6 bid 12."
    )
    table.play(0, "open plant 12 discard 5 bid 12")


def test_expensive_fuel_says_its_price() -> None:
    table = position(phase="buying", plants=[[13], [8]], track={"coal": 6}, money=[50, 22])
    assert sentence(table, "buy coal 4").endswith("4 coal cost 29, and you have 22.")


def test_an_expensive_city_says_its_cost() -> None:
    table = position(phase="building", plants=[[13], [18]], money=[50, 24], cities=[[], ["Berlin"]])
    assert sentence(table, "build Torgelow").endswith("Torgelow costs 25, and you have 24.")


def test_a_full_city_says_who_is_there() -> None:
    table = position(phase="building", plants=[[13], [18]], cities=[["Berlin"], []])
    assert sentence(table, "build Berlin").endswith(
        "Berlin is full: seat 0 built there, and in Step 1 a city has room for 1."
    )


def test_a_move_of_another_phase_says_what_is_due() -> None:
    assert sentence(position(), "build Berlin").endswith("now it is time to open an auction or pass.")
    assert sentence(position(phase="buying", plants=[[4], [8]]), "pass").endswith(
        "now it is time to buy fuel, or say done."
    )


def test_junk_is_not_a_move() -> None:
    for text in (
        "",
        "open",
        "bid",
        "buy coal",
        "buy gas 3",
        "build Atlantis",
        "run plant 2",
        "open plant 13 bid 0",
        "return coal 1",
    ):
        rejection = position().check(0, text)
        assert rejection is not None
        assert rejection.code == "unreadable"


def test_a_plain_number_is_a_bid() -> None:
    table = play(position(), "open plant 4 bid 4", "7")
    assert table.view().auction.bid == 7


def test_the_discard_is_named_before_or_after_the_bid() -> None:
    table = position(seats=3, plants=[[4, 5, 6], [3, 7, 8]], market=[11, 12, 13, 14, 15, 16, 17, 18])
    play(table, "open plant 12 bid 12 discard 4", "1: bid 13 discard 7")
    assert [str(MOVES.unpack(played.packed)) for played in table.played] == [
        "open plant 12 discard 4 bid 12",
        "discard 7 bid 13",
    ]
