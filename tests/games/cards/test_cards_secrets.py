"""The knowledge of a seat, and dealing the hidden cards again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ludex.core.language.chance import new_dice, secret_seed
from ludex.games.cards import library_game
from ludex.games.cards.components import NAMES, names_of
from ludex.games.cards.moves import PassCard


def played_table(name: str, moves: int, seed: int = 1) -> Any:
    table = library_game(name).new(4, seed=seed)
    for number in range(moves):
        seat = table.waiting[0]
        options = table.options(seat)
        table.play(seat, options[number * 7 % len(options)])
    return table


def redealt(table: Any, seat: int, count: int) -> Any:
    dice = new_dice(secret_seed(3))
    for _ in range(count):
        states = table.engine.record_in_full()
        table.game.machine.compiled.redeal(states, 0, seat, dice)
        yield states[0]


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    view = library_game("spades").new(4, seed=1).view(2)
    assert len(view.hand) == 13
    assert [len(seat.cards) for seat in view.seats] == [0, 0, 13, 0]
    assert [seat.hand_size for seat in view.seats] == [13] * 4


def test_redeal_never_gives_a_suit_to_a_seat_known_not_to_hold_it() -> None:
    table = played_table("spades", 40)
    record = table.engine.record_in_full()[0]
    assert record["voids"].any()
    for state in redealt(table, 0, 200):
        for seat in range(1, 4):
            suits = {"CDHS".index(card[1]) for card in names_of(int(state["hand"][seat]))}
            assert not any(int(record["voids"][seat]) >> suit & 1 for suit in suits)
            assert len(names_of(int(state["hand"][seat]))) == record["hand_size"][seat]


def test_redeal_gives_every_unseen_card_to_every_seat_alike() -> None:
    table = library_game("spades").new(4, seed=5)
    own = set(table.view(0).hand)
    card = next(name for name in NAMES if name not in own)
    holders: Counter[int] = Counter()
    for state in redealt(table, 0, 1_500):
        holders.update(seat for seat in range(1, 4) if card in names_of(int(state["hand"][seat])))
    assert sum(holders.values()) == 1_500
    assert all(400 < holders[seat] < 600 for seat in (1, 2, 3))


def test_redeal_keeps_the_cards_one_passed_where_they_are() -> None:
    table = library_game("hearts").new(4, seed=2)
    mine = []
    while table.view().due == "pass":
        seat = table.waiting[0]
        move = table.options(seat)[0]
        assert isinstance(move, PassCard)
        if seat == 1:
            mine.append(move.card)
        table.play(seat, move)
    assert len(mine) == 3
    for state in redealt(table, 1, 50):
        assert set(mine) - {"2C"} <= set(names_of(int(state["hand"][2])))
    known = table.view(1).seats[2].cards
    assert set(mine) <= set(known)
    assert not set(mine) & set(table.view(0).seats[2].cards) - {"2C"}


def test_who_flips_unseen_does_not_see_its_own_cards() -> None:
    table = library_game("war").new(2, seed=1)
    assert table.view(0).hand == ()
    assert not np.any(table.record(0)["hand"])


def test_a_claim_is_seen_by_the_claimer_alone() -> None:
    table = library_game("cheat").new(3, seed=1)
    table.play(0, table.options(0)[0])
    assert table.record(0)[0]["claim_cards"] != 0
    assert table.record(1)[0]["claim_cards"] == 0


def test_redeal_chooses_what_the_others_passed_to_each_other() -> None:
    """Seat 1 knows what it gave to seat 2 and what it got from seat 0; what seats 2 and 3 gave is chosen again."""
    table = played_table("hearts", 12 + 9)
    true = [int(given) for given in table.engine.record_in_full()[0]["given"]]
    found = [set[int](), set[int](), set[int](), set[int]()]
    for state in redealt(table, 1, 60):
        for giver in range(4):
            given = int(state["given"][giver])
            assert given.bit_count() == 3
            found[giver].add(given)
    assert [found[0], found[1]] == [{true[0]}, {true[1]}]
    assert min(len(found[2]), len(found[3])) > 20


def test_a_spectators_redeal_knows_nothing_of_what_was_passed() -> None:
    table = played_table("hearts", 12 + 9)
    assert not np.any(table.record(None)["given"])
    for state in redealt(table, -1, 10):
        assert [int(given).bit_count() for given in state["given"][:4]] == [3, 3, 3, 3]
