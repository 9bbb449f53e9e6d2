"""Decisions and ranks of the shipped bots. The conformance kit tests that they never break a rule or peek."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
import pytest

from ludex import Event, Referee, Request, Table
from ludex.arena import simulate
from ludex.author import packed
from ludex.core.compile.program import interpreting
from ludex.core.language.interpreted_state import load_twin
from ludex.games.modern_art.bots.characters import CHARACTERS, PAYS, SAMPLES, SEALS
from ludex.games.modern_art.bots.decisions import decide
from ludex.games.modern_art.bots.estimates import (
    MOST_SAMPLES,
    counts_now,
    value_at,
    values_at_end,
    values_expected,
    weights,
)
from ludex.games.modern_art.events import AuctionBegan, BidPlaced, HammerCalled, Passed
from ludex.games.modern_art.moves import SealBid
from ludex.games.modern_art.rules import PHASES
from ludex.games.modern_art.settings import Closing
from ludex.players import Bot

from .position import GAME, full, play, position

OTHERS = "Sigrid open, Daniel open", "Daniel one offer", "Ramon one offer"
thinkers = pytest.mark.parametrize("bot", [name for name in CHARACTERS if name != "easy"])


def wants(bot: str, table: Table, seat: int | None = None) -> str:
    """Return the decision of a bot at a seat (or at the only one that is asked)."""
    who = table.waiting[0] if seat is None else seat
    request = Request(who, table.view(who), table.options(who), record=table.record(who))
    return str(Bot(GAME, bot).decide(request))


def amount(move: str) -> int:
    return int(move.rpartition(" ")[2])


def test_three_strengths_and_four_personalities() -> None:
    assert list(GAME.bots) == ["aggressive", "cautious", "collector", "opportunist", "easy", "medium", "rival", "hard"]
    assert all(character.weights.values[SAMPLES] <= MOST_SAMPLES for character in CHARACTERS.values())
    assert all(character.about for character in CHARACTERS.values())


# Value


def test_without_looking_ahead_the_table_is_worth_what_it_is() -> None:
    table = position("Manuel open", *OTHERS, before=["3 Rafael open", "2 Sigrid open"], round=2, tiles={"Rafael": [20]})
    s = load_twin(table.record(0), 0)
    values = values_expected(s, counts_now(s), weights(s, 0), 0)
    assert [value_at(values, artist) for artist in range(5)] == [0, 20, 0, 0, 50]


def test_old_tiles_count_in_an_estimate_only_for_the_top_three() -> None:
    before = ["Manuel open, Sigrid open, Daniel open, Ramon open"]
    s = load_twin(position("Manuel hidden", *OTHERS, before=before, round=2, tiles={"Ramon": [30]}).record(0), 0)
    assert [value_at(values_at_end(s, counts_now(s)), artist) for artist in range(5)] == [30, 20, 10, 0, 0]


def test_an_estimate_grows_with_the_cards_on_the_table_and_in_hand() -> None:
    def worth(hand: str, before: str) -> int:
        s = load_twin(position(hand, *OTHERS, before=[before]).record(0), 0)
        return value_at(values_expected(s, counts_now(s), weights(s, 0), 32), 4)

    plain = worth("Manuel open", "Rafael open")
    assert plain < worth("Manuel open", "3 Rafael open")
    assert plain < worth("2 Rafael one offer, 3 Rafael hidden", "Rafael open")


def test_the_same_table_is_always_worth_the_same() -> None:
    table = play(position("Manuel hidden", *OTHERS), "play Manuel hidden")
    assert wants("hard", table, 1) == wants("hard", table, 1)


# Bids


@thinkers
def test_nobody_pays_much_more_than_a_painting_can_be_worth(bot: str) -> None:
    table = play(position("Manuel hidden", *OTHERS, before=["2 Manuel open, Manuel one offer"]), "play Manuel hidden")
    assert 10 <= amount(wants(bot, table, 1)) <= 33


@thinkers
def test_a_worthless_painting_is_left_to_the_auctioneer(bot: str) -> None:
    before = ["4 Rafael open", "3 Ramon open, Ramon hidden", "3 Daniel fixed price, Daniel hidden"]
    table = play(position("Manuel one offer", *OTHERS, before=before), "0: play Manuel one offer")
    assert wants(bot, table) == "pass"


@thinkers
def test_an_auctioneer_pays_less_than_a_buyer(bot: str) -> None:
    table = play(position("Manuel hidden", *OTHERS, before=["2 Manuel open, Manuel one offer"]), "play Manuel hidden")
    assert amount(wants(bot, table, 0)) < amount(wants(bot, table, 1))


def test_no_weights_make_a_bot_seal_more_money_than_it_has() -> None:
    before = ["2 Manuel one offer, Manuel hidden"]
    table = play(position("Manuel hidden", *OTHERS, before=before, money=[50, 5, 50, 50]), "play Manuel hidden")
    traits = CHARACTERS["hard"].weights.values.copy()
    traits[[PAYS, SEALS]] = 120
    all_bids = np.array([[packed(SealBid, 0), packed(SealBid, 5)]])
    assert decide(load_twin(table.record(1), 0), 1, all_bids, 1, None, traits) == packed(SealBid, 5)


@thinkers
def test_no_bot_opens_the_bidding_for_what_it_would_get_for_nothing(bot: str) -> None:
    assert wants(bot, play(position("Manuel open", *OTHERS), "play Manuel open"), 0) == "pass"


def test_bots_open_the_bidding_at_a_share_of_what_they_would_pay() -> None:
    table = play(position("Manuel open", *OTHERS, before=["2 Manuel one offer, Manuel hidden"]), "play Manuel open")
    opened = {bot: amount(wants(bot, table, 1)) for bot in CHARACTERS}
    assert opened["aggressive"] > opened["cautious"]
    assert min(opened.values()) >= 5


@pytest.mark.parametrize("bot", CHARACTERS)
def test_bots_raise_in_steps_that_grow_smaller_and_stop_at_their_limit(bot: str) -> None:
    """Two of a kind bid against each other: a few raises, none of them beyond what the first would pay."""
    table = play(position("Manuel open", *OTHERS, before=["2 Manuel one offer, Manuel hidden"]), "play Manuel open")
    bids: list[int] = []
    while (move := wants(bot, table, 1 + len(bids) % 2)) != "pass":
        play(table, f"{1 + len(bids) % 2}: {move}")
        bids.append(amount(move))
    steps = [later - earlier for earlier, later in pairwise(bids)]
    assert 1 <= len(bids) <= 8
    assert all(step >= 1 for step in steps)
    assert bids[-1] <= 33


def lines_of_lots(bots: Sequence[str], closing: Closing, games: int) -> tuple[float, float]:
    """Return the median number of bids, passes and calls in an open auction, and of passes by seats that never bid."""
    lines: list[int] = []
    passes: list[int] = []
    for seed in range(games):
        table = GAME.new(len(bots), seed, closing=closing)
        Referee(table, [Bot(GAME, bot, seed=seat) for seat, bot in enumerate(bots)]).play()
        lots = open_lots(table)
        lines += [len(lot) for lot in lots]
        for lot in lots:
            bidders = {event.seat for event in lot if isinstance(event, BidPlaced)}
            silent = Counter(event.seat for event in lot if isinstance(event, Passed) and event.seat not in bidders)
            passes += silent.values()
    return median(lines), median(passes)


def open_lots(table: Table) -> list[list[Event]]:
    """Return the bids of each open auction."""
    lots: list[list[Event]] = []
    is_open = False
    for event in table.events():
        if isinstance(event, AuctionBegan):
            is_open = event.auction == "open"
            lots += [[]] * is_open
        elif is_open and isinstance(event, BidPlaced | Passed | HammerCalled):
            lots[-1] = [*lots[-1], event]
    return lots


@pytest.mark.skipif(interpreting(), reason="whole games of bots that look ahead take minutes interpreted")
@pytest.mark.parametrize(("closing", "lines", "passes"), [("passes", 15, 6), ("hammer", 40, 15)])
def test_an_open_auction_is_short(closing: Closing, lines: int, passes: int) -> None:
    """A bot that raised by one took a median of 27 lines, and a seat with nothing to say was asked 105 times."""
    found = lines_of_lots(["hard", "medium", "easy", "hard"], closing, games=6)
    assert found[0] <= lines
    assert found[1] <= passes


def test_every_character_has_a_pace_for_the_open_auction() -> None:
    """The aggressive is quick, the opportunist takes its time, and none takes more than five seconds."""
    paces = {name: character.pace for name, character in CHARACTERS.items()}
    spoken = {name: pace.decisions["open auction"] for name, pace in paces.items()}
    assert spoken["aggressive"][1] < spoken["cautious"][0] < spoken["opportunist"][1]
    assert all(most <= 5 for pace in paces.values() for _, most in (pace.usual, *pace.decisions.values()))


def test_the_decisions_that_a_pace_names_exist() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in PHASES.values()} | {"naming price"}
    assert {name for character in CHARACTERS.values() for name in character.pace.decisions} <= tags


def test_a_bot_thinks_by_its_pace_about_an_open_auction() -> None:
    table = play(position("Manuel open", *OTHERS), "play Manuel open")
    request = table.request(1)
    least, most = CHARACTERS["aggressive"].pace.decisions["open auction"]
    assert request.decision == "open auction"
    assert least <= Bot(GAME, "aggressive", seed=3).thinks(request) <= most


@pytest.mark.parametrize(("bot", "calls"), [("aggressive", 0), ("cautious", 1), ("opportunist", 2), ("hard", 0)])
def test_characters_wait_for_the_hammer_by_their_patience(bot: str, calls: int) -> None:
    table = position("Manuel open", *OTHERS, before=["2 Manuel one offer, Manuel hidden"], closing="hammer")
    play(table, "play Manuel open")
    for _ in range(calls):
        assert wants(bot, table, 1) == "pass"
        play(table, *(f"{seat}: pass" for seat in range(4)), "0: hammer")
    assert wants(bot, table, 1).startswith("bid")


def test_the_collector_pays_more_for_an_artist_it_owns() -> None:
    def bid(before: list[str]) -> int:
        table = play(position("Manuel hidden", *OTHERS, before=before), "play Manuel hidden")
        return amount(wants("collector", table, 1))

    assert bid(["", "2 Manuel open"]) > bid(["2 Manuel open", ""])


def test_the_opportunist_asks_more_than_the_cautious() -> None:
    table = play(position("Manuel fixed price", *OTHERS, before=["2 Manuel open"]), "play Manuel fixed price")
    assert amount(wants("opportunist", table)) > amount(wants("cautious", table))


def test_the_last_bidder_keeps_the_auctioneer_out() -> None:
    table = position("Manuel one offer", *OTHERS, before=["2 Manuel open, Manuel hidden"])
    play(table, "play Manuel one offer", "pass", "pass")
    bid = amount(wants("hard", table, 3))
    assert wants("hard", play(table, f"3: bid {bid}")) == "pass"


# Cards


def test_a_double_is_joined_by_those_who_can() -> None:
    table = position("Manuel double, Daniel open", "Manuel open, Sigrid open", *OTHERS[1:])
    play(table, "0: play Manuel double", "0: decline")
    assert wants("hard", table) == full("add Manuel open")


def test_the_round_is_ended_by_those_who_are_ahead_now() -> None:
    """Ramon is expensive, but behind Manuel and Sigrid on the board: players without one had better end the round."""
    hands = "Rafael one offer, Daniel one offer", "Daniel open", "Ramon fixed price"
    others = "2 Manuel open, 2 Sigrid open"
    past: dict[str, Any] = {"round": 3, "tiles": {"Ramon": [30, 30]}}
    mine = position(*hands, before=["4 Rafael open", "2 Ramon open", others], **past)
    assert wants("hard", mine) == full("play Rafael one offer")
    theirs = position(*hands, before=["2 Ramon open", "4 Rafael open", others], **past)
    assert wants("hard", theirs) == full("play Daniel one offer")


def test_a_mystery_card_is_turned_by_those_who_are_ahead_now() -> None:
    def offered(before: list[str]) -> str:
        table = position("Manuel one offer, Sigrid open", "Daniel open", "Ramon open", before=before, mystery=True)
        return wants("hard", play(table, "0: play Manuel one offer", "pass", "pass", "pass"))

    assert offered(["4 Rafael open, Ramon open"]) == "turn mystery card"
    assert offered(["", "4 Rafael open, Ramon open"]) == "decline"


# Strength


@pytest.mark.skipif(interpreting(), reason="thousands of games take hours interpreted")
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy"), ("hard", "medium")])
@pytest.mark.parametrize("seating", [(0, 1, 0, 1), (0, 0, 1, 1)])
def test_the_better_finishes_ahead_of_the_worse(better: str, worse: str, seating: tuple[int, ...]) -> None:
    """Two against two with the seats changed from game to game, counted by who finishes ahead."""
    players = [(better, worse)[side] for side in seating]
    result = simulate(GAME, players, 400, seed=1, rotate=True)
    pairs = [(one, other) for one in range(4) for other in range(4) if seating[one] < seating[other]]
    assert sum(result.seats[one].ahead[other] for one, other in pairs) / len(pairs) >= 0.6
