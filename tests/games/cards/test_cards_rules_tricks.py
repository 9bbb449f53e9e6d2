"""The rules of tricks, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused, scores, told

from ludex.core.language.errors import BadPosition
from ludex.games.cards import TrickBefore
from ludex.games.cards.board.terminal import draw_view
from ludex.games.cards.genome import Deal, Match, TrickPhase, TrickScoring


def plain(**phase: Any) -> Any:
    """Tricks and nothing else: a point for each."""
    return genome("whist", teams=(), trump="none", phases=(TrickPhase(**phase),), trick_scoring=TrickScoring())


def with_trumps(**phase: Any) -> Any:
    return genome("whist", teams=(), trump="spades", phases=(TrickPhase(**phase),), trick_scoring=TrickScoring())


def test_following_suit_is_a_duty() -> None:
    table = play(lay_out(plain(), "2C 3D", "AC KD 4C", "3C 2H", "4D AS"), "play 2C")
    assert options(table) == {"play AC", "play 4C"}
    assert refused(table, "play KD") == "must-follow"
    assert refused(table, "play 9H") == "not-in-hand"


def test_a_seat_that_cannot_follow_suit_may_play_any_card() -> None:
    table = play(lay_out(plain(), "2C 3D", "AS KD", "3C 2H", "4D AH"), "play 2C")
    assert options(table) == {"play AS", "play KD"}


def test_without_following_suit_any_card_may_be_played() -> None:
    table = play(lay_out(plain(follow=False), "2C 3D", "AC KD", "3C 2H", "4D AS"), "play 2C")
    assert options(table) == {"play AC", "play KD"}


def test_a_seat_that_cannot_follow_suit_must_trump_where_that_is_the_rule() -> None:
    table = play(lay_out(with_trumps(must_trump=True), "2C 3D", "AS KD", "3C 2H", "4D AH"), "play 2C")
    assert options(table) == {"play AS"}
    play(table, "play AS, play 3C")
    assert options(table) == {"play 4D", "play AH"}


def test_the_highest_card_of_the_suit_led_wins_and_its_seat_leads_next() -> None:
    table = play(lay_out(plain(), "2C 3D", "TC KD", "AD 2H", "4C AS"), "play 2C, play TC, play AD, play 4C")
    assert "seat 1 takes the trick." in told(table)
    assert table.waiting == (1,)
    assert set(table.view().seats[1].won) == {"2C", "TC", "AD", "4C"}


def test_any_trump_beats_the_suit_led_and_the_highest_trump_wins() -> None:
    table = lay_out(with_trumps(), "AC 3D", "2S KD", "3S 2H", "KC AD")
    assert "seat 2 takes the trick." in told(play(table, "play AC, play 2S, play 3S, play KC"))


def test_the_lowest_card_wins_where_low_wins() -> None:
    table = lay_out(plain(low_wins=True), "5C 3D", "2D KD", "3C 2H", "4C AS")
    assert "seat 2 takes the trick." in told(play(table, "play 5C, play 2D, play 3C, play 4C"))


def test_a_suit_is_not_led_before_it_is_broken() -> None:
    table = lay_out(plain(breaking="hearts"), "AH 2C", "2H 3H", "4C 5C", "6C 7C")
    assert options(table) == {"play 2C"}
    assert refused(table, "play AH") == "cannot-lead"


@pytest.mark.parametrize(
    ("rules", "hand", "before", "card", "why"),
    [
        ({"breaking": "hearts"}, "AH 2C", "", "AH", "Hearts may be led only after one has been played."),
        (
            {"breaking": "hearts", "unbreakable": True},
            "AH 2C",
            "",
            "AH",
            "Hearts may be led only if you hold nothing else.",
        ),
        ({"first_lead": "2C"}, "2C AH", "", "AH", "The first trick begins with 2C."),
        ({}, "4C AH", "play 3C", "AH", "Clubs were led, and you must follow suit."),
        ({"must_trump": True}, "4S AH", "play 3C", "AH", "You have no clubs, so you must play a trump."),
    ],
)
def test_a_refused_card_names_the_rule(rules: dict[str, Any], hand: str, before: str, card: str, why: str) -> None:
    """The reason is more than a list of what else could be played."""
    game = with_trumps(**rules) if rules.get("must_trump") else plain(**rules)
    table = lay_out(game, *(["3C 6D"] if before else []), hand, "5C KD", "6C 7D", *([] if before else ["8C 9D"]))
    rejection = (play(table, before) if before else table).check(table.waiting[0], f"play {card}")
    assert rejection is not None
    assert why in rejection.sentence


def test_a_seat_that_holds_nothing_else_may_lead_the_suit_to_be_broken() -> None:
    assert options(lay_out(plain(breaking="hearts"), "AH 2H", "2C 3H", "4C 5C", "6C 7C")) == {"play AH", "play 2H"}


def test_a_suit_is_broken_when_the_first_card_of_it_is_played() -> None:
    table = lay_out(plain(breaking="hearts"), "3C 2C", "2H 3H", "9C KH", "6C 7C")
    play(table, "play 2C, play 2H, play 9C, play 6C")
    assert table.view().broken
    assert options(table) == {"play KH"}


def test_a_suit_that_is_unbreakable_is_led_only_by_seats_that_hold_nothing_else() -> None:
    table = lay_out(with_trumps(breaking="trump", unbreakable=True), "3C 2C", "2S 3H", "KC KS 4C", "6C 7C")
    play(table, "play 2C, play 2S, play KC, play 6C")
    assert not table.view().broken
    assert options(table) == {"play 3H"}


def test_the_first_lead_belongs_to_the_holder_of_a_card() -> None:
    rules = genome("hearts", phases=(TrickPhase(first_lead="2C"),), match=Match(hands=1, low_wins=True))
    table = lay_out(rules, "3C 5C", "2C AC", "4C 6D", "7C 8C", turn=1, leader=1)
    assert options(table) == {"play 2C"}


def test_cards_that_score_are_kept_from_the_first_trick() -> None:
    rules = genome("hearts", phases=(TrickPhase(clean_start=True),))
    table = play(lay_out(rules, "2C 3C", "QS 5H 9D", "4C 6D", "7C 8C"), "play 2C")
    assert options(table) == {"play 9D"}
    table = play(lay_out(rules, "2C 3C", "QS 5H", "4C 6D", "7C 8C"), "play 2C")
    assert options(table) == {"play QS", "play 5H"}


def test_the_jacks_of_the_trump_colour_are_the_highest_trumps() -> None:
    rules = genome("euchre", trump="spades")
    table = play(lay_out(rules, "AS 9D", "JC 9C", "JS 9H", "KS TH"), "play AS")
    assert options(table) == {"play JC"}, "the jack of clubs counts as a spade"
    assert "seat 2 takes the trick." in told(play(table, "play JC, play JS, play KS"))
    table = lay_out(rules, "AS 9D", "JC 9C", "QS 9H", "KS TH")
    assert "seat 1 takes the trick." in told(play(table, "play AS, play JC, play QS, play KS"))


def test_a_jack_that_counts_as_a_trump_does_not_follow_its_printed_suit() -> None:
    table = play(lay_out(genome("euchre", trump="spades"), "AC 9D", "JC 9H", "QC TH", "KC JH"), "play AC")
    assert options(table) == {"play JC", "play 9H"}


def test_equal_best_cards_leave_the_trick_to_the_next_winner() -> None:
    rules = plain(by_rank=True, follow=False)
    table = play(lay_out(rules, "KC 2C", "KD 3D", "4C 5D", "6C 7D"), "play KC, play KD, play 4C, play 6C")
    assert told(table)[-1].startswith("Nobody ")
    play(table, "play 2C, play 3D, play 5D, play 7D")
    assert table.view().seats[3].tricks == 0, "the hand was scored, and another is dealt"
    assert scores(table) == [0, 0, 0, 1]


def test_the_winner_of_a_blind_trick_takes_the_cards_into_its_hand() -> None:
    table = play(lay_out("war", "KC 9C", "2D"), "flip, flip")
    assert scores(table) == [3, 0]
    assert table.outcome is not None, "one seat has all the cards"


def test_no_more_tricks_are_played_than_the_phase_says() -> None:
    table = lay_out(
        genome("whist", trump="none", deal=Deal(5), phases=(TrickPhase(tricks=1),)), "2C 3C", "4C 5C", "6C 7C", "8C 9C"
    )
    assert any("in all" in sentence for sentence in told(play(table, "play 2C, play 4C, play 6C, play 8C")))


@pytest.mark.parametrize(("dealer", "first"), [(3, 0), (0, 1)])
def test_the_seat_left_of_the_dealer_leads(dealer: int, first: int) -> None:
    table = lay_out(plain(), "2C", "3C", "4C", "5C", dealer=3)
    if dealer == 0:
        play(table, "play 2C, play 3C, play 4C, play 5C")
    assert table.waiting == (first,)


def test_everybody_may_look_at_the_trick_before_until_the_next_one_is_over() -> None:
    table = lay_out(plain(), "2C 3D", "TC KD", "AD 2H", "4C AS")
    assert table.view().trick_before is None
    play(table, "play 2C, play TC, play AD, play 4C")
    before = TrickBefore(leader=0, cards=("2C", "TC", "AD", "4C"), winner=1, this_hand=True)
    assert table.view(3).trick_before == table.view().trick_before == before
    assert play(table, "play KD, play 2H").view(0).trick_before == before
    assert "Before    seat 0 2♣ → seat 1 10♣ → seat 2 A♦ → seat 3 4♣, won by seat 1" in draw_view(table.view(0))
    after = play(table, "play AS, play 3D").view().trick_before
    assert after == TrickBefore(leader=1, cards=("3D", "KD", "2H", "AS"), winner=1, this_hand=False)
    assert table.view().hand_number == 1, "the next hand has been dealt"


def test_a_trick_before_that_was_tied_has_no_winner() -> None:
    table = lay_out(plain(by_rank=True, follow=False), "KC 2C", "KD 3D", "4C 5D", "6C 7D")
    before = play(table, "play KC, play KD, play 4C, play 6C").view().trick_before
    assert before == TrickBefore(leader=0, cards=("KC", "KD", "4C", "6C"), winner=None, this_hand=True)
    assert "seat 3 6♣, tied" in draw_view(table.view())


def test_a_card_turned_up_unseen_does_not_tell_that_a_suit_is_missing() -> None:
    """No player chooses it, so it need not follow suit, and the rest of the hand may be of the suit led."""
    table = lay_out(plain(blind=True, take=True), "2C 3C", "4D 5D", "6D 7D", "8D 9D")
    assert "voids" not in play(table, "flip, flip").position().state


@pytest.mark.parametrize("field", [{"trick_leader": 4}, {"trick_leader": -1}, {"trick_winner": 5}])
def test_the_trick_before_was_led_and_won_by_seats_of_the_match(field: dict[str, Any]) -> None:
    with pytest.raises(BadPosition, match=r"field 'trick_(leader|winner)' is"):
        lay_out(plain(), "2C 3D", "TC KD", "AD 2H", "4C AS", **field)


def test_everybody_remembers_how_many_cards_were_left_in_the_hand_before() -> None:
    table = play(lay_out(plain(tricks=1), "2C 3D", "TC KD 5S", "AD 2H", "4C AS"), "play 2C, play TC, play AD, play 4C")
    before = table.view(0).before
    assert before is not None
    assert before.left == (1, 2, 1, 1)
