"""Whole games as readable text, for golden files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludex.core.game.game import Game
from ludex.core.kit.fault import Nonconformance
from ludex.core.language.chance import new_dice, secret_seed


def playthrough(
    game: Game, seats: int, seed: int = 0, *, bots: Sequence[str] = ("random",), limit: int = 10_000, **settings: Any
) -> str:
    """Play one whole game as readable text: views, options, moves, events. As a golden file, it turns a change of the
    rules into a readable diff."""
    table = game.new(seats, seed, **settings)
    dice = new_dice(secret_seed(seed))
    what = f"{seats} seats, seed {seed}, {settings or 'default settings'}"
    lines = [f"# {game.title}, rules version {game.version}: {what}", ""]
    for seen in table.engine.opening():
        lines.append(f"  {'' if seen.seen_by == -1 else '(secret) '}{seen.event}")
    if table.engine.opening():
        lines.append("")
    told = 0
    while table.outcome is None and len(table.played) < limit:
        seat: int = table.waiting[0]
        lines += [
            f"## Move {len(table.played) + 1}, seat {seat}",
            game.look.draw(table.view(seat)),
            repr(table.options(seat)),
        ]
        buffer = np.zeros((game.max_options, 2), np.int64)
        slot = game.machine.bot_slots[bots[seat % len(bots)]]
        move = game.moves.unpack(game.machine.kernel.choose(slot, table.record(seat).copy(), 0, seat, buffer, dice))
        table.play(seat, move)
        lines.append(f"> {move}")
        for seen in table.played[told].events:
            lines.append(f"  {'' if seen.seen_by == -1 else '(secret) '}{seen.event}")
        told += 1
        lines += [f"  {table.digest}", ""]
    lines.append(f"{table.outcome}")
    return "\n".join(lines) + "\n"


def check_golden(path: Path, text: str, *, update: bool = False) -> None:
    """Compare with a golden file, or write it with `update`."""
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return
    if not path.is_file():
        raise Nonconformance(f"there is no golden file {path}; write it by running with update=True, and read it")
    for number, (kept, now) in enumerate(zip(path.read_text().splitlines(), text.splitlines(), strict=False), 1):
        if kept != now:
            raise Nonconformance(f"{path.name} line {number} was {kept!r}, is now {now!r}")
    if path.read_text() != text:
        raise Nonconformance(f"{path.name} is not as long as the game that was played now")
