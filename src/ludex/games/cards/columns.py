"""Results as columns: every hand of every match, a row for each seat. As NumPy, Arrow, Parquet, or text."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.author import BadSetting, Log, LudexError, quote, rule
from ludex.author.advanced import (
    DICE,
    Kernel,
    States,
    choose,
    game_seeds,
    legal,
    loop,
    new_log,
    next_seat,
    play,
    secret_seed,
    setup,
    template_of,
    warmed_by,
)
from ludex.games.cards.game import CardGame
from ludex.games.cards.parts.bidding.places import BIDDING_AT, EXACT
from ludex.games.cards.parts.bidding.rules import variant_flags
from ludex.games.cards.parts.seats import side_of
from ludex.games.cards.state import State

COLUMNS = (
    ("match", "i4"),
    ("hand", "i2"),
    ("seat", "i1"),
    ("side", "i1"),
    ("bid", "i2"),
    ("nil", "?"),
    ("tricks", "i2"),
    ("contract", "i2"),
    ("side_tricks", "i2"),
    ("made", "?"),
    ("nil_made", "?"),
    ("gained", "i4"),
    ("score", "i4"),
    ("bags", "i2"),
)
"""`bid` is -1 in games without bidding. `contract`, `side_tricks`, `made`, `gained`, `score` and `bags` are the side's,
after the hand; `nil_made` says that the seat's Nil was."""
HANDS = np.dtype(list(COLUMNS))
WIDTH = len(COLUMNS)
BATCH = 64
"""Matches played at once: their rows have to fit into memory as wide numbers."""


@rule
def write_rows(s: State, match: int, rows: Any, filled: int) -> int:
    """Write the results of the hand that has just been scored, seat by seat."""
    for seat in range(s.seats):
        side = side_of(s, seat)
        contract = tricks = 0
        for other in range(s.seats):
            if side_of(s, other) == side:
                tricks += s.last_tricks[other]
                if not s.last_nil[other] and s.last_bid[other] > 0:
                    contract += s.last_bid[other]
        exact = variant_flags(s) & EXACT
        made = s.code[BIDDING_AT] and tricks >= contract and not (exact and tricks > contract)
        if filled < len(rows):
            row = rows[filled]
            row[0] = match
            row[1] = s.hand_number - 1
            row[2] = seat
            row[3] = side
            row[4] = s.last_bid[seat]
            row[5] = s.last_nil[seat]
            row[6] = s.last_tricks[seat]
            row[7] = contract
            row[8] = tricks
            row[9] = 1 if made else 0
            row[10] = 1 if s.last_nil[seat] and s.last_tricks[seat] == 0 else 0
            row[11] = s.gained[side]
            row[12] = s.score[side]
            row[13] = s.bags[side]
        filled += 1
    return filled


def play_hands_once(game: CardGame, kernel: Kernel) -> None:
    """Use the loop once, for one match between random bots."""
    template = template_of(game, game.seats[0], game.settings())
    slots, rows = np.zeros(game.seats[0], np.int64), np.zeros((8, WIDTH), np.int64)
    options, seeds = np.zeros((game.max_options, 2), np.int64), game_seeds(secret_seed(0), 0, 1)
    kernel.entry(play_hands)(game.layout.new(), template, DICE.new(), seeds, slots, options, new_log(0), rows)


@warmed_by(play_hands_once, of="CardGame", bulk=True)
@loop
def play_hands(
    states: States, template: States, dice: States, seeds: Any, players: Any, options: Any, log: Log, rows: Any
) -> int:
    """Play match after match and write every hand; gives the number of rows there are."""
    filled = 0
    s = states[0]
    for match in range(len(seeds)):
        states[0] = template[0]
        for word in range(4):
            s.rng[word] = seeds[match, word]
            dice[0].rng[word] = seeds[match, 4 + word]
        setup(s)
        seat = next_seat(s, dice[0])
        while seat >= 0:
            hand = s.hand_number
            count = legal(s, seat, options)
            play(s, seat, choose(players[seat], s, seat, options, count, dice[0]), log)
            if s.hand_number > hand:
                filled = write_rows(s, match, rows, filled)
            seat = next_seat(s, dice[0])
    return filled


