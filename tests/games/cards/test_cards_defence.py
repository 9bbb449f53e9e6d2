"""Rules of thumb of `careful`: a Nil is attacked and a partner's is covered, and the moon is not left to one player."""

from __future__ import annotations

from typing import Any

from tests.games.cards.positions import genome, lay_out, play

import ludex
from ludex import Table

LOW_HEARTS = "2H 3H 4H 5H 6H 7H"
IN_PLAY: dict[str, Any] = {"tricks_played": 5, "broken": 1}


def spades(bids: str, *hands: str, played: str = "", **fields: Any) -> Table:
    """A table of partnership Spades after the bids of all seats, and after some cards. Seat 0 leads."""
    after = ", ".join(f"bid {bid}" for bid in bids.split())
    table = lay_out("partnership-spades", *hands, after=after, **fields)
    return play(table, played) if played else table


def moon(*hands: str, won: tuple[str, str], lead: str = "QD") -> Table:
    """A trick of Hearts that seat 0 has led to; it has won the first cards before, and seat 2 the second ones."""
    rules = genome("hearts", phases=genome("hearts").phases[1:])
    before = [won[0].split(), [], won[1].split(), []]
    return play(lay_out(rules, *hands, won=before, leader=0, turn=0, **IN_PLAY), f"play {lead}")


def chosen(table: Table, bot: str = "careful") -> str:
    seat = table.waiting[0]
    return str(ludex.Bot(table.game, bot).decide(table.request(seat)))


LEADING = ("KH 3H", "4C 5C", "QC 9C", "AH 2D")
"""Seat 0 leads; seat 3 is an opponent, and seat 2 the partner."""


def test_a_nil_is_led_to_with_a_low_card() -> None:
    assert chosen(spades("4 4 3 nil", *LEADING)) == "play 3H"
    assert chosen(spades("4 4 3 3", *LEADING)) == "play KH"
    assert chosen(spades("4 4 3 nil", *LEADING), "greedy") == "play KH"


def test_a_nil_is_not_led_to_in_a_suit_that_it_lacks() -> None:
    """It would throw away there what might have won a trick."""
    hands = ("KH 3C", "4H 5C", "QC 9C", "AD 2D")
    for void, card in (("clubs", "KH"), ("hearts", "3C")):
        table = spades("4 4 3 nil", *hands, voids=[[], [], [], [void]])
        assert chosen(table) == f"play {card}"


def test_who_plays_before_a_nil_stays_low_so_that_the_nil_may_win() -> None:
    hands = ("3H 2D", "4H 5C", "QH 2H", "TH 2C")
    assert chosen(spades("4 4 3 nil", *hands, played="play 3H, play 4H")) == "play 2H"
    assert chosen(spades("4 4 3 3", *hands, played="play 3H, play 4H")) == "play QH"


def test_a_nil_that_wins_the_trick_is_left_to_win_it() -> None:
    """The seat after it throws the highest card that stays below."""
    hands = ("2H 4C", "TH 9C", "KH 9H 8H", "4H 5C")
    assert chosen(spades("4 nil 4 4", *hands, played="play 2H, play TH")) == "play 9H"
    assert chosen(spades("4 3 4 4", *hands, played="play 2H, play TH")) == "play KH"


COVERING = ("QH 2C", "3H 9C", "KH 9H", "4H 5C")


def test_a_partners_nil_is_covered_by_a_higher_card() -> None:
    """Without a Nil, a trick that the partner wins is left to the partner."""
    assert chosen(spades("nil 4 4 4", *COVERING, played="play QH, play 3H")) == "play KH"
    assert chosen(spades("4 4 4 4", *COVERING, played="play QH, play 3H")) == "play 9H"


def test_a_partners_nil_is_covered_though_the_contract_is_made() -> None:
    """One trick too many costs a point, and the Nil a hundred."""
    hands = ("4H 5C", "3H 9C", "KH 2H", "QH 2C")
    made = {"tricks": [0, 0, 2, 0]}
    assert chosen(spades("nil 4 2 4", *hands, played="play 4H, play 3H", **made)) == "play KH"
    assert chosen(spades("2 4 0 4", *hands, played="play 4H, play 3H", **made)) == "play 2H"


def test_a_nil_that_failed_is_attacked_no_more() -> None:
    assert chosen(spades("4 4 3 nil", *LEADING, tricks=[0, 0, 0, 1])) == "play KH"


def test_ones_own_nil_comes_first() -> None:
    """Seat 1 plays before the Nil of seat 2, and could stay low: but its own Nil throws the highest card below."""
    hands = ("QH 2C", "JH 3H", "9H 4C", "4H 5C")
    assert chosen(spades("4 nil nil 4", *hands, played="play QH")) == "play JH"
    assert chosen(spades("4 4 nil 4", *hands, played="play QH")) == "play 3H"


def test_a_trick_is_taken_from_one_who_may_shoot_the_moon() -> None:
    hands = ("QD 8C", "KD 2D", "3D 9C", "AC 9H")
    assert chosen(moon(*hands, won=(LOW_HEARTS, ""))) == "play KD"
    assert chosen(moon(*hands, won=("", ""))) == "play 2D"


def test_who_shares_the_points_cannot_shoot_the_moon_and_a_few_are_no_sign_of_it() -> None:
    hands = ("QD 8C", "KD 2D", "3D 9C", "AC 9H")
    assert chosen(moon(*hands, won=("2H 3H 4H 5H 6H", "7H"))) == "play 2D"
    assert chosen(moon(*hands, won=("2H 3H", ""))) == "play 2D"


def test_nothing_that_scores_is_thrown_to_one_who_may_shoot_the_moon() -> None:
    hands = ("QD 8C", "AC 9H", "3D 9C", "2D 4C")
    assert chosen(moon(*hands, won=(LOW_HEARTS, ""))) == "play AC"
    assert chosen(moon(*hands, won=("", ""))) == "play 9H"
