"""The written form of positions."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.author import Bits, Counts, Names
from ludex.games.automation.components import KINDS, NAMES
from ludex.games.automation.state import (
    BY_FRAMEWORKS,
    BY_TURN_LIMIT,
    DISCARD_ANY,
    DISCARD_DOWN,
    DO_CARD,
    GAIN,
    HIT,
    PLAY_AGAIN,
    PLAY_TWICE,
    REVEAL,
    SEATS,
    TRASH,
    State,
)

UNFINISHED = {
    DO_CARD: "do the card",
    PLAY_AGAIN: "play it again",
    HIT: "be attacked",
    REVEAL: "reveal",
    DISCARD_ANY: "discard any number",
    DISCARD_DOWN: "discard down",
    TRASH: "trash",
    GAIN: "gain",
    PLAY_TWICE: "play twice",
}

_PILES = ("start", "pile", "supply", "trash", "played", "hand", "deck", "discard", "shown")

LABELS: Mapping[str, Bits | Counts | Names] = {
    **dict.fromkeys(_PILES, Counts(*NAMES)),
    "phase": Names("ACTION", "MONEY", "BUY", "OVER"),
    "ended": Names({BY_FRAMEWORKS: "all Frameworks are bought", BY_TURN_LIMIT: "the turn limit was reached"}),
    "action_in_hand": Names("not known", "held", "not held"),
    "immune": Bits(*(f"seat {seat}" for seat in range(SEATS))),
    "todo": Names(UNFINISHED),
    "todo_kind": Names(*NAMES),
}


def complete(s: State) -> None:
    """Count the cards of a position, in every pile and of every kind, and what is unfinished."""
    s.depth = sum(what != 0 for what in s.todo)
    for seat in range(s.seats):
        s.hand_size[seat], s.deck_size[seat], s.discard_size[seat] = (sum(p[seat]) for p in (s.hand, s.deck, s.discard))
    for kind in range(KINDS):
        owned = (piles[seat, kind] for piles in (s.hand, s.deck, s.discard) for seat in range(s.seats))
        s.total[kind] = s.supply[kind] + s.trash[kind] + s.played[kind] + sum(owned)
