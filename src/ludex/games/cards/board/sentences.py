"""Sentences about cards as people read them."""

from __future__ import annotations

import re

from ludex.games.cards.components import RANK_NAMES, RANKS, with_signs

_SIDE = re.compile(r"\bside (\d+)\b", re.IGNORECASE)
_TOLD_SET = re.compile(rf"\b(plays|claims) (\d) × ({'|'.join(RANK_NAMES)})\b")
_SET = re.compile(rf"\b({'|'.join(RANK_NAMES)}) × (\d)\b")


def shown(text: str, teams: tuple[tuple[int, ...], ...]) -> str:
    """Return a text with cards as they are printed, sets as their cards, and sides as their seats.

    >>> shown("side 1 wins Q♠ with QS", ((0, 2), (1, 3)))
    'seat 1 and seat 3 wins Q♠ with Q♠'
    """
    text = _SIDE.sub(lambda found: _side(int(found[1]), teams), text)
    told = _TOLD_SET.sub(lambda found: f"{found[1]} {_equal_cards(found[3], int(found[2]))}", with_signs(text))
    return _SET.sub(lambda found: _equal_cards(found[1], int(found[2])), told)


def _side(side: int, teams: tuple[tuple[int, ...], ...]) -> str:
    """Return the seats of a side whose score is shown."""
    return " and ".join(f"seat {seat}" for seat in (teams[side] if side < len(teams) else (side,)))


def _equal_cards(rank: str, count: int) -> str:
    """Return a set as it lies on the table.

    >>> _equal_cards("jack", 2), _equal_cards("10", 1)
    ('J J', '10')
    """
    letter = RANKS[RANK_NAMES.index(rank)].replace("T", "10")
    return " ".join([letter] * count)
