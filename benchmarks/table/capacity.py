"""The needs of a thousand and a million simultaneous players, computed from measurements."""

from __future__ import annotations

from benchmarks.report import figure

PLAYERS, SEATS, SECONDS = (1_000, 1_000_000), 4, 10.0
"""Simultaneous players, players per table, and seconds from one move at a table to the next."""
LOAD = 0.5
"""The share of a core that a process may use: the rest is for peaks."""
WINDOW = 80.0
"""kB of memory for the compression of one connection (`ludex.table.app.uvicorn_socket`)."""
ROW = 100.0
"""Bytes per row."""
PER_MACHINE = 6
"""Processes on a machine with eight cores: two cores are left for the system and the network."""
RENT = 150, 300
"""Euros a month for such a machine, with its share of databases and traffic."""
DAY = 24 * 3600.0


def page(cost: float, kilobytes: float) -> str:
    """Return the table of needs, from the microseconds of a move with four boards, and the kilobytes of a board.

    >>> "about 100 processes" in page(2000.0, 2.0)
    True
    """
    few, many = (players / SEATS / SECONDS for players in PLAYERS)
    processes = rounded(many * cost / 1e6 / LOAD)
    machines = rounded(processes / PER_MACHINE)
    rent = " to ".join(f"{rounded(machines * euros):,.0f}" for euros in RENT)
    boards, sockets = (few * SEATS, many * SEATS), PLAYERS
    traffic = tuple(count * kilobytes / 1e3 for count in boards)
    memory = tuple(count * WINDOW / 1e3 for count in sockets)
    each = rounded(memory[1] / processes)
    rows = (
        ("tables", f"{PLAYERS[0] // SEATS:,}", f"{PLAYERS[1] // SEATS:,}"),
        ("moves", f"{few:,.0f} a second", f"{many:,.0f} a second"),
        ("boards sent", f"{boards[0]:,.0f} a second", f"{boards[1]:,.0f} a second"),
        ("sockets", f"{sockets[0]:,}", f"{sockets[1]:,}"),
        (f"traffic out, {figure(kilobytes)} kB a board compressed", *(f"{figure(one)} MB/s" for one in traffic)),
        (
            f"memory for compression, {WINDOW:.0f} kB a socket",
            f"{figure(memory[0])} MB",
            f"{figure(memory[1] / 1e3)} GB in all, {each:,.0f} MB a process",
        ),
        (
            f"rows written, about {ROW:.0f} bytes each",
            *(f"{moves:,.0f} a second, {figure(moves * ROW * DAY / 1e9)} GB a day" for moves in (few, many)),
        ),
        (f"server processes at half load, {figure(cost)} µs a move", "1", f"about {processes:,.0f} processes"),
        ("database", "SQLite in the same machine", "PostgreSQL, divided into several"),
        (
            "what it costs to rent",
            "one machine with two cores: about 10 € a month",
            f"about {machines:,.0f} machines with eight cores and three to five databases: {rent} € a month",
        ),
    )
    lines = ["| | a thousand players at once | a million players at once |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def rounded(value: float) -> float:
    """Round to two significant digits, which is more than such a sum is good for.

    >>> rounded(247.3), rounded(1234)
    (250.0, 1200.0)
    """
    return float(f"{value:.2g}")
