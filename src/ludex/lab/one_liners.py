"""Players whose whole strategy is one line, to find games that such a line plays as well as the best search does.

A player is a row of preferences: for kinds of moves, for cards, and for places in the list of options. It makes the
move of the highest sum, and the first one among equals. All rows are data of the same compiled rule.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.core.language.move_packing import field_of, is_a
from ludex.core.language.record import State
from ludex.core.language.rule import rule
from ludex.games.cards.components import BIT
from ludex.games.cards.moves import (
    Believe,
    Bid,
    Check,
    Claim,
    Discard,
    Doubt,
    Draw,
    Fold,
    Knock,
    PassCard,
    PlayCard,
    PlaySet,
    PlayWild,
    Raise,
    Skip,
    TakeTop,
)
from ludex.games.cards.parts.betting.showdown import strongest
from ludex.games.cards.parts.card_points.genome import CARD_SCORING
from ludex.games.cards.parts.card_points.rules import card_points, card_scoring_at
from ludex.games.cards.parts.deal.places import STRENGTH

PREFERENCES = ("raise", "call", "fold", "doubt", "believe", "pass", "stock", "pile", "knock", "bid", "rank", "points",
               "count", "place", "bold", "from", "greedy")  # fmt: skip
"""Columns: kinds of moves first; then the number that is bid, the rank and the points of a card, the size of a set and
the place among the options; raising if a card of the hand is above some eighths of the ranks (of 0: four), else
folding; and last, leaving decisions to `greedy` if all options are of one kind."""
RAISE, CALL, FOLD, DOUBT, BELIEVE, PASS, STOCK, PILE, KNOCK, BID, BY_RANK, BY_POINTS, COUNT, PLACE, BOLD, FROM, ELSE = (
    range(len(PREFERENCES))
)
KINDS = PREFERENCES[:BID]
KIND = 10_000
"""The weight of a kind of move: more than any number that is bid, or any card."""
WEIGHTS = {"bid": 20, "rank": 1, "points": 20, "count": 100}
"""The weights of numbers that are bid, and of cards."""

LINES: dict[str, dict[str, int]] = {
    "first option": {},
    "last option": {"place": 1},
    "highest card, never fold": {"rank": 1, "call": KIND, "knock": KIND},
    "lowest card, never fold": {"rank": -1, "call": KIND, "knock": KIND},
    "most points first, never fold": {"points": 20, "rank": 1, "call": KIND},
    "fewest points first, never fold": {"points": -20, "rank": -1, "call": KIND},
    "always raise, keep the highest": {"raise": 2 * KIND, "call": KIND, "rank": -1, "bid": 20},
    "always fold": {"fold": KIND, "call": KIND // 2, "rank": -1, "bid": -20},
    "raise on a high card, else fold": {"bold": KIND, "rank": -1, "call": 1},
    "raise on a very high card, else fold": {"bold": KIND, "from": 6, "rank": -1, "call": 1},
    "raise on the highest cards, else fold": {"bold": KIND, "from": 7, "rank": -1, "call": 1},
    "always doubt": {"doubt": KIND, "rank": -1},
    "never doubt": {"believe": KIND, "rank": -1, "call": KIND},
    "pass whenever possible": {"pass": KIND, "rank": -1, "call": KIND, "bid": -20},
    "never pass, draw from the stock": {"pass": -KIND, "stock": KIND, "rank": 1, "raise": KIND, "bid": 20},
    "never pass, take the pile": {"pass": -KIND, "pile": KIND, "rank": -1, "raise": KIND, "bid": -20},
}
"""The players by name: what each prefers."""
STUBBORN: dict[str, dict[str, int]] = {
    "bid the lowest, play like greedy": {"bid": -20, "greedy": 1},
    "bid the highest, play like greedy": {"bid": 20, "greedy": 1},
}
"""Players that bid by one line, and leave all other decisions to `greedy`."""


def drawn_lines(count: int, seed: str) -> dict[str, dict[str, int]]:
    """Draw one-line players at random: every kind of move is preferred, avoided or neither, and so are cards.

    >>> list(drawn_lines(1, "example"))
    ['drawn: fold, believe, pass, stock, pile, knock, rank, count, not doubt, not bid, not points']
    """
    random = Random(f"{seed} lines")
    lines = dict[str, dict[str, int]]()
    while len(lines) < count:
        signs = {name: random.choice((0, 1, -1)) for name in (*KINDS, *WEIGHTS)}
        signs["rank"] = random.choice((1, -1))
        liked = [name for name, sign in signs.items() if sign > 0]
        avoided = [f"not {name}" for name, sign in signs.items() if sign < 0]
        row = {name: sign * WEIGHTS.get(name, KIND) for name, sign in signs.items() if sign}
        lines[f"drawn: {', '.join(liked + avoided)}"] = row
    return lines


DRAWN = drawn_lines(24, "gates")
"""Players for what no list of lines foresees."""
HELD_OUT: dict[str, dict[str, int]] = {
    "largest set, lowest first": {"count": 100, "rank": -1, "call": KIND, "pass": -KIND},
    "smallest set, highest first": {"count": -100, "rank": 1, "raise": KIND, "doubt": KIND},
    "raise, else call, highest card": {"raise": 2 * KIND, "call": KIND, "rank": 1, "believe": KIND},
    "call, highest points, bid high": {"call": KIND, "points": 20, "rank": -1, "bid": 20, "pass": -KIND},
} | drawn_lines(12, "held out")
"""Players that no gate uses: for judging evolved games by what they were not chosen by."""


def _table(lines: dict[str, dict[str, int]]) -> npt.NDArray[np.int64]:
    return np.array([[line.get(name, 0) for name in PREFERENCES] for line in lines.values()])


EVERY = LINES | STUBBORN | DRAWN | HELD_OUT
NAMES = tuple(EVERY)
TABLE = _table(EVERY)


@rule
def follow_line(line: Any, s: State, seat: int, options: Any, count: int) -> int:
    """Return the move that a one-line player prefers: the highest sum, the first among equals. -1: up to `greedy`."""
    chosen, most, place = int(options[0, 0]), -1_000_000_000, 0
    kind = kind_value(line, s, seat, chosen)
    greedy = line[ELSE] != 0
    for row in range(count):
        for move in range(options[row, 0], options[row, 1] + 1):
            value = kind_value(line, s, seat, move)
            greedy = greedy and value == kind
            value += card_value(line, s, move) + line[PLACE] * place
            if value > most:
                chosen, most = move, value
            place += 1
    return -1 if greedy else int(chosen)


@rule
def kind_value(line: Any, s: State, seat: int, move: int) -> int:
    """Return the value of a kind of move."""
    if is_a(move, Raise):
        return int(line[RAISE] + line[BOLD] * (2 if holds_high(s, seat, line[FROM]) else 0))
    if is_a(move, Fold):
        return int(line[FOLD] + line[BOLD] * (0 if holds_high(s, seat, line[FROM]) else 1))
    if is_a(move, Check):
        return int(line[CALL] + line[BOLD] * (1 if holds_high(s, seat, line[FROM]) else 0))
    if is_a(move, Doubt):
        return int(line[DOUBT])
    if is_a(move, Believe):
        return int(line[BELIEVE])
    if is_a(move, Skip):
        return int(line[PASS])
    if is_a(move, Draw):
        return int(line[STOCK])
    if is_a(move, TakeTop):
        return int(line[PILE])
    if is_a(move, Knock):
        return int(line[KNOCK])
    if is_a(move, Bid):
        return int(line[BID] * field_of(move, Bid))
    if is_a(move, PlaySet):
        rank, cards = field_of(move, PlaySet, 0), field_of(move, PlaySet, 1)
        return int(line[BY_RANK] * s.code[STRENGTH + rank] + line[COUNT] * cards)
    return 0


@rule
def card_value(line: Any, s: State, move: int) -> int:
    """Return the value of the card of a move, if it has one."""
    card = -1
    if is_a(move, PlayCard):
        card = field_of(move, PlayCard)
    elif is_a(move, Discard):
        card = field_of(move, Discard)
    elif is_a(move, Claim):
        card = field_of(move, Claim)
    elif is_a(move, PassCard):
        card = field_of(move, PassCard)
    elif is_a(move, Knock):
        card = field_of(move, Knock)
    elif is_a(move, PlayWild):
        card = field_of(move, PlayWild)
    if card < 0:
        return 0
    value = line[BY_RANK] * s.code[STRENGTH + card % 13]
    if line[BY_POINTS]:
        at = card_scoring_at(s)
        if s.code[at] == CARD_SCORING:
            value += line[BY_POINTS] * card_points(s, at, BIT[card])
    return int(value)


@rule
def holds_high(s: State, seat: int, eighths: int) -> bool:
    """Return whether a seat has a card above some eighths of the ranks (0: above half of them)."""
    most = 0
    for rank in range(13):
        most = max(most, s.code[STRENGTH + rank])
    return bool(8 * strongest(s, s.hand[seat]) > (eighths if eighths else 4) * most)
