"""Promises of document 004, a review of a plan for Modern Art: points 1 to 6 and 9, the rules the plan got wrong.

Above each group of tests stands what the review asks for, in our words.
"""

from __future__ import annotations

from itertools import product

import pytest
from tests.games.modern_art.position import (
    card,
    code,
    money,
    offered,
    owns,
    phase,
    play,
    played,
    position,
    sell_out,
    told,
)

from ludex import Table
from ludex.games.modern_art import (
    ARTISTS,
    AwaitingCard,
    AwaitingSecondCard,
    HiddenAuction,
    OneOfferAuction,
    RoundEnding,
    Selling,
)

FIRST = "Manuel double, Manuel one offer, Manuel double, Sigrid open"
OTHERS = "Sigrid one offer", "Manuel hidden, Manuel one offer, Daniel open", "Ramon open"


def joined(*moves: str) -> Table:
    """Seat 0 plays a double, seat 2 adds the second card and is the auctioneer."""
    table = play(position(FIRST, *OTHERS), "0: play Manuel double", "0: decline", "1: decline")
    return play(table, "2: add Manuel one offer", *moves)


# 1. The double auction: the player of a double may add a second card of the same artist that is not a double; if they
#    do not, the others may, clockwise. Whoever adds it becomes the auctioneer, its symbol decides the auction, and all
#    the money is theirs; players in between lose their turn. If nobody adds a card, the double is free.


def test_1_1_the_auctioneer_plays_a_double_card_and_a_second_is_awaited() -> None:
    table = play(position(FIRST, *OTHERS), "0: play Manuel double")
    assert table.view().phase == AwaitingSecondCard(card("Manuel double"), 0, 0, ())


def test_1_2_they_may_play_a_second_card_of_the_same_artist_that_is_not_a_double() -> None:
    table = play(position(FIRST, *OTHERS), "0: play Manuel double")
    assert offered(table) == "add Manuel Carvalho one offer, decline"
    assert code(table, 0, "add Manuel double") == "second-double"
    assert code(table, 0, "add Sigrid open") == "other-artist"


def test_1_3_if_they_do_not_it_passes_left_around_the_table() -> None:
    table = play(position(FIRST, *OTHERS), "0: play Manuel double")
    asked: list[int] = []
    while isinstance(phase := table.view().phase, AwaitingSecondCard):
        assert phase.declined == tuple(asked)
        asked.append(phase.offered)
        play(table, "decline")
    assert asked == [0, 1, 2, 3]


def test_1_4_the_player_of_the_second_card_becomes_the_auctioneer() -> None:
    phase = joined().view().phase
    assert (phase.lot.first_player, phase.auctioneer) == (0, 2)


@pytest.mark.parametrize(("auction", "kind"), [("one offer", OneOfferAuction), ("hidden", HiddenAuction)])
def test_1_5_the_second_card_determines_the_auction(auction: str, kind: type) -> None:
    table = play(position(FIRST, *OTHERS), "0: play Manuel double", "decline", "decline", f"2: add Manuel {auction}")
    assert isinstance(table.view().phase, kind)


def test_1_6_the_new_auctioneer_receives_all_the_money() -> None:
    assert money(joined("3: bid 30", "0: pass", "1: pass", "2: pass")) == [100, 100, 130, 70]


def test_1_7_if_nobody_plays_a_second_card_the_double_is_free() -> None:
    table = play(position(FIRST, *OTHERS), "0: play Manuel double", *["decline"] * 4)
    assert (owns(table, 0), money(table)) == ({card("Manuel double"): 1}, [100] * 4)


def test_1_8_the_next_turn_is_left_of_the_new_auctioneer_and_those_between_lose_theirs() -> None:
    table = joined()
    assert "seat 1 loses a turn: another seat added the second card." in told(table)
    assert play(table, "pass", "pass", "pass", "pass").view().phase == AwaitingCard(3)


# 2. Ties between artists are broken by the order of the board, the same in every round: never by player or chance.


def test_2_the_order_of_the_board_is_a_static_priority() -> None:
    assert ARTISTS == ("Manuel Carvalho", "Sigrid Thaler", "Daniel Melim", "Ramon Martins", "Rafael Silveira")


@pytest.mark.parametrize("auctioneer", range(3))
def test_2_ties_go_to_the_left_of_the_board_whoever_is_the_auctioneer(auctioneer: int) -> None:
    hands = ["Sigrid hidden", "Sigrid hidden", "Sigrid hidden"]
    hands[auctioneer] = "Daniel hidden, Sigrid hidden"
    unsold = "3 Daniel open, Daniel double, 2 Rafael open, 2 Ramon open, 2 Manuel open"
    table = play(position(*hands, unsold=unsold, turn=auctioneer), "play Daniel hidden", "end round")
    assert [artist.tiles[0] for artist in table.view().board] == [20, 0, 30, 10, 0]


# 3. The end of a round: the fifth card of an artist ends it at once, as a single card or as either card of a double,
#    and is not auctioned. If all hands run out, the round ends with the last card. Cards count when they are played,
#    whether sold or not.


def test_3_1_a_fifth_card_as_the_first_of_a_double_ends_the_round_at_once() -> None:
    table = play(position(FIRST, *OTHERS, unsold="2 Manuel open, 2 Manuel fixed price"), "0: play Manuel double")
    assert table.view().phase == RoundEnding(0, (card("Manuel double"),))


