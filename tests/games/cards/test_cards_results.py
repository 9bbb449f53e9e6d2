"""Results as columns."""

import numpy as np
import pytest

from ludex.core import BadOption, LudexError
from ludex.games.cards import seed_game
from ludex.games.cards.results import HANDS, hand_results, to_arrow


def test_columns_hold_bids_nils_tricks_contracts_and_bags_of_every_hand_and_seat():
    rows = hand_results(seed_game("partnership-spades"), ["careful"] * 4, 10, seed=1)
    assert rows.dtype == HANDS
    hands = rows.reshape(-1, 4)
    assert (hands["tricks"].sum(axis=1) == 13).all()
    assert (hands["seat"] == np.arange(4)).all()
    assert (hands["contract"][:, 0] == hands["contract"][:, 2]).all()
    plain = np.where(rows["nil"], 0, rows["bid"]).reshape(-1, 4)
    assert (hands["contract"][:, 0] == plain[:, 0] + plain[:, 2]).all()
    assert (rows["made"] == (rows["side_tricks"] >= rows["contract"])).all()


def test_games_without_bids_have_columns_too():
    rows = hand_results(seed_game("go-fish"), ["greedy"] * 3, 5)
    assert (rows["bid"] == -1).all()
    assert len(rows) == 15


def test_unknown_bot_is_refused():
    with pytest.raises(BadOption, match="no bot 'clever'"):
        hand_results(seed_game("spades"), ["clever"] * 4, 1)


def test_arrow_table_on_demand():
    rows = hand_results(seed_game("go-fish"), ["greedy"] * 3, 2)
    try:
        import pyarrow  # noqa: F401  (only whether it is there)
    except ImportError:
        with pytest.raises(LudexError, match="pip install pyarrow"):
            to_arrow(rows)
    else:
        assert to_arrow(rows).num_rows == len(rows)
