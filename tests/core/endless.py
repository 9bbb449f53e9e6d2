"""Rules that never return, each in one way."""

from __future__ import annotations

from typing import Any

from ludex.author import Log, Rows, bot, rule

from .tiny import CARD_RULES, Cards, CardsSettings, CardsState, CardsView
from .tiny import setup as sound_setup

sound_play = CARD_RULES["play"]


@rule
def spin(s: CardsState) -> int:
    """Turn a number to and fro for ever."""
    while s.seats > 0:
        s.turn = 1 - s.turn
    return 0


@rule
def spin_with_log(s: CardsState, log: Log) -> None:
    spin(s)


@rule
def spin_for_a_seat(s: CardsState, seat: int) -> None:
    spin(s)


@rule
def spin_in_legal(s: CardsState, seat: int, out: Rows) -> int:
    return int(spin(s))


@rule
def spin_in_why_not(s: CardsState, seat: int, move: int) -> int:
    return int(spin(s))


@rule
def spin_in_play(s: CardsState, seat: int, move: int, log: Log) -> None:
    spin(s)


@rule
def spin_in_the_third_move(s: CardsState, seat: int, move: int, log: Log) -> None:
    if s.left == 6:
        spin(s)
    sound_play(s, seat, move, log)


@rule
def spin_in_scores(s: CardsState, out: Rows) -> None:
    spin(s)


@rule
def spinning_bot(s: CardsState, seat: int, options: Rows, count: int, dice: Any) -> int:
    return int(spin(s))


@rule(compiled=spin)
def spins_compiled(s: CardsState) -> None:
    """Return if interpreted, and never if compiled."""
    sound_setup(s)


def spin_in_prepare(self: Cards, s: CardsState, settings: CardsSettings) -> None:
    spin(s)


def spin_in_view(self: Cards, s: CardsState, seat: int | None) -> CardsView:
    spin(s)
    raise AssertionError("unreachable")


ENDLESS: dict[str, tuple[dict[str, Any], str, str]] = {
    "setup": ({"setup": spin}, "in setup", "rule `setup`"),
    "opening": ({"opening": spin_with_log}, "right after setup, before any move", "rule `opening`"),
    "waiting": ({"waiting": spin}, "right after setup, before any move", "rule `waiting`"),
    "over": ({"over": spin}, "right after setup, before any move", "rule `over`"),
    "audit": ({"audit": spin}, "right after setup, before any move", "rule `audit`"),
    "legal": ({"legal": spin_in_legal}, "right after setup, before any move", "rule `legal`"),
    "why_not": ({"why_not": spin_in_why_not}, "right after setup, before any move", "rule `why_not`"),
    "hide": ({"hide": spin_for_a_seat}, "right after setup, before any move", "rule `hide`"),
    "redeal": ({"redeal": spin_for_a_seat}, "right after setup, before any move", "rule `redeal`"),
    "play": ({"play": spin_in_play}, "right after setup, before any move", "rule `play`"),
    "play, later": ({"play": spin_in_the_third_move}, "after move 2", "rule `play`"),
    "scores": ({"scores": spin_in_scores}, "after move 8", "rule `scores`"),
    "a bot": ({"bots": {"dizzy": bot(spinning_bot)}}, "right after setup, before any move", "bot `dizzy`"),
    "prepare": ({"prepare": spin_in_prepare}, "before setup", "`spin_in_prepare`"),
    "view": ({"view": spin_in_view}, "right after setup, before any move", "`spin_in_view`"),
}
"""The change to the game of cards, the moment when it is noticed, and the rule that the kit names."""
