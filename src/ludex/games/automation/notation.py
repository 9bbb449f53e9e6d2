"""How positions are written."""

from __future__ import annotations

from collections.abc import Mapping

from ludex.author import Bits, Counts, Names
from ludex.games.automation.components import NAMES
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

_PILES = ("start", "pile", "total", "supply", "trash", "played", "hand", "deck", "discard", "shown")

LABELS: Mapping[str, Bits | Counts | Names] = {
    **dict.fromkeys(_PILES, Counts(*NAMES)),
    "phase": Names("ACTION", "MONEY", "BUY", "OVER"),
    "ended": Names({BY_FRAMEWORKS: "all Frameworks are bought", BY_TURN_LIMIT: "the turn limit was reached"}),
    "immune": Bits(*(f"seat {seat}" for seat in range(SEATS))),
    "todo": Names(UNFINISHED),
    # The first card has no name here: where nothing is to be done, its number fills the stack.
    "todo_kind": Names({kind: name for kind, name in enumerate(NAMES) if kind}),
}
