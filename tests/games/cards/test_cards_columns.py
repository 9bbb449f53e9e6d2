"""Results as columns."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludex import BadSetting, LudexError
from ludex.games.cards import columns, library_game
from ludex.games.cards.columns import HANDS, hand_results, to_arrow, write_results

pytestmark = pytest.mark.timeout(900)  # the first may have to wait for the compiler


def test_columns_hold_bids_nils_tricks_contracts_and_bags_of_every_hand_and_seat() -> None:
    rows = hand_results(library_game("partnership-spades"), ["careful"] * 4, 10, seed=1)
    assert rows.dtype == HANDS
    hands = rows.reshape(-1, 4)
    assert (hands["tricks"].sum(axis=1) == 13).all()
    assert (hands["seat"] == np.arange(4)).all()
    assert (hands["contract"][:, 0] == hands["contract"][:, 2]).all()
    plain = np.where(rows["nil"], 0, rows["bid"]).reshape(-1, 4)
    assert (hands["contract"][:, 0] == plain[:, 0] + plain[:, 2]).all()
    assert (rows["made"] == (rows["side_tricks"] >= rows["contract"])).all()


def test_games_without_bids_have_columns_too() -> None:
    rows = hand_results(library_game("go-fish"), ["greedy"] * 3, 5)
    assert (rows["bid"] == -1).all()
    assert len(rows) == 15


def test_unknown_bot_is_refused() -> None:
    with pytest.raises(BadSetting, match="no bot 'clever'"):
        hand_results(library_game("spades"), ["clever"] * 4, 1)


def test_matches_are_numbered_through_and_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = library_game("partnership-spades")
    rows = hand_results(game, ["random"] * 4, 7, seed=1)
    monkeypatch.setattr(columns, "BATCH", 2)
    assert np.array_equal(hand_results(game, ["random"] * 4, 7, seed=1), rows)
    assert set(rows["match"]) == set(range(7))


@pytest.fixture
def rows() -> Any:
    return hand_results(library_game("partnership-spades"), ["careful"] * 4, 3, seed=1)


def test_arrow_table_has_the_same_columns(rows: Any) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra `arrow`)")
    table = to_arrow(rows)
    assert tuple(table.column_names) == rows.dtype.names
    assert table["bid"].to_pylist() == rows["bid"].tolist()
    assert str(table.schema.field("nil").type) == "bool"


def test_parquet_file_reads_back(rows: Any, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra `arrow`)")
    write_results(rows, tmp_path / "hands.parquet")
    assert parquet.read_table(tmp_path / "hands.parquet").equals(to_arrow(rows))


def test_arrow_file_reads_back(rows: Any, tmp_path: Path) -> None:
    feather = pytest.importorskip("pyarrow.feather", reason="pyarrow is not installed (extra `arrow`)")
    write_results(rows, tmp_path / "hands.arrow")
    assert feather.read_table(tmp_path / "hands.arrow").equals(to_arrow(rows))


def test_numpy_and_text_files_read_back(rows: Any, tmp_path: Path) -> None:
    write_results(rows, tmp_path / "hands.npy")
    assert np.array_equal(np.load(tmp_path / "hands.npy"), rows)
    write_results(rows, tmp_path / "hands.csv")
    read = np.genfromtxt(tmp_path / "hands.csv", delimiter=",", names=True, dtype=int)
    assert read.dtype.names == rows.dtype.names
    assert all((read[name] == rows[name]).all() for name in rows.dtype.names)


def test_what_cannot_be_written_is_told(rows: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetting, match=r"its name must end in \.parquet, \.arrow, \.npy, \.csv"):
        write_results(rows, tmp_path / "hands.xls")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(LudexError, match=r"pip install ludex\[arrow\]"):
        write_results(rows, tmp_path / "hands.parquet")
