"""Reasons for refusing a move that several phases share."""

from __future__ import annotations

from ludex.author import reason

WRONG_DECISION = reason("wrong-decision", "now it is time to {due}.")
