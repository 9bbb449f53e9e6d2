"""The end of rounds, the values of paintings, the sale, and the end of the game."""

from __future__ import annotations

import pytest

from ludex.games.modern_art import AwaitingCard, GameOver, HiddenAuction, RoundEnding, Selling
from ludex.games.modern_art.components import DEAL

from .position import card, money, owns, phase, play, played, position, sell_out, told

HANDS = "Rafael hidden, Manuel open", "Sigrid open", "Daniel open"


# The end of a round


def test_the_fifth_card_of_an_artist_is_not_auctioned_and_nobody_owns_it() -> None:
    table = play(position(*HANDS, before=["", "4 Rafael open"]), "0: play Rafael hidden")
    assert table.view().phase == RoundEnding(0, (card("Rafael hidden"),))
    assert (played(table)[4], owns(table, 0).total()) == (5, 0)
    assert told(table)[1:] == [
        "Round 1 ends: fifth card of an artist.",
        "Rafael Silveira (hidden) stays unsold, but counts.",
    ]


def test_a_fourth_card_does_not_end_the_round() -> None:
    table = play(position(*HANDS, before=["", "3 Rafael open"]), "0: play Rafael hidden")
    assert phase(table, HiddenAuction).auctioneer == 0


def test_the_next_round_starts_left_of_the_player_of_the_last_card() -> None:
    table = position("Sigrid open", "Daniel open", *HANDS[:1], unsold="4 Rafael open", turn=2)
    sell_out(play(table, "2: play Rafael hidden"))
    assert (table.view().round, table.view().phase) == (2, AwaitingCard(0))


def test_after_a_pair_it_starts_left_of_the_player_of_the_second_card() -> None:
    table = position("Rafael double, Manuel open", "Rafael hidden", "Daniel open", unsold="3 Rafael open")
    sell_out(play(table, "0: play Rafael double", "0: decline", "1: add Rafael hidden"))
    assert table.view().phase == AwaitingCard(2)


def test_a_starter_without_cards_is_skipped() -> None:
    table = position(HANDS[0], "", "Daniel open", unsold="4 Rafael open", round=3)
    sell_out(play(table, "0: play Rafael hidden"))
    assert (table.view().round, table.view().phase) == (4, AwaitingCard(2))


def test_no_artist_ever_has_more_than_five_cards() -> None:
    """A double as the fourth can be joined by the fifth; a double as the fifth cannot be joined."""
    table = position("Rafael double, Manuel open", "Rafael hidden", "Daniel open", unsold="3 Rafael open")
    play(table, "0: play Rafael double", "0: decline", "1: add Rafael hidden")
    assert played(table)[4] == 5


# All hands empty


def test_the_last_card_of_all_hands_is_not_auctioned() -> None:
    table = play(position("Manuel open", "", "", round=4, before=["", "Sigrid open"]), "0: play Manuel open")
    assert table.view().phase == RoundEnding(0, (card("Manuel open"),))
    assert told(table)[1] == "Round 4 ends: last card of all hands."
    assert played(table) == [1, 1, 0, 0, 0]


def test_the_last_card_but_one_is_auctioned() -> None:
    table = position("Manuel one offer", "", "Daniel open", round=4)
    play(table, "0: play Manuel one offer", "pass", "pass", "pass", "2: play Daniel open")
    assert table.view().phase == RoundEnding(2, (card("Daniel open"),))


def test_a_last_card_that_is_a_double_ends_the_round_too() -> None:
    table = play(position("Manuel double", "", "", round=4), "0: play Manuel double")
    assert table.view().phase == RoundEnding(0, (card("Manuel double"),))


def test_a_second_card_that_is_the_last_of_all_leaves_both_unsold() -> None:
    table = play(position("Manuel double", "Manuel open", "", round=4), "0: play Manuel double", "1: add Manuel open")
    assert table.view().phase == RoundEnding(1, (card("Manuel double"), card("Manuel open")))


def test_a_fourth_round_that_runs_out_of_cards_ends_the_game() -> None:
    table = position("Manuel open", "", "", round=4, before=["", "Sigrid open", ""])
    sell_out(play(table, "0: play Manuel open"))
    assert table.outcome is not None
    assert money(table) == [100, 120, 100]


# Ranking and value


NAMES = "Manuel", "Sigrid", "Daniel", "Ramon", "Rafael"
ROW = "open", "one offer", "hidden", "fixed price"


def ranking(*counts: int) -> list[str]:
    """Return the artists with a tile after a round with the given number of cards of each, best first."""
    lie = [f"{name} {auction}" for name, count in zip(NAMES, counts, strict=True) for auction in ROW[:count]]
    fifth = NAMES[counts.index(5)]
    table = position(f"{fifth} double, Sigrid open", "Daniel open", "Ramon open", unsold=", ".join(lie))
    play(table, f"0: play {fifth} double", "0: end round")
    order = sorted(table.view().board, key=lambda artist: -artist.tiles[0])
    return [artist.artist.split()[0] for artist in order if artist.tiles[0]]


@pytest.mark.parametrize(
    ("counts", "ranked"),
    [
        ((0, 1, 2, 3, 5), ["Rafael", "Ramon", "Daniel"]),
        ((1, 1, 1, 1, 5), ["Rafael", "Manuel", "Sigrid"]),
        ((2, 4, 2, 4, 5), ["Rafael", "Sigrid", "Ramon"]),
        ((5, 0, 0, 0, 4), ["Manuel", "Rafael"]),
        ((0, 0, 5, 0, 0), ["Daniel"]),
    ],
)
def test_most_cards_rank_first_ties_go_to_the_left_of_the_board_and_artists_without_cards_do_not_rank(
    counts: tuple[int, ...], ranked: list[str]
) -> None:
    assert ranking(*counts) == ranked


