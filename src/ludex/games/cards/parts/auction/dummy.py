"""The declarer and the dummy: one hand lies open after the first lead, and the declarer plays it."""

from __future__ import annotations

from ludex.author import EVERYONE, Log, note, rule
from ludex.games.cards.events import DummyLaidDown
from ludex.games.cards.state import State


@rule
def hand_played(s: State, seat: int) -> int:
    """The seat from whose hand a seat plays now: that of the dummy where its card is due, or else the seat itself."""
    return int(s.dummy - 1 if s.for_dummy else seat)


@rule
def ask_declarer(s: State) -> None:
    """The declarer decides for the dummy."""
    s.for_dummy = 0
    if s.turn == s.dummy - 1:
        s.turn = s.declarer - 1
        s.for_dummy = 1


@rule
def lay_down_dummy(s: State, log: Log) -> None:
    """After the first lead all see the dummy's hand."""
    cards = s.hand[s.dummy - 1]
    s.known[s.dummy - 1] = cards
    note(log, DummyLaidDown, EVERYONE, s.dummy - 1, cards)
