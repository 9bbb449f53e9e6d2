"""A row for every game of a simulation, written to a file as JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from ludex.arena.counting import ranks_of
from ludex.core.game.game import Game
from ludex.core.language.errors import BadSetting, quote

FORMATS = {".jsonl": "JSON lines", ".json": "JSON lines", ".csv": "CSV", ".parquet": "Parquet"}


class Seated(Protocol):
    """The players of a simulation, and their seats in each game."""

    @property
    def players(self) -> tuple[str, ...]: ...
    def seating(self, number: int) -> Sequence[int]: ...


def expect_format(file: Path) -> str:
    """Return the format of a file's ending. Any other ending is refused before a game is played.

    >>> expect_format(Path("games.csv"))
    'CSV'
    """
    if file.suffix not in FORMATS:
        known = ", ".join(f"{ending} ({what})" for ending, what in FORMATS.items())
        raise BadSetting(f"{quote(str(file), str)}: games are written to a file that ends in one of {known}")
    if file.suffix == ".parquet":
        _parquet()
    return FORMATS[file.suffix]


def write_games(file: Path, game: Game, results: npt.NDArray[np.int64], task: Seated) -> None:
    """Write a row for every game: its number, moves and ending, and for every seat its player, score and rank."""
    rows = game_rows(game, results, task)
    if file.suffix == ".parquet":
        arrow, parquet = _parquet()
        parquet.write_table(arrow.Table.from_pylist(list(rows)), file)
        return
    with file.open("w", encoding="utf-8", newline="") as opened:
        _write_csv(opened, rows) if file.suffix == ".csv" else _write_lines(opened, rows)


def game_rows(game: Game, results: npt.NDArray[np.int64], task: Seated) -> Iterator[dict[str, Any]]:
    """Yield the rows as flat objects, so that every format can hold them."""
    endings = {**game.machine.endings, -1: "forfeit"}
    count = len(task.players)
    seatings = [task.seating(number) for number in range(count)]
    ranks = ranks_of(results).tolist()
    for number, result in enumerate(results.tolist()):
        (moves, ending), *scored = result
        row: dict[str, Any] = {"game": number, "moves": moves, "ending": endings.get(ending, f"ending {ending}")}
        for seat, player in enumerate(seatings[number % count]):
            row |= {
                f"player_{seat}": task.players[player],
                f"score_{seat}": scored[seat][0],
                f"rank_{seat}": ranks[number][seat],
            }
        yield row


def _write_csv(opened: IO[str], rows: Iterator[dict[str, Any]]) -> None:
    first = next(rows)
    writer = csv.DictWriter(opened, list(first))
    writer.writeheader()
    writer.writerow(first)
    writer.writerows(rows)


def _write_lines(opened: IO[str], rows: Iterator[dict[str, Any]]) -> None:
    encoder = msgspec.json.Encoder()
    opened.writelines(f"{encoder.encode(row).decode()}\n" for row in rows)


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadSetting("Parquet needs pyarrow: pip install 'ludex[arrow]', or write .jsonl or .csv") from None
    return pyarrow, pyarrow.parquet
