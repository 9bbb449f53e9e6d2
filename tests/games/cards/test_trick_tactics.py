"""Rules of thumb of `careful` for cards in tricks: what no other card can beat, and what is left to the partner."""

from __future__ import annotations

import pytest
from tests.games.cards.positions import lay_out, play
from tests.games.cards.test_cards_defence import chosen, spades

from ludex.core.language.interpreted_state import load_twin
from ludex.games.cards.components import NUMBER, mask_of
from ludex.games.cards.parts.tricks.tactics import beaten_by, may_be_ruffed, unseen

HANDS = ("KH 3C", "4H 5C", "9C QC", "AD 2D")


def test_unseen_cards_are_those_in_no_trick_and_not_in_the_hand() -> None:
    table = lay_out("whist", *HANDS, won=[["AH", "2H"], [], ["TS"], []])
    s = load_twin(table.record(0), 0)
    assert unseen(s, 0) == mask_of(
        tuple(name for name in NUMBER if name not in ("KH", "3C", "AH", "2H", "TS")),
    )


@pytest.mark.parametrize(("won", "count"), [("", 1), ("AH", 0), ("QH", 1)])
def test_a_king_is_beaten_by_the_ace_until_it_has_been_played(won: str, count: int) -> None:
    s = load_twin(lay_out("whist", *HANDS, won=[[won] if won else [], [], [], []]).record(0), 0)
    assert beaten_by(s, NUMBER["KH"], unseen(s, 0)) == count


def test_a_suit_may_be_ruffed_by_opponents_who_lack_it_and_not_by_the_partner() -> None:
    for voids, count in (
        ([[], ["diamonds"], [], []], 1),
        ([[], [], ["diamonds"], []], 0),
        ([[], ["diamonds", "spades"], [], []], 0),
    ):
        s = load_twin(spades("3 3 3 3", *HANDS, voids=voids).record(0), 0)
        assert may_be_ruffed(s, 0, 1, unseen(s, 0)) == count


def test_a_card_that_none_can_beat_is_led_before_a_higher_one_that_can_be() -> None:
    hands = ("KH QC 2D", "4H 5C 6D", "9C TC 7D", "3H 3C 8D")
    assert chosen(spades("4 4 3 3", *hands, won=[["AC", "KC"], [], [], []])) == "play QC"


def test_high_cards_are_not_thrown_away_where_the_partner_wins_the_trick() -> None:
    """Seat 2 leads the ace of hearts; its partner has no hearts."""
    hands = ("AC 2D 3D", "4H 5C 6D", "AH TC 7D", "3H 3C 8D")
    table = spades("4 4 3 3", *hands, leader=2, turn=2)
    assert chosen(play(table, "play AH, play 3H")) == "play 2D"


def test_a_trick_is_trumped_with_the_lowest_trump_that_wins() -> None:
    hands = ("QS 4S 2D", "4H 5C 6D", "9H TC 7D", "KH 3C 8D")
    table = spades("4 4 3 3", *hands, leader=3, turn=3)
    assert chosen(play(table, "play KH")) == "play 4S"
