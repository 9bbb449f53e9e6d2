"""The rules of showing hands, at a showdown and after a knock, one by one, on hand-made positions."""

from __future__ import annotations

from typing import Any

from tests.games.cards.positions import genome, lay_out, play, told

from ludex import Table
from ludex.games.cards import View
from ludex.games.cards.components import mask_of
from ludex.games.cards.genome import Chips, Match

ACES, KINGS, NOTHING = "AC AD 2C 3D 4H", "KC KD 2D 3H 5C", "7C 8D 9H JC 2S"
KNOCKER, OTHER = "2C 3C 4C 5C 7D 7H 7S 9D 9H 9S KD", "AC AD AH 4D 5D 6D 8C QC QD TH"
"""A gin hand before its discard, and one that leaves 38 points unmatched."""


def shown(table: Table[View], seat: int | None = None) -> dict[int, set[str]]:
    """The hands that a viewer is shown, by seat."""
    return {hand.seat: set(hand.cards) for hand in table.view(seat).shown}


def cards(*hands: str) -> dict[int, set[str]]:
    return {seat: set(hand.split()) for seat, hand in enumerate(hands) if hand}


def test_all_hands_still_in_are_shown_at_the_showdown() -> None:
    table = play(lay_out("simple-poker", ACES, KINGS, NOTHING), "raise, call, call")
    assert table.view().hand_number == 1, "the next hand is dealt"
    for viewer in (None, 0, 1, 2):
        assert shown(table, viewer) == cards(ACES, KINGS, NOTHING)
    assert "seat 0 shows 2C AC 3D AD 4H." in told(table)


def test_a_folded_hand_stays_secret() -> None:
    table = play(lay_out("simple-poker", NOTHING, KINGS, ACES), "raise, call, fold")
    assert shown(table) == cards(NOTHING, KINGS)
    assert not any("seat 2 shows" in sentence for sentence in told(table))


def test_the_last_player_left_shows_nothing() -> None:
    table = play(lay_out("simple-poker", NOTHING, KINGS), "raise, fold")
    assert table.view().hand_number == 1
    assert shown(table) == {}
    assert not any("shows" in sentence for sentence in told(table))


def test_shown_hands_stay_in_view_until_the_next_hand_is_over() -> None:
    table = play(lay_out("simple-poker", ACES, KINGS), "call, call")
    before = shown(table)
    assert before == cards(ACES, KINGS)
    play(table, "raise")
    assert shown(table) == before
    play(table, "fold")
    assert shown(table) == {}, "nobody had to show in the second hand"


def test_the_single_cards_of_betting_war_are_shown() -> None:
    table = play(lay_out("betting-war", "AC", "2C", "AD", chips=[49, 49, 49]), "call, call, call")
    assert shown(table) == cards("AC", "2C", "AD")


def test_blackjack_shows_the_hands_of_all_who_play_for_a_stake() -> None:
    """Seat 3 sits out, because the dealer could not pay it."""
    hands = ("KC 9D", "KD 7C", "KH 7D", "KS QS")
    fields: dict[str, Any] = {"chips": [7, 95, 98, 193], "stake": [0, 5, 2, 0], "score": [7, 100, 100, 193]}
    table = lay_out("blackjack", *hands, dealer=0, turn=1, folded=["seat 3"], **fields)
    while table.view().hand_number == 0:
        play(table, "pass")
    assert shown(table) == cards(*hands[:3])


def test_hands_compared_for_an_empty_pot_are_shown_too() -> None:
    rules = genome("simple-poker", chips=Chips(100, ante=0))
    table = play(lay_out(rules, ACES, KINGS, chips=[100, 100], stake=[0, 0]), "call, call")
    assert shown(table) == cards(ACES, KINGS)


def knocked() -> Table[View]:
    table = lay_out("gin-rummy", KNOCKER, OTHER, after="draw", top="3S", drawn=0)
    return play(table, "knock with KD")


def test_a_knock_shows_melds_and_unmatched_cards_of_both_players() -> None:
    mine, theirs = knocked().view().shown
    assert (mine.seat, mine.knocked, mine.points, mine.unmatched) == (0, True, 0, ())
    assert set(mine.melds) == {("2C", "3C", "4C", "5C"), ("7D", "7H", "7S"), ("9D", "9H", "9S")}
    assert (theirs.seat, theirs.knocked, theirs.points) == (1, False, 38)
    assert set(theirs.melds) == {("AC", "AD", "AH"), ("4D", "5D", "6D")}
    assert theirs.unmatched == ("8C", "TH", "QC", "QD")
    assert set(theirs.cards) == set(OTHER.split())


def test_everybody_is_told_of_a_knock() -> None:
    table = knocked()
    sentences = told(table)
    assert "seat 0 has knocked: 7D 7H 7S, 9D 9H 9S, 2C 3C 4C 5C. Nothing is unmatched." in sentences
    assert "seat 1 shows 8C QC AC 4D 5D 6D QD AD TH AH, 38 points unmatched." in sentences
    assert all(seen.visible_to(None) for seen in table.played[-1].events)


def test_a_hand_without_a_knock_shows_nothing() -> None:
    rules = genome("gin-rummy", turn_limit=1)
    table = play(lay_out(rules, KNOCKER, OTHER, after="draw", top="3S", drawn=0), "discard KD")
    assert table.view().hand_number == 1
    assert table.view().shown == ()


def test_at_the_end_of_the_match_shown_hands_are_known() -> None:
    """Otherwise a search could deal other cards to those who have shown theirs."""
    table = play(lay_out(genome("simple-poker", match=Match(hands=1)), NOTHING, KINGS, ACES), "raise, call, fold")
    assert table.outcome is not None
    hand = table.record(2)[0]["hand"]
    assert [int(cards) for cards in hand[:3]] == [mask_of(cards.split()) for cards in (NOTHING, KINGS, ACES)]
    assert int(table.record(None)[0]["hand"][2]) == 0, "the folded hand"


def test_shown_hands_are_part_of_a_position() -> None:
    table = play(lay_out("simple-poker", ACES, KINGS), "call, call")
    position = table.position()
    assert set(position.state["shown"][1]) == set(KINGS.split())
    assert shown(table.game.position(position)) == cards(ACES, KINGS)
