"""Money, hands, deck and sealed bids are secret; everything else is public; events tell nothing that is not public."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludex.core.language.chance import new_dice, secret_seed
from ludex.games.modern_art.events import MoneyMoved, MoneyShown

from .position import GAME, THREE, money, play, position

OTHERS = "Sigrid open", "Daniel open", "Ramon open"


def dealt_again(states: Any, seat: int, seed: int) -> Any:
    other = states.copy()
    GAME.machine.kernel.redeal(other, 0, seat, new_dice(secret_seed(seed)))
    return other


def test_a_seat_sees_its_own_money_and_hand_only() -> None:
    table = position("Manuel hidden", *OTHERS, money=[90, 80, 70, 60])
    view = table.view(1)
    assert ([seat.money for seat in view.seats], view.money) == ([None, 80, None, None], 80)
    assert [str(card) for card in view.hand] == ["Sigrid Thaler (open)"]


def test_a_spectator_sees_no_money_and_no_hand() -> None:
    view = position("Manuel hidden", *OTHERS).view()
    assert ({seat.money for seat in view.seats}, view.money, view.hand) == ({None}, None, ())


def test_hand_sizes_paintings_tiles_and_counts_are_public() -> None:
    view = position("Manuel hidden", *OTHERS, before=["", "2 Rafael open"], round=2, tiles={"Daniel": [30]}).view()
    assert [seat.hand_size for seat in view.seats] == [1, 1, 1, 1]
    assert [str(painting) for painting in view.seats[1].paintings] == ["Rafael Silveira (open)"] * 2
    assert [artist.worth for artist in view.board] == [0, 0, 30, 0, 0]


def test_the_record_of_a_seat_has_nothing_of_the_others() -> None:
    table = play(position("Manuel hidden", *OTHERS), "play Manuel hidden", "0: seal 3", "1: seal 44", "2: seal 5")
    state = table.record(2)[0]
    assert state["money"].tolist() == [0, 0, 100, 0, 0]
    assert state["bids"].tolist() == [0, 0, 5, 0, 0]
    assert [int(row.sum()) for row in state["hand"]] == [0, 0, 1, 0, 0]


def test_the_deck_has_no_order_to_be_peeked_at() -> None:
    """Cards are drawn only when needed: the deck and others' hands are counts of unknown cards."""
    table = GAME.new(4, seed=1)
    state = table.record(0)[0]
    known = state["hand"][0]
    assert (state["deck"] == state["total"] - known).all()


def test_dealing_again_keeps_all_a_seat_knows_and_the_laws() -> None:
    table = play(position("Manuel one offer, Daniel open", *OTHERS), "play Manuel one offer", "1: bid 70")
    full = table.engine.record_in_full()
    for seat in (-1, 0, 1, 2):
        for seed in range(20):
            other = dealt_again(full, seat, seed)
            assert GAME.machine.kernel.audit(other, 0) == 0
            assert other["money"][0, 1] >= 70
            GAME.machine.kernel.hide(other, 0, seat)
            assert other.tobytes() == table.record(None if seat < 0 else seat).tobytes()


def test_dealing_again_deals_other_hands_and_other_money() -> None:
    full = GAME.new(4, seed=5).engine.record_in_full()
    full["paintings"][0, 1, 0] = 1  # one seat has paid another
    deals = [dealt_again(full, 0, seed) for seed in range(30)]
    assert len({deal["hand"].tobytes() for deal in deals}) == 30
    assert len({deal["money"].tobytes() for deal in deals}) > 20
    assert all(deal["money"][0, 0] == 100 and deal["money"][0].sum() == 400 for deal in deals)


def test_dealing_again_before_the_first_sale_leaves_everybody_what_they_started_with() -> None:
    full = GAME.new(4, seed=5).engine.record_in_full()
    assert all(dealt_again(full, seat, 1)["money"][0, :4].tolist() == [100] * 4 for seat in (-1, 0, 3))


def test_dealing_again_gives_every_unknown_card_the_same_chance() -> None:
    full = GAME.new(4, seed=5).engine.record_in_full()
    seen = np.zeros(25)
    for seed in range(2000):
        seen += dealt_again(full, 0, seed)["hand"][0, 1]
    unknown = full["total"][0] - full["hand"][0, 0]
    expected = unknown / unknown.sum() * 9 * 2000
    assert ((seen - expected) ** 2 / np.maximum(expected, 1)).sum() < 60


def test_sealed_bids_are_guessed_within_what_the_others_have() -> None:
    table = play(position("Manuel hidden", *OTHERS), "play Manuel hidden", "1: seal 44", "2: seal 5")
    deals = [dealt_again(table.engine.record_in_full(), 2, seed) for seed in range(30)]
    assert len({int(deal["bids"][0, 1]) for deal in deals}) > 5
    assert all((deal["bids"][0] <= deal["money"][0]).all() for deal in deals)
    assert {int(deal["bids"][0, 2]) for deal in deals} == {5}
    assert {int(deal["bids"][0, 0]) for deal in deals} == {0}


@pytest.mark.parametrize(
    ("seats", "game", "settings"),
    [(4, GAME, {}), (5, GAME, {"double_money": "split"}), (3, THREE, {"mystery": True})],
)
def test_a_careful_spectator_can_work_out_all_money_from_the_events(
    seats: int, game: Any, settings: dict[str, Any]
) -> None:
    table = game.new(seats, seed=11, **settings)
    dice = new_dice(secret_seed(1))
    buffer = np.zeros((game.max_options, 2), np.int64)
    while table.outcome is None:
        seat = table.waiting[-1]
        slot = game.machine.bot_slots[("random", "medium")[seat % 2]]
        table.play(
            seat, game.moves.unpack(game.machine.kernel.choose(slot, table.record(seat).copy(), 0, seat, buffer, dice))
        )
    purses = Counter[int | None](dict.fromkeys(range(seats), 100))
    for event in table.events():
        if isinstance(event, MoneyMoved):
            purses[event.payer] -= event.amount
            purses[event.receiver] += event.amount
    assert [purses[seat] for seat in range(seats)] == money(table)
    assert [event.money for event in table.events() if isinstance(event, MoneyShown)] == money(table)


def test_what_a_seat_has_only_it_is_told() -> None:
    table = play(position("Manuel one offer", *OTHERS), "play Manuel one offer", "bid 30", "pass", "pass", "0: pass")
    assert [str(e) for e in table.events(0)][-1] == "seat 0 now has 130."
    assert [str(e) for e in table.events(1)][-1] == "seat 1 now has 70."
    assert not any("now has" in str(e) for seat in (2, 3, None) for e in table.events(seat))


def test_dealt_cards_are_told_to_their_seat_only() -> None:
    table = position("Rafael hidden, Manuel open", "Sigrid open", "Daniel open", unsold="4 Rafael open")
    play(table, "0: play Rafael hidden", "end round")
    for seat in range(3):
        told = [str(event) for event in table.events(seat)]
        assert sum(f"seat {seat} is dealt " in line for line in told) == 7
        assert sum("is dealt" in line for line in told) == 9
    assert sum("is dealt 6 cards" in str(event) for event in table.events()) == 3
