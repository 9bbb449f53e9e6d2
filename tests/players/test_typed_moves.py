"""Everything shown can be typed, in every usual spelling, and a number means one thing."""

from __future__ import annotations

import pytest

import ludex
from ludex import Table, UnreadableMove
from ludex.core.play.reading import read_moves
from ludex.players.menu import Menu
from tests.core.tiny import Cards


def read(table: Table, typed: str) -> list[str]:
    seat = table.waiting[0]
    return [str(move) for move in read_moves(table, seat, typed)]


@pytest.fixture(scope="module")
def spades() -> Table:
    """All have bid, and seat 0 leads. It holds 2♣ Q♣ A♣ J♦ Q♦ A♦ 9♥ A♥ and spades, which are not broken yet."""
    table: Table = ludex.game("spades").new(4, seed=3)
    for seat in range(4):
        table.play(seat, "bid 3")
    return table


@pytest.mark.parametrize(
    "typed", ["10S", "TS", "ts", "♠10", "10♠", "♠ 10", "ten of spades", "10 of spades", "play 10♠", "p 10s", "play ♠T"]
)
def test_a_card_is_typed_as_it_is_shown_or_said(spades: Table, typed: str) -> None:
    assert read(spades, typed) == ["play TS"]


@pytest.mark.parametrize("typed", ["Q♣", "queen of clubs", "qc", "♣Q", "play Q♣"])
def test_a_card_that_may_be_played_is_found_by_any_spelling(spades: Table, typed: str) -> None:
    assert read(spades, typed) == ["play QC"]


def test_a_rank_is_enough_where_only_one_card_has_it_and_else_the_cards_are_named(spades: Table) -> None:
    assert read(spades, "2") == ["play 2C"]
    with pytest.raises(UnreadableMove, match="'Q' could be play QC, play QD"):
        read(spades, "Q")


@pytest.mark.parametrize(("typed", "bid"), [("nil", 0), ("Nil", 0), ("bid nil", 0), ("0", 0), ("5", 5), ("b 5", 5)])
def test_a_bid_is_a_number_or_nil(typed: str, bid: int) -> None:
    assert read(ludex.game("spades").new(4, seed=3), typed) == [f"bid {bid}"]


@pytest.fixture
def auction() -> Table:
    table: Table = ludex.game("power-grid").new(4, seed=3)
    table.play(table.waiting[0], "open plant 4 bid 4")
    return table


@pytest.mark.parametrize(("typed", "move"), [("28", "bid 28"), ("b 28", "bid 28"), ("bid 28", "bid 28"), ("p", "pass")])
def test_where_an_amount_is_asked_a_number_is_the_amount(auction: Table, typed: str, move: str) -> None:
    assert read(auction, typed) == [move]


def test_a_number_never_passes_in_an_auction(auction: Table) -> None:
    """2 was the number of `pass` in the menu: it is a bid of 2 now, and the referee tells why it is too low."""
    assert read(auction, "2") == ["bid 2"]
    assert "bid 2 rejected" in str(auction.check(auction.waiting[0], "bid 2"))
    assert not Menu(auction.options(auction.waiting[0])).numbered


def test_more_than_one_has_goes_to_the_referee_who_tells_why_not(auction: Table) -> None:
    assert read(auction, "99") == ["bid 99"]


def test_what_could_be_meant_is_told_with_ranges_as_ranges() -> None:
    table: Table = ludex.game("power-grid").new(4, seed=3)
    with pytest.raises(UnreadableMove, match=r"'p' could be open plant 3 bid 3…50, open plant 4 bid 4…50, open"):
        read(table, "p")


def test_parts_of_a_longer_move_are_enough_in_their_order() -> None:
    table: Table = ludex.game("power-grid").new(4, seed=3)
    assert read(table, "o 4 17") == read(table, "open 4 17") == ["open plant 4 bid 17"]


