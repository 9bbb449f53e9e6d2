"""`ludex replay`: look at a history, move by move, and verify it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ludex.console import AsJson, out, say, say_fitted, say_json
from ludex.core.language.errors import BadSetting, quote
from ludex.core.language.events import Event
from ludex.core.language.names import short_name, short_names
from ludex.core.play.history import History
from ludex.core.play.leaving import told_of
from ludex.core.play.table import Table
from ludex.core.show.layout import running, wrapped
from ludex.core.show.page import Seating
from ludex.core.show.telling import told_in_short

BELOW = 7
"""Indentation of events below their move."""


def replay(
    file: Annotated[Path, typer.Argument(help="A history, as `ludex play` saves it.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check it: seed, every digest, outcome.")] = False,
    at: Annotated[int | None, typer.Option(min=0, help="Show the table after this many moves.")] = None,
    compact: Annotated[
        bool, typer.Option("--compact", help="One paragraph for each trick, lot, turn or phase.")
    ] = False,
    commitment: Annotated[str | None, typer.Option(help="Check that the game had this commitment.")] = None,
    digest: Annotated[list[str] | None, typer.Option(help="Check that one of the requests had this digest.")] = None,
    entropy: Annotated[
        list[str] | None, typer.Option(metavar="SEAT:HEX", help="Check that a seat added this entropy.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Replay a game: print every move with what happened, then the outcome. Every digest is checked.

    Example: `ludex replay games/automation-1-000000.json --compact`

    That file comes from `ludex arena automation --players architect,big-money --games 2 --histories games`.
    """
    history = History.from_file(file)
    added = dict(map(read_entropy, entropy or ()))
    if at is None or verify:
        table = history.verify(commitment=commitment, entropy=added, digests=digest or ())
    else:
        if commitment or added or digest:
            history.verify(commitment=commitment, entropy=added, digests=digest or ())
        table = history.replay(at)
    if json:
        say_json(describe(table))
    elif verify:
        ended = table.outcome.reason if table.outcome else "not over yet"
        say(f"Verified: {len(table.played)} moves of {table.game.title}, {ended}. Digest {table.digest}")
    elif at is not None:
        say(table.game.look.terminal.screen(table.view(), seating_of(table), out.width))
        say(f"\nAfter move {at} of {len(history.moves)}; waiting for {_waiting(table)}.")
    elif compact:
        show_compact(table)
    else:
        show(table)


def read_entropy(given: str) -> tuple[int, bytes]:
    """Read a seat's entropy as it is typed.

    >>> read_entropy("1:00ff")
    (1, b'\\x00\\xff')
    """
    seat, _, digits = given.partition(":")
    try:
        return int(seat), bytes.fromhex(digits)
    except ValueError:
        raise BadSetting(f"--entropy {quote(given)}: expected SEAT:HEX, e.g. 0:{'00' * 16}") from None


def describe(table: Table) -> dict[str, Any]:
    """Return the public part of a replayed table as data."""
    return {
        "game": table.game.name,
        "players": table.players,
        "moves": len(table.played),
        "waiting": table.waiting,
        "digest": table.digest,
        "view": table.view(),
        "leavings": table.leavings,
        "outcome": table.outcome,
        "verified": True,
    }


def show(table: Table) -> None:
    """Show the whole game as text."""
    seating, look = seating_of(table), table.game.look
    say(f"{table.game.title}: {', '.join(table.players)}. Commitment {table.commitment}")
    changes = changes_by_move(table)
    for number, played in enumerate(table.played, 1):
        for line in changes.pop(number - 1, ()):
            say_fitted(line, "yellow")
        move = table.game.moves.unpack(played.packed)
        say(f"{number:>5}  {seating.name(played.seat)}: {seating.say(look.shown(str(move)))}")
        told = told_in_short(seen.event for seen in played.events if seen.visible_to(None))
        for line in running([seating.say(look.shown(sentence)) for sentence in told], out.width - BELOW):
            say_fitted(f"{'':{BELOW}}{line}", "dim")
    for line in (line for lines in changes.values() for line in lines):
        say_fitted(line, "yellow")
    show_end(table)


def show_compact(table: Table) -> None:
    """Show what happened as text, with a paragraph for each section of the game's log."""
    seating, look = seating_of(table), table.game.look
    say(f"{table.game.title}: {', '.join(table.players)}. Commitment {table.commitment}")
    for title, events in sections_of(table):
        if title:
            say(f"\n{title}", "bold")
        told = " ".join(seating.say(look.shown(sentence)) for sentence in told_in_short(events))
        for line in wrapped(told, out.width, 2) if told else ():
            say_fitted(line)
    for lines in changes_by_move(table).values():
        for line in lines:
            say_fitted(line.strip(), "yellow")
    show_end(table)


def sections_of(table: Table) -> Iterator[tuple[str, list[Event]]]:
    """Yield the sections of the log: the title of the chapter that one begins, or nothing, and its public events.

    >>> import ludex
    >>> table = ludex.game("automation").new(2, seed=7, turn_limit=2)
    >>> _ = [table.play(table.waiting[0], "end phase") for _ in range(4)]
    >>> [(title, len(events)) for title, events in sections_of(table)]
    [('', 2), ('Turn 1', 4), ('', 4), ('Turn 2', 2)]
    """
    sections = table.game.look.sections
    title, shown, events = sections.first, "", list[Event]()
    for step in (table.engine.opening(), *(played.events for played in table.played)):
        public = [seen.event for seen in step if seen.visible_to(None)]
        for event in public:
            begun = sections.chapter(event)
            if events and ((begun and begun != title) or isinstance(event, sections.opens)):
                yield ("" if title == shown else title), events
                shown, events = title, []
            title = begun or title
            events.append(event)
        if events and any(isinstance(event, sections.closes) for event in public):
            yield ("" if title == shown else title), events
            shown, events = title, []
    if events:
        yield ("" if title == shown else title), events


def show_end(table: Table) -> None:
    """Show the outcome, or who the game waits for."""
    if table.outcome:
        show_outcome(table)
    else:
        say(f"Not over yet; waiting for {_waiting(table)}.")


def changes_by_move(table: Table) -> dict[int, list[str]]:
    """Return a line for every change of a seat, by the number of moves that it came after."""
    found: dict[int, list[str]] = {}
    told = told_of(short_names(table.players), table.leavings, by_seat=False)
    for leaving, text in zip(table.leavings, told, strict=True):
        found.setdefault(leaving.after, []).append(f"{'':{BELOW}}{text}.")
    return found


def show_outcome(table: Table) -> None:
    """Show the ranks, and why the game ended."""
    outcome = table.outcome
    if outcome is None:
        return
    reason = outcome.reason
    for seat, name in [*enumerate(table.players), *((one.seat, one.by) for one in table.leavings if one.by)]:
        reason = reason.replace(f"seat {seat} ({name})", short_name(name))
    say(f"\nThe game is over: {seating_of(table).say(reason)}.", "bold")
    names = Seating(table.names)
    for seat in sorted(range(table.seats), key=lambda seat: outcome.ranks[seat]):
        say(f"{outcome.ranks[seat]}. {names.name(seat)}: {table.game.look.standing.sign * outcome.scores[seat]}")


def seating_of(table: Table) -> Seating:
    """Return the seating as a spectator sees it."""
    return Seating(short_names(table.names), told=table.engine.told())


def _waiting(table: Table) -> str:
    return ", ".join(map(seating_of(table).name, table.waiting)) or "nobody"
