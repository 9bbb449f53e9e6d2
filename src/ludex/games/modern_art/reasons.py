"""Why a move is not allowed, where several phases share the reason."""

from __future__ import annotations

from ludex.author import reason

WRONG_DECISION = reason("wrong-decision", "now it is time to {due}.")
