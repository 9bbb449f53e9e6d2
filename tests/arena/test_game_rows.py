"""A row for every game of a simulation."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from ludex import BadSetting, simulate


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_rows_add_up_to_the_result_in_every_format(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"games.{ending}"
    result = simulate("automation", ["big-money", "random"], 6, seed="abc", rotate=True, games_out=file)
    if ending == "jsonl":
        rows = [json.loads(line) for line in file.read_text().splitlines()]
    elif ending == "csv":
        with file.open(newline="") as opened:
            rows = [{name: _number(value) for name, value in row.items()} for row in csv.DictReader(opened)]
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(file).to_pylist()
    assert [row["game"] for row in rows] == list(range(6))
    assert sum(row["moves"] for row in rows) == result.moves
    assert [row["player_0"] for row in rows] == ["big-money", "random"] * 3
    wins = sum(row[f"rank_{seat}"] == 1 for row in rows for seat in (0, 1) if row[f"player_{seat}"] == "big-money")
    assert wins == result.seats[0].wins
    scores = [row[f"score_{seat}"] for row in rows for seat in (0, 1) if row[f"player_{seat}"] == "random"]
    assert sum(scores) / 6 == result.seats[1].mean_score


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text


def test_a_file_of_another_kind_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"ends in one of \.jsonl"):
        simulate("automation", ["random", "random"], 10**9, games_out=tmp_path / "games.txt")


@pytest.mark.parametrize(("seed", "told"), [("abc", "abc"), (7, "7"), (bytes(32), "00" * 32)])
def test_a_seed_is_told_as_it_was_given(seed: str | int | bytes, told: str) -> None:
    assert simulate("automation", ["random", "random"], 1, seed=seed).seed == told
