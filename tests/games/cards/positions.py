"""Hand-made positions of card games, and what can be asked of them in a word."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex import Table
from ludex.games.cards import LIBRARY, CardGame, Genome, View
from ludex.games.cards.components import names_of
from ludex.games.cards.parts.deal.genome import deck_mask

PLACES = ("won", "dropped", "pile", "table", "pot_cards")
"""The places for cards other than hands and the stock."""


def genome(name: str, **changes: Any) -> Genome:
    """A game of the library with some parts replaced."""
    return msgspec.structs.replace(LIBRARY[name](), **changes)


def lay_out(rules: Genome | str, *hands: str, after: str = "", **fields: Any) -> Table[View]:
    """A table with these hands (as in `"AS TH", "2C 3D"`), all cards that are nowhere else being in the stock.

    The moves of `after`, between commas, lead to the phase; other fields of the record are given by name. The rules run
    interpreted: nothing is compiled for a handful of moves.
    """
    game = CardGame(genome(rules) if isinstance(rules, str) else rules)
    game.machine.kernel = game.machine.interpreted
    start = game.new(len(hands), seed=1)
    for move in filter(None, after.split(", ")):
        start.play(start.waiting[0], move)
    if "top" in fields:
        fields.setdefault("pile", fields["top"])
    places = {name: _listed(fields.pop(name, [])) for name in PLACES}
    held = [hand.split() for hand in hands]
    used = set(_flat([held, *places.values()]))
    stock = [card for card in names_of(deck_mask(game.genome.deck)) if card not in used]
    changed = {"hand": held, "stock": stock, "known": [], **places, **fields}
    return game.position(start.position().but(**changed), seed=1)


def _listed(cards: Any) -> Any:
    return cards.split() if isinstance(cards, str) else cards


def _flat(cards: Any) -> list[str]:
    """Cards, however deep they are nested."""
    return [cards] if isinstance(cards, str) else [card for part in cards for card in _flat(part)]


def play(table: Table[View], moves: str) -> Table[View]:
    """Play moves, between commas, each by the seat whose turn it is."""
    for move in moves.split(", "):
        table.play(table.waiting[0], move)
    return table


def options(table: Table[View]) -> set[str]:
    """Return the moves that the seat to move may make."""
    return {str(move) for move in table.options(table.waiting[0])}


def refused(table: Table[View], move: str) -> str:
    """The code of the reason for which a move is not allowed."""
    rejection = table.check(table.waiting[0], move)
    assert rejection is not None, f"{move} is allowed"
    return rejection.code


def scores(table: Table[View]) -> list[int]:
    """The score of every side."""
    return [side.score for side in table.view().sides]


def told(table: Table[View]) -> list[str]:
    """Return the events that the last move caused, as sentences."""
    return [str(seen.event) for seen in table.played[-1].events]
