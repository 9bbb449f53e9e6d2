"""Write the tables of README.md: `python -m tools.readme`, which `make bench` also runs.

The table of games is made from the games, and that of measured ratios from `benchmarks/results.json`. Each stands
between two marks: `<!-- games -->` and `<!-- end of games -->`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from benchmarks.measure import Row
from benchmarks.report import figure

from tools.game_pages import bots, code, minutes, page_of, shipped_games, span, table

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
RESULTS = ROOT / "benchmarks" / "results.json"
SHOWN = (
    ("automation: 2 × big-money", "pyminion"),
    ("diplomacy: adjudication of movement phases", "diplomacy 1.1.2"),
    ("diplomacy: adjudication from text to sentences", "diplomacy 1.1.2"),
    ("cards: random Spades hands", "OpenSpiel C++ rollouts"),
    ("search: the same with a tree", "OpenSpiel MCTSBot"),
    ("batch: spades, 1,024 games", "OpenSpiel Python, observed"),
    ("gymnasium: spades, 1,024 games", "pgx on the CPU, leduc_holdem"),
    ("gymnasium: spades, 1,024 games", "pgx on the CPU, kuhn_poker"),
    ("pettingzoo: spades", "PettingZoo, connect_four_v3"),
    ("openspiel: spades", "OpenSpiel C++ Spades from Python"),
    ("python: Spades, a loop over a table", "OpenSpiel Python"),
    ("python: Spades, players look at options", "OpenSpiel Python"),
    ("python: Spades, players read views", "OpenSpiel Python, observed"),
)
"""The rows in README.md: one of each kind, and all kinds in which Ludex is slower."""


class Results(msgspec.Struct):
    """The results of `make bench`."""

    machine: dict[str, str | int]
    versions: dict[str, str]
    results: list[Row]


def main() -> None:
    """Write the tables into README.md."""
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")


def with_tables(text: str) -> str:
    """Return a text with the tables between its marks.

    >>> with_tables("<!-- games --><!-- end of games -->").count("Modern Art")
    1
    """
    for name, made in (("games", games()), ("ratios", ratios())):
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        if begin in text:
            before, _, rest = text.partition(begin)
            text = f"{before}{begin}\n\n{made}\n{end}{rest.partition(end)[2]}"
    return text


def games() -> str:
    """Return the table of games: one row for each large game, and one for all card games."""
    shipped = shipped_games()
    large = [game for game in shipped if game.definition is None]
    cards = [game for game in shipped if game.definition is not None]
    rows = [
        (f"[{game.title}](docs/games/{page_of(game)})", span(game.seats), minutes(game), bots(game)) for game in large
    ]
    names = ", ".join(f"[{game.title}](docs/games/{page_of(game)})" for game in cards)
    first, last = min(game.seats[0] for game in cards), max(game.seats[-1] for game in cards)
    rows.append(
        (f"{len(cards)} [card games by genome](docs/games/cards.md): {names}", f"{first} to {last}", "", bots(cards[0]))
    )
    return table(("game", "players", "minutes", "bots, weakest first"), rows)


def ratios() -> str:
    """Return the table of ratios to independent programs, those in which Ludex is slower included."""
    found = msgspec.json.decode(RESULTS.read_bytes(), type=Results)
    measured = {(row.name, row.peer): row for row in found.results}
    rows = [
        (
            row.name,
            figure(row.ours),
            row.peer,
            figure(row.peer_value),
            f"**{figure(row.ratio)}**",
            row.unit,
        )
        for row in (measured[shown] for shown in SHOWN)
    ]
    machine = f"{found.machine['processor']}, {found.machine['cores']} cores, Python {found.machine['python']}"
    packages = ", ".join(f"{name} {found.versions[name]}" for name in ("pyminion", "diplomacy", "open_spiel"))
    head = ("what", "Ludex", "compared with", "its value", "ratio", "unit")
    return f"{table(head, rows)}\nMeasured on one core by {code('make bench')} on {machine}; {packages}.\n"


if __name__ == "__main__":
    main()
