"""Declarations: trumps."""

from __future__ import annotations

from typing import Literal

Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Trump = Literal["none", "clubs", "diamonds", "hearts", "spades", "rotating", "random", "turned", "named"]
"""`named`: by the auction."""