def test_unsold_cards_count_for_the_ranking() -> None:
    table = position(
        "Rafael double, Manuel open", "Rafael open", "Daniel open", before=["3 Rafael one offer", "3 Sigrid open"]
    )
    play(table, "0: play Rafael double", "0: decline", "1: add Rafael open", "1: end round")
    assert [(row.artist, row.cards, row.tile) for row in phase(table, Selling).ranking[:2]] == [
        ("Rafael Silveira", 5, 30),
        ("Sigrid Thaler", 3, 20),
    ]


def test_tiles_are_thirty_twenty_ten() -> None:
    table = play(
        position(*HANDS, before=["4 Rafael open", "2 Sigrid open", "Ramon open"]), "0: play Rafael hidden", "end round"
    )
    assert [artist.tiles[0] for artist in table.view().board] == [0, 20, 0, 10, 30]


def test_a_painting_is_worth_all_tiles_of_its_artist_if_it_ranks_this_round() -> None:
    tiles = {"Rafael": [30, 10], "Sigrid": [20, 30]}
    table = position(*HANDS, before=["Sigrid open", "4 Rafael open"], round=3, tiles=tiles, gone="")
    sell_out(play(table, "0: play Rafael hidden"))
    assert money(table) == [100 + 50 + 20, 100 + 4 * (40 + 30), 100]


def test_old_tiles_are_worth_nothing_to_an_artist_outside_the_top_three() -> None:
    before = ["Manuel open, Manuel hidden", "4 Rafael open", "Sigrid open, Daniel open, Ramon open"]
    table = position(*HANDS, before=before, round=2, tiles={"Ramon": [30], "Daniel": [20]})
    sell_out(play(table, "0: play Rafael hidden"))
    assert money(table) == [140, 220, 110]


def test_old_tiles_count_again_in_a_later_round() -> None:
    """Rafael: first, third, nowhere, second, as the review's example; a painting is then worth 30 + 10 + 20."""
    before = ["3 Sigrid open, Sigrid one offer", "Rafael open"]
    table = position(
        "Sigrid hidden", "Daniel open", "Ramon open", before=before, round=4, tiles={"Rafael": [30, 10, 0]}
    )
    sell_out(play(table, "0: play Sigrid hidden"))
    assert money(table) == [220, 160, 100]


# The sale


def test_everybody_with_paintings_sells_in_any_order() -> None:
    table = play(position(*HANDS, before=["4 Rafael open", "", "Sigrid open"]), "0: play Rafael hidden", "end round")
    assert (table.waiting, phase(table, Selling).waiting) == ((0, 2), (0, 2))
    play(table, "2: sell")
    assert (table.waiting, owns(table, 2).total(), money(table)) == ((0,), 0, [100, 100, 120])
    assert told(table) == ["seat 2 sells 1 painting to the bank for 20.", "the bank pays 20 to seat 2."]
    play(table, "0: sell")
    assert (table.view().round, money(table)) == (2, [220, 100, 120])


def test_worthless_paintings_are_discarded_too() -> None:
    before = ["4 Rafael open", "2 Manuel open, 2 Sigrid open", "Daniel open"]
    table = play(position(*HANDS, before=before), "0: play Rafael hidden", "end round", "2: sell")
    assert (owns(table, 2).total(), money(table)[2]) == (0, 100)


def test_a_new_round_has_an_empty_table() -> None:
    table = sell_out(play(position(*HANDS, before=["", "4 Rafael open"]), "0: play Rafael hidden"))
    view = table.view()
    assert (played(table), view.unsold, view.last_sale) == ([0] * 5, (), None)
    assert not any(seat.paintings for seat in view.seats)


def test_hand_cards_are_kept() -> None:
    table = sell_out(play(position(*HANDS, round=3, unsold="4 Rafael open"), "0: play Rafael hidden"))
    assert table.view(0).hand == (card("Manuel open"),)


# The end of the game


def test_after_round_four_most_money_wins() -> None:
    table = position(*HANDS, before=["", "4 Rafael open"], round=4, money=[100, 0, 90])
    sell_out(play(table, "0: play Rafael hidden"))
    assert table.view().phase == GameOver((100, 120, 90), (1,))
    assert table.outcome is not None
    assert (table.outcome.scores, table.outcome.winners) == ((100, 120, 90), (1,))
    assert table.outcome.reason == "all four rounds were played"


def test_equal_money_is_a_shared_win() -> None:
    table = position(*HANDS, before=["", "4 Rafael open"], round=4, money=[120, 0, 90])
    sell_out(play(table, "0: play Rafael hidden"))
    assert table.outcome is not None
    assert (table.outcome.ranks, table.outcome.winners) == ((1, 1, 3), (0, 1))


def test_at_the_end_all_show_their_money() -> None:
    table = position(*HANDS, before=["", "4 Rafael open"], round=4, money=[100, 0, 90])
    sell_out(play(table, "0: play Rafael hidden"))
    assert told(table)[-4:-1] == [
        f"seat {seat} shows all money: {amount}." for seat, amount in enumerate([100, 120, 90])
    ]
    assert told(table)[-1] == "The game is over."
    assert [seat.money for seat in table.view(0).seats] == [100, 120, 90]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_rounds_one_to_three_always_end_by_a_fifth_card(seats: int) -> None:
    """20 cards can lie without a fifth, 21 are played at most: the hands hold more than 20 at the start of each."""
    held = 0
    for dealt in DEAL[seats][:3]:
        held += seats * dealt
        assert held > 20
        held -= 21