def hand_results(
    game: CardGame, players: Sequence[str], matches: int, seed: int | str | bytes = 0
) -> npt.NDArray[np.void]:
    """Play matches between bots, and give every hand as rows of a structured array, one for each seat.

    Where several hands go by within one move, only the last of them is there.

    >>> from ludex.games.cards import library_game
    >>> rows = hand_results(library_game("partnership-spades"), ["careful"] * 4, 1)
    >>> rows.dtype.names[:5]
    ('match', 'hand', 'seat', 'side', 'bid')
    >>> bool((rows["tricks"].reshape(-1, 4).sum(axis=1) == 13).all())
    True
    """
    unknown = [player for player in players if player not in game.bot_slots]
    if unknown:
        raise BadSetting(f"{game.name} has no bot {quote(unknown[0])}; it has {', '.join(game.bot_slots)}")
    template = template_of(game, len(players), game.settings())
    slots = np.array([game.bot_slots[player] for player in players])
    rows = np.zeros((BATCH * game.genome.match.hands * len(players), WIDTH), np.int64)
    run = game.kernel.entry(play_hands)
    options = np.zeros((game.max_options, 2), np.int64)
    parts = []
    for first in range(0, matches, BATCH):
        seeds = game_seeds(secret_seed(seed), first, min(BATCH, matches - first))
        count = run(game.layout.new(), template, DICE.new(), seeds, slots, options, new_log(0), rows)
        parts.append(_columns(rows[:count], first))
    return np.concatenate(parts) if parts else np.zeros(0, HANDS)


def _columns(rows: npt.NDArray[np.int64], first: int) -> npt.NDArray[np.void]:
    """Return rows of numbers as a structured array; `first` is the number of the first match."""
    results = np.zeros(len(rows), HANDS)
    for place, (name, _) in enumerate(COLUMNS):
        results[name] = rows[:, place]
    results["match"] += first
    return results


def to_arrow(results: npt.NDArray[np.void]) -> Any:
    """Return the columns as an Arrow table; needs pyarrow (`pip install ludex[arrow]`)."""
    pyarrow = _pyarrow()
    return pyarrow.table({name: np.ascontiguousarray(results[name]) for name in results.dtype.names or ()})


def write_results(results: npt.NDArray[np.void], path: Path | str) -> None:
    """Write the columns to a file of the kind its name says: `.parquet`, `.arrow`, `.npy` or `.csv`."""
    kind = Path(path).suffix
    if kind not in WRITERS:
        endings = ", ".join(WRITERS)
        raise BadSetting(f"{quote(str(path))} is not a kind of file for results: its name must end in {endings}")
    WRITERS[kind](results, Path(path))


def _write_parquet(results: npt.NDArray[np.void], path: Path) -> None:
    _pyarrow("parquet").write_table(to_arrow(results), path)


def _write_arrow(results: npt.NDArray[np.void], path: Path) -> None:
    _pyarrow("feather").write_feather(to_arrow(results), path, compression="uncompressed")


def _write_npy(results: npt.NDArray[np.void], path: Path) -> None:
    np.save(path, results)


def _write_csv(results: npt.NDArray[np.void], path: Path) -> None:
    names = results.dtype.names or ()
    lines = [",".join(names), *(",".join(str(int(value)) for value in row) for row in results.tolist())]
    path.write_text("\n".join(lines) + "\n")


WRITERS = {".parquet": _write_parquet, ".arrow": _write_arrow, ".npy": _write_npy, ".csv": _write_csv}


def _pyarrow(part: str = "") -> Any:
    try:
        return importlib.import_module(f"pyarrow.{part}" if part else "pyarrow")
    except ImportError:
        raise LudexError("Arrow and Parquet need the package pyarrow: pip install ludex[arrow]") from None
