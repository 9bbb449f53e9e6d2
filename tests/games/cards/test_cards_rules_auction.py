"""The rules of auctions, of declarer and dummy, and the points for contracts, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused, scores, told

import ludex
from ludex import Table
from ludex.games.cards import CardGame, Genome, View, problems, repaired
from ludex.games.cards.genome import (
    AuctionPhase,
    BiddingPhase,
    CardPoints,
    CardScoring,
    Match,
    StrainPoints,
    TrickPhase,
)
from ludex.games.cards.views import CallView

HANDS = ("2C 3C", "2D 3D", "2H 3H", "2S 3S")
"""Seat 3 deals, and calls first."""
SHORT = (StrainPoints("hearts", 10), StrainPoints("clubs", 20))
"""Two strains, in an unusual order."""


def rules(hands: int = 4, **auction: Any) -> Genome:
    return genome("bridge", phases=(AuctionPhase(**auction), TrickPhase()), match=Match(hands=hands))


def called(*calls: str, **auction: Any) -> Table[View]:
    """A table of Bridge after some calls, with two cards in each hand."""
    table = lay_out(rules(**auction), *HANDS)
    return play(table, ", ".join(calls)) if calls else table


def contract_of(*calls: str, **auction: Any) -> tuple[int, str, int]:
    found = called(*calls, "pass", "pass", "pass", **auction).view().contract
    assert found is not None
    return found.seat, f"{found.level} {found.strain}", found.times


def test_every_bid_is_higher_than_the_last() -> None:
    table = called("bid 2 hearts")
    assert {"bid 2 spades", "bid 2 no trump", "bid 3 clubs", "bid 7 no trump", "pass", "double"} <= options(table)
    assert not {"bid 2 hearts", "bid 2 diamonds", "bid 1 no trump"} & options(table)
    assert refused(table, "bid 2 hearts") == refused(table, "bid 1 spades") == "bid-not-higher"
    told_why = "the highest bid is 2 hearts. You may bid 2 spades or more, or pass."
    assert told_why in str(table.check(0, "bid 1 no trump"))


def test_after_the_highest_bid_only_calls_without_a_number_are_left() -> None:
    table = called("bid 7 no trump")
    assert options(table) == {"pass", "double"}
    assert "You may pass." in str(table.check(0, "bid 7 spades"))


def test_numbers_strains_and_their_order_are_the_genomes() -> None:
    table = called(lowest=2, highest=3, book=0, strains=SHORT, dummy=False)
    assert options(table) == {"pass", "bid 2 hearts", "bid 2 clubs", "bid 3 hearts", "bid 3 clubs"}
    assert refused(table, "bid 1 clubs") == refused(table, "bid 4 hearts") == "no-such-level"
    assert refused(table, "bid 2 spades") == "no-such-strain"
    assert refused(play(table, "bid 2 clubs"), "bid 2 hearts") == "bid-not-higher"


def test_the_dealer_or_the_seat_to_the_left_bids_first() -> None:
    assert called().waiting == (3,)
    assert called(first="left").waiting == (0,)


def test_opponents_double_and_the_own_side_redoubles_each_once() -> None:
    table = called("bid 1 clubs")
    assert refused(table, "redouble") == "nothing-to-redouble"
    play(table, "pass")
    assert refused(table, "double") == "nothing-to-double"
    play(table, "pass, double")
    assert refused(table, "double") == "nothing-to-double"
    assert "redouble" in options(table)
    play(table, "redouble")
    assert refused(table, "redouble") == "nothing-to-redouble"
    assert refused(table, "double") == "already-doubled"


def test_a_higher_bid_ends_the_doubling() -> None:
    table = called("bid 1 clubs", "double", "bid 1 diamonds")
    assert table.view().contract == msgspec.structs.replace(table.view().contract, times=1)  # type: ignore[type-var]
    assert "double" in options(table)


def test_there_may_be_no_doubling() -> None:
    assert refused(called("bid 1 clubs", doubles=False), "double") == "no-doubles"


def test_an_auction_ends_when_all_others_pass_and_not_before() -> None:
    table = called("pass", "pass", "pass")
    assert table.view().due == "auction"
    play(table, "bid 1 clubs, pass, pass, double, pass, pass")
    assert table.view().due == "auction", "the bidder may still redouble"
    play(table, "pass")
    assert table.view().due == "trick"
    assert told(table)[-1] == "seat 2 plays 1 club, doubled."


@pytest.mark.parametrize(("redeal", "dealer"), [(False, 0), (True, 3)])
def test_a_hand_that_is_passed_out_scores_nothing_and_the_next_is_dealt(redeal: bool, dealer: int) -> None:
    table = called("pass", "pass", "pass", "pass", redeal=redeal)
    view = table.view()
    assert (view.hand_number, view.due, view.dealer) == (1, "auction", dealer)
    assert scores(table) == [0, 0]
    assert "All players have passed, and the hand is not played." in told(table)
    assert view.calls == ()


def test_a_match_may_end_with_a_hand_that_is_passed_out() -> None:
    table = play(lay_out(rules(hands=1), *HANDS), "pass, pass, pass, pass")
    assert table.outcome is not None
    assert table.outcome.reason == "the last hand was played"


def test_the_declarer_is_the_first_of_the_side_to_name_the_strain() -> None:
    assert contract_of("bid 1 spades", "pass", "bid 2 spades") == (3, "2 spades", 1)
    assert contract_of("bid 1 spades", "bid 2 hearts", "bid 2 spades", "bid 3 hearts") == (0, "3 hearts", 1)
    assert contract_of("bid 1 hearts", "bid 2 clubs", "bid 2 spades", "pass", "bid 3 no trump") == (3, "3 no trump", 1)


def test_opponents_who_named_the_strain_before_do_not_count() -> None:
    """Seat 3 was the first to bid clubs, but seat 2 the first of its side."""
    assert contract_of("bid 1 clubs", "pass", "pass", "bid 2 clubs", "double", "redouble") == (2, "2 clubs", 4)


def test_the_last_bid_names_the_trumps_or_none() -> None:
    assert called("bid 1 hearts", "pass", "pass", "pass").view().trump == "hearts"
    assert called("bid 1 no trump", "pass", "pass", "pass").view().trump is None


def test_the_calls_are_seen_in_their_order() -> None:
    table = called("pass", "bid 1 clubs", "double", "pass", "pass", "redouble", "pass", "bid 2 diamonds")
    said = ["pass", "1 club", "double", "pass", "pass", "redouble", "pass", "2 diamonds"]
    order = [3, 0, 1, 2, 3, 0, 1, 2]
    assert table.view().calls == tuple(map(CallView, order, said))
    play(table, "pass, pass, pass")
    assert [call.call for call in table.view(1).calls] == [*said, "pass", "pass", "pass"]


DUMMY = ("2C KC AH", "3C 4C 2H", "QC JC 3H", "5C 6C 4H")


def opened(*moves: str) -> Table[View]:
    """Seat 3 plays hearts, seat 0 leads, and seat 1 is the dummy."""
    table = lay_out(rules(), *DUMMY, after="bid 1 hearts, pass, pass, pass")
    return play(table, ", ".join(moves)) if moves else table


def test_the_seat_to_the_declarers_left_leads_and_then_the_dummy_lies_open() -> None:
    table = opened()
    assert table.waiting == (0,)
    assert [seat.cards for seat in table.view(2).seats] == [(), (), ("JC", "QC", "3H"), ()]
    play(table, "play 2C")
    assert "seat 1 lays down 3C 4C 2H." in told(table)
    for viewer in (0, 2, 3, None):
        assert table.view(viewer).seats[1].cards == ("3C", "4C", "2H")
        assert table.view(viewer).dummy == 1
    assert table.view(2).seats[3].cards == ()


def test_the_declarer_plays_for_the_dummy() -> None:
    table = opened("play 2C")
    assert table.waiting == (3,)
    assert table.view(3).for_dummy
    assert options(table) == {"play 3C", "play 4C"}
    assert "seat 1" in str(table.check(1, "play 3C"))
    play(table, "play 3C")
    assert (table.waiting, table.view(3).for_dummy, told(table)) == ((2,), False, ["seat 1 plays 3C."])
    play(table, "play QC")
    assert options(table) == {"play 5C", "play 6C"}


def test_a_revoke_of_the_dummy_is_refused_with_a_reason() -> None:
    table = opened("play 2C")
    assert refused(table, "play 2H") == "must-follow"
    assert "You may play 3C, 4C." in str(table.check(3, "play 2H"))
    assert refused(table, "play 5C") == "not-in-dummy"
    assert "a card of the dummy is due, and it does not hold 5C. It holds 3C, 4C, 2H." in str(table.check(3, "play 5C"))


def test_a_dummy_that_wins_a_trick_leads_to_the_next_by_the_declarers_hand() -> None:
    table = lay_out(rules(), "2C 3D", "AC 4D", "3C 5D", "4C 6D", after="bid 1 no trump, pass, pass, pass")
    play(table, "play 2C, play AC, play 3C, play 4C")
    assert (table.view().leader, table.waiting) == (1, (3,))
    assert options(table) == {"play 4D"}


def test_without_a_dummy_each_player_keeps_a_hidden_hand() -> None:
    table = play(lay_out(rules(dummy=False), *DUMMY, after="bid 1 hearts, pass, pass, pass"), "play 2C")
    assert table.waiting == (1,)
    assert table.view(2).seats[1].cards == ()


def made(contract: str, tricks: int, times: int = 1, vulnerable: bool = False, **auction: Any) -> list[int]:
    """The score of a contract of seat 3 that wins a number of tricks; seat 0 leads to the last and wins it."""
    doubles = {1: "pass", 2: "double, pass", 4: "double, redouble, pass"}[times]
    calls = f"bid {contract}, {doubles}, pass, pass"
    number = 3 if vulnerable else 0
    given: dict[str, Any] = {"vulnerable": "chicago", **auction}
    table = lay_out(rules(8, **given), "AC", "2C", "3C", "4C", after=calls, tricks_played=12, hand_number=number)
    table = table.game.position(table.position().but(tricks=[12 - tricks, 0, 0, tricks]), seed=1)
    gained = [0, 0]
    for event in play(table, "play AC, play 2C, play 3C, play 4C").played[-1].events:
        if type(event.event).__name__ == "HandScored":
            gained[event.event.side] = event.event.points  # type: ignore[attr-defined]  # a score
    return gained


@pytest.mark.parametrize(
    ("contract", "tricks", "times", "plain", "vulnerable"),
    [
        ("1 no trump", 7, 1, 90, 90),
        ("1 clubs", 7, 1, 70, 70),
        ("3 clubs", 10, 1, 130, 130),
        ("2 spades", 11, 1, 200, 200),
        ("3 no trump", 9, 1, 400, 600),
        ("4 spades", 10, 1, 420, 620),
        ("5 diamonds", 12, 1, 420, 620),
        ("6 no trump", 12, 1, 990, 1440),
        ("6 clubs", 12, 1, 920, 1370),
        ("2 spades", 8, 2, 470, 670),
        ("2 spades", 9, 2, 570, 870),
        ("1 clubs", 7, 2, 140, 140),
        ("1 clubs", 7, 4, 230, 230),
        ("1 no trump", 8, 4, 760, 1160),
    ],
)
def test_a_contract_that_is_made_scores_as_the_table_says(
    contract: str, tricks: int, times: int, plain: int, vulnerable: int
) -> None:
    assert made(contract, tricks, times) == [0, plain]
    assert made(contract, tricks, times, vulnerable=True) == [0, vulnerable]


@pytest.mark.parametrize(
    ("missing", "times", "plain", "vulnerable"),
    [
        (1, 1, 50, 100),
        (4, 1, 200, 400),
        (1, 2, 100, 200),
        (2, 2, 300, 500),
        (3, 2, 500, 800),
        (4, 2, 800, 1100),
        (7, 2, 1700, 2000),
        (1, 4, 200, 400),
        (4, 4, 1600, 2200),
    ],
)
def test_a_contract_that_fails_scores_for_the_opponents(missing: int, times: int, plain: int, vulnerable: int) -> None:
    assert made("4 spades", 10 - missing, times) == [plain, 0]
    assert made("4 spades", 10 - missing, times, vulnerable=True) == [vulnerable, 0]


def test_a_contract_that_fails_may_cost_its_own_side() -> None:
    assert made("4 spades", 8, failed="declarer") == [0, -100]


def test_overtricks_may_count_nothing() -> None:
    assert made("1 clubs", 9, overtricks=False) == [0, 70]


def vulnerable_sides(cycle: str, hands: int) -> list[tuple[int, ...]]:
    table = lay_out(rules(hands + 1, vulnerable=cycle), *HANDS)
    found = []
    for _ in range(hands):
        found.append(table.view().vulnerable)
        play(table, "pass, pass, pass, pass")
    return found


def test_vulnerability_goes_round_as_on_duplicate_boards() -> None:
    """Side 1 deals first, as north does on the first board."""
    none, north, east, both = (), (1,), (0,), (0, 1)
    cycle = [none, north, east, both, north, east, both, none, east, both, none, north, both, none, north, east]
    assert vulnerable_sides("duplicate", 17) == [*cycle, none]


def test_vulnerability_in_chicago_is_the_dealers_in_the_second_and_third_hand() -> None:
    assert vulnerable_sides("chicago", 8) == [(), (0,), (1,), (0, 1)] * 2
    assert vulnerable_sides("none", 4) == [()] * 4


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"trump": "spades"}, "trump"),
        ({"phases": (TrickPhase(),)}, "trump"),
        ({"phases": (TrickPhase(), AuctionPhase())}, "phases[1]"),
        ({"phases": (BiddingPhase(), AuctionPhase(), TrickPhase())}, "phases[1]"),
        ({"phases": (AuctionPhase(highest=8), TrickPhase())}, "phases[0].highest"),
        ({"phases": (AuctionPhase(lowest=3, highest=2), TrickPhase())}, "phases[0].highest"),
        ({"phases": (AuctionPhase(book=7), TrickPhase())}, "phases[0].highest"),
        ({"phases": (AuctionPhase(strains=()), TrickPhase())}, "phases[0].strains"),
        ({"phases": (AuctionPhase(strains=(*SHORT, SHORT[0])), TrickPhase())}, "phases[0].strains"),
        ({"phases": (AuctionPhase(), TrickPhase(first_lead="2C"))}, "phases[1].first_lead"),
        ({"phases": (AuctionPhase(), TrickPhase(blind=True))}, "phases[1].blind"),
        ({"teams": ()}, "phases[0].dummy"),
        ({"teams": ((0, 1), (2, 3))}, "phases[0].dummy"),
        ({"card_scoring": CardScoring((CardPoints(1, suit="trump"),))}, "card_scoring.values"),
    ],
)
def test_an_auction_that_does_not_fit_its_game_is_refused_and_can_be_repaired(
    changed: dict[str, Any], place: str
) -> None:
    found = genome("bridge", **changed)
    assert place in [problem.place for problem in problems(found)]
    sound = repaired(found)
    assert sound is not None
    assert problems(sound) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"declarer": 0},
        {"declarer": 1, "dummy": 3},
        {"dummy": 4, "declarer": 4},
        {"high_bid": 4},
        {"for_dummy": 1},
        {"calls": [9, 0, 0, 0]},
    ],
)
def test_a_position_whose_contract_no_auction_makes_is_refused(changed: dict[str, Any]) -> None:
    position = opened().position()
    game = CardGame(rules())
    game.machine.kernel = game.machine.interpreted
    game.position(position)
    with pytest.raises(ludex.BadPosition):
        game.position(position.but(**changed))


@pytest.mark.parametrize(
    ("written", "move"),
    [("1NT", "bid 1 no trump"), ("4♠", "bid 4 spades"), ("2 h", "bid 2 hearts"), ("x", "double"), ("pass", "pass")],
)
def test_calls_can_be_written_in_short_at_the_terminal(written: str, move: str) -> None:
    table = called("bid 1 clubs")
    game = table.game
    assert str(game.moves.parse(game.look.terminal.written(written))) == move
