"""Setup and turns: decks, deal, money, who is in turn, what a card does when it is played."""

from __future__ import annotations

import pytest

from ludex import BadSetting
from ludex.games.modern_art import ARTISTS, AUCTIONS, AwaitingCard, Card, OpenAuction
from ludex.games.modern_art.components import DEAL, DECK, DECKS, PRINTED

from .position import GAME, card, money, offered, owns, play, played, position, sell_out, told

SHORT = "Manuel open", "Sigrid open", "Daniel open"


# The components


def test_names_in_the_code_are_those_in_the_data() -> None:
    assert (list(ARTISTS), list(AUCTIONS)) == (PRINTED["artists"], PRINTED["auctions"])
    assert set(DECKS) == set(PRINTED["decks"])


@pytest.mark.parametrize(("deck", "totals"), [(0, [12, 13, 14, 15, 16]), (1, [12, 13, 15, 15, 15])])
def test_both_decks_have_seventy_cards(deck: int, totals: list[int]) -> None:
    assert DECK[deck].reshape(5, 5).sum(axis=1).tolist() == totals
    assert DECK[deck].sum() == 70


def test_both_decks_have_the_same_number_of_cards_for_every_auction() -> None:
    for deck in DECK:
        assert deck.reshape(5, 5).sum(axis=0).tolist() == [16, 14, 14, 14, 12]


def test_artists_are_in_the_order_of_the_board() -> None:
    assert ARTISTS == ("Manuel Carvalho", "Sigrid Thaler", "Daniel Melim", "Ramon Martins", "Rafael Silveira")


def test_the_published_deck_has_the_cards_of_the_table() -> None:
    rafael, manuel = Card("Rafael Silveira", "open"), Card("Manuel Carvalho", "double")
    kinds = [Card(artist, auction) for artist in ARTISTS for auction in AUCTIONS]
    assert (DECK[0][kinds.index(rafael)], DECK[0][kinds.index(manuel)]) == (4, 2)


# The deal


@pytest.mark.parametrize(("seats", "dealt", "left"), [(3, 10, 40), (4, 9, 34), (5, 8, 30)])
def test_the_first_deal(seats: int, dealt: int, left: int) -> None:
    view = GAME.new(seats, seed=3).view(0)
    assert [seat.hand_size for seat in view.seats] == [dealt] * seats
    assert (len(view.hand), view.deck_size, view.money) == (dealt, left, 100)


@pytest.mark.parametrize(
    ("seats", "deals", "left"), [(3, [10, 6, 6, 0], 4), (4, [9, 4, 4, 0], 2), (5, [8, 3, 3, 0], 0)]
)
def test_later_deals(seats: int, deals: list[int], left: int) -> None:
    assert DEAL[seats].tolist() == deals
    assert 70 - seats * sum(deals) == left


def test_new_cards_join_those_left_in_hand() -> None:
    table = position("Manuel open, Rafael hidden", "2 Daniel open", "Sigrid open", unsold="4 Rafael open")
    sell_out(play(table, "0: play Rafael hidden"))
    assert [seat.hand_size for seat in table.view().seats] == [7, 8, 7]
    assert "Manuel Carvalho (open)" in map(str, table.view(0).hand)


def test_no_cards_are_dealt_in_round_four() -> None:
    table = position("Rafael hidden, Manuel open", "Daniel open", "Sigrid open", unsold="4 Rafael open", round=3)
    sell_out(play(table, "0: play Rafael hidden"))
    assert (table.view().round, [seat.hand_size for seat in table.view().seats]) == (4, [1, 1, 1])


def test_the_starting_player_is_given_or_by_chance() -> None:
    assert GAME.new(4, seed=1, starter=2).waiting == (2,)
    assert {GAME.new(4, seed=seed).waiting for seed in range(40)} == {(0,), (1,), (2,), (3,)}


def test_a_starting_player_who_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetting, match="starter is 3: expected a seat from 0 to 2"):
        GAME.new(3, starter=3)


@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_play(seats: int) -> None:
    with pytest.raises(BadSetting, match="for 3 to 5 seats"):
        GAME.new(seats)


# A turn


def test_the_player_in_turn_must_offer_a_card() -> None:
    table = position("Manuel open, 2 Sigrid hidden", *SHORT[1:])
    assert table.view().phase == AwaitingCard(0)
    assert offered(table) == "play Manuel Carvalho open, play Sigrid Thaler hidden"


def test_a_card_counts_for_its_artist_at_once() -> None:
    table = play(position(*SHORT), "0: play Manuel open")
    assert played(table) == [1, 0, 0, 0, 0]
    assert isinstance(table.view().phase, OpenAuction)


def test_after_the_auction_the_left_of_the_auctioneer_is_in_turn() -> None:
    table = play(position("Manuel one offer", *SHORT), "0: play Manuel one offer", *["pass"] * 4)
    assert table.view().phase == AwaitingCard(1)


def test_the_turn_goes_round_the_table() -> None:
    table = play(
        position("Daniel open", "Manuel open", "Sigrid one offer", turn=2), "2: play Sigrid one offer", *["pass"] * 3
    )
    assert table.waiting == (0,)


def test_a_player_without_cards_is_skipped_but_bids() -> None:
    table = play(position("Manuel one offer, Sigrid open", "", "Daniel open"), "0: play Manuel one offer")
    assert (table.waiting, offered(table)) == ((1,), "pass, bid 1…100")
    play(table, "1: bid 7", "2: pass", "0: pass")
    assert table.waiting == (2,)
    assert "seat 1 loses a turn: no cards are left in hand." in told(table)
    assert (money(table), owns(table, 1).total()) == ([107, 93, 100], 1)


def test_a_player_without_cards_cannot_auction() -> None:
    view = position("Manuel one offer", "", "Daniel open").view()
    assert [seat.can_auction for seat in view.seats] == [True, False, True]


# Money


def test_the_buyer_pays_the_auctioneer() -> None:
    table = play(position("Manuel one offer", *SHORT), "play Manuel one offer", "bid 30", "pass", "pass", "pass")
    assert money(table) == [130, 70, 100, 100]
    assert owns(table, 1) == {card("Manuel one offer"): 1}


def test_an_auctioneer_who_buys_pays_the_bank_and_not_themselves() -> None:
    table = play(position("Manuel one offer", *SHORT), "play Manuel one offer", "bid 30", "pass", "pass", "0: bid 31")
    assert money(table) == [69, 100, 100, 100]
    assert "seat 0 pays 31 to the bank." in told(table)


def test_paintings_lie_open_until_the_round_ends() -> None:
    table = position("Manuel one offer, Daniel open", *SHORT[:2], before=["", "", "4 Rafael open"])
    play(table, "play Manuel one offer", "bid 1", "pass", "pass")
    assert [owns(table, seat).total() for seat in range(3)] == [0, 1, 4]
