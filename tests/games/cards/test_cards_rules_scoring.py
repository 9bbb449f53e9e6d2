"""The rules of scoring and of the end of a match, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, play, scores

from ludex import Table
from ludex.games.cards import View
from ludex.games.cards.components import NAMES, mask_of
from ludex.games.cards.genome import CardPoints, CardScoring, Level, Majority, Match, TrickPhase, TrickScoring
from ludex.games.cards.parts.discarding.melds import deadwood

HEARTS = [card for card in NAMES if card[1] == "H"]


def last_trick(rules: Any, tricks: list[int], **fields: Any) -> Table[View]:
    """The last trick of a hand, which seat 3 wins with a club: `tricks` are those won before."""
    table = lay_out(rules, "2C", "3C", "4C", "5C", tricks=tricks, tricks_played=12, pc="trick", **fields)
    return play(table, "play 2C, play 3C, play 4C, play 5C")


def tricks_only(**changes: Any) -> Any:
    return genome("whist", **{"teams": (), "trump": "none", "match": Match(hands=1), **changes})


# Deadwood and knocking


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("", 0),
        ("KC 9D AH", 20),
        ("7C 7D 7H", 0),
        ("7C 7D 7H 7S 2C", 2),
        ("7C 8C 9C", 0),
        ("AC 2C 3C", 0),
        ("QC KC AC", 21),
        ("7C 7D 7H 8C 9C", 14),
        ("7C 7D 7H 8H 9H", 14),
        ("2C 3C 4C 5C 6C 7C 8C", 0),
        ("7C 7D 7H 7S 8S 9S", 0),
        ("2C 3C 4C 2D 3D 4D 2H 3H 4H KS", 10),
    ],
)
def test_deadwood_counts_what_fits_into_no_set_and_no_run(cards: str, points: int) -> None:
    assert deadwood(mask_of(cards.split())) == points


@pytest.mark.parametrize(
    ("other", "expected"),
    [("9C 9D KS QS", [38 - 10, 0]), ("2C 3D 4H", [0, 25 + 10 - 9]), ("AC AD 8H", [0, 25])],
    ids=["more", "fewer", "equal"],
)
def test_knocking_scores_the_difference_or_gives_it_with_a_bonus(other: str, expected: list[int]) -> None:
    table = lay_out("gin-rummy", "7C 7D 7H 8S 2D KC", other, top="KH", pc="discard")
    assert scores(play(table, "knock with KC")) == expected


def test_knocking_with_nothing_unmatched_brings_the_bonus() -> None:
    table = lay_out("gin-rummy", "7C 7D 7H KC", "2C 3D", top="KH", pc="discard")
    assert scores(play(table, "knock with KC")) == [5 + 25, 0]


# Tricks and cards


def test_tricks_score_beyond_the_book_and_partners_score_together() -> None:
    assert scores(last_trick(genome("whist", match=Match(hands=1)), [4, 3, 3, 2])) == [1, 0]


def test_tricks_score_the_highest_level_reached() -> None:
    rules = tricks_only(trick_scoring=TrickScoring(0, levels=(Level(3, 1), Level(5, 2))))
    assert scores(last_trick(rules, [2, 3, 5, 2])) == [0, 1, 2, 1]


def test_cards_score_for_the_seat_that_won_them() -> None:
    rules = tricks_only(
        trick_scoring=None, card_scoring=CardScoring((CardPoints(1, suit="hearts"), CardPoints(13, "Q", "spades")))
    )
    won = [["2H", "3H"], ["QS"], [], []]
    assert scores(last_trick(rules, [4, 4, 4, 0], won=won)) == [2, 13, 0, 0]


def test_cards_that_fit_several_values_score_all_of_them() -> None:
    rules = tricks_only(
        trick_scoring=None, card_scoring=CardScoring((CardPoints(1, suit="hearts"), CardPoints(5, "2")))
    )
    assert scores(last_trick(rules, [12, 0, 0, 0], won=[["2H", "2D"], [], [], []])) == [11, 0, 0, 5]


def test_trump_cards_score_where_the_genome_says_so() -> None:
    rules = genome("scotch-whist", trump="clubs", deck=genome("whist").deck, match=Match(hands=1))
    assert scores(last_trick(rules, [6, 6, 0, 0], won=[["JC", "JD"], ["TC"], [], []], trump="clubs")) == [11, 10]


def test_shooting_the_moon_gives_the_points_to_everybody_else() -> None:
    rules = genome("hearts", phases=(TrickPhase(),), match=Match(hands=1, low_wins=True))
    assert scores(last_trick(rules, [12, 0, 0, 0], won=[[*HEARTS, "QS"], [], [], []])) == [0, 26, 26, 26]


def test_the_moon_is_not_shot_where_one_card_is_missing() -> None:
    rules = genome("hearts", phases=(TrickPhase(),), match=Match(hands=1, low_wins=True))
    assert scores(last_trick(rules, [12, 0, 0, 0], won=[HEARTS, ["QS"], [], []])) == [13, 13, 0, 0]


@pytest.mark.parametrize(
    ("won", "expected"), [([["2D", "3D"], ["4D"], [], []], [1, 0, 0, 0]), ([["2D"], ["4D"], [], []], [0] * 4)]
)
def test_majorities_score_for_the_most_alone(won: Any, expected: list[int]) -> None:
    rules = tricks_only(trick_scoring=None, majorities=(Majority(1, suit="diamonds"),))
    assert scores(last_trick(rules, [6, 6, 0, 0], won=won)) == expected


def test_cards_left_in_hand_score_for_their_holder_or_for_the_first_to_be_out() -> None:
    assert scores(play(lay_out("fan-tan", "7C", "KC QC", "2D"), "play 7C")) == [0, -2, -1]
    assert scores(play(lay_out("crazy-eights", "3S", "KD AC", top="2S", pc="play"), "play 3S")) == [11, 0]


def test_places_score_in_the_order_of_going_out() -> None:
    assert scores(play(lay_out("cheat", "AC", "2C 3D", "4C 5D"), "claim AC, believe, believe")) == [1, 0, 0]


# Knockout, target and floor


def test_knockout_drops_seats_without_a_trick_and_gives_the_others_a_point() -> None:
    table = last_trick("knockout-whist", [3, 3, 0, 0], hand_number=1)
    assert scores(table) == [1, 1, 0, 1]
    assert not table.view().seats[2].playing


def test_the_last_seat_alive_wins_a_knockout() -> None:
    table = last_trick("knockout-whist", [0, 0, 0, 6])
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((3,), "only one seat is left")


def test_the_match_ends_at_the_target() -> None:
    table = last_trick(genome("whist", match=Match(hands=9, target=5)), [4, 3, 5, 0], score=[4, 0])
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((0, 2), "the target was reached")


def test_a_tie_at_the_target_is_played_on() -> None:
    table = last_trick(tricks_only(match=Match(hands=9, target=5)), [0, 0, 0, 0], score=[6, 0, 0, 11], trump=None)
    assert table.outcome is not None, "6 against 12 is no tie"
    table = last_trick(
        tricks_only(trick_scoring=TrickScoring(), match=Match(hands=9, target=5)), [0, 0, 0, 0], score=[6, 0, 0, 5]
    )
    assert table.outcome is None


def test_the_match_ends_at_the_floor() -> None:
    rules = tricks_only(trick_scoring=TrickScoring(-1), match=Match(hands=9, floor=-5))
    table = last_trick(rules, [0, 0, 0, 0], score=[1, 0, 0, -4])
    assert table.outcome is not None
    assert table.outcome.reason == "a side fell to the floor"


def test_the_lowest_score_wins_where_low_wins() -> None:
    table = last_trick(tricks_only(trick_scoring=TrickScoring(), match=Match(hands=1, low_wins=True)), [0, 1, 1, 1])
    assert table.outcome is not None
    assert table.outcome.winners == (0,)


def test_the_match_ends_with_its_last_hand() -> None:
    table = last_trick(tricks_only(match=Match(hands=2)), [0, 0, 0, 0], hand_number=1)
    assert table.outcome is not None
    assert table.outcome.reason == "the last hand was played"
