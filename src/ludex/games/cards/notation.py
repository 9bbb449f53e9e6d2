"""The notation of positions: cards, suits and seats by name instead of bits and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.author import Bits, Label, Names
from ludex.games.cards.bytecode.binary import read
from ludex.games.cards.bytecode.blocks import END, block_size
from ludex.games.cards.bytecode.layouts import FIRST_PHASE, NAMED
from ludex.games.cards.bytecode.numbers import past_block
from ludex.games.cards.card_sets import size
from ludex.games.cards.components import NAMES, SUITS
from ludex.games.cards.parts.card_points.rules import find_scoring_cards
from ludex.games.cards.parts.deal.rules import read_deck
from ludex.games.cards.parts.tricks.genome import TRICK
from ludex.games.cards.parts.tricks.rules import read_trick_phase
from ludex.games.cards.state import ALL_HANDS_PLAYED, FLOOR_REACHED, LAST_ALIVE, SEATS, TARGET_REACHED, State

_CARDS = Bits(*NAMES)
_CARD = Names({0: None, **{1 + number: name for number, name in enumerate(NAMES)}})
_SUIT = Names({0: None, **{1 + number: name for number, name in enumerate(SUITS)}})
_SEATS = Bits(*(f"seat {seat}" for seat in range(SEATS)))

_LABELS: Mapping[str, Label] = {
    **dict.fromkeys(("stock", "pile", "table", "pot_cards", "claim_cards"), _CARDS),
    **dict.fromkeys(("hand", "known", "chosen", "given", "won", "dropped", "seen", "shown"), _CARDS),
    **dict.fromkeys(("turned", "top", "played", "trick_before"), _CARD),
    **dict.fromkeys(("trump", "wish", "lead_suit"), _SUIT),
    **dict.fromkeys(("alive", "todo", "folded"), _SEATS),
    **dict.fromkeys(("bid", "last_bid"), Names({-1: "none"})),
    "voids": Bits(*SUITS),
    "ended": Names(
        {
            0: None,
            ALL_HANDS_PLAYED: "all hands played",
            TARGET_REACHED: "target reached",
            FLOOR_REACHED: "floor reached",
            LAST_ALIVE: "one seat left",
        }
    ),
}


def complete_position(s: State) -> None:
    """Write what positions leave out."""
    read_deck(s)
    find_scoring_cards(s)
    s.stock_size = size(s.stock)
    for seat in range(SEATS):
        s.hand_size[seat] = size(s.hand[seat])
        s.dropped_size[seat] = size(s.dropped[seat])
    at = FIRST_PHASE
    while at <= s.pc and s.code[at] != END:
        if s.code[at] == TRICK:
            read_trick_phase(s, at)
        at = past_block(s, at)


class _Phases(Names):
    """A place in the program, which must be the first of a phase: rules would read anything else as another phase."""

    def read(self, written: Any) -> int:
        if super().read(written) not in self.names:
            raise ValueError(f"no phase begins there: expected one of {', '.join(map(str, self.numbers))}")
        return super().read(written)


def labels_of(code: bytes) -> dict[str, Label]:
    """Return the notation of the record's fields for the game with this program, whose phases have names too.

    >>> from ludex.games.cards import library_game
    >>> library_game("draw-poker").new(2, seed=1).position().state["pc"]
    'betting 1'
    """
    phases = _Phases({0: None, **_phase_names(code)})
    return {**_LABELS, "pc": phases, "group": phases}


def _phase_names(code: bytes) -> dict[int, str]:
    """Return the phases by their place in the program, numbered where there are several of a kind."""
    lines = read(code)
    names = [line.name for line in lines[1 : [line.name for line in lines].index("end")]]
    found, at = {}, block_size(NAMED["header"])
    for number, name in enumerate(names):
        found[at] = f"{name} {names[: number + 1].count(name)}" if names.count(name) > 1 else name
        at += block_size(NAMED[name], len(lines[1 + number].items))
    return {**found, at: "end"}