@pytest.mark.parametrize("typed", ["koln", "Koeln", "KÖLN", "build koln", "b koln", "köl"])
def test_a_city_is_typed_without_its_letters(typed: str) -> None:
    position = ludex.game("power-grid").new(6, seed=3).position()
    table = ludex.game("power-grid").position(position.but(phase="building"))
    assert read(table, typed) == ["build Köln"]


def test_players_are_called_by_their_names() -> None:
    table: Table = ludex.game("go-fish").new(4, seed=3, players=["Ann", "Ada (careful)", "Bo", "Cy"])
    assert read(table, "ask ada queen") == read(table, "ada Q") == ["ask seat 1 queen"]


def test_an_amount_goes_before_anything_else_that_a_number_could_be() -> None:
    table = Cards().new(2, seed=1)
    assert read(table, "1") == ["stake 1"]


def test_the_number_of_an_option_chooses_it_where_no_option_has_numbers() -> None:
    table: Table = ludex.game("automation").new(2, seed=7)
    assert read(table, "1") == ["play Bitcoin"]
    assert read(table, "2") == ["end phase"]
    with pytest.raises(UnreadableMove, match="'3' is not one of the options"):
        read(table, "3")


@pytest.mark.parametrize(
    ("typed", "move"), [("J J", "set jack × 2"), ("set j j", "set jack × 2"), ("J", "set jack × 1")]
)
def test_equal_cards_are_typed_as_they_lie_on_the_table(typed: str, move: str) -> None:
    table: Table = ludex.game("president").new(4, seed="4")
    assert read(table, typed) == [move]


def test_nothing_typed_is_no_move() -> None:
    with pytest.raises(UnreadableMove, match=r"'' is not one of the options. There are: play Bitcoin, end phase"):
        read(ludex.game("automation").new(2, seed=7), " ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("nill", "'nil'"), ("ply Bitcoin", "'play Bitcoin'"), ("ruls", "'rules'"), ("end phse", "'end phase'")],
)
def test_a_slip_is_answered_with_what_was_probably_meant(typed: str, meant: str) -> None:
    table: Table = ludex.game("spades" if typed == "nill" else "automation").new(4, seed=7)
    seat = table.waiting[0]
    with pytest.raises(UnreadableMove, match=f"Did you mean {meant}"):
        read_moves(table, seat, typed, words=["rules", "log"])


def test_the_beginning_of_a_name_is_enough_for_the_referee_to_say_why_not() -> None:
    table: Table = ludex.game("automation").new(2, seed=7)
    table.play(0, "end phase")
    assert read(table, "buy code") == ["buy Code Review"]


def test_a_number_that_is_no_amount_is_told_where_it_could_belong() -> None:
    table: Table = ludex.game("power-grid").new(4, seed=3)
    with pytest.raises(
        UnreadableMove, match=r"'3' could be open plant 3 bid 3…50\. Type more of it, e\.g\. open plant 3 bid 3"
    ):
        read(table, "3")


def test_a_number_is_not_the_beginning_of_a_longer_one() -> None:
    """`1` is not the ten of a set, and `5` is not suggested for `5`."""
    table: Table = ludex.game("president").new(4, seed=5)
    assert "set 10 × 1" in [str(move) for move in table.options(table.waiting[0])]
    with pytest.raises(UnreadableMove, match=r"'1' could be set 4 × 1, set 6 × 1"):
        read(table, "1")
    with pytest.raises(UnreadableMove, match=r"'5' is not one of the options\. There are: ask seat"):
        read(ludex.game("go-fish").new(4, seed=5), "5")


def test_a_number_out_of_range_is_told_the_range() -> None:
    with pytest.raises(UnreadableMove, match=r"'bid 99' is not one of the options. There are: bid 0, bid 1…13"):
        read(ludex.game("spades").new(4, seed=3), "bid 99")


def test_a_range_too_wide_to_compare_costs_nothing(auction: Table) -> None:
    with pytest.raises(UnreadableMove, match="is not one of the options"):
        read(auction, "nonsense " * 50)
