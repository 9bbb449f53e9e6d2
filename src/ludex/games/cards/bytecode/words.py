"""The words of a genome in the order of their numbers in the bytecode."""

from __future__ import annotations

from typing import get_args

from ludex.games.cards.components import SUITS
from ludex.games.cards.genome.schema import Direction, HandEnd, Ranking, Trump

TRUMPS = get_args(Trump)
DIRECTIONS = get_args(Direction)
HAND_ENDS = get_args(HandEnd)
RANKINGS = get_args(Ranking)
SOURCES = ("stock", "pile", "either", "neighbour")
WHENS = ("always", "stuck", "optional")
TOS = ("pile", "table", "capture")
SKIPS = ("stuck", "always")
BAGS = ("carry", "reset", "score", "once")
EFFECTS = ("skip", "reverse", "draw", "again")
BREAKING = ("none", *SUITS, "trump")
CARD_SUITS = (*SUITS, "trump")
CONDITIONS = ("or", "same suit", "same rank", "same colour", "beats top", "adjacent", "anything")
"""`or` stands between groups of conditions."""
RANK_CONDITION = 32
"""`rank 2` is condition 32, and so on."""
TRICK_FLAGS = ("follow", "must_trump", "low_wins", "unbreakable", "clean_start", "blind", "by_rank", "take")
DISCARD_FLAGS = ("optional", "face_down", "refill")
VARIANT_FLAGS = ("exact", "hook", "partners")
