"""Reasons that several phases share. All others are defined next to the rules that use them."""

from __future__ import annotations

from ludex.author import reason
from ludex.games.cards.bytecode.layouts import BLOCKS
from ludex.games.cards.components import names_of
from ludex.games.cards.state import State


def phase_name(s: State, seat: int) -> str:
    """Return the phase in a word."""
    return BLOCKS[s.code[s.pc]].name


def hand_names(s: State, seat: int) -> str:
    """Return the cards of a seat's own hand."""
    return ", ".join(names_of(s.hand[seat])) or "nothing"


NOT_NOW = reason("not-now", "the {due} phase has no such move.", due=phase_name)
NOT_IN_HAND = reason("not-in-hand", "you do not hold {card}. You hold {hand}.", hand=hand_names)
MUST_ACT = reason("must-act", "you may not pass while there is something you can do.")
