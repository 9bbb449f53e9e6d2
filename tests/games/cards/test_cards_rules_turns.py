"""The rules of turns, one by one, on hand-made positions: draw, play, discard, claim, ask, and how a hand ends."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.cards.positions import genome, lay_out, options, play, refused, scores, told

from ludex.games.cards import CardGame
from ludex.games.cards.components import NAMES, SUITS
from ludex.games.cards.genome import CardPoints, CardScoring, Deal, DiscardPhase, DrawPhase, Effect, Match, PlayPhase

# Drawing


def test_a_seat_that_cannot_play_draws_and_one_that_can_does_not() -> None:
    assert options(lay_out("crazy-eights", "3D 4D", "5D 6D", top="2S", pc="draw")) == {"draw"}
    table = play(lay_out("crazy-eights", "3S 4D", "5D 6D", top="2S", pc="play"), "play 3S")
    assert (table.waiting, table.view().due) == ((1,), "draw"), "seat 1 has neither a spade nor a three"


def test_a_seat_that_draws_often_enough_in_vain_may_play_nothing() -> None:
    table = lay_out("crazy-eights", "3D 4D", "5D 6D", top="2S", pc="draw", drawn=3)
    assert options(table) == {"pass"}


def test_an_empty_stock_is_made_of_the_pile_below_its_top() -> None:
    pile = [card for card in NAMES if card not in ("3D", "4D", "5C")]
    table = play(lay_out("crazy-eights", "3D 4D", "5C", pile=pile, top="2S", pc="draw"), "draw")
    assert (table.view().pile_top, table.view().pile_size, table.view().stock_size) == ("2S", 1, 47)


def test_the_top_of_the_pile_may_be_taken_and_everybody_knows_it() -> None:
    table = lay_out("gin-rummy", "3D 4D", "5C 6C", top="2S")
    assert options(table) == {"draw", "take"}
    assert "2S" in play(table, "take").view(1).seats[0].cards


def test_a_card_drawn_from_the_next_hand_is_known_to_the_two_of_them_alone() -> None:
    table = play(lay_out("old-maid", "3D", "5C 6C", "7C"), "draw")
    seen = table.played[-1].events[0]
    assert [seen.visible_to(seat) for seat in range(3)] == [True, True, False]
    assert table.view().seats[1].hand_size == 1


def test_a_card_just_taken_from_the_pile_may_not_be_thrown_back() -> None:
    table = play(lay_out("gin-rummy", "3D 4D", "5C 6C", top="2S"), "take")
    assert table.view().seats[0].taken == "2S"
    assert not {"discard 2S", "knock with 2S"} & options(table)
    assert refused(table, "discard 2S") == refused(table, "knock with 2S") == "just-taken"
    play(table, "discard 3D, draw, discard 5C, draw")
    assert table.view().seats[0].taken is None
    assert "discard 2S" in options(table), "in a later turn it may"


def test_a_player_left_with_the_card_just_taken_discards_no_more() -> None:
    rules = genome("gin-rummy", phases=(DrawPhase(source="pile"), DiscardPhase(3, knock=10)))
    table = play(lay_out(rules, "3D", "5C 6C", top="2S"), "take, discard 3D")
    assert (table.waiting, table.view(0).hand) == ((1,), ("2S",))


def test_cards_drawn_as_a_penalty_come_from_the_pile_when_the_stock_is_empty() -> None:
    pile = [card for card in NAMES if card not in ("2D", "4D", "5C", "6C")]
    table = play(lay_out("uno-style", "2D 4D", "5C 6C", pile=pile, top="2S", pc="play"), "play 2D")
    view = table.view()
    assert (view.seats[1].hand_size, view.pile_top, view.pile_size, view.stock_size) == (4, "2D", 1, 46)


def test_without_reshuffling_an_empty_stock_costs_nobody_a_penalty() -> None:
    rules = genome("uno-style", phases=(PlayPhase(),))
    pile = [card for card in NAMES if card not in ("2D", "4D", "5C", "6C")]
    table = play(lay_out(rules, "2D 4D", "5C 6C", pile=pile, top="2S"), "play 2D")
    assert table.view().seats[1].hand_size == 2


# The deal


def test_the_first_card_of_the_pile_is_never_wild() -> None:
    rules = genome("crazy-eights", phases=(PlayPhase(wild="2345679TJQKA"),))
    game = CardGame(rules)
    game.machine.kernel = game.machine.interpreted
    starters = {game.new(2, seed=seed).view().pile_top for seed in range(40)}
    assert starters == {"8C", "8D", "8H", "8S"}
    assert all(game.new(2, seed=seed).view().stock_size == 52 - 14 - 1 for seed in range(3))


@pytest.mark.parametrize(("name", "dealt"), [("go-fish", {2: 7, 3: 7, 4: 5, 6: 5}), ("crazy-eights", {2: 7, 3: 5})])
def test_few_players_get_more_cards(name: str, dealt: dict[int, int]) -> None:
    game = CardGame(genome(name, book=0))
    game.machine.kernel = game.machine.interpreted
    for seats, cards in dealt.items():
        view = game.new(seats, seed=1).view()
        assert [seat.hand_size for seat in view.seats] == [cards] * seats


def test_few_players_are_dealt_as_many_again() -> None:
    rules = genome("scopa", deal=Deal(3, table=4, again=True, few_seats=2, few_cards=5))
    assert play(lay_out(rules, "5D", "KH", table="2C"), "play 5D, play KH").view().seats[0].hand_size == 5


def test_a_seat_sees_the_cards_that_it_drew_last_even_after_the_next_deal() -> None:
    rules = genome("draw-poker", phases=(DrawPhase(),), ranking="high card", turn_rounds=1)
    table = play(lay_out(rules, "3S", "KD"), "draw")
    drawn = set(table.view(0).hand) - {"3S"}
    assert set(table.view(0).seen) == drawn
    assert table.view(1).seen == table.view().seen == ()
    after = play(table, "draw")
    assert after.view().hand_number == 1
    assert (set(after.view(0).seen), len(after.view(1).seen)) == (drawn, 1)


def test_both_seats_see_a_card_that_one_draws_from_the_other() -> None:
    rules = genome("old-maid", seats=(3, 3))
    table = play(lay_out(rules, "3S 4S", "KD QD", "7D 8D"), "draw")
    assert table.view(0).seen == table.view(1).seen != ()
    assert table.view(2).seen == ()


def test_cards_drawn_in_one_go_are_seen_together() -> None:
    rules = genome("draw-poker", phases=(DiscardPhase(2, optional=True, face_down=True, refill=True),))
    table = play(lay_out(rules, "2C 3C 4C 5C 7D", "2D 3D 4D 5D 7C"), "discard 2C, discard 3C")
    assert set(table.view(0).seen) == set(table.view(0).hand) - {"4C", "5C", "7D"}


# Playing


@pytest.mark.parametrize(
    ("condition", "playable"),
    [
        ("same suit", "3S"),
        ("same rank", "9D"),
        ("same colour", "3S 4C"),
        ("beats top", "KH"),
        ("rank 4", "4C"),
        ("anything", "3S 4C KH 9D"),
    ],
)
def test_a_card_is_played_only_where_its_condition_holds(condition: str, playable: str) -> None:
    rules = genome("crazy-eights", phases=(PlayPhase(allow=((condition,),)),))
    table = lay_out(rules, "3S 4C KH 9D", "2H", top="9S")
    assert options(table) == {f"play {card}" for card in playable.split()}
    assert condition == "anything" or refused(table, "play 2C") == "card-not-allowed"


def test_all_conditions_of_a_group_must_hold() -> None:
    rules = genome("crazy-eights", phases=(PlayPhase(allow=(("same suit", "beats top"), ("rank 2",))),))
    assert options(lay_out(rules, "3S TS TD 2D", "2H", top="9S")) == {"play TS", "play 2D"}


def test_the_player_of_a_wild_card_names_the_suit_to_follow() -> None:
    table = lay_out("crazy-eights", "8C 3D", "4H 5S", top="9S", pc="play")
    assert refused(table, "play 8C") == "name-a-suit"
    play(table, "wild 8C hearts")
    assert options(table) == {"play 4H"}


def test_suits_are_built_up_and_down_from_their_seven() -> None:
    table = lay_out("fan-tan", "6C 8C 9C 7D", "2C", "3C", table="7C")
    assert options(table) == {"play 6C", "play 8C", "play 7D"}
    assert refused(table, "pass") == "must-act"


def test_a_seat_that_cannot_play_passes() -> None:
    assert options(lay_out("fan-tan", "2C", "6C", "3C", table="7C")) == {"pass"}


def test_sets_are_beaten_by_as_many_cards_of_a_higher_rank() -> None:
    table = play(lay_out("president", "5C 5D 3C", "6C 6D 7C", "4C 4D 9C", "KC"), "set 5 × 2")
    assert options(table) == {"set 6 × 2", "pass"}
    assert refused(table, "set 7 × 1") == "set-not-allowed"


def test_a_seat_that_leads_a_set_may_not_pass() -> None:
    assert refused(lay_out("president", "5C 5D 3C", "6C", "4C", "KC"), "pass") == "must-act"


def test_the_pile_is_cleared_when_all_others_have_passed() -> None:
    table = play(lay_out("president", "5C 5D 3C", "6C 7C", "4C 9C", "KC"), "set 5 × 2, pass, pass, pass")
    assert table.waiting == (0,)
    assert options(table) == {"set 3 × 1"}


@pytest.mark.parametrize(
    ("does", "count", "following"), [("skip", 1, 2), ("skip", 2, 3), ("reverse", 1, 3), ("again", 1, 0), ("draw", 2, 1)]
)
def test_cards_have_effects_on_whose_turn_is_next(does: Any, count: int, following: int) -> None:
    rules = genome("crazy-eights", phases=(PlayPhase(),), effects=(Effect("J", does, count),))
    table = play(lay_out(rules, "JC 2C", "3C 4C", "5C 6C", "7C 8C", top="9S"), "play JC")
    assert table.waiting == (following,)
    assert table.view().seats[1].hand_size == (4 if does == "draw" else 2)


# Capturing


@pytest.mark.parametrize(
    ("lying", "taken"),
    [("5C 2C 3C", {"5C"}), ("2C 3C 4C", {"2C", "3C"}), ("AC 2D 2C KC", {"AC", "2C", "2D"}), ("2C 4C", set())],
    ids=["equal", "two", "three", "nothing"],
)
def test_capturing_takes_an_equal_card_or_else_cards_that_add_up(lying: str, taken: set[str]) -> None:
    table = play(lay_out("scopa", "5D 7C", "6D", table=lying), "play 5D")
    assert set(table.view().seats[0].won) == (taken | {"5D"} if taken else set())
    assert ("5D" in table.view().table) == (not taken)


@pytest.mark.parametrize(
    ("lying", "taken"),
    [
        ("AC 2C 3C 4C", "AC 2C 3C 4C"),
        ("AC AD 2C 2D 4C", "AC AD 2C 2D 4C"),
        ("AC AD AH AS 2C 2D 2H", "AC AD AH AS 2C 2D 2H"),
        ("AC AD 2C 3C 5H AH", "2C 3C 5H"),
        ("AC AD 3C 3D 3S 5H", "AC 3C 3D 3S"),
        ("AC 2C 3C 3D 5H", "2C 3C 5H"),
        ("AC 2D 3H 3S KS", "KS"),
        ("AC AD 2C 2D 3S", ""),
    ],
    ids=["four", "five", "seven", "three-before-five", "first-of-equal-size", "lowest", "equal-card-first", "nothing"],
)
def test_a_card_captures_as_few_cards_as_add_up_to_it_however_many_they_are(lying: str, taken: str) -> None:
    table = play(lay_out("scopa", "KD 7C", "6D", table=lying), "play KD")
    assert set(table.view().seats[0].won) == ({"KD", *taken.split()} if taken else set())


def test_a_sweep_clears_the_table_and_scores() -> None:
    rules = genome("scopa", card_scoring=None, majorities=(), deal=Deal(3, table=4), match=Match(hands=1))
    assert scores(play(lay_out(rules, "5D", "5H", table="5C"), "play 5D, play 5H")) == [1, 0]


def test_the_last_card_of_a_hand_makes_no_sweep() -> None:
    rules = genome("scopa", card_scoring=None, majorities=(), match=Match(hands=1))
    stock_gone: Any = {"won": [["2C", "2D"], [c for c in NAMES if c[0] in "A3467JQK" or c in ("2H", "2S")]]}
    assert scores(play(lay_out(rules, "5D", "5H", table="5C", **stock_gone), "play 5D, play 5H")) == [1, 0]
    assert scores(play(lay_out(rules, "", "5H", table="5C 5D", **stock_gone, turn=1), "play 5H")) == [0, 0]
    assert scores(play(lay_out(rules, "", "5H", table="5C", **stock_gone, turn=1), "play 5H")) == [0, 0]
    again = play(lay_out(rules, "", "5H", table="5C", turn=1), "play 5H")
    assert again.position().state["sweeps"][1] == 1, "cards are dealt again, so it was not the last"


def test_the_last_to_capture_takes_what_is_left_on_the_table() -> None:
    rules = genome("scopa", sweep_points=0, card_scoring=None, deal=Deal(3, table=4), match=Match(hands=1))
    table = play(lay_out(rules, "5D", "KH", table="5C 2C"), "play 5D, play KH")
    assert set(table.view().seats[0].won) == {"5D", "5C", "2C", "KH"}


def test_hands_are_dealt_again_while_the_stock_lasts() -> None:
    table = play(lay_out("scopa", "5D", "KH", table="2C"), "play 5D, play KH")
    assert [seat.hand_size for seat in table.view().seats] == [3, 3]


@pytest.mark.parametrize("limit", [{"turn_limit": 9}, {"turn_rounds": 4}], ids=["turns", "rounds"])
def test_a_hand_that_is_over_is_not_dealt_again(limit: dict[str, int]) -> None:
    """Cards dealt after the last turn would be counted, although no player would have seen them."""
    scoring = CardScoring(tuple(CardPoints(-1, suit=suit) for suit in SUITS), source="hand")
    changed: Any = {"card_scoring": scoring, "majorities": (), "sweep_points": 0, "match": Match(hands=1), **limit}
    turns = limit.get("turn_limit", 8) - 2
    table = lay_out(genome("scopa", **changed), "5D", "KH", table="2C", turns=turns)
    play(table, "play 5D, play KH")
    assert (table.outcome is not None, scores(table), table.view().stock_size) == (True, [0, 0], 40 - 3)
    onward = play(lay_out(genome("scopa", **changed), "5D", "KH", table="2C", turns=turns - 1), "play 5D, play KH")
    assert [seat.hand_size for seat in onward.view().seats] == [3, 3]


def test_a_card_at_the_limit_of_turns_makes_no_sweep_though_the_stock_lasts() -> None:
    rules = genome("scopa", card_scoring=None, majorities=(), match=Match(hands=1), turn_limit=9)
    assert scores(play(lay_out(rules, "", "5H", table="5C", turn=1, turns=8), "play 5H")) == [0, 0]


# Discarding


def test_discards_are_optional_up_to_their_number_and_refilled() -> None:
    rules = genome("draw-poker", phases=(DiscardPhase(2, optional=True, face_down=True, refill=True),))
    table = lay_out(rules, "2C 3C 4C 5C 7D", "2D 3D 4D 5D 7C")
    assert "pass" in options(table)
    play(table, "discard 2C, discard 3C")
    view = table.view(0)
    assert (len(view.hand), view.stock_size) == (5, 52 - 10 - 2)
    assert not {"2C", "3C"} & set(view.hand)


def test_discards_onto_the_pile_are_seen_by_all() -> None:
    table = play(lay_out("gin-rummy", "2C 3C 4C", "2D 3D", top="KS", pc="discard"), "discard 4C")
    assert table.view().pile_top == "4C"


def test_knocking_needs_few_unmatched_points_and_ends_the_hand() -> None:
    table = lay_out("gin-rummy", "7C 7D 7H 8S 2D KC", "9C 9D KS QS", top="KH", pc="discard")
    assert refused(table, "knock with 2D") == "cannot-knock"
    play(table, "knock with KC")
    assert table.view().hand_number == 1
    assert scores(table) == [38 - 10, 0]


# Asking and books


def test_a_seat_that_gets_cards_asks_again_and_one_that_gets_none_draws() -> None:
    table = lay_out("go-fish", "7C 7D KC", "7H 2C", "3C")
    assert options(table) == {f"ask {seat} {rank}" for seat in ("seat 1", "seat 2") for rank in ("7", "king")}
    play(table, "ask seat 1 7")
    assert table.waiting == (0,)
    assert set(table.view(0).hand) == {"7C", "7D", "7H", "KC"}
    play(table, "ask seat 2 king")
    assert table.waiting == (1,)
    assert table.view().seats[0].hand_size == 5


def test_a_seat_asks_only_for_ranks_it_holds_and_only_seats_with_cards() -> None:
    table = lay_out("go-fish", "7C", "7H 2C", "")
    assert refused(table, "ask seat 1 2") == "cannot-ask"
    assert refused(table, "ask seat 2 7") == "cannot-ask"
    assert refused(table, "ask seat 0 7") == "cannot-ask"


def test_books_are_put_down_as_soon_as_they_are_complete() -> None:
    table = play(lay_out("go-fish", "7C 7D 7S KC", "7H 2C", "3C"), "ask seat 1 7")
    assert set(table.view().seats[0].won) == {"7C", "7D", "7H", "7S"}


def test_books_of_two_are_pairs() -> None:
    table = play(lay_out("old-maid", "3D", "3C", "7C 8C"), "draw")
    assert set(table.view().seats[0].won) == {"3C", "3D"}


# Claiming


def test_a_claim_is_made_of_one_or_more_cards_whatever_they_are() -> None:
    table = lay_out("cheat", "AC 5D 6D", "2C", "3C")
    assert refused(table, "pass") == "must-act"
    play(table, "claim 5D, claim 6D, pass")
    assert "seat 0 claims 2 × ace." in told(table)
    assert options(table) == {"doubt", "believe"}


def test_a_doubted_lie_brings_the_pile_back_to_the_claimer() -> None:
    table = play(lay_out("cheat", "AC 5D 6D", "2C 3D", "3C 4D"), "claim 5D, pass, doubt")
    assert set(table.view(0).hand) == {"AC", "5D", "6D"}


def test_a_doubted_truth_brings_the_pile_to_the_doubter() -> None:
    table = play(lay_out("cheat", "AC 5D 6D", "2C 3D", "3C 4D"), "claim AC, pass, believe, doubt")
    assert set(table.view(2).hand) == {"AC", "3C", "4D"}


def test_after_a_claim_that_all_believe_the_next_rank_is_due() -> None:
    table = play(lay_out("cheat", "AC 5D 6D", "2C 3D", "3C 4D"), "claim 5D, pass, believe, believe")
    assert (table.waiting, table.view().claimed_rank) == ((1,), "2")


# How a hand ends


def test_a_hand_ends_when_the_first_seat_is_out_of_cards() -> None:
    table = play(lay_out("crazy-eights", "3S", "KD 8D", "2D", top="2S", pc="play"), "play 3S")
    assert scores(table) == [10 + 50 + 2, 0, 0]


def test_a_hand_ends_when_one_seat_is_left_with_cards() -> None:
    table = play(lay_out("president", "5C", "6C", "4C 9C 9D"), "set 5 × 1, set 6 × 1")
    assert scores(table) == [2, 1, 0]


def test_a_hand_ends_when_all_pass_in_a_row() -> None:
    table = play(lay_out("fan-tan", "2C", "3C 4C", "5H", table="7S", passes=0), "pass, pass, pass")
    assert scores(table) == [-1, -2, -1]


def test_a_hand_ends_at_the_limit_of_turns() -> None:
    rules = genome("crazy-eights", turn_limit=5)
    table = play(lay_out(rules, "3S 4D", "KD", top="2S", pc="play", turns=4), "play 3S")
    assert table.view().hand_number == 1


def test_turns_go_round_as_often_as_the_genome_says() -> None:
    rules = genome("draw-poker", phases=(DrawPhase(),), ranking="high card", turn_rounds=1)
    assert play(lay_out(rules, "3S", "KD"), "draw, draw").view().hand_number == 1
