"""A table in any position, in one line.

    table = position("expanded", hands=["Hack, Method", "5 Bitcoin"], decks=["3 Dogecoin"])
    play(table, "play Hack", "1: discard Bitcoin")
    assert hand(table, 1) == cards("4 Bitcoin")

Piles are written as text and compared as counts. A deck of one kind of card makes every draw certain. What is not named
is empty, except the supply, which is as printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import ludex
from ludex.core import Game, States, Table
from ludex.games.automation import Automation
from ludex.games.automation.components import NAMES
from ludex.games.automation.state import ACTION_PHASE, BUY_PHASE, MONEY_PHASE

GAME = ludex.game("automation")
INTERPRETED = Automation()
"""The same rules as plain Python: where an index out of bounds is an error, not a broken process."""
INTERPRETED.kernel = INTERPRETED.interpreted

PHASES = {"ACTION": ACTION_PHASE, "MONEY": MONEY_PHASE, "BUY": BUY_PHASE}


def cards(text: str) -> Counter[str]:
    """Cards as people write them.

    >>> cards("2 Code Review, Bug") == Counter({"Code Review": 2, "Bug": 1})
    True
    """
    found: Counter[str] = Counter()
    for part in filter(None, text.split(", ")):
        number, _, name = part.partition(" ")
        count, card = (int(number), name) if number.isdigit() else (1, part)
        found[card] += count
    return found


def position(
    edition: str = "base",
    *,
    hands: Sequence[str] = ("",),
    decks: Sequence[str] = (),
    discards: Sequence[str] = (),
    played: str = "",
    left: dict[str, int] | None = None,
    seats: int | None = None,
    turn: int = 0,
    phase: str = "ACTION",
    actions: int = 1,
    buys: int = 1,
    money: int = 0,
    turns: Sequence[int] | None = None,
    game: Game = GAME,
    **options: Any,
) -> Table:
    """A table with these piles, seat by seat. `left` says how many cards a supply pile still has: the others are in the
    trash, so that no card is lost."""
    seats = seats or max(len(hands), len(decks), len(discards))
    table = game.new(seats, seed=1, edition=edition, **options)
    states = table.record_in_full()
    state = states[0]
    for name, piles in (("hand", hands), ("deck", decks), ("discard", discards)):
        state[name] = 0
        for seat, text in enumerate(piles):
            state[name][seat] = _counts(text)
        state[f"{name}_size"] = state[name].sum(axis=1)
    state["shown"] = state["discard"]
    state["played"] = _counts(played)
    for card, count in (left or {}).items():
        kind = NAMES.index(card)
        state["trash"][kind] += state["supply"][kind] - count
        state["supply"][kind] = count
    state["turn"], state["phase"] = turn, PHASES[phase]
    state["actions"], state["buys"], state["money"] = actions, buys, money
    state["turns"][:seats] = turns or [1 if seat <= turn else 0 for seat in range(seats)]
    owned = sum(state[name].sum(axis=0) for name in ("hand", "deck", "discard"))
    state["total"] = state["supply"] + state["trash"] + state["played"] + owned
    return seat_at(table, states)


def seat_at(table: Table, states: States) -> Table:
    """Put a table into a state that keeps the game's laws."""
    table._states = states
    assert table.broken_law() is None
    return table


def play(table: Table, *moves: str) -> Table:
    """Play moves one after the other, each by the seat that is asked; `1: end phase` also checks that it is seat 1."""
    for text in moves:
        seat, _, move = text.rpartition(": ")
        assert len(table.waiting) == 1, f"{text!r}: the game is over"
        assert not seat or int(seat) in table.waiting, f"{text!r}: waiting for seat {table.waiting[0]}"
        table.play(table.waiting[0], move)
        assert table.broken_law() is None
    return table


def offered(table: Table) -> list[str]:
    """The options of the seat that is asked, as text."""
    return [str(move) for move in table.options(table.waiting[0])]


def told(table: Table, seat: int | None = None) -> list[str]:
    """What a seat (None: a spectator) was told about the last move."""
    return [str(event) for event in table.events(seat, since=len(table.played) - 1)]


def hand(table: Table, seat: int = 0) -> Counter[str]:
    return _pile(table.record_in_full()["hand"][0, seat])


def deck(table: Table, seat: int = 0) -> Counter[str]:
    return _pile(table.record_in_full()["deck"][0, seat])


def discard(table: Table, seat: int = 0) -> Counter[str]:
    return _pile(table.record_in_full()["discard"][0, seat])


def supply(table: Table) -> Counter[str]:
    return _pile(table.record_in_full()["supply"][0])


def trash(table: Table) -> Counter[str]:
    return _pile(table.record_in_full()["trash"][0])


def _counts(text: str) -> list[int]:
    pile = cards(text)
    assert pile.keys() <= set(NAMES), f"{text!r} names unknown cards"
    return [pile[name] for name in NAMES]


def _pile(counts: Any) -> Counter[str]:
    return Counter({name: int(count) for name, count in zip(NAMES, counts, strict=True) if count})