def test_3_2_a_fifth_card_as_the_second_of_a_double_leaves_both_unsold() -> None:
    table = position(FIRST, *OTHERS, unsold="2 Manuel open, Manuel fixed price")
    play(table, "0: play Manuel double", "0: add Manuel one offer")
    assert table.view().phase == RoundEnding(0, (card("Manuel double"), card("Manuel one offer")))
    assert not any(seat.paintings for seat in table.view().seats)


def test_3_3_if_all_run_out_of_cards_the_round_ends_when_the_final_card_is_played() -> None:
    table = position("Manuel one offer", "Daniel open", "", round=4)
    play(table, "0: play Manuel one offer", "pass", "pass", "pass", "1: play Daniel open")
    assert table.view().phase == RoundEnding(1, (card("Daniel open"),))
    assert sell_out(table).outcome is not None


def test_3_the_round_counts_cards_played_not_only_sold_and_knows_its_unsold_cards() -> None:
    table = play(position(FIRST, *OTHERS, unsold="2 Manuel open, 2 Manuel fixed price"), "0: play Manuel double")
    assert (played(table), len(table.view().unsold)) == ([5, 0, 0, 0, 0], 5)


# 4. Equal bids in a hidden auction: the auctioneer wins, then the nearest player clockwise from the auctioneer.


@pytest.mark.parametrize("auctioneer", range(4))
@pytest.mark.parametrize("tied", [bids for bids in product((4, 9), repeat=4) if bids.count(9) > 1], ids=str)
def test_4_the_auctioneer_wins_ties_then_the_nearest_clockwise(auctioneer: int, tied: tuple[int, ...]) -> None:
    hands = ["Sigrid fixed price", "Daniel fixed price", "Ramon fixed price", "Rafael fixed price"]
    hands[auctioneer] += ", Manuel hidden"
    table = play(position(*hands, turn=auctioneer), "play Manuel hidden")
    play(table, *(f"{seat}: seal {bid}" for seat, bid in enumerate(tied)))
    tied_seats = [seat for seat, bid in enumerate(tied) if bid == 9]
    expected = auctioneer if auctioneer in tied_seats else min(tied_seats, key=lambda seat: (seat - auctioneer) % 4)
    assert owns(table, expected).total() == 1


# 5. The paintings that ended a round belong to nobody, but count when artists are ranked.


def test_5_paintings_that_ended_the_round_count_though_nobody_owns_them() -> None:
    """Without the two unsold cards Manuel would be behind Sigrid."""
    table = position(FIRST, *OTHERS, before=["3 Manuel open", "2 Sigrid open, 2 Sigrid hidden"])
    play(table, "0: play Manuel double", "0: add Manuel one offer", "0: end round")
    manuel, sigrid = phase(table, Selling).ranking[:2]
    assert (manuel.artist, manuel.cards, manuel.value) == ("Manuel Carvalho", 5, 30)
    assert (sigrid.artist, sigrid.cards, sigrid.value) == ("Sigrid Thaler", 4, 20)


# 6. Value is cumulative: a painting is worth all tiles its artist has won so far, but only if the artist won one this
#    round.


BEHIND = "3 Manuel open, Manuel hidden"


@pytest.mark.parametrize(
    ("number", "tiles", "ends", "unsold", "worth"),
    [
        (1, [], "Rafael fixed price", "3 Rafael open", 30),
        (2, [30], "Manuel fixed price", f"{BEHIND}, 2 Sigrid open", 40),
        (3, [30, 10], "Manuel fixed price", f"{BEHIND}, 2 Sigrid open, 2 Daniel open", 0),
        (4, [30, 10, 0], "Manuel fixed price", BEHIND, 60),
    ],
)
def test_6_the_example_of_the_rules(number: int, tiles: list[int], ends: str, unsold: str, worth: int) -> None:
    """Rafael is first, third, nowhere and second: a painting is worth 30, 40, 0 and 60."""
    hands = f"{ends}, Ramon open", "Ramon open", "Ramon open"
    before = ["", "Rafael one offer", ""]
    table = position(*hands, before=before, unsold=unsold, round=number, tiles={"Rafael": tiles})
    sell_out(play(table, f"0: play {ends}"))
    assert money(table) == [100, 100 + worth, 100]


# 9. Players without cards are skipped when a card is to be offered, but bid in every auction, and may get cards again.


@pytest.mark.parametrize("auction", ["open", "one offer", "hidden", "fixed price"])
def test_9_a_player_out_of_cards_offers_none_but_bids_in_every_auction(auction: str) -> None:
    table = play(position(f"Manuel {auction}", "", "Daniel open"), f"0: play Manuel {auction}")
    if auction == "fixed price":
        play(table, "0: price 5")
    assert not table.view().seats[1].can_auction
    assert 1 in table.waiting


def test_9_the_turn_skips_players_until_they_get_cards_between_rounds() -> None:
    table = position("Rafael one offer, Rafael fixed price", "", "Daniel one offer", unsold="3 Rafael open")
    assert not table.view().seats[1].can_auction
    play(table, "0: play Rafael one offer", "pass", "pass", "pass", "2: play Daniel one offer", "pass", "pass", "pass")
    sell_out(play(table, "0: play Rafael fixed price"))
    assert (table.view().phase, table.view().seats[1].can_auction) == (AwaitingCard(1), True)


# 18. Among the critical cases that the review lists: an auctioneer who named a price must buy if nobody else does.


def test_18_a_fixed_price_that_nobody_pays_is_paid_by_the_auctioneer_to_the_bank() -> None:
    table = play(
        position("Manuel fixed price", "Sigrid open", "Daniel open"), "0: play Manuel fixed price", "0: price 7"
    )
    play(table, "1: pass", "2: pass")
    assert (owns(table, 0).total(), money(table)) == (1, [93, 100, 100])
